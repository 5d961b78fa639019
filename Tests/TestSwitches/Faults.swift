// What `./dev test` leaves to `./dev test --faults`, in one place for all test targets.

import Foundation
import XCTest

/// Skips a test that takes more than a few seconds, such as a fault at every single call, unless
/// `./dev test --faults` runs it, as CI does.
public func skipWithoutFaults() throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
}

/// How many inputs drawn at random a test tries: `many` only if `./dev test --faults` runs it.
public func rounds(_ few: Int, withFaults many: Int) -> Int { areFaultsTried ? many : few }

private var areFaultsTried: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_FAULTS"] != nil
}
