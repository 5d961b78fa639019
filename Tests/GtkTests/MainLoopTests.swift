// SPDX-License-Identifier: Apache-2.0
// The foundation of everything else: Swift concurrency runs on the main thread while GLib's loop
// runs, and an idle loop sleeps. No display is needed.

import CGtk
import Dispatch
import Foundation
import Gtk
import XCTest

final class MainLoopTests: XCTestCase {
  func testTaskRunsOnTheMainThread() {
    MainActor.assumeIsolated {
      let seen = Seen()
      Task { @MainActor in seen.mark(isMainThread()) }
      turn(until: seen.isMarked, "Task")
    }
  }

  func testTaskSleepWakesOnTheMainThread() {
    MainActor.assumeIsolated {
      let seen = Seen()
      Task { @MainActor in
        try? await Task.sleep(for: .milliseconds(20))
        seen.mark(isMainThread())
      }
      turn(until: seen.isMarked, "Task.sleep")
    }
  }

  func testDetachedWorkComesBackToTheMainThread() {
    MainActor.assumeIsolated {
      let seen = Seen()
      Task { @MainActor in
        let elsewhere = await Task.detached { !isMainThread() }.value
        seen.mark(elsewhere && isMainThread())
      }
      turn(until: seen.isMarked, "await of detached work")
    }
  }

  func testDispatchMainQueueRuns() {
    MainActor.assumeIsolated {
      let seen = Seen()
      DispatchQueue.main.async { seen.mark(isMainThread()) }
      turn(until: seen.isMarked, "DispatchQueue.main")
    }
  }

  func testIdleWorkRunsOnce() {
    MainActor.assumeIsolated {
      let seen = Seen()
      var runs = 0
      MainLoop.whenIdle {
        runs += 1
        seen.mark(true)
      }
      turn(until: seen.isMarked, "idle work")
      for _ in 0..<20 { MainLoop.turn() }
      XCTAssertEqual(runs, 1)
    }
  }

  /// As where something moves on a screen that takes longer to paint than a frame has.
  func testABusyLoopHoldsNobodyUp() {
    MainActor.assumeIsolated {
      let seen = Seen()
      keepBusy(until: seen)
      Task { @MainActor in
        await MainLoop.idle()
        seen.mark(true)
      }
      turn(until: seen.isMarked, "idle() of a busy loop")
    }
  }

  /// What moves on a slow screen asks for the next frame before the last one is painted.
  func testWhatWaitsForAnIdleLoopHasItsTurnBetweenFrames() {
    MainActor.assumeIsolated {
      let (seen, later) = (Seen(), Seen())
      paint(until: later)
      var order: [Int] = []
      MainLoop.whenIdle { order.append(1) }
      MainLoop.whenIdle {
        order.append(2)
        seen.mark(true)
      }
      turn(until: seen.isMarked, "what waits for an idle loop")
      // Nothing of it is left to run once more.
      MainLoop.after(milliseconds: 300) { later.mark(true) }
      turn(until: later.isMarked, "a timer")
      XCTAssertEqual(order, [1, 2])
    }
  }

  /// A main-queue descriptor that is watched but never read would wake the loop forever. What
  /// earlier tests left behind (such as a save due in a second) fires once and is over: the loop
  /// must come to rest, but not be at rest from the start.
  func testIdleLoopSleeps() {
    MainActor.assumeIsolated {
      let seen = Seen()
      DispatchQueue.main.async { seen.mark(true) }
      turn(until: seen.isMarked, "DispatchQueue.main")
      var turns: [Int] = []
      repeat { turns.append(turnsInTwoSeconds()) } while turns.last ?? 0 >= 10 && turns.count < 8
      XCTAssertLessThan(turns.last ?? .max, 10, "turns in each two seconds: \(turns)")
    }
  }
}

/// There is always something to do that is more urgent than what waits for an idle loop.
@MainActor
private func keepBusy(until seen: Seen) {
  MainLoop.after(milliseconds: 0) { if !seen.isMarked { keepBusy(until: seen) } }
}

/// There is always something to do that is as urgent as painting.
@MainActor
private func paint(until seen: Seen) {
  g_timeout_add_full(
    G_PRIORITY_HIGH_IDLE + 20, 0,
    { data in
      guard let data else { return 0 }
      return Unmanaged<Seen>.fromOpaque(data).takeUnretainedValue().isMarked ? 0 : 1
    }, Unmanaged.passRetained(seen).toOpaque(),
    { data in
      if let data { Unmanaged<Seen>.fromOpaque(data).release() }
    })
}

@MainActor
private func turnsInTwoSeconds() -> Int {
  let end = Seen()
  // From another thread, so that waiting is not itself a timer of the loop.
  DispatchQueue.global().asyncAfter(deadline: .now() + 2) {
    DispatchQueue.main.async { end.mark(true) }
  }
  var turns = 0
  while !end.isMarked {
    MainLoop.turn(waiting: true)
    turns += 1
  }
  return turns
}

// A separate function, because this Foundation function is unavailable in asynchronous code.
private func isMainThread() -> Bool { Thread.isMainThread }

private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false
  func mark(_ isTrue: Bool) { lock.withLock { value = isTrue } }
  var isMarked: Bool { lock.withLock { value } }
}

/// Runs the GLib loop until something is true, however busy the machine is; a dead loop fails the test instead of hanging it.
@MainActor
func turn(until isTrue: @autoclosure () -> Bool, _ what: String) {
  XCTAssertTrue(MainLoop.attachMainQueue())
  let deadline = Date().addingTimeInterval(30)
  while !isTrue(), Date() < deadline { MainLoop.turn() }
  XCTAssertTrue(isTrue(), "\(what) never ran on the main thread")
}
