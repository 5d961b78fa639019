// SPDX-License-Identifier: Apache-2.0
// The conditions of a query that decide whether a product is in the list, except for the words of a
// search, as SQL on a product `p`.

import Foundation

struct QueryConditions {
  /// One condition on a product.
  struct Condition {
    /// Asked of a product `p`.
    let ofProduct: SQLPiece
    /// The row numbers of all products that meet it, including the trash, from an index alone; nil
    /// if no index can answer.
    let keys: SQLPiece?
    /// The text that a value of a custom field must contain, if that is the condition.
    let text: ValueText?
    /// The text that the title must contain, if that is the condition.
    var title: TitleText?
    /// Whether testing it needs the row of the product, or only its row number.
    let readsRow: Bool
    /// An index of all products that has the columns to test; a walk along it can test them.
    var index: String?
    /// The row numbers of all products that do not meet it, if these are known instead of `keys`.
    var others: SQLPiece?

    init(
      _ ofProduct: SQLPiece, keys: SQLPiece? = nil, text: ValueText? = nil, readsRow: Bool = true
    ) {
      self.ofProduct = ofProduct
      self.keys = keys
      self.text = text
      self.readsRow = readsRow
    }

    /// A condition on columns that are all in `index`.
    init(_ ofProduct: SQLPiece, index: String) {
      let sql = "SELECT p.key FROM product AS p INDEXED BY \(index) WHERE \(ofProduct.sql)"
      self.init(ofProduct, keys: SQLPiece(sql: sql, arguments: ofProduct.arguments))
      self.index = index
    }
  }

  let query: ProductQuery
  /// All of them except for the trash.
  let each: [Condition]

  init(query: ProductQuery) {
    self.query = query
    each =
      [query.category.map(Self.within)].compactMap(\.self) + query.tags.map(Self.tagged)
      + [query.only.map(Self.among)].compactMap(\.self) + query.filters.flatMap(Self.conditions)
      + (query.foldsVariants ? [Self.unfolded(query)] : [])
  }

  /// Whether every product outside the trash meets them.
  var areNone: Bool { !query.inTrash && each.isEmpty }
  /// Whether the index of categories has all there is to know.
  var areOfCategoryAlone: Bool { !query.inTrash && query.category != nil && each.count == 1 }
  /// Whether every product outside the trash meets them that is not a variant below its head.
  var areOfHeadsAlone: Bool { !query.inTrash && query.foldsVariants && each.count == 1 }
  /// Whether a change of one product can bring another one in or out.
  var reachFurther: Bool { query.filters.contains { $0.scope == .otherProducts } }
  /// What of a product matters to the list. Its notes do only if they are looked through.
  var readFields: ProductFields {
    let readsNotes =
      query.filters.contains { $0.scope == .productAndNotes }
      || SearchText(query.searchText).expression != nil
    return readsNotes ? .all : .all.subtracting(.notes)
  }

  /// All of them, asked of a product `p` that was found by other means.
  var all: SQLPiece { .all(every.map(\.ofProduct)) }

  /// All of them, one by one.
  var every: [Condition] { [ofTrash] + each }

  /// The product is in the trash, or it is not.
  private var ofTrash: Condition {
    Condition(SQLPiece(sql: query.inTrash ? "p.deleted IS NOT NULL" : "p.deleted IS NULL"))
  }

  /// The row numbers of the trash, as SQL.
  static let trash =
    "SELECT key FROM product INDEXED BY product_in_trash WHERE deleted IS NOT NULL"

  /// The condition that a row number `key` is not in the trash, for queries that look only at an
  /// index.
  static func isNotInTrash(_ key: String) -> String { "\(key) NOT IN (\(trash))" }

  // MARK: Category and tags

  private static func within(_ category: CategoryPath) -> Condition {
    // With a plus: otherwise SQLite would use the index of this column where a walk is to follow
    // another one.
    Condition(
      within(category, "+p.category"),
      keys: Condition(within(category, "p.category"), index: "product_by_category").keys)
  }

