// Waiting inside the test process, for tests that run a part of the program there: its main loop has
// to turn meanwhile.

import Foundation
import Gtk

/// Lets the main loop turn until `condition` holds.
@MainActor
func turn(until what: String, for seconds: Double = 20, _ condition: () -> Bool) throws {
  let deadline = Date().addingTimeInterval(seconds)
  while !condition() {
    guard Date() < deadline else { throw NeverHappened(what: what) }
    MainLoop.turn()
  }
}

private struct NeverHappened: Error { let what: String }
