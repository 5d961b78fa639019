// SPDX-License-Identifier: Apache-2.0
// Made-up products with everything in them that a file could get wrong: texts of all scripts, what looks like a number,
// a formula or markup, fields of every kind, variants, units. From a seed, so that a failure can be seen again.

import Catalog
import Foundation

/// One thread after the other uses it.
final class RandomProducts: EntrySource, @unchecked Sendable {
  let name = "random products"
  private let items: [ImportedItem]
  private var isGiven = false

  /// - Parameter isPlain: whether texts are such as shops take them, and variants differ in their options alone.
  init(_ count: Int, seed: UInt64, isPlain: Bool = false) throws {
    var random = Random(state: seed &* 2 &+ 1)
    let fields = try Self.fields()
    var contents = fields.map { ImportedItem.Content.field($0) }
    var heads: [(id: UUID, title: String)] = []
    for number in 0..<count {
      var entry = try Self.entry(number, fields, isPlain, &random)
      // At least one has several variants.
      if let head = heads.last, random.next(4) == 0 || isPlain && (5...7).contains(number) {
        if isPlain {
          entry = try Self.variant(number, of: head.title)
        } else {
          entry.taken = random.next(2) == 0 ? ["category", "supplier"] : []
        }
        entry.head = .some(head.id)
      } else if let id = entry.id, let title = entry.change.title {
        heads.append((id, title.text))
        entry.options = ["Größe, außen", "Colour"]
      }
      contents.append(.entry(entry))
    }
    items = contents.enumerated().map {
      ImportedItem(line: $0 + 1, content: $1, fraction: nil, length: 100)
    }
  }

  func next() throws -> [ImportedItem] {
    defer { isGiven = true }
    return isGiven ? [] : items
  }

  func rewind() throws { isGiven = false }

  func picture(_ name: String) throws -> Catalog.PictureSource {
    throw CatalogError.picture(file: name, problem: .missing)
  }

  // MARK: Making

  private static func fields() throws -> [CustomField] {
    try [
      ("Größe, außen", .line), ("Colour", .choice(["red|green", "a [b]", "c\\d", "=1"])),
      ("Note [sic]", .text), ("Count", .wholeNumber), ("Weight", .number(unit: "kg")),
      ("Share", .number(unit: "%")), ("Cost", .money), ("Day", .date), ("Since", .year),
      ("Organic?", .yesNo), ("ISBN no.", .code(.isbn)), ("IMEI", .code(.luhn)), ("Web", .link),
      ("Labels", .tags), ("Shelf", .category), ("Taken", .line), ("unit", .line),
      // What the tables of shops take for something else.
      ("_hidden", .line), ("Attribute 2", .line), ("vitrine_year", .line),
      ("Width (outside)", .line),
      ("尺寸", .line), ("颜色", .line), ("Option1 name", .line),
    ].map { try CustomField(name: $0, kind: $1, isCost: $0 == "Cost") }
  }

  /// A variant that has all but its codes, its stock and its options from its head.
  private static func variant(_ number: Int, of head: String) throws -> ImportedEntry {
    var entry = ImportedEntry()
    entry.id = UUID()
    entry.values["Colour"] = .text("red|green")
    let size = ["\(number) cm", "\(number),5 cm", "\(number), <b>\"5\"</b> &amp; (c)"][number % 3]
    entry.values["Größe, außen"] = .text(size)
    entry.change.title = try ProductTitle("\(head) · \(size) · red|green")
    entry.change.sku = try SKU("V0\(number)")
    entry.change.stock = try Quantity(stock: DecimalNumber(whole: number))
    entry.taken = ["title"]
    return entry
  }

  private static func entry(
    _ number: Int, _ fields: [CustomField], _ isPlain: Bool, _ random: inout Random
  ) throws -> ImportedEntry {
    var entry = ImportedEntry()
    entry.id = UUID()
    func set(_ field: ProductField, _ text: String) throws {
      guard let value = try field.value(from: text) else { return }
      try entry.change.set(field, value)
    }
    // Not all that begins so is a formula.
    let starts = ["Cup", "-20 °C box", "=Best", "@home", "\"Old\", new", "(a) > b; c"]
    // Titles may be alike, as codes may.
    try set(.title, isPlain ? "\(starts[random.next(6)]) \(number)" : line(&random))
    if random.next(3) > 0 {
      try set(
        .description,
        isPlain
          ? ["Good, and \"cheap\".\nSee there.", "One\r\ntwo"][random.next(2)] : text(&random))
    }
    let rose = isPlain ? "Flowers/Roses" : "Flowers/Roses, red"
    try set(.category, [rose, "日本/茶", "A/B/C/D", "Einzeln", ""][random.next(5)])
    let tags = try (0..<random.next(4)).map { _ in
      try Tag(
        isPlain
          ? ["tag \(random.next(9))", "\"so\"", "a;b"][random.next(3)] : line(&random, atMost: 90))
    }
    try entry.change.set(.tags, .tags(tags.reduce(into: Tags()) { $0.add($1) }))
    if isPlain || random.next(3) > 0 {
      try set(
        .sku,
        isPlain
          ? ["00", "-A", "+"][random.next(3)] + "\(number)"
          : ["0012", "=A1", "A 7", "1E5", "'5"][random.next(5)])
    }
    if random.next(2) == 0 {
      try set(.gtin, ["4006381333931", "00012345678905", "96385074"][random.next(3)])
    }
    if random.next(4) > 0 {
      let price = ["12.50 EUR", "0.00 USD", "1.234 KWD", "1234 JPY", "92233720368547758.07 EUR"]
      try set(.price, isPlain ? "12.50 EUR" : price[random.next(5)])
    }
    if random.next(2) == 0 {
      try set(.unit, ["kg", "m²", "", "ml"][random.next(4)])
      try set(.packSize, ["0.5", "", "6", "0.000001"][random.next(4)])
      try set(.minimumStock, ["", "1", "2.25"][random.next(3)])
      try set(.year, ["", "1987", "5", "2026"][random.next(4)])
      try set(.supplier, isPlain ? "Miller & Sons" : line(&random))
    }
    try set(.stock, isPlain ? "7" : ["", "0", "12", "1.234", "1000000000"][random.next(5)])
    for field in fields where number == 0 || random.next(2) == 0 {
      entry.values[field.name] =
        isPlain ? try plainValue(of: field, &random) : try value(of: field, &random)
    }
    return entry
  }

