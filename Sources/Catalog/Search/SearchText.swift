// SPDX-License-Identifier: Apache-2.0
// Turns what a user types into a search field into a query of the full-text index. Any text gives
// a valid query: punctuation and unfinished quotes are not errors. Without a word in it, its marks
// are searched for.

import Foundation

struct SearchText {
  /// The query in the index's syntax; nil if nothing is searched for.
  let expression: String?
  /// The same query, or a narrower one where the index is slow to start: for a prefix of a length
  /// that it does not store, it must first collect every word with that prefix. Here such a word is
  /// searched for as a whole.
  let quickExpression: String?
  /// The same query, or a wider one that the index starts to answer at once; nil if every product
  /// would match.
  let wideExpression: String?
  /// Narrower ones, the narrowest first: without the beginnings of longer words, and with such a
  /// beginning for the last word only, which may not be typed to its end.
  let wholeExpressions: [String]
  /// Which phrases of these queries are spellings of the same word: a letter for each phrase.
  let groups: String
  /// The letter, if the text is a single one. It makes the index collect a large part of all
  /// products.
  let letter: String?
  /// The text as a possible SKU, GTIN or title; products with exactly this come first.
  let code: String
  /// The words that may be misspelt, as the index would have them; nil for each term that is none.
  let words: [String?]
  /// Each term as it was typed.
  let terms: [String]
  /// What is listed instead if nothing matches the text.
  var otherSpelling: OtherSpelling?

  /// More words than this do not improve a search, and the index has a limit.
  fileprivate static let mostWords = 24

  /// `others` are further spellings of the words, as `words` has them.
  init(_ text: String, others: [[String]] = []) {
    code = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var terms: [Term] = []
    // Every second part was quoted; the last quote may still be open. By code points: a quote before a
    // combining mark is one character with it, and no quote may get into a phrase.
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map { Substring($0) }
    for (index, part) in parts.enumerated() {
      if index.isMultiple(of: 2) {
        terms += part.split(whereSeparator: \.isWhitespace).compactMap {
          Term($0, isBeginning: true, isWord: true)
        }
      } else if let phrase = Term(part, isBeginning: index == parts.count - 1, isWord: false) {
        terms.append(phrase)
      }
    }
    if terms.isEmpty { terms = Term.marks(in: text) }
    terms = Array(terms.prefix(Self.mostWords))
    for (index, others) in others.enumerated() where index < terms.count {
      terms[index].phrases += others.compactMap { Phrase(Array($0.unicodeScalars), true) }
    }
    expression = Self.all(terms) { $0.full }
    quickExpression = Self.all(terms) { $0.quick }
    wideExpression = Self.all(terms.filter { $0.phrases.allSatisfy { $0.wide != nil } }) {
      $0.wide ?? $0.full
    }
    let whole = terms.map { Self.any(of: $0) { $0.whole } }
    let last = terms.last.map { Self.any(of: $0) { $0.full } }
    wholeExpressions =
      terms.isEmpty
      ? []
      : [whole, whole.dropLast() + [last].compactMap(\.self)].map {
        $0.joined(separator: " AND ")
      }
    groups = zip("ABCDEFGHIJKLMNOPQRSTUVWX", terms)
      .map { String(repeating: $0, count: $1.phrases.count) }.joined()
    words = terms.map(\.word)
    self.terms = terms.map(\.text)
    letter = terms.count == 1 && code.unicodeScalars.count == 1 ? code.folded : nil
  }

  private static func all(_ terms: [Term], _ form: (Phrase) -> String) -> String? {
    guard !terms.isEmpty else { return nil }
    return terms.map { any(of: $0, form) }.joined(separator: " AND ")
  }

  private static func any(of term: Term, _ form: (Phrase) -> String) -> String {
    let phrases = term.phrases.map(form)
    return phrases.count == 1 ? phrases[0] : "(\(phrases.joined(separator: " OR ")))"
  }
}

/// Every match has one of these phrases.
private struct Term {
  var phrases: [Phrase]
  /// The text, if it is a single word of letters alone.
  let word: String?
  /// As it was typed.
  let text: String

  /// The last word of `text` may be a prefix. Nil if the index would see no word in it.
  init?(_ text: Substring, isBeginning: Bool, isWord: Bool) {
    let scalars = text.unicodeScalars.filter { $0.value != 0 }
    guard let phrase = Phrase(Array(scalars), isBeginning) else { return nil }
    phrases = [phrase]
    self.text = isWord ? String(text) : "\"\(text)\""
    let letters = scalars.filter { $0.isPartOfWord || $0.isPassedOver }
    let isOneWord = letters.count == scalars.count
    if isWord, !isOneWord, !scalars.contains(where: \.isWordByItself),
      scalars.split(whereSeparator: { !$0.isPartOfWord }).count > 1,
      let joined = Phrase(Array(letters), isBeginning)
    {
      phrases.append(joined)
    }
    word =
      isWord && isOneWord
        && scalars.allSatisfy { $0.properties.isAlphabetic && !$0.isWordByItself }
      ? String(text).indexSpelling : nil
  }

  private init(mark: Unicode.Scalar) {
    phrases = [Phrase(mark: mark)]
    word = nil
    text = String(mark)
  }

  /// The first different marks of a text that has no words: it may be a pasted megabyte.
  static func marks(in text: String) -> [Term] {
    var marks: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars
    where scalar != "\"" && scalar.value > 0x20 && !scalar.properties.isWhitespace
      && !scalar.isPassedOver && !marks.contains(scalar)
    {
      marks.append(scalar)
      if marks.count == SearchText.mostWords { break }
    }
    return marks.map(Term.init)
  }
}

/// Words that follow each other, as queries: all of it, only whole words, one that the index answers
/// at once and that finds less, and one that finds more.
private struct Phrase {
  let full: String
  let whole: String
  let quick: String
  let wide: String?

  /// The lengths of prefixes that the index stores: its `prefix` option.
  private static let indexedBeginnings = 2...3

  init?(_ scalars: [Unicode.Scalar], _ isBeginning: Bool) {
    guard let end = scalars.lastIndex(where: { $0.isPartOfWord || $0.isWordByItself }) else {
      return nil
    }
    whole = Self.quoted(scalars)
    // A character that is a word is never the beginning of a longer one.
    guard isBeginning, !scalars[end].isWordByItself else {
      (full, quick, wide) = (whole, whole, whole)
      return
    }
    full = whole + "*"
    let start =
      scalars[...end].lastIndex { !$0.isPartOfWord || $0.isWordByItself }.map { $0 + 1 } ?? 0
    let length = end + 1 - start
    if Self.indexedBeginnings.contains(length) {
      (quick, wide) = (full, full)
      return
    }
    quick = whole
    // One letter matches too much; of a longer prefix, use as much as the index has stored.
    let known = scalars[..<(start + (length == 1 ? 0 : Self.indexedBeginnings.upperBound))]
    let hasWord = known.contains { $0.isPartOfWord || $0.isWordByItself }
    wide = hasWord ? Self.quoted(known) + (length == 1 ? "" : "*") : nil
  }

  init(mark: Unicode.Scalar) {
    full = Self.quoted([mark])
    (whole, quick, wide) = (full, full, full)
  }

  private static func quoted(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return "\"\(String(view))\""
  }
}
