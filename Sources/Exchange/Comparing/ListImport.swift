// SPDX-License-Identifier: Apache-2.0
// An import of a list from elsewhere, before it is carried out: the list as it was understood, and for every row what
// it would change. Carrying it out is one command and one step of undo.

import Catalog
import Foundation

/// A list compared with the catalogue.
public struct ListImport: Sendable {
  public let file: ForeignFile
  /// The name of the sheet; nil if the format has none.
  public let sheet: String?
  public let understanding: Understanding
  /// What the last list of the source leaves open: changes on both sides, and columns that are gone.
  public let openChanges: [ColumnQuestion]
  /// Everything that is open.
  public var questions: [ColumnQuestion] { understanding.questions + openChanges }
  /// The fields that tell which product a row is, by their names.
  public let key: [String]
  public let rows: PlannedRows
  /// Rows that are no products.
  public let leftOut: [LeftOutRow]
  /// Characters that the file's format forbids, and that were left away.
  public var dropped: Int { file.reader.dropped }
  /// How many of the others are hidden in their spreadsheet.
  public let hidden: Int
  /// The names of other sheets that look like lists; empty if a person chose the sheet.
  public let otherSheets: [String]
  /// The place of the sheet, from 0.
  public let table: Int
  /// Nil without a source.
  let remembering: RememberedImport?

  /// The numbers of rows that others repeat: these are free once that row is left out.
  public let repeated: Set<Int>
  /// By which fields rows were looked for.
  let keys: RowKeys
  /// How the catalogue was when it was compared.
  let state: CatalogState
  /// Whether the list goes on behind these rows, which may mean something else once all are read.
  public let isBeginning: Bool

  /// How often each outcome occurs.
  public var counts: [PlannedRow.Outcome: Int] { rows.counts }

  /// - Parameters:
  ///   - corrections: what a person wrote in place of cells, by the row and the name of the field.
  ///   - exceptions: rows that a person left out.
  ///   - most: as if the list had no more rows; nil for all of them.
  ///   - progress: told of from time to time; throws to stop.
  public static func prepare(
    _ file: ForeignFile, _ choices: ImportChoices, with store: CatalogStore,
    correcting corrections: [RowID: [String: String]] = [:],
    leavingOut exceptions: RowExceptions = RowExceptions(), from source: SourceChoice? = nil,
    atMost most: Int? = nil, progress: @escaping PreparationProgress.Report = { _ in }
  ) async throws -> ListImport {
    let first = most.map { FirstRows(file.reader, atMost: $0) }
    let reader = first ?? file.reader
    let watch = PreparationWatch(progress)
    let state = try await store.state()
    let fields = try await store.fields()
    let currencies = try await store.currencies()
    var last: LastList?
    if let source { last = try await LastList(source, in: store) }
    // What a person says now has to be there; what is remembered of a column that is gone is asked about.
    let givenKey = Set(choices.key)
    let choices = last?.remembered.completed(choices) ?? choices
    let sheets = try SheetChoice(reader, choices.sheet)
    let table = sheets.table
    var reading = try ListReading(
      reader, table: table, known: file.known(of: table), choices: choices, watch: watch)
    if reading.isNoTable {
      throw ForeignFileError(
        file: (file.path as NSString).lastPathComponent, problem: .unknownContent)
    }
    var found = last.map { FoundColumns($0, reading.names, choices: choices) }
    reading.choices = found?.choices ?? choices
    var understanding = try reading.understand(fields: fields, currencies: currencies)
    if try found?.find(in: understanding, of: reading, fields: fields) ?? false {
      reading.choices = found?.choices ?? choices
      understanding = try reading.understand(fields: fields, currencies: currencies)
    }
    try requireRoom(for: understanding.columns, beside: fields)
    // A remembered key whose column is gone tells nothing: that is asked, or was answered.
    let key = reading.choices.key.filter {
      last != nil && !givenKey.contains($0) ? understanding.hasColumn(for: $0) : !$0.isEmpty
    }
    let comparison = try Comparison(
      understanding, key: key, fields: fields, last: last,
      answers: reading.choices.answers, leavingOut: exceptions)
    let list = try reading.read(understanding)
    let (rows, repeated) = try await compare(
      list, of: reading, understood: understanding, by: comparison, with: store,
      correcting: corrections)
    let tables = file.reader.tables
    let name = tables.indices.contains(table) ? tables[table].name : ""
    // What a person said, as far as it is about this list; the rest the columns tell.
    var said = reading.choices
    said.mapping = choices.mapping.filter { said.mapping[$0.key] == $0.value }
    said = said.named(by: reading.names)
    // In the next file, another sheet may have its number.
    if said.sheet != nil, !name.isEmpty, tables.filter({ $0.name == name }).count == 1 {
      said.sheet = name
    }
    let remembering = last.map { RememberedImport($0, said, of: file, in: understanding) }
    return ListImport(
      file: file, sheet: name.isEmpty ? nil : name, understanding: understanding,
      openChanges: (found?.questions ?? []) + (last?.questions ?? []), key: comparison.keyNames,
      rows: rows, leftOut: list.leftOut, hidden: list.hidden,
      otherSheets: sheets.others.map { file.reader.tables[$0].name }, table: table,
      remembering: remembering, repeated: repeated, keys: comparison.keys, state: state,
      isBeginning: first?.isCut ?? false)
  }

