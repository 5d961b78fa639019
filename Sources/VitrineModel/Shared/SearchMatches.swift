// SPDX-License-Identifier: Apache-2.0
// Finds the words of a search in a title, so that a list can highlight them. As in the search
// itself, a word matches the beginning of a word, ignoring case, accents and marks between letters.

import Catalog
import Foundation

public enum SearchMatches {
  /// The matching parts of a text, from left to right, without overlaps.
  public static func ranges(of search: String, in text: String) -> [Range<String.Index>] {
    // Nothing is highlighted in a text that is too long to be shown whole.
    guard !search.isEmpty, text.utf8.count <= 4_000 else { return [] }
    let words = words(of: search)
    guard !words.isEmpty else { return marks(of: search, in: text) }
    var ranges: [Range<String.Index>] = []
    var position = text.startIndex
    var isInWord = false
    while position < text.endIndex {
      let character = text[position]
      let next = text.index(after: position)
      let isWord = character.isPartOfWord
      if isWord, !isInWord || character.isWordByItself,
        let end = words.compactMap({ end(of: $0, in: text, at: position) }).max()
      {
        ranges.append(position..<end)
        position = end
      } else {
        position = next
      }
      isInWord = isWord && !character.isWordByItself
    }
    return ranges
  }

  /// Whether each word of a search, or each mark of one without words, is in the text.
  static func all(of search: String, in text: String) -> Bool {
    search.split(whereSeparator: \.isWhitespace).allSatisfy { part in
      let words = part.split { !$0.isPartOfWord }
      return words.isEmpty
        ? text.contains(part) : words.allSatisfy { !ranges(of: String($0), in: text).isEmpty }
    }
  }

  /// What the search looks for: the words, and those that marks split also as one.
  private static func words(of search: String) -> [String] {
    let split = search.split { !$0.isPartOfWord }
    let joined = search.split { $0.isWhitespace || $0 == "\"" }.map { $0.filter(\.isPartOfWord) }
    return Set(split.map(String.init) + joined).subtracting([""]).map(\.searchSpelling)
  }

  /// Where a word ends that begins at a position; nil if it does not.
  private static func end(
    of word: String, in text: String, at start: String.Index
  ) -> String.Index? {
    var rest = word[...]
    var position = start
    while position < text.endIndex {
      let character = text[position]
      if character.isWhitespace { return nil }
      position = text.index(after: position)
      guard character.isPartOfWord else { continue }
      let letters = String(character).searchSpelling
      if letters.hasPrefix(rest) { return position }
      guard rest.hasPrefix(letters) else { return nil }
      rest = rest.dropFirst(letters.count)
    }
    return nil
  }

  /// A search without words is one for its marks.
  private static func marks(of search: String, in text: String) -> [Range<String.Index>] {
    let marks = search.filter { !$0.isWhitespace && $0 != "\"" }
    return text.indices.filter { marks.contains(text[$0]) }.map { $0..<text.index(after: $0) }
  }
}

extension Character {
  fileprivate var isPartOfWord: Bool { isLetter || isNumber || isWordByItself }
}
