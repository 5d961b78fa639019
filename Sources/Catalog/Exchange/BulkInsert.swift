// Putting many new products into the catalogue in one transaction. What the triggers of the
// writing connection do for each row is done here for all rows at once: the history gets the keys
// that are new, and the search index the texts while they are in hand. A million products take
// minutes through the triggers.

import Foundation

/// Used within one write transaction, by `BulkInsert.run`.
struct BulkInsert {
  private let connection: Connection
  private let keys: FirstKeys
  private var key: Int64
  private var position: Int64
  /// How many products were added.
  private(set) var count = 0

  /// Runs `body` with the triggers out of the way and room for the indexes in memory, and tells
  /// the history what was added. Must be called within a step of the history.
  static func run<Value>(
    on connection: Connection, _ body: (inout BulkInsert) throws -> Value
  ) throws -> Value {
    let pages = try connection.integer("PRAGMA cache_size")
    // Every index is written to in a different order: what does not fit is written many times.
    try connection.execute("PRAGMA cache_size = -131072")
    defer { try? connection.execute("PRAGMA cache_size = \(pages); PRAGMA shrink_memory") }
    return try connection.withoutTriggers {
      var bulk = try BulkInsert(connection)
      let value = try body(&bulk)
      try bulk.record()
      return value
    }
  }

  private init(_ connection: Connection) throws {
    self.connection = connection
    keys = FirstKeys(
      product: try Int64(connection.integer("SELECT ifnull(max(key), 0) FROM product")),
      image: try Int64(connection.integer("SELECT ifnull(max(key), 0) FROM product_image")),
      note: try Int64(connection.integer("SELECT ifnull(max(key), 0) FROM note")))
    key = keys.product
    position = try Int64(
      connection.integer("SELECT ifnull(max(position), 0) FROM product WHERE deleted IS NULL"))
  }

  /// The largest keys that were there before.
  private struct FirstKeys {
    let product: Int64
    let image: Int64
    let note: Int64
  }

  /// Adds a product with all that belongs to it, at the end of the manual order. False when there
  /// is one of that identifier.
  mutating func add(_ entry: CatalogEntry) throws -> Bool {
    let product = entry.product
    let added = try connection.run(
      """
      INSERT INTO product (
        key, id, title, title_key, description, category, sku, gtin, price, currency, stock,
        minimum_stock, year, position, deleted, revision, created, changed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO NOTHING
      """, key + 1, product.id, product.title.text, product.title.text.folded,
      product.description, product.category?.text, product.sku?.text, product.gtin?.text,
      product.price?.minorUnits, product.price?.currency.code, product.stock,
      product.minimumStock, product.year?.value, position + 1_048_576, entry.deleted,
      max(1, product.revision), product.created, product.changed)
    guard added == 1 else { return false }
    key += 1
    position += 1_048_576
    count += 1
    for (position, tag) in product.tags.enumerated() {
      try connection.run(
        "INSERT INTO product_tag (product, position, tag) VALUES (?, ?, ?)", key, position, tag)
    }
    for (position, image) in product.images.enumerated() {
      try connection.run(
        """
        INSERT INTO product_image (id, product, position, hash, extension, caption)
        VALUES (?, ?, ?, ?, ?, ?)
        """, image.id, key, position, image.contentHash, image.fileExtension, image.caption)
    }
    for (position, note) in entry.notes.enumerated() {
      try connection.run(
        """
        INSERT INTO note (id, product, position, title, text, revision, created, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """, note.id, key, position, note.title, note.text, max(1, note.revision), note.created,
        note.changed)
    }
    try index(entry)
    return true
  }

  /// Tells the search index what the view `searchable` would.
  private func index(_ entry: CatalogEntry) throws {
    let product = entry.product
    let notes = entry.notes.map { "\($0.title) \($0.text)" }.joined(separator: " ")
    try connection.run(
      """
      INSERT INTO search (rowid, title, codes, tags, description, notes)
      VALUES (?, ?, ?, ?, ?, ?)
      """, key, product.title.text, "\(product.sku?.text ?? "") \(product.gtin?.text ?? "")",
      "\(product.tags.joined(separator: " ")) \(product.category?.text ?? "")",
      product.description, notes)
  }

  /// Lets the history know which rows were not there before.
  private func record() throws {
    for (table, rows) in [
      ("product", "key > \(keys.product)"), ("product_tag", "product > \(keys.product)"),
      ("product_image", "key > \(keys.image)"), ("note", "key > \(keys.note)"),
    ] {
      guard let table = RecordedTable.all.first(where: { $0.name == table }) else { continue }
      let columns = table.list(
        table.name == "product_tag" ? ["product", "position"] : ["key"])
      try connection.run(
        """
        INSERT INTO \(table.history) (step, existed, \(columns))
        SELECT (SELECT step FROM recording), 0, \(columns) FROM \(table.name) WHERE \(rows)
        """)
    }
  }
}

extension Connection {
  /// Runs `body`, within a transaction, without the triggers that are this connection's own. When
  /// it throws, rolling back brings them back.
  fileprivate func withoutTriggers<Value>(_ body: () throws -> Value) throws -> Value {
    let triggers = try rows("SELECT name, sql FROM sqlite_temp_schema WHERE type = 'trigger'") {
      (name: $0.text(0), sql: $0.text(1))
    }
    for trigger in triggers { try execute("DROP TRIGGER temp.\(trigger.name)") }
    let value = try body()
    // What SQLite remembers of the statement is without its TEMP.
    for trigger in triggers { try execute("CREATE TEMP" + trigger.sql.dropFirst("CREATE".count)) }
    return value
  }
}
