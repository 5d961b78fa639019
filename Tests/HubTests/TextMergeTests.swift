// SPDX-License-Identifier: Apache-2.0
// What two people change of one text: by lines. What is apart goes together, at the hub, so that all get the same; what
// is not is asked about, as it is with every other field.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class TextMergeTests: HubTestCase {
  private let poem = "One\nTwo\nThree\nFour\nFive"

  func testDifferentLinesOfOneTextGoTogether() async throws {
    let (_, stores) = try await machines(2)
    let field = try CustomField(name: "Care", kind: .text)
    try await stores[0].addField(field)
    let rose = try await add("Rose", to: stores[0])
    try await edit(
      rose.id, in: stores[0],
      ProductChange(description: FreeText(description: poem), values: [field.id: .text(poem)]))
    let note = try await stores[0].addNote(
      to: rose.id, title: "N", text: FreeText(note: poem))
    try await sync(stores)
    let changed = ["Zero\n\(poem)", poem.replacingOccurrences(of: "Four", with: "4\n4½")]
    for (store, text) in zip(stores, changed) {
      try await edit(
        rose.id, in: store,
        ProductChange(description: FreeText(description: text), values: [field.id: .text(text)]))
      let notes = try await store.notes(of: rose.id)
      _ = try await store.editNote(
        note.id, basedOn: notes[0].revision, title: "N", text: FreeText(note: text))
    }
    try await sync(stores)
    try await assertEqual(stores)
    try await assertQuestions(0)
    let both = "Zero\nOne\nTwo\nThree\n4\n4½\nFive"
    for store in stores {
      let entry = try await unwrapped(store.entry(rose.id))
      XCTAssertEqual(entry.product.description.text, both)
      XCTAssertEqual(entry.product.values[field.id], .text(both))
      XCTAssertEqual(entry.notes.map(\.text.text), [both])
    }
    // Whoever takes back what was done takes back that alone.
    for _ in 0..<2 { _ = try await stores[1].undo() }
    try await sync(stores)
    try await assertEqual(stores)
    let left = try await product(rose.id, in: stores[0]).description.text
    XCTAssertEqual(left, changed[0])
    try await assertQuestions(0)
  }

  func testALineThatTwoChangedIsAQuestion() async throws {
    let (cluster, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    try await edit(
      rose.id, in: stores[0], ProductChange(description: FreeText(description: poem)))
    try await sync(stores)
    for (store, line) in zip(stores, ["Red", "Blue"]) {
      let text = poem.replacingOccurrences(of: "Two", with: line)
      try await edit(
        rose.id, in: store, ProductChange(description: FreeText(description: text)))
    }
    try await sync(stores)
    try await assertEqual(stores)
    let text = try await product(rose.id, in: stores[1]).description.text
    XCTAssertEqual(text, "One\nRed\nThree\nFour\nFive")
    let hub = try await Hub(at: cluster.address(database))
    let question = try await unwrapped(hub.questions().first)
    XCTAssertEqual(question.field, "description")
    XCTAssertEqual(question.mine, #"{"description": "One\nBlue\nThree\nFour\nFive"}"#)
    try await hub.answer(question.id, takesMine: true)
    try await sync(stores)
    try await assertEqual(stores)
    let answered = try await product(rose.id, in: stores[0]).description.text
    XCTAssertEqual(answered, "One\nBlue\nThree\nFour\nFive")
  }

  /// A value of one line is one thing, and so is a text that was emptied.
  func testOnlyTextsAreMerged() async throws {
    let (_, stores) = try await machines(2)
    let rose = try await add("Rose", to: stores[0])
    let lines = try CustomField(name: "Size", kind: .line)
    try await stores[0].addField(lines)
    try await edit(
      rose.id, in: stores[0],
      ProductChange(
        description: FreeText(description: poem), values: [lines.id: .text("a")]))
    try await sync(stores)
    try await edit(
      rose.id, in: stores[0], ProductChange(description: "", values: [lines.id: .text("b")]))
    try await edit(
      rose.id, in: stores[1],
      ProductChange(
        description: FreeText(description: "\(poem)\nSix"), values: [lines.id: .text("c")]))
    try await sync(stores)
    try await assertEqual(stores)
    try await assertQuestions(2)
  }

  func testEachWritesLinesOfTheirOwnAndNobodyIsAsked() async throws {
    let (_, stores) = try await machines(4)
    let rose = try await add("Rose", to: stores[0])
    // Every other line is nobody's.
    var lines = (0..<9).map { "line \($0)" }
    func text() throws -> FreeText {
      try FreeText(description: lines.joined(separator: "\n"))
    }
    try await edit(rose.id, in: stores[0], ProductChange(description: text()))
    try await sync(stores)
    for round in 0..<rounds(6, withFaults: 30) {
      for (number, store) in stores.enumerated() where Int.random(in: 0..<3) > 0 {
        var mine = try await product(rose.id, in: store).description.text.components(
          separatedBy: "\n")
        // Where it is now: others have put lines in.
        let place = try XCTUnwrap(mine.firstIndex(of: "line \(number * 2)"))
        let line = "\(number) wrote \(round)"
        if place > 0, mine[place - 1].hasPrefix("\(number) wrote"), Bool.random() {
          lines.removeAll { $0 == mine[place - 1] }
          mine[place - 1] = line
        } else {
          mine.insert(line, at: place)
        }
        let at = try XCTUnwrap(lines.firstIndex(of: "line \(number * 2)"))
        lines.insert(line, at: at)
        try await edit(
          rose.id, in: store,
          ProductChange(description: FreeText(description: mine.joined(separator: "\n"))))
        if Int.random(in: 0..<3) == 0 { try await HubSync(store).run() }
      }
    }
    try await sync(stores)
    try await assertEqual(stores)
    try await assertQuestions(0)
    let all = try await product(rose.id, in: stores[3]).description.text
    XCTAssertEqual(all, lines.joined(separator: "\n"))
  }

  // MARK: The rule alone

  /// A text, and what two people made of it.
  private struct Texts: Encodable {
    let now: String
    let old: String
    let new: String
  }

  /// What the hub makes of texts; nil where it asks. And the same had the other one come first.
  private func merged(_ texts: [Texts]) async throws -> [[String?]] {
    let server = try await HubServer(HubCluster.require().address(database))
    _ = try await server.rows("SET search_path = vitrine_1")
    let json = String(decoding: try JSONEncoder().encode(texts), as: UTF8.self)
    return try await server.rows(
      """
      SELECT merged_lines(e->>'now', e->>'old', e->>'new'), merged_lines(e->>'new', e->>'old', e->>'now')
      FROM jsonb_array_elements($1) WITH ORDINALITY u(e, n) ORDER BY n
      """, .text(json)
    ).map(\.columns)
  }

  /// Each line is somebody's, and between those of two people is one that nobody touches.
  func testWhatIsApartGoesTogether() async throws {
    _ = try await machines(0)
    var random = SystemRandomNumberGenerator()
    var (texts, wanted): ([Texts], [String]) = ([], [])
    for _ in 0..<rounds(400, withFaults: 4000) {
      var (old, now, new, both): ([String], [String], [String], [String]) = ([], [], [], [])
      for part in 0..<Int.random(in: 1...8, using: &random) {
        let was = (0..<Int.random(in: 0...3, using: &random)).map { "\(part).\($0)" }
        let becomes = (0..<Int.random(in: 0...3, using: &random)).map {
          "\(part).\($0) \(Int.random(in: 0...1, using: &random) == 0 ? "a" : "b")"
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: (now, new, both) = (now + becomes, new + was, both + becomes)
        case 1: (now, new, both) = (now + was, new + becomes, both + becomes)
        // Both did the same.
        case 2: (now, new, both) = (now + becomes, new + becomes, both + becomes)
        default: (now, new, both) = (now + was, new + was, both + was)
        }
        (old, now, new) = (old + was + ["– \(part)"], now + ["– \(part)"], new + ["– \(part)"])
        both.append("– \(part)")
      }
      func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
      texts.append(Texts(now: text(now), old: text(old), new: text(new)))
      wanted.append(text(both))
    }
    for (number, found) in try await merged(texts).enumerated() {
      XCTAssertEqual(found, [wanted[number], wanted[number]], "\(texts[number])")
    }
  }

  /// Of few letters, so that lines are there more than once, and may go together in more than one way.
  func testWhoComesFirstDoesNotMatterAndNoLineIsLost() async throws {
    _ = try await machines(0)
    var random = SystemRandomNumberGenerator()
    func change(_ lines: [String], _ letters: [String]) -> [String] {
      var lines = lines
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        if Bool.random(using: &random), !lines.isEmpty {
          lines.remove(at: Int.random(in: 0..<lines.count, using: &random))
        } else {
          lines.insert(
            letters.randomElement(using: &random) ?? "",
            at: Int.random(in: 0...lines.count, using: &random))
        }
      }
      return lines
    }
    var texts: [Texts] = []
    for _ in 0..<rounds(600, withFaults: 6000) {
      let old = change((0..<6).map { _ in ["a", "b", ""].randomElement(using: &random) ?? "" }, [])
      texts.append(
        Texts(
          now: change(old, ["x", "X"]).joined(separator: "\n"), old: old.joined(separator: "\n"),
          new: change(old, ["y", ""]).joined(separator: "\n")))
    }
    var asked = 0
    func count(_ line: String, _ text: String) -> Int {
      text.components(separatedBy: "\n").count { $0 == line }
    }
    for (texts, found) in zip(texts, try await merged(texts)) {
      XCTAssertEqual(found[0], found[1], "\(texts)")
      if texts.old == texts.new { XCTAssertEqual(found[0], texts.now, "\(texts)") }
      if texts.old == texts.now { XCTAssertEqual(found[0], texts.new, "\(texts)") }
      guard let text = found[0] else {
        asked += 1
        continue
      }
      for line in ["x", "X"] {
        XCTAssertEqual(count(line, text), count(line, texts.now), "\(texts)")
      }
      XCTAssertEqual(count("y", text), count("y", texts.new), "\(texts)")
    }
    XCTAssertGreaterThan(asked, 0)
    XCTAssertLessThan(asked, texts.count / 2)
  }

  /// What was written anew, and what is longer than anybody writes, is asked about soon.
  func testLargeTextsHoldUpNobody() async throws {
    _ = try await machines(0)
    func lines(_ word: String, _ count: Int) -> String {
      (0..<count).map { "\(word) \($0)" }.joined(separator: "\n")
    }
    let long = lines("line", 15_000)
    let found = try await merged([
      Texts(now: "first\n\(long)", old: long, new: "\(long)\nlast"),
      Texts(now: lines("a", 15_000), old: long, new: lines("b", 15_000)),
      Texts(now: "first\n" + lines("line", 20_001), old: long, new: "\(long)\nlast"),
    ])
    XCTAssertEqual(found[0], Array(repeating: "first\n\(long)\nlast", count: 2))
    XCTAssertEqual(found[1], [nil, nil])
    XCTAssertEqual(found[2], [nil, nil])
  }

  private func assertQuestions(_ count: Int, line: UInt = #line) async throws {
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["\(count)"], line: line)
  }
}
