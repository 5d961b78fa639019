// SPDX-License-Identifier: Apache-2.0
// The units that products are sold in, as lists write them, and by the codes of the United Nations.

import Catalog

enum UnitWords {
  enum Meaning: Equatable {
    /// One that the catalogue has, by its symbol.
    case unit(String)
    /// One that it lacks, as so much of one that it has.
    case other(SaleMeasure)
    /// No unit: products are counted.
    case pieces
  }

  /// Nil for a word that is neither.
  static func meaning(of text: String) -> Meaning? {
    let words = words(of: text)
    guard words.count == 1 else { return words.isEmpty ? .pieces : nil }
    if let symbol = symbols[words[0]] { return .unit(symbol) }
    if let measure = others[words[0]] { return .other(measure) }
    return pieces.contains(words[0]) ? .pieces : nil
  }

  /// Whether a product of this unit is weighed or measured, not counted.
  static func isMeasure(_ text: String?) -> Bool {
    switch text.flatMap({ meaning(of: $0) }) {
    case .unit?, .other?: true
    case .pieces?, nil: false
    }
  }

  /// What an amount of this counts, as in “kg”, “/100 g” and “pro 100 Stück”; nil for single pieces and for what
  /// nobody knows.
  static func measure(of text: String) -> SaleMeasure? {
    switch meaning(of: text) {
    case .unit(let symbol)?: return (try? SaleUnit(symbol)).map { SaleMeasure(unit: $0) }
    case .other(let measure)?: return measure
    case .pieces?: return nil
    case nil: break
    }
    let rest = words(of: text).joined(separator: " ")
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    guard (1...4).contains(digits.count), let number = DecimalNumber(digits),
      let size = try? Quantity(packSize: number)
    else { return nil }
    switch meaning(of: String(rest.dropFirst(digits.count))) {
    case .unit(let symbol)?:
      return (try? SaleUnit(symbol)).map { SaleMeasure(unit: $0, pack: size) }
    case .pieces? where rest.count > digits.count: return SaleMeasure(unit: nil, pack: size)
    default: return nil
    }
  }

  /// Whether an amount is the price of several of a unit: “€ / 100 g”.
  static func isOfSeveral(_ text: some StringProtocol) -> Bool {
    guard let digit = text.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return false }
    let before = text[..<digit].split(separator: " ").last
    guard let before, before.hasSuffix("/") || joints.contains(before.lowercased()) else {
      return false
    }
    return measure(of: String(text[digit...])) != nil
  }

  private static func words(of text: String) -> [String] {
    text.lowercased().split { " /().,*\u{a0}\u{202f}".contains($0) }.map(String.init)
      .filter { !joints.contains($0) }
  }

  private static let joints: Set<String> = [
    "per", "pro", "je", "par", "por", "al", "prix", "au", "za", "le", "il", "el",
  ]

  private static let symbols: [String: String] = {
    var symbols = Dictionary(uniqueKeysWithValues: SaleUnit.symbols.map { ($0, $0) })
    for (symbol, names) in names {
      for name in names.split(separator: " ") { symbols[String(name)] = symbol }
    }
    return symbols
  }()

  private static let others: [String: SaleMeasure] = {
    let sizes = [
      ("pfund", "500", "g"), ("pfd", "500", "g"), ("dag", "10", "g"), ("dkg", "10", "g"),
      ("mg", "0.001", "g"), ("t", "1000", "kg"), ("tonne", "1000", "kg"), ("tonnen", "1000", "kg"),
      ("dl", "0.1", "l"), ("deziliter", "0.1", "l"), ("hl", "100", "l"), ("hektoliter", "100", "l"),
      ("tne", "1000", "kg"), ("mgm", "0.001", "g"), ("dlt", "0.1", "l"), ("hlt", "100", "l"),
      ("mtq", "1000", "l"), ("kmt", "1000", "m"),
      ("m³", "1000", "l"), ("m3", "1000", "l"), ("cbm", "1000", "l"), ("km", "1000", "m"),
    ]
    return sizes.reduce(into: [:]) { measures, size in
      guard let number = DecimalNumber(size.1), let pack = try? Quantity(packSize: number),
        let unit = try? SaleUnit(size.2)
      else { return }
      measures[size.0] = SaleMeasure(unit: unit, pack: pack)
    }
  }()

  private static let names = [
    ("kg", "kilo kilos kilogram kilograms kilogramm kgs кг kilogramme kilogrammes kgm"),
    ("g", "gr gramm gram grams grs г gramme grammes grm"), ("lb", "lbs pound pounds lbr"),
    ("oz", "ounce ounces onz"),
    ("l", "liter litre litres liters ltr lt л litro litros"),
    ("ml", "мл milliliter millilitre mlt"),
    ("cl", "zentiliter centilitre clt"),
    ("m", "meter metre metres м metri metro lfm lfdm laufmeter mtr"),
    ("cm", "см cmt"), ("mm", "мм mmt"), ("m²", "m2 qm sqm quadratmeter mtk"),
    ("cm²", "cm2 qcm cmk"),
    ("ft", "feet foot fot"), ("ft²", "ft2 sqft ftk"),
    ("in", "inch inches zoll inh"),
    ("yd", "yard yards yrd"),
  ]

  private static let pieces = Set(
    """
    c62 h87 nar nos ct stk stück stuck st stck pcs pc pce pces piece pieces each ea unit units unid ud uds un und pièce pièces pz pezzi
    fl flasche flaschen dose dosen glas gläser becher packung packungen pack packs pkg beutel karton kartons kiste kisten
    laib laibe bottle bottles can cans jar jars box boxes bag bags tin tins loaf loaves
    stuks szt sztuk ks kus kusů styck kpl db buc adet шт штук 個 件 개 pieza piezas peça peças
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
