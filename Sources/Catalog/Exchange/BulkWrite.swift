// SPDX-License-Identifier: Apache-2.0
// Writes whole entries, for imports and for products from the command line. Changes are recorded
// like any edit. For new rows only the row numbers need recording, so when a command only adds, no
// trigger runs, codes that repeat are found at the end, and the search index gets the texts while
// they are in memory: with the triggers, a million products take several times as long.

import Foundation

/// Used by `run`, within one write transaction and one step of the history.
struct BulkWrite {
  enum Kind {
    /// Existing products are not changed.
    case adding
    /// There may be many products.
    case importing
    /// What products of this catalogue have is taken as it is.
    case copying
    case editing
  }

  private let connection: Connection
  private let reader: EntryReader
  private let numbers: RowNumbers
  private let kind: Kind
  /// The largest row number before the command.
  private let oldKey: Int64
  /// The largest revision of an erased product.
  private let erasedRevision: Int
  /// The last row number used in each table, while nothing else adds rows.
  private var lastKeys: [Numbered: Int64] = [:]
  private var lastPosition: Int64
  /// The texts of new products that wait for the search index, and how long they are.
  private var unindexed: [(key: Int64, texts: [String])] = []
  private var unindexedLength = 0
  /// In bytes; the index takes four times as much memory for them.
  private static let mostUnindexed = 16 << 20

  /// `count` products may be added.
  static func run<Value>(
    on connection: Connection, _ kind: Kind, count: Int = 1,
    _ body: (inout BulkWrite) throws -> Value
  ) throws -> Value {
    var bulk = try BulkWrite(connection, kind)
    guard kind == .adding else {
      let value = try body(&bulk)
      // Otherwise each search would have to read the text of every stale product itself.
      if kind == .importing { try SearchIndex(connection: connection).refresh() }
      return value
    }
    let isMost = try count >= fewestMost && count > ProductTable(connection: connection).count()
    return try connection.withoutTriggers {
      func write() throws -> Value {
        let value = try body(&bulk)
        try bulk.indexTexts()
        return value
      }
      // Lines without an identifier are looked up by their SKU.
      let value =
        isMost
        ? try connection.withoutIndexes(
          of: ["product", "product_tag", "product_value"], except: "product_by_sku", write)
        : try write()
      try bulk.keepNumbers()
      try bulk.findDoubles()
      try bulk.findOwnValues()
      return value
    }
  }

  /// For fewer new products, keeping the indexes takes no longer than making them anew.
  static let fewestMost = 5_000

  private enum Numbered: String, CaseIterable {
    case product, picture = "product_image", note
  }

  private init(_ connection: Connection, _ kind: Kind) throws {
    self.connection = connection
    self.kind = kind
    reader = EntryReader(connection: connection)
    numbers = RowNumbers(connection: connection)
    for table in Numbered.allCases { lastKeys[table] = try numbers.last(in: table.rawValue) }
    oldKey = lastKeys[.product] ?? 0
    erasedRevision = try connection.integer("SELECT revision FROM erased")
    lastPosition = Int64(try connection.integer("SELECT max(position) FROM product"))
  }

  private mutating func newKey(_ table: Numbered) throws -> Int64 {
    guard kind == .adding else { return try numbers.next(in: table.rawValue) }
    // Stored at the end: storing each of a million numbers would take long.
    let next = try RowNumbers.number(after: lastKeys[table] ?? 0)
    lastKeys[table] = next
    return next
  }

  private func keepNumbers() throws {
    for (table, key) in lastKeys { try numbers.keep(key, in: table.rawValue) }
  }

  /// Finds the codes that new products share with others, as the file's triggers would.
  private func findDoubles() throws {
    try connection.run(
      """
      INSERT OR IGNORE INTO doubled_sku SELECT sku FROM product
      WHERE key > ? AND sku IS NOT NULL AND deleted IS NULL AND EXISTS (
        SELECT 1 FROM product AS other
        WHERE other.sku = product.sku AND other.deleted IS NULL LIMIT 1 OFFSET 1)
      """, oldKey)
    try connection.run(
      """
      INSERT OR IGNORE INTO doubled_gtin SELECT gtin FROM product
      WHERE key > ? AND gtin IS NOT NULL AND +deleted IS NULL AND EXISTS (
        SELECT 1 FROM product AS other WHERE other.gtin = product.gtin
          AND +other.key <> product.key AND +other.deleted IS NULL)
      """, oldKey)
  }

