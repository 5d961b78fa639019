// SPDX-License-Identifier: Apache-2.0
// Where lists come from that are imported again and again, such as a supplier. What is kept of it, and of the rows
// of its last list, are texts that the reader of lists understands; here they are only kept, and undone with the import.

/// A source of lists.
public struct ListSource: Sendable, Equatable {
  public let name: String
  public var content: String

  public init(name: String, content: String) throws {
    self.name = try singleLine(name, for: .sourceName, atMost: 100)
    guard !self.name.isEmpty else { throw InvalidValue(.sourceName, .missing) }
    self.content = content
  }

  init(stored name: String, content: String) { (self.name, self.content) = (name, content) }
}

/// What an import leaves behind of a source: itself, and all rows that its list now has.
public struct ListMemory: Sendable {
  public let source: ListSource
  /// The content of each row by its key.
  public let rows: [(key: String, content: String)]

  public init(source: ListSource, rows: [(key: String, content: String)]) {
    (self.source, self.rows) = (source, rows)
  }
}
