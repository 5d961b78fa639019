// SPDX-License-Identifier: Apache-2.0
// Variants made by keys alone, with codes and prices; what is half done is there after a kill; and heads in the list.

import Foundation
import XCTest

final class VariantsTests: UITestCase {
  func testAShirtInThreeSizesAndFourColoursIsMadeByKeysAloneAndComesBackAfterAKill() throws {
    let vitrine = try openSample()
    var browser = try vitrine.browser()
    try browser.press("ctrl+n")
    try browser.write("Shirt", in: "Title")
    try browser.press("ctrl+s")
    try browser.expectNo(.button, "Done")

    try browser.press("ctrl+shift+v")
    try browser.write("Size", in: "Option 1")
    try browser.press("Return")
    try browser.write("S, M, L", in: "Values of Size")
    try browser.press("Return")
    _ = try browser.find(.button, "Make 3 Variants")
    // Escape leaves it without a decision.
    try browser.press("Escape")
    try browser.expectNo(.button, "Make 3 Variants")
    try browser.press("ctrl+shift+v")
    _ = try browser.find(.button, "Make 3 Variants")
    // Half of it is there after a kill.
    try eventuallyOnDisk(["\"S\"", "\"L\"", "\"Size\""])
    try vitrine.kill()
    browser = try home().start("--sample").browser()
    _ = try browser.find(.button, "Make 3 Variants")
    try browser.find(.entry, "Values of Size").expect("has the keyboard") { $0.isFocused }

    try browser.press("Return")
    try browser.write("Colour", in: "Option 2")
    try browser.press("Return")
    try browser.write("red, blue, green, black", in: "Values of Colour")
    try browser.press("Return")
    _ = try browser.find(.button, "Make 12 Variants")
    try browser.press("ctrl+s")
    _ = try browser.find(.label, "11 products, 23 with variants — Sample")

    // The first code has the keyboard; Enter leads down, Tab across.
    for (number, title) in ["S · red", "S · blue", "S · green"].enumerated() {
      try browser.write("SH-\(number)", in: "SKU of Shirt · \(title)")
      try browser.press("Return")
    }
    try browser.press("Tab")
    try browser.press("Tab")
    try browser.write("12.50", in: "Price of Shirt · S · black")
    try browser.press("Tab")
    try browser.write("7", in: "In Stock of Shirt · S · black")
    // That cell is unfinished.
    try eventuallyOnDisk(["\"7\""])
    try browser.program.kill()
    browser = try home().start("--sample").browser()
    let stock = try browser.find(.entry, "In Stock of Shirt · S · black")
    try stock.expectText("7")
    try stock.expect("has the keyboard") { $0.isFocused }
    try browser.find(.entry, "SKU of Shirt · S · blue").expectText("SH-1")
    XCTAssertTrue(
      try browser.find(.entry, "Price of Shirt · S · black").text.hasPrefix("12.50"))
    // It counts when it is left.
    try browser.press("Return")
    try eventually("it is in the catalogue") {
      let id = try identifier(of: "Shirt · S · black")
      return try home().run("show", "--sample", "--json", id, program: Home.built("vitrinectl"))
        .output.contains("\"stock\":7")
    }
    // Nothing is typed in the cell that has the keyboard now.
    try browser.press("ctrl+z")
    try stock.expectText("")
    // Without decimals, and left with Enter: once in the catalogue, and nothing was changed elsewhere.
    let price = try browser.find(.entry, "Price of Shirt · S · red")
    try price.focus()
    try price.type("13")
    try browser.press("Return")
    try eventually("it is written in full") { try price.text.hasPrefix("13.00") }
    let written = try price.text
    try browser.expectNo(
      .status,
      "Price of Shirt · S · red: Changed elsewhere to “\(written)”. Press Enter to keep what you typed."
    )
  }

  /// Without a pause between any two keys: each gets to what the ones before it have opened.
  func testAShirtIsMadeByKeysThatComeAllAtOnce() throws {
    let browser = try openSample().browser()
    let screen = try home().screen
    let names: [Character: String] = [" ": "space", ",": "comma", "-": "minus", "\n": "Return"]
    func keys(_ text: String) -> [String] { text.map { names[$0] ?? String($0) } }
    var all = ["ctrl+n"] + keys("Shirt") + ["ctrl+s", "ctrl+shift+v"]
    all += keys("Size\nS, M\n\nColour\nred, blue\n\n\n\n")
    for number in 1...4 { all += keys("SH-\(number)\n") }
    try screen.run(["key", "--delay", "0"] + all)
    for (number, title) in ["S · red", "S · blue", "M · red", "M · blue"].enumerated() {
      try browser.find(.entry, "SKU of Shirt · \(title)").expectText("SH-\(number + 1)")
    }
    // With its number: the tabs are in the order of their keys.
    try browser.press("alt+1")
    try browser.expectNo(.entry, "SKU of Shirt · S · red")
    try browser.press("alt+4")
    // They are a grid to type in, so the keyboard goes there.
    try browser.find(.entry, "SKU of Shirt · S · red").expect("has the keyboard") { $0.isFocused }
  }

