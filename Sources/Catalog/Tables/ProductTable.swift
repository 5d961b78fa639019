// Reading and writing products: the rows of `product` with their tags and images.

import Foundation

struct ProductTable {
  let connection: Connection

  // MARK: Reading

  func product(_ id: UUID, includingTrash: Bool = false) throws -> Product? {
    let found = try connection.first(
      "SELECT \(Self.columns) FROM product WHERE id = ? AND (deleted IS NULL OR ?)",
      id, includingTrash ? 1 : 0
    ) { (key: $0.int64(0), product: try $0.product()) }
    guard let found else { return nil }
    var product = found.product
    product.tags = Tags(
      stored: try connection.rows(
        "SELECT tag FROM product_tag WHERE product = ? ORDER BY position", found.key
      ) { $0.tag(0) })
    product.pictures = try connection.rows(
      """
      SELECT id, hash, extension, caption FROM product_image WHERE product = ? ORDER BY position
      """, found.key
    ) { try $0.picture(0) }
    product.values = try ValueTable(connection: connection).values(of: found.key)
    return product
  }

  /// The row number of a product that is not in the trash.
  func key(of id: UUID) throws -> Int64? {
    try connection.first("SELECT key FROM product WHERE id = ? AND deleted IS NULL", id) {
      $0.int64(0)
    }
  }

  /// Whether there is such a product, be it in the trash.
  func contains(_ id: UUID) throws -> Bool {
    try connection.integer("SELECT count(*) FROM product WHERE id = ?", id) > 0
  }

  func count() throws -> Int {
    // Without a look at the table.
    try connection.integer(
      """
      SELECT (SELECT count(*) FROM product)
        - (SELECT count(*) FROM product WHERE deleted IS NOT NULL)
      """)
  }

  /// A product's row without its tags and images, as `Row.product` takes it.
  static let columns = """
    key, id, title, description, category, sku, gtin, price, currency, stock, minimum_stock, year,
    revision, created, changed
    """

  // MARK: Writing

  /// Adds `product` at the end of the manual order; its revision becomes 1.
  func insert(_ product: Product) throws {
    try product.sku.map { try requireFree($0, for: product.id) }
    guard try !contains(product.id) else {
      throw InvalidValue(.id, .productExists)
    }
    let key = try RowNumbers(connection: connection).next(in: "product")
    try connection.run(
      """
      INSERT INTO product (
        key, id, title, title_key, description, category, sku, gtin, price, currency, stock,
        minimum_stock, year, position, revision, created, changed)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
      """, key, product.id, product.title.text, product.title.text.folded, product.description.text,
      product.category?.text, product.sku?.text, product.gtin?.text, product.price?.minorUnits,
      product.price?.currency.code, product.stock?.value, product.minimumStock?.value,
      product.year?.value, try ManualOrder(connection: connection).end(), product.created,
      product.changed)
    try write(product.tags, of: key)
    try ValueTable(connection: connection).update([:], to: product.values, of: key)
    try PictureTable(connection: connection).write(product.pictures, over: [], of: key)
  }

  /// Writes the fields of `product` that differ from `current`, as its next revision, and returns
  /// it as it is now stored.
  func update(_ current: Product, to product: Product, changed: Date) throws -> Product {
    var product = product
    product.revision = current.revision + 1
    product.changed = Date(milliseconds: changed.milliseconds)
    if product.sku != current.sku { try product.sku.map { try requireFree($0, for: product.id) } }
    guard let key = try key(of: product.id) else { throw CatalogError.productMissing }
    try write(product, over: current, key: key)
    return product
  }

  /// Writes the row `key` and its tags as far as `product` differs from `current`; only that: every
  /// column that is set, though to the same value, costs its indexes.
  func write(
    _ product: Product, over current: Product, key: Int64,
    also others: [(name: String, value: StoredValue?)] = []
  ) throws {
    let (old, new) = (columns(of: current), columns(of: product))
    let differing = zip(old, new).filter { $0.value != $1.value }.map(\.1) + others
    try connection.run(
      """
      UPDATE product SET \(differing.map { "\($0.name) = ?, " }.joined()) changed = ?, revision = ?
      WHERE key = ?
      """, arguments: differing.map(\.value) + [product.changed, product.revision, key])
    if product.tags != current.tags { try write(product.tags, of: key) }
    if product.values != current.values {
      try ValueTable(connection: connection).update(current.values, to: product.values, of: key)
    }
  }

