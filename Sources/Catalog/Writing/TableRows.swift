// SPDX-License-Identifier: Apache-2.0
// The products of a list as rows of cells. As in `TabbedList`, a whole list is one walk along its index, and places in
// the statement are counted from the descriptions: a column found by its name takes longer than it takes to write it.

import Foundation

struct TableRows {
  let connection: Connection
  let query: ProductQuery
  let columns: [TableColumn]
  let limit: Int
  let progress: ExchangeProgress.Report

  /// Calls `body` for each product in its order; returns how many there are. Call it within one transaction.
  func forEach(_ body: (TableCells) throws -> Void) throws -> Int {
    guard limit > 0 else { return 0 }
    let finder = try ProductFinder(query, connection)
    var reader = try CellReader(columns, connection)
    var (done, total) = (0, 0)
    func take(_ row: Row) throws -> Bool {
      if done.isMultiple(of: 500) {
        try progress(
          ExchangeProgress(products: done, fraction: Double(done) / Double(max(1, total))))
      }
      try body(try reader.cells(of: row))
      done += 1
      return done < limit
    }
    let selection = "SELECT \(reader.selection) FROM product AS p"
    if finder.conditions.areNone, finder.search.expression == nil,
      case .index(let index) = finder.order.source
    {
      total = min(limit, try finder.count())
      try connection.forEachRow(
        "\(selection) INDEXED BY \(index) ORDER BY \(finder.order.sql())", arguments: []
      ) { try $0.isNull(CellReader.deleted) ? take($0) : true }
    } else {
      let order = try finder.completeOrder()
      total = min(limit, order.count)
      try connection.forEachRow("\(selection) WHERE p.key = ?", keys: order) { try take($0) }
    }
    return done
  }
}

/// Reads the cells of a row.
private struct CellReader {
  /// What a cell is made from, at its place in the statement.
  private enum Source {
    case id
    case text(Int), integer(Int), millionths(Int), money(Int), lines(Int), tags(Int)
    case head(Int), taken(Int), options(Int)
    /// The value of a custom field, at its place among those.
    case custom(Int)
    /// A field of a kind that no built-in one has had so far.
    case other(ProductField)
  }

  static let deleted = 1
  private static let key = 2

  /// What the statement selects.
  let selection: String
  private let connection: Connection
  private let fields: [CustomField]
  private var sources: [Source] = []
  /// The kinds of the custom fields that are columns, by their row numbers.
  private var kinds: [(key: Int64, kind: FieldKind)] = []
  private var values: [TableCells.Cell] = []
  private var cells = TableCells()
  /// The decimals of the last currency: most prices are in one.
  private var last = (currency: "", decimals: 0)

  init(_ columns: [TableColumn], _ connection: Connection) throws {
    self.connection = connection
    let all = try FieldTable(connection: connection).fields()
    let stored = Dictionary(all.map { ($0.field.id, $0) }) { $1 }
    fields = all.map(\.field)
    var selected = ["p.id AS id", "p.deleted", "p.key AS key"]
    func place(_ sql: String...) -> Int {
      selected += sql
      return selected.count - sql.count
    }
    for column in columns {
      switch column {
      case .id: sources.append(.id)
      case .currency: sources.append(.text(place("p.currency")))
      case .variantOf: sources.append(.head(place("p.head")))
      case .taken: sources.append(.taken(place("p.taken")))
      case .options: sources.append(.options(place("p.options")))
      case .pictures: sources.append(.lines(place(Self.pictures)))
      case .field(.custom(let field)):
        guard let stored = stored[field.id] else { throw CatalogError.fieldMissing }
        sources.append(.custom(kinds.count))
        kinds.append((stored.key, stored.field.kind))
      case .field(.builtIn(let field)):
        let columns = field.columns.map { "p.\($0) AS \($0)" }
        switch field.kind {
        case .tags: sources.append(.tags(place(Self.tags)))
        case .line, .text, .category, .code, .link, .choice:
          sources.append(.text(place(columns[0])))
        case .wholeNumber, .year: sources.append(.integer(place(columns[0])))
        case .number: sources.append(.millionths(place(columns[0])))
        case .money: sources.append(.money(place(columns[0], columns[1])))
        case .date, .yesNo:
          selected += columns
          sources.append(.other(field))
        }
      }
    }
    selection = selected.joined(separator: ", ")
  }

