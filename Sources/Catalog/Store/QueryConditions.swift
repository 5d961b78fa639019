// What of a query decides whether a product is in the list at all, but for the words of a search,
// put into SQL on a product `p`.

import Foundation

/// A piece of SQL and the values of its question marks.
struct SQLPiece {
  let sql: String
  var arguments: [(any Bindable)?] = []
}

struct QueryConditions {
  let query: ProductQuery

  /// Whether every product outside the trash meets them.
  var areNone: Bool { !query.inTrash && isTrashAlone }
  /// Whether the trash decides alone.
  private var isTrashAlone: Bool {
    query.category == nil && query.tags.isEmpty && query.filters.isEmpty
  }
  /// Whether the index of categories has all there is to know.
  var areOfCategoryAlone: Bool {
    !query.inTrash && query.category != nil && query.tags.isEmpty && query.filters.isEmpty
  }
  /// Whether a change of one product can bring another one in or out.
  var reachFurther: Bool { query.filters.contains(.duplicateGTIN) }
  /// Whether a product's notes matter.
  var readNotes: Bool {
    query.filters.contains { filter in
      switch filter {
      case .contains(.notes, _), .isEmpty(.notes), .isPresent(.notes): true
      default: false
      }
    }
  }

  var trash: SQLPiece {
    SQLPiece(sql: query.inTrash ? "p.deleted IS NOT NULL" : "p.deleted IS NULL")
  }

  /// All of them. `offIndex` keeps the category from choosing the index, for a walk along another.
  func all(offIndex: Bool = false) -> SQLPiece {
    var pieces = [trash]
    if let category = category(offIndex: offIndex) { pieces.append(category) }
    pieces += query.tags.map {
      // As a set: the index of tags answers it at once.
      SQLPiece(sql: "p.key IN (SELECT product FROM product_tag WHERE tag = ?)", arguments: [$0])
    }
    pieces += query.filters.map(Self.piece)
    return SQLPiece(
      sql: pieces.map { "(\($0.sql))" }.joined(separator: " AND "),
      arguments: pieces.flatMap(\.arguments))
  }

  func category(offIndex: Bool) -> SQLPiece? {
    guard let category = query.category?.text else { return nil }
    let column = offIndex ? "+p.category" : "p.category"
    // One range for the index, and out of it what merely begins alike: "0" is the character
    // after "/".
    return SQLPiece(
      sql: """
        \(column) >= ? AND \(column) < ? AND (+p.category = ? OR +p.category > ?)
        """,
      arguments: [category, category + "0", category, category + "/"])
  }

  // MARK: Filters

  private static func piece(_ filter: ProductFilter) -> SQLPiece {
    switch filter {
    case .contains(let field, let text): contains(field, text.folded)
    case .number(let field, let from, let through):
      range(number(field), [("<=", through), (">=", from)])
    case .price(let currency, let from, let through):
      joined(
        SQLPiece(sql: "p.currency = ?", arguments: [currency.code]),
        range("p.price", [("<=", through), (">=", from)]))
    case .date(let field, let from, let before):
      range(field == .created ? "p.created" : "p.changed", [("<", before), (">=", from)])
    case .isEmpty(let field): SQLPiece(sql: "NOT (\(present(field)))")
    case .isPresent(let field): SQLPiece(sql: present(field))
    case .lowStock: SQLPiece(sql: "p.stock <= p.minimum_stock")
    case .badGTIN: SQLPiece(sql: "p.gtin IS NOT NULL AND NOT is_gtin(p.gtin)")
    case .duplicateGTIN:
      SQLPiece(
        sql: """
          p.gtin IN (
            SELECT gtin FROM product WHERE deleted IS NULL AND gtin IS NOT NULL
            GROUP BY gtin HAVING count(*) > 1)
          """)
    }
  }

  private static func contains(_ field: ProductFilter.TextField, _ text: String) -> SQLPiece {
    func within(_ expression: String) -> String { "instr(\(expression), ?) > 0" }
    switch field {
    case .title: return SQLPiece(sql: within("p.title_key"), arguments: [text])
    case .description, .category, .sku, .gtin:
      return SQLPiece(sql: within("folded(p.\(field.rawValue))"), arguments: [text])
    case .tags:
      return SQLPiece(
        sql: """
          EXISTS (SELECT 1 FROM product_tag AS t
            WHERE t.product = p.key AND \(within("folded(t.tag)")))
          """, arguments: [text])
    case .notes:
      return SQLPiece(
        sql: """
          EXISTS (SELECT 1 FROM note AS n WHERE n.product = p.key
            AND (\(within("folded(n.title)")) OR \(within("folded(n.text)"))))
          """, arguments: [text, text])
    }
  }

  private static func number(_ field: ProductFilter.NumberField) -> String {
    switch field {
    case .stock: "p.stock"
    case .minimumStock: "p.minimum_stock"
    case .year: "p.year"
    }
  }

  private static func present(_ field: ProductFilter.OptionalField) -> String {
    switch field {
    case .description: "p.description <> ''"
    case .minimumStock: "p.minimum_stock IS NOT NULL"
    case .category, .sku, .gtin, .price, .stock, .year: "p.\(field.rawValue) IS NOT NULL"
    case .tags: "EXISTS (SELECT 1 FROM product_tag AS t WHERE t.product = p.key)"
    case .images: "EXISTS (SELECT 1 FROM product_image AS i WHERE i.product = p.key)"
    case .notes: "EXISTS (SELECT 1 FROM note AS n WHERE n.product = p.key)"
    }
  }

  /// Also without a bound only those with a value.
  private static func range(
    _ column: String, _ bounds: [(comparison: String, bound: (any Bindable)?)]
  ) -> SQLPiece {
    let given = bounds.filter { $0.bound != nil }
    guard !given.isEmpty else { return SQLPiece(sql: "\(column) IS NOT NULL") }
    return SQLPiece(
      sql: given.map { "\(column) \($0.comparison) ?" }.joined(separator: " AND "),
      arguments: given.map(\.bound))
  }

  private static func joined(_ pieces: SQLPiece...) -> SQLPiece {
    SQLPiece(
      sql: pieces.map(\.sql).joined(separator: " AND "), arguments: pieces.flatMap(\.arguments))
  }
}