  /// What of a product stands in columns that an edit can change.
  private func columns(of product: Product) -> [(name: String, value: StoredValue?)] {
    [
      ("title", product.title.text.storedValue),
      ("title_key", product.title.text.folded.storedValue),
      ("description", product.description.text.storedValue),
      ("category", product.category?.text.storedValue),
      ("sku", product.sku?.text.storedValue),
      ("gtin", product.gtin?.text.storedValue),
      ("price", product.price?.minorUnits.storedValue),
      ("currency", product.price?.currency.code.storedValue),
      ("stock", product.stock?.value.storedValue),
      ("minimum_stock", product.minimumStock?.value.storedValue),
      ("year", product.year?.value.storedValue),
    ]
  }

  /// Makes `tags` those of the product `key`; those that stay in their places are left alone.
  private func write(_ tags: Tags, of key: Int64) throws {
    var old: [Int: String] = [:]
    try connection.forEachRow(
      "SELECT position, tag FROM product_tag WHERE product = ?", arguments: [key]
    ) {
      old[$0.int(0)] = $0.text(1)
      return true
    }
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

  /// Moves a product to the trash; false when it is not in the catalogue.
  func trash(_ id: UUID, at moment: Date) throws -> Bool {
    try connection.run(
      "UPDATE product SET deleted = ?, revision = revision + 1 WHERE id = ? AND deleted IS NULL",
      moment, id) > 0
  }

  /// Takes a product out of the trash; false when it is not in there.
  func restore(_ id: UUID) throws -> Bool {
    let sku = try connection.first(
      "SELECT sku FROM product WHERE id = ? AND deleted IS NOT NULL", id
    ) { $0.textIfPresent(0) }
    guard let sku else { return false }
    try sku.map { try requireFree(SKU(stored: $0), for: id) }
    try connection.run(
      "UPDATE product SET deleted = NULL, revision = revision + 1 WHERE id = ?", id)
    return true
  }

  /// Removes a product in the trash for good; false when it is not in there.
  func erase(_ id: UUID) throws -> Bool {
    let key = try connection.first(
      "SELECT key FROM product WHERE id = ? AND deleted IS NOT NULL", id
    ) { $0.int64(0) }
    guard let key else { return false }
    for part in RecordedTable.parts {
      try connection.run("DELETE FROM \(part.name) WHERE product = ?", key)
    }
    try connection.run("DELETE FROM product WHERE key = ?", key)
    return true
  }

  func trashed() throws -> [UUID] {
    try connection.rows("SELECT id FROM product WHERE deleted IS NOT NULL") { try $0.uuid(0) }
  }

  // MARK: Checks

  /// A SKU belongs to one product at most, but for those in the trash.
  func requireFree(_ sku: SKU, for product: UUID) throws {
    let taken = try connection.first(
      "SELECT title FROM product WHERE sku = ? AND deleted IS NULL AND id <> ?",
      sku.text, product
    ) { $0.text(0) }
    guard let taken else { return }
    throw InvalidValue(.sku, .taken(value: sku.text, by: taken))
  }
}

extension Row {
  func price(_ amount: Int, currency: Int) -> Price? {
    guard let code = textIfPresent(currency) else { return nil }
    return Price(storedMinorUnits: int64(amount), currency: Currency(stored: code))
  }

  /// The product in `ProductTable.columns`, without its tags and images.
  func product() throws -> Product {
    Product(
      id: try uuid(1),
      title: ProductTitle(stored: text(2)),
      description: FreeText(stored: text(3)),
      category: textIfPresent(4).map(CategoryPath.init(stored:)),
      sku: textIfPresent(5).map(SKU.init(stored:)),
      gtin: textIfPresent(6).map(GTIN.init(stored:)),
      price: price(7, currency: 8),
      stock: intIfPresent(9).map(StockCount.init(stored:)),
      minimumStock: intIfPresent(10).map(StockCount.init(stored:)),
      year: intIfPresent(11).map(IntroductionYear.init(stored:)),
      revision: int(12),
      created: date(13),
      changed: date(14))
  }

  func tag(_ column: Int) -> Tag { Tag(stored: text(column)) }

  /// The picture in four columns from `first`: id, hash, extension, caption.
  func picture(_ first: Int) throws -> ProductPicture {
    try ProductPicture(
      id: uuid(first), contentHash: text(first + 1), fileExtension: text(first + 2),
      caption: FreeText(stored: text(first + 3)))
  }
}