  /// Finds what new products have that are no variants, as the file's triggers would.
  private func findOwnValues() throws {
    try connection.run(
      """
      INSERT OR IGNORE INTO own_value SELECT field, product FROM product_value
      WHERE product > ?1 AND product NOT IN (
        SELECT key FROM product INDEXED BY product_by_head WHERE head IS NOT NULL AND key > ?1)
      ORDER BY field, product
      """, oldKey)
  }

  // MARK: Adding

  /// Adds a product with everything that belongs to it, at the end of the manual order. Returns
  /// false, changing nothing, if there is one with this identifier.
  mutating func add(_ entry: CatalogEntry) throws -> Bool {
    try requireOffered([:], for: entry.product)
    let key = try newKey(.product)
    guard try insert(entry, key: key) else {
      try requireOld(entry.product.id)
      return false
    }
    lastPosition = ManualOrder.place(after: lastPosition)
    try addParts(of: entry, key: key)
    return true
  }

  /// Inserts the product's own row at the next position; returns false if it exists.
  private func insert(_ entry: CatalogEntry, key: Int64) throws -> Bool {
    let product = entry.product
    return try connection.run(
      Self.insertion,
      arguments: [
        key, product.id, ManualOrder.place(after: lastPosition), entry.deleted,
        firstRevision(of: product), product.created, product.changed,
      ] + ProductTable.fieldValues(of: product)) == 1
  }

  /// An erased product may come back under its identifier with other content: its revisions are not
  /// used again.
  private func firstRevision(of product: Product) -> Int {
    product.revision > erasedRevision
      ? max(1, product.revision) : Revision.next(after: erasedRevision)
  }

  private static let insertion =
    ProductTable.insertion(["key", "id", "position", "deleted", "revision", "created", "changed"])
    + " ON CONFLICT (id) DO NOTHING"

  private mutating func addParts(of entry: CatalogEntry, key: Int64) throws {
    if kind != .copying {
      try entry.product.tags.requireFew()
      try NoteTable.requireFew(entry.notes.count)
    }
    do {
      for (position, tag) in entry.product.tags.enumerated() {
        try connection.run(
          "INSERT INTO product_tag (product, position, tag) VALUES (?, ?, ?)", key, position,
          tag.text)
      }
      for (position, picture) in entry.product.pictures.enumerated() {
        try PictureTable(connection: connection)
          .insert(picture, key: newKey(.picture), of: key, at: position)
      }
      for (position, note) in entry.notes.enumerated() {
        try NoteTable(connection: connection)
          .insert(note, key: newKey(.note), of: key, at: position)
      }
    } catch let error as SQLiteError where error.isOfUniqueness {
      throw Self.partExists
    }
    try ValueTable(connection: connection).update([:], to: entry.product.values, of: key)
    if kind == .adding { try index(entry, key: key) }
  }

  // MARK: Changing

  /// Replaces an existing product with the result of `change`, as its next revision. Returns false
  /// if nothing changes.
  func change(
    _ id: UUID, at moment: Date, _ change: (CatalogEntry) throws -> CatalogEntry
  ) throws -> Bool {
    try requireOld(id)
    guard let key = try reader.key(of: id), let current = try reader.entry(key) else {
      return false
    }
    var entry = try change(current)
    guard entry != current else { return false }
    try requireOffered(current.product.values, for: entry.product)
    entry.product.revision = Revision.next(after: current.product.revision)
    entry.product.changed = moment
    let (pictures, notes) = (entry.product.pictures.map(\.id), entry.notes.map(\.id))
    guard Set(pictures).count == pictures.count, Set(notes).count == notes.count else {
      throw Self.partExists
    }
    do {
      let isMoved = entry.deleted != current.deleted
      try ProductTable(connection: connection).write(
        entry.product, over: current.product, key: key,
        also: isMoved ? [("deleted", entry.deleted?.storedValue)] : [])
      try PictureTable(connection: connection)
        .write(entry.product.pictures, over: current.product.pictures, of: key)
      try NoteTable(connection: connection).write(entry.notes, over: current.notes, of: key)
    } catch let error as SQLiteError where error.isOfUniqueness {
      throw Self.partExists
    }
    return true
  }

  // MARK: Fields

  /// The custom fields by `nameKey`.
  func fieldsByName() throws -> [String: CustomField] {
    let fields = try FieldTable(connection: connection).fields()
    return Dictionary(fields.map { ($0.field.nameKey, $0.field) }) { $1 }
  }

