// SPDX-License-Identifier: Apache-2.0
// Three windows of three kinds, with everything in them that a window keeps, come back as they were: after a
// quit, after kills so soon after the last change that only what was promised can be there, and after
// closing one after the other. The same in narrow windows, at 144 dots per inch, with two dots for each and
// from right to left.

import Foundation
import TestSwitches
import XCTest

final class ThreeWindowsTests: UITestCase {
  func testTheyComeBackAfterAQuit() throws { try comeBack { try $1.quit() } }

  func testTheyComeBackAfterAKillALittleLater() throws {
    try comeBack { _, vitrine in try self.kill(vitrine, after: 1.2) }
  }

  /// What was done a second before is there; of what came after, the last letters may be missing.
  func testTheyComeBackAfterAKillAtOnce() throws {
    try skipWithoutFaults()
    try comeBack(lastLetters: "o") { windows, vitrine in
      Thread.sleep(forTimeInterval: 1)
      try windows.type("o")
      try self.kill(vitrine, after: 0.3)
    }
  }

  func testTheyComeBackAfterClosingOneAfterTheOther() throws {
    try skipUnlessTouched()
    try comeBack(keepsStacking: false) { _, vitrine in
      for left in [2, 1, 0] {
        let windows = try vitrine.windows
        let front = try XCTUnwrap(windows.first { $0.isActive } ?? windows.first)
        try front.press("alt+F4")
        if left > 0 { try vitrine.expectWindows(left) }
      }
      XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    }
  }

  func testTheyComeBackNarrow() throws {
    try skipUnlessTouched()
    try comeBack(width: 420) { _, vitrine in try self.kill(vitrine, after: 1.2) }
  }

  func testTheyComeBackAt144DotsPerInch() throws {
    try skipUnlessTouched()
    let screen = try home().screen
    try screen.setResources("Xft.dpi: 144")
    defer { try? screen.setResources("") }
    try comeBack { try $1.quit() }
  }

  func testTheyComeBackWithTwoDotsForEach() throws {
    try skipUnlessTouched()
    try comeBack(environment: ["GDK_SCALE": "2"], width: 500, scale: 2) { try $1.quit() }
  }

  func testTheyComeBackFromRightToLeft() throws {
    try skipUnlessTouched()
    try comeBack(environment: home().locale("ar_EG")) { try $1.quit() }
  }

  func testTheyComeBackFromRightToLeftWithLargeTextAndNarrow() throws {
    try skipWithoutFaults()
    try setDesktop(["gtk-font-name=Sans 15"])
    try comeBack(environment: home().locale("ar_EG"), width: 520) { try $1.quit() }
  }

  // MARK: Steps

  private func start(_ changes: [String: String?]) throws -> Program {
    let vitrine = try home().launch(["--sample"], environment: changes)
    _ = try vitrine.browser()
    return vitrine
  }

  private func kill(_ vitrine: Program, after seconds: Double) throws {
    // The promise is about time itself, so here is nothing to wait for.
    Thread.sleep(forTimeInterval: seconds)
    try vitrine.kill()
  }

  private func comeBack(
    environment: [String: String?] = [:], width: Int = 1180, scale: Int = 1,
    lastLetters: String? = nil, keepsStacking: Bool = true,
    end: (ThreeWindows, Program) throws -> Void
  ) throws {
    try placeSampleWithRoses()
    let vitrine = try start(environment)
    try vitrine.browser().resize(width: max(width, 1_240), height: 1_000)
    let isNarrow = width < 600
    let windows = try ThreeWindows(
      vitrine, width: scale * width, height: scale * (isNarrow ? 500 : 520), isNarrow: isNarrow)
    let stacking = try home().screen.stacking(of: vitrine.pid)
    XCTAssertEqual(stacking.last, try windows.product.title)
    try end(windows, vitrine)
    let again = try start(environment)
    try again.expectWindows(3)
    if keepsStacking { try windows.expectStacking(in: again, stacking) }
    try windows.expectCaret(in: again, over: "g", orTyped: lastLetters)
    try windows.expect(in: again)
  }
}
