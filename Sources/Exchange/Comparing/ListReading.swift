// SPDX-License-Identifier: Apache-2.0
// Reads a table twice: once to understand its columns, of which every value counts, and once for its rows. In
// between nothing of it stays in memory.

import Catalog

struct ListReading {
  private let reader: any TableReader
  private let table: Int
  private let known: KnownTable?
  private var layout: TableLayout
  private var senses: [ColumnSense?]
  /// May be completed before the list is understood.
  var choices: ImportChoices
  private let beginning: [TableRow]
  let watch: PreparationWatch

  /// How many rows the head is looked for in.
  private static let beginningRows = 200
  private static let beginningCells = 250_000

  init(
    _ reader: any TableReader, table: Int, known: KnownTable?, choices: ImportChoices,
    watch: PreparationWatch
  ) throws {
    (self.reader, self.table, self.known) = (reader, table, known)
    (self.choices, self.watch) = (choices, watch)
    try reader.open(table)
    var first: [TableRow] = []
    var cells = 0
    while first.count < Self.beginningRows, cells < Self.beginningCells {
      let rows = try reader.nextRows()
      if rows.isEmpty { break }
      first += rows
      cells += rows.reduce(0) { $0 + $1.cells.count }
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
  mutating func understand(fields: [CustomField], currencies: [String]) throws -> Understanding {
    let (evidence, options, strays, below, headings) = try evidence(fields)
    guard strays.isEmpty else {
      // Rows far below have more cells than those that the columns were found by.
      layout.add(strays)
      senses += strays.map { _ in nil }
      return try understand(fields: fields, currencies: currencies)
    }
    let (place, open) = categories(from: headings)
    if let place {
      layout.addCategories(from: place)
      senses.append(.field(.category))
      return try understand(fields: fields, currencies: currencies)
    }
    var said = saidAbove
    said.add(below)
    return try Understanding(
      layout, evidence, known: known, fields: fields, choices: choices, currencies: currencies,
      beginning: beginning, options: options, said: said, headings: open,
      countsFrom1904: reader.countsFrom1904)
  }

  /// The column with the headings that are categories, and those that a person is asked about.
  private func categories(from found: HeadingRows?) -> (Int?, open: HeadingRows?) {
    guard let found, let place = found.place else { return (nil, nil) }
    // Whoever has another column for it, or wants none, is not asked.
    if let chosen = choices.mapping[ProductField.category.name],
      chosen.isEmpty || ColumnAssignment.place(of: chosen, in: names) != nil
    {
      return (nil, nil)
    }
    let isChosen = choices.answers(of: place, among: names).contains(HeadingRows.areCategories)
    guard found.areLikely(answered: isChosen) else { return (nil, nil) }
    return isChosen ? (place, nil) : (nil, found)
  }

  private func evidence(
    _ fields: [CustomField]
  ) throws -> (
    [ColumnEvidence], options: Set<String>, strays: Set<Int>, below: PriceNote, HeadingRows?
  ) {
    let columns = layout.names.indices.map {
      ColumnEvidence(
        mayBeCategory: mayBeCategory($0, fields), blanks: blanks(of: $0),
        among: layout.names.count)
    }
    let counted = CountedRows(columns, optionColumns: optionColumns)
    try reader.open(table)
    var grouping = making.columns.map { RowGrouping($0) { counted.add($0) } }
    var list = making.rows { row in
      if grouping == nil { counted.add(row) } else { try grouping?.take(row) }
    }
    while true {
      let rows = try reader.nextRows()
      try watch.read(rows.count, reader.fraction)
      if rows.isEmpty { break }
      for row in rows { try list.take(row) }
    }
    try list.end()
    try grouping?.end()
    let (evidence, options) = counted.end()
    return (evidence, options, list.strays, list.prices, list.headings)
  }

  /// What is said above the head of all prices.
  private var saidAbove: PriceNote {
    var said = PriceNote()
    guard known == nil, let head = layout.headNumber else { return said }
    for row in beginning.prefix(while: { $0.number < head }) {
      for cell in row.cells { said.read(cell.text) }
    }
    return said
  }

  /// The rows from the first one.
  func read(_ understanding: Understanding) throws -> ReadRows {
    try reader.open(table)
    return ReadRows(reader, making, by: RowReading(understanding: understanding), watch: watch)
  }

  private var making: ListRowsMaking {
    ListRowsMaking(
      layout: layout, senses: senses, isKnown: known != nil,
      columns: known.map { GroupingColumns(layout.names, known: $0) }
        ?? GroupingColumns(layout.names, senses: senses))
  }

  /// What stands for no value there.
  private func blanks(of place: Int) -> Set<String> {
    let key = HeadKey.of(layout.names[place])
    return Set(known?.columns.first { HeadKey.of($0.column) == key }?.blanks ?? [])
  }

  // MARK: Columns of which every value counts

  /// Whether a column may become one of categories.
  private func mayBeCategory(_ place: Int, _ fields: [CustomField]) -> Bool {
    let name = layout.names[place]
    let known = known?.columns.first { HeadKey.of($0.column) == HeadKey.of(name) }
    if senses[place] == .field(.category) || senses[place] == .subcategory
      || known?.meaning == KnownColumn.Meaning.field(.category)
    {
      return true
    }
    let mapped = choices.mapping.filter {
      !$0.value.isEmpty && ColumnAssignment.place(of: $0.value, in: layout.names) == place
    }.keys
    return mapped.contains(ProductField.category.name)
      || fields.contains { field in
        field.kind == .category
          && (field.isNamed(name) || mapped.contains { field.isNamed($0) })
      }
  }

  /// The columns of a known list in which rows name options.
  private var optionColumns: [(place: Int, KnownColumn.Meaning)] {
    (known?.columns ?? []).compactMap { column in
      switch column.meaning {
      case .optionName, .variants, .variantLabels:
        layout.names.firstIndex { HeadKey.of($0) == HeadKey.of(column.column) }
          .map { ($0, column.meaning) }
      default: nil
      }
    }
  }
}

/// What it takes to find the rows of a list among those of its table.
struct ListRowsMaking {
  let layout: TableLayout
  let senses: [ColumnSense?]
  let isKnown: Bool
  /// Nil if every row is a product.
  let columns: GroupingColumns?

  func rows(_ body: @escaping (ListRow) throws -> Void) -> ListRows {
    ListRows(layout, senses: senses, isKnown: isKnown, body)
  }
}