  /// The catalogue's field that matches a field from another catalogue; created if there is none.
  func merge(_ field: CustomField) throws -> CustomField {
    let table = FieldTable(connection: connection)
    guard let (known, merged) = try table.merging(field) else {
      return try table.insert(field).field
    }
    if merged == known.field { return merged }
    // When only adding, merged fields are the only existing rows that change.
    if kind == .adding { try remember(known, isAfter: false) }
    try table.update(merged)
    if kind == .adding { try remember(known, isAfter: true) }
    return merged
  }

  /// Records a field's row in the history, as the triggers would: before it changes, and after.
  private func remember(_ field: StoredField, isAfter: Bool) throws {
    let table = RecordedTable.field
    let columns = table.list(table.columns)
    let new = table.list(table.columns, of: "new", joint: "_")
    try connection.run(
      isAfter
        ? """
        UPDATE \(table.history) SET (\(new)) = (SELECT \(columns) FROM field WHERE key = ?1)
        WHERE step = \(table.recordedStep) AND key = ?1
        """
        : """
        INSERT OR IGNORE INTO \(table.history) (step, existed, remains, key, \(columns))
        SELECT \(table.recordedStep), 1, 1, key, \(columns) FROM field WHERE key = ?
        """, field.key)
  }

  // MARK: Checks

  /// A product may exist before this command and is then left or updated, but it may not appear
  /// twice in the command itself.
  private func requireOld(_ id: UUID) throws {
    guard let key = try reader.key(of: id), key > oldKey else { return }
    throw InvalidValue(.id, .earlierLine)
  }

  /// An import takes what another catalogue's product has, wherever it was moved there.
  private func requireOffered(_ old: [UUID: FieldValue], for product: Product) throws {
    guard kind == .editing else { return }
    try ValueTable(connection: connection).requireOffered(old, for: product)
  }

  /// Whether the product existed before.
  func isThere(_ id: UUID) throws -> Bool {
    try requireOld(id)
    return try reader.key(of: id) != nil
  }

  func entry(_ id: UUID) throws -> CatalogEntry? {
    try reader.key(of: id).flatMap { try reader.entry($0) }
  }

  /// The products with this SKU that were there before the command, outside the trash: no more than
  /// two. Lines of one file with the same SKU are different products.
  func owners(of sku: SKU??) throws -> [UUID] {
    guard let sku = sku ?? nil else { return [] }
    return try reader.owners(of: sku, upTo: oldKey)
  }

  /// Whether a product has the value by which none was found for an entry.
  func hasMade(_ entry: ImportedEntry) throws -> Bool {
    guard let field = entry.soughtBy.first else { return false }
    let values = try entry.soughtBy.map { try value(of: $0, in: entry) }
    guard let first = values.first, let first else { return false }
    let search = try CounterpartSearch(field, on: connection, atMost: 50)
    return try search.keys(of: first).contains { key in
      guard key <= oldKey, let product = try reader.entry(key)?.product else { return false }
      return zip(entry.soughtBy, values).dropFirst().allSatisfy { $0.value(of: product) == $1 }
    }
  }

  private func value(of field: AnyField, in entry: ImportedEntry) throws -> FieldValue? {
    switch field {
    case .builtIn(let field): field.value(of: entry.change.applied(to: .blank))
    case .custom(let field): try entry.values[field.name]?.value(of: field)
    }
  }

  private static let partExists = InvalidValue(.id, .noteOrPictureExists)

  // MARK: The search index

  // Not one by one: whenever another table is written in between, the index writes out a segment,
  // which must be merged later. That took a third of the time of an import.
  private mutating func index(_ entry: CatalogEntry, key: Int64) throws {
    let custom =
      entry.product.values.isEmpty
      ? nil : try ValueTable(connection: connection).searchedText(of: key)
    let texts = SearchColumn.texts(of: entry, custom: custom)
    unindexed.append((key, texts))
    unindexedLength += texts.reduce(0) { $0 + $1.utf8.count }
    if unindexedLength >= Self.mostUnindexed { try indexTexts() }
  }

  private mutating func indexTexts() throws {
    let index = SearchIndex(connection: connection)
    // In the index a word also has its beginnings, and places.
    try index.collecting(4 * unindexedLength) {
      for (key, texts) in unindexed { try index.add(key, texts) }
    }
    let titles = TitleBlocks(connection: connection)
    for block in Set(unindexed.map { TitleBlocks.block(of: $0.key) }).sorted() {
      try titles.renew(block)
    }
    (unindexed, unindexedLength) = ([], 0)
  }
}
