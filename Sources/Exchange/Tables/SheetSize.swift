// SPDX-License-Identifier: Apache-2.0
// How large a sheet may be. Formats can claim cells without having them, by a number; what claims more
// than any spreadsheet has room for was made to fill the memory.

enum SheetSize {
  static let columns = 16_384
  static let rows = 1_048_576
  /// How many lines a text may have: more than any list, but no more than can be looked at while a person waits.
  static let lines = 40_000_000
  /// How many cells are read before they are looked at: a few rows of the widest sheet.
  static let atOnce = 64_000
  /// How many cells may be claimed in all that are not in the file: gaps and repeats.
  static let claimed = 40_000_000
  /// How many bytes of text a cell may have, and the cells of a row together: a file can have one text and name it in
  /// every cell.
  static let text = 1 << 20
  static let rowText = 64 << 20

  /// - Parameter bytes: of the text of a cell, as far as it is read.
  static func check(text bytes: Int) throws {
    guard bytes <= text else { throw UnreadableFile.tooLarge(.text(megabytes: text >> 20)) }
  }

  /// What Excel takes into a cell, in units of UTF-16.
  static let longestText = 32_767

  /// Whether a cell has all of a text that there is room for: then it says nothing else.
  static func cuts(_ text: String, to cell: String) -> Bool {
    // Every unit is a byte or more, and a character of two may not have fitted.
    cell.utf8.count >= longestText - 1 && text.utf8.count > cell.utf8.count
      && (longestText - 1...longestText).contains(cell.utf16.count)
      && text.utf8.starts(with: cell.utf8)
  }
}
