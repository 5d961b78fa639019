// SPDX-License-Identifier: Apache-2.0
// In the lists of some shops, a product has several rows: its variants and further pictures. Each variant becomes a
// row with all that the product has, and with what tells it apart in its title; pictures are put together.

import Foundation

struct RowGrouping {
  private let body: (ListRow) throws -> Void
  private let rows: KnownRows
  private var group: [ListRow] = []
  private var titles: [String: ListRow] = [:]
  private var waiting: [ListRow] = []

  private let key: Int?
  private let title: Int?
  private let sku: Int?
  private let variantOf: Int?
  private let rowKind: Int?
  private let pictures: [Int]
  private let number: Int?
  /// Values of options, each with its name.
  private let options: [(name: Int?, value: Int)]
  /// What a variant does not have from its product.
  private let own: Set<Int>

  init(_ names: [String], known: KnownTable, _ body: @escaping (ListRow) throws -> Void) {
    self.body = body
    rows = known.rows
    func places(_ isWanted: (KnownColumn.Meaning) -> Bool) -> [Int] {
      known.columns.filter { isWanted($0.meaning) }.compactMap { column in
        names.firstIndex { HeadKey.of($0) == HeadKey.of(column.column) }
      }
    }
    if case .productOverRows(let column) = known.rows {
      key = names.firstIndex { HeadKey.of($0) == HeadKey.of(column) }
    } else {
      key = nil
    }
    title = places { $0 == .field(.builtIn("title")) }.first
    sku = places { $0 == .field(.builtIn("sku")) }.first
    variantOf = places { if case .variantOf = $0 { true } else { false } }.first
    rowKind = places { $0 == .rowKind }.first
    pictures = places { $0 == .pictures }
    number = places { $0 == .pictureNumber }.first
    options = (1...10).compactMap { option in
      places { $0 == .optionValue(option) }.first.map {
        (places { $0 == .optionName(option) }.first, $0)
      }
    }
    own = Set(
      places {
        [
          .field(.builtIn("sku")), .field(.builtIn("gtin")), .field(.builtIn("price")),
          .field(.builtIn("stock")), .pictures,
        ]
        .contains($0)
      })
  }

  mutating func take(_ row: ListRow) throws {
    guard rows != .variantsApart else {
      waiting.append(row)
      if let sku, !row[sku].isBlank { titles[row[sku].text.trimmed] = row }
      // WooCommerce refers to its own numbers as “id:12”.
      if let first = row.cells.first, !first.isBlank { titles["id:\(first.text.trimmed)"] = row }
      return
    }
    if let key, let first = group.first,
      row[key].text.trimmed != first[key].text.trimmed
        || row[key].isBlank && !(title.map { row[$0].isBlank } ?? true)
    {
      try flush()
    }
    group.append(row)
  }

  mutating func end() throws {
    try flush()
    for row in waiting {
      guard let variantOf, let product = titles[row[variantOf].text.trimmed],
        product.number != row.number
      else {
        try body(row)
        continue
      }
      var row = filled(row, from: product)
      if let title, row[title].text.trimmed == product[title].text.trimmed {
        row = titled(row, product)
      }
      try body(row)
    }
    waiting = []
  }

  private mutating func flush() throws {
    guard let first = group.first else { return }
    defer { group = [] }
    let variants = group.filter { row in
      row.number == first.number || options.contains { !row[$0.value].isBlank }
        || own.contains { !pictures.contains($0) && !row[$0].isBlank }
    }
    for (place, variant) in variants.enumerated() {
      var row = place == 0 ? variant : filled(variant, from: first)
      if variants.count > 1 { row = titled(row, first) }
      if place == 0 { row = withPictures(row) }
      try body(row)
    }
  }

  private func filled(_ row: ListRow, from product: ListRow) -> ListRow {
    var row = row
    for column in product.cells.indices where row[column].isBlank && !own.contains(column) {
      while row.cells.count <= column { row.cells.append(.empty) }
      row.cells[column] = product[column]
    }
    return row
  }

  private func titled(_ row: ListRow, _ product: ListRow) -> ListRow {
    let values = options.map { row[$0.value].text.trimmed }.filter {
      !$0.isEmpty && $0 != "Default Title"
    }
    guard let title, !values.isEmpty else { return row }
    var row = row
    row.cells[title] = Cell(
      .text, product[title].text.trimmed + values.map { " · " + $0 }.joined())
    return row
  }

  /// With the pictures of all rows, in their order.
  private func withPictures(_ row: ListRow) -> ListRow {
    guard group.count > 1, let column = pictures.first else { return row }
    let all = group.filter { !$0[column].isBlank }.sorted { a, b in
      guard let number else { return a.number < b.number }
      let (first, second) = (
        Int(a[number].text.trimmed) ?? .max, Int(b[number].text.trimmed) ?? .max
      )
      return (first, a.number) < (second, b.number)
    }
    var seen: Set<String> = []
    let names = all.map { $0[column].text.trimmed }.filter { seen.insert($0).inserted }
    guard names.count > 1 else { return row }
    var row = row
    while row.cells.count <= column { row.cells.append(.empty) }
    row.cells[column] = Cell(.text, names.joined(separator: "\n"))
    return row
  }
}
