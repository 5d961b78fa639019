// SPDX-License-Identifier: Apache-2.0
// What two copies of a catalogue have changed, each in its own way: somebody has to say which is right. Made of values
// alone, so that a terminal, a window and a script can all ask and answer the same.

/// Which of two values a copy of the catalogue is to have.
public enum CopyAnswer: String, Sendable, CaseIterable {
  /// What is here stays.
  case mine
  /// What the other copy has.
  case theirs
  /// Of a stock: what was sold and delivered in both copies counts.
  case added
  /// Of tags and long texts: this one, and behind it the other.
  case both
}

/// Something that two copies of a catalogue have differently, because both have changed it.
public struct CopyQuestion: Sendable, Hashable {
  /// What kind of row it is, and what tells it from others of its kind, in every copy.
  let kind: String
  let row: String
  /// The title of the product that it is about; nil if it is about none.
  public let title: String?
  /// A field by its name, “notes”, “pictures” or “values”; nil if it is about the whole: it was removed in one copy.
  public let field: String?
  /// What is here, and what the other copy has; nil if there is nothing.
  public let mine, theirs: String?
  /// The answers that it has.
  public let answers: [CopyAnswer]

  init(
    _ name: SharedName, title: String?, field: String?, mine: String?, theirs: String?,
    answers: [CopyAnswer] = [.mine, .theirs]
  ) {
    (kind, row) = (name.kind, name.row)
    (self.title, self.field, self.mine, self.theirs) = (title, field, mine, theirs)
    self.answers = answers
  }
}

/// What tells a row from all others, in every copy of a catalogue.
struct SharedName: Hashable, Sendable {
  let kind: String
  let row: String
}
