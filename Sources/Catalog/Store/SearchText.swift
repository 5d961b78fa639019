// What a person types into a search field, as the full-text index wants to be asked. Whatever is
// typed is a question it can answer: punctuation and unfinished quotes are no errors.

import Foundation

struct SearchText {
  /// The question in the index's own language; nil when there is no word in the text.
  let expression: String?
  /// The text as it might be a SKU or a GTIN, which come first when they match to the letter.
  let code: String

  /// A question of more words than this is no better, and the index has a limit.
  private static let mostWords = 24

  init(_ text: String) {
    code = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var terms: [String] = []
    // Every second part stood between quotes. The last may be one that is still being typed.
    let parts = text.split(separator: "\"", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        terms += part.split(whereSeparator: \.isWhitespace).compactMap { Self.term($0, "*") }
      } else if let phrase = Self.term(part, index == parts.count - 1 ? "*" : "") {
        terms.append(phrase)
      }
    }
    expression = terms.isEmpty ? nil : terms.prefix(Self.mostWords).joined(separator: " AND ")
  }

  /// `words` as a phrase; with a star, its last word may be the beginning of one. Nil when the
  /// index would see no word in it.
  private static func term(_ words: Substring, _ star: String) -> String? {
    let scalars = words.unicodeScalars.filter { $0.value != 0 }
    guard scalars.contains(where: isPartOfWord) else { return nil }
    return "\"\(String(String.UnicodeScalarView(scalars)))\"\(star)"
  }

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
