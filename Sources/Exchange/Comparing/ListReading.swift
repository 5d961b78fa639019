// SPDX-License-Identifier: Apache-2.0
// Reads a table twice: once to understand its columns, of which every value counts, and once for its rows. In
// between nothing of it stays in memory.

import Catalog

struct ListReading {
  private let reader: any TableReader
  private let table: Int
  private let known: KnownTable?
  private let layout: TableLayout
  private let senses: [ColumnSense?]
  /// May be completed before the list is understood.
  var choices: ImportChoices
  private let beginning: [TableRow]
  private let watch: PreparationWatch

  /// How many rows the head is looked for in.
  private static let beginningRows = 200

  init(
    _ reader: any TableReader, table: Int, known: KnownTable?, choices: ImportChoices,
    watch: PreparationWatch
  ) throws {
    (self.reader, self.table, self.known) = (reader, table, known)
    (self.choices, self.watch) = (choices, watch)
    try reader.open(table)
    var first: [TableRow] = []
    while first.count < Self.beginningRows {
      let rows = try reader.nextRows()
      if rows.isEmpty { break }
      first += rows
    }
    beginning = first
    layout = TableLayout(first, headRow: known?.headRow, chosen: choices.headRow)
    isNoTable = !layout.hasHead && layout.names.count < 2 && first.count < 2
    senses =
      layout.hasHead
      ? layout.names.map { ColumnName($0).named?.sense } : layout.names.map { _ in nil }
  }

  /// The names of the columns.
  var names: [String] { layout.names }

  /// Whether it is a single text that stands alone.
  let isNoTable: Bool

  /// - Parameter currencies: those that the catalogue has prices in.
  func understand(fields: [CustomField], currencies: [String]) throws -> Understanding {
    var evidence = [ColumnEvidence](repeating: ColumnEvidence(), count: layout.names.count)
    try forEachRow { row in
      for (place, cell) in row.cells.enumerated() where evidence.indices.contains(place) {
        evidence[place].add(cell, row: row.number)
      }
    }
    return try Understanding(
      layout, evidence, known: known, fields: fields, choices: choices, currencies: currencies,
      beginning: beginning)
  }

  func rows(_ understanding: Understanding) throws -> (read: [ReadRow], leftOut: [LeftOutRow]) {
    let reading = RowReading(understanding: understanding)
    var rows: [ReadRow] = []
    let leftOut = try forEachRow { listed in
      var row = reading.read(listed)
      if let last = rows.last, last.number == row.number { row.part = last.part + 1 }
      rows.append(row)
    }
    return (rows, leftOut)
  }

  /// Says which rows it left out.
  @discardableResult
  private func forEachRow(_ body: @escaping (ListRow) throws -> Void) throws -> [LeftOutRow] {
    try reader.open(table)
    let columns =
      known.map { GroupingColumns(layout.names, known: $0) } ?? GroupingColumns(senses: senses)
    guard let columns else { return try forEachListed(body) }
    var grouping = RowGrouping(columns, body)
    let leftOut = try forEachListed { try grouping.take($0) }
    try grouping.end()
    return leftOut
  }

  private func forEachListed(_ body: @escaping (ListRow) throws -> Void) throws -> [LeftOutRow] {
    var list = ListRows(layout, senses: senses, isKnown: known != nil, body)
    while true {
      let rows = try reader.nextRows()
      try watch.read(rows.count, reader.fraction)
      if rows.isEmpty { break }
      for row in rows { try list.take(row) }
    }
    try list.end()
    return list.leftOut
  }
}
