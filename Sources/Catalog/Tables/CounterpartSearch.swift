// SPDX-License-Identifier: Apache-2.0
// Finds the products outside the trash that have a value in a field, for many values at a time.

import Foundation

struct CounterpartSearch {
  private let connection: Connection
  private let field: AnyField
  private let sql: String
  private let customKey: Int64

  init(_ field: AnyField, on connection: Connection, atMost limit: Int) throws {
    self.connection = connection
    self.field = field
    let condition: String
    switch field {
    case .custom(let custom):
      customKey = try FieldTable(connection: connection).field(custom.id)?.key ?? -1
      sql = """
        SELECT product AS key FROM product_value WHERE field = ? AND text IS ? AND number IS ?
        AND EXISTS (SELECT 1 FROM product WHERE key = product AND deleted IS NULL) LIMIT \(limit)
        """
      return
    case .builtIn(.gtin): condition = "gtin IN (?, ?, ?, ?)"
    case .builtIn(let builtIn):
      let column = builtIn.columns.first ?? "NULL"
      condition = builtIn.foldedColumn.map { "\($0) = ? AND \(column) = ?" } ?? "\(column) = ?"
    }
    customKey = -1
    sql = """
      SELECT key FROM product WHERE \(condition) AND deleted IS NULL ORDER BY key LIMIT \(limit)
      """
  }

  /// The row numbers of the products with each value, the oldest first.
  func keys(of values: [FieldValue]) throws -> [[Int64]] {
    var found = [[Int64]](repeating: [], count: values.count)
    try connection.forEachRow(sql, tuples: values.lazy.map { arguments($0) }) { place, row in
      found[place].append(row.int64("key"))
    }
    return found
  }

  func keys(of value: FieldValue) throws -> [Int64] { try keys(of: [value])[0] }

  private func arguments(_ value: FieldValue) -> [(any Bindable)?] {
    switch (field, value) {
    case (.builtIn(.gtin), .text(let text)):
      return GTIN.spellings(of: text).map { $0 as (any Bindable)? }
    case (.builtIn(let builtIn), .text(let text)):
      return builtIn.foldedColumn == nil ? [text] : [text.folded, text]
    default: break
    }
    let stored = StoredFieldValue(value)
    switch field {
    case .custom: return [customKey, stored.text, stored.number]
    case .builtIn(.gtin): return GTIN.spellings(of: stored.text ?? "").map { $0 as (any Bindable)? }
    case .builtIn(let builtIn):
      if builtIn.foldedColumn != nil { return [(stored.text ?? "").folded, stored.text] }
      let isText = stored.text != nil && stored.number == nil
      return [isText ? stored.text : stored.number]
    }
  }
}
