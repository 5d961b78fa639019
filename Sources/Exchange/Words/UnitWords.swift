// SPDX-License-Identifier: Apache-2.0
// The units that products are sold in, as lists write them.

import Catalog

enum UnitWords {
  enum Meaning: Equatable {
    /// One that the catalogue has, by its symbol.
    case unit(String)
    /// No unit: products are counted.
    case pieces
  }

  /// Nil for a word that is neither.
  static func meaning(of text: String) -> Meaning? {
    var words = text.lowercased().split { " /().,*".contains($0) }.map(String.init)
    words.removeAll {
      ["per", "pro", "je", "par", "por", "al", "prix", "au", "za", "za", "le", "il", "el"].contains(
        $0)
    }
    guard words.count == 1 else { return words.isEmpty ? .pieces : nil }
    if let symbol = symbols[words[0]] { return .unit(symbol) }
    return pieces.contains(words[0]) ? .pieces : nil
  }

  private static let symbols: [String: String] = {
    var symbols = Dictionary(uniqueKeysWithValues: SaleUnit.symbols.map { ($0, $0) })
    for (symbol, names) in names {
      for name in names.split(separator: " ") { symbols[String(name)] = symbol }
    }
    return symbols
  }()

  private static let names = [
    ("kg", "kilo kilos kilogram kilograms kilogramm kgs кг kilogramme kilogrammes"),
    ("g", "gr gramm gram grams grs г gramme grammes"), ("lb", "lbs pound pounds"),
    ("oz", "ounce ounces"),
    ("l", "liter litre litres liters ltr lt л litro litros"), ("ml", "мл"),
    ("m", "meter metre metres м metri metro"),
    ("cm", "см"), ("mm", "мм"), ("m²", "m2 qm sqm"), ("ft", "feet foot"),
    ("in", "inch inches zoll"),
    ("yd", "yard yards"),
  ]

  private static let pieces = Set(
    """
    stk stück stuck st stck pcs pc pce pces piece pieces each ea unit units unid ud uds un und pièce pièces pz pezzi
    stuks szt sztuk ks kus kusů styck kpl db buc adet шт штук 個 件 개 pieza piezas peça peças
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
