// SPDX-License-Identifier: Apache-2.0
// The rows that a person left out one by one, while a list is compared anew: a row that repeats one of them is free.

public struct RowExceptions: Sendable {
  /// Rows that are not treated as the others of their outcome.
  public var rows: Set<RowID> = []
  /// Outcomes of which no row is taken but those.
  public var untaken: Set<PlannedRow.Outcome> = []

  public init() {}

  func leavesOut(_ row: PlannedRow) -> Bool {
    !rows.isEmpty && (row.outcome == .new || row.outcome == .changed)
      && !untaken.contains(row.outcome) && rows.contains(row.read.rowID)
  }
}
