// SPDX-License-Identifier: Apache-2.0
// Three windows of three kinds, with something done to everything that a window keeps: the list of roses, a
// product being edited, a photo seen closely. And how a user sees, at the next start, that it is all there.

import Foundation
import XCTest

struct ThreeWindows {
  /// What a user sees in the program that was started again.
  private var looks: [(Program) throws -> Void] = []
  private let isNarrow: Bool
  private let vitrine: Program
  let browser: Window
  let product: Window
  let photo: Window

  private static let caption = "A pair on its stems, under one leaf"

  /// Opens them, and does to each what it is to keep.
  ///
  /// - Parameter isNarrow: whether the list and the product are shown by turns.
  init(_ vitrine: Program, width: Int, height: Int, isNarrow: Bool) throws {
    self.vitrine = vitrine
    self.isNarrow = isNarrow
    browser = try vitrine.browser()
    photo = try Self.openPhoto(from: browser)
    if try browser.has(.button, "Back") { try browser.press("alt+Left") }
    product = try browser.openInNewWindow("Mango")
    try lookClosely()
    try begin()
    try browser.resize(width: width, height: height)
    try choosePlace()
    if !isNarrow { try arrangePanes() }
    try arrangeColumns()
    try sortAndFilter()
    try searchAndScroll()
    try edit()
    try remember()
  }

  /// Looks at all of it in the program that was started again.
  func expect(in again: Program) throws {
    try again.expectWindows(3)
    for look in looks { try look(again) }
  }

  /// That the same window has the keyboard, and the others are in the same order behind it.
  func expectStacking(in again: Program, _ order: [String]) throws {
    try eventually("the windows are in the order \(order)") {
      let now = try again.home.screen.stacking(of: again.pid)
      guard now == order else { throw AccessibilityFailure(description: "it is \(now)") }
      return true
    }
  }

  // MARK: Photo window

  private static func openPhoto(from browser: Window) throws -> Window {
    try browser.choose("Cherries")
    try browser.chooseTab("Photos")
    try browser.find(.image, caption).doubleClick()
    let photo = try obtain("the window of the photo") { try photoWindow(of: browser.program) }
    try photo.find(.button, "Zoom In").expect("can be pressed") { $0.isSensitive }
    return photo
  }

  private static func photoWindow(of program: Program) throws -> Window? {
    try program.windows.first { try $0.has(.image, "Cherries: \(caption)") }
  }

  /// Fullscreen, zoomed in, and moved to one side.
  private mutating func lookClosely() throws {
    let screen = vitrine.home.screen
    try photo.press("F11")
    try eventually("it fills the screen") {
      try screen.states(of: photo.identifier).contains("_NET_WM_STATE_FULLSCREEN")
    }
    try photo.press("1")
    for _ in 1...3 { try photo.press("plus") }
    let zoom = try obtain("its zoom") {
      try photo.all(.label).map { try $0.title }.first { $0.contains("195") || $0.contains("١٩٥") }
    }
    for key in ["Right", "Right", "Down"] { try photo.press(key) }
    let seen = try obtain("what is seen of it") { try Self.seen(in: photo) }
    looks.append { again in
      let photo = try obtain("the photo") { try Self.photoWindow(of: again) }
      try eventually("it fills the screen again") {
        try screen.states(of: photo.identifier).contains("_NET_WM_STATE_FULLSCREEN")
      }
      _ = try photo.find(.label, zoom)
      try photo.activate()
      try eventually("the same part of the photo") { try Self.seen(in: photo) == seen }
    }
  }

  /// A number for the pixels of the photo, once two looks see the same.
  private static func seen(in photo: Window) throws -> String? {
    let area = try photo.find(.image, "Cherries: \(caption)").node.extents
    func look() throws -> String {
      try photo.program.home.screen.signature(
        of: photo.identifier, Rectangle(x: 100, y: 100, width: 600, height: 500))
    }
    guard area.width > 300 else { return nil }
    let first = try look()
    usleep(100_000)
    return try look() == first ? first : nil
  }

  // MARK: Product window

