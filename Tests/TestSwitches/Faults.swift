// SPDX-License-Identifier: Apache-2.0
// What `./dev test` leaves to `./dev test --faults`, CI to a change that touches what is tried, and all of them to
// `./dev test --all`, in one place for all test targets.

import Foundation
import XCTest

/// Skips a test that takes more than a few seconds, such as a fault at every single call, unless
/// `./dev test --faults` runs it. CI runs one in two of them, drawn anew each time.
public func skipWithoutFaults() throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
  try XCTSkipUnless(isDrawn(oneIn: 2), "CI runs one in two, ./dev test --faults every one")
}

/// Skips a test that takes so long that CI only runs it after a change to what it tries, and then one in four, drawn
/// anew each time: one more way to look at what other tests look at, too.
public func skipUnlessTouched(_ file: StaticString = #fileID) throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
  try XCTSkipUnless(
    isTouched(file) && isDrawn(oneIn: 4),
    "CI runs one in four after a change to what they try, ./dev test --all every one")
}

private func isDrawn(oneIn count: Int) -> Bool {
  isAllTried || touched == nil || Int.random(in: 0..<count) == 0
}

/// The places where something fails in turn, such as the calls of a disk: all if all is to be tried, every third one
/// after a change to what is tried, else every sixth, from a random one on, so that some runs together try all.
public func places(_ all: ClosedRange<Int>, _ file: StaticString = #fileID) -> StrideThrough<Int> {
  let pace = pace(file)
  let first = min(all.upperBound, all.lowerBound + Int.random(in: 0..<pace))
  return stride(from: first, through: all.upperBound, by: pace)
}

/// How far it is from one of those places to the next.
public func pace(_ file: StaticString = #fileID) -> Int {
  isAllTried || touched == nil ? 1 : isTouched(file) ? 3 : 6
}

/// Skips a test of very much text in `./dev test --sanitize`, which takes ten times as long and finds there
/// what it finds in little.
public func skipWhenSanitized() throws {
  try XCTSkipIf(isSanitized, "./dev test --faults runs it")
}

/// How often a test does what it does: `many` times only if `./dev test --faults` runs it, without a
/// sanitizer, more often after a change to what it tries, and as often as it takes to be sure only if
/// `./dev test --all` does.
public func rounds(
  _ few: Int, withFaults many: Int, whenTouched more: Int? = nil, withAll all: Int? = nil,
  _ file: StaticString = #fileID
) -> Int {
  guard areFaultsTried && !isSanitized else { return few }
  let more = isTouched(file) ? more ?? many : many
  return isAllTried ? all ?? more : more
}

/// Whether a change touches what the tests of this file's target try: CI says for which targets, in
/// `VITRINE_TEST_TOUCHED`. Whoever does not say means all of them.
private func isTouched(_ file: StaticString) -> Bool {
  isAllTried
    || touched?.split(separator: " ").contains { file.description.hasPrefix($0 + "/") } ?? true
}

private var touched: String? { ProcessInfo.processInfo.environment["VITRINE_TEST_TOUCHED"] }

private var isSanitized: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_SANITIZED"] != nil
}

private var areFaultsTried: Bool {
  ProcessInfo.processInfo.environment["VITRINE_TEST_FAULTS"] != nil
}

/// Including what takes longer than CI has.
private var isAllTried: Bool { ProcessInfo.processInfo.environment["VITRINE_TEST_ALL"] != nil }
