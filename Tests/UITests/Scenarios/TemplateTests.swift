// SPDX-License-Identifier: Apache-2.0
// The template of a category: set by way of a product, used by what is begun in the category or put into
// it, and removed again.

import Foundation
import XCTest

extension Window {
  /// Makes the product that is shown the template of its category.
  func useAsTemplate(
    _ category: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    try find(.button, "Product Menu", file: file, line: line).click(file: file, line: line)
    try program.chooseFromMenu("Use as Template for “\(category)”", file: file, line: line)
    _ = try find(
      .label, "New products in “\(category)” start with these values", file: file, line: line)
  }
}

final class TemplateTests: UITestCase {
  func testAFormAsksForTheFieldsThatWereChosenForItsCategory() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1300, height: 900)
    try browser.press("ctrl+n")
    try browser.field("Title").retype("Gouda")
    try browser.expectNo(.button, "Choose Fields…")
    try browser.field("Category").retype("Cheese")
    try browser.find(.button, "Choose Fields…").click()
    let dialog = try vitrine.window(titled: "Fields for “Cheese”")
    let year = try dialog.find(.checkBox, "Year")
    let price = try dialog.find(.checkBox, "Price")
    try dialog.press("Tab", until: "Year has the keyboard") { year.isFocused }
    try dialog.press("space")
    try year.expect("is not asked for") { !$0.isOn }
    try browser.expectNo(.entry, "Year")
    try dialog.press("shift+Tab")
    try price.expect("has the keyboard") { $0.isFocused }
    try dialog.press("alt+Down")
    try eventually("the keyboard stays on it, below what it was above") {
      let names = try dialog.all(.checkBox).map { try $0.title }
      return names.firstIndex(of: "Price") == 2
    }
    try dialog.find(.checkBox, "Price").expect("has the keyboard") { $0.isFocused }
    try dialog.press("Escape")
    try vitrine.expectWindows(1)
    try browser.field("Price").retype("12")
    try browser.find(.button, "Done").click()
    _ = try browser.products().find(.row, "Gouda")
    try vitrine.kill()

    let again = try home().start("--sample")
    let back = try again.browser()
    try back.products().find(.row, "Gouda").click()
    try back.edit()
    _ = try back.field("Price")
    try back.expectNo(.entry, "Year")
    try back.find(.button, "Cancel").click()
    try back.expectNo(.button, "Done")
    try back.press("ctrl+z")
    try back.products().expectNo(.row, "Gouda")
    try back.press("ctrl+z")
    _ = try back.find(.label, "Undone: Choose Fields of a Form")
  }

  func testNewProductsOfACategoryBeginLikeOneOfIts() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1300, height: 900)
    try browser.choose("Cherries")
    try browser.useAsTemplate("Food › Fruit")

    // In a form that is begun elsewhere, once it says so.
    try browser.press("ctrl+n")
    try browser.field("Title").retype("Plum")
    try browser.field("Price").expectText("")
    try browser.field("Category").retype("Food/Fruit")
    _ = try browser.find(.label, "Filled in from the template for “Food › Fruit”")
    try browser.field("Price").retype("3")
    try browser.find(.button, "Done").click()
    try browser.expectNo(.button, "Done")
    _ = try browser.find(.label, "Introduced 2015")
    _ = try browser.products().find(.row, "Plum")

    func remove() throws {
      try browser.find(.button, "Product Menu").click()
      try vitrine.chooseFromMenu("Remove Template for “Food › Fruit”")
      _ = try browser.find(.label, "Template for “Food › Fruit” removed")
    }
    try remove()
    try browser.press("ctrl+z")
    _ = try browser.find(.label, "Undone: Remove Template")
    try browser.press("ctrl+n")
    try browser.field("Category").retype("Food/Fruit")
    try browser.field("Year").expectText("2015")
    try browser.find(.button, "Cancel").click()
    try browser.expectNo(.button, "Done")

    try browser.products().find(.row, "Plum").click()
    try remove()
    try browser.press("ctrl+n")
    try browser.field("Category").retype("Food/Fruit")
    try browser.field("Year").expectText("")
  }
}
