// What `./dev test` leaves to `./dev test --faults`, in one place for all test targets.

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

/// How many inputs drawn at random a test tries: `many` only if `./dev test --faults` runs it, without a
/// sanitizer.
public func rounds(_ few: Int, withFaults many: Int) -> Int {
  areFaultsTried && !isSanitized ? many : few
}

private var isSanitized: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_SANITIZED"] != nil
}

private var areFaultsTried: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_FAULTS"] != nil
}
