// SPDX-License-Identifier: Apache-2.0
// A table in memory, and what is understood of it.

import Catalog
import XCTest

@testable import Exchange

final class MemoryTable: TableReader, @unchecked Sendable {
  let tables = [TableDescription()]
  let fraction: Double? = nil
  private let rows: [TableRow]
  private var isRead = false

  init(_ rows: [TableRow]) { self.rows = rows }

  /// Texts with “|” between them; a line is a row.
  convenience init(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    self.init(
      lines.enumerated().map { number, line in
        TableRow(
          number + 1,
          line.split(separator: "|", omittingEmptySubsequences: false).map {
            $0.isEmpty ? .empty : Cell(.text, String($0))
          })
      })
  }

  func open(_ table: Int) throws { isRead = false }

  func nextRows() throws -> [TableRow] {
    defer { isRead = true }
    return isRead ? [] : rows
  }
}

/// A table as it was understood, in texts.
struct UnderstoodTable {
  let understanding: Understanding
  let rows: [ReadRow]
  let leftOut: [LeftOutRow]
  let hidden: Int

  init(
    _ text: String, answers: [String: [String]] = [:], mapping: [String: String] = [:],
    known: KnownTable? = nil,
    fields: [CustomField] = []
  ) throws {
    try self.init(
      MemoryTable(text), answers: answers, mapping: mapping, known: known, fields: fields)
  }

  init(
    _ table: MemoryTable, answers: [String: [String]] = [:], mapping: [String: String] = [:],
    known: KnownTable? = nil,
    fields: [CustomField] = []
  ) throws {
    var choices = ImportChoices()
    (choices.answers, choices.mapping) = (answers, mapping)
    try self.init(table, choices, known: known, fields: fields)
  }

  init(
    _ table: MemoryTable, _ choices: ImportChoices, known: KnownTable? = nil,
    fields: [CustomField] = []
  ) throws {
    var reading = try ListReading(
      table, table: 0, known: known, choices: choices, watch: PreparationWatch { _ in })
    understanding = try reading.understand(fields: fields, currencies: [])
    let read = try reading.read(understanding)
    var all: [ReadRow] = []
    while case let some = try read.next(), !some.isEmpty { all += some }
    rows = LanguageRows(understanding).joined(all)
    (leftOut, hidden) = (read.leftOut, read.hidden)
  }

  /// The fields of the columns; “-” for one that is left out.
  var head: [String] { understanding.columns.map { $0.field ?? "-" } }

  /// What rows have in a field, as text; “-” for nothing.
  func texts(_ name: String) -> [String] {
    rows.map { row in
      let found = row.values.first { field, _ in Comparison.name(field) == name }
      return found.map { $0.key.kind.text(of: $0.value) } ?? "-"
    }
  }

  var asked: [String] { understanding.questions.map(\.column) }
}
