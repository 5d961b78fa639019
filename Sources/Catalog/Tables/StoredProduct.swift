// SPDX-License-Identifier: Apache-2.0
// Reads many products at once, in the order of their row numbers, which is their order in the file,
// and no more of each than is needed. Only a few are held at a time, because a product may be
// large.

import Foundation

/// A product with its row number.
struct StoredProduct {
  let key: Int64
  var product: Product
}

/// What belongs to a product besides its row.
struct ProductParts: OptionSet {
  let rawValue: Int
  static let tags = ProductParts(rawValue: 1)
  static let pictures = ProductParts(rawValue: 2)
  static let values = ProductParts(rawValue: 4)
  static let all: ProductParts = [.tags, .pictures, .values]
}

/// Which parts of a product are read, and compared before it is written.
struct ProductExtent {
  var fields = ProductField.stored
  var parts = ProductParts.all
  /// The custom fields, if they have been read.
  var custom: [UUID: StoredField]?
}

extension ProductTable {
  /// Calls `body` for each of `ids`, in the order of the file, with its place among them and what
  /// is stored: nil if it is not in the catalogue, or in the trash. A product that is given twice
  /// has its first place.
  func readEach(_ ids: [UUID], _ body: (Int, StoredProduct?) throws -> Void) throws {
    if ids.count == 1 { return try body(0, stored(ids[0])) }
    let places = try places(of: ids) { try body($0, nil) }
    let atOnce = 100
    var last: Int64?
    for start in stride(from: 0, to: places.count, by: atOnce) {
      let some = places[start..<min(start + atOnce, places.count)]
      var products = try products(some.map(\.key))[...]
      for (key, place) in some {
        let product = products.first?.key == key ? products.popFirst() : nil
        if key != last { try body(place, product) }
        last = key
      }
    }
  }

  /// In one statement: most edits are of one product.
  private func stored(_ id: UUID) throws -> StoredProduct? {
    let columns = Self.columns(of: "product", extent.fields)
    var found = try connection.rows(
      "SELECT \(columns) FROM product WHERE id = ? AND deleted IS NULL", id
    ) { StoredProduct(key: $0.int64("key"), product: try $0.product(extent.fields)) }
    try read(extent.parts, of: &found)
    return found.first
  }

  /// The row numbers of those of `ids` that have one, ascending, with their places.
  private func places(
    of ids: [UUID], missing: (Int) throws -> Void
  ) throws -> [(key: Int64, place: Int)] {
    var places: [(key: Int64, place: Int)] = []
    places.reserveCapacity(ids.count)
    var next = 0
    func pass(until isThere: (UUID) -> Bool) throws {
      while next < ids.count, !isThere(ids[next]) {
        try missing(next)
        next += 1
      }
    }
    // Answered by the index alone.
    try connection.forEachRow("SELECT key, id FROM product WHERE id = ?", keys: ids) { row in
      let id = try row.uuid("id")
      try pass { $0 == id }
      places.append((row.int64("key"), next))
      next += 1
      return true
    }
    try pass { _ in false }
    places.sort { $0 < $1 }
    return places
  }

  /// The products in these rows that are not in the trash, by their row numbers.
  func products(atKeys keys: Set<Int64>) throws -> [Int64: Product] {
    // A damaged file may have a row twice.
    Dictionary(try products(keys.sorted()).map { ($0.key, $0.product) }) { first, _ in first }
  }

  /// The products in these rows, which ascend, that are not in the trash.
  private func products(_ keys: [Int64]) throws -> [StoredProduct] {
    var products: [StoredProduct] = []
    products.reserveCapacity(keys.count)
    let columns = Self.columns(of: "product", extent.fields)
    try forEachRow("SELECT \(columns) FROM product", "key", where: "deleted IS NULL", keys: keys) {
      row in
      products.append(
        StoredProduct(key: row.int64("key"), product: try row.product(extent.fields)))
    }
    try read(extent.parts, of: &products)
    return products
  }

  /// A product with everything that belongs to it.
  func whole(_ stored: StoredProduct) throws -> Product {
    var products = [stored]
    try read(.all, of: &products)
    return products[0].product
  }

  /// Calls `body` for the rows of each key, which ascend. Of rows that stand close together all are read: that takes
  /// less than looking for each.
  private func forEachRow(
    _ selection: String, _ column: String, where condition: String = "true", order: String = "",
    keys: [Int64], _ body: (Row) throws -> Void
  ) throws {
    // In a damaged file they may be as far apart as can be.
    guard let first = keys.first, let last = keys.last, keys.count > 1, last >= first,
      UInt64(bitPattern: last &- first) < 2 * UInt64(keys.count)
    else {
      return try connection.forEachRow(
        "\(selection) WHERE \(column) = ? AND \(condition) ORDER BY \(column)\(order)", keys: keys
      ) {
        try body($0)
        return true
      }
    }
    var place = 0
    try connection.forEachRow(
      "\(selection) WHERE \(column) BETWEEN ? AND ? AND \(condition) ORDER BY \(column)\(order)",
      arguments: [first, last]
    ) { row in
      let key = row.int64(column)
      while place < keys.count, keys[place] < key { place += 1 }
      if place < keys.count, keys[place] == key { try body(row) }
      return true
    }
  }

  /// Reads what belongs to these products.
  private func read(_ parts: ProductParts, of products: inout [StoredProduct]) throws {
    func forEachPart(
      _ selection: String, order: String = "", _ body: (Row, inout Product) throws -> Void
    ) throws {
      var place = 0
      try forEachRow(selection, "product", order: order, keys: products.map(\.key)) { row in
        let key = row.int64("product")
        while place < products.count, products[place].key != key { place += 1 }
        // Only a damaged file has them in another order.
        guard place < products.count else { throw SQLiteError.corrupt("rows are out of order") }
        try body(row, &products[place].product)
      }
    }
    if parts.contains(.tags) {
      try forEachPart("SELECT product, tag FROM product_tag", order: ", position") {
        $1.tags.append(stored: Tag(stored: $0.text("tag")))
      }
    }
    if parts.contains(.pictures) {
      try forEachPart(
        "SELECT product, id, hash, extension, caption, turn FROM product_image",
        order: ", position, key"
      ) { $1.pictures.append(try $0.picture()) }
    }
    if parts.contains(.values) {
      try forEachPart(
        """
        SELECT product, field.id, field.kind, value.text, value.number
        FROM product_value AS value CROSS JOIN field ON field.key = value.field
        """
      ) { $1.values[try $0.uuid("id")] = $0.fieldValue() }
    }
  }

  /// A table that reads only the parts that these changes need, and the definitions of custom
  /// fields only once.
  func extent(of adjustments: [ProductAdjustment]) throws -> ProductTable {
    let changed = adjustments.reduce(into: Set<FieldID>()) { $0.formUnion($1.fields) }
    let hasCount = changed.contains(.stock) || changed.contains(.minimumStock)
    let hasCustom = changed.contains { if case .custom = $0 { true } else { false } }
    var extent = ProductExtent(fields: [], parts: [])
    if changed.contains(.tags) { extent.parts.insert(.tags) }
    if hasCustom { extent.parts.insert(.values) }
    // The title names what is refused, the category decides which custom fields are offered, and the
    // unit whether there are pieces.
    extent.fields = ProductField.stored.filter {
      $0 == .title || hasCustom && $0 == .category
        || hasCount && ($0 == .unit || $0 == .packSize) || changed.contains($0.id)
    }
    if hasCustom { extent.custom = try FieldTable(connection: connection).fieldsByID() }
    return ProductTable(connection: connection, extent: extent)
  }
}
