// SPDX-License-Identifier: Apache-2.0
// Turns what a user types into a search field into a query of the full-text index. Any text gives
// a valid query: punctuation and unfinished quotes are not errors. Without a word in it, its marks
// are searched for. "-word" leaves out what has the word, and "OR" between two words is enough with one.

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
  /// Narrower ones, the narrowest first: with the marks at short words, without the beginnings of longer words, and
  /// with such a beginning for the last word only, which may not be typed to its end.
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
  /// Each term as it was typed, without those that are excluded.
  let terms: [String]
  /// Each of these terms as a query.
  let queries: [String]
  /// How many of them a match has; nil for all.
  let needed: Int?
  /// What is listed instead if nothing matches the text.
  var otherSpelling: OtherSpelling?

  /// More words than this do not improve a search, and the index has a limit.
  private static let mostWords = 24

  /// - Parameters:
  ///   - others: further spellings of the terms that are not excluded.
  ///   - needed: how many of these terms a match has; nil for all.
  init(_ text: String, others: [[String]] = [], needed: Int? = nil) {
    code = text.trimmingCharacters(in: .whitespacesAndNewlines)
    var all = Self.terms(of: text)
    // Without a word to look for there is nothing to leave out of what is found.
    if all.allSatisfy(\.isExcluded) {
      for index in all.indices { all[index].isExcluded = false }
    }
    if all.isEmpty { all = SearchTerm.marks(in: text, atMost: Self.mostWords) }
    var terms = all.filter { !$0.isExcluded }
    let excluded = all.filter(\.isExcluded)
    for (index, others) in others.enumerated() where index < terms.count {
      for other in others { terms[index].add(other) }
    }
    let ways = Self.choices(of: needed ?? terms.count, from: terms.count)
    func every(_ form: (SearchPhrase) -> String) -> String? {
      guard !terms.isEmpty else { return nil }
      let found = Self.any(
        of: ways.map { way in
          way.map { terms[$0].query(form) }.joined(separator: " AND ")
        })
      return excluded.reduce(found) { "(\($0)) NOT \($1.query(\.full))" }
    }
    expression = every(\.full)
    quickExpression = every(\.quick)
    if needed == nil, excluded.isEmpty {
      let wide = terms.filter { $0.phrases.allSatisfy { $0.wide != nil } }
      wideExpression =
        wide.isEmpty
        ? nil : wide.map { $0.query { $0.wide ?? $0.full } }.joined(separator: " AND ")
      let whole = terms.map { $0.query(\.whole) }
      let last = terms.last.map { $0.query(\.full) }
      // Of "c#" and "c++", which are both the word c, the one with the same marks comes first.
      let marks = terms.flatMap(\.marks).map { "\"\($0)\"" }
      wholeExpressions =
        terms.isEmpty
        ? []
        : ([
          marks.isEmpty ? [] : whole + marks, whole, whole.dropLast() + [last].compactMap(\.self),
        ])
        .filter { !$0.isEmpty }.map { $0.joined(separator: " AND ") }
    } else {
      wideExpression = expression
      wholeExpressions = []
    }
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWX")
    func group(_ letter: Character, _ term: SearchTerm) -> String {
      String(repeating: letter, count: term.phrases.count)
    }
    // What is excluded is found in no match, and so counts for no word.
    groups =
      ways.joined().map { group(letters[$0], terms[$0]) }.joined()
      + excluded.map { group(letters[0], $0) }.joined()
    self.needed = needed
    words = terms.map(\.word)
    self.terms = terms.map(\.text)
    queries = terms.map { $0.query(\.full) }
    letter = terms.count == 1 && code.unicodeScalars.count == 1 ? code.folded : nil
  }

  /// Words, quoted phrases, what is excluded by a minus, and what stands on both sides of OR.
  private static func terms(of text: String) -> [SearchTerm] {
    var terms: [SearchTerm] = []
    var isExcluded = false
    var isOther = false
    func take(_ term: SearchTerm?) {
      // It may be a pasted column of a thousand numbers.
      guard var term, terms.count < mostWords else { return }
      term.isExcluded = isExcluded
      if isOther, !isExcluded, let last = terms.indices.last, !terms[last].isExcluded {
        terms[last].add(orElse: term)
      } else {
        terms.append(term)
      }
      (isExcluded, isOther) = (false, false)
    }
    // Every second part was quoted; the last quote may still be open. By code points: a quote before a
    // combining mark is one character with it, and no quote may get into a phrase.
    let parts = text.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
      .map { Substring($0) }
    for (index, part) in parts.enumerated() {
      guard index.isMultiple(of: 2) else {
        take(SearchTerm(part, isBeginning: index == parts.count - 1, isWord: false))
        continue
      }
      let words = part.split(maxSplits: 4 * mostWords, whereSeparator: \.isWhitespace)
        .prefix(4 * mostWords)
      var previous: SearchedNumber?
      for (place, word) in words.enumerated() {
        let number = SearchedNumber(String(word))
        if word == "OR" || word == "|", !terms.isEmpty {
          isOther = true
        } else if word == "-", place == words.count - 1, part.last == "-", index + 1 < parts.count {
          isExcluded = true
        } else if number.isTimes, let before = previous, place + 1 < words.count,
          before.isMultiplied(by: SearchedNumber(String(words[place + 1])))
        {
          // The sign in "8 x 40": the next word knows of it.
          continue
        } else if word.first == "-", word.dropFirst().first?.isLetter == true {
          isExcluded = true
          take(SearchTerm(word.dropFirst(), isBeginning: true, isWord: true))
        } else {
          take(SearchTerm(word, isBeginning: true, isWord: true, after: previous))
        }
        previous = number.following(previous)
      }
    }
    return terms
  }

  /// Every way to choose so many of the terms.
  private static func choices(of count: Int, from all: Int) -> [[Int]] {
    guard count < all else { return [Array(0..<all)] }
    guard count > 0 else { return [[]] }
    return (0..<all).flatMap { first in
      choices(of: count - 1, from: all - first - 1).map { [first] + $0.map { $0 + first + 1 } }
    }
  }

  private static func any(of queries: [String]) -> String {
    queries.count == 1 ? queries[0] : queries.map { "(\($0))" }.joined(separator: " OR ")
  }
}
