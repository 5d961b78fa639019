// SPDX-License-Identifier: Apache-2.0
// Which products are variants of which. The head is named by its identifier as text, so that a row
// means the same in every copy of the catalogue, in whatever order rows arrive there.

import Foundation

struct VariantTable {
  let connection: Connection

  /// Whether there is any variant, in the trash or not.
  func isEmpty() throws -> Bool {
    try connection.integer("SELECT \(Self.someExist)") == 0
  }

  static let someExist =
    "EXISTS (SELECT 1 FROM product INDEXED BY product_by_head WHERE head IS NOT NULL)"

  /// The row numbers of a head's variants in the manual order.
  func keys(of head: UUID, includingTrash: Bool = false) throws -> [Int64] {
    try connection.rows(
      """
      SELECT key FROM product INDEXED BY product_by_head
      WHERE head = ? AND (deleted IS NULL OR ?) ORDER BY position, key
      """, head.hex, includingTrash ? 1 : 0
    ) { $0.int64("key") }
  }

  /// The variants of a head on one side of the trash, in the manual order.
  func identifiers(of head: UUID, inTrash: Bool) throws -> [UUID] {
    try connection.rows(
      """
      SELECT id FROM product INDEXED BY product_by_head
      WHERE head = ? AND (deleted IS NOT NULL) = ? ORDER BY position, key
      """, head.hex, inTrash ? 1 : 0
    ) { try $0.uuid("id") }
  }

  /// The head of each variant.
  func headsOfVariants() throws -> [UUID: UUID] {
    var heads: [UUID: UUID] = [:]
    try connection.forEachRow(
      "SELECT id, head FROM product INDEXED BY product_by_head WHERE head IS NOT NULL",
      arguments: []
    ) {
      heads[try $0.uuid("id")] = UUID(hex: $0.text("head")[...])
      return true
    }
    return heads
  }

  /// The variants in the trash that go with these products and are not among them.
  func countInTrash(of heads: [UUID]) throws -> Int {
    guard try !isEmpty() else { return 0 }
    let given = Set(heads)
    var count = 0
    for head in heads {
      try connection.forEachRow(
        """
        SELECT id FROM product INDEXED BY product_by_head
        WHERE head = ? AND deleted IS NOT NULL
        """, arguments: [head.hex]
      ) {
        if try !given.contains($0.uuid("id")) { count += 1 }
        return true
      }
    }
    return count
  }

  /// How many variants of a head say something themselves in one of these fields, besides those that are `given`.
  func countKeepingOwn(
    of head: UUID, _ fields: Set<FieldID>, besides given: Set<UUID>
  ) throws -> Int {
    var saying: [UUID: Set<FieldID>] = [:]
    try connection.forEachRow(
      """
      SELECT id, head, taken FROM product INDEXED BY product_by_head
      WHERE head = ? AND deleted IS NULL
      """, arguments: [head.hex]
    ) { row in
      let (id, taken) = (try row.uuid("id"), VariantPlace(stored: row, ["head", "taken"]).taken)
      if !given.contains(id) { saying[id] = fields.subtracting(taken) }
      return true
    }
    let table = ProductTable(connection: connection)
    return try saying.count { id, fields in
      guard !fields.isEmpty, let product = try table.product(id) else { return false }
      return fields.contains { id in
        if case .custom(let field) = id { return product.values[field] != nil }
        return ProductField.all.contains { $0.id == id && $0.value(of: product) != nil }
      }
    }
  }

  /// What they come to; nil if there are none.
  func family(of head: UUID, inTrash: Bool) throws -> ListedFamily? {
    var family = ListedFamily()
    try forEach(of: head, inTrash: inTrash) {
      family.add(stock: $0.stock, unit: $0.countedUnit, price: $0.price)
    }
    return family.count > 0 ? family : nil
  }

  /// The row number and the amounts of each variant of a head.
  func forEach(of head: UUID, inTrash: Bool, _ body: (Row) throws -> Void) throws {
    try connection.forEachRow(
      """
      SELECT key, stock, unit, pack_size, price, currency FROM product INDEXED BY product_by_head
      WHERE head = ? AND (deleted IS NOT NULL) = ?
      """, arguments: [head.hex, inTrash ? 1 : 0]
    ) { row in
      try body(row)
      return true
    }
  }

  func hasAny(of head: UUID, inTrash: Bool) throws -> Bool {
    try connection.integer(
      """
      SELECT EXISTS (SELECT 1 FROM product INDEXED BY product_by_head
        WHERE head = ? AND (deleted IS NOT NULL) = ?)
      """, head.hex, inTrash ? 1 : 0) == 1
  }