  /// Of another size, with a note half written; the form that is opened later is in front of it.
  private mutating func begin() throws {
    try product.resize(width: 620, height: 980)
    try product.chooseTab("Notes")
    try product.find(.button, "Add Note").click()
    try product.find(.entry, "Note title").type("Half a no")
    try product.find(.entry, "Note text").type("half")
    // On a low screen it is below the edge.
    guard try product.node.extents.height > 700 else { return }
    looks.append { again in
      let product = try Self.form(in: again)
      try product.find(.tab, "Details").expect("is in front") { $0.isSelected }
      try product.chooseTab("Notes")
      try product.find(.entry, "Note title").expectText("Half a no")
      try product.find(.entry, "Note text").expectText("half")
      try product.find(.row, "Note being edited").expect("is chosen") { $0.isSelected }
      try product.chooseTab("Details")
    }
  }

  /// Two fields are changed, and of one a letter is selected.
  private mutating func edit() throws {
    try product.edit()
    try product.field("Price").retype("11.75")
    try product.field("Title").retype("Mang")
    try product.press("shift+Left")
    looks.append { again in
      let product = try Self.form(in: again)
      try product.field("Price").expectText("11.75")
    }
  }

  /// Types over the letter that was selected.
  func type(_ letter: String) throws {
    try product.activate()
    try vitrine.home.screen.type(letter)
    try product.field("Title").expectText("Man" + letter)
  }

  /// - Parameter typed: what may have been typed over the selected letter before the end.
  func expectCaret(in again: Program, over letter: String, orTyped typed: String? = nil)
    throws
  {
    let form = try Self.form(in: again)
    let title = try form.field("Title")
    try form.activate()
    try title.expect("is what it was") {
      try $0.text == "Man" + letter || $0.text == typed.map { "Man" + $0 }
    }
    try title.expect("has the keyboard") { $0.isFocused }
    guard try title.text == "Man" + letter else { return }
    try again.home.screen.type("w")
    try title.expectText("Manw")
  }

  private static func form(in again: Program) throws -> Window {
    try obtain("the form") { try again.windows.first { try $0.has(.button, "Done") } }
  }

  // MARK: Browser window

  private mutating func choosePlace() throws {
    try product.activate()
    try browser.activate()
    if isNarrow, try browser.has(.button, "Back") { try browser.press("alt+Left") }
    // Without room for it, it slides over the list.
    let folds = try !browser.has(.table, "Sidebar")
    if folds { try browser.press("F9") }
    try browser.sidebar().find(.button, "Open “Flowers”").click()
    try browser.sidebar().find(.row, "Roses").select()
    _ = try browser.product("Rose 01")
    looks.append { again in
      let browser = try again.browser()
      _ = try browser.product("Rose 26")
      if folds { try browser.press("F9") }
      try browser.sidebar().find(.row, "Roses").expect("is chosen") { $0.isSelected }
      if folds { try browser.press("F9") }
    }
  }

  private mutating func arrangePanes() throws {
    // Where there is little room, the list has all of it until a product is chosen.
    try browser.choose("Rose 01")
    let lists: [String] = try ["Sidebar", "Products"].filter { try browser.has(.table, $0) }
    let edges = try lists.map { try browser.dragEdge(of: $0, by: 30) }
    for edge in edges { looks.append { try edge($0.browser()) } }
  }

  private mutating func arrangeColumns() throws {
    try browser.choose(fromMainMenu: "View", "Columns", "Year")
    try browser.products().expectNo(.label, "2001")
    // The last column has no edge to drag.
    if try browser.products().has(.label, "Roses") {
      let widened = try browser.widenPrice(by: 40)
      looks.append { try widened($0.browser()) }
    }
    looks.append { try $0.browser().products().expectNo(.label, "2001") }
  }

