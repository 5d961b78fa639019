// The keys of a line of an export beside those of the fields. Here, among the fields, because a
// person's own field may not be called like one of them.

enum ExchangeKey: String, CaseIterable {
  case id, notes, created, changed, revision, deleted
  case pictures = "images"
  /// Values in the person's own fields.
  case fields
  /// Of a line that says what one of these is.
  case field
}
