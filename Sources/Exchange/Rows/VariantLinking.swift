// SPDX-License-Identifier: Apache-2.0
// Rows of variants that name the row of their product, or are named there. Either may stand first, and others in
// between: all rows are held until the last one was read.

struct VariantLinking {
  private let places: GroupingColumns
  private var waiting: [ListRow] = []
  /// The places of rows by what variants call them.
  private var byName: [String: Int] = [:]
  private var repeated: Set<String> = []
  /// The places of rows that say in another language what an earlier one said.
  private var translations: Set<Int> = []

  init(_ places: GroupingColumns) { self.places = places }

  mutating func take(_ row: ListRow) {
    if let name = places.name, !row[name].isBlank {
      // A code of several rows names none of them.
      let code = row[name].text.trimmed
      if let earlier = byName[code], isTranslation(row, of: waiting[earlier]) {
        translations.insert(waiting.count)
      } else {
        if byName[code] != nil { repeated.insert(code) }
        byName[code] = waiting.count
      }
    }
    // WooCommerce refers to its own numbers as “id:12”.
    if let first = row.cells.first, !first.isBlank {
      byName["id:\(first.text.trimmed)"] = waiting.count
    }
    waiting.append(row)
  }

  private func isTranslation(_ row: ListRow, of earlier: ListRow) -> Bool {
    places.language.map { row[$0].text.trimmed != earlier[$0].text.trimmed } ?? false
  }

  /// The rows, each head before its variants.
  mutating func rows() -> [ListRow] {
    func named(_ name: String) -> Int? { repeated.contains(name) ? nil : byName[name] }
    var heads = [Int?](repeating: nil, count: waiting.count)
    var options = waiting.map { places.values(of: $0, named: $0) }
    for (place, row) in waiting.enumerated() where !translations.contains(place) {
      if let column = places.variantOf, let head = named(row[column].text.trimmed), head != place {
        heads[place] = head
      }
      let labels = Dictionary(
        Self.pairs(places.labels.map { row[$0].text } ?? "").map { ($0.name, $0.value) },
        uniquingKeysWith: { first, _ in first })
      for (sku, values) in Self.variants(places.variants.map { row[$0].text } ?? "") {
        guard let variant = named(sku), variant != place else { continue }
        heads[variant] = place
        options[variant] = values.map { (labels[$0.name] ?? $0.name, $0.value) }
        waiting[variant] = withoutRepeats(waiting[variant], of: values)
      }
    }
    // A variant has no variants.
    for place in heads.indices {
      if let head = heads[place], heads[head] != nil { heads[place] = nil }
    }
    let differing = DifferingColumns(waiting, heads, among: places.differing)
    for (place, head) in heads.enumerated() {
      if let head { options[place] += differing.options(of: place, below: head, in: waiting) }
    }
    var names: [Int: [String]] = [:]
    for (place, head) in heads.enumerated() {
      guard let head else { continue }
      for option in options[place]
      where !option.name.isEmpty && !(names[head] ?? []).contains(option.name) {
        names[head, default: []].append(option.name)
      }
      names[head] = names[head] ?? []
    }
    var linked: [ListRow] = []
    var isGiven = Set<Int>()
    func give(_ place: Int) {
      guard isGiven.insert(place).inserted else { return }
      if let head = heads[place] { give(head) }
      var next = row(place, of: heads[place], with: options[place], optionNames: names[place])
      if names[place] != nil { next.family.optionColumns = differing.columns(of: place) }
      linked.append(next)
    }
    for place in waiting.indices { give(place) }
    return linked
  }

  /// - Parameter optionNames: nil if nothing is a variant of it.
  private func row(
    _ place: Int, of head: Int?, with options: [RowFamily.Option], optionNames: [String]?
  ) -> ListRow {
    var row = waiting[place]
    if let optionNames {
      row.family.key = "\(place)"
      row.family.optionNames = optionNames
    }
    // All values of an option of its variants are none of its own.
    row.family.options = options.filter {
      !$0.name.isEmpty && !(optionNames ?? []).contains($0.name)
    }
    guard let head else { return row }
    row = places.withCurrency(row, of: waiting[head])
    row.family.head = "\(head)"
    if let title = places.title,
      row[title].isBlank || row[title].text.trimmed == waiting[head][title].text.trimmed
    {
      row = row.titled(title, after: waiting[head], with: options)
    }
    return row
  }

