// SPDX-License-Identifier: Apache-2.0
// Undo and redo of what something else has changed since. The rows of the step tell what it left; what is there instead
// is only overwritten after somebody was asked, or stays, and is then no longer the step's.

import Foundation

extension History {
  /// What a step has left in one row and what is no longer so.
  private struct Clash {
    let table: RecordedTable
    let key: [StoredValue]
    /// Empty if the row goes.
    let columns: [String]
    /// Of the product that it belongs to.
    let owner: Int64?
  }

  /// More are only counted.
  private static let mostShown = 20
  /// More are not even counted.
  private static let mostCounted = 10_000

  /// Asks, by throwing, or does what somebody has answered.
  func settle(
    _ step: Int, _ command: CatalogCommand, to direction: PatchDirection,
    in tables: [RecordedTable], carryingOut carryOut: () throws -> Void
  ) throws {
    if case .overwrite? = bounds.overwriting { return }
    let clashes = try clashes(step, to: direction, in: tables)
    guard !clashes.isEmpty else { return }
    guard let choice = bounds.overwriting else {
      throw CatalogError.wouldOverwrite(
        try description(of: clashes, command, to: direction, carryingOut: carryOut))
    }
    if case .keep = choice { for clash in clashes { try keep(clash, of: step) } }
  }

  private func clashes(
    _ step: Int, to direction: PatchDirection, in tables: [RecordedTable]
  ) throws -> [Clash] {
    var all: [Clash] = []
    // What is remembered of lists is nobody's own value.
    for table in tables where !["source", "source_row"].contains(table.name) {
      let columns = table.columns.filter { !SharedPatch.staying.contains($0) && $0 != "position" }
      guard !columns.isEmpty else { continue }
      let changed = columns.map { column in
        """
        existed AND remains AND past.\(column) IS NOT past.new_\(column)
          AND present.\(column) IS NOT past.\(direction.from(column))
          AND present.\(column) IS NOT past.\(direction.to(column))
        """
      }
      let gone =
        "\(direction.wasThere) AND NOT \(direction.willBeThere) AND ("
        + columns.map { "present.\($0) IS NOT past.\(direction.from($0))" }.joined(
          separator: " OR ")
        + ")"
      let flags = zip(columns, changed).map { "(\($1)) AS clash_\($0)" } + ["(\(gone)) AS goes"]
      let keys = table.key.map { "past.\($0) AS key_\($0)" }
      let owner =
        table.name == "product" ? "past.key" : table.owner.map { "present.\($0)" } ?? "NULL"
      try connection.forEachRow(
        """
        SELECT * FROM (
          SELECT \((keys + flags + ["\(owner) AS owner_key"]).joined(separator: ", "))
          FROM \(table.history) AS past JOIN \(table.name) AS present
            ON \(table.isSameRow("past", "present"))
          WHERE past.step = ?)
        WHERE goes OR \(columns.map { "clash_\($0)" }.joined(separator: " OR "))
        """, arguments: [step]
      ) { row in
        let clashing = columns.filter { row.int("clash_\($0)") == 1 }
        all.append(
          Clash(
            table: table,
            key: try table.key.map { column in
              guard let value = row.value("key_\(column)") else { throw StepExporter.lostRow }
              return value
            }, columns: row.int("goes") == 1 ? [] : clashing,
            owner: row.isNull("owner_key") ? nil : row.int64("owner_key")))
        return all.count < Self.mostCounted
      }
      if all.count >= Self.mostCounted { break }
    }
    return all
  }

  /// What is there is from now on what the step left, and what it found: it is not the step's any longer.
  private func keep(_ clash: Clash, of step: Int) throws {
    guard !clash.columns.isEmpty else { return }
    let columns = Self.together(clash)
    let present = columns.map {
      """
      (SELECT \($0) FROM \(clash.table.name) AS present
        WHERE \(clash.table.isSameRow("present", clash.table.history)))
      """
    }
    let sides = zip(columns, present).flatMap { ["\($0) = \($1)", "new_\($0) = \($1)"] }
    let arguments: [(any Bindable)?] = [step] + clash.key
    try connection.run(
      """
      UPDATE \(clash.table.history) SET \(sides.joined(separator: ", "))
      WHERE step = ? AND \(clash.table.key.map { "\($0) = ?" }.joined(separator: " AND "))
      """, arguments: arguments)
  }

  /// The columns that are one value to people, such as an amount with its currency, and what follows from them.
  private static func together(_ clash: Clash) -> [String] {
    let groups =
      switch clash.table.name {
      case "product": ProductField.stored.map(\.writtenColumns) + [["head", "taken"]]
      case "product_value", "product_image": [clash.table.columns]
      default: clash.table.columns.map { [$0, "\($0)_key"] }
      }
    let touched = groups.filter { !Set($0).isDisjoint(with: clash.columns) }.flatMap(\.self)
    let all = Set(touched + clash.columns)
    return clash.table.columns.filter { all.contains($0) }
  }

  // MARK: In words

  /// - Parameter carryOut: undoes or redoes the step; whoever asks rolls everything back.
  private func description(
    of clashes: [Clash], _ command: CatalogCommand, to direction: PatchDirection,
    carryingOut carryOut: () throws -> Void
  ) throws -> UndoClash {
    let shown = clashes.prefix(Self.mostShown)
    let owners = Set(shown.compactMap(\.owner))
    let before = try products(owners)
    try carryOut()
    let after = try products(owners)
    var differences: [UndoClash.Difference] = []
    for clash in shown {
      let (now, then) = (clash.owner.flatMap { before[$0] }, clash.owner.flatMap { after[$0] })
      func add(_ part: UndoClash.Difference.Part, _ value: (Product) -> FieldValue? = { _ in nil })
      {
        let difference = UndoClash.Difference(
          product: (now ?? then)?.title.text, part: part, now: now.flatMap(value),
          then: then.flatMap(value))
        if !differences.contains(difference) { differences.append(difference) }
      }
      switch clash.table.name {
      case "product":
        let fields = ProductField.stored.filter {
          !Set($0.writtenColumns).isDisjoint(with: clash.columns)
        }
        for field in fields { add(Self.part(field)) { field.value(of: $0) } }
        if fields.isEmpty { add(.other) }
      case "product_tag": add(Self.part(.tags)) { ProductField.tags.value(of: $0) }
      case "product_value":
        guard case .integer(let key)? = clash.key.last,
          let field = try FieldTable(connection: connection).fields().first(where: { $0.key == key }
          )
        else { continue }
        let custom = field.field
        add(.field(.custom(custom.id), kind: custom.kind, custom: custom.name)) {
          $0.values[custom.id]
        }
      case "note": add(.notes)
      case "product_image": add(.pictures)
      default: add(.other)
      }
    }
    return UndoClash(
      command: command, isUndo: direction.isUndo, differences: differences, count: clashes.count,
      canKeep: clashes.count < Self.mostCounted && clashes.allSatisfy { !$0.columns.isEmpty })
  }

  private static func part(_ field: ProductField) -> UndoClash.Difference.Part {
    .field(field.id, kind: field.kind, custom: nil)
  }

  private func products(_ keys: Set<Int64>) throws -> [Int64: Product] {
    let table = ProductTable(connection: connection)
    return try keys.reduce(into: [:]) { found, key in
      let id = try connection.first("SELECT id FROM product WHERE key = ?", key) {
        try $0.uuid("id")
      }
      found[key] = try id.flatMap { try table.product($0, includingTrash: true) }
    }
  }
}
