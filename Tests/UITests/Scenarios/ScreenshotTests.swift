// SPDX-License-Identifier: Apache-2.0
// A picture of every kind of window, in light and dark, wide and narrow, full and empty, with long
// words and large text: for people to look at. `./dev screenshots` writes them to
// `data/screenshots`; as a test, it shows that every one of these states can be reached.

import Foundation
import TestSwitches
import XCTest

final class ScreenshotTests: UITestCase {
  private let wantedFolder = ProcessInfo.processInfo.environment["VITRINE_SCREENSHOTS"]

  override func setUpWithError() throws {
    if wantedFolder == nil { try skipUnlessTouched() }
  }

  /// Where the pictures go; the home of the test, which is removed, unless somebody wants them.
  func folder() throws -> URL {
    try wantedFolder.map { URL(fileURLWithPath: $0) } ?? home().folder
  }

  func setDesktop(_ settings: String...) throws {
    try setDesktop(settings)
    try padAsUsersSeeIt()
  }

  /// The tests' own style sheet takes the padding away.
  func padAsUsersSeeIt() throws {
    try? FileManager.default.removeItem(at: styleFile("gtk.css"))
  }

  /// Also looks at what can be judged without eyes.
  func take(
    _ name: String, _ window: Window, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try assertAccessible(window, file: file, line: line)
    try assertNothingIsCutOff(window, file: file, line: line)
    try window.picture(at: folder().appendingPathComponent("\(name).png"))
  }

  // MARK: Browser window

