// SPDX-License-Identifier: Apache-2.0
// What is a scan and what is not, one rule at a time: how codes end, what a program or a person types before and
// behind them, keys whose release nobody saw.

import XCTest

@testable import Scanner

final class ScanRulesTests: XCTestCase {
  func testAScannerThatEndsWithNothingIsBelievedOnlyWithACheckDigit() {
    XCTAssertEqual(
      WatchedWindow().getting(typed("4006381333931", every: 5)).scans, ["4006381333931"])
    XCTAssertEqual(WatchedWindow().getting(typed("4006381333932", every: 5)).scans, [])
    XCTAssertEqual(WatchedWindow().getting(typed("FRT-002", every: 5)).scans, [])
    XCTAssertEqual(WatchedWindow().getting(typed("FRT-002\n", every: 5)).scans, ["FRT-002"])
    XCTAssertEqual(WatchedWindow().getting(typed("FRT-002\n", every: 31)).scans, [])
    XCTAssertEqual(WatchedWindow().getting(typed("FRT-2\n", every: 5)).scans, [])
  }

  func testTheEndOfACodeMayComeLate() {
    for (gap, isOfScan) in [(31, true), (60, true), (150, true), (151, false)] {
      let code = typed("4006381333931", every: 1)
      let ends = typed("\n\n", every: 5, from: 1_012 + gap)
      let result = WatchedWindow().getting(code + ends + typed("x\n", every: 100, from: 1_400))
      XCTAssertEqual(result.scans, ["4006381333931"], "\(gap) ms")
      XCTAssertEqual(result.passed.count, isOfScan ? 4 : 8, "\(gap) ms")
    }
  }

  func testACodeIsTakenAsAWholeOrTypedAsAWhole() {
    XCTAssertEqual(WatchedWindow().getting(typed("ABC 1234567\n", every: 5)).scans, ["ABC 1234567"])
    // Some scanners send two keys at the end.
    XCTAssertEqual(WatchedWindow().getting(typed("ABC1234567\n\n", every: 5)).scans, ["ABC1234567"])
    XCTAssertEqual(WatchedWindow().getting(typed("Oak table 120\n", every: 5)).scans, [])
    XCTAssertEqual(WatchedWindow().getting(typed("Cherries\n", every: 5)).scans, [])
    XCTAssertEqual(WatchedWindow().getting(typed("Cherries\n1234567\n", every: 5)).scans, [])
    let long = typed(String(repeating: "1234567", count: 20) + "\n", every: 5)
    XCTAssertEqual(WatchedWindow().getting(long).scans, [])
    XCTAssertEqual(WatchedWindow().getting(long).passed, Array(long.indices))
  }

  func testAHiccupWithinACodeIsForgiven() {
    for gap in [30, 60] {
      let strokes =
        typed("40", every: 1) + typed("06381333931\n", every: 1, from: 1_001 + gap)
      XCTAssertEqual(WatchedWindow().getting(strokes).scans, ["4006381333931"], "\(gap) ms")
    }
    // Two codes without Enter are not one.
    let codes = ["4006381333931", "2015000001092"]
    let strokes = typed(codes[0], every: 1) + typed(codes[1], every: 1, from: 1_050)
    XCTAssertEqual(WatchedWindow().getting(strokes).scans, codes)
  }

  func testAScanThatWasBrokenOffDoesNotTakeTheNextOneWithIt() {
    for (pause, scans) in [(31, ["7654321"]), (30, [])] {
      let parts = [(0, "ABC1"), (80, "234567\n"), (110 + pause, "7654321\n")]
      let strokes = parts.flatMap { typed($0.1, every: 5, from: 1_000 + $0.0) }
      let result = WatchedWindow().getting(strokes)
      XCTAssertEqual(result.scans, scans, "after \(pause) ms")
    }
    // Without a key that ends it, its rest cannot be told from the next.
    for (pause, scans) in [(150, ["2015000001092"]), (149, [])] {
      let parts = [(0, "4006"), (80, "381333931"), (120 + pause, "2015000001092")]
      let strokes = parts.flatMap { typed($0.1, every: 5, from: 1_000 + $0.0) }
      XCTAssertEqual(WatchedWindow().getting(strokes).scans, scans, "after \(pause) ms")
    }
  }

