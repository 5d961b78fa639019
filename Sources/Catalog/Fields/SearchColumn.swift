// The columns of the full-text index: what a search reads and how its texts are put together.

/// A column of the full-text index, in the order in which it has them.
enum SearchColumn: String, CaseIterable, Sendable {
  case title, codes, tags, description, notes
}
