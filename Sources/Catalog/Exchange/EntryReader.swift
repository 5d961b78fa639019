// Reading whole products, those in the trash too: what an export writes and an import compares.

import Foundation

struct EntryReader {
  let connection: Connection

  func key(of id: UUID) throws -> Int64? {
    try connection.first("SELECT key FROM product WHERE id = ?", id) { $0.int64(0) }
  }

  /// The product that has this SKU, if it is not in the trash.
  func owner(of sku: SKU) throws -> UUID? {
    try connection.first("SELECT id FROM product WHERE sku = ? AND deleted IS NULL", sku.text) {
      try $0.uuid(0)
    }
  }

  /// Calls `body` for the key of each product in the manual order.
  func forEachKey(_ body: (Int64) throws -> Void) throws {
    // Rows of nothing take no room: this does not gather a million of them.
    _ = try connection.rows("SELECT key FROM product ORDER BY position, key") {
      try body($0.int64(0))
    }
  }

  func entry(_ key: Int64) throws -> CatalogEntry? {
    guard
      var entry = try connection.first(
        """
        SELECT id, title, description, category, sku, gtin, price, currency, stock,
          minimum_stock, year, revision, created, changed, deleted
        FROM product WHERE key = ?
        """, key, as: entry)
    else { return nil }
    entry.product.tags = Tags(
      stored: try connection.rows(
        "SELECT tag FROM product_tag WHERE product = ? ORDER BY position", key
      ) { $0.tag(0) })
    entry.product.pictures = try connection.rows(
      """
      SELECT id, hash, extension, caption FROM product_image WHERE product = ?
      ORDER BY position, key
      """, key
    ) { try $0.picture(0) }
    entry.product.values = try ValueTable(connection: connection).values(of: key)
    let product = entry.product.id
    entry.notes = try connection.rows(
      """
      SELECT id, title, text, revision, created, changed FROM note WHERE product = ?
      ORDER BY position, key
      """, key
    ) {
      Note(
        id: try $0.uuid(0), productID: product, title: NoteTitle(stored: $0.text(1)),
        text: FreeText(stored: $0.text(2)), revision: $0.int(3), created: $0.date(4),
        changed: $0.date(5))
    }
    return entry
  }

  private func entry(_ row: Row) throws -> CatalogEntry {
    CatalogEntry(
      product: Product(
        id: try row.uuid(0),
        title: ProductTitle(stored: row.text(1)),
        description: FreeText(stored: row.text(2)),
        category: row.textIfPresent(3).map(CategoryPath.init(stored:)),
        sku: row.textIfPresent(4).map(SKU.init(stored:)),
        gtin: row.textIfPresent(5).map(GTIN.init(stored:)),
        price: row.price(6, currency: 7),
        stock: row.intIfPresent(8).map(StockCount.init(stored:)),
        minimumStock: row.intIfPresent(9).map(StockCount.init(stored:)),
        year: row.intIfPresent(10).map(IntroductionYear.init(stored:)),
        revision: row.int(11),
        created: row.date(12),
        changed: row.date(13)),
      deleted: row.isNull(14) ? nil : row.date(14))
  }
}
