// SPDX-License-Identifier: Apache-2.0
// Scans and keystrokes drawn at random: no scan is lost and none gets through, nothing that a person
// types is taken for one, and all of that comes out as it came in.

import TestSwitches
import XCTest

@testable import Scanner

final class ScanGateTests: XCTestCase {
  private static let scans = rounds(2_000, withFaults: 10_000)

  func testScansAreFoundAndNothingOfThemGetsThrough() {
    findScans(Keyboard(seed: 1))
  }

  func testScansAreFoundWithClicksAndOtherWindowsBetweenTheirKeys() {
    var keyboard = Keyboard(seed: 3)
    keyboard.clicks = 40
    findScans(keyboard)
  }

  func testScansOnABusyDisplayLoseNoOtherScan() {
    var random = Keyboard(seed: 6)
    var (strokes, codes): ([Keyboard.Stroke], [String]) = ([], [])
    var (time, broken) = (1_000, 0)
    for number in 10_000..<10_000 + Self.scans {
      let code = "SKU-\(number)"
      // One in twenty is torn apart: by so much that it is found, or not.
      let (tear, gap) = (random.chance(5) ? random.number(2...7) : 0, random.number(20...120))
      for (place, character) in (code + "\n").enumerated() {
        if place > 0, place == tear { time += gap }
        let key: TypedKey = character == "\n" ? .enter : .character(character)
        strokes.append(
          .init(time: time, event: .pressed(key, code: UInt32(place)), isOfScan: true))
        strokes.append(.init(time: time, event: .released(code: UInt32(place)), isOfScan: true))
        time += 1
      }
      let isFound = tear == 0 || gap + 1 <= ScanGate<Int>.longestHiccup
      if isFound { codes.append(code) } else { broken += 1 }
      time += 40
    }
    let result = WatchedWindow().getting(strokes)
    XCTAssertEqual(result.scans.count, codes.count)
    let wrong = zip(result.scans, codes).first { $0 != $1 }
    XCTAssertNil(wrong)
    // Those that were torn too far are typed, each as a whole.
    XCTAssertEqual(result.passed.count, broken * 2 * "SKU-10000\n".count)
  }

  private func findScans(_ start: Keyboard) {
    var keyboard = start
    var codes: [String] = []
    while codes.count < Self.scans {
      if keyboard.chance(20) {
        keyboard.typeLikeAPerson(keyboard.number(1...8))
        keyboard.wait(150)
      }
      if let code = keyboard.scan() { codes.append(code) }
    }
    let strokes = keyboard.strokes
    let result = WatchedWindow().getting(strokes)
    XCTAssertEqual(result.scans, codes)
    // Shift alone does nothing in a window.
    let passed = result.passed.filter { strokes[$0].event?.isShift != true }
    XCTAssertEqual(
      passed,
      strokes.indices.filter {
        !strokes[$0].isOfScan && !strokes[$0].isMove && strokes[$0].event?.isShift != true
      })
  }

  func testNoFastKeystrokeIsTakenForAScan() {
    var keyboard = Keyboard(seed: 2)
    while keyboard.presses < 20 * Self.scans { keyboard.typeLikeAPerson(200) }
    let strokes = keyboard.strokes
    let result = WatchedWindow().getting(strokes)
    XCTAssertEqual(result.scans, [])
    XCTAssertEqual(result.passed, Array(strokes.indices))
    // One key alone is late by the patience of the gate; a word at once a little more.
    XCTAssertLessThanOrEqual(result.delays.max() ?? 0, 8 * 30 + 35)
    let usual = result.delays.sorted()[result.delays.count / 2]
    XCTAssertLessThanOrEqual(usual, 20)
  }

  func testClicksAndOtherWindowsKeepTheirPlaceAmongFastKeystrokes() {
    var keyboard = Keyboard(seed: 4)
    keyboard.clicks = 30
    while keyboard.presses < 20 * Self.scans { keyboard.typeLikeAPerson(200) }
    let strokes = keyboard.strokes
    let result = WatchedWindow().getting(strokes)
    XCTAssertEqual(result.scans, [])
    XCTAssertEqual(result.passed, strokes.indices.filter { !strokes[$0].isMove })
  }

  /// What a person pays, in milliseconds: printed, because no limit says it.
  func testHowLateAPersonsKeysAre() {
    for keysPerSecond in [3, 5, 8, 11, 15, 20] {
      var keyboard = Keyboard(seed: 5)
      keyboard.typeEvenly(5_000, perSecond: keysPerSecond)
      let strokes = keyboard.strokes
      let result = WatchedWindow().getting(strokes)
      XCTAssertEqual(result.passed, Array(strokes.indices))
      let pressed = result.delaysOfPresses.sorted()
      let mean = Double(pressed.reduce(0, +)) / Double(pressed.count)
      let most = pressed.last ?? 0
      print("\(keysPerSecond) keys a second: \(mean) ms late on average, at most \(most)")
      // One more if another key is released in that very millisecond.
      XCTAssertLessThanOrEqual(most, 21)
    }
  }
}

extension KeyStroke {
  fileprivate var isShift: Bool {
    self == .pressed(.modifier, code: Keyboard.shift) || self == .released(code: Keyboard.shift)
  }
}
