// A query, put into SQL: which products a list shows and in what order.

import Foundation

struct ProductList {
  let query: ProductQuery

  func rows(_ connection: Connection) throws -> [ProductRow] {
    let (condition, arguments) = condition
    return try connection.rows(
      """
      SELECT p.id, p.title, p.category, p.price, p.currency, p.year,
        i.id, i.hash, i.extension, i.caption
      FROM product AS p LEFT JOIN product_image AS i ON i.key = (
        SELECT key FROM product_image WHERE product = p.key ORDER BY position LIMIT 1)
      WHERE \(condition) ORDER BY \(order)
      """, arguments: arguments
    ) { row in
      ProductRow(
        id: try row.uuid(0),
        title: row.text(1),
        category: row.textIfPresent(2).map(CategoryPath.init(stored:)),
        price: row.price(3, currency: 4),
        year: row.intIfPresent(5).map(IntroductionYear.init(stored:)),
        cover: row.isNull(6) ? nil : try row.image(6))
    }
  }

  private var condition: (String, [(any Bindable)?]) {
    var conditions = [query.inTrash ? "p.deleted IS NOT NULL" : "p.deleted IS NULL"]
    var arguments: [(any Bindable)?] = []
    if let category = query.category {
      // "0" is the character after "/": what lies between is within the category.
      conditions.append("(p.category = ? OR p.category > ? || '/' AND p.category < ? || '0')")
      arguments += Array(repeating: category.text, count: 3)
    }
    for word in query.searchText.folded.split(whereSeparator: \.isWhitespace).map(String.init) {
      conditions.append(
        """
        (instr(p.title_key, ?) OR instr(lower(p.sku), ?) OR instr(p.gtin, ?)
          OR instr(lower(p.category), ?) OR instr(lower(p.description), ?)
          OR EXISTS (SELECT 1 FROM product_tag WHERE product = p.key AND instr(lower(tag), ?)))
        """)
      arguments += Array(repeating: word, count: 6)
    }
    return (conditions.joined(separator: " AND "), arguments)
  }

  private var order: String {
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
    return (columns + ["p.key"]).enumerated().map { index, column in
      "\(column) \(direction)" + (index == 0 ? " NULLS LAST" : "")
    }.joined(separator: ", ")
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
