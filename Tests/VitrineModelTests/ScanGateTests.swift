// Scans and keystrokes drawn at random: no scan is lost and none gets through, nothing that a person
// types is taken for one, and all of that comes out as it came in.

import XCTest

@testable import VitrineModel

final class ScanGateTests: XCTestCase {
  func testTenThousandScansAreFoundAndNothingOfThemGetsThrough() {
    var keyboard = Keyboard(seed: 1)
    var codes: [String] = []
    while codes.count < 10_000 {
      if keyboard.chance(20) {
        keyboard.typeLikeAPerson(keyboard.number(1...8))
        keyboard.wait(150)
      }
      if let code = keyboard.scan() { codes.append(code) }
    }
    let strokes = keyboard.strokes
    let result = Window().getting(strokes)
    XCTAssertEqual(result.scans, codes)
    // Shift alone does nothing in a window.
    let passed = result.passed.filter { !strokes[$0].event.isShift }
    XCTAssertEqual(
      passed, strokes.indices.filter { !strokes[$0].isOfScan && !strokes[$0].event.isShift })
  }

  func testNoneOf200000FastKeystrokesIsTakenForAScan() {
    var keyboard = Keyboard(seed: 2)
    while keyboard.presses < 200_000 { keyboard.typeLikeAPerson(200) }
    let strokes = keyboard.strokes
    let result = Window().getting(strokes)
    XCTAssertEqual(result.scans, [])
    XCTAssertEqual(result.passed, Array(strokes.indices))
    // One key alone is late by the patience of the gate; a word at once a little more.
    XCTAssertLessThanOrEqual(result.delays.max() ?? 0, 8 * 30 + ScanGate<Int>.patience)
    let usual = result.delays.sorted()[result.delays.count / 2]
    XCTAssertLessThanOrEqual(usual, ScanGate<Int>.patience)
  }

  func testAScannerThatEndsWithNothingIsBelievedOnlyWithACheckDigit() {
    XCTAssertEqual(Window().getting(typed("4006381333931", every: 5)).scans, ["4006381333931"])
    XCTAssertEqual(Window().getting(typed("4006381333932", every: 5)).scans, [])
    XCTAssertEqual(Window().getting(typed("FRT-002", every: 5)).scans, [])
    XCTAssertEqual(Window().getting(typed("FRT-002\n", every: 5)).scans, ["FRT-002"])
    XCTAssertEqual(Window().getting(typed("FRT-002\n", every: 31)).scans, [])
    XCTAssertEqual(Window().getting(typed("FRT-2\n", every: 5)).scans, [])
  }

  func testACodeIsTakenAsAWholeOrTypedAsAWhole() {
    XCTAssertEqual(Window().getting(typed("ABC 1234567\n", every: 5)).scans, ["ABC 1234567"])
    XCTAssertEqual(Window().getting(typed("Cherries\n", every: 5)).scans, [])
    XCTAssertEqual(Window().getting(typed("Cherries\n1234567\n", every: 5)).scans, [])
    let long = typed(String(repeating: "1234567", count: 20) + "\n", every: 5)
    XCTAssertEqual(Window().getting(long).scans, [])
    XCTAssertEqual(Window().getting(long).passed, Array(long.indices))
    // A hiccup within the first scan; the second comes after a pause, or too soon.
    for (pause, scans) in [(150, ["7654321"]), (149, [])] {
      let parts = [(0, "ABC1"), (60, "234567\n"), (90 + pause, "7654321\n")]
      let strokes = parts.flatMap { typed($0.1, every: 5, from: 1_000 + $0.0) }
      XCTAssertEqual(Window().getting(strokes).scans, scans, "after \(pause) ms")
    }
  }

  func testAKeyWhoseReleaseGotLostIsNotLostWhenPressedAgain() {
    var gate = ScanGate<Int>()
    for (place, character) in "FRT-002".enumerated() {
      _ = gate.take(place, .pressed(.character(character), code: UInt32(place)), at: 0)
    }
    XCTAssertEqual(gate.take(7, .pressed(.end, code: 7), at: 5).scan, "FRT-002")
    XCTAssertEqual(gate.take(8, .pressed(.end, code: 7), at: 40).passed, [])
    XCTAssertEqual(gate.take(9, .pressed(.end, code: 7), at: 1_041).passed, [9])
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
    XCTAssertEqual(gate.take(21, .pressed(.end, code: 2), at: 810).passed, [21])
  }

  func testTheClockMayBeginAgain() {
    var gate = ScanGate<Int>()
    var scan: String?
    for (place, digit) in "40063813".enumerated() {
      let time = UInt32.max &- 20 &+ UInt32(place * 5)
      _ = gate.take(place, .pressed(.character(digit), code: UInt32(place)), at: time)
    }
    scan = gate.take(8, .pressed(.end, code: 9), at: 20).scan
    XCTAssertEqual(scan, "40063813")
  }

  private func typed(
    _ text: String, every gap: Int, from start: Int = 1_000
  ) -> [Keyboard.Stroke] {
    text.enumerated().flatMap { place, character in
      let (time, code) = (start + place * gap, UInt32(place))
      let key: ScanGate<Int>.Key = character == "\n" ? .end : .character(character)
      return [
        Keyboard.Stroke(time: time, event: .pressed(key, code: code), isOfScan: false),
        .init(time: time + 2, event: .released(code: code), isOfScan: false),
      ]
    }
  }
}

/// What a window does with its gate.
private struct Window {
  var gate = ScanGate<Int>()
  var scans: [String] = []
  var passed: [Int] = []
  /// By how many milliseconds each key that was passed was late.
  var delays: [Int] = []

  func getting(_ strokes: [Keyboard.Stroke]) -> Window {
    var window = self
    var due = Int.max
    func rest() {
      window.take(window.gate.rest(), strokes, at: due)
      due = .max
    }
    for (place, stroke) in strokes.enumerated() {
      if due < stroke.time { rest() }
      let outcome = window.gate.take(place, stroke.event, at: UInt32(stroke.time))
      window.take(outcome, strokes, at: stroke.time)
      if !window.gate.isHolding {
        due = .max
      } else if stroke.event.isPress {
        due = stroke.time + ScanGate<Int>.patience
      }
    }
    if due < .max { rest() }
    return window
  }

  private mutating func take(
    _ outcome: ScanGate<Int>.Outcome, _ strokes: [Keyboard.Stroke], at time: Int
  ) {
    passed += outcome.passed
    delays += outcome.passed.map { time - strokes[$0].time }
    if let scan = outcome.scan { scans.append(scan) }
  }
}

extension ScanGate.Event {
  fileprivate var isPress: Bool { if case .pressed = self { true } else { false } }

  fileprivate var isShift: Bool {
    self == .pressed(.modifier, code: Keyboard.shift) || self == .released(code: Keyboard.shift)
  }
}