  /// The row numbers of all products that have variants, in the trash or not.
  func heads() throws -> KeySet {
    try connection.keys(
      SQLPiece(
        sql: """
          SELECT p.key FROM (
            SELECT DISTINCT head FROM product INDEXED BY product_by_head WHERE head IS NOT NULL
          ) AS known CROSS JOIN product AS p ON p.id = identifier(known.head)
          """))
  }

  /// The variants of heads among these products, and the heads of variants among them.
  func relatives(of keys: [Int64]) throws -> Set<UUID> {
    guard try !isEmpty() else { return [] }
    var ids: Set<UUID> = []
    for key in keys {
      try connection.forEachRow(
        """
        SELECT other.id FROM product AS p CROSS JOIN product AS other ON other.id = identifier(p.head)
        WHERE p.key = ?1
        UNION ALL
        SELECT other.id FROM product AS p
          CROSS JOIN product AS other INDEXED BY product_by_head ON other.head = hex(p.id)
        WHERE p.key = ?1
        """, arguments: [key]
      ) {
        ids.insert(try $0.uuid("id"))
        return true
      }
    }
    return ids
  }

  /// Gives the variants of one head, also those in the trash, another one.
  func move(from old: UUID, to new: UUID, at moment: Date) throws {
    try connection.run(
      """
      UPDATE product SET head = ?, changed = ?, \(Revision.becomesNext)
      WHERE head = ? AND id <> ?
      """, new.hex, moment, old.hex, new)
  }
}

extension ProductTotals {
  /// - Parameter row: with the columns of the amounts.
  mutating func add(_ row: Row) {
    add(stock: row.stock, unit: row.countedUnit, price: row.price)
  }
}

extension Row {
  /// What is in stock of a product, from its columns.
  var stock: Quantity? {
    isNull("stock") ? nil : Quantity(storedMillionths: int64("stock"))
  }

  /// What its stock and its price count; nil for pieces and packs.
  var countedUnit: SaleUnit? {
    isNull("pack_size") ? textIfPresent("unit").map(SaleUnit.init(stored:)) : nil
  }

  /// What it costs.
  var price: Price? {
    guard let units = intIfPresent("price"), let code = textIfPresent("currency") else {
      return nil
    }
    return Price(storedMinorUnits: Int64(units), currency: Currency(stored: code))
  }
}

extension ProductTable {
  /// Puts the variants of a head in the order of their options' values, at the places that they have among all products.
  func arrangeVariants(of head: UUID, by orders: [(field: UUID, order: [String])]) throws {
    let custom = try FieldTable(connection: connection).fields().map(\.field)
    let keys = try VariantTable(connection: connection).keys(of: head)
    let ranked = try keys.map { key in
      let values = try self.values.values(of: key)
      let ranks = orders.map { id, order -> Int in
        guard let value = values[id], let field = custom.first(where: { $0.id == id }) else {
          return order.count
        }
        return order.firstIndex(of: field.kind.text(of: value).folded) ?? order.count
      }
      return (key: key, ranks: ranks)
    }
    let sorted = ranked.enumerated().sorted { a, b in
      a.element.ranks == b.element.ranks
        ? a.offset < b.offset : a.element.ranks.lexicographicallyPrecedes(b.element.ranks)
    }.map(\.element.key)
    guard sorted != keys else { return }
    let places = try keys.map { key in
      try connection.first("SELECT position FROM product WHERE key = ?", key) {
        $0.int64("position")
      }
    }
    let moment = Date()
    for (key, (old, place)) in zip(sorted, zip(keys, places)) where key != old {
      try connection.run(
        "UPDATE product SET position = ?, changed = ?, \(Revision.becomesNext) WHERE key = ?",
        place, moment, key)
    }
  }
}

extension FieldTable {
  /// The field of an option, which can have these values from now on.
  func option(
    _ name: String, having values: [String], inOrder order: [String]
  ) throws -> CustomField {
    guard let known = try field(named: name)?.field else {
      return try insert(CustomField(name: name, kind: .choice(values))).field
    }
    guard case .choice = known.kind, !values.isEmpty else { return known }
    let wanted = try CustomField(id: known.id, name: known.name, kind: .choice(values))
    guard let merged = try merging(wanted)?.merged, case .choice(let choices) = merged.kind else {
      return known
    }
    let field = try CustomField(
      id: known.id, name: known.name, kind: .choice(Self.arranged(choices, by: order)),
      category: known.category, isCost: known.isCost)
    if field != known { try update(field) }
    return field
  }

  /// Choices in another order; those that it does not name stay where they are.
  private static func arranged(_ choices: [String], by order: [String]) -> [String] {
    let order = order.map(\.folded)
    let named = choices.filter { order.contains($0.folded) }
    var sorted = named.sorted { a, b in
      (order.firstIndex(of: a.folded) ?? 0) < (order.firstIndex(of: b.folded) ?? 0)
    }[...]
    return choices.map { order.contains($0.folded) ? sorted.popFirst() ?? $0 : $0 }
  }
}
