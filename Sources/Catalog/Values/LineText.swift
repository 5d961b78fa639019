// Text of one line that has no rule of its own.

/// One line of at most 200 characters.
public struct LineText: Sendable, Hashable {
  public let text: String

  /// Takes `text` without the spaces around it.
  public init(_ text: String, for field: InvalidValue.Field) throws {
    self.text = try singleLine(text, for: field, atMost: 200)
  }

  init(stored text: String) {
    self.text = text
  }
}