  /// As long as a person may take: two minutes at two hundred keys a minute.
  private static let keysOfTwoMinutes = 400

  func testAShirtWithTwelveVariantsPhotosAndCodesIsMadeInTwoMinutesOfKeys() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    // The photos are in the clipboard, as from a camera's folder.
    try browser.choose("Cherries")
    try browser.press("alt+2")
    try browser.find(.row, "A pair on its stems, under one leaf").select()
    try browser.press("ctrl+c")
    _ = try browser.find(.label, "Photo copied")

    var keys = 0
    func press(_ key: String, times: Int = 1) throws {
      for _ in 0..<times { try browser.press(key) }
      keys += times
    }
    func write(_ text: String, in entry: String) throws {
      try browser.write(text, in: entry)
      keys += text.count
    }
    func go(_ key: String, to role: Role, _ name: String) throws {
      let wanted = try browser.find(role, name)
      for _ in 0..<8 {
        try press(key)
        // Keys are slower than what they do.
        if (try? eventually(timeout: 1, "it has the keyboard") { wanted.isFocused }) != nil {
          return
        }
      }
      XCTFail("“\(name)” is not reached by keys")
    }
    try press("ctrl+n")
    try write("Shirt", in: "Title")
    try press("ctrl+s")
    try browser.expectNo(.button, "Done")
    try press("alt+2")
    try press("ctrl+v")
    _ = try browser.find(.row, "Photo of Shirt")

    try press("ctrl+shift+v")
    for (number, (name, values)) in [("Size", "M, S, L"), ("Colour", "red, blue, green, black")]
      .enumerated()
    {
      try write(name, in: "Option \(number + 1)")
      try press("Return")
      try write(values, in: "Values of \(name)")
      try press("Return")
      if number == 0 {
        // S belongs before M.
        try go("Tab", to: .checkBox, "M")
        try press("alt+Down")
        try browser.find(.checkBox, "M").expect("has the keyboard still") { $0.isFocused }
        try go("shift+Tab", to: .entry, "Values of Size")
        try press("Return")
      }
    }
    _ = try browser.find(.button, "Make 12 Variants")
    try press("ctrl+s")

