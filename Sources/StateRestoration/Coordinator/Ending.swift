// The ends of a session: the only moments at which the main thread waits for the disk, and never for
// long.

import Foundation

extension RestorationCoordinator {
  /// Whether everything is on disk, as far as anybody knows.
  public var isSaved: Bool {
    inFlight.isEmpty && stale.isEmpty && fates.isEmpty && !isSessionStale
  }

  /// Writes what is stale now and waits for it, but no longer than `seconds`. Whether all of it is
  /// on disk.
  @discardableResult
  public func flush(within seconds: Double = 1) -> Bool {
    guard hasBegun, !hasEnded else { return isSaved }
    let end = DispatchTime.now() + seconds
    // A batch that was under way may fail while this waits: what comes back of it is tried once.
    for _ in 0..<2 {
      write(evenIfBusy: true)
      let left = Double(end.uptimeNanoseconds) - Double(DispatchTime.now().uptimeNanoseconds)
      let isDone = writer.wait(within: left / 1e9)
      collectResults()
      if isSaved || !isDone { break }
    }
    return isSaved && place != .memory
  }

  /// A slow disk with many windows; nobody waits longer for a program to go.
  private static let longestEnd = 5.0

  /// The application ends: deliberately, so that the next start is a normal one. `keepingWindows`
  /// false leaves nothing to bring back. Returns when everything is on disk, or can't be brought
  /// there.
  public func end(keepingWindows: Bool) {
    guard hasBegun, !hasEnded else { return }
    if !keepingWindows {
      scenes = []
      stale = []
      fates = [:]
      session.application = [:]
      willEncode = nil
      forget()
    }
    session.isClean = true
    isSessionStale = true
    launch?.crashes = 0
    flush(within: Self.longestEnd)
    mark(.clean, waits: true)
    hasEnded = true
    writer.close()
  }

  /// Removes every saved window that is not on screen, for good, with history and what was set
  /// aside.
  public func forget() {
    guard hasBegun, !hasEnded else { return }
    notShown = []
    withheld = []
    resting = []
    launch?.withheld = []
    closedCount = 0
    fates = [:]
    lastForgotten = lastBatch
    let kept = Set(scenes.map(\.id))
    let log = environment.log
    writer.async { store in
      do { try store.forget(except: kept) } catch {
        log("Not every saved window could be forgotten: \(error.localizedDescription).")
      }
    }
    sessionChanged()
    writeSoon(isUrgent: true)
  }
}
