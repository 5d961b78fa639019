// SPDX-License-Identifier: Apache-2.0
// Turns the patches of an arriving step into patches for this copy: it compares them with the rows
// that are here, gives them the row numbers of this copy, and makes them ready for redo. It throws
// if the step conflicts with what is here.

import Foundation

/// Writes the patches of an arriving step into the history, as they are to be here.
final class Arrival {
  private let number: Int
  let command: CatalogCommand
  let connection: Connection
  /// The largest row number of each table before the step, and now.
  private let marks: [String: Int64]
  private var last: [String: Int64]
  /// The numbers of rows that it inserts, by their names.
  private(set) var inserted: [String: [String: Int64]] = [:]
  private var touched: Set<String> = []

  init(_ number: Int, _ command: CatalogCommand, on connection: Connection) throws {
    (self.number, self.command, self.connection) = (number, command, connection)
    let rowNumbers = RowNumbers(connection: connection)
    marks = Dictionary(
      uniqueKeysWithValues: try RecordedTable.numbered.map {
        ($0.name, try rowNumbers.last(in: $0.name))
      })
    last = marks
  }

  func add(_ patch: StepPatch) throws {
    let table = patch.table
    if patch.old == nil, let new = patch.new {
      try insert(new, patch)
    } else if let key = try keys(patch) {
      let present = try present(table, key)
      if let new = patch.new {
        guard let present else { throw refused(.missing) }
        try change(patch, present, to: new, at: key)
      } else if let present {
        try delete(patch, present, at: key)
      }
    } else if patch.new != nil {
      throw refused(.missing)
    }
  }

  /// Once all patches are there: which rows are new, and where they are.
  func finish() throws {
    for table in RecordedTable.parts where touched.contains(table.name) { try giveRoom(in: table) }
    for table in RecordedTable.all where touched.contains(table.name) {
      guard let mark = marks[table.numbering], let end = last[table.numbering] else { continue }
      try connection.run(
        "INSERT INTO history_inserted (step, name, first, last) VALUES (?, ?, ?, ?)", number,
        table.name, mark + 1, end)
    }
    for (name, end) in last where end != marks[name] {
      try RowNumbers(connection: connection).keep(end, in: name)
    }
  }

  /// A note or a picture that was added in both copies comes after the one that is here.
  private func giveRoom(in table: RecordedTable) throws {
    guard table.columns.contains("position") else { return }
    let taken = try connection.rows(
      """
      SELECT new.key AS key, new.product AS product FROM \(table.history) AS new
      WHERE step = ?1 AND EXISTS (
        SELECT 1 FROM \(table.name) AS present
        WHERE present.product = new.product AND present.position = new.position
          AND key NOT IN (SELECT key FROM \(table.history) WHERE step = ?2))
      ORDER BY new.position
      """, -number, number
    ) { (key: $0.int64("key"), product: $0.int64("product")) }
    for (key, product) in taken {
      try connection.run(
        """
        UPDATE \(table.history) SET position = (
          SELECT max(position) + 1 FROM (
            SELECT position FROM \(table.name) WHERE product = ?3
            UNION ALL SELECT position FROM \(table.history) WHERE step = ?1 AND product = ?3))
        WHERE step = ?1 AND key = ?2
        """, -number, key, product)
    }
  }

  // MARK: One row

  private func insert(_ new: StepPatch.Values, _ patch: StepPatch) throws {
    let table = patch.table
    var values: StepPatch.Values = [:]
    for column in table.columns { values[column] = .some(try local(column, new[column] ?? nil)) }
    try table.admit(&values, changed: Set(table.columns))
    var key: [StoredValue]
    if table.numbering == table.name {
      guard try keys(patch) == nil, let name = patch.name else { throw refused(.there) }
      let next = try RowNumbers.number(after: last[table.name] ?? 0)
      last[table.name] = next
      inserted[table.name, default: [:]][name] = next
      key = [.integer(next)]
    } else {
      guard let found = try keys(patch) else { throw refused(.missing) }
      key = found
      let isNew =
        if case .integer(let product) = key[0] { product > marks["product"] ?? 0 } else { false }
      if !isNew {
        if let present = try present(table, key) {
          guard present == values else {
            throw refused(try changed(patch.table, table.columns, at: key))
          }
          return
        }
        return try write(table, key, old: nil, new: values)
      }
    }
    touched.insert(table.name)
    try write(table, key, step: -number, old: values, new: nil)
  }