  /// One range for the index, and a condition that excludes what merely begins alike: "0" is the
  /// character after "/".
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
      keys: SQLPiece(sql: "SELECT product FROM product_tag WHERE tag = ?", arguments: [tag]),
      readsRow: false)
  }

  private static func among(_ products: Set<UUID>) -> Condition {
    let ids = products.sorted { $0.uuidString < $1.uuidString }
    let places = ids.map { _ in "?" }.joined(separator: ", ")
    return Condition(
      SQLPiece(sql: "p.id IN (\(places))", arguments: ids),
      keys: SQLPiece(sql: "SELECT key FROM product WHERE id IN (\(places))", arguments: ids))
  }

  // MARK: Variants

  /// The product is not a variant whose head is in the list.
  private static func unfolded(_ query: ProductQuery) -> Condition {
    var isListed = [SQLPiece(sql: "h.deleted IS \(query.inTrash ? "NOT " : "")NULL")]
    if let category = query.category?.text {
      isListed.append(
        SQLPiece(
          sql: "(h.category = ? OR h.category >= ? AND h.category < ?)",
          arguments: [category, category + "/", category + "0"]))
    }
    isListed += query.tags.map {
      SQLPiece(
        sql: "EXISTS (SELECT 1 FROM product_tag AS t WHERE t.product = h.key AND t.tag = ?)",
        arguments: [$0])
    }
    let head = SQLPiece.all(isListed)
    var condition = Condition(
      SQLPiece(
        sql: """
          (p.head IS NULL OR NOT EXISTS (
            SELECT 1 FROM product AS h WHERE h.id = identifier(p.head) AND \(head.sql)))
          """, arguments: head.arguments))
    condition.others = SQLPiece(
      sql: """
        SELECT p.key FROM (SELECT DISTINCT head AS name FROM product INDEXED BY product_by_head
            WHERE head IS NOT NULL) AS named
          CROSS JOIN product AS h ON h.id = identifier(named.name) AND \(head.sql)
          CROSS JOIN product AS p INDEXED BY product_by_head ON p.head = named.name
        """, arguments: head.arguments)
    return condition
  }

  // MARK: Filters

  private static func conditions(_ filter: ProductFilter) -> [Condition] {
    // A head is sold as its variants, each of which has a minimum. Only where a stock is low, these are looked for.
    [condition(filter)] + (filter == .lowStock ? [Condition(SQLPiece(sql: hasNoVariants))] : [])
  }

  private static func condition(_ filter: ProductFilter) -> Condition {
    switch filter {
    case .contains(.custom(let id), let text): QueriedField(id: id).condition(.contains(text))
    case .contains(let field, let text): contains(field, text.folded)
    case .number(let field, let from, let through): number(field, from: from, through: through)
    case .price(let currency, let from, let through):
      Condition(
        .all([
          SQLPiece(sql: "p.currency = ?", arguments: [currency.code]),
          range("p.price", [("<=", through), (">=", from)]),
        ]), index: "product_by_price")
    case .date(let field, let from, let before):
      Condition(
        range("p.\(field.rawValue)", [("<", before), (">=", from)]),
        index: "product_by_\(field.rawValue)")
    case .isEmpty(let field): blank(field, isWanted: true)
    case .isPresent(let field): blank(field, isWanted: false)
    case .tag(let tag): tagged(tag)
    case .custom(let id, let condition): QueriedField(id: id).condition(condition)
    case .notVariant:
      Condition(
        SQLPiece(sql: "p.head IS NULL"),
        keys: SQLPiece(
          sql: "SELECT p.key FROM product AS p INDEXED BY product_of_its_own WHERE p.head IS NULL"))
    case .lowStock:
      Condition(
        SQLPiece(sql: isLow),
        keys: SQLPiece(
          sql: "SELECT p.key FROM product AS p INDEXED BY product_running_low WHERE \(isLow)"))
    case .badGTIN:
      Condition(SQLPiece(sql: isDoubtful), index: "product_by_doubtful_gtin")
    case .duplicateGTIN:
      Condition(
        SQLPiece(sql: "p.gtin IN (SELECT gtin FROM doubled_gtin)"),
        keys: SQLPiece(
          sql: """
            SELECT p.key FROM doubled_gtin AS doubled
              CROSS JOIN product AS p INDEXED BY product_by_gtin ON p.gtin = doubled.gtin
            """))
    case .duplicateSKU:
      Condition(
        SQLPiece(sql: "p.sku IN (SELECT sku FROM doubled_sku)"),
        // The index that all products are in ignores case.
        keys: SQLPiece(
          sql: """
            SELECT p.key FROM doubled_sku AS doubled
              CROSS JOIN product AS p INDEXED BY product_by_code
              ON p.sku = doubled.sku COLLATE NOCASE AND p.sku = doubled.sku COLLATE BINARY
            """))
    }
  }

  /// The very expression of the partial index.
  private static let isLow = "p.stock <= p.minimum_stock"

  private static let hasNoVariants = """
    NOT EXISTS (SELECT 1 FROM product AS own INDEXED BY product_by_head
      WHERE own.head = hex(p.id) AND (own.deleted IS NULL) = (p.deleted IS NULL))
    """

  /// The check digit of the GTIN is wrong: the very expression of the partial index.
  private static let isDoubtful: String = {
    let digits = (1...14).map { place in
      (place.isMultiple(of: 2) ? "3 * " : "") + "substr(p.gtin, -\(place), 1)"
    }
    return "p.gtin IS NOT NULL AND (\(digits.joined(separator: " + "))) % 10 <> 0"
  }()

  private static var never: SQLPiece { SQLPiece(sql: "false") }

  private static func contains(_ id: FieldID, _ text: String) -> Condition {
    func within(_ expression: String) -> String { "instr(\(expression), ?) > 0" }
    switch id {
    case .tags:
      let sql = """
        EXISTS (SELECT 1 FROM product_tag AS t
          WHERE t.product = p.key AND \(within("folded(t.tag)")))
        """
      return Condition(SQLPiece(sql: sql, arguments: [text]), readsRow: false)
    case .notes:
      let sql = """
        EXISTS (SELECT 1 FROM note AS n WHERE n.product = p.key
          AND (\(within("folded(n.title)")) OR \(within("folded(n.text)"))))
        """
      return Condition(SQLPiece(sql: sql, arguments: [text, text]), readsRow: false)
    case .builtIn(let name):
      guard let field = ProductField.named(name), ProductFilter.textFields.contains(id) else {
        return Condition(never)
      }
      let folded = field.foldedColumn.map { "p.\($0)" } ?? "folded(p.\(field.columns[0]))"
      var condition = Condition(SQLPiece(sql: within(folded), arguments: [text]))
      condition.index = field.foldedColumn == nil ? nil : field.index?.name
      if id == .title { condition.title = TitleText(text) }
      return condition
    case .custom: return Condition(never)
    }
  }

  private static func number(
    _ id: FieldID, from: DecimalNumber?, through: DecimalNumber?
  ) -> Condition {
    guard case .builtIn(let name) = id, let field = ProductField.named(name),
      ProductFilter.numberFields.contains(id)
    else { return Condition(never) }
    func bound(_ number: DecimalNumber?, isLowest: Bool) -> Int64? {
      if case .number = field.kind { return number?.millionths }
      return number?.whole(isAbove: isLowest)
    }
    let isInRange = range(
      "p.\(field.columns[0])",
      [("<=", bound(through, isLowest: false)), (">=", bound(from, isLowest: true))])
    return field.index.map { Condition(isInRange, index: $0.name) } ?? Condition(isInRange)
  }

  /// The condition that a product has nothing in a field, or that it has something.
  private static func blank(_ id: FieldID, isWanted: Bool) -> Condition {
    func part(_ table: String) -> Condition {
      let isThere = "EXISTS (SELECT 1 FROM \(table) AS part WHERE part.product = p.key)"
      return Condition(SQLPiece(sql: isWanted ? "NOT \(isThere)" : isThere), readsRow: false)
    }
    switch id {
    case .tags: return part("product_tag")
    case .pictures: return part("product_image")
    case .notes: return part("note")
    case .builtIn(let name):
      guard let field = ProductField.named(name), let column = field.presenceColumn else {
        return Condition(never)
      }
      guard field.isNullable else {
        return Condition(SQLPiece(sql: "p.\(column) \(isWanted ? "=" : "<>") ''"))
      }
      let condition = SQLPiece(sql: "p.\(column) IS \(isWanted ? "" : "NOT ")NULL")
      return field.index.map { Condition(condition, index: $0.name) } ?? Condition(condition)
    case .custom(let id): return QueriedField(id: id).condition(isWanted ? .isEmpty : .isPresent)
    }
  }

  /// Without bounds, it still requires a value.
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