  /// Before all rows are compared: whoever wants thousands of fields would wait for nothing.
  private static func requireRoom(
    for columns: [UnderstoodColumn], beside fields: [CustomField]
  ) throws {
    let known = Set(fields.map(\.id))
    let new = columns.count { column in
      if case .custom(let field) = column.target { !known.contains(field.id) } else { false }
    }
    guard new == 0 || fields.count + new <= CustomField.most else {
      throw InvalidValue(.fieldName, .tooManyFields(limit: CustomField.most))
    }
  }

  /// Reads rows while those before are compared.
  private static func compare(
    _ list: ReadRows, of reading: ListReading, understood understanding: Understanding,
    by comparison: Comparison, with store: CatalogStore,
    correcting corrections: [RowID: [String: String]]
  ) async throws -> (PlannedRows, repeated: Set<Int>) {
    var planned = PlannedRows.Writer(tellsListed: comparison.hasLast)
    var earlier = EarlierRows()
    if understanding.hasLanguages {
      // Rows of one product may be anywhere.
      var all: [ReadRow] = []
      while case let some = try list.next(), !some.isEmpty { all += some }
      all = LanguageRows(understanding).joined(all)
      for start in stride(from: 0, to: all.count, by: 500) {
        try reading.watch.compared(start, of: all.count)
        var part = Array(all[start..<min(start + 500, all.count)])
        correct(&part, corrections, in: understanding.columns)
        for row in try await comparison.compare(part, with: store, after: &earlier) {
          try planned.append(row)
        }
      }
    } else {
      var part = try list.next()
      while !part.isEmpty {
        // What reads ahead is not in the task.
        try Task.checkCancellation()
        async let following = list.following()
        correct(&part, corrections, in: understanding.columns)
        for row in try await comparison.compare(part, with: store, after: &earlier) {
          try planned.append(row)
        }
        part = try await following
      }
    }
    for row in try await comparison.gone(in: store, after: planned, watch: reading.watch) {
      try planned.append(row)
    }
    return (planned.rows(), earlier.repeated)
  }

  private static func correct(
    _ rows: inout [ReadRow], _ corrections: [RowID: [String: String]],
    in columns: [UnderstoodColumn]
  ) {
    guard !corrections.isEmpty else { return }
    for place in rows.indices {
      guard let texts = corrections[rows[place].rowID] else { continue }
      for column in columns {
        if let text = column.field.flatMap({ texts[$0] }) { rows[place].correct(column, to: text) }
      }
    }
  }

  /// The custom fields that rows have values in and that the catalogue may not have yet.
  public var fields: [CustomField] {
    var fields = understanding.columns.compactMap {
      if case .custom(let field) = $0.target { field } else { nil }
    }
    for (_, field) in understanding.optionFields.sorted(by: { $0.key < $1.key })
    where !fields.contains(field) { fields.append(field) }
    return fields
  }

  /// What is imported: new and changed rows, and what becomes of products that are gone; and the pictures that rows
  /// name and that are not there. With it goes what is remembered of the source.
  ///
  /// - Parameters:
  ///   - reading: how the file was read, for the source's next list.
  ///   - isTaken: whether a person wants that of a row.
  public func source(
    read reading: ReadingChoices = ReadingChoices(),
    of isTaken: (PlannedRow) -> Bool = { _ in true }
  ) throws -> (any EntrySource, missingPictures: [String]) {
    let source = try PlannedSource(self, reading, isTaken)
    return (source, source.missingPictures)
  }
}

/// The sheet that is read.
struct SheetChoice {
  let table: Int
  /// Others that look like lists.
  private(set) var others: [Int] = []

  init(_ reader: any TableReader, _ choice: String?) throws {
    let tables = reader.tables
    if let choice {
      let place = tables.firstIndex { $0.name == choice } ?? Int(choice).map { $0 &- 1 }
      guard let place, tables.indices.contains(place) else {
        throw UnknownSheet(name: choice, known: tables.map(\.name))
      }
      table = place
      return
    }
    let shown = tables.indices.filter { !tables[$0].isHidden }
    // A sheet of explanations has no head that anybody knows.
    let scored = try shown.prefix(20).map { place -> (Int, Int) in
      guard shown.count > 1 else { return (place, 0) }
      let rows = try Self.beginning(reader, place)
      guard !rows.isEmpty else { return (place, -1) }
      let layout = TableLayout(rows)
      let known = layout.names.filter { (ColumnName($0).named?.weight ?? 0) > 4 }.count
      return (place, layout.hasHead ? 1 + min(known, 2) : 0)
    }
    let table = scored.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0 ?? 0
    self.table = table
    others = scored.filter { $0.1 > 1 && $0.0 != table }.map(\.0)
  }

  private static func beginning(_ reader: any TableReader, _ table: Int) throws -> [TableRow] {
    try reader.open(table)
    var rows: [TableRow] = []
    while rows.count < 60 {
      let next = try reader.nextRows()
      if next.isEmpty { break }
      rows += next
    }
    return rows
  }
}

/// A sheet that a person named and that the file does not have.
public struct UnknownSheet: Error, Equatable, Sendable {
  public let name: String
  public let known: [String]
}
