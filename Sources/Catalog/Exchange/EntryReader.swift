// SPDX-License-Identifier: Apache-2.0
// Reading whole products, including the trash, for export and import.

import Foundation

struct EntryReader {
  let connection: Connection

  func key(of id: UUID) throws -> Int64? {
    try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64("key") }
  }

  /// The products with this SKU outside the trash, no more than two, of the rows up to a number.
  func owners(of sku: SKU, upTo key: Int64 = .max) throws -> [UUID] {
    try connection.rows(
      "SELECT id FROM product WHERE sku = ? AND deleted IS NULL AND key <= ? LIMIT 2", sku.text, key
    ) { try $0.uuid("id") }
  }

  /// Whether the catalogue has an entry's product, by its identifier or, without one, by its SKU.
  func has(_ entry: ImportedEntry) throws -> Bool {
    if let id = entry.id { return try key(of: id) != nil }
    return try (entry.change.sku ?? nil).map { try !owners(of: $0).isEmpty } ?? false
  }

  /// Calls `body` for the key of each product in the manual order.
  func forEachKey(_ body: (Int64) throws -> Void) throws {
    // Empty values take no memory: this does not collect a million of them.
    _ = try connection.rows("SELECT key FROM product ORDER BY position, key") {
      try body($0.int64("key"))
    }
  }

  func entry(_ key: Int64) throws -> CatalogEntry? {
    guard
      var entry = try connection.first(
        Self.selection, key,
        as: {
          CatalogEntry(
            product: try $0.product(), deleted: $0.isNull("deleted") ? nil : $0.date("deleted"))
        })
    else { return nil }
    entry.product = try ProductTable(connection: connection).whole(
      StoredProduct(key: key, product: entry.product))
    let product = entry.product.id
    entry.notes = try connection.rows(
      """
      SELECT id, title, text, revision, created, changed FROM note WHERE product = ?
      ORDER BY position, key
      """, key
    ) {
      Note(
        id: try $0.uuid("id"), productID: product, title: NoteTitle(stored: $0.text("title")),
        text: FreeText(stored: $0.text("text")), revision: $0.int("revision"),
        created: $0.date("created"), changed: $0.date("changed"))
    }
    return entry
  }

  private static let selection =
    "SELECT \(ProductTable.columns(of: "product")), deleted FROM product WHERE key = ?"
}
