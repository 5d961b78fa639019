// SPDX-License-Identifier: Apache-2.0
// An import as a window shows it: the rows of each outcome in a list of their own. A class, because a million rows
// take longer to give up than the main thread has time for.

import Catalog
import Exchange
import Foundation

public final class PreparedImport: Sendable {
  public let plan: ListImport
  /// The places of the rows, in their order.
  let lists: [PlannedRow.Outcome: [Int32]]
  /// The columns that fields are taken from, one for each field.
  let fieldColumns: [(column: UnderstoodColumn, field: FormField)]

  /// Another one when the file is saved anew.
  let version: String

  init(_ plan: ListImport, version: String = "") {
    (self.plan, self.version) = (plan, version)
    var seen: Set<AnyField> = []
    fieldColumns = plan.understanding.columns.compactMap { column in
      guard let field = column.anyField, seen.insert(field).inserted else { return nil }
      return (column, FormField(field))
    }
    var lists: [PlannedRow.Outcome: [Int32]] = [:]
    for place in plan.rows.indices {
      lists[plan.rows.outcome(at: place), default: []].append(Int32(clamping: place))
    }
    self.lists = lists
  }

  public func count(_ outcome: PlannedRow.Outcome) -> Int { lists[outcome]?.count ?? 0 }

  func row(_ outcome: PlannedRow.Outcome, at position: Int) -> PlannedRow? {
    guard let list = lists[outcome], list.indices.contains(position) else { return nil }
    return plan.rows[Int(list[position])]
  }

  /// The place of a row in its list. Rows stand in the order of the file.
  func position(of row: RowID, in outcome: PlannedRow.Outcome) -> Int? {
    guard let list = lists[outcome] else { return nil }
    var range = list.startIndex..<list.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      let found = plan.rows[Int(list[middle])].read.rowID
      if found == row { return middle }
      range = found < row ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  /// Reads and compares a list; throws when the task is cancelled.
  static func prepare(
    _ input: ImportInput, with store: CatalogStore, progress: @escaping PreparationProgress.Report
  ) async throws -> PreparedImport {
    let version = input.version
    let file = try await offThread { try input.open() }
    var input = input
    while true {
      do {
        let plan = try await ListImport.prepare(
          file, input.choices, with: store, correcting: input.corrections,
          leavingOut: input.exceptions
        ) {
          try Task.checkCancellation()
          try progress($0)
        }
        return PreparedImport(plan, version: version)
      } catch let unknown as UnknownColumn where input.forget(unknown.name) {
        // Another head, sheet or delimiter: what was decided about a column that is gone means nothing.
      }
    }
  }
}

/// What is read, and how.
struct ImportInput: Sendable {
  var path: String
  /// Cells in place of a file.
  var pasted: String?
  var reading = ReadingChoices()
  var choices = ImportChoices()
  var corrections: [RowID: [String: String]] = [:]
  var exceptions = RowExceptions()

  func open() throws -> ForeignFile {
    if let pasted { return try ForeignFile.open(pasted: pasted, choosing: reading) }
    return try ForeignFile.open(path, choosing: reading)
  }

  /// When the file was written and how long it is. Before it is read: if it changes meanwhile, it is read anew.
  var version: String {
    var status = stat()
    guard pasted == nil, stat(path, &status) == 0 else { return "" }
    return "\(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }

  /// Whether anything was decided about this column, or by this field.
  mutating func forget(_ name: String) -> Bool {
    let before = choices
    choices.mapping = choices.mapping.filter { $0.value != name }
    choices.answers[name] = nil
    choices.leftOut.removeAll { $0 == name }
    choices.key.removeAll { $0 == name }
    return choices != before
  }
}
