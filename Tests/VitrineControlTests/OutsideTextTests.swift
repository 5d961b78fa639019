// SPDX-License-Identifier: Apache-2.0
// What other programs have put into a catalogue and its directory: it does not steer the terminal, and it is left behind.

import Foundation
import TestSwitches
import XCTest

final class OutsideTextTests: ControlTestCase {
  /// Escape, a carriage return, overrides and isolates that are left open.
  private static let hostile = "x\u{1b}[2J\r\u{9b}31m\u{202E}y\u{2067}z\u{2069}\u{2069}\u{200F}"

  func testNoLineOnATerminalIsSteered() throws {
    let id = try add("Rose", "--category", "A", "--tag", "b")
    try add("שלום", "--sku", "R-1")
    XCTAssertEqual(try run("field", "add", "Wood", "--kind", "line").status, 0)
    XCTAssertEqual(try run("template", "set", id).status, 0)
    let text = "'\(Self.hostile)'"
    try change(
      """
      UPDATE product SET title = \(text), category = \(text), sku = \(text), description = \(text)
      WHERE key = 1; UPDATE product_tag SET tag = \(text); UPDATE field SET name = \(text);
      UPDATE template SET category = \(text);
      """)
    let strange = beside("\u{1b}[2J\u{202E}.jsonl")
    try Data("{\"title\": \"\", \"\u{202E}\": 1}\n".utf8).write(to: strange)
    var shown = 0
    for words in [
      ["list"], ["list", "--sort", "title"], ["search", "rose"], ["search", "x", "--snippet"],
      ["show", id], ["count", "--by", "category"], ["count", "--by", "tag"], ["category"], ["tag"],
      ["field"], ["field", "edit", "Wood", "--name", Self.hostile], ["template"], ["check"],
      ["history"], ["show", Self.hostile], ["search", Self.hostile], ["restore", Self.hostile],
      ["edit", id, "--title", Self.hostile], ["edit", id, "--sku", "שלום"],
      ["list", "--category", Self.hostile], ["saved", Self.hostile], ["import", strange.path],
      ["picture", "add", id, strange.path], ["delete", id], ["trash"], ["undo"],
      ["rescue", strange.path], [Self.hostile], ["list", "--" + Self.hostile],
    ] {
      for words in some(1, of: [words, words + ["--json"]]) {
        let answer = try run(words)
        for line in (answer.output + answer.complaint).split(separator: "\n") {
          assertSteersNothing(line, "\(words)")
          shown += 1
        }
      }
    }
    XCTAssertGreaterThan(shown, 25)
    // What is written from right to left keeps its place in a sentence, and nothing there is no character.
    try change("UPDATE product SET category = 'א//ב' WHERE title = 'שלום'")
    let wrong = try run("check").output
    XCTAssertTrue(wrong.contains("“\u{2068}שלום\u{2069}”"), wrong)
    XCTAssertFalse(wrong.contains("\u{FFFD}שלום"), wrong)
    let again = try run("show", "שלום\u{202E}").complaint
    XCTAssertTrue(again.contains("\u{2068}שלום"), again)
  }

  /// A file keeps what is in the catalogue, a terminal is not steered by it.
  func testNoTableSteersATerminal() throws {
    try add("Rose", "--category", "A")
    try change("UPDATE product SET title = 'x\u{1b}[2J\u{9b}31m\u{7}\u{202E}é', supplier = title")
    for format in ["csv", "tsv", "woocommerce", "shopify", "google", "xlsx"] {
      let shown = try runOnTerminal(["export", "--as", format, "-"], answering: "").output
      XCTAssertTrue(shown.contains("\u{FFFD}"), format)
      if format != "xlsx" { XCTAssertTrue(shown.contains("[2J"), format) }
      // The terminal itself ends its lines with a carriage return, and repeats what is typed.
      for line in shown.replacing("\r\n", with: "\n").split(separator: "\n") {
        assertSteersNothing(line.replacing("\r", with: "")[...], format)
      }
    }
    let written = try run("export", "--as", "csv", "-").output
    XCTAssertTrue(written.contains("x\u{1b}[2J\u{9b}31m"), "a file is what the catalogue has")
  }

  /// Lists of other programs, and what leaves the catalogue again.
  func testNoListSteersATerminal() throws {
    let id = try add("שלום", "--sku", "R-1", "--tag", "b")
    XCTAssertEqual(try run("field", "add", "Wood", "--kind", "line").status, 0)
    let text = "'\(Self.hostile)'"
    try change(
      "UPDATE product SET title = \(text), description = \(text), supplier = \(text);"
        + "UPDATE field SET name = \(text); UPDATE product_tag SET tag = \(text)")
    let list = beside("\u{1b}[2J\u{202E}.csv")
    let evil = Self.hostile.replacing("\r", with: "")
    try Data(
      """
      SKU,Title,Price \(evil),"a
      b",Tag '; touch pwned; ',Day
      R-1,\(evil),1.234,שלום,\(evil),03/04/2026
      R-2,"one
      Row 9 is refused.",x\(evil),y,z,05/06/2026
      R-3,שלום,2.345,\(evil),,\(evil)

      """.utf8
    ).write(to: list)
    let (path, evilText) = (list.path, Self.hostile)
    let place = { self.beside($0).path }
    let imports: [[String]] = [
      [path, "--dry-run"], [path, "--dry-run", "--rows"], [path, "--source", evilText],
      [path, "--column", evilText], [path, "--sheet", evilText], [path, "--answer", evilText],
    ]
    let csv: [String] = ["export", "--as", "csv", place("out.csv")]
    let shop: [String] = ["export", "--as", "woocommerce", place("shop\u{202E}.csv")]
    let labels: [String] = ["labels", id, "--to", place("labels.pdf"), "--sheet"]
    let sheets: [String] = ["print", "--as", "sheets", "--to", place("\u{202E}.pdf")]
    let others: [[String]] = [
      csv, shop, ["export", "--as", evilText, place("x")], ["export", "--again", evilText],
      labels + ["L7160"], labels + [evilText], sheets,
      ["print", "--to", place("list.pdf"), "--title", evilText],
      ["print", "--fields", evilText, "--to", place("x.pdf")],
      ["publish", place("site"), "--title", evilText], ["publish", path], ["source"],
      ["source", "forget", evilText], ["variant", evilText], ["history"], ["history", "export"],
      ["merge", id, evilText], ["show", id, "--" + evilText],
    ]
    var shown = 0
    for words in imports.map({ ["import"] + $0 }) + others {
      for words in some(1, of: [words, words + ["--json"]]) {
        let answer = try run(words)
        for line in (answer.output + answer.complaint).split(separator: "\n") {
          assertSteersNothing(line, "\(words)")
          XCTAssertFalse(line.hasPrefix("Row 9"), "a cell is a line of ours: \(words)")
          shown += 1
        }
      }
    }
    XCTAssertGreaterThan(shown, 20)
  }

