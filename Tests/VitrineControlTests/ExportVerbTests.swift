// SPDX-License-Identifier: Apache-2.0
// `vitrinectl export --as`: lists in files.

import Foundation
import XCTest

final class ExportVerbTests: ControlTestCase {
  private func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: beside(name)), as: UTF8.self)
  }

  func testAListGoesIntoAFileInItsOrderWithTheColumnsThatWereChosen() throws {
    try add("Gouda", "--price", "12.50 EUR", "--category", "Cheese", "--sku", "0012")
    try add("Edam, young", "--price", "8 EUR", "--category", "Cheese")
    try add("Cup", "--price", "3 EUR")
    let answer = try run(
      "export", "--as", "csv", "--category", "Cheese", "--sort", "title", "--columns",
      "title,price,sku", beside("list.csv").path)
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertEqual(
      try text(of: "list.csv"),
      "Title,Price,Currency,SKU\r\n\"Edam, young\",8.00,EUR,\r\nGouda,12.50,EUR,0012\r\n")
    // Before anything is written, it is said what the table can't tell.
    XCTAssertTrue(answer.complaint.contains("which product is which"), answer.complaint)
    let local = try run(
      "export", "--as", "csv", "--semicolons", "--columns", "title,price", "--limit", "1", "-")
    XCTAssertEqual(local.output, "\u{FEFF}Title;Price;Currency\r\nGouda;12,50;EUR\r\n")
  }

  func testWhatASpreadsheetWouldCalculateIsAText() throws {
    try add("=HYPERLINK(\"http://example.org\")", "--sku", "-1", "--supplier", "'+x")
    let columns = ["--columns", "title", "--columns", "sku", "--columns", "supplier"]
    XCTAssertEqual(
      try run(["export", "--as", "csv", "-"] + columns).output,
      "Title,SKU,Supplier\r\n\"'=HYPERLINK(\"\"http://example.org\"\")\",'-1,''+x\r\n")
    XCTAssertEqual(
      try run(["export", "--as", "tsv", "--raw", "-"] + columns).output,
      "Title\tSKU\tSupplier\n\"=HYPERLINK(\"\"http://example.org\"\")\"\t-1\t'+x\n")
    XCTAssertEqual(try run("export", "--as", "csv", beside("all.csv").path).status, 0)
    XCTAssertEqual(try objects("import", beside("all.csv").path, "--dry-run")[0]["same"] as? Int, 1)
  }

  func testPicturesGoBesideTheFileAndOneThatIsMissingIsNamed() throws {
    let ids = try [add("A"), add("B")]
    for (number, id) in ids.enumerated() {
      let picture = beside("\(number).png")
      try (Self.smallPicture + Data([UInt8(number)])).write(to: picture)
      XCTAssertEqual(try run("picture", "add", id, picture.path).status, 0)
    }
    let stored = try XCTUnwrap(
      FileManager.default.enumerator(atPath: catalog.appendingPathComponent("images").path)?
        .compactMap { $0 as? String }.filter { $0.hasSuffix(".png") }.sorted())
    XCTAssertEqual(stored.count, 2)
    try FileManager.default.removeItem(at: catalog.appendingPathComponent("images/\(stored[0])"))
    for format in ["csv", "ods", "xlsx"] {
      let file = beside("list.\(format)").path
      let answer = try run("export", "--as", format, "--pictures", file)
      XCTAssertEqual(answer.status, 1, format)
      let lost = (stored[0] as NSString).lastPathComponent
      XCTAssertTrue(answer.complaint.contains(lost.prefix(50)), answer.complaint)
      XCTAssertEqual(try objects("import", file, "--dry-run")[0]["same"] as? Int, 2, format)
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: beside("list-pictures").path).count, 1)
    XCTAssertEqual(try run("export", "--as", "csv", "--pictures", "-").status, 1)
  }

  func testNothingHalfWrittenIsLeft() throws {
    let folder = beside("closed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let old = folder.appendingPathComponent("list.xlsx")
    try Data("old".utf8).write(to: old)
    // The largest file that the process may write: as on a disk that is full.
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    let tool = call([]).executableURL?.path ?? ""
    process.arguments = [
      "-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", tool, "export", "--directory",
      catalog.path, "--as", "xlsx", old.path,
    ]
    XCTAssertEqual(try run("generate", "200").status, 0)
    let complaint = Pipe()
    process.standardError = complaint
    try process.run()
    let said = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 1)
    XCTAssertTrue(said.contains("The disk is full"), said)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path), ["list.xlsx"])
    XCTAssertEqual(try Data(contentsOf: old), Data("old".utf8))
  }

  func testAnExportThatWasKeptIsRepeatedByItsName() throws {
    try add("Gouda")
    let file = beside("weekly.csv")
    let kept = ["--columns", "title", "--save", "weekly"]
    XCTAssertEqual(try run(["export", "--as", "csv", file.path] + kept).status, 0)
    try add("Edam")
    XCTAssertEqual(try run("export", "--again", "weekly").status, 0)
    XCTAssertEqual(try text(of: "weekly.csv"), "Title\r\nGouda\r\nEdam\r\n")
    let unknown = try run("export", "--again", "daily")
    XCTAssertEqual(unknown.status, 1)
    XCTAssertTrue(unknown.complaint.contains("weekly"), unknown.complaint)
    XCTAssertEqual(try run("export").status, 2)
    XCTAssertEqual(try run("export", "--as", "csv", "--save", "weekly", "-").status, 2)
    XCTAssertEqual(try run("export", "--again", "weekly", "--limit", "1").status, 2)
  }

  func testOptionsOfAFileNeedAFormat() throws {
    try add("Gouda")
    let answer = try run("export", "--columns", "title", beside("x").path)
    XCTAssertEqual(answer.status, 2)
    XCTAssertTrue(answer.complaint.contains("--as FORMAT"), answer.complaint)
    XCTAssertEqual(try run("export", "--as", "csv", "--columns", "titel", "-").status, 2)
  }
}
