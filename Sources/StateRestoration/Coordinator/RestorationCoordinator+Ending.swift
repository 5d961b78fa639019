// SPDX-License-Identifier: Apache-2.0
// The end of a session: the only time at which the main thread waits for the disk, and never for
// long.

import Foundation

extension RestorationCoordinator {
  /// Whether everything is on disk, as far as we know. What the application does not let be saved
  /// does not count; what can't be saved does. What is only in memory is not.
  package var isSaved: Bool {
    isWritten && !(place == .memory && scenes.contains { isSavedKind($0) })
  }

  private var isWritten: Bool { saves.isSettled && leftOut.isEmpty }

  /// Whether ending now would lose something that a user typed: what is not saved yet, and drafts
  /// while windows are only in memory. A draft is what a window stores under a key that contains
  /// “draft”.
  public var wouldLoseEdits: Bool {
    !(saves.isSettled || isCovered) || !leftOut.isEmpty
      || place == .memory
        && scenes.contains { $0.keys.contains { RecordEntry.isDraft($0.rawValue) } }
  }

  /// Whether the death of the process would cost nothing, although the disk is still at work.
  private var isCovered: Bool { saves.failure == nil && saves.isCovered && !journals.isBehind }

  /// Writes unsaved changes and waits at most `seconds`. Returns whether everything is on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool { flush(within: seconds, isLast: false) }

  private func flush(within seconds: Double, isLast: Bool) -> Bool {
    guard isRunning else { return isSaved }
    for scene in scenes where scene.needsEncodingAnyway() { saves.windowsDiffer([scene.id]) }
    saves.flush(within: seconds, isLast: isLast)
    return isSaved
  }

  /// Nobody waits longer for a program to quit, if its journals have everything. A log-out waits before it asks the program to
  /// end, too: once is enough for a disk that does not answer.
  private static let promptEnd = 0.6
  /// Otherwise: enough for a slow disk with many windows.
  private static let longestEnd = 5.0

  /// Ends the session deliberately, so that the next start is a normal one. With `keepingWindows`
  /// false, no window comes back. Returns when everything is on disk, or can't be saved; from a slow
  /// disk it returns within a second, if the journals of the windows have everything.
  public func end(keepingWindows: Bool) {
    guard !hasEnded, !isEnding else { return }
    guard phase == .running else {
      // It ended before the start was complete: nothing was read, so nothing is written.
      phase = .ended
      return
    }
    isEnding = true
    if !keepingWindows {
      open.removeAll()
      saves.forget(dropsScreen: true)
      session.forgetValues()
      willEncode = nil
      forgetWindows()
    }
    session.endsDeliberately()
    saves.sessionChanged()
    launch.forgiveCrashes()
    _ = flush(within: saves.wasWaitedFor ? 0 : Self.promptEnd, isLast: keepingWindows)
    if !saves.isSettled, !(isCovered && keepingWindows) {
      _ = flush(within: Self.longestEnd - Self.promptEnd, isLast: keepingWindows)
    }
    let isDone = saves.isSettled
    launch.end()
    phase = .ended
    saves.close()
    journals.close()
    // Last, because nobody has to wait for it: the next start removes what is left.
    if !keepingWindows { removeForgotten() }
    writer.close()
    pictures.finish(within: 0.1)
    // The next coordinator, in this process or another, can begin at once.
    _ = writer.wait(within: isDone ? 1 : 0.1)
  }

  /// Permanently removes every saved window that is not open, wherever it is saved, with archived
  /// sessions and what was set aside.
  public func forget() {
    guard isRunning else { return }
    forgetWindows()
    removeForgotten()
    sessionChanged()
    saves.writeSoon(isUrgent: true)
  }

  private func forgetWindows() {
    pictures.removeAll()
    kept.removeAll()
    closed.forget()
    launch.forgetWithheld()
    saves.forget(dropsScreen: false)
    let shown = open.ids
    forgetting { try $0.forget(except: shown) }
    let places = [configuration.home, configuration.untilLogout].compactMap { $0 }
    writer.forgetOtherPlaces(places, environment)
  }

  private func removeForgotten() { forgetting { try $0.removeForgotten() } }

  private func forgetting(_ work: @escaping @Sendable (StateStore) throws -> Void) {
    let log = environment.log
    writer.async { store in
      do { try work(store) } catch {
        log("Not every saved window could be forgotten: \(error.localizedDescription).")
      }
    }
  }
}
