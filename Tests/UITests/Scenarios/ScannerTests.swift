// SPDX-License-Identifier: Apache-2.0
// A barcode scanner that types: its code leads to a product, and nothing of it gets into the field that
// has the keyboard; what a person types does.

import XCTest

@testable import Catalog

final class ScannerTests: UITestCase {
  func testAScanLeadsToItsProductFromAListASearchAndAForm() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    try browser.choose("Mango")
    try browser.activate()
    try screen.scan("2007000002032")
    try browser.product("Orchid").expect("is selected") { $0.isSelected }
    _ = try browser.find(.image, "Photo of Orchid")
    try screen.scan("FRT-002")
    _ = try browser.find(.image, "Photo of Cherries")

    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.retype("mango")
    try browser.products().expectNo(.label, "Orchid")
    try screen.scan("02007000002032", end: "Tab")
    try vitrine.window(titled: "Orchid").close()
    try search.expectText("mango")
    try browser.press("Escape")
    _ = try browser.product("Orchid")

    try browser.choose("Cherries")
    try browser.edit()
    let title = try browser.field("Title")
    try title.retype("Half a ti")
    try screen.scan("FLW-002")
    try vitrine.window(titled: "Orchid").close()
    try title.expectText("Half a ti")
  }

  func testAnUnknownCodeBeginsOneNewProduct() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    try browser.activate()
    try screen.scan("4006381333931")
    try browser.field("Barcode (GTIN)").expectText("4006381333931")
    try browser.field("Title").retype("Pens")
    // No key ends it; the check digit does.
    try screen.scan("4006381333931", end: nil)
    try screen.scan("NEW-0001")
    let second = try vitrine.window(titled: "Vitrine")
    try second.field("SKU").expectText("NEW-0001")
    try vitrine.expectWindows(2)
    try second.field("Barcode (GTIN)").focus()
    try screen.scan("96385074")
    try second.field("Barcode (GTIN)").expectText("96385074")
    try vitrine.expectWindows(2)
    try browser.field("Title").expectText("Pens")
  }

  func testNothingOf200ScansGetsIntoAnyField() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    try browser.resize(width: 1200, height: 980)
    let screen = try home().screen
    try browser.press("ctrl+f")
    try browser.choose("Cherries")
    try browser.edit()
    let fields = try ["Title", "Price", "Tags", "SKU", "Barcode (GTIN)", "Search Products"].map {
      try browser.field($0)
    }
    let texts = try fields.map { try $0.text }
    let seed = UInt64.random(in: 0...999_999)
    var random = SeededRandom(seed: seed)
    for _ in 1...20 {
      try fields.randomElement(using: &random)?.focus()
      // The product that is shown: nothing else moves the keyboard.
      for end in ["Return", "Tab", "KP_Enter"] { try screen.scan("FRT-002", end: end, times: 3) }
      try screen.scan("FRT-002")
    }
    try screen.scan("FLW-002")
    _ = try vitrine.window(titled: "Orchid")
    XCTAssertEqual(try fields.map { try $0.text }, texts, "seed \(seed)")
  }

  func testAnUnknownCodeScannedAgainLeavesTheFormOfAnotherProduct() throws {
    let vitrine = try openSampleWithScanner()
    let browser = try vitrine.browser()
    let screen = try home().screen
    try browser.activate()
    try screen.scan("NEW-0001")
    try browser.field("Title").retype("Pens")
    try browser.choose("Cherries")
    try browser.edit()
    try browser.field("Title").retype("Half a ti")
    try screen.scan("NEW-0001")
    // It comes after the scan before it.
    try screen.scan("FLW-002")
    try vitrine.window(titled: "Orchid").close()
    try browser.field("Title").expectText("Half a ti")
    try browser.press("Escape")
    try browser.expectNo(.button, "Done")
    try screen.scan("NEW-0001")
    try browser.field("Title").expectText("Pens")
  }

  func testWhatAPersonTypesArrivesAndAScannerTypesIfWanted() throws {
    let browser = try openSampleWithScanner().browser()
    let screen = try home().screen
    try browser.press("ctrl+f")
    let search = try browser.find(.entry, "Search Products")
    try search.expect("has the keyboard") { $0.isFocused }
    // As fast as the fastest, and a shortcut right behind it.
    let text = "4006381333931 Quick, brown: fox99jumps (over) 13 lazy dogs"
    try screen.type(text, every: 36)
    try screen.press("ctrl+a")
    try search.expectText(text)
    let preferences = try browser.openPreferences()
    let opens = try preferences.find(.checkBox, "Barcodes Open Products")
    try opens.click()
    try opens.expect("is off") { !$0.isOn }
    try preferences.close()
    try search.focus()
    try search.retype("")
    try screen.scan("2007000002032")
    try search.expectText("2007000002032")
  }
}
