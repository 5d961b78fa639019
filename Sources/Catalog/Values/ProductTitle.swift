// SPDX-License-Identifier: Apache-2.0
// A product's title.

/// A non-empty line of at most 200 characters.
public struct ProductTitle: StoredText {
  public let text: String

  /// Trims `text`.
  public init(_ text: String) throws {
    self.text = try singleLine(text, for: .title, atMost: 200)
  }

  init(stored text: String) {
    self.text = text
  }
}
