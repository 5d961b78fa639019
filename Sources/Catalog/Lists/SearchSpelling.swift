// SPDX-License-Identifier: Apache-2.0
// What is searched for if nothing fits the text as it was typed: singular for plural, parts of compounds, the ends of
// codes; then words of the catalogue that differ by one letter — one too many, one missing, a wrong one, or two
// that changed places; at last, fewer of the words.
//
// All spellings with another letter are made and looked up in the index's sorted words, from one that exists to
// the next: that takes some hundred steps, however large the catalogue is.

import Foundation

struct SearchSpelling {
  let connection: Connection
  var mayLackWords = true

  /// A shorter word is too easily another one.
  private static let shortest = 3
  private static let longest = 32
  /// How many spellings of a word are searched for.
  private static let mostOthers = 8
  /// How many texts with other words are tried.
  private static let mostTexts = 32
  /// How many words other ones are looked for, and how many spellings with another letter are made for all of them: a
  /// pasted text has many words, and a word with letters of many scripts has very many spellings.
  private static let mostSought = 8
  private static let mostSpellings = 6_000
  /// How many stale products' words are looked at.
  private static let mostStale = 1_000

  private var near: NearWords { NearWords(connection: connection) }

  /// The text as it was typed, or as it was meant if nothing in the catalogue fits.
  func search(for text: String) throws -> SearchText {
    let typed = SearchText(text)
    guard let expression = typed.expression, typed.wideExpression != nil else { return typed }
    // The quick one is enough for most.
    if try fits(typed.quickExpression ?? expression) || fits(expression) { return typed }
    let stale = try SearchIndex(connection: connection).stale()
    if try areThere(expression, among: stale) { return typed }
    let known =
      stale.count > Self.mostStale
      ? [] : try TextSearch.words(of: stale.keys, on: connection)

    let isThere = try zip(typed.words, typed.queries).map { word, query in
      if let word { return try self.isThere(word) || known.contains(where: word.isBeginning) }
      return try fits(query) || areThere(query, among: stale)
    }
    // If every word exists, only not together, any of them may be the wrong one.
    let all = !isThere.contains(false)
    var (left, room) = (Self.mostSought, Self.mostSpellings)
    var others = try zip(zip(typed.words, typed.terms), isThere).map { names, isThere in
      guard all || !isThere, left > 0 else { return [String]() }
      left -= 1
      return try self.others(
        for: names.0, names.1, of: typed, staleWords: known, within: &room)
    }
    try addCompounds(of: typed.words, to: &others)
    var meant = SearchText(text, others: others)
    if !others.allSatisfy(\.isEmpty) {
      meant.otherSpelling = try otherSpelling(of: typed, others, isThere: isThere)
      if try meant.expression.map({ try fits($0) || areThere($0, among: stale) }) ?? false {
        return meant
      }
    }
    return try withFewerWords(text, others, stale: stale) ?? meant
  }

  /// The same with as many of the words as something has.
  private func withFewerWords(
    _ text: String, _ others: [[String]], stale: KeySet
  ) throws -> SearchText? {
    guard mayLackWords, (2...Self.mostWords).contains(others.count) else { return nil }
    // Short words near another one are near too many.
    let likely = others.map { $0.filter { $0.count > 3 } }
    // With less than half of what was typed, it was not meant.
    for needed in ((others.count + 1) / 2..<others.count).reversed() {
      var fewer = SearchText(text, others: likely, needed: needed)
      guard let expression = fewer.expression,
        try fits(expression) || areThere(expression, among: stale)
      else { continue }
      fewer.otherSpelling = OtherSpelling(
        typed: fewer.code, text: nil, isOnlyOne: false, lacksWords: true)
      return fewer
    }
    return nil
  }

  /// Of more words than this, all are needed: every choice of them would be a query of its own.
  private static let mostWords = 6

  private func areThere(_ expression: String, among stale: KeySet) throws -> Bool {
    try !TextSearch(connection: connection, expression: expression).matching(stale.keys).isEmpty
  }

  /// What may be meant by a term that nothing has.
  private func others(
    for word: String?, _ term: String, of typed: SearchText, staleWords: Set<String>,
    within room: inout Int
  ) throws -> [String] {
    guard let word, Self.mayBeMisspelt(word) else {
      // Codes are looked through one by one: not for every number of many.
      let codes = typed.terms.count <= 3 ? try near.codes(endingWith: term) : []
      return SearchedNumber(term).inOtherDigits + codes
    }
    let forms = try near.inflections(of: word) + near.parts(of: word)
    if !forms.isEmpty { return forms }
    return try near.compounds(with: word)
      + misspellings(of: word, staleWords: staleWords, within: &room)
  }

