// SPDX-License-Identifier: Apache-2.0
// What is shown of a text that is edited: no pile of marks, whatever is typed, pasted or taken away, and everything is
// still there. Needs no display.

import CGtk
import CGtkShim
import XCTest

final class EditedTextTests: XCTestCase {
  private static let most = 64
  private static let pieces = ["x", "word ", "\n", "e\u{301}", "ש", "👩‍🚀", "木"]

  func testNoPileOfMarksIsShownAndNothingIsLost() throws {
    for round in 0..<40 {
      // transfer full
      let buffer = try XCTUnwrap(gtk_text_buffer_new(nil))
      defer { g_object_unref(UnsafeMutableRawPointer(buffer)) }
      vitrine_text_buffer_fit(buffer)
      // Some are so long that they are shown in part anyway.
      let first = String(
        repeating: ["\u{301}", "word "].randomElement() ?? "x",
        count: round.isMultiple(of: 4) ? 30_000 : 0)
      gtk_text_buffer_set_text(buffer, first, -1)
      var expected = Array(first.unicodeScalars)
      for _ in 0..<12 {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        let place = Int.random(in: 0...expected.count)
        gtk_text_buffer_get_iter_at_offset(buffer, &start, Int32(place))
        if Int.random(in: 0...3) == 0 {
          let last = Int.random(in: place...expected.count)
          gtk_text_buffer_get_iter_at_offset(buffer, &end, Int32(last))
          gtk_text_buffer_delete(buffer, &start, &end)
          expected.removeSubrange(place..<last)
        } else {
          let isPile = Bool.random()
          let piece = isPile ? "\u{301}" : Self.pieces.randomElement() ?? "x"
          let text = String(repeating: piece, count: .random(in: 1...(isPile ? 2_000 : 300)))
          gtk_text_buffer_insert(buffer, &start, text, -1)
          expected.insert(contentsOf: text.unicodeScalars, at: place)
        }
        XCTAssertEqual(Array(Self.text(buffer, isWhole: true).unicodeScalars), expected)
        XCTAssertLessThanOrEqual(Self.longestPile(Self.text(buffer, isWhole: false)), Self.most)
      }
    }
  }

  /// What is only read has less of what is hidden, and shows the same.
  func testWhatIsReadShowsWhatWholeTextsShow() throws {
    for piece in ["x", "word ", "ש", "木", "e\u{301}", "\u{301}", "😀"] {
      let long = String(repeating: piece, count: 200_000)
      for text in [long, "first\n\(long)\n\nlast\n"] {
        // transfer full
        let read = try XCTUnwrap(vitrine_text_to_read(text))
        defer { g_free(read) }
        XCTAssertLessThan(strlen(read), 130_000, piece)
        XCTAssertEqual(Self.shown(String(cString: read)), Self.shown(text), piece)
      }
    }
    for text in ["", "word", String(repeating: "word ", count: 19_000)] {
      XCTAssertNil(vitrine_text_to_read(text))
    }
    let lines = String(repeating: "a line of it\n", count: 100_000)
    // transfer full
    let read = try XCTUnwrap(vitrine_text_to_read(lines))
    defer { g_free(read) }
    XCTAssertLessThan(strlen(read), 500_000)
    XCTAssertTrue(lines.hasPrefix(String(cString: read).dropLast()))
    XCTAssertTrue(String(cString: read).hasSuffix("…"))
    XCTAssertNil(vitrine_text_to_read(String(repeating: "line\n", count: 19_000)))
  }

  private static func shown(_ text: String) -> String {
    // transfer full
    let buffer = gtk_text_buffer_new(nil).unsafelyUnwrapped
    defer { g_object_unref(UnsafeMutableRawPointer(buffer)) }
    vitrine_text_buffer_fit(buffer)
    gtk_text_buffer_set_text(buffer, text, -1)
    return self.text(buffer, isWhole: false)
  }

  private static func text(_ buffer: UnsafeMutablePointer<GtkTextBuffer>, isWhole: Bool) -> String {
    var (start, end) = (GtkTextIter(), GtkTextIter())
    gtk_text_buffer_get_bounds(buffer, &start, &end)
    // transfer full
    guard let text = gtk_text_buffer_get_text(buffer, &start, &end, isWhole ? 1 : 0) else {
      return ""
    }
    defer { g_free(text) }
    return String(cString: text)
  }

  private static func longestPile(_ text: String) -> Int {
    var (longest, marks) = (0, 0)
    for scalar in text.unicodeScalars {
      marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
      longest = max(longest, marks)
    }
    return longest
  }
}
