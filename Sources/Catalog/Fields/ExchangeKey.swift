// The keys of a line of an export beside those of the fields. Here, among the fields, because a
// person's own field may not be called like one of them.

enum ExchangeKey: String, CaseIterable {
  case id, notes, created, changed, revision, deleted
  case pictures = "images"
}