  /// Each is sorted within, because an aggregate promises no order.
  private static let tags =
    "(SELECT group_concat(tag, char(10)) FROM (SELECT tag FROM product_tag WHERE product = p.key ORDER BY position))"
  private static let pictures =
    "(SELECT group_concat(name, char(10)) FROM (SELECT hash || '.' || extension AS name FROM product_image WHERE product = p.key ORDER BY position, key))"

  mutating func cells(of row: Row) throws -> TableCells {
    cells.removeAll()
    if !kinds.isEmpty { try readValues(of: row.int64(Self.key)) }
    for source in sources { cells.append(try cell(source, row)) }
    return cells
  }

  private mutating func cell(_ source: Source, _ row: Row) throws -> TableCells.Cell {
    switch source {
    case .id: return try identifier(of: row)
    case .custom(let place): return values[place]
    case .text(let place), .lines(let place):
      return cells.text { row.appendText(place, to: &$0) }
    case .integer(let place):
      return row.isNull(place) ? TableCells.empty : TableCells.number(row.int64(place))
    case .millionths(let place):
      return row.isNull(place) ? TableCells.empty : TableCells.millionths(row.int64(place))
    case .money(let place):
      return row.isNull(place) ? TableCells.empty : money(place, place + 1, of: row)
    case .tags(let place): return row.isNull(place) ? TableCells.empty : tags(place, row)
    case .head(let place):
      return cells.text { text in
        guard let head = UUID(hex: row.text(place)[...]) else { return }
        text += head.uuidString.utf8
      }
    case .taken(let place):
      let taken = Set(row.text(place).split(separator: " ").map { FieldID(String($0)) })
      let names = VariantPlace.names(of: taken, among: fields)
      return cells.text { $0 += TagsText.list(names).utf8 }
    case .options(let place):
      let names = VariantOptions(stored: row.text(place)).names(among: fields)
      return cells.text { $0 += TagsText.list(names).utf8 }
    case .other(let field):
      var product = Product.blank
      field.read(row, into: &product)
      return cells.text { $0 += field.text(of: product).utf8 }
    }
  }

  private mutating func identifier(of row: Row) throws -> TableCells.Cell {
    var text: [UInt8] = []
    try row.appendIdentifier(0, to: &text)
    return cells.text { $0 += text }
  }

  private mutating func money(_ amount: Int, _ currency: Int, of row: Row) -> TableCells.Cell {
    let code = row.text(currency)
    if code != last.currency { last = (code, Currency(stored: code).minorUnitDigits) }
    return cells.text(.money, number: row.int64(amount), decimals: last.decimals) {
      row.appendText(currency, to: &$0)
    }
  }

  /// As they are typed: with commas between them, and those that have one in quotes.
  private mutating func tags(_ place: Int, _ row: Row) -> TableCells.Cell {
    cells.text { text in
      let start = text.count
      row.appendText(place, to: &text)
      let hasLines = text[start...].contains(0x0A)
      if text[start...].contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) {
        let lines = String(decoding: text[start...], as: UTF8.self)
        text.removeSubrange(start...)
        text += TagsText.list(lines.split(separator: "\n").map(String.init)).utf8
      } else if hasLines {
        let lines = text[start...].split(separator: 0x0A)
        let joined = Array(lines.joined(separator: ", ".utf8))
        text.replaceSubrange(start..., with: joined)
      }
    }
  }

  // MARK: Custom fields

  private mutating func readValues(of product: Int64) throws {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(TableCells.empty, count: kinds.count))
    try connection.forEachRow(
      "SELECT field, text, number FROM product_value WHERE product = ?", arguments: [product]
    ) { row in
      let key = row.int64(0)
      if let place = kinds.firstIndex(where: { $0.key == key }) {
        values[place] = value(of: kinds[place].kind, row)
      }
      return true
    }
  }

  private mutating func value(of kind: FieldKind, _ row: Row) -> TableCells.Cell {
    let (text, number) = (1, 2)
    switch kind {
    case .line, .text, .choice, .code, .link, .category:
      return cells.text { row.appendText(text, to: &$0) }
    case .tags: return tags(text, row)
    case .money: return row.isNull(number) ? TableCells.empty : money(number, text, of: row)
    case .wholeNumber, .year, .number, .date, .yesNo:
      guard !row.isNull(number) else { return TableCells.empty }
      let stored = row.int64(number)
      switch kind {
      case .number: return TableCells.millionths(stored)
      case .date: return TableCells.day(stored)
      case .yesNo: return TableCells.yesNo(stored != 0)
      default: return TableCells.number(stored)
      }
    }
  }
}