  /// Two words that the catalogue has as one.
  private func addCompounds(of words: [String?], to others: inout [[String]]) throws {
    for index in words.indices.dropFirst() {
      guard let first = words[index - 1], let second = words[index] else { continue }
      guard try isThere(first + second) else { continue }
      others[index - 1].append(first + second)
      others[index].append(first + second)
    }
  }

  /// The first of the texts with other words that something fits: one that exists may stay.
  private func otherSpelling(
    of typed: SearchText, _ others: [[String]], isThere: [Bool]
  ) throws -> OtherSpelling {
    var texts = [""]
    for (index, term) in typed.terms.enumerated() {
      let whole = try others[index].map {
        $0.contains(" ") ? $0 : try near.firstWord(from: $0) ?? $0
      }
      let ways = (isThere[index] ? [term] : []) + whole
      texts = Array(
        texts.flatMap { text in ways.map { text.isEmpty ? $0 : "\(text) \($0)" } }
          .prefix(Self.mostTexts))
    }
    var fitting: [String] = []
    for text in texts where fitting.count < 2 {
      if let expression = SearchText(text).expression, try fits(expression) { fitting.append(text) }
    }
    return OtherSpelling(
      typed: typed.code, text: fitting.first, isOnlyOne: fitting.count == 1)
  }

  private static func mayBeMisspelt(_ word: String) -> Bool {
    (shortest...longest).contains(word.unicodeScalars.count)
  }

  private func fits(_ expression: String) throws -> Bool {
    try connection.first("SELECT 1 FROM search WHERE search MATCH ? LIMIT 1", expression) { _ in }
      != nil
  }

  /// Words that differ by one letter; if there are none, beginnings of words that do.
  private func misspellings(
    of word: String, staleWords: Set<String>, within room: inout Int
  ) throws -> [String] {
    guard let spellings = Spellings(of: word, within: &room) else { return [] }
    var (words, beginnings): ([String], [String]) = ([], [])
    var index = 0
    while index < spellings.all.count, let next = try near.firstWord(from: spellings.all[index]) {
      // No spelling before the next existing word is a word, or begins one.
      while index < spellings.all.count, !next.precedes(spellings.all[index]) {
        let spelling = spellings.all[index]
        if next == spelling { words.append(spelling) }
        if spelling.isBeginning(of: next) { beginnings.append(spelling) }
        index += 1
      }
    }
    words += spellings.all.filter(staleWords.contains)
    if words.isEmpty, word.unicodeScalars.count > Self.shortest {
      words = beginnings.filter { !$0.isBeginning(of: word) }
    }
    // People rarely mistake the first letter.
    let (likely, others) = (
      words.filter { $0.first == word.first }, words.filter { $0.first != word.first }
    )
    return Array((likely + others).prefix(Self.mostOthers))
  }

  private func isThere(_ word: String) throws -> Bool {
    try near.firstWord(from: word).map(word.isBeginning) ?? false
  }
}

/// Every spelling that differs from a word by one letter, in the index's order.
private struct Spellings {
  let all: [String]

  /// Nil if they are more than there is room for.
  init?(of word: String, within room: inout Int) {
    let letters = Array(word.unicodeScalars)
    let alphabet = Self.alphabet(of: letters)
    room -= (2 * letters.count + 1) * alphabet.count
    guard room >= 0 else { return nil }
    var found: Set<String> = []
    func add(_ change: (inout [Unicode.Scalar]) -> Void) {
      var changed = letters
      change(&changed)
      var view = String.UnicodeScalarView()
      view.append(contentsOf: changed)
      found.insert(String(view))
    }
    for index in 0...letters.count {
      for letter in alphabet { add { $0.insert(letter, at: index) } }
      guard index < letters.count else { continue }
      add { $0.remove(at: index) }
      for letter in alphabet { add { $0[index] = letter } }
      if index + 1 < letters.count { add { $0.swapAt(index, index + 1) } }
    }
    found.remove(word)
    all = found.sorted { $0.precedes($1) }
  }

  /// The letters of the scripts that a word is written in: each block of Unicode has one.
  private static func alphabet(of letters: [Unicode.Scalar]) -> [Unicode.Scalar] {
    var alphabet: [Unicode.Scalar] = []
    for block in Set(letters.map { $0.value & ~0x7F }) {
      for value in block..<(block + 0x80) {
        guard let letter = Unicode.Scalar(value) else { continue }
        let kind = letter.properties.generalCategory
        if kind == .lowercaseLetter || kind == .otherLetter { alphabet.append(letter) }
      }
    }
    return alphabet
  }
}

extension String {
  /// Whether it stands before another one in the index.
  fileprivate func precedes(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }

  fileprivate func isBeginning(of word: String) -> Bool { word.utf8.starts(with: utf8) }
}
