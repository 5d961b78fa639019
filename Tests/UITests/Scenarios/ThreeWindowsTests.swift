// Three windows of three kinds, each with something in it, come back as they were: after a quit, after a
// kill so soon after the last change that only what was promised can be there, and after closing one after
// the other. The same at large text, in a narrow window, and from right to left.

import Foundation
import TestSwitches
import XCTest

final class ThreeWindowsTests: UITestCase {
  func testTheyComeBackAfterAQuit() throws { try comeBack { try $0.quit() } }

  func testTheyComeBackAfterAKillALittleLater() throws {
    try comeBack { vitrine in try self.kill(vitrine, after: 1.2) }
  }

  func testTheyComeBackAfterClosingOneAfterTheOther() throws {
    try comeBack { vitrine in
      for left in [2, 1, 0] {
        let windows = try vitrine.windows
        let front = try XCTUnwrap(windows.first { $0.isActive } ?? windows.first)
        try front.press("alt+F4")
        if left > 0 { try vitrine.expectWindows(left) }
      }
      XCTAssertEqual(try vitrine.waitUntilExit(), .exited(0))
    }
  }

  func testTheyComeBackFromRightToLeftWithLargeTextAndNarrow() throws {
    try skipWithoutFaults()
    try setDesktop(["gtk-font-name=Sans 15"])
    let arabic = try home().locale("ar_EG")
    try comeBack(environment: arabic, width: 520) { try $0.quit() }
  }

  /// What was typed at least a second before is there; what came after may be missing, but nothing else.
  func testAKillAtOnceCostsNoMoreThanTheLastSecond() throws {
    try home().placeSample()
    let vitrine = try start([:])
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Cherries of the valley")
    try kill(vitrine, after: 1.2)
    let second = try start([:])
    try second.browser().field("Title").expectText("Cherries of the valley")
    try second.browser().field("Title").focus()
    try home().screen.press("End")
    try home().screen.type(" and hill")
    try kill(second, after: 0.3)
    let text = try start([:]).browser().field("Title").text
    XCTAssertTrue("Cherries of the valley and hill".hasPrefix(text), text)
    XCTAssertTrue(text.hasPrefix("Cherries of the valley"), text)
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
    environment: [String: String?] = [:], width: Int = 1180, end: (Program) throws -> Void
  ) throws {
    try home().placeSample()
    let vitrine = try start(environment)
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try browser.find(.image, Self.caption).doubleClick()
    let photo = try obtain("the window of the photo") {
      try vitrine.windows.first { try $0.has(.image, "Cherries: \(Self.caption)") }
    }
    try photo.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    try photo.press("1")
    let zoom = try obtain("its zoom") {
      try photo.all(.label).map { try $0.title }.first(where: isZoom)
    }

    // With the keyboard on a photo, the keys would be for that.
    try browser.products().find(.label, "Cherries").pointerClick()
    try browser.press("ctrl+Return")
    let product = try obtain("the window of the product") {
      try vitrine.windows.first { try $0 !== browser && $0.has(.button, "Edit") }
    }
    try product.chooseTab("Notes")
    try product.find(.button, "Add Note").click()
    try product.find(.entry, "Note title").type("Half a no")
    try product.edit()
    try product.field("Title").retype("Cherr")
    try product.press("shift+Left")

    try browser.resize(width: width, height: 700)
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("er")
    try browser.find(.entry, "Search Products").expectText("er")
    let size = try browser.place
    try end(vitrine)

    let again = try home().launch(["--sample"], environment: environment)
    let windows = try again.expectWindows(3)
    let list = try obtain("the list") {
      try windows.first { try $0.has(.entry, "Search Products") }
    }
    try list.find(.entry, "Search Products").expectText("er")
    try eventually("it is as large as it was") {
      let now = try list.place
      return [now.width, now.height] == [size.width, size.height]
    }
    let form = try obtain("the form") { try windows.first { try $0.has(.button, "Done") } }
    try form.field("Title").expectText("Cherr")
    try form.find(.tab, "Notes").expect("is in front") { $0.isSelected }
    try form.find(.entry, "Note title").expectText("Half a no")
    let picture = try obtain("the photo") {
      try windows.first { try $0.has(.image, "Cherries: \(Self.caption)") }
    }
    _ = try picture.find(.label, zoom)
    // Over what was selected, where the caret was.
    try form.activate()
    try form.field("Title").expect("has the keyboard") { $0.isFocused }
    try home().screen.type("w")
    try form.field("Title").expectText("Cherw")
  }

  private func isZoom(_ text: String) -> Bool { text.contains("%") || text.contains("٪") }

  private static let caption = "A pair on its stems, under one leaf"
}
