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

  /// Takes the lock; throws `Refused` while the application runs, and when nothing is saved.
  public init(_ directory: StateDirectory) throws {
    guard SystemFileSystem().exists(directory.root) else {
      throw Refused(reason: "Nothing is saved in \(directory.root).")
    }
    do { store = try StateStore(directory, RestorationEnvironment()) } catch is StateLock.Taken {
      throw Refused(reason: "The application is running; quit it first.")
    }
  }

  /// Removes every saved window, with history and what was set aside. Returns how many would have
  /// come back.
  public func forget() throws -> Int {
    let count = store.read().records.count
    try store.forget()
    var session = SessionRecord()
    session.isClean = true
    try store.write(session)
    return count
  }

  /// Makes a session of the past the one that comes back next; the one that would have come back
  /// becomes history itself. Returns how many windows there are.
  public func restoreHistory(_ number: Int) throws -> Int {
    guard store.historyNumbers.contains(number) else {
      throw Refused(reason: "There is no session \(number) in the history.")
    }
    return try store.restoreHistory(number)
  }
}
