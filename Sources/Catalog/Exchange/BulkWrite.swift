// Writing many products in one transaction. What the triggers of the writing connection do for
// each row is done here for many at once: the history gets the keys that are new, and the search
// index the texts while they are in hand. Through the triggers a million products take several
// times as long.

import Foundation

/// Used within one write transaction and one step of the history, by `run`.
struct BulkWrite {
  private let connection: Connection
  private let reader: EntryReader
  /// The largest keys that were there before.
  private let oldKeys: (product: Int64, picture: Int64, note: Int64, field: Int64)
  private var lastKey: Int64
  private var lastPosition: Int64

  /// Runs `body` with the triggers out of the way.
  static func run<Value>(
    on connection: Connection, _ body: (inout BulkWrite) throws -> Value
  ) throws -> Value {
    // From here on the index is told of every product at once.
    try SearchIndex(connection: connection).refresh()
    return try connection.withoutTriggers {
      var bulk = try BulkWrite(connection)
      let value = try body(&bulk)
      try bulk.rememberNewRows()
      return value
    }
  }

  private init(_ connection: Connection) throws {
    self.connection = connection
    reader = EntryReader(connection: connection)
    oldKeys = (
      try connection.largest("key", in: "product"),
      try connection.largest("key", in: "product_image"), try connection.largest("key", in: "note"),
      try connection.largest("key", in: "field")
    )
    lastKey = oldKeys.product
    lastPosition = try connection.largest("position", in: "product")
  }

  // MARK: Adding

  /// Adds a product with all that belongs to it, at the end of the manual order. False when there
  /// is one of that identifier, which stays as it is.
  mutating func add(_ entry: CatalogEntry) throws -> Bool {
    guard try insert(entry) else {
      try requireOld(entry.product.id)
      return false
    }
    lastKey += 1
    lastPosition += 1_048_576
    try addParts(of: entry, key: lastKey)
    return true
  }

  /// Inserts the product's own row with the next key and place; false when it is there.
  private func insert(_ entry: CatalogEntry) throws -> Bool {
    let product = entry.product
    do {
      return try connection.run(
        """
        INSERT INTO product (
          key, id, title, title_key, description, category, sku, gtin, price, currency, stock,
          minimum_stock, year, position, deleted, revision, created, changed)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO NOTHING
        """, lastKey + 1, product.id, product.title.text, product.title.text.folded,
        product.description.text, product.category?.text, product.sku?.text, product.gtin?.text,
        product.price?.minorUnits, product.price?.currency.code, product.stock?.value,
        product.minimumStock?.value, product.year?.value, lastPosition + 1_048_576, entry.deleted,
        max(1, product.revision), product.created, product.changed) == 1
    } catch let error as SQLiteError where error.kind == .constraint {
      // Which of two constraints SQLite looks at first is not said: it may be the SKU's.
      if try reader.key(of: product.id) != nil { return false }
      throw try explanation(of: entry)
    }
  }

  private func addParts(of entry: CatalogEntry, key: Int64) throws {
    try explaining(entry) {
      for (position, tag) in entry.product.tags.enumerated() {
        try connection.run(
          "INSERT INTO product_tag (product, position, tag) VALUES (?, ?, ?)", key, position,
          tag.text)
      }
      for (position, picture) in entry.product.pictures.enumerated() {
        try connection.run(
          """
          INSERT INTO product_image (id, product, position, hash, extension, caption)
          VALUES (?, ?, ?, ?, ?, ?)
          """, picture.id, key, position, picture.contentHash, picture.fileExtension,
          picture.caption.text)
      }
      for (position, note) in entry.notes.enumerated() {
        try connection.run(
          """
          INSERT INTO note (id, product, position, title, text, revision, created, changed)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?)
          """, note.id, key, position, note.title.text, note.text.text, max(1, note.revision),
          note.created, note.changed)
      }
    }
    try ValueTable(connection: connection).update([:], to: entry.product.values, of: key)
    try index(entry, key: key)
  }

  // MARK: Changing

