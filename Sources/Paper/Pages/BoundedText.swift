// SPDX-License-Identifier: Apache-2.0
// A text of any length, as Pango can set it in time. It shapes what is left of an item anew for each line, and takes
// minutes for a megabyte in one; and the time for marks on one letter grows with the square of their number.

import CCairo
import Foundation

struct BoundedText {
  let text: String
  /// Whether some of it is missing that might have had room.
  let isCut: Bool

  /// More than a line has room for, in letters of any size that can be read.
  private static let mostInLine = 1_000
  /// As many as Unicode's Stream-Safe Text Format allows; more than any language has.
  private static let mostMarks = 30
  /// More than anybody prints of one text: with very many, Pango looks for each of them from the first.
  private static let mostParagraphs = 10_000
  /// Where an item ends, in code points: at a space, or else anywhere between letters.
  private static let (pieceLength, longestPiece) = (200, 250)

  /// - Parameter lines: nil for as many as it takes.
  init(_ text: String, lines: Int?) {
    // The width of a zero character ends the text for Pango.
    let whole = text.utf8.contains(0) ? text.replacingOccurrences(of: "\0", with: "") : text
    let most = lines.map { min(max(1, $0), 1_000) * Self.mostInLine } ?? .max
    (self.text, isCut) = whole.withoutPiles(
      of: Self.mostMarks, upTo: most, paragraphs: Self.mostParagraphs)
  }

  // transfer full
  private static func add(
    _ attribute: UnsafeMutablePointer<PangoAttribute>?, from start: Int, to end: Int,
    in list: OpaquePointer?
  ) {
    guard let attribute else { return }
    attribute.pointee.start_index = guint(clamping: start)
    attribute.pointee.end_index = guint(clamping: end)
    pango_attr_list_insert(list, attribute)
  }

  /// Divides what is long into items, each second of which gets an attribute that changes nothing.
  func divide(_ layout: OpaquePointer) {
    guard text.utf8.count > 2 * Self.longestPiece else { return }
    // transfer full
    let list = pango_attr_list_new()
    var (start, count, place, isMarked, hasSpace) = (0, 0, 0, false, false)
    var before: Unicode.Scalar = "\n"
    func end(at end: Int) {
      if isMarked {
        Self.add(pango_attr_fallback_new(1), from: start, to: end, in: list)
        // In a word without an end, a line may end before and after each of them.
        if !hasSpace { Self.add(pango_attr_word_new(), from: start, to: end, in: list) }
      }
      (start, count, isMarked, hasSpace) = (end, 0, !isMarked, false)
    }
    for scalar in text.unicodeScalars {
      let mayEnd =
        count >= Self.pieceLength && before == " "
        || count >= Self.longestPiece && !scalar.isJoined(to: before)
        || count >= 2 * Self.longestPiece
      if before == "\n" {
        // The first piece of a paragraph is as it is, so that short ones have none.
        if isMarked { end(at: place) } else { (start, count, hasSpace) = (place, 0, false) }
      } else if mayEnd {
        end(at: place)
      }
      place += UTF8.width(scalar)
      count += 1
      hasSpace = hasSpace || scalar == " "
      before = scalar
    }
    end(at: place)
    pango_layout_set_attributes(layout, list)
    pango_attr_list_unref(list)
  }
}

extension String {
  /// With so many marks on a letter at most, and so many code points, paragraphs and tabs.
  fileprivate func withoutPiles(
    of most: Int, upTo length: Int, paragraphs: Int
  ) -> (text: String, isCut: Bool) {
    // Nearly every text is short.
    guard utf8.count > most else { return (self, false) }
    var (text, marks, count, ends, tabs) = (UnicodeScalarView(), 0, 0, 0, 0)
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      guard marks <= most else { continue }
      if scalar.endsParagraph { ends += 1 }
      guard count < length, ends < paragraphs else { return (String(text) + "…", true) }
      if scalar == "\t" { tabs += 1 }
      // Where a tab leads to is measured from the start of its line.
      text.append(scalar == "\t" && tabs > 1_000 ? " " : scalar)
      count += 1
    }
    return (String(text), false)
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    guard value >= 0x300 else { return false }
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: return true
    default: return false
    }
  }

  fileprivate var endsParagraph: Bool { ["\n", "\r", "\u{2029}"].contains(self) }

  /// Whether it and the one before are one letter.
  fileprivate func isJoined(to before: Unicode.Scalar) -> Bool {
    guard value >= 0x300 || before.value >= 0x300 else { return false }
    let (joiner, thaiAm, laoAm): (UInt32, UInt32, UInt32) = (0x200D, 0xE33, 0xEB3)
    return isMark || before.isMark || value == joiner || before.value == joiner
      || [thaiAm, laoAm].contains(value) || (0x1F3FB...0x1F3FF).contains(value)
  }
}
