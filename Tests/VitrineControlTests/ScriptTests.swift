// SPDX-License-Identifier: Apache-2.0
// What a script relies on: output that is lost is a failure, a reader that is gone ends the call,
// lists stop at their limit, and products can be named in every way a script knows them by.

import Foundation
import XCTest

final class ScriptTests: ControlTestCase {
  func testLostOutputIsAFailure() throws {
    try add("Rose")
    for words in [["list"], ["list", "--json"], ["show", "--sku", "none", "--help"], ["history"]] {
      let process = call(words)
      let complaint = Pipe()
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      process.standardError = complaint
      try process.run()
      let said = String(
        decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 1, "\(words)")
      XCTAssertTrue(said.contains("could not be written"), said)
    }
  }

  /// Whoever repeats what seems to have failed would do it twice.
  func testAChangeWhoseAnswerIsLostIsSaid() throws {
    let rose = try add("Rose", "--category", "Flowers", "--tag", "red")
    let fern = try add("Fern", "--category", "Flowers")
    let picture = beside("a.png")
    try Self.smallPicture.write(to: picture)
    for words in [
      ["add", "--title", "Moss"], ["add", "--title", "Reed", "--json"],
      ["edit", rose, "--stock", "5"],
      ["move", fern, "--first"], ["picture", "add", rose, picture.path],
      ["picture", "caption", rose, "1", "Red"], ["category", "rename", "Flowers", "Plants"],
      ["tag", "rename", "red", "scarlet"], ["field", "add", "Wood", "--kind", "line"],
      ["template", "set", rose], ["delete", fern], ["trash", "restore", fern],
      ["merge", rose, fern],
      ["trash", "empty"], ["undo"], ["redo"], ["generate", "3"], ["history", "--forget"],
    ] {
      let process = call(words)
      let complaint = Pipe()
      process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
      process.standardError = complaint
      try process.run()
      let said = String(
        decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 1, "\(words)")
      XCTAssertTrue(said.contains("is done all the same"), "\(words): \(said)")
      if words[0] == "add" {
        let id = try XCTUnwrap(objects("search", words[2]).first?["id"] as? String)
        XCTAssertTrue(said.contains(id), said)
      }
    }
    XCTAssertEqual(try run("count").words, "6", "each was done once")
    XCTAssertEqual(try run("check").status, 0)
    // Nothing is done by an undo of nothing.
    let process = call(["undo"])
    let complaint = Pipe()
    process.standardOutput = FileHandle(forWritingAtPath: "/dev/full")
    process.standardError = complaint
    try process.run()
    let said = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertFalse(said.contains("is done"), said)
  }

