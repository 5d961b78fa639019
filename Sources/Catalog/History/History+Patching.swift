// SPDX-License-Identifier: Apache-2.0
// Applies the patches of a step: forward for redo and for what was made elsewhere, backward for
// undo; there is no other way. It works on whole sets of rows and only on the columns that differ:
// setting a column updates its indexes even if the value stays the same, and for ten thousand
// products that is most of the work.

import Foundation

/// Which side of its patches a step is brought to.
struct PatchDirection: Sendable {
  let isUndo: Bool

  /// A column as it is now, if the step fits.
  func from(_ column: String) -> String { isUndo ? "new_\(column)" : column }
  /// A column as it will be.
  func to(_ column: String) -> String { isUndo ? column : "new_\(column)" }
  /// Whether there is a row now, and will be.
  var wasThere: String { isUndo ? "remains" : "existed" }
  var willBeThere: String { isUndo ? "existed" : "remains" }
}

/// What a step has of a table, and the columns that it changed in rows that exist both before and after.
struct StepPart {
  let table: RecordedTable
  let differing: [String]
}

extension History {
  func parts(of step: Int) throws -> [StepPart] {
    try RecordedTable.all.filter { try has($0, step) }.map {
      StepPart(table: $0, differing: try differingColumns(of: $0, step))
    }
  }

  /// Applies the patches of one table. They fit if the rows they change are there; what another
  /// program has set in the meantime is what the opposite direction will go back to.
  func apply(
    _ part: StepPart, _ step: Int, to direction: PatchDirection, isOwn: Bool,
    revises: Bool, unfit: CatalogError
  ) throws {
    let (table, differing) = (part.table, part.differing)
    let isThere = try fits(table, step, to: direction, isOwn: isOwn)
    guard isThere else { throw unfit }
    try meet(table, step, to: direction, of: differing)
    if revises, table.hasRevision { try revise(table, step, to: direction) }
    try connection.run(
      """
      DELETE FROM \(table.name) WHERE (\(table.list(table.key))) IN (
        SELECT \(table.list(table.key)) FROM \(table.history)
        WHERE step = ? AND \(direction.wasThere) AND NOT \(direction.willBeThere))
      """, step)
    if !differing.isEmpty { try update(table, differing, in: step, to: direction) }
    let columns = table.key + table.columns
    try connection.run(
      """
      INSERT INTO \(table.name) (\(table.list(columns)))
      SELECT \(table.list(table.key + table.columns.map(direction.to))) FROM \(table.history)
      WHERE step = ? AND \(direction.willBeThere) AND NOT \(direction.wasThere)
      """, step)
  }

  /// Whether a step has anything of a table: most have something of one or two.
  func has(_ table: RecordedTable, _ step: Int) throws -> Bool {
    try connection.integer(
      "SELECT EXISTS (SELECT 1 FROM \(table.history) WHERE step = ?)", step) == 1
  }

  /// The columns that a step changed in rows that exist both before and after.
  func differingColumns(of table: RecordedTable, _ step: Int) throws -> [String] {
    let answers = table.columns.map { "max(\($0) IS NOT new_\($0)) AS differs_\($0)" }
    return try connection.first(
      """
      SELECT \(answers.joined(separator: ", ")) FROM \(table.history)
      WHERE step = ? AND existed AND remains
      """, step
    ) { row in
      table.columns.filter { row.int("differs_\($0)") == 1 }
    } ?? []
  }

  /// Whether every row to be changed is there, and none is another with its number.
  private func fits(
    _ table: RecordedTable, _ step: Int, to direction: PatchDirection, isOwn: Bool
  ) throws -> Bool {
    let isMissing = "existed AND remains AND present.\(table.key[0]) IS NULL"
    let isAnother =
      isOwn && table.columns.contains("id")
      ? """
      OR \(direction.wasThere) AND present.key IS NOT NULL
        AND present.id IS NOT past.\(direction.from("id"))
      """ : ""
    return try connection.integer(
      """
      SELECT NOT EXISTS (
        SELECT 1 FROM \(table.history) AS past
          LEFT JOIN \(table.name) AS present USING (\(table.list(table.key)))
        WHERE step = ? AND (\(isMissing) \(isAnother)))
      """, step) == 1
  }

