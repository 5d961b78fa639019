// SPDX-License-Identifier: Apache-2.0
// A cheese shop's list becomes a catalogue, as somebody does it who has never seen the program: from the welcome page,
// the command line and the menu; and half decided it comes back after a kill.

import Foundation
import XCTest

final class ImportTests: UITestCase {
  /// As a spreadsheet saves it on a German Windows: a title above the head, a total below.
  private static let cheese = """
    Käseliste Herbst;;;;;
    ;;;;;
    Art.-Nr.;Bezeichnung;Milch;Preis/kg;Bestand;EAN
    0071;Bergkäse;Kuh;24,90;3,5;4006381333931
    0072;Gouda jung;Kuh;12,50;8;
    0073;Ziegenrolle;Ziege;28,00;2,25;
    0076;Manchego;Schaf;26,40;4;400638133393
    Summe;;;;17,75;
    """

  private func list(_ text: String = cheese, named name: String = "Käse.csv") throws -> URL {
    let file = try home().folder.appendingPathComponent(name)
    // Windows-1252, which Foundation of Swift 6.0.3 does not encode.
    let bytes = text.unicodeScalars.map { $0 == "€" ? 0x80 : UInt8(truncatingIfNeeded: $0.value) }
    try Data(bytes).write(to: file)
    return file
  }

  func testACheeseListBecomesACatalogueFromTheWelcomePage() throws {
    try home().hasFileDialogs = true
    let file = try list()
    let vitrine = try home().start()
    let welcome = try vitrine.window(titled: "Vitrine")
    try assertAccessible(welcome)
    try welcome.choose(file, in: "Import a List", by: "Open a Spreadsheet…")

    let window = try vitrine.window(titled: "Import “Käse.csv”")
    _ = try window.find(.label, "1 question is open.")
    try window.find(.button, "Import").expect("can't be pressed") { !$0.isSensitive }
    try assertAccessible(window)
    try window.find(.button, "Preis/kg: EUR").click()
    _ = try window.find(.label, "3 products will be new.")
    try assertAccessible(window)
    try window.find(.button, "1 Refused").click()
    try window.find(.row, "Manchego").select()
    let code = try window.find(.entry, "Barcode (GTIN)")
    try code.expectText("400638133393")
    try code.retype("4006381333924")
    try window.press("Return")
    _ = try window.find(.label, "4 products will be new.")
    try window.find(.button, "Import").click()

    let browser = try vitrine.browser()
    _ = try browser.find(.label, "“Käse.csv” imported: 4 products added")
    try vitrine.expectWindows(1)
    for title in ["Bergkäse", "Gouda jung", "Ziegenrolle", "Manchego"] {
      _ = try browser.product(title)
    }
    let shown = try home().run("list", "--json", program: Home.built("vitrinectl"))
    for text in ["\"0071\"", "24.90", "\"4006381333924\""] {
      XCTAssertTrue(shown.output.contains(text), shown.output)
    }
    try browser.find(.button, "Undo").click()
    try browser.products().expectNo(.label, "Gouda jung")
  }

  func testAFileOnTheCommandLineIsImportedWhetherVitrineRunsOrNot() throws {
    let file = try list("SKU;Title\n7;Gouda\n", named: "list.csv")
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “list.csv”")
    _ = try window.find(.label, "1 product will be new.")
    try vitrine.expectWindows(1)
    let other = try list("SKU;Title\n8;Brie\n9;Feta\n", named: "other.csv")
    XCTAssertEqual(try home().run(other.path).ending, .exited(0))
    _ = try vitrine.window(titled: "Import “other.csv”").find(.label, "2 products will be new.")
    // The same again is the same window.
    XCTAssertEqual(try home().run(file.path).ending, .exited(0))
    try eventually("its window is in front") { window.isActive }
    try vitrine.expectWindows(2)
    let missing = try home().run(try home().folder.appendingPathComponent("no.csv").path)
    XCTAssertEqual(missing.ending, .exited(2))
    XCTAssertTrue(missing.errors.contains("no.csv"), missing.errors)
  }

  func testTheFirstRowsOfALongListAreThereWhileItIsRead() throws {
    let rows = (1...400_000).map { "\($0);Thing \($0);1,50 €;\($0 % 7)\n" }
    let file = try list("Art.-Nr.;Bezeichnung;Preis;Bestand\n" + rows.joined(), named: "Alles.csv")
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “Alles.csv”")
    _ = try window.find(.row, "Thing 2")
    try window.find(.button, "1,999+ New").expect("is of the first rows") { $0.isSensitive }
    try window.find(.button, "Import").expect("can't be pressed") { !$0.isSensitive }
    try window.find(.button, "Take None").expect("can't be pressed") { !$0.isSensitive }
    try assertAccessible(window)
    try window.find(.button, "Cancel").click()
    _ = try window.find(.label, "Reading the list was stopped.")
  }

