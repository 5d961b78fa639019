// SPDX-License-Identifier: Apache-2.0
// Reads and writes notes. A product has few notes, so their positions are 0, 1, 2, …: a move
// rewrites those that shift, and no gaps are needed.

import Foundation

struct NoteTable {
  let connection: Connection

  func notes(of product: UUID, includingTrash: Bool = false) throws -> [Note] {
    try connection.rows(
      """
      SELECT \(Self.columns()) FROM note JOIN product ON product.key = note.product
      WHERE product.id = ? AND (product.deleted IS NULL OR ?) ORDER BY note.position, note.key
      """, product, includingTrash ? 1 : 0, as: Self.note)
  }

  func note(_ id: UUID) throws -> Note? {
    try connection.first(
      """
      SELECT \(Self.columns()) FROM note JOIN product ON product.key = note.product
      WHERE note.id = ? AND product.deleted IS NULL
      """, id, as: Self.note)
  }

  /// More are a list that was taken for notes.
  static let most = 1_000

  /// Throws if there are more than a product may have. One that has more, of an older version, may keep them.
  static func requireFew(_ count: Int, insteadOf old: Int = 0) throws {
    guard count <= max(most, old) else {
      throw InvalidValue(.noteTitle, .tooManyNotes(limit: most))
    }
  }

  /// Inserts `note` at a position; one past the end means the end.
  func insert(_ note: Note, at position: Int) throws {
    guard let product = try ProductTable(connection: connection).key(of: note.productID) else {
      throw CatalogError.productMissing
    }
    guard try connection.integer("SELECT count(*) FROM note WHERE id = ?", note.id) == 0 else {
      throw InvalidValue(.id, .noteExists)
    }
    let others = try keys(of: product)
    try Self.requireFew(others.count + 1)
    let key = try RowNumbers(connection: connection).next(in: "note")
    try insert(note, key: key, of: product, at: others.count)
    try arrange(others.map(\.key), inserting: key, at: position, current: others)
  }

  /// Inserts a note's row with a new row number.
  func insert(_ note: Note, key: Int64, of product: Int64, at position: Int) throws {
    try connection.run(
      """
      INSERT INTO note (key, id, product, position, title, text, revision, created, changed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, key, note.id, product, position, note.title.text, note.text.text,
      max(1, note.revision), note.created, note.changed)
  }

  /// Replaces the notes `current` with `notes`, in this order. Only differences are written.
  func write(_ notes: [Note], over current: [Note], of product: Int64) throws {
    guard notes != current else { return }
    try Self.requireFew(notes.count, insteadOf: current.count)
    let numbers = RowNumbers(connection: connection)
    let old = Dictionary(current.map { ($0.id, $0) }) { first, _ in first }
    var places: [UUID: Placed] = [:]
    try connection.forEachRow(
      "SELECT id, key, position FROM note WHERE product = ?", arguments: [product]
    ) {
      places[try $0.uuid("id")] = ($0.int64("key"), $0.int("position"))
      return true
    }
    let kept = Set(notes.map(\.id))
    for (id, place) in places where !kept.contains(id) {
      try connection.run("DELETE FROM note WHERE key = ?", place.key)
    }
    for (position, note) in notes.enumerated() {
      guard let place = places[note.id] else {
        let key = try numbers.next(in: "note")
        try insert(note, key: key, of: product, at: position)
        continue
      }
      if place.position != position {
        try connection.run("UPDATE note SET position = ? WHERE key = ?", position, place.key)
      }
      guard let old = old[note.id], old.title != note.title || old.text != note.text else {
        continue
      }
      try update(note)
    }
  }

  func update(_ note: Note) throws {
    try connection.run(
      "UPDATE note SET title = ?, text = ?, changed = ?, \(Revision.becomesNext) WHERE id = ?",
      note.title.text, note.text.text, note.changed, note.id)
  }

  func delete(_ id: UUID) throws {
    guard let place = try place(of: id) else { return }
    try connection.run("DELETE FROM note WHERE key = ?", place.key)
    let others = try keys(of: place.product)
    try arrange(others.map(\.key), current: others)
  }

  /// Moves a note to `position`; one past either end means that end.
  func move(_ id: UUID, to position: Int) throws {
    guard let place = try place(of: id) else { throw CatalogError.noteMissing }
    let current = try keys(of: place.product)
    let others = current.map(\.key).filter { $0 != place.key }
    try arrange(others, inserting: place.key, at: position, current: current)
  }

  // MARK: Order

  private typealias Placed = (key: Int64, position: Int)

  private func place(of id: UUID) throws -> (key: Int64, product: Int64)? {
    try connection.first(
      """
      SELECT note.key AS key, note.product AS product FROM note JOIN product ON product.key = note.product
      WHERE note.id = ? AND product.deleted IS NULL
      """, id
    ) { ($0.int64("key"), $0.int64("product")) }
  }

  private func keys(of product: Int64) throws -> [Placed] {
    try connection.rows(
      "SELECT key, position FROM note WHERE product = ? ORDER BY position, key", product
    ) { ($0.int64("key"), $0.int("position")) }
  }

  /// Renumbers the notes from 0 in this order, writing only numbers that change.
  private func arrange(
    _ keys: [Int64], inserting key: Int64? = nil, at position: Int = 0, current: [Placed]
  ) throws {
    var order = keys
    if let key { order.insert(key, at: min(max(position, 0), keys.count)) }
    let positions = Dictionary(uniqueKeysWithValues: current.map { ($0.key, $0.position) })
    for (position, key) in order.enumerated() where positions[key] != position {
      try connection.run("UPDATE note SET position = ? WHERE key = ?", position, key)
    }
  }

  /// The columns that `Row.note` reads, from the table or an alias of it.
  static func columns(of row: String = "note") -> String {
    let own = ["id", "title", "text", "revision", "created", "changed"].map {
      "\(row).\($0) AS \($0)"
    }
    return (own + ["product.id AS owner"]).joined(separator: ", ")
  }

  static func note(_ row: Row) throws -> Note {
    Note(
      id: try row.uuid("id"), productID: try row.uuid("owner"),
      title: NoteTitle(stored: row.text("title")), text: FreeText(stored: row.text("text")),
      revision: row.int("revision"), created: row.date("created"), changed: row.date("changed"))
  }
}
