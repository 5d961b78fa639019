// SPDX-License-Identifier: Apache-2.0
// Tables that Vitrine wrote: how they are told from others, and the texts that a spreadsheet would take for formulas in
// them. Writing and reading are side by side, so that they stay in step.

enum OwnTable {
  /// What tells that Vitrine wrote a file of a format with a name in it.
  static let catalogueName = "Vitrine"
  /// The name of the first column. No other program's table begins with it, so that nothing of it is guessed.
  static let firstColumn = "Vitrine ID"

  /// What stands between the cells of a text that is such a table; nil if it is none.
  static func delimiter(of text: [UInt8]) -> String? {
    var rest = text[...]
    let isQuoted = rest.first == UInt8(ascii: "\"")
    if isQuoted { rest = rest.dropFirst() }
    guard rest.starts(with: firstColumn.utf8) else { return nil }
    rest = rest.dropFirst(firstColumn.utf8.count)
    if isQuoted { rest = rest.dropFirst() }
    return rest.first.flatMap { byte in
      [",", ";", "\t"].first { $0.utf8.first == byte }
    }
  }

  // MARK: Formulas

  // A spreadsheet calculates what begins so, even where a text was meant, and what it calculates can reach files and the
  // network. An apostrophe before it makes it a text; one more goes before a text that looks as if it had been given one,
  // so that what is read is what was written.

  /// Whether an apostrophe goes before a text.
  static func needsApostrophe(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    if startsFormula(first) { return true }
    guard first == apostrophe else { return false }
    return text.first { $0 != apostrophe }.map(startsFormula) ?? false
  }

  /// Without the apostrophe that was put before it.
  static func withoutApostrophe(_ text: String) -> String {
    guard text.utf8.first == apostrophe, needsApostrophe(Array(text.utf8)[...]) else { return text }
    return String(decoding: text.utf8.dropFirst(), as: UTF8.self)
  }

  static let apostrophe = UInt8(ascii: "'")

  // Nor does a text begin with CR: within cells, lines end with LF.
  private static func startsFormula(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "="), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x09:
      true
    default: false
    }
  }
}
