// SPDX-License-Identifier: Apache-2.0
// The supplier's second list, as a shopkeeper gets it: what the supplier changed is proposed, the shop's own price
// stays, what both changed is asked, what vanished is listed; and half decided it comes back after a kill.

import Foundation
import XCTest

final class SupplierListTests: UITestCase {
  private static let january = """
    Art.-Nr.;Bezeichnung;Preis;Bestand
    1;Gouda;10 EUR;5
    2;Edam;5 EUR;3
    3;Brie;8 EUR;2
    4;Feta;3 EUR;9
    """

  /// Gouda costs more, and there is more of it; Edam costs more; Feta is gone; Tilsit is new.
  private static let february = """
    Art.-Nr.;Bezeichnung;Preis;Bestand
    1;Gouda;11 EUR;7
    2;Edam;6 EUR;3
    3;Brie;8 EUR;2
    5;Tilsit;4 EUR;1
    """

  private func list(_ text: String, named name: String) throws -> URL {
    let file = try home().folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return file
  }

  @discardableResult
  private func control(_ words: String...) throws -> String {
    let answer = try runToEnd(
      Home.built("vitrinectl"), words, environment: home().environment)
    XCTAssertEqual(answer.ending, .exited(0), answer.errors)
    return answer.output
  }

  private func setPrice(_ price: String, of title: String) throws {
    struct Listed: Decodable { let id, title: String }
    let lines = try control("list", "--json").split(separator: "\n")
    let products = try lines.map { try JSONDecoder().decode(Listed.self, from: Data($0.utf8)) }
    let product = try XCTUnwrap(products.first { $0.title == title })
    try control("edit", product.id, "--price", price)
  }

  func testTheSecondListOfASupplier() throws {
    let vitrine = try home().start(list(Self.january, named: "Miller January.csv").path)
    let first = try vitrine.window(titled: "Import “Miller January.csv”")
    _ = try first.find(.label, "4 products will be new.")
    try assertAccessible(first)
    try first.choose("New Source…", at: 1, of: "Source")
    let name = try first.find(.entry, "Name of the supplier")
    try name.expect("has the keyboard") { $0.isFocused }
    try home().screen.type("Miller")
    try assertAccessible(first)
    try home().screen.press("Return")
    _ = try first.find(.label, "This is its first list.")
    try first.find(.button, "Import").click()
    let browser = try vitrine.browser()
    _ = try browser.find(.label, "“Miller January.csv” imported: 4 products added")
    try setPrice("12 EUR", of: "Gouda")
    try setPrice("9 EUR", of: "Brie")

    let file = try list(Self.february, named: "Miller February.csv")
    XCTAssertEqual(try home().run(file.path).ending, .exited(0))
    let second = try vitrine.window(titled: "Import “Miller February.csv”")
    _ = try second.find(.label, "This looks like the next list of “Miller”.")
    try second.find(.button, "Import").expect("can't be pressed") { !$0.isSensitive }
    try assertAccessible(second)
    try second.find(.button, "Compare with Its Last List").click()
    _ = try second.find(.label, "You and the list both changed 1 value.")
    try assertAccessible(second)
    try second.find(.button, "Show It").click()
    _ = try second.find(.row, "Gouda, Price: yours €12.00, the list’s €11.00, Row 2")
    try assertAccessible(second)
    try second.find(.button, "Price: keep €12.00").click()
    _ = try second.find(.row, "Gouda, Price: €12.00 stays, Row 2")
    try second.find(.button, "2 Changed").click()
    _ = try second.find(.row, "Gouda, In Stock: 5 → 7, Row 2")
    _ = try second.find(.row, "Edam, Price: €5.00 → €6.00, Row 3")
    try second.expectNo(.row, "Brie")
    try second.find(.button, "1 Gone").click()
    _ = try second.find(.row, "Feta, The list no longer has it.")
    try second.choose("Move to the trash", at: 2, of: "What becomes of them")
    let all =
      "1 product will be new, 2 products will change, 1 gone will go to the trash."
    _ = try second.find(.label, all)
    try assertAccessible(second)
    try eventuallyOnDisk(["\"decisions\"", "\"trash\"", "\"Miller\""])
    try vitrine.kill()

    let again = try home().start()
    let back = try again.window(titled: "Import “Miller February.csv”")
    _ = try back.find(.label, all)
    _ = try back.find(.row, "Feta, The list no longer has it. It will go to the trash.")
    try back.find(.choice, "Source").expect("says Miller") { try $0.has(.label, "Miller") }
    try back.find(.button, "1 Changed by Both").click()
    _ = try back.find(.row, "Gouda, Price: €12.00 stays, Row 2")
    try back.find(.button, "Import").click()
    let list = try again.browser()
    _ = try list.find(
      .label, "“Miller February.csv” imported: 1 product added, 3 products changed")
    try expectPrices(["Brie 9.00", "Edam 6.00", "Gouda 12.00", "Tilsit 4.00"])
    try list.find(.button, "Undo").click()
    try list.products().expectNo(.label, "Tilsit")
    try expectPrices(["Brie 9.00", "Edam 5.00", "Feta 3.00", "Gouda 12.00"])
  }

