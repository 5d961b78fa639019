// SPDX-License-Identifier: Apache-2.0
// Conditions on custom fields, as SQL on a row `v` of `product_value`, whose index has the values
// of one field in order.

import Foundation

/// A custom field in a query. A saved window may refer to a field that no longer exists; then no
/// product has a value in it.
struct QueriedField {
  let id: UUID
  /// The sort keys of the values that the field offers, in their order; empty if its values are in no order of their own.
  var choices: [String] = []

  /// The row `v` belongs to this field. The identifier is a blob literal, so it cannot inject SQL.
  var isItsOwn: String {
    let digits = id.uuidString.filter { $0 != "-" }
    return "v.field = (SELECT key FROM field WHERE id = x'\(digits)')"
  }

  /// What is asked of the value of a product `p`; NULL if it has none.
  private func ofValue(_ column: String) -> String {
    "(SELECT \(column) FROM product_value AS v WHERE v.product = p.key AND \(isItsOwn))"
  }

  /// The product `p` has a value that meets `condition`. With `byValue` it is looked up among the
  /// equal values, which are close together in their index.
  func exists(_ condition: SQLPiece, byValue: Bool = false) -> SQLPiece {
    SQLPiece(
      sql: """
        EXISTS (
          SELECT 1 FROM product_value AS v\(byValue ? " INDEXED BY product_value_by_value" : "")
          WHERE v.product = p.key AND \(isItsOwn) AND \(condition.sql))
        """, arguments: condition.arguments)
  }

  /// `columns` of all values that meet `condition`, using only the index.
  func values(_ columns: String, _ condition: SQLPiece) -> SQLPiece {
    SQLPiece(
      sql: """
        SELECT \(columns) FROM product_value AS v INDEXED BY product_value_by_value
        WHERE \(isItsOwn) AND \(condition.sql)
        """, arguments: condition.arguments)
  }

  /// The products that are no variants and have a value.
  var ownValues: SQLPiece {
    SQLPiece(sql: "SELECT v.product FROM own_value AS v WHERE \(isItsOwn)")
  }

  /// The condition of `filter` on a product.
  func condition(_ filter: FieldCondition) -> QueryConditions.Condition {
    let ofValue = Self.ofValue(filter) ?? SQLPiece(sql: "true")
    switch filter {
    case .isEmpty:
      return .init(SQLPiece(sql: "NOT " + exists(ofValue).sql), readsRow: false)
    case .contains(let text):
      return .init(
        exists(ofValue), text: ValueText(field: self, text: text.folded), readsRow: false)
    case .equals:
      return .init(
        exists(ofValue, byValue: true), keys: values("v.product", ofValue), readsRow: false)
    case .range, .isPresent:
      return .init(exists(ofValue), keys: values("v.product", ofValue), readsRow: false)
    }
  }

  /// The condition of `filter` on a value.
  private static func ofValue(_ filter: FieldCondition) -> SQLPiece? {
    switch filter {
    case .isEmpty: return nil
    case .isPresent: return SQLPiece(sql: "true")
    case .contains(let text):
      let text = text.folded
      // A long text's sort key is only its beginning.
      return SQLPiece(
        sql: """
          (instr(v.text_key, ?) > 0 OR length(v.text) > \(StoredFieldValue.longestKey)
            AND instr(folded(v.text), ?) > 0)
          """, arguments: [text, text])
    case .equals(let value):
      let value = StoredFieldValue(value)
      return SQLPiece(
        sql: "v.text_key IS ? AND v.number IS ?", arguments: [value.textKey, value.number])
    case .range(let from, let through):
      let (from, through) = (from.map(StoredFieldValue.init), through.map(StoredFieldValue.init))
      guard let bound = from ?? through else { return SQLPiece(sql: "true") }
      let column = bound.number == nil ? "v.text_key" : "v.number"
      var pieces = [SQLPiece(sql: "v.text_key IS ?", arguments: [bound.textKey])]
      if bound.number == nil { pieces = [] }
      for (bound, comparison) in [(from, ">="), (through, "<=")] {
        guard let bound else { continue }
        pieces.append(
          SQLPiece(
            sql: "\(column) \(comparison) ?", arguments: [bound.number ?? bound.textKey]))
      }
      return .all(pieces)
    }
  }

  // MARK: Order

  /// What products `p` are sorted by. For one kind of value, either all texts or all numbers are NULL, or, for money, none.
  var sortColumns: [String] { columnsOfValue.map(ofValue) }

  /// Behind the values that the field offers come others, which a product may have kept.
  private var columnsOfValue: [String] {
    (choices.isEmpty ? [] : [rank]) + ["v.text_key", "v.number"]
  }