  /// A file of the catalogue must not be opened under the number of standard output.
  func testNothingIsPrintedIntoTheCatalogue() throws {
    let rose = try add("Rose")
    let picture = beside("a.png")
    try Self.smallPicture.write(to: picture)
    for words in [
      ["picture", "add", rose, picture.path], ["edit", rose, "--stock", "5"], ["backup"],
    ] {
      for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] {
        let called = call(words)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
          ["-c", "exec \"$@\" \(closed)", "sh", try XCTUnwrap(called.executableURL).path]
          + (called.arguments ?? [])
        process.environment = called.environment
        process.standardError = Pipe()
        try process.run()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 1, "\(words) \(closed)")
      }
    }
    XCTAssertEqual(try run("check").status, 0)
    XCTAssertEqual(try run("count").words, "1")
  }

  func testAReaderThatIsGoneEndsTheCall() throws {
    XCTAssertEqual(try run("generate", "3000").status, 0)
    for words in [["list"], ["list", "--json"], ["list", "--sort", "title"], ["export", "-"]] {
      let process = call(words)
      let output = Pipe()
      process.standardOutput = output
      process.standardError = Pipe()
      try process.run()
      _ = try output.fileHandleForReading.read(upToCount: 10)
      try output.fileHandleForReading.close()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 141, "\(words)")
    }
  }

  func testALimitAndAReverseForEachKey() throws {
    for (title, year) in [("A", "2001"), ("B", "2001"), ("C", "2002")] {
      try add(title, "--year", year)
    }
    func titles(_ words: String...) throws -> String {
      try run(["list", "--columns", "title"] + words).output.split(separator: "\n")
        .map { String($0.suffix(1)) }.joined()
    }
    XCTAssertEqual(try titles("--limit", "2"), "AB")
    XCTAssertEqual(try titles("--limit", "0"), "")
    XCTAssertEqual(try titles("--reverse"), "CBA")
    XCTAssertEqual(try titles("--reverse", "--sort", "title"), "CBA")
    XCTAssertEqual(try titles("--sort", "year", "--sort", "title", "--reverse"), "BAC")
    XCTAssertEqual(try titles("--sort", "year", "--reverse", "--sort", "title"), "CAB")
    XCTAssertEqual(try titles("--year", "2001..2001", "--limit", "1"), "A")
    XCTAssertEqual(try objects("list", "--limit", "2").count, 2)
  }

  /// The fast way to a line must print what the other one does.
  func testLinesAreThoseOfJSON() throws {
    try add("Nice", "--price", "12.50€", "--year", "7")
    // As only another program can have written it.
    try change(
      """
      UPDATE product SET title = 'Nice' || char(27) || '[31m' || char(9) || 'tab',
        sku = 'ä' || char(0x202e) || 'b'
      """)
    try add("Yen", "--price", "¥500", "--stock", "0")
    try add("Dinar", "--price", "0.005 KWD")
    try add("Cent", "--price", "€0,05")
    let columns = "title,price,sku,year,stock,category"
    let lines = try run("list", "--columns", columns).output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
    XCTAssertEqual(
      lines,
      [
        ["Nice\u{FFFD}[31m tab", "12.50 EUR", "ä\u{FFFD}b", "7", "", ""],
        ["Yen", "500 JPY", "", "", "0", ""], ["Dinar", "0.005 KWD", "", "", "", ""],
        ["Cent", "0.05 EUR", "", "", "", ""],
      ])
    // The same through the other ways to a list.
    XCTAssertEqual(
      try run("list", "--columns", columns, "--contains", "title=n").output,
      try run("list", "--columns", columns).output)
    XCTAssertFalse(try run("list", "--json").output.contains("\u{202e}"))
    XCTAssertFalse(try run("export", "-").output.contains("\u{202e}"))
  }

  func testNothingFromAFileSteersTheTerminal() throws {
    let file = beside("odd\u{1b}[2J.jsonl")
    try Data("nonsense\n".utf8).write(to: file)
    let answer = try run("import", file.path)
    XCTAssertEqual(answer.status, 1)
    XCTAssertFalse(answer.complaint.contains("\u{1b}"), answer.complaint)
    XCTAssertFalse(try run("list", "--od\u{1b}d").complaint.contains("\u{1b}"))
    XCTAssertFalse(try run("\u{1b}[2J").complaint.contains("\u{1b}"))
  }

  func testProductsAreNamedInEveryWay() throws {
    let rose = try add("Rose", "--sku", "R-1", "--category", "Flowers", "--gtin", "4006381333931")
    let fern = try add("Fern", "--category", "Flowers")
    try add("Spade")
    func shown(_ words: String...) throws -> [String] {
      try run(["show", "--json"] + words).output.split(separator: "\n").map {
        ((try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any])?["id"]
          as? String ?? ""
      }
    }
    XCTAssertEqual(try shown("--sku", "R-1"), [rose])
    XCTAssertEqual(try shown("--gtin", "04006381333931"), [rose])
    XCTAssertEqual(try shown("--category", "Flowers"), [rose, fern])
    XCTAssertEqual(try run("show", "--sku", "r-2").status, 1)
    XCTAssertEqual(try run("show", rose, "--sku", "R-1").status, 2)

    XCTAssertEqual(try run("edit", "--stock", "5", "--where", "--sku", "R-1").status, 0)
    let many = try run("edit", "--stock", "6", "--where", "--category", "Flowers")
    XCTAssertEqual(many.status, 1)
    XCTAssertTrue(many.complaint.contains("--all-matching"), many.complaint)
    XCTAssertEqual(
      try run("edit", "--stock", "6", "--where", "--category", "Flowers", "--all-matching").output,
      "2 products changed.\n")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try run("count", "--stock", "6..6").output, "0\n", "one step of undo")
    XCTAssertEqual(try run("count", "--stock", "5..5").output, "1\n")

    let list = try run("list", "--category", "Flowers").output
    XCTAssertEqual(try run(["delete", "-"], input: list).output, "2 products deleted.\n")
    XCTAssertEqual(
      try run("trash", "restore", "--category", "Flowers", "--all-matching").output,
      "2 products restored.\n")
    let all = try run("delete", "--all-matching")
    XCTAssertEqual(all.status, 1, "without a condition it could be a slip")
    XCTAssertTrue(all.complaint.contains("--all"), all.complaint)
    XCTAssertEqual(try run("delete", "--all").output, "3 products deleted.\n")
    XCTAssertEqual(try run("delete", "--all").status, 1)
    XCTAssertEqual(try run("trash", "restore", "--sku", "R-1").status, 0)
  }

  func testASKUThatRepeatsIsNeverAGuess() throws {
    let rose = try add("Rose", "--sku", "R-1")
    let other = try add("Other", "--sku", "R-1")
    XCTAssertEqual(try run("list", "--duplicate-sku").output.split(separator: "\n").count, 2)
    let check = try run("check")
    XCTAssertEqual(check.status, 0)
    XCTAssertTrue(check.output.contains("2 products have a SKU that"), check.output)
    for words in [["edit", "--stock", "5", "--where"], ["delete"]] {
      let refused = try run(words + ["--sku", "R-1"])
      XCTAssertEqual(refused.status, 1)
      XCTAssertTrue(refused.complaint.contains("2 products have the SKU “R-1”"), refused.complaint)
    }
    let read = try run(["import", "-", "--update"], input: #"{"sku": "R-1", "stock": 5}"#)
    XCTAssertEqual(read.status, 1)
    XCTAssertTrue(read.complaint.contains("“id” must say"), read.complaint)
    XCTAssertEqual(try run("count", "--stock", "5..5").output, "0\n")
    XCTAssertEqual(try run("edit", rose, "--stock", "5").status, 0)
    XCTAssertEqual(
      try run("delete", "--sku", "R-1", "--all-matching").output, "2 products deleted.\n")
    XCTAssertEqual(try run("trash", "restore", other).status, 0)
    XCTAssertEqual(try run("trash", "restore", rose).status, 0)
  }

  func testErrorsAsJSON() throws {
    try add("Rose")
    for words in [
      ["show", "--json", UUID().uuidString], ["list", "--json", "--odd"], ["undo", "--json", "x"],
    ] {
      let answer = try run(words)
      XCTAssertNotEqual(answer.status, 0)
      let object = try JSONSerialization.jsonObject(with: Data(answer.complaint.utf8))
      XCTAssertNotNil((object as? [String: Any])?["error"] as? String, answer.complaint)
    }
  }

  func testASearchIsALineAProduct() throws {
    let id = try add("Rose", "--description", "A fine red flower.")
    XCTAssertEqual(try run("search", "flower", "--columns", "title").output, "\(id)\tRose\n")
    let long = try run("search", "flower", "--snippet").output
    XCTAssertTrue(long.contains("\n    A fine red flower."), long)
  }

  func testNamesPlacesAndPictures() throws {
    let rose = try add("Rose", "--category", "Flowers/Roses", "--tag", "red")
    let fern = try add("Fern")
    XCTAssertEqual(
      try run("category", "rename", "Flowers", "Plants").output, "1 product changed.\n")
    XCTAssertEqual(try run("category").output.split(separator: "\n").first, "1\tPlants/Roses")
    XCTAssertEqual(try run("category", "rename", "None", "Some").status, 1)
    XCTAssertEqual(try run("tag", "rename", "red", "scarlet").status, 0)
    XCTAssertTrue(try run("tag").output.contains("1\tscarlet\n"))
    XCTAssertEqual(try run("move", rose, "--last").output, "1 product moved.\n")
    XCTAssertTrue(try run("list").output.hasPrefix(fern))
    XCTAssertEqual(try run("move", rose, "--before", fern).status, 0)
    XCTAssertTrue(try run("list").output.hasPrefix(rose))
    XCTAssertEqual(try run("move", rose).status, 2)

    let files = ["a", "b"].map { beside("\($0).png") }
    for (index, file) in files.enumerated() {
      try (Self.smallPicture + [UInt8(index)]).write(to: file)
    }
    // One that was cut short is refused with the others, in every way to add one.
    let cut = beside("cut.png")
    try Self.smallPicture.dropLast(20).write(to: cut)
    for words in [
      ["picture", "add", rose, files[0].path, cut.path], ["edit", rose, "--image", cut.path],
      ["add", "--title", "Other", "--image", cut.path],
    ] {
      let refused = try run(words)
      XCTAssertEqual(refused.status, 1, "\(words)")
      XCTAssertTrue(refused.complaint.contains("“cut.png” is damaged"), refused.complaint)
    }
    // Each is named.
    let refused = try run("photo", "add", rose, beside("none.png").path, files[0].path, cut.path)
    XCTAssertEqual(refused.status, 1)
    for part in ["“none.png” is missing", "“cut.png” is damaged"] {
      XCTAssertTrue(refused.complaint.contains(part), refused.complaint)
    }
    XCTAssertEqual(try run("picture", rose).output, "")
    XCTAssertEqual(
      try run("picture", "add", rose, files[0].path, files[1].path).output, "2 pictures added.\n")
    XCTAssertEqual(try run("picture", "caption", rose, "2", "From above").status, 0)
    XCTAssertEqual(try run("picture", "move", rose, "2", "1").status, 0)
    let lines = try run("picture", rose).output.split(separator: "\n")
    XCTAssertEqual(lines.count, 2)
    XCTAssertTrue(lines[0].hasSuffix("From above"), "\(lines)")
    XCTAssertEqual(try run("picture", "remove", rose, "2").status, 0)
    XCTAssertEqual(try run("picture", rose).output.split(separator: "\n").count, 1)
    XCTAssertEqual(try run("picture", "caption", rose, "7", "x").status, 1)
    XCTAssertEqual(try run("picture", "caption", rose, "x", "x").status, 2)
  }
}
