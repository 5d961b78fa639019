// SPDX-License-Identifier: Apache-2.0
// Counts products by a common value. The whole catalogue is counted from indexes alone if they have
// the values; a part of it by reading each of its products. Custom fields: `ValueCounting`.

struct GroupCounting {
  private let finder: ProductFinder
  private var connection: Connection { finder.connection }

  init(_ finder: ProductFinder) {
    self.finder = finder
  }

  func counts(by grouping: ProductGrouping) throws -> [GroupCount] {
    if case .field(.custom(let id)) = grouping {
      return try ValueCounting(finder, field: QueriedField(id: id)).counts()
    }
    guard let terms = GroupTerms(grouping) else { return [] }
    let groups = try isOfEverything ? wholeCatalogue(terms) : list(terms)
    return groups.filter { $0.count > 0 }.sorted(by: Group.precedes)
      .map { GroupCount(value: terms.text($0.shown), count: $0.count) }
  }

  private var isOfEverything: Bool {
    finder.conditions.areNone && finder.search.expression == nil
  }

  private func wholeCatalogue(_ terms: GroupTerms) throws -> [Group] {
    guard terms.isTag else {
      return try groups(
        """
        SELECT value, \(terms.shown(by: "first")) AS shown, count FROM (
          SELECT \(terms.value) AS value, min(p.key) AS first, count(*) AS count
          FROM product AS p \(terms.source)
          WHERE \(QueryConditions.isNotInTrash("p.key")) GROUP BY 1)
        """)
    }
    // All of them minus those in the trash: the tagged products need not be read.
    let all = try groups(
      "SELECT tag AS value, tag AS shown, count(*) AS count FROM product_tag GROUP BY tag")
    let trash = try groups(
      """
      SELECT t.tag AS value, t.tag AS shown, count(*) AS count
      FROM product AS p INDEXED BY product_in_trash JOIN product_tag AS t ON t.product = p.key
      WHERE p.deleted IS NOT NULL GROUP BY 1
      """)
    let inTrash = Dictionary(trash.map { ($0.shown, $0.count) }) { $0 + $1 }
    return all.map {
      Group(value: $0.value, shown: $0.shown, count: $0.count - (inTrash[$0.shown] ?? 0))
    }
  }

  private func list(_ terms: GroupTerms) throws -> [Group] {
    let listed = try finder.all()
    if listed.count > Self.many, !finder.query.inTrash, let (values, keys) = terms.indexed {
      return try connection.rows(values) { ($0.value("value"), $0.textIfPresent("shown")) }.map {
        value, shown in
        var count = 0
        try connection.integers(keys, arguments: [value]) { block in
          for key in block where listed.contains(key) { count += 1 }
          return true
        }
        return Group(value: value, shown: shown, count: count)
      }
    }
    var groups: [String: Group] = [:]
    for key in listed.keys {
      try connection.forEachRow(terms.ofProduct, arguments: [key]) { row in
        let value = row.value("value")
        // The values of one grouping are either all numbers or all texts.
        groups[
          value?.text.map { "=\($0)" } ?? "",
          default: Group(value: value, shown: row.textIfPresent("shown"), count: 0)
        ].count += 1
        return true
      }
    }
    return Array(groups.values)
  }

  /// From this many products on, all products with a value are read for each value.
  private static let many = 50_000

  private func groups(_ sql: String) throws -> [Group] {
    try connection.rows(sql) {
      Group(value: $0.value("value"), shown: $0.textIfPresent("shown"), count: $0.int("count"))
    }
  }
}

/// The products with one value.
private struct Group {
  /// What distinguishes the group from others and decides its place; nil for products without a value.
  let value: StoredValue?
  let shown: String?
  var count: Int

  /// Products without a value come last.
  static func precedes(_ a: Group, _ b: Group) -> Bool {
    switch (a.value, b.value) {
    case (let a?, let b?): a.precedes(b)
    case (_?, nil): true
    default: false
    }
  }
}

