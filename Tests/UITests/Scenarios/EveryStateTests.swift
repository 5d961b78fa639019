// SPDX-License-Identifier: Apache-2.0
// Every kind of window in every state, as the accessibility tree tells of it: wide, and so narrow and with
// so large a text that nothing is left to spare. Everything has a name of its own, and nothing is cut off.

import Foundation
import TestSwitches
import XCTest

final class EveryStateTests: UITestCase {
  private var isTranslated = false

  override func setUpWithError() throws { try skipWithoutFaults() }

  func testWideWindows() throws {
    try skipUnlessTouched()
    try walk(width: 1180, settings: [])
  }

  func testNarrowWindowsWithLargeText() throws {
    try walk(width: 360, settings: ["gtk-font-name=Sans 15"])
  }

  /// Every word is longer by 40 %.
  func testWideWindowsInAnotherLanguage() throws {
    try walk(width: 1180, settings: [], isTranslated: true)
  }

  /// So that a long word meets a narrow window.
  func testNarrowWindowsInAnotherLanguage() throws {
    try skipUnlessTouched()
    try walk(width: 360, settings: [], isTranslated: true)
  }

  private func walk(width: Int, settings: [String], isTranslated: Bool = false) throws {
    self.isTranslated = isTranslated
    try setDesktop(settings)
    if isTranslated { try home().speakPseudo() }
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: width, height: 760)
    try browsing(browser, isNarrow: width < 600)
    try ofOneProduct(browser, width: width)
    try otherWindows(browser, width: width)
    if isTranslated { try menusAndDialogs(browser, width: width) }
    startAnew()
    try setDesktop(settings)
    if isTranslated { try home().speakPseudo() }
    let empty = try home().start()
    let welcome = try empty.window(titled: "Vitrine")
    try check(welcome)
    try welcome.find(.button, "Start Empty").click()
    let first = try empty.window(titled: "All Products")
    try first.resize(width: width, height: 760)
    _ = try first.find(.label, "No Products Yet")
    try check(first)
  }

  // MARK: Browser window

  private func browsing(_ browser: Window, isNarrow: Bool) throws {
    try check(browser)
    try browser.press("ctrl+2")
    try browser.products().expectNo(.label, "2015")
    try check(browser)
    try browser.press("ctrl+1")
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("zzz")
    _ = try browser.find(.label, "No Results Found")
    try check(browser)
    try browser.press("Escape")
    try browser.expectNo(.entry, "Search Products")
    try choose(browser, "View", "Filter", "Low Stock")
    try choose(browser, "View", "Filter", "Price", "From … To …")
    try check(browser)
    try choose(browser, "View", "Filter", "No Photo")
    _ = try browser.find(.button, "Remove filter “No Photo”")
    try check(browser)
    for name in ["No Photo", "Low Stock"] {
      try browser.find(.button, "Remove filter “\(name)”").click()
      try browser.expectNo(.button, "Remove filter “\(name)”")
    }
    _ = try browser.product("Mango")
    if isNarrow {
      try browser.press("F9")
      _ = try browser.sidebar()
      try check(browser)
      try browser.press("F9")
    }
    try browser.choose("Artichoke")
    try toList(browser)
    try browser.press("Delete")
    try browser.products().expectNo(.label, "Artichoke")
    try check(browser)
    try toList(browser)
    try browser.product("Ginger").pointerClick()
    try browser.press("ctrl+e")
    try browser.field("Price").retype("12,x")
    try check(browser)
    try browser.press("Escape")
    _ = try browser.find(.button, "Resume")
    try check(browser)
    try browser.find(.button, "Discard").click()
    try browser.expectNo(.button, "Resume")
    try toList(browser)
    try browser.products().find(.label, "Mango").pointerClick()
    _ = try browser.find(.image, "Photo of Mango")
    try toList(browser)
    try browser.products().find(.label, "Cherries").pointerClick(holding: "ctrl")
    _ = try browser.find(.label, "2 Products Selected")
    try check(browser)
    try browser.editSeveral(2)
    try check(browser)
    try browser.press("Escape")
    try browser.press("Escape")
    if isNarrow { try browser.press("F9") }
    try browser.sidebar().find(.row, "Trash").select()
    _ = try browser.product("Artichoke")
    try check(browser)
    if isNarrow { try browser.press("F9") }
    try browser.sidebar().find(.row, "All Products").select()
    _ = try browser.product("Cherries")
  }

  // MARK: Windows of one product

  private func ofOneProduct(_ browser: Window, width: Int) throws {
    try browser.products().find(.label, "Cherries").pointerClick()
    _ = try browser.find(.image, "Photo of Cherries")
    try browser.press("ctrl+Return")
    let product = try browser.program.window(titled: "Cherries")
    try product.resize(width: min(width, 560), height: 760)
    try check(product)
    try product.press("alt+3")
    try product.find(.button, "Add Note").click()
    try product.find(.entry, "Note title").type("Half a no")
    try check(product)
    try product.press("ctrl+e")
    _ = try product.field("Title")
    try check(product)
    try product.find(.button, "Cancel").click()
    try product.press("alt+2")
    let photo = try product.find(.image, "A pair on its stems, under one leaf")
    try check(product)
    try photo.doubleClick()
    let picture = try obtain("the window of the photo") {
      try browser.program.windows.first { try $0.has(.button, "Zoom In") }
    }
    // Two windows of one title are hard to tell apart.
    try product.press("ctrl+w")
    try eventually("only the photo is left") { !product.isOpen }
    try picture.resize(width: width, height: 600)
    try check(picture)
    try picture.press("ctrl+w")
    try eventually("it is closed") { !picture.isOpen }
  }

  // MARK: Other windows

  private func otherWindows(_ browser: Window, width: Int) throws {
    let vitrine = browser.program
    for (keys, title) in [
      ("ctrl+h", "History"), ("ctrl+comma", "Preferences"), ("ctrl+m", "All Notes"),
      ("ctrl+shift+d", "Likely Duplicates"), ("ctrl+shift+l", "Labels"),
      ("ctrl+p", "Print Products"),
      ("ctrl+shift+c", "Continue Elsewhere"),
    ] {
      try browser.press(keys)
      let window = try vitrine.window(titled: title)
      if title != "Continue Elsewhere" { try window.resize(width: min(width, 560), height: 640) }
      try check(window)
      try window.press(title == "Continue Elsewhere" ? "Escape" : "ctrl+w")
      try eventually("“\(title)” is closed") { !window.isOpen }
    }
    try choose(browser, "Windows", "Saved Windows")
    let saved = try vitrine.window(titled: "Saved Windows")
    try check(saved)
    try saved.find(.button, "Close").click()
    try toList(browser)
    // It may cover the row, and a click on it opens the window again.
    try eventually("the message is gone") { try !browser.has(.button, "Reopen") }
    try browser.products().find(.label, "Red Rose").pointerClick()
    _ = try browser.find(.image, "Photo of Red Rose")
    try toList(browser)
    try browser.products().find(.label, "White Rose").pointerClick(holding: "ctrl")
    try browser.product("White Rose").expect("is chosen, too") { $0.isSelected }
    try browser.press("ctrl+shift+g")
    let merge = try vitrine.window(titled: "Merge Products")
    _ = try merge.find(.label, "Description")
    try check(merge)
    try importing(into: vitrine, width: width)
  }

  private func importing(into vitrine: Program, width: Int) throws {
    let file = try home().folder.appendingPathComponent("list.csv")
    let list = """
      Artikel;Bezeichnung;Preis;Datum;EAN
      7;Mango;3.50;03/04/2026;4006381333931
      8;Orchid;4.10;05/06/2026;4006381333924
      9;Ginger;4.20;07/08/2026;400638133393
      """
    try Data(list.utf8).write(to: file)
    XCTAssertEqual(try home().run("--sample", file.path).ending, .exited(0))
    let window = try vitrine.window(titled: "Import “list.csv”")
    try window.resize(width: width, height: 700)
    let result = "Show Result"
    _ = try window.find(.label, "2 questions are open.")
    try check(window)
    try window.find(.tab, "File").click()
    _ = try window.find(.choice, "Encoding")
    try check(window)
    try window.choose("New Source…", at: 1, of: "Source")
    _ = try window.find(.entry, "Name of the supplier")
    try check(window)
    try window.choose("None", at: 0, of: "Source")
    if try window.has(.button, result) { try window.find(.button, result).click() }
    try window.find(.button, "1 Refused").click()
    try window.find(.row, "Ginger").select()
    _ = try window.find(.entry, "Barcode (GTIN)")
    try check(window)
    try window.press("ctrl+w")
    try eventually("it is closed") { !window.isOpen }
  }

  /// What is longest in most languages, and what other tests open often.
  private func menusAndDialogs(_ browser: Window, width: Int) throws {
    for path in [[], ["View"], ["Go"], ["Catalogue"], ["Windows"], ["View", "Style"]] {
      try choose(browser, path)
      try assertTranslated(browser)
      try browser.press("Escape", until: "the menu is closed") {
        try !browser.has(.menuItem, "Quit") && !browser.has(.menuItem, "Custom Fields")
      }
    }
    for keys in ["ctrl+question", "ctrl+shift+s"] {
      try browser.press(keys)
      try assertTranslated(browser)
      try browser.program.press("Escape")
    }
    try choose(browser, "Catalogue", "Custom Fields")
    let fields = try browser.program.window(titled: "Custom Fields")
    try fields.resize(width: min(width, 560), height: 640)
    try check(fields)
    try fields.find(.button, "New Field").click()
    try check(fields)
  }

  // MARK: Steps

  /// Back to the list, where only one of list and product is shown.
  private func toList(_ browser: Window) throws {
    if try browser.has(.button, "Back") { try browser.press("alt+Left") }
    _ = try browser.products()
  }

  private func choose(_ window: Window, _ entries: String...) throws {
    try choose(window, entries)
  }

  private func choose(_ window: Window, _ entries: [String]) throws {
    try window.find(.button, "Main Menu").click()
    for entry in entries { try window.program.chooseFromMenu(entry) }
  }

  private func check(_ window: Window, file: StaticString = #filePath, line: UInt = #line) throws {
    try assertAccessible(window, file: file, line: line)
    try assertNothingIsCutOff(window, file: file, line: line)
    if isTranslated { try assertTranslated(window, file: file, line: line) }
  }
}
