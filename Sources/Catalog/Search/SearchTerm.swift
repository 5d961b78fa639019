// SPDX-License-Identifier: Apache-2.0
// What a user typed between two spaces, or in quotes, and every way in which a product may have it.

import Foundation

struct SearchTerm {
  /// A match has one of these.
  private(set) var phrases: [SearchPhrase]
  /// The text, if it is a single word of letters alone.
  let word: String?
  /// As it was typed.
  private(set) var text: String
  /// The marks that stand at its word, such as that of "c#".
  private(set) var marks: [Unicode.Scalar] = []
  /// Whether only what does not have it matches.
  var isExcluded = false

  /// The last word of `text` may be a prefix. Nil if the index would see no word in it.
  ///
  /// - Parameter previous: the word before it, to which a number or a unit may belong.
  init?(_ text: Substring, isBeginning: Bool, isWord: Bool, after previous: SearchedNumber? = nil) {
    let scalars = text.unicodeScalars.filter { $0.value != 0 }
    guard let phrase = SearchPhrase(Array(scalars), isBeginning) else { return nil }
    phrases = [phrase]
    self.text = isWord ? String(text) : "\"\(text)\""
    let letters = scalars.filter { $0.isPartOfWord || $0.isPassedOver }
    let isOneWord = letters.count == scalars.count
    word =
      isWord && isOneWord
        && scalars.allSatisfy { $0.properties.isAlphabetic && !$0.isWordByItself }
      ? String(text).indexSpelling : nil
    guard isWord else { return }
    if letters.count <= Self.shortWord {
      marks = scalars.filter { $0.value > 0x20 && $0.value < 0x7F && !$0.isPartOfWord }
    }
    if !isOneWord, !scalars.contains(where: \.isWordByItself),
      scalars.split(whereSeparator: { !$0.isPartOfWord }).count > 1
    {
      add(String(letters.map(Character.init)), isBeginning)
    }
    for spelling in SearchedNumber(String(text)).spellings(after: previous) {
      add(spelling, isBeginning)
    }
  }

  private static let mostPhrases = 48
  /// Of longer words, marks tell nothing.
  private static let shortWord = 4

  private init(mark: Unicode.Scalar) {
    phrases = [SearchPhrase(mark: mark)]
    word = nil
    text = String(mark)
  }

  mutating func add(_ spelling: String, _ isBeginning: Bool = true) {
    let scalars = spelling.unicodeScalars.filter { $0.value != 0 && $0 != "\"" }
    guard let phrase = SearchPhrase(Array(scalars), isBeginning),
      !phrases.contains(where: { $0.full == phrase.full })
    else { return }
    phrases.append(phrase)
  }

  /// A match may have this one instead.
  mutating func add(orElse other: SearchTerm) {
    guard phrases.count < Self.mostPhrases else { return }
    phrases += other.phrases
    text += " OR \(other.text)"
  }

  /// The first different marks of a text that has no words: it may be a pasted megabyte.
  static func marks(in text: String, atMost most: Int) -> [SearchTerm] {
    var marks: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars
    where scalar != "\"" && scalar.value > 0x20 && !scalar.properties.isWhitespace
      && !scalar.isPassedOver && !marks.contains(scalar)
    {
      marks.append(scalar)
      if marks.count == most { break }
    }
    // Quotes around nothing are a mark like others.
    if marks.isEmpty, text.unicodeScalars.contains("\"") { marks = ["\""] }
    return marks.map(SearchTerm.init)
  }

  /// The query that finds it in this form.
  func query(_ form: (SearchPhrase) -> String) -> String {
    let queries = phrases.map(form)
    return queries.count == 1 ? queries[0] : "(\(queries.joined(separator: " OR ")))"
  }
}
