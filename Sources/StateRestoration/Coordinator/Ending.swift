// The ends of a session: the only moments at which the main thread waits for the disk, and never for
// long.

import Foundation

extension RestorationCoordinator {
  /// Whether everything is on disk, as far as anybody knows: what the application does not let be
  /// saved is not asked for, what can't be saved is.
  public var isSaved: Bool { saves.isSettled && leftOut.isEmpty }

  /// Writes what is not saved yet and waits for it, but no longer than `seconds`. Whether all of it
  /// is on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard hasBegun, !hasEnded else { return isSaved }
    for scene in scenes where scene.needsEncodingAnyway() { saves.windowsDiffer([scene.id]) }
    saves.flush(within: seconds)
    return isSaved && place != .memory
  }

  /// A slow disk with many windows; nobody waits longer for a program to go.
  private static let longestEnd = 5.0

  /// The application ends: deliberately, so that the next start is a normal one. `keepingWindows`
  /// false leaves nothing to bring back. Returns when everything is on disk, or can't be brought
  /// there.
  public func end(keepingWindows: Bool) {
    guard !hasEnded else { return }
    guard hasBegun else {
      // It ended before the start was over: nothing was read, and nothing is made of it.
      hasEnded = true
      return
    }
    if !keepingWindows {
      open.removeAll()
      saves.forget(dropsScreen: true)
      session.application = [:]
      willEncode = nil
      forget()
    }
    session.isClean = true
    saves.sessionChanged()
    launch.forgiveCrashes()
    flush(within: Self.longestEnd)
    launch.end()
    hasEnded = true
    saves.close()
    writer.close()
  }

  /// Removes every saved window that is not on screen, for good, wherever it is kept, with history
  /// and what was moved aside.
  public func forget() {
    guard hasBegun, !hasEnded else { return }
    kept.removeAll()
    closed.forget()
    launch.forgetWithheld()
    saves.forget(dropsScreen: false)
    let shown = open.ids
    let log = environment.log
    writer.async { store in
      do { try store.forget(except: shown) } catch {
        log("Not every saved window could be forgotten: \(error.localizedDescription).")
      }
    }
    let places = [configuration.home, configuration.untilLogout].compactMap { $0 }
    writer.forgetOtherPlaces(places, environment)
    sessionChanged()
    saves.writeSoon(isUrgent: true)
  }
}
