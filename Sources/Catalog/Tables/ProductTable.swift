// SPDX-License-Identifier: Apache-2.0
// Reads and writes products: the rows of `product` with their tags and pictures.

import Foundation

struct ProductTable {
  let connection: Connection
  var extent = ProductExtent()
  /// Where changed rows wait to be written with others; none if each is written at once.
  var updates: RowUpdates?

  // MARK: Reading

  func product(_ id: UUID, includingTrash: Bool = false) throws -> Product? {
    let found = try connection.first(
      "SELECT \(Self.columns) FROM product WHERE id = ? AND (deleted IS NULL OR ?)",
      id, includingTrash ? 1 : 0
    ) { StoredProduct(key: $0.int64("key"), product: try $0.product()) }
    return try found.map(whole)
  }

  /// The tags of the product in a row.
  func tags(of key: Int64) throws -> Tags {
    Tags(
      stored: try connection.rows(
        "SELECT tag FROM product_tag WHERE product = ? ORDER BY position", key
      ) { Tag(stored: $0.text("tag")) })
  }

  /// The row number of a product that is not in the trash.
  func key(of id: UUID) throws -> Int64? {
    try connection.first("SELECT key FROM product WHERE id = ? AND deleted IS NULL", id) {
      $0.int64("key")
    }
  }

  /// Whether there is such a product, in the trash or not.
  func contains(_ id: UUID) throws -> Bool {
    try connection.integer("SELECT count(*) FROM product WHERE id = ?", id) > 0
  }

  func count() throws -> Int {
    // Answered by the index alone.
    try connection.integer(
      """
      SELECT (SELECT count(*) FROM product)
        - (SELECT count(*) FROM product WHERE deleted IS NOT NULL)
      """)
  }

  /// The columns that `Row.product` reads, from the table or an alias of it.
  static func columns(of row: String, _ fields: [ProductField] = ProductField.stored) -> String {
    (["key", "id"] + fields.flatMap(\.columns) + ["revision", "created", "changed"])
      .map { "\(row).\($0) AS \($0)" }.joined(separator: ", ")
  }

  private static let columns = columns(of: "product")

  /// The columns that an edit can change.
  static let fieldColumns = ProductField.stored.flatMap(\.writtenColumns)

  static func fieldValues(of product: Product) -> [(any Bindable)?] {
    var values: [(any Bindable)?] = []
    values.reserveCapacity(fieldColumns.count)
    for field in ProductField.stored { field.store(product, in: &values) }
    return values
  }

  /// An INSERT of these columns and the fields' columns.
  static func insertion(_ columns: [String]) -> String {
    let columns = columns + fieldColumns
    return """
      INSERT INTO product (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """
  }

  private static let insertion = insertion(
    ["key", "id", "position", "revision", "created", "changed"])

  // MARK: Writing

  /// Adds `product` at the end of the manual order; its revision becomes 1.
  func insert(_ product: Product) throws {
    guard try !contains(product.id) else {
      throw InvalidValue(.id, .productExists)
    }
    try values.requireOffered([:], for: product)
    let key = try RowNumbers(connection: connection).next(in: "product")
    try connection.run(
      Self.insertion,
      arguments: [
        key, product.id, try ManualOrder(connection: connection).end(), 1, product.created,
        product.changed,
      ] + Self.fieldValues(of: product))
    try write(product.tags, of: key)
    try values.update([:], to: product.values, of: key)
    try PictureTable(connection: connection).write(product.pictures, over: [], of: key)
  }

  /// Writes the fields of `product` that differ from `current` as the next revision, and returns
  /// the product as stored.
  func update(_ current: Product, to product: Product, changed: Date) throws -> Product {
    guard let key = try key(of: product.id) else { throw CatalogError.productMissing }
    return try update(StoredProduct(key: key, product: current), to: product, changed: changed)
  }

  @discardableResult
  func update(_ stored: StoredProduct, to product: Product, changed: Date) throws -> Product {
    let current = stored.product
    var product = product
    product.revision = Revision.next(after: current.revision)
    product.changed = Date(milliseconds: changed.milliseconds)
    try values.requireOffered(current.values, for: product)
    try write(product, over: current, key: stored.key)
    return product
  }

