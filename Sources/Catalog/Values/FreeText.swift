// Text that a person writes as they please, kept to the letter. NUL alone is refused: it ends a
// text early for many of those who read it.

/// Text of any length and any number of lines.
public struct FreeText: Sendable, Hashable {
  public let text: String

  public static let empty = FreeText(stored: "")

  /// What a product is like.
  public init(description text: String) throws {
    try self.init(text, for: .description)
  }

  /// What stands under a picture.
  public init(caption text: String) throws {
    try self.init(text, for: .caption)
  }

  /// What a note says under its title.
  public init(note text: String) throws {
    try self.init(text, for: .noteText)
  }

  private init(_ text: String, for field: InvalidValue.Field) throws {
    try refuseNUL(in: text, for: field)
    self.text = text
  }

  init(stored text: String) {
    self.text = text
  }
}

/// What a note is about: at most 1000 code points, and often nothing.
public struct NoteTitle: Sendable, Hashable {
  public let text: String

  public static let empty = NoteTitle(stored: "")

  public init(_ text: String) throws {
    try refuseNUL(in: text, for: .noteTitle)
    // No text has more code points than bytes, and those need no counting.
    guard text.utf8.count <= 1000 || text.unicodeScalars.count <= 1000 else {
      throw InvalidValue(.noteTitle, .tooLong(limit: 1000))
    }
    self.text = text
  }

  init(stored text: String) {
    self.text = text
  }
}

private func refuseNUL(in text: String, for field: InvalidValue.Field) throws {
  guard text.utf8.contains(0) else { return }
  throw InvalidValue(field, .containsNUL)
}