  func testAHeadOfMarksIsAHead() throws {
    let list = beside("list.csv")
    let marks = String(repeating: "\u{301}", count: 1_000)
    try Data("SKU,Title,x\(marks)\n1,Rose,a\n2,Tulip,b\n".utf8).write(to: list)
    let said = try run("import", list.path, "--dry-run")
    XCTAssertTrue(said.output.contains("2 new"), said.complaint)
  }

  /// What somebody may copy into a shell.
  func testAnAnswerThatIsProposedRunsNothing() throws {
    try expectThatAnAnswerRunsNothing(to: "Price '; touch pwned; '")
    // A quote before a combining mark is one character with it, but not for a shell.
    try expectThatAnAnswerRunsNothing(to: "Price '\u{301}; touch pwned; '\u{301}")
  }

  private func expectThatAnAnswerRunsNothing(to name: String) throws {
    let list = beside("list.csv")
    try Data("SKU,Title,\(name)\n1,Rose,1.50\n2,Tulip,2.50\n".utf8).write(to: list)
    let said = try run("import", list.path, "--dry-run").output
    let proposed = try XCTUnwrap(said.split(separator: "\n").first { $0.contains("--answer") })
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.currentDirectoryURL = beside("")
    shell.arguments = ["-c", "printf '%s\\n' \(proposed)"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let words = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    XCTAssertFalse(FileManager.default.fileExists(atPath: beside("pwned").path))
    XCTAssertTrue(words.hasPrefix("--answer\n\(name)="), words)
  }

  func testWhatIsOursIsRescued() throws {
    let id = try add("Rose")
    try change("CREATE TRIGGER mine AFTER INSERT ON product BEGIN SELECT 1; END")
    let refused = try run("edit", id, "--stock", "3")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("“vitrinectl rescue”"), refused.complaint)
    let copy = beside("copy")
    let answer = try run("rescue", copy.path)
    XCTAssertEqual(answer.status, 0, answer.complaint)
    XCTAssertEqual(
      answer.output, "1 product copied.\nOf another program, and left out: “mine”.\n")
    let json = try objects("rescue", beside("other").path)
    XCTAssertEqual(json.first?["foreignParts"] as? [String], ["mine"])
    XCTAssertEqual(try run("rescue", copy.path).status, 1, "it is there already")
    try FileManager.default.removeItem(at: catalog)
    XCTAssertEqual(try run("rescue", beside("third").path).status, 1)
    XCTAssertFalse(FileManager.default.fileExists(atPath: catalog.path))
    try FileManager.default.moveItem(at: copy, to: catalog)
    XCTAssertEqual(try run("edit", id, "--stock", "3").status, 0)
    XCTAssertEqual(try run("check").status, 0)
  }

  func testItIsSaidWhoElseGetsAtTheFiles() throws {
    // Nobody gets into the directory of the tests before that.
    chmod(beside("").path, 0o755)
    try XCTSkipUnless(FileManager.default.temporaryDirectory.path == "/tmp")
    try add("Rose")
    XCTAssertEqual(try run("check").complaint, "")
    chmod(catalog.path, 0o755)
    chmod(catalog.appendingPathComponent("catalog.sqlite").path, 0o644)
    let said = try run("check")
    XCTAssertEqual(said.status, 0)
    XCTAssertTrue(said.complaint.contains("can read the catalogue"), said.complaint)
    let ended = try run("check", "--make-private")
    XCTAssertEqual(ended.status, 0)
    XCTAssertEqual(ended.complaint, "")
    XCTAssertEqual(try run("check").complaint, "")
  }

  private func assertSteersNothing(
    _ line: Substring, _ what: String, file: StaticString = #filePath, line number: UInt = #line
  ) {
    var depth = 0
    for scalar in line.unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: depth += 1
      case 0x2069: depth -= 1
      case 0x09: break
      default:
        let steers =
          scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
        XCTAssertFalse(
          steers, "\(String(scalar.value, radix: 16)): \(what)", file: file, line: number)
      }
      XCTAssertGreaterThanOrEqual(depth, 0, what, file: file, line: number)
    }
    XCTAssertEqual(depth, 0, what, file: file, line: number)
  }
}