    let titles = ["S", "M", "L"].flatMap { size in
      ["red", "blue", "green", "black"].map { "Shirt · \(size) · \($0)" }
    }
    for (number, title) in titles.enumerated() {
      try write("SH-\(number + 10)", in: "SKU of \(title)")
      // A photo in a cell is the variant's.
      try press("ctrl+v")
      try press("Return")
    }
    for title in titles {
      _ = try browser.find(.entry, "SKU of \(title)")
    }
    XCTAssertLessThan(keys, Self.keysOfTwoMinutes)
    let lines = try home().run(
      "variant", "--sample", "--json", identifier(of: "Shirt"), program: Home.built("vitrinectl")
    ).output.split(separator: "\n")
    XCTAssertEqual(lines.count, 12)
    XCTAssertTrue(lines.first?.contains("SH-10") == true, "\(lines)")
    try eventually("each has a photo of its own") {
      let count = try home().run(
        "count", "--sample", "--empty", "images", program: Home.built("vitrinectl"))
      return count.output == "0\n"
    }
  }

  func testProductsBecomeVariantsOfTheOneThatIsChosen() throws {
    let browser = try openSample().browser()
    try browser.product("Mango").pointerClick()
    try browser.product("Cherries").pointerClick(holding: "ctrl")
    try browser.run("win.gather")
    let question = try browser.program.window(titled: "Variants of Which Product?")
    _ = try question.find(.button, "A New Product")
    try assertAccessible(question)
    try question.find(.button, "Mango").click()
    _ = try browser.find(.label, "1 product is a variant now")
    _ = try browser.products().find(.button, "Close “Mango”")
    XCTAssertTrue(
      try home().run(
        "variant", "--sample", identifier(of: "Mango"), program: Home.built("vitrinectl")
      ).output.contains("FRT-002"))
    // From now on it is plain.
    try browser.product("Ginger").pointerClick()
    try browser.product("Mango").pointerClick(holding: "ctrl")
    try browser.run("win.gather")
    _ = try browser.find(.label, "1 product is a variant now")
    _ = try browser.products().find(.label, "Ginger")
    _ = try browser.find(.label, "8 products, 10 with variants — Sample")
  }

  func testWhatIsWrongWithACellMovesNoOtherAndNeitherDoesItsEnd() throws {
    var browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.makeVariants(["Size": "small, large"])
    var small = try browser.find(.entry, "Price of Mango · small")
    var large = try browser.find(.entry, "Price of Mango · large")
    let wrong = "Price of Mango · small: The price must be a number, such as 12.50."
    var heights = try [small, large].map { try $0.middle().y }
    try small.focus()
    try small.type("much")
    // As soon as it is left, it is said; the second click meets what the first one met.
    try large.pointerClick()
    _ = try browser.find(.status, wrong)
    try large.pointerClick()
    try large.expect("has the keyboard") { $0.isFocused }
    XCTAssertEqual(try [small, large].map { try $0.middle().y }, heights)
    // So it is after a restart.
    try eventuallyOnDisk(["\"much\""])
    try browser.program.kill()
    browser = try home().start("--sample").browser()
    _ = try browser.find(.status, wrong)
    small = try browser.find(.entry, "Price of Mango · small")
    large = try browser.find(.entry, "Price of Mango · large")
    heights = try [small, large].map { try $0.middle().y }
    try small.focus()
    try small.retype("3")
    try browser.press("Return")
    try browser.expectNo(.status, wrong)
    XCTAssertEqual(try [small, large].map { try $0.middle().y }, heights)
    try assertAccessible(browser)
  }

  func testUndoInACellTakesBackWhatIsTypedAndThenWhatTheLastCellWrote() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.makeVariants(["Size": "small, large"])
    let small = try browser.find(.entry, "SKU of Mango · small")
    try small.expect("has the keyboard") { $0.isFocused }
    try home().screen.type("M-1")
    try browser.press("Return")
    let large = try browser.find(.entry, "SKU of Mango · large")
    try large.expect("has the keyboard") { $0.isFocused }
    try home().screen.type("M-2")
    try browser.press("ctrl+z")
    try large.expectText("")
    try small.expectText("M-1")
    try browser.press("ctrl+z")
    try small.expectText("")
    try large.expect("has the keyboard still") { $0.isFocused }
    try browser.press("ctrl+shift+z")
    try small.expectText("M-1")
    // What was written is taken back whole, also in its own cell.
    try browser.press("Up")
    try small.expect("has the keyboard") { $0.isFocused }
    try browser.press("ctrl+z")
    try small.expectText("")
    _ = try browser.find(.entry, "SKU of Mango · large")
  }

  func testAHeadOpensInTheListAndStaysOpen() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.press("ctrl+shift+v")
    try browser.write("Size", in: "Option 1")
    try browser.press("Return")
    try browser.write("small, large", in: "Values of Size")
    try browser.press("ctrl+s")
    _ = try browser.find(.entry, "SKU of Mango · large")
    _ = try browser.products().find(.button, "Open “Mango”")
    try browser.products().expectNo(.label, "small")
    // By keys, and back.
    try browser.product("Mango").pointerClick()
    try browser.press("Right")
    _ = try browser.product("small")
    try browser.press("Right")
    try browser.product("small").expect("is chosen") { $0.isSelected }
    try browser.press("Left")
    try browser.product("Mango").expect("is chosen") { $0.isSelected }
    try eventuallyOnDisk(["openHeads"])
    try vitrine.kill()
    let again = try home().start("--sample").browser()
    _ = try again.product("large")
    try again.products().find(.button, "Close “Mango”").click()
    try again.products().expectNo(.label, "large")
  }
}

extension Window {
  /// Makes variants of the product that is shown, by keys.
  func makeVariants(_ options: [String: String]) throws {
    try press("ctrl+shift+v")
    for (number, name) in options.keys.sorted().enumerated() {
      try write(name, in: "Option \(number + 1)")
      try press("Return")
      try write(options[name] ?? "", in: "Values of \(name)")
      try press("Return")
      if number + 1 < options.count { try press("Return") }
    }
    try press("ctrl+s")
  }

  /// Types with real keys into the entry that has the keyboard already.
  func write(_ text: String, in entry: String) throws {
    let found = try find(.entry, entry)
    try found.expect("has the keyboard") { $0.isFocused }
    try found.type(text)
  }

}
