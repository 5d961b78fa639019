// SPDX-License-Identifier: Apache-2.0
// Finds the products that rows of a list from elsewhere are about, by the value of a field.

import Foundation

extension CatalogStore {
  /// For each value, the products outside the trash that have it in `field`, the oldest first. GTINs are the same
  /// with and without zeros before them.
  public func products(
    with values: [FieldValue], in field: AnyField, atMost limit: Int = 2
  ) async throws -> [[Product]] {
    try await database.read { connection in
      let search = try CounterpartSearch(field, on: connection)
      let table = ProductTable(connection: connection)
      return try values.map { value in
        try search.keys(of: value, atMost: limit).compactMap { try table.product(at: $0) }
      }
    }
  }

  /// The currencies of all prices, the commonest first.
  public func currencies() async throws -> [String] {
    try await database.read { connection in
      try connection.rows(
        """
        SELECT currency FROM product WHERE currency IS NOT NULL AND deleted IS NULL
        GROUP BY currency ORDER BY count(*) DESC, currency
        """
      ) { $0.text("currency") }
    }
  }
}

extension ProductTable {
  fileprivate func product(at key: Int64) throws -> Product? {
    try EntryReader(connection: connection).entry(key)?.product
  }
}

private struct CounterpartSearch {
  private let connection: Connection
  private let field: AnyField
  private let customKey: Int64

  init(_ field: AnyField, on connection: Connection) throws {
    self.connection = connection
    self.field = field
    if case .custom(let custom) = field {
      customKey = try FieldTable(connection: connection).field(custom.id)?.key ?? -1
    } else {
      customKey = -1
    }
  }

  func keys(of value: FieldValue, atMost limit: Int) throws -> [Int64] {
    let stored = StoredFieldValue(value)
    switch field {
    case .custom:
      return try rows(
        """
        SELECT product AS key FROM product_value WHERE field = ? AND text IS ? AND number IS ?
        AND EXISTS (SELECT 1 FROM product WHERE key = product AND deleted IS NULL) LIMIT \(limit)
        """, [customKey, stored.text, stored.number])
    case .builtIn(.gtin):
      return try rows(
        "SELECT key FROM product WHERE gtin IN (?, ?, ?, ?) AND deleted IS NULL ORDER BY key LIMIT \(limit)",
        GTIN.spellings(of: stored.text ?? "").map { $0 as (any Bindable)? })
    case .builtIn(let builtIn):
      guard let column = builtIn.columns.first else { return [] }
      if let folded = builtIn.foldedColumn {
        return try rows(
          "SELECT key FROM product WHERE \(folded) = ? AND \(column) = ? AND deleted IS NULL ORDER BY key LIMIT \(limit)",
          [(stored.text ?? "").folded, stored.text])
      }
      let isText = stored.text != nil && stored.number == nil
      return try rows(
        "SELECT key FROM product WHERE \(column) = ? AND deleted IS NULL ORDER BY key LIMIT \(limit)",
        [isText ? stored.text : stored.number])
    }
  }

  private func rows(_ sql: String, _ arguments: [(any Bindable)?]) throws -> [Int64] {
    var keys: [Int64] = []
    try connection.forEachRow(sql, arguments: arguments) { row in
      keys.append(row.int64("key"))
      return true
    }
    return keys
  }
}
