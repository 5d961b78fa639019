// SPDX-License-Identifier: Apache-2.0
// A result of a search, with the place of the match.

/// A product that a search found.
public struct SearchHit: Sendable, Equatable {
  public let product: ListedProduct
  /// The part of the product's texts that matches best.
  public let snippet: String
  /// The matching words in the snippet, as character offsets.
  public let matches: [Range<Int>]

  /// Marks the words in the index's answer: a control character that no real text contains.
  static let start: Unicode.Scalar = "\u{1}"
  static let end: Unicode.Scalar = "\u{2}"

  init(product: ListedProduct, marked: String) {
    self.product = product
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