  func testAWatchedFileThatIsSavedAnewIsSaid() throws {
    let file = try list(Self.january, named: "Miller.csv")
    try control("import", file.path, "--source", "Miller")
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “Miller.csv”")
    try window.find(.button, "Compare with Its Last List").click()
    try window.find(.checkBox, "Watch This File").click()
    try assertAccessible(window)
    try window.find(.button, "Import").click()
    let browser = try vitrine.browser()
    _ = try browser.find(.label, "“Miller.csv” is kept as the last list of “Miller”")
    _ = try list(Self.february, named: "Miller.csv")
    _ = try browser.find(.label, "There is a new list of “Miller”: 1 new, 2 changed, 1 gone")
    try assertAccessible(browser)
    try browser.find(.button, "Look at It").click()
    let again = try vitrine.window(titled: "Import “Miller.csv”")
    _ = try again.find(.label, "1 product will be new, 2 products will change.")
    try again.find(.checkBox, "Watch This File").expect("is checked") { $0.isOn }
  }

  /// Days later, when other things were done since.
  func testAnImportIsTakenBackAlone() throws {
    let file = try list(Self.january, named: "Miller.csv")
    try control("import", file.path, "--source", "Miller")
    _ = try list(Self.february, named: "Miller.csv")
    try control("import", file.path, "--source", "Miller")
    try setPrice("6.50 EUR", of: "Edam")
    let vitrine = try home().start()
    let browser = try vitrine.browser()
    _ = try browser.product("Tilsit")
    try browser.press("ctrl+h")
    let history = try vitrine.window(titled: "History")
    try history.expectNo(.button, "Take Back This Alone")
    try history.find(.table, "Steps").all(.row)[1].select()
    try assertAccessible(history)
    try history.find(.button, "Take Back This Alone").click()
    try browser.products().expectNo(.label, "Tilsit")
    try expectPrices(["Brie 8.00", "Edam 6.50", "Feta 3.00", "Gouda 10.00"])
    try browser.press("ctrl+z")
    _ = try browser.product("Tilsit")
  }

  private func expectPrices(_ expected: [String]) throws {
    struct Listed: Decodable { let title, price: String }
    let lines = try control("list", "--json", "--sort", "title").split(separator: "\n")
    let products = try lines.map { try JSONDecoder().decode(Listed.self, from: Data($0.utf8)) }
    XCTAssertEqual(products.map { "\($0.title) \($0.price)" }, expected)
  }

  /// A half typed name of a source is there again, and where the question is asked the keys lead.
  func testAHalfTypedNameComesBackAndAnswersAreGivenByKeys() throws {
    let vitrine = try home().start(list(Self.january, named: "January.csv").path)
    let window = try vitrine.window(titled: "Import “January.csv”")
    try window.choose("New Source…", at: 1, of: "Source")
    _ = try window.find(.label, "The new source needs a name: type it and press “Use”.")
    try home().screen.type("Mill")
    try eventuallyOnDisk(["\"Mill\""])
    try vitrine.kill()
    let again = try home().start()
    let back = try again.window(titled: "Import “January.csv”")
    try back.find(.entry, "Name of the supplier").expectText("Mill")
    try back.find(.entry, "Name of the supplier").focus()
    try home().screen.press("End")
    try home().screen.type("er")
    try back.press("alt+u")
    _ = try back.find(.label, "This is its first list.")
    try back.find(.button, "Import").click()
    _ = try again.browser().find(.label, "“January.csv” imported: 4 products added")

    let file = try list(Self.february, named: "February.csv")
    try setPrice("12 EUR", of: "Gouda")
    XCTAssertEqual(try home().run(file.path).ending, .exited(0))
    let second = try again.window(titled: "Import “February.csv”")
    _ = try second.find(.label, "This looks like the next list of “Miller”.")
    try second.press("alt+c")
    _ = try second.find(.button, "Take All of the List")
    try second.press("alt+h")
    _ = try second.find(.label, "1 product will be new, 2 products will change.")
  }
}
