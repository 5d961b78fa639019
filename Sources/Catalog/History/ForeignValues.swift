// SPDX-License-Identifier: Apache-2.0
// What came from outside since a step, by plain SQL or from another copy of the catalogue, and stands where an undo or
// a redo would write. It is nobody's command here, so nobody could undo it: it is never overwritten in silence.

import Foundation

/// What undo and redo do with values that came from outside.
public enum ForeignValues: Sendable {
  /// They throw `CatalogError.overwrites`, and do nothing.
  case asked
  /// These values stay, and the rest of the step is undone or redone.
  case kept
  case overwritten
}

extension History {
  /// Columns that are one to people: with one of them, the others stay.
  private static let wholes: [[String]] = [
    ["title", "title_key"], ["supplier", "supplier_key"], ["price", "currency"],
    ["head", "taken"], ["hash", "extension"], ["text", "text_key", "number"],
    ["name", "name_key"], ["kind", "detail"],
  ]

  /// Finds, or keeps, what is not as the step left it.
  ///
  /// - Parameter differing: the columns that the step changed.
  func settle(
    _ table: RecordedTable, _ step: Int, of command: CatalogCommand, to direction: PatchDirection,
    in differing: [String]
  ) throws {
    guard foreignValues != .overwritten else { return }
    let compared = differing.filter { !RecordedTable.bookkeeping.contains($0) }
    let wholes = Self.wholes.map { whole in whole.filter(table.columns.contains) }
      .filter { !Set($0).isDisjoint(with: compared) }
    let single = compared.filter { column in !wholes.contains { $0.contains(column) } }
    var found: [CatalogError.ForeignValue] = []
    for whole in wholes + single.map({ [$0] }) {
      let changed = whole.filter(compared.contains)
      let differs = changed.map { column in
        """
        (past.\(column) IS NOT past.new_\(column) AND present.\(column) IS NOT past.\(direction.from(column))
          AND present.\(column) IS NOT past.\(direction.to(column)))
        """
      }.joined(separator: " OR ")
      let isForeign = "past.step = ? AND existed AND remains AND (\(differs))"
      if foreignValues == .asked {
        found += try values(table, changed[0], to: direction, where: isForeign, of: step)
      } else {
        let sets = whole.flatMap { ["\($0) = present.\($0)", "new_\($0) = present.\($0)"] }
        try connection.run(
          """
          UPDATE \(table.history) AS past SET \(sets.joined(separator: ", "))
          FROM \(table.name) AS present
          WHERE \(table.isSameRow("past", "present")) AND \(isForeign)
          """, step)
      }
    }
    found += try deleted(table, step, to: direction)
    guard found.isEmpty else {
      // A row that is to go cannot stay in part.
      throw foreignValues == .kept
        ? CatalogError.unfit(command, isUndo: direction.isUndo)
        : CatalogError.overwrites(command, found, isUndo: direction.isUndo)
    }
  }

  /// Rows that would be deleted, and are not as they were.
  private func deleted(
    _ table: RecordedTable, _ step: Int, to direction: PatchDirection
  ) throws -> [CatalogError.ForeignValue] {
    let columns = table.columns.filter {
      !RecordedTable.bookkeeping.contains($0) && !RecordedTable.derived.contains($0)
        && $0 != "position"
    }
    let differs = columns.map { "present.\($0) IS NOT past.\(direction.from($0))" }
    return try values(
      table, nil, to: direction,
      where: """
        past.step = ? AND \(direction.wasThere) AND NOT \(direction.willBeThere)
          AND (\(differs.joined(separator: " OR ")))
        """, of: step)
  }

  private func values(
    _ table: RecordedTable, _ column: String?, to direction: PatchDirection,
    where condition: String, of step: Int
  ) throws -> [CatalogError.ForeignValue] {
    let owner = table.owner.map { "(SELECT title FROM product WHERE key = present.\($0))" }
    let shown = column.map { "present.\($0) AS now, past.\(direction.to($0)) AS then_" }
    let currency = table.name == "product" ? "present.currency" : "NULL"
    return try connection.rows(
      """
      SELECT \(owner ?? "NULL") AS title, \(currency) AS code, \(shown ?? "NULL AS now, NULL AS then_")
      FROM \(table.history) AS past JOIN \(table.name) AS present
        ON \(table.isSameRow("past", "present"))
      WHERE \(condition) LIMIT 5
      """, step
    ) { row in
      let code = row.textIfPresent("code")
      func text(_ name: String) -> String? {
        row.isNull(name) ? nil : Self.text(of: column, row.value(name), in: code)
      }
      let fields = column.map { table.fields(of: [$0]) } ?? []
      return CatalogError.ForeignValue(
        product: row.textIfPresent("title"), field: fields.first ?? column, present: text("now"),
        restored: text("then_"))
    }
  }

  /// A value as somebody would type it.
  private static func text(
    of column: String?, _ value: StoredValue?, in currency: String?
  ) -> String? {
    switch (column, value) {
    case ("stock", .integer(let number)), ("minimum_stock", .integer(let number)),
      ("pack_size", .integer(let number)):
      return DecimalNumber(millionths: number).text
    case ("price", .integer(let amount)):
      return Price(storedMinorUnits: amount, currency: Currency(stored: currency ?? ""))
        .decimalText
    default: return value?.text
    }
  }
}
