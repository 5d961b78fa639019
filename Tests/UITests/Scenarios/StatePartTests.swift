// SPDX-License-Identifier: Apache-2.0
// Every part of what a window keeps, changed as a user changes it and looked at after a restart. A
// part that is added without a step here fails the first test.

import Foundation
import VitrineModel
import XCTest

final class StatePartTests: UITestCase {
  /// How a user sees that something came back.
  private typealias Look = (Window) throws -> Void

  /// One thing a user does in a window.
  private struct Step {
    /// The parts of the saved state that it shows.
    let parts: [String]
    let change: (Window) throws -> Look

    init(_ parts: String..., change: @escaping (Window) throws -> Look) {
      self.parts = parts
      self.change = change
    }
  }

  func testEveryPartHasItsStep() {
    let names =
      BrowserState.parts.map { "browser." + $0.name }
      + SelectedProducts.parts.map { "selected." + $0.name }
      + DetailState.parts.map { "detail." + $0.name }
      + ProductDraft.parts.map { "form." + $0.name }
      + UntitledState.parts.map { "untitled." + $0.name }
      + CaptionDraft.parts.map { "caption." + $0.name }
      + BulkEditDraft.parts.map { "several." + $0.name } + NoteDraft.parts.map { "note." + $0.name }
    let steps =
      Self.listing + Self.away + Self.selecting + Self.selectingAll + Self.narrow + Self.filtered
      + Self.tagged
      + Self.trashed + Self.saving + Self.opening + Self.searching + Self.scrolling
      + Self.enlarging
      + Self.reading
      + Self.writing + Self.editingSeveral
      + Self.noting + Self.adding + Self.beginning + Self.leaving + Self.naming
      + Self.captioning
    XCTAssertEqual(
      Set(names), Set(steps.flatMap(\.parts)).union(Self.notOnScreen))
  }

  /// They decide what happens when the product was changed elsewhere, or by what was being saved when the program was
  /// killed, and whether a note that is only open is unfinished: the models' tests show it.
  private static let notOnScreen: Set = [
    "form.baseRevision", "form.currency", "form.sent", "note.baseRevision", "note.sent",
    "note.isUntouched",
    "caption.was", "browser.selectedPlace",
  ]

  func testTheListComesBack() throws {
    try comesBack(Self.listing) { try $0.resize(width: 1200, height: 700) }
  }

  func testTheProductThatItsListLeftComesBackWithIt() throws { try comesBack(Self.away) }

  func testSeveralSelectedProductsComeBack() throws {
    try comesBack(Self.selecting)
    startAnew()
    try comesBack(Self.selectingAll)
  }

  func testTheListOfANarrowWindowComesBack() throws {
    try comesBack(Self.narrow) { try $0.resize(width: 500, height: 700) }
  }

  func testTheFilterComesBack() throws { try comesBack(Self.filtered) }

  func testTheTagComesBack() throws { try comesBack(Self.tagged) }

  func testTheTrashComesBack() throws { try comesBack(Self.trashed) }

  func testTheSavedSearchComesBackAfterAKill() throws {
    try comesBack(
      Self.saving,
      end: { vitrine in
        try self.eventuallyOnDisk(["namedList", "elsewhere"])
        try vitrine.kill()
      })
  }

  func testTheOpenedSidebarComesBack() throws {
    // High enough for all of the sidebar.
    try comesBack(Self.opening) { try $0.resize(width: 1200, height: 980) }
  }

  func testTheSearchComesBack() throws { try comesBack(Self.searching) }

  func testTheSizeOfTheGridComesBack() throws { try comesBack(Self.enlarging) }

  func testScrollPositionsComeBack() throws {
    try comesBack(Self.scrolling) { try $0.resize(width: 1100, height: 420) }
  }

  func testTheDetailComesBack() throws {
    try comesBack(Self.reading) { browser in
      // While it is still visible: in the low window it is below the edge.
      try browser.choose("Cherries")
      try browser.resize(width: 1100, height: 480)
    }
  }

  func testAnEditOfSeveralProductsComesBack() throws {
    try comesBack(Self.editingSeveral) { try $0.resize(width: 1200, height: 980) }
  }

  func testDraftsComeBack() throws {
    for steps in [
      Self.writing, Self.noting, Self.adding, Self.beginning, Self.leaving, Self.naming,
    ] {
      try comesBack(steps, after: Self.openCherries)
      startAnew()
    }
  }