  func testAFileThatIsNoListIsSaidInTheWindow() throws {
    let file = try list("%PDF-1.4", named: "list.csv")
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “list.csv”")
    _ = try window.find(
      .label,
      "“list.csv” is a PDF, which has no table in it. Ask for the list as a spreadsheet.")
    try assertAccessible(window)
    try Data("SKU;Title\n7;Gouda\n".utf8).write(to: file)
    try window.find(.button, "Try Again").click()
    _ = try window.find(.label, "1 product will be new.")
  }

  func testAHalfDecidedImportComesBackAfterAKill() throws {
    let file = try list()
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “Käse.csv”")
    try window.find(.button, "Preis/kg: EUR").click()
    _ = try window.find(.label, "3 products will be new.")
    let rows = try window.find(.table, "Rows")
    try rows.all(.row)[1].focus()
    try window.press("space")
    _ = try window.find(.label, "2 products will be new.")
    try window.find(.button, "1 Refused").click()
    try eventuallyOnDisk(["\"exceptions\"", "\"answers\"", "\"refused\""])
    try vitrine.kill()

    let again = try home().start()
    let back = try again.window(titled: "Import “Käse.csv”")
    _ = try back.find(.label, "2 products will be new.")
    _ = try back.find(.table, "Rows").find(
      .row,
      "Manchego, “400638133393” in the column “EAN”: The GTIN is mistyped: its last digit should be 0., Row 7"
    )
    try back.find(.button, "3 New").click()
    _ = try back.find(
      .row,
      "Gouda jung, SKU: 0072 · Milch: Kuh · Price: €12.50 / kg · In Stock: 8 kg, Row 5, not taken")
  }

  func testAListIsDroppedWherePhotosAreTakenAndElsewhere() throws {
    let file = try list("SKU;Title\n7;Gouda\n", named: "list.csv")
    let other = try list("SKU;Title\n8;Brie\n", named: "other.csv")
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try browser.resize(width: 1000, height: 600)
    let files = try home().openFiles([file])
    try files.dragFiles(to: browser.products())
    _ = try vitrine.window(titled: "Import “list.csv”").find(.label, "1 product will be new.")
    try vitrine.window(titled: "Import “list.csv”").close()
    try files.close()
    // No photo is taken there.
    try browser.activate()
    try home().openFiles([other]).dragFiles(to: browser.sidebar())
    _ = try vitrine.window(titled: "Import “other.csv”").find(.label, "1 product will be new.")
    try browser.expectNo(.label, "There is no photo in what was dropped")
  }

  func testCellsArePastedAndComeBackAfterAKill() throws {
    let cells = try home().folder.appendingPathComponent("cells")
    try "SKU\tTitle\tPreis\n007\tGouda\t3,50 €\n008\tBrie\t4,10 €\n"
      .write(to: cells, atomically: true, encoding: .utf8)
    let vitrine = try openSample()
    let browser = try vitrine.browser()
    try home().openFiles([cells], as: "--cells").find(.button, "Copy").pointerClick()
    try browser.product("Mango").select()
    try browser.press("ctrl+v")
    let window = try vitrine.window(titled: "Import “Pasted Cells”")
    _ = try window.find(.label, "2 products will be new.")
    try eventuallyOnDisk("the cells are") { $0.contains("008\\tBrie") }
    try vitrine.kill()
    let again = try home().start("--sample")
    let back = try again.window(titled: "Import “Pasted Cells”")
    _ = try back.find(.row, "Brie, SKU: 008 · Price: €4.10, Row 3")
    try back.find(.button, "Import").click()
    _ = try again.browser().find(.label, "“Pasted Cells” imported: 2 products added")
  }

  func testWhatIsTypedComesBackAndAFileThatIsGoneIsSaid() throws {
    let file = try list()
    let vitrine = try home().start(file.path)
    let window = try vitrine.window(titled: "Import “Käse.csv”")
    try window.find(.button, "1 Refused").click()
    try window.find(.row, "Manchego").select()
    let code = try window.find(.entry, "Barcode (GTIN)")
    try code.retype("40063813339")
    try eventuallyOnDisk(["\"40063813339\""])
    try vitrine.kill()
    let again = try home().start()
    let back = try again.window(titled: "Import “Käse.csv”")
    try back.find(.entry, "Barcode (GTIN)").expectText("40063813339")
    try again.kill()

    let moved = file.deletingLastPathComponent().appendingPathComponent("Anders.csv")
    try FileManager.default.moveItem(at: file, to: moved)
    try home().hasFileDialogs = true
    let third = try home().start()
    let lost = try third.window(titled: "Import “Käse.csv”")
    _ = try lost.find(.label, "“Käse.csv” does not exist.")
    try lost.choose(moved, in: "Import a List", by: "Choose Another File…")
    let found = try third.window(titled: "Import “Anders.csv”")
    try found.find(.entry, "Barcode (GTIN)").expectText("40063813339")
  }
}