  /// Writes the row `key` and its tags where `product` differs from `current`. Every column that is
  /// set, even to the same value, updates its indexes.
  func write(
    _ product: Product, over current: Product, key: Int64,
    also others: [(name: String, value: StoredValue?)] = [], areValuesStored: Bool = false
  ) throws {
    var columns: [String] = []
    var values: [(any Bindable)?] = []
    // Their contents are compared first: making what a title is sorted by takes long.
    for field in extent.fields where !field.isSame(product, current) {
      var (old, new): ([(any Bindable)?], [(any Bindable)?]) = ([], [])
      field.store(current, in: &old)
      field.store(product, in: &new)
      for (place, column) in field.writtenColumns.enumerated() {
        let value = new[place]?.storedValue
        guard value != old[place]?.storedValue else { continue }
        columns.append(column)
        values.append(value)
      }
    }
    columns += others.map(\.name) + ["changed", "revision"]
    values += others.map(\.value) + [product.changed, product.revision]
    let updates = updates ?? RowUpdates(connection: connection)
    try updates.set(columns, to: values, ofRow: key)
    if self.updates == nil { try updates.write() }
    if product.tags != current.tags { try write(product.tags, of: key) }
    if product.values != current.values {
      try self.values.update(
        current.values, to: product.values, of: key, areStored: areValuesStored)
    }
  }

  /// The values of custom fields.
  var values: ValueTable { ValueTable(connection: connection, fields: extent.custom) }

  /// Replaces the tags of the product `key`; those that keep their places are not written.
  private func write(_ tags: Tags, of key: Int64) throws {
    var old: [Int: String] = [:]
    try connection.forEachRow(
      "SELECT position, tag FROM product_tag WHERE product = ?", arguments: [key]
    ) {
      old[$0.int("position")] = $0.text("tag")
      return true
    }
    try tags.requireFew(insteadOf: old.count)
    for (position, tag) in tags.enumerated() {
      let text = old.removeValue(forKey: position)
      if text == nil {
        try connection.run(
          "INSERT INTO product_tag (product, position, tag) VALUES (?, ?, ?)", key, position,
          tag.text)
      } else if text != tag.text {
        try connection.run(
          "UPDATE product_tag SET tag = ? WHERE product = ? AND position = ?", tag.text, key,
          position)
      }
    }
    for position in old.keys {
      try connection.run(
        "DELETE FROM product_tag WHERE product = ? AND position = ?", key, position)
    }
  }

  // MARK: Trash

  /// Moves a product to the trash; returns false if it is not in the catalogue.
  func trash(_ id: UUID, at moment: Date) throws -> Bool {
    try connection.recording.changingMore {
      try connection.run(
        "UPDATE product SET deleted = ?, \(Revision.becomesNext) WHERE id = ? AND deleted IS NULL",
        moment, id)
    } > 0
  }

  /// Takes a product out of the trash; returns false if it is not there.
  func restore(_ id: UUID) throws -> Bool {
    try connection.recording.changingMore {
      try connection.run(
        """
        UPDATE product SET deleted = NULL, \(Revision.becomesNext)
        WHERE id = ? AND deleted IS NOT NULL
        """, id)
    } > 0
  }

  /// Permanently deletes a product in the trash; returns false if it is not there.
  func erase(_ id: UUID) throws -> Bool {
    let key = try connection.first(
      "SELECT key FROM product WHERE id = ? AND deleted IS NOT NULL", id
    ) { $0.int64("key") }
    guard let key else { return false }
    try remove(key)
    return true
  }

  /// Permanently deletes the product in a row.
  func remove(_ key: Int64) throws {
    for part in RecordedTable.parts {
      try connection.run("DELETE FROM \(part.name) WHERE product = ?", key)
    }
    try connection.run("DELETE FROM product WHERE key = ?", key)
  }

  func trashed() throws -> [UUID] {
    try connection.rows("SELECT id FROM product WHERE deleted IS NOT NULL") { try $0.uuid("id") }
  }

  /// What was put into the trash before a moment.
  func trashed(before moment: Date) throws -> [UUID] {
    try connection.rows("SELECT id FROM product WHERE deleted < ?", moment) { try $0.uuid("id") }
  }

  func isTrashed(_ id: UUID, before moment: Date) throws -> Bool {
    try connection.first("SELECT 1 FROM product WHERE id = ? AND deleted < ?", id, moment) { _ in
      true
    }
      ?? false
  }
}

extension Row {
  /// The product in `ProductTable.columns`, without its tags and pictures.
  func product(_ fields: [ProductField] = ProductField.stored) throws -> Product {
    var product = Product.blank(id: try uuid("id"))
    product.revision = int("revision")
    product.created = date("created")
    product.changed = date("changed")
    for field in fields { field.read(self, into: &product) }
    return product
  }

  /// The picture in the columns with these names, which may have a prefix.
  func picture(_ prefix: String = "") throws -> ProductPicture {
    try ProductPicture(
      id: uuid(prefix + "id"), contentHash: text(prefix + "hash"),
      fileExtension: text(prefix + "extension"),
      caption: FreeText(stored: text(prefix + "caption")),
      turn: PictureRotation(rawValue: int(prefix + "turn")) ?? .none)
  }
}
