// The order of a list: as SQL for SQLite to sort by, and as a comparison of ours for finding the
// place of one product among others without sorting again. The two must never differ.

/// What a product is compared by, outermost first; the row number at the end decides every tie.
typealias SortValues = [StoredValue?]

struct QueryOrder {
  struct Term {
    let column: String
    let isAscending: Bool
    /// Rows without the value come last, whatever the direction; else where SQLite has them.
    var isBlankLast = false
  }

  let terms: [Term]
  /// The index of products that lies in this order, from the first term on.
  let index: String
  /// Whether that index decides everything; else rows that are equal in its terms are sorted.
  let isIndexed: Bool

  init(_ order: [ProductOrder]) {
    let keys = order.isEmpty ? [ProductOrder(.manual)] : order
    var terms: [Term] = []
    for key in keys {
      for (place, column) in Self.columns(key.sort).enumerated() {
        terms.append(
          // Only a key's first column decides who is blank; more of them would take the index
          // out of use.
          Term(
            column: column, isAscending: key.ascending,
            isBlankLast: place == 0 && Self.mayBeBlank.contains(column)))
      }
    }
    terms.append(Term(column: "p.key", isAscending: keys[keys.count - 1].ascending))
    self.terms = terms
    isIndexed = keys.count == 1
    index = "product_by_\(keys[0].sort == .manual ? "position" : keys[0].sort.rawValue)"
  }

  /// For ORDER BY. `offIndex` has SQLite sort what it finds by other means.
  func sql(offIndex: Bool = false) -> String {
    terms.map { term in
      (offIndex ? "+" : "") + term.column + (term.isAscending ? " ASC" : " DESC")
        + (term.isBlankLast ? " NULLS LAST" : "")
    }.joined(separator: ", ")
  }

  var columns: String { terms.map(\.column).joined(separator: ", ") }

  /// Whether `a` stands before `b`.
  func precedes(_ a: SortValues, _ b: SortValues) -> Bool {
    for (term, (a, b)) in zip(terms, zip(a, b)) {
      switch (a, b) {
      case (nil, nil): continue
      case (nil, _): return !term.isBlankLast && term.isAscending
      case (_, nil): return term.isBlankLast || !term.isAscending
      case (let a?, let b?):
        if isLess(a, b) { return term.isAscending }
        if isLess(b, a) { return !term.isAscending }
      }
    }
    return false
  }

  private static func columns(_ sort: ProductSort) -> [String] {
    switch sort {
    case .title: ["p.title_key"]
    case .category: ["p.category", "p.title_key"]
    case .price: ["p.currency", "p.price"]
    case .year: ["p.year"]
    case .stock: ["p.stock"]
    case .created: ["p.created"]
    case .changed: ["p.changed"]
    case .manual: ["p.position"]
    }
  }

  private static let mayBeBlank: Set<String> = ["p.category", "p.currency", "p.year", "p.stock"]
}

/// As SQLite compares two values of a column of one type, texts by their bytes.
private func isLess(_ a: StoredValue, _ b: StoredValue) -> Bool {
  switch (a, b) {
  case (.integer(let a), .integer(let b)): a < b
  case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
  case (.integer, .text): true
  default: false
  }
}