  private static func value(of field: CustomField, _ random: inout Random) throws -> ImportedValue {
    switch field.kind {
    case .line: .text(line(&random))
    case .text: .text(text(&random))
    case .wholeNumber: .integer([0, -5, 1234, 9_007_199_254_740_993][random.next(4)])
    case .number: .text(["0.5", "-1.25", "9223372036854.775807", "1.234", "3"][random.next(5)])
    case .money: .text(["12.50 EUR", "1.234 KWD", "5 JPY"][random.next(3)])
    case .date: .text(["2026-02-01", "0001-01-01", "1900-02-28", "9999-12-31"][random.next(4)])
    case .year: .integer([7, 1999][random.next(2)])
    case .choice(let choices): .text(choices[random.next(choices.count)])
    case .yesNo: .yesNo(random.next(2) == 0)
    case .code(.isbn): .text(["080442957X", "9780306406157"][random.next(2)])
    case .code: .text("490154203237518")
    case .link: .text(["https://example.org/a?b=c&d,e", "mailto:a@b.c"][random.next(2)])
    case .tags: .list((0...random.next(3)).map { "\($0) " + line(&random, atMost: 80) })
    case .category: .text(["A/B", "Ab, cd/\"e\""][random.next(2)])
    }
  }

  private static func plainValue(
    of field: CustomField, _ random: inout Random
  ) throws -> ImportedValue {
    switch field.kind {
    case .line:
      .text(
        ["Line <b> \(random.next(9))", "a, b", "\"c\" (d)", "x > y", "a &amp; b"][random.next(5)])
    case .text: .text("First & second.\n\"Third\" line")
    case .tags:
      .list(
        [["a", "b \(random.next(9))"], ["a, b"], ["\"q\", r;s"], ["\"q\"", "r"]][random.next(4)])
    case .number: .text(["0.5", "1.234", "-1.25"][random.next(3)])
    case .category: .text("A/B")
    // A shop's variants have the codes of their products, ours have none.
    case .code: .none
    case .wholeNumber: .integer([0, -5, 1234][random.next(3)])
    default: try value(of: field, &random)
    }
  }

  private static let pieces = [
    "Käse", "日本語のお茶", "قهوة عربية", "हिन्दी", "👩‍👩‍👧", "\"so\"", "a, b", "a;b", "=1+1", "-x", "+49",
    "@home", "'=x", "'tis",
    "''-y", "007", "1.234", "1,5", "<b>bold</b>", "&amp;", "<br/>", "_x0041_", "_x005F_", "n/a",
    "-", "TRUE", "yes",
    "2026-01-02", "4.00638E+12", "=\"007\"", "e\u{301}", "a  b", "\\n", "C:\\new", "|", "]]>",
    "\u{FFFD}", "Summe:", "10 %",
    "12,50 €", "\u{A0}x", "sep=;",
  ]

  private static func line(_ random: inout Random, atMost limit: Int = 190) -> String {
    let text = (0...random.next(4)).map { _ in pieces[random.next(pieces.count)] }
      .joined(separator: random.next(2) == 0 ? " " : "")
    return String(text.prefix(limit))
  }

  private static func text(_ random: inout Random) -> String {
    let joints = ["\n", "\n\n", "\r\n", "\r", "\t", "  ", " ", "\n  "]
    let edges = ["", "", "\n", "  ", "\t", "\r"]
    var text = edges[random.next(edges.count)]
    for _ in 0...random.next(6) {
      text += line(&random) + joints[random.next(joints.count)]
    }
    return text + (random.next(2) == 0 ? "end" : "")
  }

  struct Random {
    var state: UInt64

    mutating func next(_ limit: Int) -> Int {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return Int(state % UInt64(limit))
    }
  }
}