  /// The place of a value among those that the field offers. Written as digits, these need no quotes.
  private var rank: String {
    let places = choices.enumerated().map { place, key in
      "WHEN CAST(x'\(key.hexDigits)' AS TEXT) THEN \(place)"
    }
    return "CASE v.text_key \(places.joined(separator: " ")) ELSE \(choices.count) END"
  }

  /// The values that meet some conditions in stretches that the index has in order, one after the other.
  private func stretches(ascending: Bool, _ told: [FieldCondition]) -> [SQLPiece] {
    let areEqual = told.contains { if case .equals = $0 { true } else { false } }
    if choices.isEmpty || areEqual { return [SQLPiece(sql: "true")] }
    let known = choices.map { SQLPiece(sql: "v.text_key = ?", arguments: [$0]) }
    let keys = choices.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let between = zip([nil] + keys, keys + [nil]).map { low, high in
      SQLPiece.all(
        [(low, ">"), (high, "<")].compactMap { key, comparison in
          key.map { SQLPiece(sql: "v.text_key \(comparison) ?", arguments: [$0]) }
        })
    }
    let textless = SQLPiece(sql: "v.text_key IS NULL")
    if ascending { return known + between + [textless] }
    var stretches: [SQLPiece] = between.reversed()
    stretches.append(textless)
    stretches += known.reversed()
    return stretches
  }

  // MARK: Walking

  /// The products in the order of their values and then those without one, as statements to run one
  /// after the other. Each gives the product's row number and, if requested, what it is sorted by.
  /// Values that `filters` exclude are skipped.
  func walk(ascending: Bool, withValues: Bool, filters: [ProductFilter]) -> [SQLPiece] {
    let nothing = withValues ? ", " + QueryOrder.named(columnsOfValue.map { _ in "NULL" }) : ""
    let blanks = SQLPiece(
      sql: """
        SELECT p.key\(nothing) FROM product AS p NOT INDEXED
        WHERE NOT \(exists(SQLPiece(sql: "true")).sql) ORDER BY p.key \(ascending ? "ASC" : "DESC")
        """)
    return valueWalks(ascending: ascending, withValues: withValues, filters: filters)
      + (mayBeBlank(filters) ? [blanks] : [])
  }

  /// All but the last of these; none if only products without a value can be in the list.
  func valueWalks(
    ascending: Bool, withValues: Bool, filters: [ProductFilter]
  ) -> [SQLPiece] {
    let own = conditions(among: filters)
    guard !own.contains(.isEmpty) else { return [] }
    let direction = ascending ? "ASC" : "DESC"
    let columns = "v.product AS key" + (withValues ? ", " + QueryOrder.named(columnsOfValue) : "")
    let told = own.filter(\.isToldByIndex)
    return stretches(ascending: ascending, told).map { stretch in
      let values = values(columns, .all(told.compactMap(Self.ofValue) + [stretch]))
      return SQLPiece(
        sql: values.sql + """

          ORDER BY v.text_key \(direction), v.number \(direction), v.product \(direction)
          """, arguments: values.arguments)
    }
  }

  /// Whether a list with these filters may contain products without a value.
  func mayBeBlank(_ filters: [ProductFilter]) -> Bool {
    conditions(among: filters).allSatisfy { $0 == .isEmpty }
  }

  /// Whether a walk along the values passes only those that meet a filter.
  func isNarrowed(by filters: [ProductFilter]) -> Bool {
    conditions(among: filters).contains(where: \.isToldByIndex)
  }

  private func conditions(among filters: [ProductFilter]) -> [FieldCondition] {
    filters.compactMap { filter in
      if case .custom(id, let condition) = filter { condition } else { nil }
    }
  }

  /// The product's value is this one, given as what it is sorted by.
  func isEqual(to values: [StoredValue?]) -> QueryConditions.Condition {
    func all(_ columns: [String]) -> SQLPiece {
      .all(zip(columns, values).map { SQLPiece(sql: "\($0) IS ?", arguments: [$1]) })
    }
    guard values.contains(where: { $0 != nil }) else { return .init(all(sortColumns)) }
    return .init(all(sortColumns), keys: self.values("v.product", all(columnsOfValue)))
  }
}

extension String {
  fileprivate var hexDigits: String {
    utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

extension FieldCondition {
  /// Whether the index of values has all there is to know. It has only the beginning of a long text,
  /// and nothing of a product without a value.
  fileprivate var isToldByIndex: Bool {
    switch self {
    case .equals, .range, .isPresent: true
    case .contains, .isEmpty: false
    }
  }
}
