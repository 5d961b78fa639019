// SPDX-License-Identifier: Apache-2.0
// In the lists of some shops, a product has several rows: its variants and further pictures. Rows of variants become
// those of variants, behind that of their head, which gets what they have in common; pictures are put together.

import Foundation

/// How a row belongs to others of its list.
struct RowFamily: Sendable {
  typealias Option = (name: String, value: String)

  /// The key by which variants name the row; nil if it has none.
  var key: String?
  /// The key of the row whose variant it is.
  var head: String?
  /// What tells it apart from other variants, and what else the list says in this way.
  var options: [Option] = []
  /// In what its variants differ.
  var optionNames: [String] = []
  /// The columns in which its variants differ.
  var optionColumns: [Int] = []
  /// Whether its title only says which variant it is.
  var hasTitleOfHead = false
}

struct RowGrouping {
  private let body: (ListRow) throws -> Void
  private let places: GroupingColumns
  private var group: [ListRow] = []
  private var linking: VariantLinking

  init(_ places: GroupingColumns, _ body: @escaping (ListRow) throws -> Void) {
    (self.places, self.body) = (places, body)
    linking = VariantLinking(places)
  }

  mutating func take(_ row: ListRow) throws {
    guard !places.areVariantsApart else { return linking.take(row) }
    if let key = places.key, let first = group.first {
      // A row without a key goes on with the product above, unless it names another one.
      let isOther =
        row[key].isBlank
        ? !(places.title.map { row[$0].isBlank } ?? true)
        : row[key].text.trimmed != first[key].text.trimmed
      if isOther { try flush() }
    }
    group.append(row)
  }

  mutating func end() throws {
    try flush()
    try linking.rows().forEach(body)
  }

  private mutating func flush() throws {
    guard let first = group.first else { return }
    defer { group = [] }
    let variants = group.filter { row in
      row.number == first.number || places.options.contains { !row[$0.value].isBlank }
        || places.own.contains { !row[$0].isBlank }
    }
    let options = variants.map { places.values(of: $0, named: first) }
    let isOne = places.optionNames.map { !first[$0].isBlank } ?? false
    guard variants.count > 1 || isOne, options.contains(where: { !$0.isEmpty }) else {
      for (place, variant) in variants.enumerated() {
        var row = place == 0 ? withPictures(variant) : filled(variant, from: first)
        row.family.options = options[place]
        try body(row)
      }
      return
    }
    // What a variant has otherwise than the first is its own, too.
    let own = places.own.union(
      first.cells.indices.filter { column in
        !places.pictures.contains(column) && places.title != column
          && variants.dropFirst().contains {
            !$0[column].isBlank && $0[column].text != first[column].text
          }
      })
    let key = "\(first.number)"
    var head = withPictures(first).without(own)
    head.family.key = key
    for option in options.joined() where !head.family.optionNames.contains(option.name) {
      head.family.optionNames.append(option.name)
    }
    try body(head)
    for (variant, options) in zip(variants, options) {
      let common = Set(variant.cells.indices).subtracting(own)
      var row = places.withCurrency(variant.without(common), of: first)
      row.family.head = key
      row.family.options = options
      if let title = places.title { row = row.titled(title, after: first, with: options) }
      try body(row)
    }
  }

  private func filled(_ row: ListRow, from product: ListRow) -> ListRow {
    var row = row
    for column in product.cells.indices
    where row[column].isBlank && !places.own.contains(column)
      && !places.pictures.contains(column)
    {
      row = row.with(product[column], at: column)
    }
    return row
  }

  /// With the pictures of all rows, in their order.
  private func withPictures(_ row: ListRow) -> ListRow {
    guard group.count > 1, let column = places.pictures.first else { return row }
    let all = group.filter { !$0[column].isBlank }.sorted { a, b in
      guard let number = places.pictureNumber else { return a.number < b.number }
      let (first, second) = (
        Int(a[number].text.trimmed) ?? .max, Int(b[number].text.trimmed) ?? .max
      )
      return (first, a.number) < (second, b.number)
    }
    var seen: Set<String> = []
    let names = all.map { $0[column].text.trimmed }.filter { seen.insert($0).inserted }
    return names.count > 1
      ? row.with(Cell(.text, names.joined(separator: "\n")), at: column) : row
  }
}

extension ListRow {
  func without(_ columns: Set<Int>) -> ListRow {
    var row = self
    for column in columns where row.cells.indices.contains(column) { row.cells[column] = .empty }
    return row
  }

  /// With the title of the head and what tells the variant apart, as the catalogue gives variants their titles.
  func titled(_ column: Int, after head: ListRow, with options: [RowFamily.Option]) -> ListRow {
    // Titles of shops are HTML.
    let title =
      head[column].text.trimmed + options.map { " · " + HTMLText.shown($0.value) }.joined()
    var row = with(Cell(.text, title), at: column)
    row.family.hasTitleOfHead = true
    return row
  }
}
