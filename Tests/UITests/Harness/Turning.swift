// SPDX-License-Identifier: Apache-2.0
// Waiting inside the test process, for tests that run a part of the program there: its main loop has
// to turn meanwhile.

import Foundation
import Gtk
import XCTest

/// Lets the main loop turn until `condition` holds.
@MainActor
func turn(until what: String, for seconds: Double = 20, _ condition: () -> Bool) throws {
  let deadline = Date().addingTimeInterval(seconds)
  while !condition() {
    guard Date() < deadline else { throw NeverHappened(what: what) }
    MainLoop.turn()
  }
}

extension UITestCase {
  /// Runs `body` on the tests' own display, inside the test process.
  func atOwnDesk(_ body: @MainActor () throws -> Void) throws {
    _ = try home()
    try MainActor.assumeIsolated {
      XCTAssertTrue(Application.hasDisplay())
      XCTAssertTrue(MainLoop.attachMainQueue())
      try body()
    }
  }
}

private struct NeverHappened: Error { let what: String }