  /// Makes a product that was there before what `change` makes of it, as its next revision. False
  /// when it stays as it is.
  func change(
    _ id: UUID, at moment: Date, _ change: (CatalogEntry) throws -> CatalogEntry
  ) throws -> Bool {
    try requireOld(id)
    guard let key = try reader.key(of: id), let current = try reader.entry(key) else {
      return false
    }
    var entry = try change(current)
    guard entry != current else { return false }
    entry.product.revision = current.product.revision + 1
    entry.product.changed = moment
    try remember(key)
    try index(current, key: key, isForgotten: true)
    for part in RecordedTable.parts {
      try connection.run("DELETE FROM \(part.name) WHERE product = ?", key)
    }
    let product = entry.product
    try explaining(entry) {
      try connection.run(
        """
        UPDATE product SET title = ?, title_key = ?, description = ?, category = ?, sku = ?,
          gtin = ?, price = ?, currency = ?, stock = ?, minimum_stock = ?, year = ?, deleted = ?,
          revision = ?, changed = ?
        WHERE key = ?
        """, product.title.text, product.title.text.folded, product.description.text,
        product.category?.text, product.sku?.text, product.gtin?.text, product.price?.minorUnits,
        product.price?.currency.code, product.stock?.value, product.minimumStock?.value,
        product.year?.value, entry.deleted, product.revision, product.changed, key)
    }
    try addParts(of: entry, key: key)
    try rememberParts(key)
    return true
  }

  // MARK: Checks

  /// A product may be there once before all of this and is then left or changed; it may not be
  /// meant twice.
  private func requireOld(_ id: UUID) throws {
    guard let key = try reader.key(of: id), key > oldKeys.product else { return }
    throw InvalidValue(.id, .earlierLine)
  }

  /// Whether a product was there before.
  func isThere(_ id: UUID) throws -> Bool {
    try requireOld(id)
    return try reader.key(of: id) != nil
  }

  func entry(_ id: UUID) throws -> CatalogEntry? {
    try reader.key(of: id).flatMap { try reader.entry($0) }
  }

  /// The product with this SKU that is not in the trash.
  func owner(of sku: SKU??) throws -> UUID? {
    guard let sku = sku ?? nil else { return nil }
    return try reader.owner(of: sku)
  }

  /// Runs `body`; what it may not do to the tables is said in words.
  private func explaining(_ entry: CatalogEntry, _ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as SQLiteError where error.kind == .constraint {
      throw try explanation(of: entry)
    }
  }

  /// Why an entry broke a constraint of the tables.
  private func explanation(of entry: CatalogEntry) throws -> InvalidValue {
    if let sku = entry.product.sku, entry.deleted == nil {
      try ProductTable(connection: connection).requireFree(sku, for: entry.product.id)
    }
    return InvalidValue(.id, .noteOrPictureExists)
  }

  // MARK: The history and the search index

  /// Tells the search index what the view `searchable` would: to take in, or to forget.
  private func index(_ entry: CatalogEntry, key: Int64, isForgotten: Bool = false) throws {
    let product = entry.product
    let texts: [String?] = [
      product.title.text, "\(product.sku?.text ?? "") \(product.gtin?.text ?? "")",
      "\(product.tags.map(\.text).joined(separator: " ")) \(product.category?.text ?? "")",
      product.description.text,
      entry.notes.map { "\($0.title.text) \($0.text.text)" }.joined(separator: " "),
      try ValueTable(connection: connection).searchedText(of: key),
    ]
    let index = SearchIndex(connection: connection)
    if isForgotten { try index.remove(key, texts) } else { try index.add(key, texts) }
  }

  /// Lets the history remember a product's rows as they are.
  private func remember(_ key: Int64) throws {
    for table in RecordedTable.all {
      guard let owner = table.owner else { continue }
      let columns = table.list(table.key + table.columns)
      try connection.run(
        """
        INSERT OR IGNORE INTO \(table.history) (step, existed, \(columns))
        SELECT (SELECT step FROM recording), 1, \(columns) FROM \(table.name)
        WHERE \(owner) = ?
        """, key)
    }
  }

  /// Lets the history remember which of a product's tags and values were not there before. The
  /// first memory of a row within a step is the one that counts.
  private func rememberParts(_ key: Int64) throws {
    for table in RecordedTable.all where table.key.contains("product") {
      let columns = table.list(table.key)
      try connection.run(
        """
        INSERT OR IGNORE INTO \(table.history) (step, existed, \(columns))
        SELECT (SELECT step FROM recording), 0, \(columns) FROM \(table.name) WHERE product = ?
        """, key)
    }
  }

  /// As ranges: a row of the history for each would take longer than the rows.
  private func rememberNewRows() throws {
    let history = History(connection: connection)
    for table in RecordedTable.all {
      let (old, new) =
        switch table.name {
        case "product_image": (oldKeys.picture, try connection.largest("key", in: table.name))
        case "note": (oldKeys.note, try connection.largest("key", in: table.name))
        case "field": (oldKeys.field, try connection.largest("key", in: table.name))
        default: (oldKeys.product, lastKey)
        }
      if new > old { try history.rememberInserted(old + 1...new, in: table) }
    }
  }
}

extension Connection {
  fileprivate func largest(_ column: String, in rows: String) throws -> Int64 {
    Int64(try integer("SELECT ifnull(max(\(column)), 0) FROM \(rows)"))
  }

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
