// SPDX-License-Identifier: Apache-2.0
// The order of a list: as SQL for SQLite, and as a comparison in Swift for finding the position of
// one product among others without sorting again. The two must never differ.

import Foundation

/// The sort keys of a product, first key first; the row number at the end breaks every tie.
typealias SortValues = [StoredValue?]

struct QueryOrder {
  struct Term {
    let column: String
    let isAscending: Bool
    /// Whether rows without a value come last in either direction; otherwise SQLite decides.
    var isBlankLast = false
    /// As in the index: a capital letter is as good as its small one.
    var ignoresCase = false

    var sorted: String { ignoresCase ? "\(column) COLLATE NOCASE" : column }
    /// What equals another one's if both are sorted alike.
    var compared: String { ignoresCase ? "lower(\(column))" : column }
  }

  /// What provides the products in the order of the first key.
  enum Source {
    /// An index of products.
    case index(String)
    /// The values of a field, without the products that have none.
    case values(QueriedField)
  }

  let terms: [Term]
  let source: Source
  private let isAscending: Bool
  /// Whether the index decides everything; otherwise rows that are equal in it are sorted.
  let isIndexed: Bool

  /// With the sort keys of the choices that fields offer.
  init(_ order: [ProductOrder], choices: [UUID: [String]]) {
    let keys = order.isEmpty ? [ProductOrder(.manual)] : order
    var terms: [Term] = []
    for key in keys {
      let sorted = Self.columns(key.sort, choices)
      for (place, column) in sorted.columns.enumerated() {
        terms.append(
          // Only the key's first column shows whether there is a value; testing more columns would
          // prevent SQLite from using the index.
          Term(
            column: column, isAscending: key.ascending,
            isBlankLast: key.sort.isCustom || place == 0 && sorted.mayBeBlank,
            ignoresCase: sorted.ignoresCase))
      }
    }
    terms.append(Term(column: "p.key", isAscending: keys[keys.count - 1].ascending))
    self.terms = terms
    isIndexed = keys.count == 1
    isAscending = keys[0].ascending
    source =
      if case .custom(let id) = keys[0].sort {
        .values(QueriedField(id: id, choices: choices[id] ?? []))
      } else {
        .index(Self.columns(keys[0].sort, choices).index)
      }
  }

  /// The index of `product` that has this order; nil if it is the index of values.
  var index: String? { if case .index(let name) = source { name } else { nil } }

  /// The terms of ORDER BY. With `offIndex`, SQLite sorts instead of using the index.
  func sql(offIndex: Bool = false) -> String {
    terms.map { term in
      (offIndex ? "+" : "") + term.sorted + (term.isAscending ? " ASC" : " DESC")
        + (term.isBlankLast ? " NULLS LAST" : "")
    }.joined(separator: ", ")
  }

  /// What products are compared by, as `sorted_0`, `sorted_1` and so on.
  var columns: String { Self.named(terms.map(\.compared)) }

  static func named(_ columns: [String]) -> String {
    columns.enumerated().map { "\($1) AS sorted_\($0)" }.joined(separator: ", ")
  }

  // MARK: Walking

  /// The row numbers of all products in the order of the first key, as statements to run one after
  /// the other, optionally with the sort values. Some products that `filters` exclude may be
  /// missing. An index of `product` is walked with `condition`.
  func walk(
    withValues: Bool = false, _ filters: [ProductFilter] = [], where condition: SQLPiece? = nil
  ) -> [SQLPiece] {
    switch source {
    case .values(let field):
      return field.walk(ascending: isAscending, withValues: withValues, filters: filters)
    case .index(let index):
      let values = withValues ? [Self.named(terms.dropLast().map(\.compared))] : []
      return [
        SQLPiece(
          sql: """
            SELECT \((["p.key"] + values).joined(separator: ", "))
            FROM product AS p INDEXED BY \(index) WHERE \(condition?.sql ?? "true") ORDER BY \(sql())
            """, arguments: condition?.arguments ?? [])
      ]
    }
  }

  /// The condition that a product has these values in the first key.
  func isEqual(to values: [StoredValue?]) -> QueryConditions.Condition {
    switch source {
    case .values(let field): return field.isEqual(to: values)
    case .index(let index):
      let isEqual = zip(terms, values).map { SQLPiece(sql: "\($0.sorted) IS ?", arguments: [$1]) }
      return QueryConditions.Condition(.all(isEqual), index: index)
    }
  }

  // MARK: Comparing

  /// Whether `a` comes before `b`.
  func precedes(_ a: SortValues, _ b: SortValues) -> Bool {
    for (term, (a, b)) in zip(terms, zip(a, b)) {
      switch (a, b) {
      case (nil, nil): continue
      case (nil, _): return !term.isBlankLast && term.isAscending
      case (_, nil): return term.isBlankLast || !term.isAscending
      case (let a?, let b?):
        if a.precedes(b) { return term.isAscending }
        if b.precedes(a) { return !term.isAscending }
      }
    }
    return false
  }

  /// A key's columns, whether a product may lack the value, and the index in its order.
  private static func columns(
    _ sort: ProductSort, _ choices: [UUID: [String]]
  ) -> (columns: [String], mayBeBlank: Bool, ignoresCase: Bool, index: String) {
    switch sort {
    case .builtIn(let name):
      guard let field = ProductField.named(name), let index = field.index, field.sorts else {
        return columns(.manual, choices)
      }
      return (field.order.map { "p.\($0)" }, field.isNullable, index.ignoresCase, index.name)
    // Their order is in an index of another table.
    case .custom(let id):
      return (QueriedField(id: id, choices: choices[id] ?? []).sortColumns, true, false, "")
    case .created: return (["p.created"], false, false, "product_by_created")
    case .changed: return (["p.changed"], false, false, "product_by_changed")
    case .manual: return (["p.position"], false, false, "product_by_position")
    }
  }
}

extension ProductSort {
  fileprivate var isCustom: Bool { if case .custom = self { true } else { false } }
}