  /// What a variant takes from its head in both copies: a set of fields, of which each copy changed some. Nil if it is
  /// no variant in one of them.
  private static func merged(
    _ now: StoredValue?, _ from: StoredValue?, to: StoredValue?
  ) -> StoredValue? {
    guard case .text(let now) = now, case .text(let from) = from, case .text(let to) = to else {
      return nil
    }
    func words(_ text: String) -> Set<Substring> { Set(text.split(separator: " ")) }
    let merged = words(now).union(words(to).subtracting(words(from)))
      .subtracting(words(from).subtracting(words(to)))
    return .text(merged.sorted().joined(separator: " "))
  }

  private func change(
    _ patch: StepPatch, _ present: StepPatch.Values, to new: StepPatch.Values, at key: [StoredValue]
  ) throws {
    let table = patch.table
    var (before, after) = (present, present)
    let differing = Set(new.keys).intersection(table.columns).subtracting(RecordedTable.derived)
    for column in differing {
      let now = present[column] ?? nil
      let from = try local(column, (patch.old ?? [:])[column] ?? nil)
      let to = try local(column, new[column] ?? nil)
      if column == "revision" {
        after[column] = .some(
          from == to ? now : now == from ? to : now.flatMap { Self.larger($0, to) }?.next)
      } else if RecordedTable.bookkeeping.contains(column) {
        after[column] = .some(now.flatMap { Self.larger($0, to) } ?? to)
      } else if column == "taken", let merged = Self.merged(now, from, to: to) {
        after[column] = merged
      } else {
        guard now == from || now == to else {
          throw refused(try changed(patch.table, [column], at: key))
        }
        after[column] = .some(to)
      }
    }
    for (column, count) in patch.added {
      guard case .integer(let now)?? = present[column] else {
        throw refused(try changed(patch.table, [column], at: key))
      }
      let (sum, isTooLarge) = now.addingReportingOverflow(count)
      guard !isTooLarge else { throw refused(.impossible) }
      after[column] = .integer(sum)
    }
    try table.admit(&after, changed: differing)
    for column in table.passing where before[column] == after[column] {
      (before[column], after[column]) = (.some(nil), .some(nil))
    }
    try write(table, key, old: before, new: after)
  }

  private func delete(
    _ patch: StepPatch, _ present: StepPatch.Values, at key: [StoredValue]
  ) throws {
    for (column, old) in patch.old ?? [:]
    where !RecordedTable.bookkeeping.contains(column) && patch.table.columns.contains(column)
      && !RecordedTable.derived.contains(column)
    {
      guard try local(column, old) == present[column] ?? nil else {
        throw refused(try changed(patch.table, [column], at: key))
      }
    }
    try write(patch.table, key, old: present, new: nil)
  }

  private func write(
    _ table: RecordedTable, _ key: [StoredValue], step: Int? = nil, old: StepPatch.Values?,
    new: StepPatch.Values?
  ) throws {
    let columns =
      ["step", "existed", "remains"] + table.key
      + (old == nil ? [] : table.columns) + (new == nil ? [] : table.columns.map { "new_\($0)" })
    var values: [(any Bindable)?] = [
      step ?? number, old == nil ? 0 : 1, new == nil && step == nil ? 0 : 1,
    ]
    values += key
    for side in [old, new].compactMap(\.self) { values += table.columns.map { side[$0] ?? nil } }
    try connection.run(
      """
      INSERT INTO \(table.history) (\(columns.joined(separator: ", ")))
      VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
      """, arguments: values)
  }
}
