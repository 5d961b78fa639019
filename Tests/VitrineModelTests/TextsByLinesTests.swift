// SPDX-License-Identifier: Apache-2.0
// A description that is being written while somebody else changes it: lines apart go together, the caret stays in the
// line that is being written, and what both changed is asked about.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import VitrineModel

final class TextsByLinesTests: XCTestCase {
  private static let poem = "One\nTwo\nThree\nFour\nFive"

  private func rose(_ description: String, revision: Int) throws -> Product {
    Product(
      id: try XCTUnwrap(UUID(uuidString: "0B5C0A5E-8F4B-4B59-8E0A-9D9D2F1D6A11")),
      title: try ProductTitle("Rose"), description: try FreeText(description: description),
      revision: revision)
  }

  func testOtherLinesComeIntoTheFormAndTheCaretStaysInItsWord() throws {
    let (before, after) = (
      try rose(Self.poem, revision: 1), try rose("Zero\n" + Self.poem + "\nSix", revision: 2)
    )
    try MainActor.assumeIsolated {
      let form = ProductForm(before, style: WritingStyle(currency: nil))
      form.type("One\nTwo\nThree and a half\nFour\nFive", in: .description)
      form.place(in: .description, anchor: 13, caret: 17)
      form.rebase(onto: after)
      XCTAssertNil(form.conflict(in: .description))
      XCTAssertEqual(
        form.text(of: .description), "Zero\nOne\nTwo\nThree and a half\nFour\nFive\nSix")
      XCTAssertEqual(form.selection?.anchor, 18)
      XCTAssertEqual(form.selection?.caret, 22)
      XCTAssertEqual(
        try form.change().applied(to: after).description.text, form.text(of: .description))

      // And so it is after a restart.
      let restored = ProductForm(after, draft: form.draft, style: WritingStyle(currency: nil))
      XCTAssertEqual(restored.text(of: .description), form.text(of: .description))
      XCTAssertNil(restored.conflict(in: .description))
    }
  }

  func testALineThatBothChangedIsAQuestion() throws {
    let (before, after) = (
      try rose(Self.poem, revision: 1),
      try rose(Self.poem.replacingOccurrences(of: "Two", with: "2"), revision: 2)
    )
    MainActor.assumeIsolated {
      let form = ProductForm(before, style: WritingStyle(currency: nil))
      let mine = Self.poem.replacingOccurrences(of: "Two", with: "Twice")
      form.type(mine, in: .description)
      form.rebase(onto: after)
      XCTAssertEqual(form.text(of: .description), mine)
      XCTAssertEqual(form.conflict(in: .description), after.description.text)
    }
  }

  /// Two change different lines of a text, with one between: all of both is in it, whoever came first.
  func testNothingOfEitherIsLost() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<rounds(200, withFaults: 5_000) {
      let old = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        "l\(Int.random(in: 0..<4, using: &random))"
      }
      var (mine, theirs, both): ([String], [String], [String]) = ([], [], [])
      var last = 0
      for (index, line) in old.enumerated() {
        // Who changed the line before leaves this one alone.
        let who = last == 0 ? Int.random(in: 0..<3, using: &random) : 0
        last = who
        let new = (0..<Int.random(in: 0..<3, using: &random)).map { "é𝄞\(who)\(index)\($0)" }
        mine += who == 1 ? new : [line]
        theirs += who == 2 ? new : [line]
        both += who == 0 ? [line] : new
      }
      let texts = [old, mine, theirs, both].map { $0.joined(separator: "\n") }
      guard !old.isEmpty, !mine.isEmpty, !theirs.isEmpty else { continue }
      let merged = TextsByLines(mine: texts[1], theirs: texts[2], since: texts[0])
      let turned = TextsByLines(mine: texts[2], theirs: texts[1], since: texts[0])
      XCTAssertEqual(merged?.text, turned?.text, "\(texts)")
      // Lines that are equal can be taken for each other, which then is a question.
      guard let merged else { continue }
      if Set(old).count == old.count { XCTAssertEqual(merged.text, texts[3], "\(texts)") }
      let (before, after) = (Array(texts[1].unicodeScalars), Array(merged.text.unicodeScalars))
      for offset in 0...before.count {
        let place = merged.place(offset)
        XCTAssertLessThanOrEqual(place, after.count, "\(texts)")
        // In a line of one's own, what is behind the caret is what was there.
        guard offset < before.count, before[offset] == "𝄞" else { continue }
        XCTAssertEqual(after[place], before[offset], "\(texts)")
      }
    }
  }

  func testMoreThanSomebodyWritesIsAsked() {
    let lines = (0..<1_000).map { "line \($0)" }
    XCTAssertNil(
      TextsByLines(
        mine: lines.reversed().joined(separator: "\n"),
        theirs: (["new"] + lines).joined(separator: "\n"),
        since: lines.joined(separator: "\n")))
  }
}
