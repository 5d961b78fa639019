// SPDX-License-Identifier: Apache-2.0
// A saved search: a query with a name and the columns it is shown in. It belongs to the catalogue, so
// that a copy of the catalogue has it. What it lists is stored as one text of a numbered format: what
// a newer version wrote, or damage, is recognized and kept as it is.

import Foundation

/// A column of a list as a user arranged it.
public struct ListColumn: Codable, Hashable, Sendable {
  /// The field it shows.
  public var field: String
  /// Nil for a column that was never resized.
  public var width: Int?

  public init(field: String, width: Int? = nil) {
    self.field = field
    self.width = width
  }
}

/// A search that a user gave a name.
public struct SavedSearch: Sendable, Equatable, Identifiable {
  public let id: UUID
  /// One line of at most 100 characters; two searches may have the same.
  public let name: String
  /// Which products, in what order.
  public var query: ProductQuery
  /// The order and the widths the user gave columns; those that are not among them follow.
  public var columns: [ListColumn]
  /// The columns the user does not want to see.
  public var hiddenColumns: [String]

  public init(
    id: UUID = UUID(), name: String, query: ProductQuery, columns: [ListColumn] = [],
    hiddenColumns: [String] = []
  ) throws {
    self.id = id
    self.name = try Self.checked(name: name)
    self.query = query
    self.columns = columns
    self.hiddenColumns = hiddenColumns
  }

  /// The same search under another name.
  public func renamed(_ name: String) throws -> SavedSearch {
    try SavedSearch(
      id: id, name: name, query: query, columns: columns, hiddenColumns: hiddenColumns)
  }

  static func checked(name: String) throws -> String {
    try singleLine(name, for: .searchName, atMost: 100)
  }
}

/// The saved searches of a catalogue.
public struct SavedSearches: Sendable, Equatable {
  /// In the user's order.
  public var searches: [SavedSearch]
  /// The names of those that this version can't read: damaged, or of a newer version. They stay in
  /// the catalogue.
  public var unreadable: [String]

  public init(searches: [SavedSearch] = [], unreadable: [String] = []) {
    self.searches = searches
    self.unreadable = unreadable
  }
}

/// The place of a saved search among the others.
public enum SavedSearchPlace: Sendable, Equatable {
  case before(UUID)
  case last
}

// MARK: As stored

extension SavedSearch {
  private struct Content: Codable {
    /// Increased when an older version would misunderstand what is written.
    static let newestFormat = 1

    let format: Int
    let query: ProductQuery
    let columns: [ListColumn]
    let hiddenColumns: [String]
  }

  /// What is stored besides the identifier and the name.
  var content: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let content = Content(
        format: Content.newestFormat, query: query, columns: columns, hiddenColumns: hiddenColumns)
      return String(decoding: try encoder.encode(content), as: UTF8.self)
    }
  }

  /// Nil if this version can't read it.
  init?(storedID id: UUID, name: String, content: String) {
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(content.utf8)),
      content.format == Content.newestFormat
    else { return nil }
    (self.id, self.name, query) = (id, name, content.query)
    (columns, hiddenColumns) = (content.columns, content.hiddenColumns)
  }
}
