// What `./dev test` leaves to `./dev test --faults`, and both to `./dev test --all`, in one place for all
// test targets.

import Foundation
import XCTest

/// Skips a test that takes more than a few seconds, such as a fault at every single call, unless
/// `./dev test --faults` runs it, as CI does.
public func skipWithoutFaults() throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
}

/// Skips a test of very much text in `./dev test --sanitize`, which takes ten times as long and finds there
/// what it finds in little.
public func skipWhenSanitized() throws {
  try XCTSkipIf(isSanitized, "./dev test --faults runs it")
}

/// How often a test does what it does: `many` times only if `./dev test --faults` runs it, without a
/// sanitizer, and as often as it takes to be sure only if `./dev test --all` does.
public func rounds(_ few: Int, withFaults many: Int, withAll all: Int? = nil) -> Int {
  guard areFaultsTried && !isSanitized else { return few }
  return isAllTried ? all ?? many : many
}

private var isSanitized: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_SANITIZED"] != nil
}

private var areFaultsTried: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_FAULTS"] != nil
}

/// Including what takes longer than CI has.
private var isAllTried: Bool { ProcessInfo.processInfo.environment["VITRINE_TEST_ALL"] != nil }