  func testBrowserWindows() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let browser = try openSample().browser()
      try browser.resize(width: 1180, height: 760)
      try browser.choose("Cherries")
      try take("browser\(ending)", browser)
      try browser.press("ctrl+a")
      _ = try browser.find(.label, "10 Products Selected")
      try take("browser-several\(ending)", browser)
      try browser.editSeveral(10)
      try browser.change("Price", "Change by percent", at: 2)
      try browser.field("Percent for “Price”").retype("7")
      _ = try browser.find(.label, "10 change")
      try take("browser-edit-several\(ending)", browser)
      try browser.press("Escape")
      try browser.product("Mango").pointerClick()
      _ = try browser.find(.image, "Photo of Mango")
      try browser.find(.button, "Show as Grid").click()
      try take("browser-grid\(ending)", browser)
      try browser.find(.button, "Show as List").click()
      try browser.press("ctrl+f")
      try browser.find(.entry, "Search Products").type("rose")
      try browser.products().expectNo(.label, "Mango")
      try take("browser-search\(ending)", browser)
      // At once: “rosex” is taken for “roses”, and the page would change three times while it fades.
      try browser.find(.entry, "Search Products").focus()
      try browser.press("End")
      try home().screen.type("xyz", every: 5)
      _ = try browser.find(.label, "No Results Found")
      try take("browser-no-results\(ending)", browser)
    }
  }

  func testVariants() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let browser = try openSample().browser()
      try browser.resize(width: 1240, height: 760)
      try browser.choose("Red Rose")
      try browser.makeVariants(["Length": "40 cm, 60 cm", "Bunch": "10, 20"])
      try browser.write("RR-40-10", in: "SKU of Red Rose · 10 · 40 cm")
      try browser.press("Return")
      try browser.products().find(.button, "Open “Red Rose”").click()
      _ = try browser.product("20 · 60 cm")
      try take("browser-variants\(ending)", browser)
      try browser.press("ctrl+shift+v")
      _ = try browser.find(.button, "Apply")
      try take("browser-making-variants\(ending)", browser)
    }
    startAnew()
    for (name, settings) in [
      ("narrow", []), ("large-text", ["gtk-font-name=Sans 20"]),
    ] as [(String, [String])] {
      try setDesktop(settings)
      try padAsUsersSeeIt()
      let browser = try openSample().browser()
      try browser.resize(width: name == "narrow" ? 360 : 1240, height: 760)
      try browser.choose("Red Rose")
      try browser.makeVariants(["Length": "40 cm, 60 cm"])
      _ = try browser.find(.entry, "SKU of Red Rose · 60 cm")
      try take("browser-variants-\(name)", browser)
      startAnew()
    }
  }

  func testNarrowBrowserWindow() throws {
    try setDesktop()
    let browser = try openSample().browser()
    try browser.resize(width: 360, height: 640)
    try take("browser-narrow", browser)
    try browser.choose("Cherries")
    try take("browser-narrow-product", browser)
  }

  func testEmptyCatalogue() throws {
    try setDesktop()
    let vitrine = try home().start()
    let welcome = try vitrine.window(titled: "Vitrine")
    try take("welcome", welcome)
    try welcome.find(.button, "Start Empty").click()
    let browser = try vitrine.window(titled: "All Products")
    _ = try browser.find(.label, "No Products Yet")
    try take("browser-empty", browser)
  }

  func testLongWords() throws {
    try setDesktop()
    let vitrine = try openSample()
    let title = String(repeating: "Donaudampfschifffahrtselektrizitäten", count: 4)
    let added = try runToEnd(
      Home.built("vitrinectl"),
      [
        "add", "--sample", "--title", title, "--tag", String(title.prefix(60)),
        "--category", "\(title.prefix(40))/\(title.prefix(30))", "--price", "99999999.99 EUR",
      ], environment: home().environment)
    XCTAssertEqual(added.ending, .exited(0), added.errors)
    let browser = try vitrine.browser()
    try browser.product(title).select()
    _ = try browser.find(.label, "€99,999,999.99")
    try take("browser-long-words", browser)
  }

  // MARK: Product and photo

  func testProductWindows() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let product = try vitrine.browser().openInNewWindow("Cherries")
      try take("product\(ending)", product)
      try product.chooseTab("Photos")
      try take("product-photos\(ending)", product)
      try product.chooseTab("Notes")
      try take("product-notes\(ending)", product)
      try product.edit()
      let price = try product.field("Price")
      // Not with the pointer, which misses where the padding is as users see it.
      try product.press("Tab", until: "the price has the keyboard") { price.isFocused }
      try price.retype("12,x")
      try take("product-form\(ending)", product)
    }
  }

  func testNarrowProductWindow() throws {
    try setDesktop()
    let product = try openSample().browser().openInNewWindow("Cherries")
    try product.resize(width: 360, height: 640)
    try take("product-narrow", product)
    try product.edit()
    try take("product-form-narrow", product)
  }

  func testPhotoWindow() throws {
    try setDesktop()
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try browser.find(.image, "A pair on its stems, under one leaf").doubleClick()
    try take("photo", vitrine.window(titled: "Cherries"))
  }

  // MARK: Other windows

  func testOtherWindows() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let browser = try vitrine.browser()
      try browser.choose("Cherries")
      try browser.press("Delete")
      try browser.products().expectNo(.label, "Cherries")
      try browser.sidebar().find(.row, "Trash").select()
      try browser.choose("Cherries")
      try take("trash\(ending)", browser)
      try browser.press("ctrl+h")
      try take("history\(ending)", vitrine.window(titled: "History"))
      try browser.press("ctrl+comma")
      try take("preferences\(ending)", vitrine.window(titled: "Preferences"))
      try browser.press("ctrl+m")
      let notes = try vitrine.window(titled: "All Notes")
      _ = try notes.find(.label, "Freshness")
      try take("all-notes\(ending)", notes)
      try browser.sidebar().find(.row, "All Products").select()
      try browser.products().find(.label, "Red Rose").pointerClick()
      try browser.press("shift+Down")
      _ = try browser.find(.label, "2 Products Selected")
      try browser.press("ctrl+shift+g")
      let merging = try vitrine.window(titled: "Merge Products")
      _ = try merging.find(.label, "Description")
      try take("merge\(ending)", merging)
      try browser.press("ctrl+shift+c")
      let dialog = try vitrine.window(titled: "Continue Elsewhere")
      try take("continue-elsewhere\(ending)", dialog)
      try dialog.press("Escape")
      try browser.press("F10")
      try vitrine.chooseFromMenu("Windows")
      try vitrine.chooseFromMenu("Saved Windows")
      try take("saved-windows\(ending)", vitrine.window(titled: "Saved Windows"))
    }
  }

  func testImport() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      let file = try home().folder.appendingPathComponent("cheese.csv")
      let list = """
        No.;Cheese;Milk;Price per kg;Stock;Delivered;EAN
        0071;Gouda, twelve months;Cow;24,90;3,5;03/04/2026;4006381333931
        0072;Gouda, young;Cow;12,50;8;05/06/2026;
        0073;Goat’s roll;Goat;28,00;2,25;07/08/2026;
        0076;Manchego;Sheep;26,40;4;02/03/2026;400638133393
        """
      try Data(list.utf8).write(to: file)
      XCTAssertEqual(try home().run("--sample", file.path).ending, .exited(0))
      let window = try vitrine.window(titled: "Import “cheese.csv”")
      _ = try window.find(.label, "2 questions are open.")
      try take("import\(ending)", window)
      try window.find(.button, "Price per kg: EUR").click()
      _ = try window.find(.label, "1 question is open.")
      try window.find(.button, "1 Refused").click()
      try window.find(.row, "Manchego").select()
      _ = try window.find(.entry, "Barcode (GTIN)")
      try take("import-refused\(ending)", window)
      try window.resize(width: 360, height: 640)
      try take("import-narrow\(ending)", window)
    }
  }

  func testFieldsAndDuplicates() throws {
    try inLightAndDark(prepare: padAsUsersSeeIt) { ending in
      let vitrine = try openSample()
      for definition in [
        ["Wood", "--kind", "choice", "--choice", "Oak", "--choice", "Ash"],
        ["Height", "--kind", "number", "--unit", "cm", "--category", "Flowers"],
        ["Delivered", "--kind", "date"],
      ] { try control(["field", "add"] + definition) }
      try control(["add", "--title", "Cherries, sour"])
      try control(["add", "--title", "Sour cherries"])
      let browser = try vitrine.browser()
      try browser.press("ctrl+shift+d")
      let duplicates = try vitrine.window(titled: "Likely Duplicates")
      try duplicates.find(
        .row, "Cherries, sour · Sour cherries, nearly the same title, 2 products"
      ).select()
      try take("duplicates\(ending)", duplicates)
      try browser.press("F10")
      try vitrine.chooseFromMenu("Catalogue")
      try vitrine.chooseFromMenu("Custom Fields")
      let fields = try vitrine.window(titled: "Custom Fields")
      try fields.find(.row, "Wood, Choice: Oak, Ash").select()
      try take("fields\(ending)", fields)
      try fields.find(.button, "Edit").click()
      try fields.find(.entry, "Name").retype("Price")
      try take("fields-form\(ending)", fields)
      try fields.resize(width: 360, height: 480)
      try take("fields-form-narrow\(ending)", fields)
      try duplicates.resize(width: 360, height: 480)
      try take("duplicates-narrow\(ending)", duplicates)
    }
  }

  private func control(_ words: [String]) throws {
    let answer = try runToEnd(
      Home.built("vitrinectl"), words + ["--sample"], environment: home().environment)
    XCTAssertEqual(answer.ending, .exited(0), answer.errors)
  }

  func testRightToLeft() throws {
    try setDesktop()
    try home().placeSample()
    let vitrine = try home().launch(["--sample"], environment: home().locale("ar_EG"))
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try browser.choose("Cherries")
    try take("browser-right-to-left", browser)
    try browser.edit()
    try take("browser-form-right-to-left", browser)
  }

  // MARK: Large text

  func testLargeText() throws {
    // As large as at 144 dpi, which an X server without a desktop does not pass on.
    try setDesktop("gtk-font-name=Sans 15")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1180, height: 760)
    try browser.choose("Cherries")
    try take("browser-large-text", browser)
    let product = try browser.openInNewWindow("Cherries")
    try product.edit()
    try take("product-form-large-text", product)
  }
}