/// What distinguishes groups, as SQL on a product `p`.
private struct GroupTerms {
  /// The value; for a text that is sorted without case and accents, its folded form.
  let value: String
  private let column: String?
  /// Where the whole catalogue is read from.
  let source: String
  let isTag: Bool
  /// Whether the values are stored as millionths.
  private let isDecimal: Bool
  private let index: String?

  init?(_ grouping: ProductGrouping) {
    isTag = grouping == .tags
    isDecimal =
      if case .field(.builtIn(let name)) = grouping, case .number = ProductField.named(name)?.kind {
        true
      } else {
        false
      }
    switch grouping {
    case .field(.tags):
      (value, column, index, source) = ("tag", nil, nil, "")
    case .field(let id):
      guard case .builtIn(let name) = id, let field = ProductField.named(name),
        let column = field.columns.first
      else { return nil }
      value = "p.\(field.foldedColumn ?? column)"
      self.column = field.foldedColumn == nil ? nil : column
      index = field.index?.name
      source = index.map { "INDEXED BY \($0)" } ?? "NOT INDEXED"
    case .currency:
      (value, column, index) = ("p.currency", nil, "product_by_price")
      source = "INDEXED BY product_by_price"
    case .yearCreated, .yearChanged:
      let moment = grouping == .yearCreated ? "created" : "changed"
      value = "CAST(strftime('%Y', p.\(moment) / 1000, 'unixepoch') AS INTEGER)"
      (column, index, source) = (nil, nil, "INDEXED BY product_by_\(moment)")
    case .stock:
      value = """
        CASE WHEN p.stock IS NULL THEN NULL WHEN p.stock = 0 THEN 'empty'
          WHEN p.stock <= p.minimum_stock THEN 'low' ELSE 'enough' END
        """
      (column, index, source) = (nil, nil, "NOT INDEXED")
    }
  }

  /// How a value is written.
  func text(_ shown: String?) -> String? {
    guard isDecimal, let millionths = shown.flatMap({ Int64($0) }) else { return shown }
    return DecimalNumber(millionths: millionths).text
  }

  /// The text of a group, by the row number of one of its products.
  func shown(by key: String) -> String {
    column.map { "(SELECT \($0) FROM product WHERE product.key = \(key))" } ?? "value"
  }

  /// The value of one product.
  var ofProduct: String {
    isTag
      ? "SELECT tag AS value, tag AS shown FROM product_tag WHERE product = ?"
      : """
      SELECT \(value) AS value, \(column.map { "p.\($0)" } ?? value) AS shown
      FROM product AS p WHERE p.key = ?
      """
  }

  /// Every value, and the products that have one, if an index has both.
  var indexed: (values: String, keys: String)? {
    if isTag {
      return (
        "SELECT DISTINCT tag AS value, tag AS shown FROM product_tag",
        "SELECT product FROM product_tag WHERE tag = ?"
      )
    }
    guard let index else { return nil }
    return (
      """
      SELECT value, \(shown(by: "first")) AS shown FROM (
        SELECT \(value) AS value, min(p.key) AS first FROM product AS p INDEXED BY \(index)
        GROUP BY 1)
      """, "SELECT p.key FROM product AS p INDEXED BY \(index) WHERE \(value) IS ?"
    )
  }
}

extension [GroupCount] {
  /// The category tree, from what each category contains directly: every category once, in tree
  /// order, with counts that include subcategories.
  public var categoryTree: [CategoryCount] {
    var counts: [CategoryPath: Int] = [:]
    for group in self {
      var path = group.value.map(CategoryPath.init(stored:))
      while let current = path {
        counts[current, default: 0] += group.count
        path = current.parent
      }
    }
    return counts.map { (sortKey: $0.key.components.map(\.folded), path: $0.key, count: $0.value) }
      .sorted { a, b in
        a.sortKey == b.sortKey
          ? a.path.text < b.path.text : a.sortKey.lexicographicallyPrecedes(b.sortKey)
      }
      .map { CategoryCount(path: $0.path, count: $0.count) }
  }
}
