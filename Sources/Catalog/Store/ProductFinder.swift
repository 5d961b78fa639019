// Finds the products of a query, in order: the first page in a time that does not grow with the
// catalogue, and the complete order at the pace at which SQLite steps through an index.
//
// There are two ways to a list. Where few products are in question they are gathered and sorted;
// where there are many, the index of the order is walked along and most of what is met belongs
// there. A count that gives up early chooses between the two.

struct ProductFinder {
  /// The beginning of a list.
  struct Page: Sendable {
    let keys: [Int64]
    /// Whether that is the whole list.
    let isComplete: Bool
  }

  let connection: Connection
  let query: ProductQuery
  let conditions: QueryConditions
  let order: QueryOrder
  let search: SearchText

  /// How many products are gathered and sorted rather than met on a walk. Those of a category are
  /// sorted by its index alone.
  private static let few = 5_000
  private static let fewOfCategory = 20_000
  /// How many rows of the index a walk passes over before a large category is sorted after all.
  private static let longestWalk = 50_000

  init(_ query: ProductQuery, _ connection: Connection) {
    self.connection = connection
    self.query = query
    conditions = QueryConditions(query: query)
    order = QueryOrder(query)
    search = SearchText(query.searchText)
  }

  /// Whether the best matches come first. The order the person gave is no order for what a
  /// search finds.
  var isRanked: Bool { search.expression != nil && query.sort == .manual }

  /// The first products of the list, `limit` of them or all when they are found at once. Of a
  /// ranked list so long that ranking it takes time, it is a page of good ones; the complete
  /// order may begin with better.
  func firstPage(_ limit: Int) throws -> Page {
    if isRanked { return try RankedSearch(self).firstPage(limit) }
    if let expression = search.expression { return try searchPage(expression, limit) }
    if conditions.areNone || query.inTrash { return page(try sorted(limit: limit), limit) }
    if conditions.areOfCategoryAlone { return try categoryPage(limit) }
    if let few = try gathered(atMost: Self.few) {
      return Page(keys: try sorted(few), isComplete: true)
    }
    return page(try walk(where: conditions.all(offIndex: true), limit: limit), limit)
  }

  /// Every product of the list.
  func completeOrder() throws -> RowOrder {
    if isRanked { return try RankedSearch(self).completeOrder() }
    guard search.expression != nil || !conditions.areNone else { return try walk(among: nil) }
    if search.expression == nil {
      if query.inTrash, query.category == nil, query.tags.isEmpty, query.filters.isEmpty {
        return try walk(among: nil)
      }
      if conditions.areOfCategoryAlone, try isSmallCategory(atMost: 5 * Self.fewOfCategory / 2) {
        return RowOrder(try sortedCategory(limit: nil))
      }
    }
    let found = try all()
    if found.count <= Self.fewOfCategory, !query.inTrash { return RowOrder(try sorted(found)) }
    return try walk(among: found)
  }

  /// How many products the list has.
  func count() throws -> Int {
    if conditions.areNone, search.expression == nil {
      return try connection.integer("SELECT count(*) FROM product WHERE deleted IS NULL")
    }
    return try all().count
  }

  // MARK: What belongs to the list

  /// Every product of the list, in no order.
  func all() throws -> KeySet {
    guard let expression = search.expression else { return try meetingConditions() }
    let matches = try self.matches(expression) ?? KeySet()
    if conditions.areNone {
      let trash = try trash()
      return trash.isEmpty ? matches : KeySet(matches.keys.lazy.filter { !trash.contains($0) })
    }
    let met = try meetingConditions()
    return KeySet(met.keys.lazy.filter(matches.contains))
  }

  /// Every product that meets the conditions, whatever is searched for.
  func meetingConditions() throws -> KeySet { try gathered(atMost: .max) ?? KeySet() }

  /// The products that meet the conditions; nil when they are more.
  func gathered(atMost limit: Int) throws -> KeySet? {
    let all = conditions.all()
    return try keys(
      "SELECT p.key FROM product AS p \(source) WHERE \(all.sql)", all.arguments, atMost: limit)
  }

  /// The products with the words of a search, be they in the trash; nil when they are more.
  func matches(_ expression: String, atMost limit: Int = .max) throws -> KeySet? {
    try keys("SELECT rowid FROM search WHERE search MATCH ?", [expression], atMost: limit)
  }

  func trash() throws -> KeySet {
    try keys("SELECT key FROM product WHERE deleted IS NOT NULL", [], atMost: .max) ?? KeySet()
  }

  private func keys(
    _ sql: String, _ arguments: [(any Bindable)?], atMost limit: Int
  ) throws -> KeySet? {
    var keys = KeySet()
    try connection.integers(sql, arguments: arguments) { block in
      for key in block { keys.insert(key) }
      return keys.count <= limit
    }
    return keys.count <= limit ? keys : nil
  }

  /// Which index leads to what meets the conditions. Left to itself, SQLite would go through all
  /// products along any index that leaves out the trash.
  private var source: String {
    if query.inTrash { return "INDEXED BY product_in_trash" }
    if query.category != nil { return "INDEXED BY product_by_category" }
    if !query.tags.isEmpty { return "NOT INDEXED" }
    for filter in query.filters {
      switch filter {
      case .number(.stock, _, _): return "INDEXED BY product_by_stock"
      case .number(.year, _, _): return "INDEXED BY product_by_year"
      case .price: return "INDEXED BY product_by_price"
      case .date(.created, _, _): return "INDEXED BY product_by_created"
      case .date(.changed, _, _): return "INDEXED BY product_by_changed"
      case .duplicateGTIN: return "INDEXED BY product_by_gtin"
      default: continue
      }
    }
    return "NOT INDEXED"
  }

