// What of a query decides whether a product is in the list at all, but for the words of a search,
// put into SQL on a product `p`.

import Foundation

struct QueryConditions {
  /// One thing that is asked of a product.
  struct Condition {
    /// Asked of a product `p`.
    let ofProduct: SQLPiece
    /// The row numbers of all that meet it, be they in the trash, out of an index alone; nil where
    /// no index can tell.
    let keys: SQLPiece?

    init(_ ofProduct: SQLPiece, keys: SQLPiece? = nil) {
      self.ofProduct = ofProduct
      self.keys = keys
    }

    /// One on columns that `index` has all of.
    init(_ ofProduct: SQLPiece, index: String) {
      let sql = "SELECT p.key FROM product AS p INDEXED BY \(index) WHERE \(ofProduct.sql)"
      self.init(ofProduct, keys: SQLPiece(sql: sql, arguments: ofProduct.arguments))
    }
  }

  let query: ProductQuery
  /// All of them but for the trash.
  let each: [Condition]

  init(query: ProductQuery) {
    self.query = query
    each =
      [query.category.map(Self.within)].compactMap(\.self) + query.tags.map(Self.tagged)
      + query.filters.map(Self.condition)
  }

  /// Whether every product outside the trash meets them.
  var areNone: Bool { !query.inTrash && each.isEmpty }
  /// Whether the index of categories has all there is to know.
  var areOfCategoryAlone: Bool { !query.inTrash && query.category != nil && each.count == 1 }
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

  /// All of them, asked of a product `p` that was found by other means.
  var all: SQLPiece {
    let trash = SQLPiece(sql: query.inTrash ? "p.deleted IS NOT NULL" : "p.deleted IS NULL")
    return .all([trash] + each.map(\.ofProduct))
  }

  /// The row numbers of the trash, as SQL.
  static let trash =
    "SELECT key FROM product INDEXED BY product_in_trash WHERE deleted IS NOT NULL"

  /// That a row number `key` is none of the trash, where only an index is looked at.
  static func isNotInTrash(_ key: String) -> String { "\(key) NOT IN (\(trash))" }

  // MARK: Category and tags

  private static func within(_ category: CategoryPath) -> Condition {
    // With a plus, or this column would choose the index of a walk along another.
    Condition(
      within(category, "+p.category"),
      keys: Condition(within(category, "p.category"), index: "product_by_category").keys)
  }

  /// As one range for the index, and out of it what merely begins alike: "0" is the character
  /// after "/".
  static func within(_ category: CategoryPath, _ column: String) -> SQLPiece {
    let text = category.text
    return SQLPiece(
      sql: "\(column) >= ? AND \(column) < ? AND (+p.category = ? OR +p.category > ?)",
      arguments: [text, text + "0", text, text + "/"])
  }

  private static func tagged(_ tag: String) -> Condition {
    Condition(
      SQLPiece(
        sql: "EXISTS (SELECT 1 FROM product_tag AS t WHERE t.product = p.key AND t.tag = ?)",
        arguments: [tag]),
      keys: SQLPiece(sql: "SELECT product FROM product_tag WHERE tag = ?", arguments: [tag]))
  }

  // MARK: Filters

  private static func condition(_ filter: ProductFilter) -> Condition {
    switch filter {
    case .contains(let field, let text):
      Condition(contains(field, text.folded))
    case .number(let field, let from, let through):
      number(field, range(column(field), [("<=", through), (">=", from)]))
    case .price(let currency, let from, let through):
      indexed(
        "price",
        .all([
          SQLPiece(sql: "p.currency = ?", arguments: [currency.code]),
          range("p.price", [("<=", through), (">=", from)]),
        ]))
    case .date(let field, let from, let before):
      indexed(field.rawValue, range("p.\(field.rawValue)", [("<", before), (">=", from)]))
    case .isEmpty(let field):
      switch field {
      case .category, .stock, .year: indexed(field.rawValue, "p.\(field.rawValue) IS NULL")
      case .price: indexed("price", "p.currency IS NULL")
      default: Condition(SQLPiece(sql: "NOT (\(present(field)))"))
      }
    case .isPresent(let field):
      switch field {
      case .category, .stock, .year, .gtin: indexed(field.rawValue, SQLPiece(sql: present(field)))
      case .price: indexed("price", "p.currency IS NOT NULL")
      case .sku: indexed("code", SQLPiece(sql: present(field)))
      default: Condition(SQLPiece(sql: present(field)))
      }
    case .custom(let id, let condition): QueriedField(id: id).condition(condition)
    case .lowStock: Condition(SQLPiece(sql: "p.stock <= p.minimum_stock"))
    case .badGTIN: indexed("gtin", "p.gtin IS NOT NULL AND NOT is_gtin(p.gtin)")
    case .duplicateGTIN:
      indexed(
        "gtin",
        """
        p.gtin IN (
          SELECT gtin FROM product INDEXED BY product_by_gtin
          WHERE gtin IS NOT NULL AND \(isNotInTrash("key"))
          GROUP BY gtin HAVING count(*) > 1)
        """)
    }
  }

  private static func indexed(_ by: String, _ condition: SQLPiece) -> Condition {
    Condition(condition, index: "product_by_\(by)")
  }

  private static func indexed(_ by: String, _ condition: String) -> Condition {
    indexed(by, SQLPiece(sql: condition))
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

  private static func number(
    _ field: ProductFilter.NumberField, _ condition: SQLPiece
  ) -> Condition {
    field == .minimumStock ? Condition(condition) : indexed(field.rawValue, condition)
  }

  private static func column(_ field: ProductFilter.NumberField) -> String {
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
    case .pictures: "EXISTS (SELECT 1 FROM product_image AS i WHERE i.product = p.key)"
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
}
