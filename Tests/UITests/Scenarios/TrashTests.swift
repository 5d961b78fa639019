// SPDX-License-Identifier: Apache-2.0
// Deleting asks nothing and can always be taken back: from the toast, with Ctrl+Z, from the trash.

import XCTest

final class TrashTests: UITestCase {
  func testDeleteMovesToTheTrashAndTheToastUndoesIt() throws {
    let browser = try openSample().browser()
    try browser.choose("Mango")
    try browser.press("Delete")
    // At once: the toast goes by itself.
    try browser.find(.button, "Undo").click()
    _ = try browser.product("Mango")
  }

  /// Without a pause; none of these products has been read before.
  func testDeleteRightBehindAnArrowKeyIsForWhatThatChose() throws {
    let browser = try openSample().browser()
    try browser.choose("Red Rose")
    try home().screen.run(["key", "--delay", "0", "Down", "Down", "Delete"])
    try browser.expectNo(.label, "Mango")
    _ = try browser.product("Red Rose")
    try browser.sidebar().find(.row, "Trash").select()
    try browser.choose("Mango")
    _ = try browser.find(.button, "Restore")
  }

  func testTheNeighbourOfADeletedProductIsChosen() throws {
    let browser = try openSample().browser()
    try browser.moveToTrash("Mango")
    _ = try browser.find(.image, "Photo of Peanuts")
    try browser.product("Peanuts").expect("is chosen") { $0.isSelected }
  }

  func testTheKeyboardStaysInTheListWhenItsProductGoesBehindAnotherWindow() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.press("ctrl+m")
    let front = try vitrine.window(titled: "All Notes")
    let deleted = try home().run(
      "delete", "--sample", identifier(of: "Mango"), program: Home.built("vitrinectl"))
    XCTAssertEqual(deleted.ending, .exited(0), deleted.errors)
    try browser.products().expectNo(.label, "Mango")
    try front.close()
    try browser.press("Down")
    // Peanuts took its place and is not selected: newer GTKs select it, older ones go on from it.
    let next = try ["Peanuts", "Cherries"].map { try browser.product($0) }
    try eventually("one of \(next) is chosen") { next.contains { $0.isSelected } }
  }

  func testUndoAndRedoByKeyAndByNameAcrossARestart() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.moveToTrash("Mango")
    try vitrine.quit()

    let again = try home().start("--sample")
    let window = try again.browser()
    try window.find(.button, "Main Menu").click()
    try again.chooseFromMenu("Undo Delete Product")
    _ = try window.product("Mango")
    try window.press("ctrl+shift+z")
    try window.products().expectNo(.label, "Mango")
    try window.press("ctrl+z")
    _ = try window.product("Mango")
  }

  func testATextBeingTypedIsUndoneFirst() throws {
    let browser = try openSample().browser()
    try browser.moveToTrash("Mango")
    try browser.choose("Cherries")
    try browser.edit()
    // The title is selected, to be typed over.
    try browser.press("End")
    try browser.field("Title").type("xyz")
    try browser.press("ctrl+z")
    try browser.field("Title").expectText("Cherries")
    try browser.products().expectNo(.label, "Mango")
  }

  func testAProductIsRestoredFromTheTrashAndTheTrashIsEmptied() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    for title in ["Mango", "Orchid"] { try browser.moveToTrash(title) }
    try browser.sidebar().find(.row, "Trash").select()
    try browser.choose("Mango")
    try assertAccessible(browser)
    try browser.chooseTab("Notes")
    _ = try browser.find(.table, "Notes").find(.row)
    try browser.expectNo(.button, "Add Note")
    try browser.find(.button, "Restore").click()
    try browser.products().expectNo(.label, "Mango")

    try browser.find(.button, "Empty Trash…").click()
    let question = try vitrine.window(titled: "Empty the Trash?")
    try assertAccessible(question)
    try question.find(.button, "Empty Trash").click()
    _ = try browser.find(.label, "The Trash Is Empty")
    try browser.sidebar().find(.row, "All Products").select()
    _ = try browser.product("Mango")
    try browser.products().expectNo(.label, "Orchid")
  }

  func testACopyIsMadeAndDeletedForEver() throws {
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.choose("Mango")
    try browser.press("ctrl+d")
    _ = try browser.find(.image, "Photo of Mango (Copy)")
    try browser.product("Mango (Copy)").expect("is chosen") { $0.isSelected }
    try browser.find(.button, "Product Menu").click()
    try vitrine.chooseFromMenu("Move to Trash")
    try browser.products().expectNo(.label, "Mango (Copy)")

    try browser.sidebar().find(.row, "Trash").select()
    try browser.choose("Mango (Copy)")
    try browser.press("Delete")
    try vitrine.window(titled: "Permanently Delete “Mango (Copy)”?")
      .find(.button, "Delete Permanently").click()
    try browser.expectNo(.label, "Mango (Copy)")
    try browser.sidebar().find(.row, "All Products").select()
    _ = try browser.product("Mango")
  }
}