  /// Whether there are other values now than the step had left.
  func meetsOthers(_ part: StepPart, _ step: Int, to direction: PatchDirection) throws -> Bool {
    let (table, differing) = (part.table, part.differing)
    func differ(_ columns: [String], _ condition: (String) -> String) -> [String] {
      columns.filter { !SharedPatch.staying.contains($0) }.map {
        "present.\($0) IS NOT past.\(direction.from($0))\(condition($0))"
      }
    }
    let gone = differ(table.columns) { _ in "" }.joined(separator: " OR ")
    let changed = differ(differing) { " AND past.\($0) IS NOT past.new_\($0)" }
      .map { "OR existed AND remains AND \($0)" }.joined(separator: " ")
    return try connection.integer(
      """
      SELECT EXISTS (
        SELECT 1 FROM \(table.history) AS past JOIN \(table.name) AS present
          ON \(table.isSameRow("past", "present"))
        WHERE past.step = ? AND (
          \(direction.wasThere) AND NOT \(direction.willBeThere) AND (\(gone)) \(changed)))
      """, step) == 1
  }

  /// Makes the near side of the patches what there is now.
  private func meet(
    _ table: RecordedTable, _ step: Int, to direction: PatchDirection, of differing: [String]
  ) throws {
    func take(_ columns: [String], where condition: String) throws {
      guard !columns.isEmpty else { return }
      let differs = columns.map { "present.\($0) IS NOT past.\(direction.from($0))" }
      try connection.run(
        """
        UPDATE \(table.history) AS past
        SET \(columns.map { "\(direction.from($0)) = present.\($0)" }.joined(separator: ", "))
        FROM \(table.name) AS present
        WHERE past.step = ? AND \(table.isSameRow("past", "present")) AND \(condition)
          AND (\(differs.joined(separator: " OR ")))
        """, step)
    }
    try take(table.columns, where: "\(direction.wasThere) AND NOT \(direction.willBeThere)")
    for column in differing where column != "revision" {
      try take(
        [column], where: "existed AND remains AND past.\(column) IS NOT past.new_\(column)")
    }
  }

  /// Rows get a new revision even if they get old content: a draft based on the version in between
  /// must not count as based on this one. A product that only moved keeps its revision.
  private func revise(_ table: RecordedTable, _ step: Int, to direction: PatchDirection) throws {
    let (from, to) = (direction.from("revision"), direction.to("revision"))
    try connection.run(
      """
      UPDATE \(table.history) AS past
      SET \(from) = present.revision, \(to) = iif(
        past.\(from) = past.\(to), present.revision,
        \(Revision.next(after: "max(past.\(to), present.revision)")))
      FROM \(table.name) AS present
      WHERE past.step = ? AND existed AND remains AND \(table.isSameRow("past", "present"))
        AND (past.\(from) IS NOT past.\(to) OR past.\(from) IS NOT present.revision)
      """, step)
    try connection.run(
      """
      UPDATE \(table.history) SET \(to) = \(Revision.next(after: to))
      WHERE step = ? AND \(direction.willBeThere) AND NOT \(direction.wasThere)
      """, step)
  }

  private func update(
    _ table: RecordedTable, _ columns: [String], in step: Int, to direction: PatchDirection
  ) throws {
    let isTheirs = """
      FROM \(table.history) AS past WHERE past.step = ? AND past.existed AND past.remains
        AND \(table.isSameRow("past", table.name))
      """
    // Otherwise a row could get a unique value before another row gives it up.
    for column in columns where table.unique.contains(column) {
      let passing = column == "id" ? "randomblob(16)" : "char(1) || \(table.name).key"
      try connection.run(
        """
        UPDATE \(table.name) SET \(column) = \(passing) \(isTheirs)
          AND past.\(column) IS NOT past.new_\(column)
        """, step)
    }
    let values = columns.map { column in
      let value = "past.\(direction.to(column))"
      if column == "revision" { return "\(column) = \(value)" }
      return """
        \(column) = iif(past.\(column) IS past.new_\(column), \(table.name).\(column), \(value))
        """
    }
    try connection.run(
      "UPDATE \(table.name) SET \(values.joined(separator: ", ")) \(isTheirs)", step)
  }
}
