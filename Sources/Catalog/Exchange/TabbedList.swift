// SPDX-License-Identifier: Apache-2.0
// A list as lines of text: the identifier and some fields of each product, with tabs between them. A
// whole list is one walk along its index, as SQLite's own shell would do it, so that the first lines
// come at once and the last hardly later than from there.

import Foundation

struct TabbedList {
  typealias Output = (ArraySlice<UInt8>) throws -> Void

  let connection: Connection
  let query: ProductQuery
  let columns: [ProductField]
  let limit: Int

  /// How many products are printed before the order of all is known.
  private static let firstPage = 100

  /// Call it within one transaction, in which nothing changes.
  func write(to output: @escaping Output) throws {
    guard limit > 0 else { return }
    let finder = try ProductFinder(query, connection)
    var lines = Lines(columns: columns, limit: limit, output: output)
    if finder.conditions.areNone, finder.search.expression == nil,
      case .index(let index) = finder.order.source
    {
      try connection.forEachRow(
        "SELECT \(selection) FROM product AS p INDEXED BY \(index) ORDER BY \(finder.order.sql())",
        arguments: []
      ) { try $0.isNull("deleted") ? lines.append($0) : true }
    } else {
      let page = try finder.firstPage(min(limit, Self.firstPage))
      let isEnough = page.isComplete || limit <= Self.firstPage
      // The best matches of all may be others than those of the first page.
      let first = isEnough || !finder.isRanked ? page.keys : []
      try write(first, &lines)
      if !isEnough {
        try lines.flush()
        let known = KeySet(first)
        try write(finder.completeOrder().lazy.filter { !known.contains($0) }, &lines)
      }
    }
    try lines.flush()
  }

  private func write(_ keys: some Sequence<Int64>, _ lines: inout Lines) throws {
    guard lines.isWanted else { return }
    try connection.forEachRow(
      "SELECT \(selection) FROM product AS p WHERE p.key = ?", keys: keys
    ) { try lines.append($0) }
  }

  private var selection: String {
    (["id", "deleted"] + columns.flatMap(\.columns)).map { "p.\($0) AS \($0)" }
      .joined(separator: ", ")
  }
}

/// The lines that are not passed on yet.
private struct Lines {
  /// How a field is printed. Copying a field's description for each value would take longer than
  /// printing it.
  private enum Form {
    case text, integer, money
    /// That of the field at this index.
    case other(Int)
  }

  private let fields: [ProductField]
  private let columns: [(form: Form, place: Int)]
  private let output: TabbedList.Output
  private var left: Int
  private var bytes: [UInt8] = []
  private var isFirst = true
  /// The decimals of the currencies met so far.
  private var decimals: [String: Int] = [:]
  /// Those of the last price: most prices are in one currency.
  private var last = (currency: "", decimals: 0)

  init(columns: [ProductField], limit: Int, output: @escaping TabbedList.Output) {
    // They come after the identifier and the date of deletion.
    var place = 2
    fields = columns
    self.columns = columns.enumerated().map { index, field in
      defer { place += field.columns.count }
      let form: Form =
        switch field.kind {
        case .line, .text, .category, .code, .link, .choice: .text
        case .wholeNumber, .year: .integer
        case .money: .money
        case .number, .date, .yesNo, .tags: .other(index)
        }
      return (form, place)
    }
    left = limit
    self.output = output
    bytes.reserveCapacity(1 << 17)
  }

  var isWanted: Bool { left > 0 }

  /// Appends the line of a row; returns whether another one is wanted.
  mutating func append(_ row: Row) throws -> Bool {
    try row.appendIdentifier(0, to: &bytes)
    for (form, place) in columns {
      bytes.append(UInt8(ascii: "\t"))
      append(form, place, of: row)
    }
    bytes.append(UInt8(ascii: "\n"))
    left -= 1
    // The first line goes out at once: it may be all that is read.
    if isFirst || bytes.count >= 1 << 16 { try flush() }
    isFirst = false
    return left > 0
  }

  mutating func flush() throws {
    if !bytes.isEmpty { try output(bytes[...]) }
    bytes.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ form: Form, _ place: Int, of row: Row) {
    if row.isNull(place) { return }
    switch form {
    case .text: row.append(place, to: &bytes)
    case .integer: bytes.append(row.int64(place))
    case .money:
      let currency = row.text(place + 1)
      if currency != last.currency {
        let digits = decimals[currency] ?? Currency(stored: currency).minorUnitDigits
        decimals[currency] = digits
        last = (currency, digits)
      }
      bytes.append(row.int64(place), decimals: last.decimals)
      bytes.append(UInt8(ascii: " "))
      row.append(place + 1, to: &bytes)
    case .other(let index):
      var product = Product.blank
      fields[index].read(row, into: &product)
      bytes.append(printable: fields[index].text(of: product))
    }
  }
}
