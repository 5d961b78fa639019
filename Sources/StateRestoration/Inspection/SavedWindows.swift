// Changes saved windows from outside, for a command-line tool, while the application is not
// running.

import Foundation

/// Changes saved windows while the application is not running. Each change takes its lock first.
public struct SavedWindows {
  /// Why nothing was changed.
  public struct Refused: Error, LocalizedError, Equatable {
    /// A sentence.
    public let reason: String
    public var errorDescription: String? { reason }
  }

  private let store: StateStore
  private let others: [StateDirectory]

  /// Takes the lock; throws `Refused` while the application is running, and when nothing is saved.
  /// `others`: further places where the application may have kept state, such as
  /// ``StateDirectory/untilLogout(applicationID:_:)``.
  public init(_ directory: StateDirectory, others: [StateDirectory] = []) throws {
    let files = SystemFileSystem()
    guard ([directory] + others).contains(where: { files.exists($0.root) }) else {
      throw Refused(reason: "Nothing is saved in \(directory.root).")
    }
    self.others = others.filter { $0.root != directory.root && files.exists($0.layout) }
    do { store = try StateStore(directory, RestorationEnvironment()) } catch is StateLock.Taken {
      throw Refused(reason: "The application is running; quit it first.")
    }
  }

  /// Removes every saved window in every place, including archived sessions and what was set aside.
  /// Returns how many windows would have come back.
  public func forget() throws -> Int {
    let state = store.read()
    try store.forget()
    for other in others {
      do { try StateStore(other, RestorationEnvironment()).empty() } catch is StateLock.Taken {
        throw Refused(reason: "The application is running; quit it first.")
      }
    }
    var session = SessionRecord()
    session.isClean = true
    session.generation = state.generation + 1
    try store.write(session)
    try store.removeForgotten()
    return state.records.count
  }

  /// Makes an archived session the one that comes back at the next start; the current one is
  /// archived instead. Returns the number of windows.
  public func restoreHistory(_ number: Int) throws -> Int {
    guard store.historyNumbers.contains(number) else {
      throw Refused(reason: "There is no session \(number) in the history.")
    }
    do { return try store.restoreHistory(number) } catch SavedWindowsRefusal.tooMany {
      throw Refused(reason: "The windows of now do not all fit into the history.")
    }
  }
}
