// SPDX-License-Identifier: Apache-2.0
// What a scanner that is set up is told: what it is like, or what to change about it.

import XCTest

@testable import Scanner

final class ScanTrialTests: XCTestCase {
  func testACodeThatIsRecognisedTellsHowItEnds() {
    XCTAssertEqual(finding("FRT-002\n"), .scanner(code: "FRT-002", end: .enter))
    XCTAssertEqual(finding("FRT-002\t"), .scanner(code: "FRT-002", end: .tab))
    XCTAssertEqual(finding("4006381333931"), .scanner(code: "4006381333931", end: nil))
  }

  func testWhatIsNotRecognisedTellsWhy() {
    XCTAssertEqual(finding("FRT-002\n", every: 45), .tooSlow)
    XCTAssertEqual(finding("FRT-002\n", every: 28, down: 25), .tooSlow)
    XCTAssertEqual(finding("FRT-002"), .unended("FRT-002"))
    XCTAssertEqual(finding("F-2\n"), .noCode("F-2"))
    XCTAssertEqual(finding("Cherries\n"), .noCode("Cherries"))
  }

  func testThreeCharactersAreReadAndFewerAreAPersonWhoUsesTheWindow() {
    var trial = ScanTrial()
    for (place, character) in "ab".enumerated() {
      trial.take(.pressed(.character(character), code: UInt32(place)), at: UInt32(place))
    }
    XCTAssertFalse(trial.isReading)
    trial.take(.pressed(.character("c"), code: 9), at: 9)
    XCTAssertTrue(trial.isReading)
    XCTAssertNotNil(trial.rest())
    XCTAssertFalse(trial.isReading)
    XCTAssertNil(finding(" \n"))
  }

  /// What is known of keys that go through a gate, as they do in the window.
  private func finding(
    _ text: String, every gap: Int = 5, down duration: Int = 2
  ) -> ScanTrial.Finding? {
    var (trial, gate) = (ScanTrial(), ScanGate<Int>())
    for stroke in typed(text, every: gap, down: duration) {
      guard let event = stroke.event else { continue }
      trial.take(event, at: UInt32(stroke.time))
      trial.found(gate.take(0, event, at: UInt32(stroke.time)).scans)
    }
    trial.found(gate.rest().scans)
    return trial.rest()
  }
}
