// SPDX-License-Identifier: Apache-2.0
// Words of the catalogue that a word nothing has may stand for: its singular or plural, a part of a compound or
// a compound of it, the last digits of a code. Which ones a language really has is not known here: an ending is
// taken for another one of the list, and what the catalogue has decides.
//
// The index's sorted words are looked up from one to the next, so that it takes some hundred steps, however large
// the catalogue is; the inside of words is looked for in packed titles, and the ends of codes in their index.

struct NearWords {
  let connection: Connection

  /// How many words are searched for instead of one.
  private static let most = 8

  // MARK: Endings

  /// Without accents, as in the index: English, German, Dutch, French, Spanish, Portuguese, Italian, the
  /// Scandinavian languages, Polish, Czech, Turkish, Russian and Ukrainian.
  private static let endings: Set<String> = [
    "", "s", "es", "e", "n", "en", "er", "ern", "em", "y", "ies", "ie", "f", "fe", "ves", "x", "al",
    "aux", "au",
    "eau", "eaux", "o", "os", "oes", "a", "as", "ao", "aos", "aes", "z", "ces", "i", "is", "us",
    "um", "ia", "ii",
    "che", "chi", "ca", "co", "ga", "go", "ghe", "ghi", "r", "ar", "or", "na", "et", "ene", "erna",
    "re", "nen", "in",
    "ow", "ek", "ki", "ka", "ko", "ku", "kow", "ik", "u", "ami", "ach", "ky", "ce", "ze", "le",
    "ne", "te", "sel",
    "lar", "ler", "ь", "ы", "и", "а", "я", "о", "е", "у", "ю", "ов", "ей", "ок", "ек", "ка", "ки",
    "і",
  ]
  private static let longestEnding = 4
  private static let shortestStem = 3

  /// Words that change inside.
  private static let irregular = [
    ["mouse", "mice"], ["louse", "lice"], ["goose", "geese"], ["foot", "feet"], ["tooth", "teeth"],
    ["man", "men"],
    ["woman", "women"], ["die", "dice"], ["penny", "pence"], ["ox", "oxen"], ["luz", "luces"],
    ["voz", "voces"],
    ["pez", "peces"], ["oeil", "yeux"],
  ]

  /// The words with the same beginning and another ending, those that differ least first.
  func inflections(of word: String) throws -> [String] {
    let letters = Array(word)
    var found: [(word: String, difference: Int)] = []
    for removed in 0...Self.longestEnding where letters.count - removed >= Self.shortestStem {
      let stem = String(letters.dropLast(removed))
      guard Self.endings.contains(String(letters.suffix(removed))) else { continue }
      for other in try words(from: stem, atMost: 24) where other != word {
        let ending = String(other.dropFirst(stem.count))
        if Self.endings.contains(ending), !found.contains(where: { $0.word == other }) {
          found.append((other, removed + ending.count))
        }
      }
    }
    let irregular = Self.irregular.first { $0.contains(word) } ?? []
    for other in irregular where other != word {
      if try firstWord(from: other) == other { found.append((other, 1)) }
    }
    guard let least = found.map(\.difference).min() else { return [] }
    return found.filter { $0.difference <= least + 1 }.sorted { $0.difference < $1.difference }
      .prefix(Self.most).map(\.word)
  }

  /// The words that begin with a stem, in order.
  private func words(from stem: String, atMost limit: Int) throws -> [String] {
    var words: [String] = []
    var next = try firstWord(from: stem)
    while let word = next, word.utf8.starts(with: stem.utf8), words.count < limit {
      words.append(word)
      next = try firstWord(from: word + "\u{0}")
    }
    return words
  }

  // MARK: Compounds

  private static let shortestPart = 3

  /// What a word consists of, if its parts are words: "kaffeefilter" is "kaffee filter".
  func parts(of word: String) throws -> [String] {
    let letters = Array(word)
    guard letters.count >= 2 * Self.shortestPart, letters.count <= 32 else { return [] }
    return try (Self.shortestPart...(letters.count - Self.shortestPart)).compactMap { place in
      let (first, last) = (String(letters[..<place]), String(letters[place...]))
      guard try firstWord(from: first) == first,
        let found = try firstWord(from: last), found.utf8.starts(with: last.utf8)
      else { return nil }
      return "\(first) \(last)"
    }
  }

  /// The words of titles that have this one inside, or what is left of it without an ending.
  func compounds(with word: String) throws -> [String] {
    for removed in 0...2
    where word.count - removed > Self.shortestPart
      && Self.endings.contains(String(word.suffix(removed)))
    {
      let compounds = try compounds(containing: String(word.dropLast(removed)))
      if !compounds.isEmpty { return compounds }
    }
    return []
  }

  /// What more titles contain is no rare part of a word.
  private static let mostTitles = 50_000

  private func compounds(containing word: String) throws -> [String] {
    var compounds: [String] = []
    guard
      let found = try TitleBlocks(connection: connection).keys(
        containing: word, atMost: Self.mostTitles)
    else { return [] }
    let titles = try found.keys.prefix(64).compactMap { key in
      try connection.first("SELECT title_key FROM product WHERE key = ?", key) {
        $0.text("title_key")
      }
    }
    for title in titles {
      for part in title.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
        let compound = String(part).indexSpelling
        if compound != word, compound.contains(word), !compounds.contains(compound) {
          compounds.append(compound)
        }
      }
    }
    return Array(compounds.prefix(Self.most))
  }

  // MARK: Codes

  /// The codes that end with these digits or letters.
  func codes(endingWith text: String) throws -> [String] {
    guard text.count >= Self.shortestPart, text.contains(where: \.isNumber),
      text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" })
    else { return [] }
    return try connection.rows(
      """
      SELECT sku AS code FROM product INDEXED BY product_by_code
      WHERE sku IS NOT NULL AND substr(sku, -?1) = ?2 COLLATE NOCASE
      UNION SELECT gtin FROM product INDEXED BY product_by_gtin
      WHERE gtin IS NOT NULL AND substr(gtin, -?1) = ?2 LIMIT 8
      """, text.count, text
    ) { $0.text("code") }
  }

  /// The first word of the index that does not stand before this one.
  func firstWord(from word: String) throws -> String? {
    try connection.run(
      "CREATE VIRTUAL TABLE IF NOT EXISTS temp.search_words USING fts5vocab (main, search, instance)"
    )
    return try connection.first(
      "SELECT term FROM temp.search_words WHERE term >= ? LIMIT 1", word
    ) { $0.text("term") }
  }
}
