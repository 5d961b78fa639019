// SPDX-License-Identifier: Apache-2.0
// What is searched for if nothing fits the text as it was typed: the words of the catalogue that
// differ from it by one letter — one too many, one missing, a wrong one, or two that changed places.
//
// All these spellings are made and looked up in the index's sorted words, from one that exists to
// the next: that takes some hundred steps, however large the catalogue is.

import Foundation

struct SearchSpelling {
  let connection: Connection

  /// A shorter word is too easily another one.
  private static let shortest = 3
  private static let longest = 32
  /// How many spellings of a word are searched for.
  private static let mostOthers = 8
  /// How many texts with other words are tried.
  private static let mostTexts = 32
  /// How many stale products' words are looked at.
  private static let mostStale = 1_000

  /// The text as it was typed, or as it was meant if nothing in the catalogue fits.
  func search(for text: String) throws -> SearchText {
    let typed = SearchText(text)
    guard let expression = typed.expression, typed.wideExpression != nil,
      typed.words.contains(where: { $0.map(Self.mayBeMisspelt) ?? false })
    else { return typed }
    // The quick one is enough for most.
    if try fits(typed.quickExpression ?? expression) || fits(expression) { return typed }
    let stale = try SearchIndex(connection: connection).stale()
    let texts = TextSearch(connection: connection, expression: expression)
    if try !texts.matching(stale.keys).isEmpty { return typed }
    let known = stale.count > Self.mostStale ? [] : try texts.words(of: stale.keys)

    let isThere = try typed.words.map { word in
      try word.map { try self.isThere($0) || known.contains(where: $0.isBeginning) } ?? true
    }
    // If every word exists, only not together, any of them may be the wrong one.
    let all = !isThere.contains(false)
    let others = try zip(typed.words, isThere).map { word, isThere in
      guard let word, all || !isThere, Self.mayBeMisspelt(word) else { return [String]() }
      return try self.others(for: word, staleWords: known)
    }
    if others.allSatisfy(\.isEmpty) { return typed }
    var meant = SearchText(text, others: others)
    meant.otherSpelling = try otherSpelling(of: typed, others, isThere: isThere)
    return meant
  }

  /// The first of the texts with other words that something fits: one that exists may stay.
  private func otherSpelling(
    of typed: SearchText, _ others: [[String]], isThere: [Bool]
  ) throws -> OtherSpelling {
    var texts = [""]
    for (index, term) in typed.terms.enumerated() {
      let whole = try others[index].map { try firstWord(from: $0) ?? $0 }
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
  private func others(for word: String, staleWords: Set<String>) throws -> [String] {
    let spellings = Spellings(of: word)
    var (words, beginnings): ([String], [String]) = ([], [])
    var index = 0
    while index < spellings.all.count, let next = try firstWord(from: spellings.all[index]) {
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
    try firstWord(from: word).map(word.isBeginning) ?? false
  }

  /// The first word of the index that does not stand before this one.
  private func firstWord(from word: String) throws -> String? {
    try connection.execute(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab (main, search, instance)"
    )
    return try connection.first(
      "SELECT term FROM temp.search_words WHERE term >= ? LIMIT 1", word
    ) { $0.text("term") }
  }
}

/// Every spelling that differs from a word by one letter, in the index's order.
private struct Spellings {
  let all: [String]

  init(of word: String) {
    let letters = Array(word.unicodeScalars)
    let alphabet = Self.alphabet(of: letters)
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
