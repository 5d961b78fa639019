// SPDX-License-Identifier: Apache-2.0
// Finds the rows of an arriving step in this copy of the catalogue, and says what is in its way.

import Foundation

extension Arrival {
  /// The key of a patch's row here, nil if there is none.
  func keys(_ patch: StepPatch) throws -> [StoredValue]? {
    let table = patch.table
    if table.numbering == table.name {
      guard let name = patch.name else { return nil }
      return try key(of: name, in: table).map { [.integer($0)] }
    }
    var keys: [StoredValue] = []
    for column in table.key {
      guard var value = patch.row[column] ?? nil else { return nil }
      if let referred = RecordedTable.referred(column) {
        guard case .text(let name) = value, let key = try key(of: name, in: referred) else {
          return nil
        }
        value = .integer(key)
      }
      keys.append(value)
    }
    return keys
  }

  private func key(of name: String, in table: RecordedTable) throws -> Int64? {
    if let key = inserted[table.name]?[name] { return key }
    let column = table.naming[0]
    let value: (any Bindable)? = column == "id" ? UUID(uuidString: name) : name
    return try connection.first("SELECT key FROM \(table.name) WHERE \(column) = ?", value) {
      $0.int64("key")
    }
  }

  func present(
    _ table: RecordedTable, _ key: [StoredValue]
  ) throws -> StepPatch.Values? {
    try connection.rows(
      """
      SELECT \(table.list(table.columns)) FROM \(table.name)
      WHERE \(table.key.map { "\($0) = ?" }.joined(separator: " AND "))
      """, arguments: key
    ) { row in
      var values: StepPatch.Values = [:]
      for column in table.columns {
        values[column] = .some(
          column == "id" ? try row.uuid(column).storedValue : row.value(column))
      }
      return values
    }.first
  }

  /// A value that travelled, as this copy stores it.
  func local(_ column: String, _ value: StoredValue?) throws -> StoredValue? {
    guard case .text(let text)? = value else { return value }
    if column == "id" { return UUID(uuidString: text)?.storedValue }
    guard let table = RecordedTable.referred(column) else { return value }
    guard let key = try key(of: text, in: table) else { throw refused(.missing) }
    return .integer(key)
  }

  // MARK: Refusing

  func refused(_ refusal: StepRefusal) -> CatalogError {
    .stepRefused(command, refusal)
  }

  func changed(
    _ table: RecordedTable, _ columns: [String], at key: [StoredValue]
  ) throws -> StepRefusal {
    let title = try table.owner.flatMap { owner in
      try connection.rows(
        """
        SELECT title FROM product WHERE key = (
          SELECT \(owner) FROM \(table.name)
          WHERE \(table.key.map { "\($0) = ?" }.joined(separator: " AND ")))
        """, arguments: key
      ) { $0.text("title") }.first
    }
    return .changed(table.fields(of: columns), product: title)
  }

  static func larger(_ one: StoredValue, _ other: StoredValue?) -> StoredValue? {
    guard let other else { return one }
    return one.precedes(other) ? other : one
  }
}

extension StepPatch {
  /// What the row is called in every copy; nil if it has no name of its own.
  var name: String? {
    guard case .text(let name)?? = row[table.naming[0]] else { return nil }
    return table.naming[0] == "id" ? UUID(uuidString: name)?.uuidString : name
  }
}

extension StoredValue {
  var next: StoredValue {
    guard case .integer(let number) = self else { return self }
    return .integer(Int64(Revision.next(after: Int(number))))
  }
}

extension RecordedTable {
  /// The parts of a product that the columns hold, by name.
  fileprivate func fields(of columns: [String]) -> [String] {
    switch name {
    case "product":
      ProductField.stored.filter { !Set($0.writtenColumns).isDisjoint(with: columns) }.map(\.name)
        + columns.filter { $0 == "position" }
    case "product_tag": ["tags"]
    case "product_image": ["pictures"]
    case "note": ["notes"]
    case "product_value": ["values"]
    default: []
    }
  }
}
