// What a person types into a search field, as the full-text index wants to be asked. Whatever is
// typed is a question it can answer: punctuation and unfinished quotes are no errors.

import Foundation

struct SearchText {
  /// The question in the index's own language; nil when there is no word in the text.
  let expression: String?
  /// The same question, or a narrower one where it takes the index long to begin with the answer:
  /// of a word of a length it has no beginnings for, it must first gather every word that begins
  /// so. These words are meant whole here.
  let quickExpression: String?
  /// The same question, or a wider one that the index begins to answer at once; nil when every
  /// product would do.
  let wideExpression: String?
  /// The one letter that is all there is in the text. It has the index gather a large part of all
  /// there is.
  let letter: String?
  /// The text as it might be a SKU or a GTIN, which come first when they match to the letter.
  let code: String

  /// A question of more words than this is no better, and the index has a limit.
  private static let mostWords = 24

  init(_ text: String) {
    code = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var terms: [Term] = []
    // Every second part stood between quotes. The last may be one that is still being typed.
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

  /// `words` as a phrase, whose last word may be the beginning of one. Nil when the index would see
  /// no word in it.
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
    // A letter says next to nothing; of a longer beginning, as much as the index has ready.
    let known = scalars[..<(start + (length == 1 ? 0 : indexedBeginnings.upperBound))]
    let hasWord = known.contains(where: isPartOfWord)
    return Term(
      full: full, quick: whole, wide: hasWord ? phrase(known) + (length == 1 ? "" : "*") : nil)
  }

  /// The lengths of beginnings that the index has ready: its `prefix` option.
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
