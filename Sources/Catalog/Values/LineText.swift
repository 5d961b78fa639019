// SPDX-License-Identifier: Apache-2.0
// A line of text without further rules.

/// One line of at most 200 characters.
public struct LineText: StoredText {
  public let text: String

  /// Trims `text`.
  public init(_ text: String, for field: InvalidValue.Field) throws {
    self.text = try singleLine(text, for: field, atMost: 200)
  }

  init(stored text: String) {
    self.text = text
  }
}
