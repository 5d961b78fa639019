// SPDX-License-Identifier: Apache-2.0
// What is saved at once is there, even if the program is killed three tenths of a second after it is seen:
// which windows there are, which is in front, what is open in them.

import Foundation
import TestSwitches
import XCTest

final class SavedAtOnceTests: UITestCase {
  override func setUpWithError() throws {
    try skipWithoutFaults()
    try home().placeSample()
  }

  func testWindowsThatWereJustOpenedAreThere() throws {
    let windows = try open()
    let again = try killed(windows[0].program)
    try again.expectWindows(3)
    _ = try self.windows(of: again)
  }

  func testAWindowThatWasJustClosedIsGoneAndCanBeReopened() throws {
    let windows = try open()
    try windows[1].close()
    let again = try killed(windows[1].program)
    try again.expectWindows(2)
    try again.press("ctrl+shift+t")
    _ = try again.window(titled: "Mango").find(.image, "Photo of Mango")
  }

  func testTheWindowThatJustCameToTheFrontIsInFront() throws {
    var windows = try open()
    for index in [0, 2, 1] {
      try windows[index].activate()
      let again = try killed(windows[index].program)
      windows = try self.windows(of: again)
      try eventually("window \(index) is in front") { windows[index].isActive }
    }
  }

  func testATabAFormAndAFullWindowOfJustNowAreThere() throws {
    var mango = try open()[1]
    try mango.chooseTab("Notes")
    try mango.find(.tab, "Notes").expect("is in front") { $0.isSelected }
    mango = try windows(of: killed(mango.program))[1]
    try mango.find(.tab, "Notes").expect("is in front again") { $0.isSelected }

    try mango.edit()
    mango = try windows(of: killed(mango.program))[1]
    try mango.field("Title").expectText("Mango")
    try mango.find(.button, "Cancel").click()
    try mango.expectNo(.button, "Done")
    mango = try windows(of: killed(mango.program))[1]
    _ = try mango.find(.button, "Edit")
    XCTAssertFalse(try mango.has(.button, "Done"))

    for state in ["_NET_WM_STATE_FULLSCREEN", "_NET_WM_STATE_MAXIMIZED_VERT"] {
      if state.hasSuffix("FULLSCREEN") {
        try mango.press("F11")
      } else {
        try mango.press("F11")
        try eventually("it no longer fills the screen") { try !states(of: mango).contains("FULL") }
        let header = try mango.onScreen(Point(x: mango.node.extents.width / 3, y: 20))
        try home().screen.click(at: header, times: 2)
      }
      try eventually("it is \(state)") { try states(of: mango).contains(state) }
      mango = try windows(of: killed(mango.program))[1]
      try eventually("it is \(state) again") { try states(of: mango).contains(state) }
    }
  }

  // MARK: Steps

  /// Opens the list, Mango and a photo of Cherries, in this order.
  private func open() throws -> [Window] {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let mango = try browser.openInNewWindow("Mango")
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try browser.find(.image, "A pair on its stems, under one leaf").doubleClick()
    return [browser, mango, try vitrine.window(titled: "Cherries")]
  }

  private func windows(of vitrine: Program) throws -> [Window] {
    [
      try vitrine.browser(), try vitrine.window(titled: "Mango"),
      try vitrine.window(titled: "Cherries"),
    ]
  }

  /// The program, started again after it was killed.
  private func killed(_ vitrine: Program) throws -> Program {
    // The promise is about time itself, so here is nothing to wait for.
    Thread.sleep(forTimeInterval: 0.3)
    try vitrine.kill()
    return try home().start("--sample")
  }

  private func states(of window: Window) throws -> String {
    try home().screen.states(of: window.identifier)
  }
}
