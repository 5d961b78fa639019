// SPDX-License-Identifier: Apache-2.0
// Changes saved windows from outside, for a command-line tool, while the application is not
// running.

import Foundation

/// Changes saved windows while the application is not running. Each change takes its lock first.
package struct SavedWindows {
  /// Why nothing was changed.
  package enum Refused: Error, Equatable {
    /// There is no saved state in this directory.
    case nothingSaved(StateDirectory)
    /// The application is running.
    case applicationIsRunning
    /// The history has no session of this number.
    case noSuchSession(Int)
    /// The current windows do not all fit into the history, and some would be lost.
    case historyIsFull
  }

  private let store: StateStore
  private let others: [StateDirectory]

  /// Takes the lock; throws `Refused` while the application is running, and when nothing is saved.
  /// `others`: further places where the application may have kept state, such as
  /// ``StateDirectory/untilLogout(applicationID:_:)``.
  package init(_ directory: StateDirectory, others: [StateDirectory] = []) throws {
    let files = SystemFileSystem()
    guard ([directory] + others).contains(where: { files.exists($0.root) }) else {
      throw Refused.nothingSaved(directory)
    }
    self.others = others.filter { $0.root != directory.root && files.exists($0.layout) }
    do { store = try StateStore(directory, RestorationEnvironment()) } catch is StateLock.Taken {
      throw Refused.applicationIsRunning
    }
  }

  /// Removes every saved window in every place, including archived sessions and what was set aside.
  /// Returns how many windows would have come back.
  package func forget() throws -> Int {
    let state = store.read()
    try store.forget()
    for other in others {
      do { try StateStore(other, RestorationEnvironment()).empty() } catch is StateLock.Taken {
        throw Refused.applicationIsRunning
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
  package func restoreHistory(_ number: Int) throws -> Int {
    guard store.historyNumbers.contains(number) else {
      throw Refused.noSuchSession(number)
    }
    do { return try store.restoreHistory(number) } catch SavedWindowsRefusal.tooMany {
      throw Refused.historyIsFull
    }
  }
}

extension SavedWindows.Refused: LocalizedError {
  /// A sentence in English.
  package var errorDescription: String? {
    switch self {
    case .nothingSaved(let directory): "Nothing is saved in \(directory.root)."
    case .applicationIsRunning: "The application is running; quit it first."
    case .noSuchSession(let number): "There is no session \(number) in the history."
    case .historyIsFull: "The windows of now do not all fit into the history."
    }
  }
}
