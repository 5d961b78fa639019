// SPDX-License-Identifier: Apache-2.0
// Tags as chips: what is typed means the same, letter by letter, as the text that an import would read.

import Catalog
import TestSwitches
import VitrineModel
import XCTest

final class TypedTagsTests: XCTestCase {
  func testACommaEndsATagUnlessItIsInQuotes() {
    var tags = TypedTags("fresh, summer")
    XCTAssertEqual(tags.finished.map(\.text), ["fresh", "summer"])
    XCTAssertEqual(tags.text, "fresh, summer")
    tags.type("\"sweet, ripe\"")
    XCTAssertEqual(tags.finished.count, 2)
    tags.type("\"sweet, ripe\",")
    XCTAssertEqual(tags.finished.map(\.text), ["fresh", "summer", "sweet, ripe"])
    XCTAssertEqual(tags.rest, "")
    XCTAssertEqual(tags.takeBack(), 13)
    XCTAssertEqual(tags.rest, "\"sweet, ripe\"")
    XCTAssertEqual(tags.text, "fresh, summer, \"sweet, ripe\"")
  }

  func testWhatIsTypedAndDeletedAgainHasChangedNothing() {
    var tags = TypedTags("fresh, summer")
    tags.type("x")
    XCTAssertEqual(tags.text, "fresh, summer, x")
    tags.type("")
    XCTAssertEqual(tags.text, "fresh, summer")
  }

  func testTheCaretTellsWhetherTheLastTagIsStillTyped() {
    let text = "fresh,summer"
    XCTAssertEqual(TypedTags(text, caret: 12).rest, "summer")
    XCTAssertEqual(TypedTags(text, caret: 6).rest, "summer")
    XCTAssertEqual(TypedTags(text, caret: 3).rest, "")
    // Behind the comma that a chip stands for.
    XCTAssertEqual(TypedTags(text, caret: 14).rest, "")
    var tags = TypedTags("fresh")
    XCTAssertEqual(TypedTags(tags.text, caret: tags.restStart), tags)
    tags.type("su")
    XCTAssertEqual(TypedTags(tags.text, caret: tags.restStart + 1), tags)
  }

  func testWhatCanBeNoTagStaysAsItWasTyped() {
    let long = String(repeating: "x", count: 10_000)
    var tags = TypedTags("fresh, " + long)
    XCTAssertEqual(tags.text, "fresh, " + long)
    tags.finish()
    XCTAssertEqual(tags.text, "fresh, " + long)
  }

  func testTypingAnythingMeansWhatItsTextMeans() throws {
    var random = SystemRandomNumberGenerator()
    let letters = ["a", "b", "é", "e\u{301}", ",", ",", " ", "\"", "\u{a0}", "🍒"]
    for _ in 0..<rounds(1_000, withFaults: 20_000) {
      let keys = (0..<Int.random(in: 0...12, using: &random)).map { _ in letters.randomElement()! }
      let all = keys.joined()
      var tags = TypedTags("")
      for key in keys {
        tags.type(tags.rest + key)
        // Nothing is lost by being written down and read, with the caret at the end.
        let caret = tags.restStart + tags.rest.unicodeScalars.count
        let read = TypedTags(tags.text, caret: caret)
        XCTAssertEqual(read.text, tags.text, "typed “\(all)”")
        XCTAssertEqual(meaning(of: read.text), meaning(of: tags.text), "typed “\(all)”")
      }
      XCTAssertEqual(meaning(of: tags.text), meaning(of: all), "typed “\(all)”")
      tags.finish()
      XCTAssertEqual(meaning(of: tags.text), meaning(of: all), "typed “\(all)”")
      XCTAssertEqual(meaning(of: TypedTags(all).text), meaning(of: all), "“\(all)”")
      // Otherwise they are joined, as in a text.
      if tags.rest.isEmpty, tags.takeBack() != nil {
        XCTAssertEqual(meaning(of: tags.text), meaning(of: all), "typed “\(all)”")
      }
    }
  }

  /// Nil: it can't be tags.
  private func meaning(of text: String) -> [String]? {
    guard let value = try? FieldKind.tags.value(from: text, for: .tags) else {
      return text.allSatisfy { $0.isWhitespace || $0 == "," } ? [] : nil
    }
    if case .tags(let tags) = value { return tags.map(\.text) }
    return []
  }
}
