// A query, put into SQL: which products a list shows and in what order.

import Foundation

struct ProductList {
  let query: ProductQuery
  private let search: SearchText

  init(query: ProductQuery) {
    self.query = query
    search = SearchText(query.searchText)
  }

  func rows(_ connection: Connection) throws -> [ProductRow] {
    let (sql, arguments) = statement(selecting: Self.columns)
    return try connection.rows(sql, arguments: arguments, as: row)
  }

  /// The first products a search finds, each with the place that matches.
  func hits(_ connection: Connection, limit: Int) throws -> [SearchHit] {
    let marks = "'\(SearchHit.start)', '\(SearchHit.end)', '…'"
    // Without words to search for there is no place that matches.
    let place = search.expression == nil ? "NULL" : "snippet(search, -1, \(marks), 16)"
    let (sql, arguments) = statement(selecting: "\(Self.columns), \(place)")
    return try connection.rows(sql + " LIMIT ?", arguments: arguments + [limit]) {
      SearchHit(row: try row($0), marked: $0.text(10))
    }
  }

  private static let columns = """
    p.id, p.title, p.category, p.price, p.currency, p.year, i.id, i.hash, i.extension, i.caption
    """

  private func row(_ row: Row) throws -> ProductRow {
    ProductRow(
      id: try row.uuid(0),
      title: row.text(1),
      category: row.textIfPresent(2).map(CategoryPath.init(stored:)),
      price: row.price(3, currency: 4),
      year: row.intIfPresent(5).map(IntroductionYear.init(stored:)),
      cover: row.isNull(6) ? nil : try row.image(6))
  }

  /// A piece of SQL and the values of its question marks.
  private typealias Piece = (sql: String, arguments: [(any Bindable)?])

  private func statement(selecting columns: String) -> Piece {
    let (conditions, order) = (conditions, order)
    let sql = """
      SELECT \(columns)
      FROM product AS p \(search.expression == nil ? "" : "JOIN search ON search.rowid = p.key")
        LEFT JOIN product_image AS i ON i.key = (
          SELECT key FROM product_image WHERE product = p.key ORDER BY position LIMIT 1)
      WHERE \(conditions.map(\.sql).joined(separator: " AND ")) ORDER BY \(order.sql)
      """
    return (sql, conditions.flatMap(\.arguments) + order.arguments)
  }

  private var conditions: [Piece] {
    var conditions: [Piece] = [
      (query.inTrash ? "p.deleted IS NOT NULL" : "p.deleted IS NULL", [])
    ]
    if let category = query.category?.text {
      // "0" is the character after "/": what lies between is within the category.
      conditions.append(
        (
          "(p.category = ? OR p.category > ? || '/' AND p.category < ? || '0')",
          [category, category, category]
        ))
    }
    if let expression = search.expression { conditions.append(("search MATCH ?", [expression])) }
    return conditions
  }

  private var order: Piece {
    // The order the person gave is no order for what a search finds: there the best come first.
    if search.expression != nil, query.sort == .manual {
      let sql = """
        (ifnull(p.sku = ? COLLATE NOCASE, 0) OR ifnull(p.gtin = ?, 0)) DESC,
        bm25(search, 16.0, 8.0, 4.0, 1.0, 1.0), p.key
        """
      return (sql, [search.code, search.code])
    }
    let columns =
      switch query.sort {
      case .title: ["p.title_key"]
      case .category: ["p.category", "p.title_key"]
      case .price: ["p.currency", "p.price"]
      case .year: ["p.year"]
      case .stock: ["p.stock"]
      case .created: ["p.created"]
      case .changed: ["p.changed"]
      case .manual: ["p.position"]
      }
    let direction = query.ascending ? "ASC" : "DESC"
    // Only the first column decides who is blank; NULLS LAST on more of them would take the
    // index out of use.
    let terms = (columns + ["p.key"]).enumerated().map { index, column in
      "\(column) \(direction)" + (index == 0 ? " NULLS LAST" : "")
    }
    return (terms.joined(separator: ", "), [])
  }
}

/// The tree of categories out of what each holds directly: every category once, counts
/// including what lies within, in the order of the tree.
func categoryTree(_ direct: [(category: CategoryPath, count: Int)]) -> [CategoryCount] {
  var counts: [CategoryPath: Int] = [:]
  for (category, count) in direct {
    var path: CategoryPath? = category
    while let current = path {
      counts[current, default: 0] += count
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