  func testDraftsComeBackAfterAKill() throws {
    let written = [
      ["\"Cherr\"", "\"caret\": 3", "Half a no"], ["\"caret\": 2"], ["Walnuts", "keptFields"],
    ]
    for (steps, texts) in zip([Self.writing, Self.noting, Self.adding], written) {
      try comesBack(steps, after: Self.openCherries) { vitrine in
        try self.eventuallyOnDisk(texts)
        try vitrine.kill()
      }
      startAnew()
    }
  }

  // High enough for a form and the note being written below it.
  private static func openCherries(_ browser: Window) throws {
    try browser.resize(width: 1200, height: 980)
    try browser.choose("Cherries")
  }

  /// Does all steps in one window, ends the program, starts it again and looks.
  private func comesBack(
    _ steps: [Step], after prepare: (Window) throws -> Void = { _ in },
    end: (Program) throws -> Void = { try $0.quit() }
  ) throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try prepare(browser)
    let looks = try steps.map { try $0.change(browser) }
    try end(vitrine)
    let again = try home().start("--sample").browser()
    for look in looks { try look(again) }
  }

  // MARK: The list

  private static var listing: [Step] {
    [
      Step("browser.category") { browser in
        try browser.sidebar().find(.row, "Food").select()
        try browser.products().expectNo(.label, "Gladiolus")
        return {
          try $0.sidebar().find(.row, "Food").expect("is chosen") { $0.isSelected }
          try $0.products().expectNo(.label, "Gladiolus")
        }
      },
      Step("browser.order") { browser in
        try browser.clickHead(above: "€10.99")
        let look: Look = {
          try $0.expectOrder(["Peanuts", "Mango", "Cherries", "Artichoke", "Ginger"])
        }
        try look(browser)
        return look
      },
      Step("browser.sidebarWidth") { browser in
        try browser.dragEdge(of: "Sidebar", by: 40)
      },
      Step("browser.listWidth") { browser in
        try browser.dragEdge(of: "Products", by: 40)
      },
      Step("browser.columns") { browser in
        let price = { (window: Window) in
          try window.products().find(.label, "€10.99").node.extents
        }
        let before = try price(browser)
        // Half way to the next column: where cells have padding, the edge is not where they end.
        let next = try browser.products().find(.label, "2015").node.extents
        let edge = try Point(
          x: (before.x + before.width + next.x) / 2, y: browser.products().node.extents.y + 10)
        let screen = browser.program.home.screen
        try screen.drag(
          from: browser.onScreen(edge), to: browser.onScreen(Point(x: edge.x + 40, y: edge.y)))
        try eventually("the column is wider") { try price(browser).width >= before.width + 20 }
        let width = try price(browser).width
        return { window in
          try eventually("the column is as wide as it was") {
            try abs(price(window).width - width) <= 1
          }
        }
      },
      Step("browser.hiddenColumns") { browser in
        try browser.find(.button, "Main Menu").click()
        try browser.program.chooseFromMenu("View")
        try browser.program.chooseFromMenu("Columns")
        try browser.program.chooseFromMenu("Year")
        let look: Look = { try $0.products().expectNo(.label, "2013") }
        try look(browser)
        return look
      },
      Step("browser.selection") { browser in
        try browser.choose("Mango")
        return {
          try $0.product("Mango").expect("is chosen") { $0.isSelected }
          _ = try $0.find(.image, "Photo of Mango")
        }
      },
    ]
  }

  private static var away: [Step] {
    [
      Step("browser.isSelectionAway") { browser in
        try browser.choose("Mango")
        try browser.sidebar().find(.row, "Flowers").select()
        try browser.expectNo(.image, "Photo of Mango")
        return {
          try $0.products().expectNo(.label, "Mango")
          try $0.expectNo(.image, "Photo of Mango")
          try $0.sidebar().find(.row, "All Products").select()
          try $0.product("Mango").expect("is chosen") { $0.isSelected }
          _ = try $0.find(.image, "Photo of Mango")
        }
      }
    ]
  }

  private static var selecting: [Step] {
    [
      Step("selected.products") { browser in
        try browser.choose("Mango")
        try browser.press("shift+Down")
        let look: Look = {
          _ = try $0.find(.label, "2 Products Selected")
          for title in ["Mango", "Peanuts"] {
            try $0.product(title).expect("is chosen") { $0.isSelected }
          }
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var selectingAll: [Step] {
    [
      Step("selected.all") { browser in
        try browser.choose("Mango")
        try browser.press("ctrl+a")
        let look: Look = {
          _ = try $0.find(.label, "10 Products Selected")
          try $0.product("Ginger").expect("is chosen") { $0.isSelected }
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var narrow: [Step] {
    [
      Step("browser.isListInFront") { browser in
        try browser.choose("Mango")
        try browser.expectNo(.table, "Products")
        try browser.press("alt+Left")
        let look: Look = {
          try $0.product("Mango").expect("is chosen") { $0.isSelected }
          try $0.expectNo(.image, "Photo of Mango")
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var filtered: [Step] {
    [
      Step("browser.filters") { browser in
        try browser.find(.button, "Main Menu").click()
        try browser.program.chooseFromMenu("View")
        try browser.program.chooseFromMenu("Filter")
        try browser.program.chooseFromMenu("Low Stock")
        let look: Look = {
          _ = try $0.product("Cherries")
          _ = try $0.find(.button, "Remove filter “Low Stock”")
          try $0.products().expectNo(.label, "Ginger")
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var tagged: [Step] {
    [
      Step("browser.tags") { browser in
        try browser.sidebar().find(.row, "indoor").select()
        let look: Look = {
          _ = try $0.product("Orchid")
          try $0.products().expectNo(.label, "Mango")
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var trashed: [Step] {
    [
      Step("browser.trash") { browser in
        try browser.choose("Mango")
        try browser.press("Delete")
        try browser.sidebar().find(.row, "Trash").select()
        let look: Look = {
          _ = try $0.product("Mango")
          try $0.products().expectNo(.label, "Peanuts")
        }
        try look(browser)
        return look
      }
    ]
  }

  private static var saving: [Step] {
    [
      Step("browser.namedList", "browser.elsewhere") { browser in
        try browser.saveSearch("rose", as: "Roses")
        return { window in
          try window.sidebar().find(.row, "Roses").expect("is chosen") { $0.isSelected }
          try window.find(.entry, "Search Products").expectText("rose")
          _ = try window.product("White Rose")
          try window.products().expectNo(.label, "Mango")
          // What was there before comes back with another row.
          try window.sidebar().find(.row, "All Products").select()
          _ = try window.product("Mango")
        }
      }
    ]
  }

  private static var opening: [Step] {
    [
      Step("browser.openCategories") { browser in
        try browser.sidebar().expectNo(.row, "Fruit")
        try browser.sidebar().find(.button, "Open “Food”").click()
        let look: Look = { _ = try $0.sidebar().find(.row, "Fruit") }
        try look(browser)
        return look
      },
      Step("browser.openHeads") { browser in
        try browser.choose("Mango")
        try browser.press("ctrl+shift+v")
        try browser.find(.entry, "Option 1").type("Size")
        try browser.find(.entry, "Values of Size").type("small, large")
        try browser.press("ctrl+s")
        try browser.products().find(.button, "Open “Mango”").click()
        let look: Look = { _ = try $0.product("large") }
        try look(browser)
        return look
      },
      Step("browser.showsAllTags") { browser in
        try browser.sidebar().find(.button, "Show All").click()
        // The rarest of the tags that are shown at first, and the one after it.
        let look: Look = {
          _ = try $0.sidebar().find(.row, "long-lasting")
          _ = try $0.sidebar().find(.row, "ripe")
        }
        try look(browser)
        return look
      },
    ]
  }

  private static var enlarging: [Step] {
    [
      Step("browser.cardSide") { browser in
        try browser.press("ctrl+2")
        try browser.products().expectNo(.label, "2015")
        let before = try browser.products().find(.label, "Ginger").node.extents.width
        for _ in 1...3 { try browser.press("ctrl+plus") }
        let isLarger = { (window: Window) in
          try window.products().find(.label, "Ginger")
            .expect("is larger") { try $0.node.extents.width > before }
        }
        try isLarger(browser)
        return isLarger
      }
    ]
  }

  private static var searching: [Step] {
    [
      Step("browser.hasSidebar") { browser in
        try browser.press("F9")
        try browser.expectNo(.table, "Sidebar")
        return { try $0.expectNo(.table, "Sidebar") }
      },
      Step("browser.isSearching", "browser.search") { browser in
        try browser.press("ctrl+f")
        try browser.find(.entry, "Search Products").type("rose")
        try browser.products().expectNo(.label, "Mango")
        return {
          try $0.find(.entry, "Search Products").expectText("rose")
          _ = try $0.product("White Rose")
          try $0.products().expectNo(.label, "Mango")
        }
      },
      Step("browser.leftSearch") { browser in
        try browser.press("Escape")
        try browser.expectNo(.entry, "Search Products")
        _ = try browser.product("Mango")
        try browser.press("ctrl+f")
        try browser.find(.entry, "Search Products").expectText("rose")
        return { try $0.find(.entry, "Search Products").expectText("rose") }
      },
      Step("browser.layout") { browser in
        try browser.find(.button, "Show as Grid").click()
        let look: Look = { window in
          try window.find(.button, "Show as Grid").expect("is pressed") { $0.isOn }
        }
        try look(browser)
        return look
      },
    ]
  }

  private static var scrolling: [Step] {
    [
      Step("browser.scrollAnchor") { browser in
        let mango = { (window: Window) in try window.products().find(.label, "Mango") }
        try browser.scroll(mango(browser))
        return try browser.samePlace(mango)
      },
      // The tree of the window.
      Step { browser in
        let food = { (window: Window) in
          try window.sidebar().find(.row, "Food")
        }
        try browser.scroll(food(browser))
        return try browser.samePlace(food)
      },
    ]
  }

  // MARK: The detail

  private static var reading: [Step] {
    [
      Step("detail.tab") { browser in
        try browser.chooseTab("Photos")
        return { try $0.find(.tab, "Photos").expect("is chosen") { $0.isSelected } }
      },
      Step("detail.selectedPicture") { browser in
        let name = "A pair on its stems, under one leaf"
        try browser.find(.row, name).select()
        return { try $0.find(.row, name).expect("is chosen") { $0.isSelected } }
      },
      Step("detail.scroll") { browser in
        let caption = { (window: Window) in
          try window.find(.label, "A pair on its stems, under one leaf")
        }
        try browser.scroll(caption(browser))
        return try browser.samePlace(caption)
      },
    ]
  }

  // MARK: Drafts

  private static var writing: [Step] {
    [
      Step("note.product", "note.isNew", "note.title", "note.text", "detail.selectedNote") {
        browser in
        try browser.chooseTab("Notes")
        try browser.find(.button, "Add Note").click()
        try browser.find(.entry, "Note title").type("Half a no")
        try browser.find(.entry, "Note text").type("half")
        // Looked at below, once the form has been.
        return { _ in }
      },
      Step(
        "form.fields", "form.focus", "form.anchor", "form.caret", "detail.editor",
        "detail.foldedGroups"
      ) { browser in
        try browser.edit()
        try browser.find(.button, "Stock").click()
        try browser.expectNo(.entry, "In Stock")
        try browser.field("Price").retype("11.75")
        try browser.field("Title").retype("Cherr")
        try browser.press("shift+Left")
        try browser.press("shift+Left")
        return { window in
          try window.field("Price").expectText("11.75")
          try window.field("Title").expectText("Cherr")
          try window.field("Title").expect("has the keyboard") { $0.isFocused }
          // What was selected is selected, with the caret where it was.
          try window.press("shift+Left")
          try window.program.home.screen.type("w")
          try window.field("Title").expectText("Chw")
          _ = try window.field("SKU")
          try window.expectNo(.entry, "In Stock")
          try window.chooseTab("Notes")
          try window.find(.entry, "Note title").expectText("Half a no")
          try window.find(.entry, "Note text").expectText("half")
          try window.find(.row, "Note being edited").expect("is chosen") { $0.isSelected }
        }
      },
    ]
  }

  private static var editingSeveral: [Step] {
    [
      Step(
        "several.isOpen", "several.fields", "several.focus", "several.anchor", "several.caret"
      ) { browser in
        try browser.choose("Mango")
        try browser.press("shift+Down")
        try browser.editSeveral(2)
        try browser.change("Title", "Find and replace", at: 1)
        try browser.field("What to find in “Title”").retype("Mango")
        try browser.press("shift+Left")
        try browser.press("shift+Left")
        return { window in
          _ = try window.find(.label, "Edit 2 Products")
          let entry = try window.field("What to find in “Title”")
          try entry.expectText("Mango")
          try entry.expect("has the keyboard") { $0.isFocused }
          // What was selected is selected, with the caret where it was.
          try window.press("shift+Left")
          try window.program.home.screen.type("w")
          try entry.expectText("Maw")
        }
      }
    ]
  }

  private static var noting: [Step] {
    [
      Step("note.focus", "note.anchor", "note.caret", "detail.editor") { browser in
        try browser.chooseTab("Notes")
        try browser.find(.button, "Add Note").click()
        try browser.find(.entry, "Note text").type("half")
        try browser.press("shift+Left")
        try browser.press("shift+Left")
        return { window in
          try window.find(.entry, "Note text").expect("has the keyboard") { $0.isFocused }
          try window.press("shift+Left")
          try window.program.home.screen.type("m")
          try window.find(.entry, "Note text").expectText("hm")
        }
      }
    ]
  }

  private static var adding: [Step] {
    [
      Step("form.isNew", "form.kept", "detail.keptFields") { browser in
        try browser.press("ctrl+n")
        try browser.field("Title").type("Almonds")
        try browser.find(.button, "Keep for the Next Product").click()
        try browser.program.chooseFromMenu("Category")
        try browser.field("Category").retype("Nuts")
        try browser.press("ctrl+shift+Return")
        // Another form takes the place of this one.
        try eventually("the next form is empty") { try browser.field("Title").text.isEmpty }
        try browser.field("Title").type("Walnuts")
        return { window in
          _ = try window.find(.label, "New Product")
          try window.field("Title").expectText("Walnuts")
          try window.field("Category").expectText("Nuts")
          // What is only kept is not unfinished.
          try window.field("Title").retype("")
          try window.press("Escape")
          try window.expectNo(.button, "Resume")
          try window.press("ctrl+n")
          try window.field("Title").type("Pecans")
          try window.field("Category").type("Nuts")
          try window.press("ctrl+shift+Return")
          try window.field("Title").expectText("")
          try window.field("Category").expectText("Nuts")
        }
      }
    ]
  }

  private static var beginning: [Step] {
    [
      Step("form.template") { browser in
        try browser.useAsTemplate("Food › Fruit")
        try browser.press("ctrl+n")
        try browser.field("Category").retype("Food/Fruit")
        try browser.field("Year").expectText("2015")
        return { window in
          try window.field("Year").expectText("2015")
          // It goes with its category: nobody typed it.
          try window.field("Category").retype("Flowers")
          try window.field("Year").expectText("")
        }
      }
    ]
  }

  private static var leaving: [Step] {
    [
      Step("note.isSetAside") { browser in
        try browser.press("ctrl+shift+m")
        try browser.find(.entry, "Note title").type("Half a no")
        try browser.press("Escape")
        _ = try browser.find(.button, "Resume note: Half a no")
        return { window in
          try window.chooseTab("Notes")
          try window.expectNo(.entry, "Note title")
          try window.find(.button, "Resume note: Half a no").click()
          try window.find(.entry, "Note title").expectText("Half a no")
        }
      },
      Step("form.isSetAside") { browser in
        try browser.edit()
        try browser.field("Year").retype("1999")
        try browser.press("Escape")
        _ = try browser.find(.button, "Resume")
        return { window in
          _ = try window.find(.label, "Introduced 2015")
          try window.expectNo(.entry, "Year")
          try window.find(.button, "Resume").click()
          try window.field("Year").expectText("1999")
        }
      },
    ]
  }

  func testACaptionComesBackAfterAKill() throws {
    try comesBack(Self.captioning, after: Self.openCherries) { vitrine in
      try self.eventuallyOnDisk(["\"Half a cap\"", "\"caret\": 3"])
      try vitrine.kill()
    }
  }

  private static var captioning: [Step] {
    [
      Step(
        "caption.picture", "caption.typed", "caption.isOpen", "caption.anchor", "caption.caret"
      ) { browser in
        try browser.chooseTab("Photos")
        try browser.find(.row, "A pair on its stems, under one leaf").select()
        try browser.press("F2")
        let entry = try browser.find(.entry, "Caption")
        try entry.expect("has the keyboard") { $0.isFocused }
        try browser.program.home.screen.type("Half a cap")
        try entry.expectText("Half a cap")
        for key in ["Home", "Right", "shift+Right", "shift+Right"] {
          try browser.program.home.screen.press(key)
        }
        return { window in
          let entry = try window.find(.entry, "Caption")
          try entry.expectText("Half a cap")
          try entry.expect("has the keyboard") { $0.isFocused }
          // Over what was selected.
          try window.program.home.screen.type("u")
          try entry.expectText("Huf a cap")
        }
      }
    ]
  }

  private static var naming: [Step] {
    [
      Step("untitled.products") { browser in
        let files = ["mango", "ginger"].map { sampleFiles.appendingPathComponent("\($0).png") }
        try browser.program.home.openFiles(files).dragFiles(to: browser.products())
        try browser.program.window(titled: "Create Products from 2 Photos?")
          .find(.button, "2 Products").click()
        _ = try browser.find(.button, "Save and Name Next")
        return { window in
          // What their files are called is proposed.
          try window.field("Title").expectText("mango")
          _ = try window.find(.button, "Save and Name Next")
        }
      }
    ]
  }
}
