// SPDX-License-Identifier: Apache-2.0
// What is laid out is bounded and takes little time, whatever a text is, and only its end can be missing. Needs no
// display.

import CGtk
import CGtkShim
import TestSwitches
import XCTest

@testable import Gtk

final class LaidOutTests: XCTestCase {
  private static let pieces = [
    "x", " ", "\u{a0}", "ש", "س", "😀", "木", "\n", "\u{200d}", "x ", "ก็", "-", "x\u{ad}",
    "e\u{301}",
  ]

  func testMostTextsStayAsTheyAre() {
    for text in [
      "", "Rose", "A sentence with\nlines.", String(repeating: "x", count: 1_000),
      String(repeating: "word ", count: 200), String(repeating: " ", count: 1_000),
      String(repeating: "木", count: 1_000),
    ] {
      XCTAssertEqual(text.laidOut, text)
    }
    XCTAssertEqual("Rose".asTitle, "Rose")
  }

  /// Whoever writes two languages in turn sees nearly as much as anybody; a script for each letter is no text.
  func testManyScriptsInTurnAreShorter() {
    let persian = String(repeating: "کتاب‌های خوب ", count: 70)
    for text in [persian, String(repeating: "日本語 カタカナ ", count: 110)] {
      XCTAssertEqual(text.laidOut, text)
    }
    let turns = String(repeating: "some words in English, ועוד כמה מילים בעברית ", count: 40)
      .laidOut
    XCTAssertGreaterThan(turns.count, 700)
    let mixed = String(repeating: "aשกक木", count: 1_000).laidOut
    XCTAssertLessThan(mixed.count, 1_000 / 6)
  }

  /// Quirk: label-tabs.
  func testTabsAreSpaces() {
    XCTAssertEqual("Milk\t3.5 %\nCream\t30 %".laidOut, "Milk    3.5 %\nCream    30 %")
    let many = String(repeating: "\t", count: 1_000_000).laidOut
    XCTAssertEqual(Set(many), [" ", "…"])
    XCTAssertLessThan(many.count, 2_000)
  }

  func testOnlyTheEndOfALongTextIsMissing() {
    for piece in Self.pieces {
      let text = String(repeating: piece, count: 1_000_000)
      for (shown, most) in [
        (text.laidOut, 1_000), (text.asTitle, 300), (text.onButton, 150),
        (text.laidOut(upTo: 4_000), 4_000),
      ] {
        let count = shown.unicodeScalars.count - 1
        // Of what is divided there is less; a word, or what may be broken anywhere, is not.
        let isWhole = ["😀", "木", "\n", "\u{200d}", "x ", "ก็"].contains(piece)
        XCTAssertEqual(count, isWhole ? most : 50 + (most - 50) / 3, accuracy: 1, piece)
        let start = text.unicodeScalars.prefix(count)
        XCTAssertTrue(shown.unicodeScalars.dropLast().elementsEqual(start), piece)
        XCTAssertEqual(shown.unicodeScalars.last, "…", piece)
      }
    }
  }

  func testOnlySoManyMarksAreOnOneLetter() {
    let marks = String(repeating: "\u{301}", count: 1_000_000)
    for shown in ["e\(marks)".laidOut, "e\(marks)".asTitle] {
      XCTAssertEqual(shown, "e\(marks.unicodeScalars.prefix(30).map(String.init).joined())…")
    }
    let few = "e" + String(repeating: "\u{301}", count: 30)
    XCTAssertEqual((few + few).laidOut, few + few)
  }

  /// What is valid is edited as it is.
  func testAnEntryHasNoPiles() {
    for (count, left) in [(250, 250), (3_000, 250), (5_000, 64), (1_000_000, 64)] {
      let pile = "e" + String(repeating: "\u{301}", count: count)
      XCTAssertEqual(pile.asEdited.unicodeScalars.count, 1 + left, "\(count)")
    }
    let pile = "x" + String(repeating: "\u{301}", count: 200)
    for text in ["", String(repeating: "e\u{301}", count: 4_000), pile] {
      XCTAssertEqual(text.asEdited, text)
    }
    let word = String(repeating: "x", count: 1_000_000)
    XCTAssertEqual(word.asEdited.utf8.count, 20_000)
  }