  func testWhatAProgramTypesIntoFieldsArrives() {
    for text in [
      "1299.00\nBlue\n12\n", "2024-05-01\nOak table 120\n", "1299.00\n5\n4006381333931\n",
      "Walnut chair\n1299.00\n", "https://example.org/a b2\n", "1299.00\n2024",
    ] {
      let strokes = typed(text, every: 12)
      let result = WatchedWindow().getting(strokes)
      XCTAssertEqual(result.scans, [], text)
      XCTAssertEqual(result.passed, Array(strokes.indices), text)
    }
    // A text expander takes back what was typed first.
    var strokes = typed("4006381333931", every: 5)
    strokes = [.init(time: 995, event: .pressed(.erase, code: 99), isOfScan: false)] + strokes
    XCTAssertEqual(WatchedWindow().getting(strokes).passed, Array(strokes.indices))
  }

  func testTheRestOfAScanThatBeganTooSlowlyIsNoCode() {
    for pause in [32, 59] {
      let strokes = typed("F", every: 5) + typed("RT-002\n", every: 5, from: 1_000 + pause)
      XCTAssertEqual(WatchedWindow().getting(strokes).scans, [])
      XCTAssertEqual(WatchedWindow().getting(strokes).passed.count, 16)
    }
  }

  func testAPersonsKeyBehindAScanIsNotLost() {
    let strokes =
      typed("FRT-002\n", every: 5) + typed("x", every: 5, from: 1_060)
    let result = WatchedWindow().getting(strokes)
    XCTAssertEqual(result.scans, ["FRT-002"])
    XCTAssertEqual(result.passed, [16, 17])
  }

  func testAClickFindsWhatWasTypedAndLeavesAScanAlone() {
    for (text, isScan) in [("7", false), ("oak1", false), ("400", false), ("4006", true)] {
      var gate = ScanGate<Int>()
      for (place, character) in text.enumerated() {
        let (code, time) = (UInt32(place), UInt32(5 * place))
        _ = gate.take(place, .pressed(.character(character), code: code), at: time)
        _ = gate.take(place, .released(code: code), at: time + 2)
      }
      XCTAssertEqual(gate.interrupt().passed.isEmpty, isScan, text)
    }
  }

  func testAKeyWhoseReleaseGotLostIsNotLostWhenPressedAgain() {
    var gate = ScanGate<Int>()
    for (place, character) in "FRT-002".enumerated() {
      _ = gate.take(place, .pressed(.character(character), code: UInt32(place)), at: 0)
    }
    XCTAssertEqual(gate.take(7, .pressed(.enter, code: 7), at: 5).passed, [])
    XCTAssertEqual(gate.rest().scans, ["FRT-002"])
    // No scanner holds its keys down until they repeat.
    XCTAssertEqual(gate.take(8, .pressed(.enter, code: 7), at: 240).passed, [8])
    XCTAssertEqual(gate.take(9, .released(code: 7), at: 300).passed, [9])
    XCTAssertEqual(gate.take(10, .pressed(.character("F"), code: 0), at: 400).passed, [])
    XCTAssertEqual(gate.rest().passed, [10])
  }

  func testAKeyThatRepeatsByItselfIsNotKeptBack() {
    var gate = ScanGate<Int>()
    _ = gate.take(0, .pressed(.character("7"), code: 1), at: 0)
    XCTAssertEqual(gate.rest().passed, [0])
    for repetition in 1...20 {
      let outcome = gate.take(
        repetition, .pressed(.character("7"), code: 1), at: UInt32(500 + 15 * repetition))
      XCTAssertEqual(outcome.passed, [repetition])
    }
    XCTAssertEqual(gate.take(21, .pressed(.enter, code: 2), at: 810).passed, [21])
  }

  func testTheClockMayBeginAgain() {
    var gate = ScanGate<Int>()
    for (place, digit) in "40063813".enumerated() {
      let time = UInt32.max &- 20 &+ UInt32(place * 5)
      _ = gate.take(place, .pressed(.character(digit), code: UInt32(place)), at: time)
    }
    XCTAssertEqual(gate.take(8, .pressed(.enter, code: 9), at: 20).passed, [])
    XCTAssertEqual(gate.rest().scans, ["40063813"])
  }
}
