// SPDX-License-Identifier: Apache-2.0
// Whether a scanner is noticed that nobody has set up: in the times of keys that were let go, and nowhere else.

import XCTest

@testable import Scanner

final class ScanSightingTests: XCTestCase {
  func testACodeAndItsEndAreSeenAndNothingElseIs() {
    for (text, gap, isSeen) in [
      ("FRT-002\n", 5, true), ("4006381333931\n", 30, true), ("FRT-002\n", 31, false),
      ("4006381333931", 5, false), ("Cherries\n", 5, false), ("FRT-2\n", 5, false),
      ("Oak table 120\n", 5, false), ("x FRT-002\n", 5, false),
    ] {
      XCTAssertEqual(sightings(in: typed(text, every: gap)), isSeen ? 1 : 0, text)
    }
  }

  func testEachOfAThousandScansIsSeenOnceUnlessItsEndIsMissingOrLate() {
    var seen = 0
    for seed in 0..<1_000 {
      var keyboard = Keyboard(seed: UInt64(seed))
      guard keyboard.scan() != nil else { continue }
      let strokes = keyboard.strokes
      let end = strokes.first { $0.event?.isPressOfEnter == true }?.time ?? .max
      let last = strokes.last { $0.time < end && $0.event?.isPressOfCharacter == true }?.time ?? 0
      let isWhole = end < .max && end - last <= ScanGate<Int>.longestGap
      XCTAssertEqual(sightings(in: strokes), isWhole ? 1 : 0, "seed \(seed)")
      seen += isWhole ? 1 : 0
    }
    XCTAssertGreaterThan(seen, 500)
  }

  func testNothingIsSeenIn200000FastKeystrokes() {
    var keyboard = Keyboard(seed: 8)
    while keyboard.presses < 200_000 { keyboard.typeLikeAPerson(200) }
    XCTAssertEqual(sightings(in: keyboard.strokes), 0)
  }

  private func sightings(in strokes: [Keyboard.Stroke]) -> Int {
    var sighting = ScanSighting()
    var down: [UInt32: (key: TypedKey, time: Int)] = [:]
    var count = 0
    for stroke in strokes {
      switch stroke.event {
      case .pressed(let key, let code): down[code] = (key, stroke.time)
      case .released(let code):
        guard let (key, time) = down.removeValue(forKey: code) else { break }
        if sighting.takes(key, at: UInt32(time), until: UInt32(stroke.time)) { count += 1 }
      case nil: break
      }
    }
    return count
  }
}

extension KeyStroke {
  fileprivate var isPressOfEnter: Bool {
    if case .pressed(.enter, _) = self { true } else { false }
  }

  fileprivate var isPressOfCharacter: Bool {
    if case .pressed(.character, _) = self { true } else { false }
  }
}
