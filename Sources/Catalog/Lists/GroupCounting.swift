// Counts products by a common value. The whole catalogue is counted from indexes alone; part of it
// by reading each of its products.

struct GroupCounting {
  private let finder: ProductFinder
  private var connection: Connection { finder.connection }

  init(_ finder: ProductFinder) {
    self.finder = finder
  }

  func counts(by grouping: ProductGrouping) throws -> [GroupCount] {
    let counts =
      try finder.conditions.areNone && finder.search.expression == nil
      ? wholeCatalogue(grouping) : list(grouping)
    return counts.filter { $0.count > 0 }.sorted(by: Self.standsBefore)
  }

  private func wholeCatalogue(_ grouping: ProductGrouping) throws -> [GroupCount] {
    guard grouping == .tag else {
      return try groups(
        """
        SELECT \(Self.expression(grouping)), count(*)
        FROM product AS p \(Self.source(grouping))
        WHERE \(QueryConditions.isNotInTrash("p.key")) GROUP BY 1
        """)
    }
    // Count all products and subtract those in the trash: one pass over the index of tags, without
    // reading the tagged products.
    // products that have them.
    let all = try groups("SELECT tag, count(*) FROM product_tag GROUP BY tag")
    let trash = try groups(
      """
      SELECT t.tag, count(*)
      FROM product AS p INDEXED BY product_in_trash JOIN product_tag AS t ON t.product = p.key
      WHERE p.deleted IS NOT NULL GROUP BY 1
      """)
    let inTrash = Dictionary(trash.map { ($0.value, $0.count) }) { $0 + $1 }
    return all.map { GroupCount(value: $0.value, count: $0.count - (inTrash[$0.value] ?? 0)) }
  }

  private func list(_ grouping: ProductGrouping) throws -> [GroupCount] {
    let listed = try finder.all()
    if listed.count > Self.many, !finder.query.inTrash, let (values, keys) = Self.indexed(grouping)
    {
      return try connection.rows(values) { $0.value(0) }.map { value in
        var count = 0
        try connection.integers(keys, arguments: [value]) { block in
          for key in block where listed.contains(key) { count += 1 }
          return true
        }
        return GroupCount(value: value?.text, count: count)
      }
    }
    var counts: [String?: Int] = [:]
    let sql =
      grouping == .tag
      ? "SELECT tag FROM product_tag WHERE product = ?"
      : "SELECT \(Self.expression(grouping)) FROM product AS p WHERE p.key = ?"
    for key in listed.keys {
      try connection.forEachRow(sql, arguments: [key]) { row in
        counts[row.textIfPresent(0), default: 0] += 1
        return true
      }
    }
    return counts.map { GroupCount(value: $0.key, count: $0.value) }
  }

  /// With more products than this, go through the values of the grouping instead of the products.
  private static let many = 50_000

  /// Every value, and the products that have one, if both can be read from an index.
  private static func indexed(_ grouping: ProductGrouping) -> (values: String, keys: String)? {
    func along(_ index: String, _ column: String) -> (values: String, keys: String) {
      let source = "FROM product INDEXED BY \(index)"
      return ("SELECT DISTINCT \(column) \(source)", "SELECT key \(source) WHERE \(column) IS ?")
    }
    return switch grouping {
    case .category: along("product_by_category", "category")
    case .currency: along("product_by_price", "currency")
    case .year: along("product_by_year", "year")
    case .tag:
      ("SELECT DISTINCT tag FROM product_tag", "SELECT product FROM product_tag WHERE tag = ?")
    case .yearCreated, .yearChanged, .stock: nil
    }
  }

  private func groups(_ sql: String) throws -> [GroupCount] {
    try connection.rows(sql) { GroupCount(value: $0.textIfPresent(0), count: $0.int(1)) }
  }

  private static func expression(_ grouping: ProductGrouping) -> String {
    switch grouping {
    case .category: "p.category"
    case .tag: "t.tag"
    case .currency: "p.currency"
    case .year: "p.year"
    case .yearCreated: "CAST(strftime('%Y', p.created / 1000, 'unixepoch') AS INTEGER)"
    case .yearChanged: "CAST(strftime('%Y', p.changed / 1000, 'unixepoch') AS INTEGER)"
    case .stock:
      """
      CASE WHEN p.stock IS NULL THEN NULL WHEN p.stock = 0 THEN 'empty'
        WHEN p.stock <= p.minimum_stock THEN 'low' ELSE 'enough' END
      """
    }
  }

  /// The index that contains the grouping's values, if there is one.
  private static func source(_ grouping: ProductGrouping) -> String {
    switch grouping {
    case .category: "INDEXED BY product_by_category"
    case .currency: "INDEXED BY product_by_price"
    case .year: "INDEXED BY product_by_year"
    case .yearCreated: "INDEXED BY product_by_created"
    case .yearChanged: "INDEXED BY product_by_changed"
    case .tag, .stock: "NOT INDEXED"
    }
  }

  /// No value comes last; texts are compared by bytes, and so are numbers, which have equal length.
  private static func standsBefore(_ a: GroupCount, _ b: GroupCount) -> Bool {
    switch (a.value, b.value) {
    case (let a?, let b?): a.utf8.lexicographicallyPrecedes(b.utf8)
    case (_?, nil): true
    default: false
    }
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
