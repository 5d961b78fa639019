// SPDX-License-Identifier: Apache-2.0
// Where a row of the hub is in this copy: rows have numbers of their own in each.

import Foundation

struct HubPlace {
  /// The row's key here; nil if there is no such row.
  private(set) var key: [StoredValue]?
  /// The key that it is to have if it has no number of its own.
  private(set) var missing: [StoredValue] = []
  /// The values of the columns that name it.
  private(set) var named: StepPatch.Values = [:]
  /// Whether what it belongs to is not here yet, or it has no name that a row could have.
  private(set) var waits = false

  init(_ row: HubRow, in table: RecordedTable, on connection: Connection) throws {
    if table.name == "product_value" {
      let parts = row.row.split(separator: "/").map(String.init)
      guard parts.count == 2, let product = try Self.key(parts[0], in: .product, on: connection),
        let field = try Self.key(parts[1], in: .field, on: connection)
      else {
        waits = true
        return
      }
      missing = [.integer(product), .integer(field)]
      if try Self.present(table, missing, on: connection) != nil { key = missing }
      return
    }
    if table.naming[0] == "id" {
      guard let id = UUID(uuidString: row.row) else {
        waits = true
        return
      }
      named = ["id": id.storedValue]
    } else {
      named = [table.naming[0]: .text(row.row)]
    }
    key = try Self.key(row.row, in: table, on: connection).map { [.integer($0)] }
  }

  /// The number of the row with this name.
  static func key(_ name: String, in table: RecordedTable, on connection: Connection) throws
    -> Int64?
  {
    let column = table.naming[0]
    let value: (any Bindable)? = column == "id" ? UUID(uuidString: name) : name
    return try connection.first("SELECT key FROM \(table.name) WHERE \(column) = ?", value) {
      $0.int64("key")
    }
  }

  /// The columns of a row that travel, as they are stored here.
  static func present(
    _ table: RecordedTable, _ key: [StoredValue], on connection: Connection
  ) throws -> StepPatch.Values? {
    let columns = table.columns.filter { !SharedPatch.staying.contains($0) }
    return try connection.rows(
      """
      SELECT \(table.list(columns)) FROM \(table.name)
      WHERE \(table.key.map { "\($0) = ?" }.joined(separator: " AND "))
      """, arguments: key
    ) { row in
      var values: StepPatch.Values = [:]
      for column in columns {
        values[column] = .some(
          column == "id" ? try row.uuid(column).storedValue : row.value(column))
      }
      return values
    }.first
  }
}