  /// A row whose attributes say no options again.
  private func withoutRepeats(_ row: ListRow, of options: [RowFamily.Option]) -> ListRow {
    guard let column = places.attributes, !row[column].isBlank else { return row }
    let rest = row[column].text.split(separator: ",").filter { part in
      !Self.pairs(String(part)).contains { pair in options.contains { $0 == pair } }
    }
    return row.with(
      rest.isEmpty ? .empty : Cell(.text, rest.joined(separator: ",")), at: column)
  }

  /// “size=S,color=red”
  static func pairs(_ text: String) -> [RowFamily.Option] {
    var pairs: [RowFamily.Option] = []
    for pair in text.split(separator: ",") {
      let sides = pair.split(separator: "=", maxSplits: 1).map { String($0).trimmed }
      guard sides.count == 2 else { continue }
      pairs.append((GroupingColumns.plain(sides[0]), GroupingColumns.plain(sides[1])))
    }
    return pairs
  }

  /// “sku=a,size=S|sku=b,size=M”
  static func variants(_ text: String) -> [(sku: String, options: [RowFamily.Option])] {
    var variants: [(sku: String, options: [RowFamily.Option])] = []
    for part in text.split(separator: "|") {
      var sku = ""
      var options: [RowFamily.Option] = []
      for pair in part.split(separator: ",") {
        let sides = pair.split(separator: "=", maxSplits: 1)
        guard sides.count == 2 else { continue }
        let (name, value) = (String(sides[0]).trimmed, String(sides[1]).trimmed)
        if name == "sku" {
          sku = value
        } else if !value.isEmpty {
          options.append((GroupingColumns.plain(name), GroupingColumns.plain(value)))
        }
      }
      if !sku.isEmpty { variants.append((sku: sku, options: options)) }
    }
    return variants
  }
}

/// The columns that are options because the variants of a product differ in them, in a list that names no options. Those
/// that are called like one are; others only as far as it takes them to tell the variants apart: a weight that
/// follows from the size is none.
private struct DifferingColumns {
  /// By the places of heads.
  private var columns: [Int: [Int]] = [:]
  private static let most = 8

  /// - Parameter heads: the place of the head of each row; nil for a row that is no variant.
  init(
    _ rows: [ListRow], _ heads: [Int?], among candidates: [(place: Int, isOption: Bool)]
  ) {
    guard !candidates.isEmpty else { return }
    var families: [Int: [ListRow]] = [:]
    for (row, head) in zip(rows, heads) { if let head { families[head, default: []].append(row) } }
    let differing = candidates.filter { candidate in
      families.values.contains { family in
        Set(family.map { Self.text($0[candidate.place]) }.filter { !$0.isEmpty }).count > 1
      }
    }
    var chosen = differing.filter(\.isOption).map(\.place)
    // What comes again is more likely an option than what no two rows have.
    let others = differing.filter { !$0.isOption }.map(\.place)
    let repeated = others.filter { Self.repeats($0, families) }
    for place in repeated + others.filter({ !repeated.contains($0) })
    where families.values.contains(where: { !Self.areTold($0, by: chosen) }) {
      chosen.append(place)
    }
    chosen = chosen.prefix(Self.most).sorted()
    for (head, family) in families {
      columns[head] = chosen.filter { place in family.contains { !$0[place].isBlank } }
    }
  }

  func columns(of head: Int) -> [Int] { columns[head] ?? [] }

  /// What tells a variant from others, for its title; the fields are those of the columns.
  func options(of place: Int, below head: Int, in rows: [ListRow]) -> [RowFamily.Option] {
    columns(of: head).map { ("", Self.text(rows[place][$0])) }.filter { !$0.1.isEmpty }
  }

  private static func repeats(_ place: Int, _ families: [Int: [ListRow]]) -> Bool {
    let texts = families.values.joined().map { text($0[place]) }.filter { !$0.isEmpty }
    return Set(texts).count < texts.count
  }

  private static func areTold(_ family: [ListRow], by places: [Int]) -> Bool {
    Set(family.map { row in places.map { text(row[$0]) } }).count == family.count
  }

  private static func text(_ cell: Cell) -> String { CellText.plain(cell).trimmed }
}
