// Turns what a user types into a search field into a query of the full-text index. Any text gives
// a valid query: punctuation and unfinished quotes are not errors.

import Foundation

struct SearchText {
  /// The query in the index's syntax; nil if the text has no words.
  let expression: String?
  /// The same query, or a narrower one where the index is slow to start: for a prefix of a length
  /// that it does not store, it must first collect every word with that prefix. Here such a word is
  /// searched for as a whole.
  let quickExpression: String?
  /// The same query, or a wider one that the index starts to answer at once; nil if every product
  /// would match.
  let wideExpression: String?
  /// The letter, if the text is a single one. It makes the index collect a large part of all
  /// products.
  let letter: String?
  /// The text as a possible SKU or GTIN; products with exactly this code come first.
  let code: String

  /// More words than this do not improve a search, and the index has a limit.
  private static let mostWords = 24

  init(_ text: String) {
    code = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var terms: [Term] = []
    // Every second part was quoted; the last quote may still be open.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        terms += part.split(whereSeparator: \.isWhitespace).compactMap {
          Self.term($0, isBeginning: true)
        }
      } else if let phrase = Self.term(part, isBeginning: index == parts.count - 1) {
        terms.append(phrase)
      }
    }
    terms = Array(terms.prefix(Self.mostWords))
    expression = terms.isEmpty ? nil : terms.map(\.full).joined(separator: " AND ")
    quickExpression = terms.isEmpty ? nil : terms.map(\.quick).joined(separator: " AND ")
    let wide = terms.compactMap(\.wide)
    wideExpression = wide.isEmpty ? nil : wide.joined(separator: " AND ")
    letter = terms.count == 1 && code.unicodeScalars.count == 1 ? code.folded : nil
  }

  private struct Term {
    let full: String
    let quick: String
    let wide: String?
  }

  /// `words` as a phrase, whose last word may be a prefix. Nil if the index would see no word in
  /// it.
  private static func term(_ words: Substring, isBeginning: Bool) -> Term? {
    let scalars = Array(words.unicodeScalars).filter { $0.value != 0 }
    guard let end = scalars.lastIndex(where: isPartOfWord) else { return nil }
    func phrase(_ scalars: some Sequence<Unicode.Scalar>) -> String {
      var view = String.UnicodeScalarView()
      view.append(contentsOf: scalars)
      return "\"\(String(view))\""
    }
    let whole = phrase(scalars)
    guard isBeginning else { return Term(full: whole, quick: whole, wide: whole) }
    let full = whole + "*"
    let start = scalars[...end].lastIndex { !isPartOfWord($0) }.map { $0 + 1 } ?? 0
    let length = end + 1 - start
    if indexedBeginnings.contains(length) { return Term(full: full, quick: full, wide: full) }
    // One letter matches too much; of a longer prefix, use as much as the index has stored.
    let known = scalars[..<(start + (length == 1 ? 0 : indexedBeginnings.upperBound))]
    let hasWord = known.contains(where: isPartOfWord)
    return Term(
      full: full, quick: whole, wide: hasWord ? phrase(known) + (length == 1 ? "" : "*") : nil)
  }

  /// The lengths of prefixes that the index stores: its `prefix` option.
  private static let indexedBeginnings = 2...3

  /// As the index's tokenizer (unicode61) sees it.
  private static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }
}
