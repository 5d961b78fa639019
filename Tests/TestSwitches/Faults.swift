// SPDX-License-Identifier: Apache-2.0
// What `./dev test` leaves to `./dev test --faults`, CI to a change that touches what is tried, and all of them to
// `./dev test --all`, in one place for all test targets.

import Foundation
import XCTest

/// Skips a test that takes more than a few seconds, such as a fault at every single call, unless
/// `./dev test --faults` runs it. CI runs a part of them, drawn anew each time.
public func skipWithoutFaults(_ file: StaticString = #fileID) throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
  try XCTSkipUnless(
    isDrawn(oneIn: part(file)), "CI runs some of these, ./dev test --faults every one")
}

/// Skips a test that takes so long that CI only runs it after a change to what it tries, and then a part, drawn
/// anew each time: one more way to look at what other tests look at, too.
public func skipUnlessTouched(_ file: StaticString = #fileID) throws {
  try XCTSkipUnless(areFaultsTried, "./dev test --faults runs it")
  try XCTSkipUnless(
    isTouched(file) && isDrawn(oneIn: part(file)),
    "CI runs some after a change to what they try, ./dev test --faults every one")
}

/// One in how many CI tries: a quarter after a change to what is tried, unless it is one of nearly everything, for which
/// there is no time; else an eighth.
private func part(_ file: StaticString) -> Int {
  let targets = touched?.split(separator: " ").filter { !$0.contains(".") } ?? []
  return isTouched(file) && targets.count <= 6 ? 4 : 8
}

private func isDrawn(oneIn count: Int) -> Bool {
  isAllTried || touched == nil || Int.random(in: 0..<count) == 0
}

/// The places where something fails in turn, such as the calls of a disk: all if nobody says what was touched; in CI
/// half as many as it runs of other things, from a random one on, so that some runs together try all.
public func places(_ all: ClosedRange<Int>, _ file: StaticString = #fileID) -> StrideThrough<Int> {
  let pace = pace(file)
  let first = min(all.upperBound, all.lowerBound + Int.random(in: 0..<pace))
  return stride(from: first, through: all.upperBound, by: pace)
}

/// How far it is from one of those places to the next.
public func pace(_ file: StaticString = #fileID) -> Int {
  isAllTried || touched == nil ? 1 : 2 * part(file)
}

/// Skips a test of very much text in `./dev test --sanitize`, which takes ten times as long and finds there
/// what it finds in little.
public func skipWhenSanitized() throws {
  try XCTSkipIf(isSanitized, "./dev test --faults runs it")
}

/// How often a test does what it does: `many` times only if `./dev test --faults` runs it, without a sanitizer, of
/// which CI tries a part; and as often as it takes to be sure only if
/// `./dev test --all` does.
public func rounds(
  _ few: Int, withFaults many: Int, withAll all: Int? = nil, _ file: StaticString = #fileID
) -> Int {
  guard areFaultsTried && !isSanitized else { return few }
  if isAllTried { return all ?? many }
  guard touched != nil else { return many }
  let part = part(file)
  return max(few, (many + part - 1) / part)
}

/// Some of what a test goes through one by one, drawn anew: all of it if `./dev test --faults` runs it, of which CI tries a
/// part; but at least `few`.
public func some<Element>(
  _ few: Int, of all: [Element], _ file: StaticString = #fileID
) -> [Element] {
  let count = rounds(few, withFaults: all.count, file)
  return count < all.count ? Array(all.shuffled().prefix(count)) : all
}

/// Whether a change touches what the tests of this file try: CI says for which targets, and for which classes of UI
/// tests, in `VITRINE_TEST_TOUCHED`. Whoever does not say means all of them.
private func isTouched(_ file: StaticString) -> Bool {
  guard !isAllTried, let touched else { return true }
  // As in UITests/ScenarioTests.swift.
  let parts = file.description.split(separator: "/")
  let names = parts.prefix(1) + [parts.joined(separator: ".").dropLast(".swift".count)]
  return touched.split(separator: " ").contains { names.contains($0) }
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
