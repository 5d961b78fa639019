// SPDX-License-Identifier: Apache-2.0
// A list becomes a file, as somebody does it for a customer: some products chosen, in the columns that are shown, and
// the same again by a key after something changed.

import Foundation
import XCTest

final class ExportTests: UITestCase {
  private func text(_ file: URL) throws -> String {
    String(decoding: try Data(contentsOf: file), as: UTF8.self)
  }

  func testSelectedProductsGoIntoAFileAndAgainByAKey() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1200, height: 760)
    try browser.product("Orchid").pointerClick()
    try browser.product("Mango").pointerClick(holding: "ctrl")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.product("Mango").rightClick()
    try browser.program.chooseFromMenu("Export…")
    let dialog = try browser.program.window(titled: "Export")
    try assertAccessible(dialog)
    // What the file will lack is said before it is written.
    _ = try dialog.find(
      .status, "Not in the file: photos, notes, when products were made and changed.")
    let file = try home().folder.appendingPathComponent("two.csv")
    try dialog.find(.entry, "File").retype(file.path)
    try dialog.find(.entry, "Keep as").type("Two")
    try dialog.find(.button, "Export").click()
    _ = try browser.find(.label, "2 products exported.")
    let lines = try text(file).components(separatedBy: "\r\n")
    XCTAssertTrue(lines[0].hasPrefix("Vitrine ID,Title,"), lines[0])
    XCTAssertTrue(try text(file).contains(",Orchid,"))
    XCTAssertTrue(try text(file).contains(",Mango,"))

    try FileManager.default.removeItem(at: file)
    try browser.press("ctrl+shift+x")
    try eventually("the file is there again") { try self.text(file).contains(",Mango,") }
    // And by its name, whatever was exported since, as often as it is wanted.
    try FileManager.default.removeItem(at: file)
    try browser.run("win.export")
    let again = try browser.program.window(titled: "Export")
    try again.choose("Two", at: 1, of: "Repeat")
    try again.expectNo(.entry, "File")
    try again.find(.button, "Export").click()
    try eventually("the file is there again") { try self.text(file).contains(",Mango,") }
    try browser.run("win.export")
    let last = try browser.program.window(titled: "Export")
    try last.choose("Two", at: 1, of: "Repeat")
    try last.find(.button, "Forget").click()
    _ = try last.find(.entry, "File")
    try last.press("Escape")
    // A spreadsheet takes the same from the clipboard.
    try browser.product("Mango").rightClick()
    try browser.program.chooseFromMenu("Copy as Table")
    _ = try browser.find(.label, "2 products copied")
  }

  func testProductsAreDraggedToAFolderAndToASpreadsheet() throws {
    let browser = try openSample().browser()
    try browser.resize(width: 1000, height: 600)
    let folder = try home().folder.appendingPathComponent("Customers", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let others = try home().openFiles([folder], as: "--into")
    let (files, cells) = try (
      others.find(.label, "Folder").middle(), others.find(.label, "Sheet").middle()
    )
    try browser.product("Orchid").drag(to: files)
    let workbook = folder.appendingPathComponent("Orchid.xlsx")
    try eventually("a workbook is in the folder") {
      FileManager.default.fileExists(atPath: workbook.path)
    }
    let read = try home().run(
      "import", workbook.path, "--sample", "--dry-run", "--rows", "--json",
      program: Home.built("vitrinectl"))
    XCTAssertEqual(read.ending, .exited(0), read.errors)
    XCTAssertTrue(read.output.contains("\"same\":1"), read.output)
    XCTAssertTrue(read.output.contains("\"title\":\"Orchid\""), read.output)

    try browser.product("Orchid").pointerClick()
    try browser.product("Mango").pointerClick(holding: "ctrl")
    _ = try browser.find(.label, "2 Products Selected")
    try browser.product("Mango").drag(to: cells)
    let sheet = folder.appendingPathComponent("cells.html")
    try eventually("cells are in the sheet") {
      guard let html = try? self.text(sheet) else { return false }
      return html.contains("Orchid") && html.contains("Mango") && html.contains("</table>")
    }
    try browser.program.expectWindows(1)
  }
}