  private mutating func sortAndFilter() throws {
    try browser.choose(fromMainMenu: "View", "Sort", "Price")
    try browser.choose(fromMainMenu: "View", "Sort", "Descending")
    try browser.choose(fromMainMenu: "View", "Filter", "Low Stock")
    let order = ["Rose 27", "Rose 26", "Rose 25"]
    try browser.expectOrder(order)
    looks.append { again in
      let browser = try again.browser()
      _ = try browser.find(.button, "Remove filter “Low Stock”")
      try browser.expectOrder(order)
    }
  }

  /// A product in the middle of those found is selected, and the list scrolled to it.
  private mutating func searchAndScroll() throws {
    try browser.press("ctrl+f")
    try browser.find(.entry, "Search Products").type("rose")
    try browser.find(.entry, "Search Products").expectText("rose")
    _ = try browser.product("Rose 29")
    let rose = { (window: Window) in try window.products().find(.label, "Rose 26") }
    try rose(browser).pointerClick()
    if isNarrow {
      _ = try browser.find(.image, "Photo of Rose 26")
      try browser.press("alt+Left")
    }
    try browser.scroll(rose(browser))
    try browser.product("Rose 26").expect("is chosen") { $0.isSelected }
    let place = try browser.samePlace(rose)
    looks.append { again in
      let browser = try again.browser()
      try browser.find(.entry, "Search Products").expectText("rose")
      try browser.products().expectNo(.label, "Red Rose")
      try browser.product("Rose 26").expect("is chosen") { $0.isSelected }
      try place(browser)
    }
  }

  /// How large they are now.
  private mutating func remember() throws {
    let titles = try [browser.title, product.title]
    for (window, title) in zip([browser, product], titles) {
      let size = try window.place
      looks.append { again in
        let window = try again.window(titled: title)
        try eventually("“\(title)” is as large as it was") {
          let now = try window.place
          guard (now.width, now.height) == (size.width, size.height) else {
            throw AccessibilityFailure(description: "it is \(now), not \(size)")
          }
          return true
        }
      }
    }
  }
}

extension Window {
  /// Chooses an entry of a menu in the main menu.
  func choose(fromMainMenu entries: String...) throws {
    try find(.button, "Main Menu").click()
    for entry in entries { try program.chooseFromMenu(entry) }
  }

  /// Drags the edge behind the head of the price: from right to left, too, that is the right one in GTK 4.8.
  fileprivate func widenPrice(by distance: Int) throws -> (Window) throws -> Void {
    // Whatever is on screen: each is as wide as its column.
    let price = { (window: Window) in
      try obtain("a price") {
        try window.products().all(.label)
          .first { try $0.title.contains("€") && $0.isShowing }?.node.extents
      }
    }
    let before = try price(self)
    // Older GTKs have a padding of eight beside the price, outside of which the next column begins.
    var (x, way) = (before.x + before.width + 8, distance)
    if Home.hasNoPadding {
      let title = try XCTUnwrap(products().all(.label).first).node.extents
      (x, way) = title.x < before.x ? (x - 8, distance) : (before.x, -distance)
    }
    let edge = try Point(x: x, y: products().node.extents.y + 10)
    try activate()
    try program.home.screen.drag(
      from: onScreen(edge), to: onScreen(Point(x: edge.x + way, y: edge.y)))
    try eventually("the column is wider") { try price(self).width >= before.width + distance / 2 }
    let width = try price(self).width
    return { window in
      try eventually("the column is as wide as it was") {
        try abs(price(window).width - width) <= 1
      }
    }
  }
}

extension UITestCase {
  /// The sample with thirty roses more, all low on stock: a list to scroll in.
  func placeSampleWithRoses() throws {
    try home().placeSample()
    let roses = (1...30).map { number in
      let name = number < 10 ? "0\(number)" : "\(number)"
      return #"{"category": "Flowers/Roses", "currency": "EUR", "minimumStock": 5, "stock": 1, "#
        + #""price": "\#(number).00", "title": "Rose \#(name)", "yearIntroduced": 2001}"#
    }
    let file = try home().folder.appendingPathComponent("roses.jsonl")
    try roses.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    let made = try home().run("import", "--sample", file.path, program: Home.built("vitrinectl"))
    XCTAssertEqual(made.ending, .exited(0), made.errors)
  }
}
