// SPDX-License-Identifier: Apache-2.0
// Commands after which row numbers become free, and others that could reuse them: each undo
// restores the previous state, whichever process did what.

import Catalog
import TestSwitches
import XCTest

final class UndoSequenceTests: ControlTestCase {
  func testWhatAnotherProgramHasChangedSinceIsAskedAbout() throws {
    let id = try add("Gouda", "--price", "12.00 EUR")
    XCTAssertEqual(try run("edit", id, "--price", "12.50 EUR", "--supplier", "Miller").status, 0)
    try change("UPDATE product SET price = 1400")
    let asked = try run("undo")
    XCTAssertEqual(asked.status, 3)
    XCTAssertTrue(
      asked.complaint.contains("Price of “Gouda”: now “14.00 EUR”, would become “12.00 EUR”")
        && asked.complaint.contains("--keep-current"), asked.complaint)
    XCTAssertTrue(try run("show", id).output.contains("14.00"))
    XCTAssertEqual(try run("undo", "--keep-current").status, 0)
    let shown = try run("show", id).output
    XCTAssertTrue(shown.contains("14.00") && !shown.contains("Miller"), shown)
  }

  func testNotesThatAreTakenAway() async throws {
    try await expectTheWayBack { call in
      let a = try call.add("A", "--note", "one")
      let b = try call.add("B", "--note", "two")
      try call.change("edit", a, "--note", "")
      try call.change("edit", b, "--stock", "5")
    }
  }

  /// This once ended with both notes, and reported success.
  func testANoteInPlaceOfAnother() async throws {
    try await expectTheWayBack { call in
      let a = try call.add("A", "--note", "one")
      let b = try call.add("B", "--note", "two")
      try call.change("edit", a, "--note", "")
      try call.change("edit", b, "--note", "", "--note", "THREE")
      try call.change("edit", b, "--note", "FOUR")
    }
  }

  func testPictures() async throws {
    let (first, second) = (try picture(1), try picture(2))
    try await expectTheWayBack { call in
      let a = try call.add("A", "--image", first)
      let b = try call.add("B", "--image", second)
      try call.change("edit", a, "--image", "")
      try call.change("edit", b, "--stock", "5")
      try call.change("edit", b, "--image", "", "--image", first)
    }
  }

  func testImportWithUpdate() async throws {
    let lines = beside("lines.jsonl").path
    try await expectTheWayBack { call in
      let a = try call.add("A", "--sku", "A", "--note", "one", "--tag", "x")
      try call.add("B", "--sku", "B", "--note", "two")
      try call.change("edit", a, "--note", "")
      try """
      {"sku": "B", "stock": 5}
      {"sku": "A", "notes": [{"text": "three"}], "tags": ["y", "z"]}
      {"sku": "C", "title": "C", "notes": [{"text": "four"}]}
      """.write(toFile: lines, atomically: true, encoding: .utf8)
      try call.change("import", lines, "--update")
      try """
      {"sku": "C", "title": "C", "notes": []}
      {"sku": "B", "notes": [{"text": "two"}, {"text": "five"}], "tags": null}
      """.write(toFile: lines, atomically: true, encoding: .utf8)
      try call.change("import", lines, "--update")
    }
  }

  func testAnEmptiedTrash() async throws {
    try await expectTheWayBack { call in
      try call.add("A", "--note", "one", "--tag", "x")
      let b = try call.add("B", "--note", "two", "--tag", "y")
      try call.change("delete", b)
      try call.change("trash", "empty")
      let c = try call.add("C", "--note", "three", "--tag", "z")
      try call.change("edit", c, "--note", "four")
      try call.change("delete", c)
      try call.change("trash", "empty")
      try call.add("D", "--note", "five")
    }
  }

  func testTheHistoryCanBeSkippedAndForgotten() throws {
    try add("A")
    try add("B")
    try add("C")
    XCTAssertEqual(try run("undo", "--skip").output, "Forgotten: New Product\n")
    XCTAssertEqual(try run("undo").output, "Undone: New Product\n")
    XCTAssertEqual(try run("list", "--json").output.components(separatedBy: "\"title\"").count, 3)
    XCTAssertEqual(try run("redo", "--skip").output, "Forgotten: New Product\n")
    XCTAssertEqual(try run("redo").status, 1)
    XCTAssertEqual(try run("history", "--forget").output, "1 command forgotten.\n")
    XCTAssertEqual(try run("undo").status, 1)
  }

  /// A script is refused before anything is done, and can insist.
  func testAScriptMustSayThatHistoryMayBeForgotten() throws {
    try skipWithoutFaults()
    let lines = beside("lines.jsonl").path
    try (0..<80).map { "{\"sku\": \"\($0)\", \"title\": \"T\", \"description\": \"short\"}" }
      .joined(separator: "\n").write(toFile: lines, atomically: true, encoding: .utf8)
    XCTAssertEqual(try run("import", lines).status, 0)
    // A debug build takes most of a minute to read 76 MB from a list.
    try change("UPDATE product SET description = replace(hex(zeroblob(475000)), '0', '-')")
    let refused = try run("import", lines, "--update")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("--forget-history"), refused.complaint)
    XCTAssertEqual(try run("list").status, 0)
    XCTAssertEqual(try run("history").output.split(separator: "\n").count, 1)
    let done = try run("import", lines, "--update", "--forget-history")
    XCTAssertEqual(done.status, 0, done.complaint)
    XCTAssertEqual(try run("undo").status, 1)
  }

  // MARK: There and back

  /// Carries out commands one by one, and records the catalogue's contents after each.
  private final class Calls {
    let test: UndoSequenceTests
    var states: [String] = []

    init(_ test: UndoSequenceTests) throws {
      self.test = test
      states = [""]
    }

    @discardableResult
    func add(_ title: String, _ options: String...) throws -> String {
      let answer = try test.run(["add", "--title", title] + options)
      XCTAssertEqual(answer.status, 0, answer.complaint)
      states.append(try test.content())
      return answer.words
    }

    func change(_ words: String...) throws {
      let answer = try test.run(words)
      XCTAssertEqual(answer.status, 0, answer.complaint)
      states.append(try test.content())
    }
  }

  private func expectTheWayBack(
    line: UInt = #line, _ commands: (Calls) throws -> Void
  ) async throws {
    let calls = try Calls(self)
    try commands(calls)
    func go(_ verb: String, to state: String) throws {
      let answer = try run(verb)
      XCTAssertEqual(answer.status, 0, answer.complaint, line: line)
      XCTAssertEqual(try content(), state, verb, line: line)
    }
    for state in calls.states.dropLast().reversed() { try go("undo", to: state) }
    for state in calls.states.dropFirst() { try go("redo", to: state) }
    let checked = try run("check")
    XCTAssertEqual(checked.status, 0, checked.output, line: line)
  }

  /// The contents of an export, without revisions and dates, which always change.
  private func content() throws -> String {
    let answer = try run("export", "-")
    XCTAssertEqual(answer.status, 0, answer.complaint)
    let text = try NSRegularExpression(pattern: #","(revision|changed)":("[^"]*"|[0-9]+)"#)
    let whole = NSRange(answer.output.startIndex..., in: answer.output)
    return text.stringByReplacingMatches(in: answer.output, range: whole, withTemplate: "")
  }

  private func picture(_ number: Int) throws -> String {
    let file = beside("picture \(number).png")
    try (Self.smallPicture + Data("\(number)".utf8)).write(to: file)
    return file.path
  }
}
