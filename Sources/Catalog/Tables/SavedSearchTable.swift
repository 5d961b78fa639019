// SPDX-License-Identifier: Apache-2.0
// Reads and writes saved searches. A row that this version can't read is moved, renamed and removed
// like any other, and its content is never written.

import Foundation

struct SavedSearchTable {
  let connection: Connection

  /// All of them, in the order arranged by hand.
  func all() throws -> SavedSearches {
    var found = SavedSearches()
    // An older catalogue that can only be read has no such table.
    guard
      try connection.integer(
        "SELECT count(*) FROM sqlite_schema WHERE name = 'saved_search'") > 0
    else { return found }
    try connection.forEachRow(
      "SELECT id, name, content FROM saved_search ORDER BY position, key", arguments: []
    ) { row in
      let name = row.text("name")
      let search = SavedSearch(
        storedID: try row.uuid("id"), name: name, content: row.text("content"))
      if let search { found.searches.append(search) } else { found.unreadable.append(name) }
      return true
    }
    return found
  }

  func insert(_ search: SavedSearch, at place: SavedSearchPlace) throws {
    try connection.run(
      """
      INSERT INTO saved_search (id, name, content, position)
      VALUES (?, ?, ?,
        1 + min(ifnull((SELECT max(position) FROM saved_search), 0), \(ManualOrder.sound.upperBound)))
      """, search.id, search.name, try search.content)
    if place != .last { try move(search.id, to: place) }
  }

  /// Changes everything but the place.
  func update(_ search: SavedSearch) throws {
    let count = try connection.run(
      """
      UPDATE saved_search SET name = ?2, content = ?3
      WHERE id = ?1 AND (name <> ?2 OR content <> ?3)
      """, search.id, search.name, try search.content)
    if count == 0 { _ = try key(of: search.id) }
  }

  func remove(_ id: UUID) throws {
    try connection.run("DELETE FROM saved_search WHERE key = ?", try key(of: id))
  }

  /// Numbers them from 1 in their new order, writing only those whose number changes. A place
  /// before a search that is gone means the end.
  func move(_ id: UUID, to place: SavedSearchPlace) throws {
    let key = try key(of: id)
    var order = try connection.rows("SELECT key, id FROM saved_search ORDER BY position, key") {
      (key: $0.int64("key"), id: try $0.uuid("id"))
    }
    if case .before(id) = place { return }
    order.removeAll { $0.key == key }
    var position = order.endIndex
    if case .before(let other) = place {
      position = order.firstIndex { $0.id == other } ?? position
    }
    order.insert((key, id), at: position)
    for (position, row) in order.enumerated() {
      try connection.run(
        "UPDATE saved_search SET position = ?1 WHERE key = ?2 AND position <> ?1", position + 1,
        row.key)
    }
  }

  /// What was saved for a category or a tag stays saved for it under its new name.
  func change(_ change: (inout ProductQuery) throws -> Void) throws {
    for var search in try all().searches {
      try change(&search.query)
      try update(search)
    }
  }

  /// What a search lists and how, as it is stored.
  func content(of id: UUID) throws -> String {
    let content = try connection.first("SELECT content FROM saved_search WHERE id = ?", id) {
      $0.text("content")
    }
    guard let content else { throw CatalogError.savedSearchMissing }
    return content
  }

  private func key(of id: UUID) throws -> Int64 {
    let key = try connection.first("SELECT key FROM saved_search WHERE id = ?", id) {
      $0.int64("key")
    }
    guard let key else { throw CatalogError.savedSearchMissing }
    return key
  }
}
