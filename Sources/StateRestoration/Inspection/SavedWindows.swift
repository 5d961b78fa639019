// Saved windows changed from outside, by a tool in a terminal, while the application does not run.

import Foundation

/// Changes to saved windows while the application does not run. Each takes its lock first.
public struct SavedWindows {
  /// Why nothing was changed, in words.
  public struct Refused: Error, LocalizedError, Equatable {
    /// A sentence.
    public let reason: String
    public var errorDescription: String? { reason }
  }

  private let store: StateStore
  private let others: [StateDirectory]

  /// Takes the lock; throws `Refused` while the application runs, and when nothing is saved.
  /// `others`: further places where the application may have kept state, as
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

  /// Removes every saved window, in every place, with history and what was moved aside. Returns how
  /// many would have come back.
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
    return state.records.count
  }

  /// Makes a session of the past the one that comes back next; the one that would have come back
  /// becomes history itself. Returns how many windows there are.
  public func restoreHistory(_ number: Int) throws -> Int {
    guard store.historyNumbers.contains(number) else {
      throw Refused(reason: "There is no session \(number) in the history.")
    }
    do { return try store.restoreHistory(number) } catch SavedWindowsRefusal.tooMany {
      throw Refused(reason: "The windows of now do not all fit into the history.")
    }
  }
}