  /// As a label of GTK's wraps it, in a narrow column.
  func testWhateverATextIsItIsLaidOutInTime() throws {
    for piece in Self.pieces {
      let markup = try Self.divided(String(repeating: piece, count: 1_000_000).laidOut(upTo: 4_000))
      let before = ProcessorTime.ofThread
      let lines = try Self.lines(of: markup)
      let spent = ProcessorTime.ofThread - before
      XCTAssertGreaterThan(lines, 0)
      // Without the pieces it is seconds. The font of a script may be read for the first time.
      XCTAssertLessThan(spent, 0.2, piece)
    }
  }

  /// What is divided reads as before, and no letter is parted from its marks.
  func testTheTextStaysAndItsLettersKeepTheirMarks() throws {
    for (text, least) in [
      (String(repeating: "กี่น้ำ", count: 300), 10), (String(repeating: "क्षि", count: 300), 6),
      (String(repeating: "👩‍🚀👍🏽", count: 200), 8), (String(repeating: "e\u{301}", count: 300), 3),
      ((0..<500).map { "\($0)" }.joined(), 14), ("<&" + String(repeating: "x", count: 120), 1),
      ("short words only, and <no> long one & so on", 0),
    ] {
      let markup = try Self.divided(text)
      let parts = markup.components(separatedBy: "<span fallback=\"true\">")
      XCTAssertGreaterThanOrEqual(parts.count - 1, least, text)
      let plain = parts.flatMap { $0.components(separatedBy: "</span>") }
        .map {
          $0.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&amp;", with: "&")
        }
      XCTAssertEqual(plain.joined(), text)
      for part in plain.dropFirst() {
        let first = try XCTUnwrap(part.unicodeScalars.first ?? "x")
        XCTAssertFalse(
          [.nonspacingMark, .spacingMark].contains(first.properties.generalCategory)
            || first == "\u{200d}" || first == "\u{e33}", text)
      }
    }
  }

  func testTextsAtRandom() throws {
    var random = SystemRandomNumberGenerator()
    for _ in FuzzRounds("texts", most: 100) {
      var text = ""
      for _ in 0..<Int.random(in: 1...20, using: &random) {
        let any = Unicode.Scalar(UInt32.random(in: 1...0x10FFFF, using: &random))
        let known = Self.pieces.randomElement(using: &random) ?? ""
        let piece = Bool.random(using: &random) ? known : any.map { String($0) } ?? "&"
        text += String(repeating: piece, count: Int.random(in: 1...2_000, using: &random))
      }
      let markup = try Self.divided(text.laidOut(upTo: 4_000))
      let before = ProcessorTime.ofThread
      _ = try Self.lines(of: markup)
      XCTAssertLessThan(ProcessorTime.ofThread - before, 0.2, text.prefix(200).debugDescription)
    }
  }

  private static func divided(_ text: String) throws -> String {
    // transfer full
    let markup = try XCTUnwrap(vitrine_text_markup(text))
    defer { g_free(markup) }
    return String(cString: markup)
  }

  private static func lines(of markup: String) throws -> Int32 {
    // Borrowed, then transfer full, both.
    let map = try XCTUnwrap(pango_cairo_font_map_get_default())
    let context = pango_font_map_create_context(map)
    let layout = pango_layout_new(context)
    let font = pango_font_description_from_string("Sans 11")
    defer {
      pango_font_description_free(font)
      g_object_unref(UnsafeMutableRawPointer(layout))
      g_object_unref(UnsafeMutableRawPointer(context))
    }
    pango_layout_set_font_description(layout, font)
    pango_layout_set_markup(layout, markup, -1)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_width(layout, 300 * PANGO_SCALE)
    var (width, height): (Int32, Int32) = (0, 0)
    pango_layout_get_pixel_size(layout, &width, &height)
    return pango_layout_get_line_count(layout)
  }
}