  // MARK: Sorting

  /// The whole catalogue or the whole trash, as far as the conditions let it.
  private func sorted(limit: Int) throws -> [Int64] {
    try query.inTrash
      ? walk(where: conditions.all(), limit: limit)
      : walk(where: conditions.trash, limit: limit)
  }

  /// Those of `keys` that meet the conditions, in order.
  func sorted(_ keys: KeySet) throws -> [Int64] {
    let all = conditions.all(offIndex: true)
    return try list(
      """
      SELECT p.key FROM json_each(?) AS given CROSS JOIN product AS p ON p.key = given.value
      WHERE \(all.sql) ORDER BY \(order.sql(offIndex: true))
      """, [Self.json(keys.keys)] + all.arguments)
  }

  static func json(_ keys: [Int64]) -> String {
    "[" + keys.map(String.init).joined(separator: ",") + "]"
  }

  private func list(_ sql: String, _ arguments: [(any Bindable)?]) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.integers(sql, arguments: arguments) {
      keys += $0
      return true
    }
    return keys
  }

  private func page(_ keys: [Int64], _ limit: Int) -> Page {
    Page(keys: keys, isComplete: keys.count < limit)
  }

  // MARK: A category

  private func categoryPage(_ limit: Int) throws -> Page {
    if try isSmallCategory(atMost: Self.fewOfCategory) {
      return Page(keys: try sortedCategory(limit: nil), isComplete: true)
    }
    if query.sort != .category, let keys = try shortWalk(limit) { return page(keys, limit) }
    return page(try sortedCategory(limit: limit), limit)
  }

  private func isSmallCategory(atMost limit: Int) throws -> Bool {
    let all = conditions.all()
    let sql = """
      SELECT count(*) FROM (
        SELECT 1 FROM product AS p INDEXED BY product_by_category WHERE \(all.sql) LIMIT ?)
      """
    var count = 0
    try connection.forEachRow(sql, arguments: all.arguments + [limit + 1]) {
      count = $0.int(0)
      return false
    }
    return count <= limit
  }

  private func sortedCategory(limit: Int?) throws -> [Int64] {
    let all = conditions.all()
    return try list(
      """
      SELECT p.key FROM product AS p INDEXED BY product_by_category
      WHERE \(all.sql) ORDER BY \(order.sql(offIndex: query.sort != .category)) LIMIT ?
      """, all.arguments + [limit ?? -1])
  }

  /// Walks along the order for a page of the category; nil when it is too long a way.
  private func shortWalk(_ limit: Int) throws -> [Int64]? {
    // The index alone tells: a look at the table for every row would be what takes the time.
    guard let category = conditions.category(offIndex: true) else { return nil }
    var keys: [Int64] = []
    var passed = 0
    try connection.forEachRow(
      """
      SELECT p.key, \(category.sql) FROM product AS p INDEXED BY \(order.index)
      WHERE \(conditions.trash.sql) ORDER BY \(order.sql())
      """, arguments: category.arguments
    ) { row in
      passed += 1
      if row.int(1) != 0 { keys.append(row.int64(0)) }
      return keys.count < limit && passed < Self.longestWalk
    }
    return passed < Self.longestWalk || keys.count == limit ? keys : nil
  }

  // MARK: Walking

  /// The products along the order that meet `condition`.
  func walkSQL(_ condition: SQLPiece, toTheEnd: Bool = false) -> String {
    // Where the order's index leaves much to sort, all is sorted by the index that has everything
    // to sort by; only a first page is there sooner along the order's own.
    let (way, offIndex) =
      query.inTrash
      ? ("product_in_trash", true)
      : toTheEnd && !order.isIndexed ? ("product_by_category", true) : (order.index, false)
    return """
      SELECT p.key FROM product AS p INDEXED BY \(way)
      WHERE \(condition.sql) ORDER BY \(order.sql(offIndex: offIndex))
      """
  }

  /// The first products along the order that meet `condition`.
  private func walk(where condition: SQLPiece, limit: Int) throws -> [Int64] {
    try list(walkSQL(condition) + " LIMIT ?", condition.arguments + [limit])
  }

  /// The products of the whole order, or those of them that are in `found`.
  private func walk(among found: KeySet?) throws -> RowOrder {
    var order = RowOrder()
    try connection.integers(walkSQL(conditions.trash, toTheEnd: true), arguments: []) { block in
      if let found {
        for key in block where found.contains(key) { order.append(key) }
      } else {
        order.append(block)
      }
      return true
    }
    return order
  }

  // MARK: A search with an order of its own

  private func searchPage(_ expression: String, _ limit: Int) throws -> Page {
    if let few = try matches(expression, atMost: Self.few) {
      return Page(keys: try sorted(few), isComplete: true)
    }
    if !conditions.areNone, let few = try gathered(atMost: Self.few) {
      let matches = try self.matches(expression) ?? KeySet()
      return Page(
        keys: try sorted(KeySet(few.keys.lazy.filter(matches.contains))), isComplete: true)
    }
    // One by one the index of words would be asked too slowly.
    let matches = try self.matches(expression) ?? KeySet()
    return page(
      try walk(where: conditions.all(offIndex: true), among: matches, limit: limit), limit)
  }

  private func walk(where condition: SQLPiece, among found: KeySet, limit: Int) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.forEachRow(walkSQL(condition), arguments: condition.arguments) { row in
      let key = row.int64(0)
      if found.contains(key) { keys.append(key) }
      return keys.count < limit
    }
    return keys
  }
}
