// What a product is called.

/// A title of one line: not empty, at most 200 characters.
public struct ProductTitle: Sendable, Hashable {
  public let text: String

  /// Takes `text` without the spaces around it.
  public init(_ text: String) throws {
    self.text = try singleLine(text, for: .title, atMost: 200)
  }

  init(stored text: String) {
    self.text = text
  }
}
