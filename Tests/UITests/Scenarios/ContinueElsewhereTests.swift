// SPDX-License-Identifier: Apache-2.0
// A window that is taken to another machine: by its link, and in a file; and files that are none.

import Foundation
import XCTest

final class ContinueElsewhereTests: UITestCase {
  /// The dialog, opened from the keyboard.
  private func continueElsewhere(_ window: Window) throws -> Window {
    try window.press("ctrl+shift+c")
    return try window.program.window(titled: "Continue Elsewhere")
  }

  func testAHalfTypedFormGoesOnWhereItsLinkIsOpened() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Sour Cherries")
    try browser.chooseTab("Notes")
    let dialog = try continueElsewhere(browser)
    _ = try dialog.find(.image, "QR code with the link to this window")
    _ = try dialog.find(
      .label,
      "Vitrine continues with “Cherries” in the same place on another computer with the same catalogue. What you typed is included, and stays unsaved."
    )
    try dialog.find(.button, "Copy Link").click()
    _ = try dialog.find(.status, "Link copied")
    try dialog.press("Escape")
    let link = try copiedText(browser)
    XCTAssertTrue(link.hasPrefix("vitrine:continue-product/"), link)

    // Another machine has the catalogue and none of the windows.
    try vitrine.kill()
    try FileManager.default.removeItem(at: home().state)
    let there = try home().start("--sample", link)
    let window = try there.browser()
    try window.find(.tab, "Notes").expect("is chosen") { $0.isSelected }
    try window.chooseTab("Details")
    try window.field("Title").expectText("Sour Cherries")
    try window.product("Cherries").expect("is chosen, as it was") { $0.isSelected }
    try window.find(.button, "Cancel").click()
    _ = try window.find(.button, "Edit")
    _ = try window.product("Cherries")
  }

  /// What a copied text is, seen where it is pasted.
  private func copiedText(_ window: Window) throws -> String {
    try window.press("ctrl+f")
    try window.press("ctrl+v")
    let entry = try window.find(.entry, "Search Products")
    try entry.expect("has the text") { try !$0.text.isEmpty }
    let text = try entry.text
    try window.press("Escape")
    return text
  }

  func testASavedFileOpensInAWindowOfItsOwnAndReplacesNoOtherEdit() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    let window = try browser.openInNewWindow("Mango")
    try window.edit()
    try window.field("Title").retype("Alphonso")
    let file = try home().folder.appendingPathComponent("Mango.vitrine")
    let dialog = try continueElsewhere(window)
    try dialog.find(.button, "Save to File…").click()
    try vitrine.save(in: "Save to File", as: file)
    _ = try dialog.find(.status, "Saved as “Mango.vitrine”")
    try dialog.find(.button, "Close").click()
    try window.field("Title").retype("Kesar")

    let opened = try home().run("--sample", file.path)
    XCTAssertEqual(opened.ending, .exited(0), opened.errors)
    try vitrine.expectWindows(3)
    let arrived = try obtain("the window from the file") {
      try vitrine.windows.first {
        try $0.has(.label, "This product is being edited in another window, too.")
      }
    }
    try arrived.field("Title").expectText("Alphonso")
    try window.field("Title").expectText("Kesar")
  }

  func testTheSameFileTwiceOpensOneWindowAndAHostileOneDoesNoHarm() throws {
    let vitrine = try openSample()
    _ = try vitrine.browser()
    let cherries = "A94A8C9B-8A5F-45D6-8FEA-EAC7131C0B56"
    let far = "1e308"
    let hostile = [
      """
      "type": "org.vitrine.Vitrine.product", "target": "\(cherries)", "userInfo": {"window": "browser",
      "parts": {"Browser.state": {"sidebarWidth": 19999, "listWidth": 1, "layout": "grid",
      "scrollAnchor": {"product": "\(cherries)", "offset": \(far)}, "selection": "\(cherries)",
      "hiddenColumns": ["title", "price"], "columns": [{"field": "x", "width": -9}, {"field": "title"}],
      "order": [{"sort": "title"}]},
      "Browser.selected": {"all": true}, "Draft.several": {"isOpen": true, "fields":
      {"price": {"action": "times", "typed": "9e99"}, "x": {"action": "number", "typed": ""}}},
      "Detail.state": {"tab": "photos", "scroll": {"photos": \(far), "details": -\(far)}}}}
      """,
      """
      "type": "org.vitrine.Vitrine.product", "target": "\(cherries)", "userInfo": {"window": "product",
      "parts": {"Detail.state": {"tab": "notes", "editor": "form"}, "Draft.product.\(cherries)":
      {"focus": "title", "anchor": -5, "caret": 9223372036854775807, "fields":
      {"title": {"typed": "\\u202e\\u0007x", "was": ""}, "no such": {"typed": "1", "was": ""}}},
      "Draft.note.\(UUID())": {"product": "\(cherries)", "isNew": false, "title": "t\\nt", "text": "",
      "focus": "text", "anchor": -1, "caret": 99999999999}}}
      """,
      """
      "type": "org.vitrine.Vitrine.photo", "target": "\(UUID())", "userInfo": {"window": "photo",
      "product": "\(cherries)", "parts": {"Photo.state": {"product": "\(cherries)", "zoom": \(far),
      "centre": {"x": -\(far), "y": \(far)}}}}
      """,
    ]
    for (number, text) in hostile.enumerated() {
      let file = try home().folder.appendingPathComponent("\(number).vitrine")
      try Data("{\"activity\": {\"handoff\": true, \(text)}}".utf8).write(to: file)
      for _ in 1...2 {
        let opened = try home().run("--sample", file.path)
        XCTAssertEqual(opened.ending, .exited(0), opened.errors)
        try vitrine.expectWindows(number + 2)
      }
    }
    try vitrine.quit()
    _ = try home().start("--sample").expectWindows(hostile.count + 1)
  }

  func testAFileThatIsNoWindowIsRefusedInWords() throws {
    let vitrine = try openSample()
    let file = try home().folder.appendingPathComponent("broken.vitrine")
    try Data("{\"activity\": {}}".utf8).write(to: file)
    for path in [file.path, "nowhere.vitrine"] {
      let refused = try home().run("--sample", path)
      XCTAssertEqual(refused.ending, .exited(2))
      XCTAssertTrue(refused.errors.contains("can’t be opened"), refused.errors)
    }
    let client = try BusClient(
      home(), name: "org.vitrine.Vitrine.Sample", path: "/org/vitrine/Vitrine/Sample")
    try client.call(
      "org.freedesktop.Application", "Open", "(['\(file.absoluteString)'], @a{sv} {})")
    let browser = try vitrine.browser()
    _ = try browser.find(
      .label, "“broken.vitrine” can’t be opened. It is damaged, or not a window of Vitrine.")
    // Of a product that this catalogue does not have.
    try client.call(
      "org.freedesktop.Application", "Open",
      "(['vitrine:continue-product/\(UUID())?window=product&_title=Kiwi'], @a{sv} {})")
    _ = try browser.find(
      .label, "This window can’t be continued here. “Kiwi” is not in this catalogue.")
    try vitrine.expectWindows(1)
  }
}
