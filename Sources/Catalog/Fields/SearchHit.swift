// What a search finds, with the place where.

/// A product that a search found.
public struct SearchHit: Sendable, Equatable {
  public let row: ProductRow
  /// The piece of the product's texts that matches best.
  public let snippet: String
  /// The words of the snippet that match, as positions of characters.
  public let matches: [Range<Int>]

  /// What marks the words in the index's answer: control characters that no text means to have.
  static let start: Unicode.Scalar = "\u{1}"
  static let end: Unicode.Scalar = "\u{2}"

  init(row: ProductRow, marked: String) {
    self.row = row
    var matches: [Range<Int>] = []
    var snippet = ""
    var start = 0
    for scalar in marked.unicodeScalars {
      switch scalar {
      case Self.start: start = snippet.count
      case Self.end: matches.append(min(start, snippet.count)..<snippet.count)
      default: snippet.unicodeScalars.append(scalar.properties.isWhitespace ? " " : scalar)
      }
    }
    self.snippet = snippet
    self.matches = matches
  }
}
