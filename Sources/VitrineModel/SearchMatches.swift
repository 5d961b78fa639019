// Finds the words of a search in a title, so that a list can highlight them. As in the search
// itself, a word matches the beginning of a word, ignoring case and accents.

import Foundation

public enum SearchMatches {
  /// The matching parts of a text, from left to right, without overlaps.
  public static func ranges(of search: String, in text: String) -> [Range<String.Index>] {
    let words = search.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    guard !words.isEmpty else { return [] }
    var ranges: [Range<String.Index>] = []
    var position = text.startIndex
    var isInWord = false
    while position < text.endIndex {
      let character = text[position]
      let isLetter = character.isLetter || character.isNumber
      if isLetter, !isInWord, let match = longest(of: words, in: text, at: position) {
        ranges.append(match)
      }
      isInWord = isLetter
      position = text.index(after: position)
    }
    return ranges
  }

  private static func longest(
    of words: [String], in text: String, at start: String.Index
  ) -> Range<String.Index>? {
    words.compactMap { word in
      text.range(
        of: word, options: [.anchored, .caseInsensitive, .diacriticInsensitive],
        range: start..<text.endIndex)
    }
    .max { $0.upperBound < $1.upperBound }
  }
}
