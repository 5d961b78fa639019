// SPDX-License-Identifier: Apache-2.0
// The columns that say which rows of a list belong together.

struct GroupingColumns {
  /// Whether variants name the row of their product; otherwise rows with the same key are one product.
  let areVariantsApart: Bool
  private(set) var key: Int?
  private(set) var title: Int?
  private(set) var sku: Int?
  /// Where a variant names its product, and what it is named by.
  private(set) var variantOf: Int?
  private(set) var name: Int?
  /// Where a product names its variants, each with its options.
  private(set) var variants: Int?
  /// What the options there are called.
  private(set) var labels: Int?
  /// Where a variant may have its options once more.
  private(set) var attributes: Int?
  private(set) var pictures: [Int] = []
  private(set) var pictureNumber: Int?
  /// Values of options, each with its name, and what stands between several of them.
  private(set) var options: [(name: Int?, value: Int, separator: String?)] = []
  /// Says that a single row is a product with one variant.
  private(set) var optionNames: Int?
  /// Columns that are options of the variants if these differ in them, and whether their names say so.
  private(set) var differing: [(place: Int, isOption: Bool)] = []
  /// What tells the rows of a product from each other that say the same in other languages.
  private(set) var language: Int?
  /// What prices are in, which a product says for its variants.
  private var currency: Int?
  /// What a variant never has from its product.
  private(set) var own: Set<Int> = []

  /// Nil if every row of the known list is a product.
  init?(_ names: [String], known: KnownTable) {
    func places(_ isWanted: (KnownColumn.Meaning) -> Bool) -> [Int] {
      known.columns.filter { isWanted($0.meaning) }.compactMap { column in
        names.firstIndex { HeadKey.of($0) == HeadKey.of(column.column) }
      }
    }
    switch known.rows {
    case .productEach, .updates: return nil
    case .variantsApart: areVariantsApart = true
    case .productOverRows(let column):
      areVariantsApart = false
      key = names.firstIndex { HeadKey.of($0) == HeadKey.of(column) }
    }
    title = places { $0 == .field(.title) }.first
    sku = places { $0 == .field(.sku) }.first
    variantOf = places { if case .variantOf = $0 { true } else { false } }.first
    name =
      known.columns.lazy.compactMap { column in
        if case .variantOf(let name) = column.meaning { name } else { nil }
      }.first.flatMap { column in names.firstIndex { HeadKey.of($0) == HeadKey.of(column) } } ?? sku
    variants = places { $0 == .variants }.first
    currency = places { $0 == .currency }.first
    language = places { $0 == .language }.first
    optionNames = places { $0 == .own(.options) }.first
    labels = places { $0 == .variantLabels }.first
    attributes = names.firstIndex {
      variants != nil && HeadKey.of($0) == HeadKey.of(Magento.attributes)
    }
    pictures = places { $0 == .pictures }
    pictureNumber = places { $0 == .pictureNumber }.first
    options = (1...10).compactMap { option in
      places { $0 == .optionValue(option) }.first.map { value in
        let column = known.columns.first { $0.meaning == .optionValue(option) }
        return (places { $0 == .optionName(option) }.first, value, column?.separator)
      }
    }
    own = Set(
      places {
        [.field(.sku), .field(.gtin), .field(.price), .field(.stock)].contains($0)
      })
    // One of several prices may be the price.
    own.formUnion(
      names.indices.filter { place in
        ColumnName(names[place]).named?.sense == .field(.price)
          && !known.columns.contains { HeadKey.of($0.column) == HeadKey.of(names[place]) }
      })
  }

  /// Of a list of which only the names of its columns are known; nil if no row names another one.
  init?(_ names: [String], senses: [ColumnSense?]) {
    guard let variantOf = senses.firstIndex(of: .variantOf),
      let sku = senses.firstIndex(of: .field(.sku))
    else { return nil }
    areVariantsApart = true
    (self.variantOf, self.sku, name) = (variantOf, sku, sku)
    title = senses.firstIndex(of: .field(.title))
    currency = senses.firstIndex(of: .currency)
    language = senses.firstIndex(of: .language)
    for (place, name) in names.enumerated() {
      switch senses[place] {
      case nil, .code?, .other?:
        differing.append((place, Self.knownOptions.contains(HeadKey.of(name))))
      default: break
      }
    }
  }

  private static let knownOptions = Set(
    HeadKey.keys(
      """
      size|colour|color|style|flavour|flavor|scent|finish|width|length|Größe|Farbe|Ausführung|Variante|Geschmack|Duft
      taille|pointure|couleur|parfum|talla|color|sabor|taglia|colore|gusto|maat|kleur|smaak|tamanho|cor|rozmiar|kolor
      velikost|barva|storlek|färg|størrelse|farve|farge|koko|väri|méret|szín|mărime|culoare|beden|renk|размер|цвет
      розмір|колір|サイズ|色|カラー|尺码|颜色|尺寸|顏色
      """))

  func withCurrency(_ row: ListRow, of product: ListRow) -> ListRow {
    guard let currency, row[currency].isBlank, !product[currency].isBlank else { return row }
    return row.with(product[currency], at: currency)
  }

  /// The options of a row.
  ///
  /// - Parameter first: has the names, where the rows behind it leave them out.
  func values(of row: ListRow, named first: ListRow) -> [RowFamily.Option] {
    options.compactMap { option in
      let value = Self.plain(row[option.value].text, separator: option.separator)
      let name = option.name.map { column in
        Self.plain(row[column].isBlank ? first[column].text : row[column].text)
      }
      guard let name, !name.isEmpty, !value.isEmpty, value != "Default Title" else { return nil }
      return (name, value)
    }
  }

  /// A value as the shop shows it. Several stay as they are: they are those of the variants.
  static func plain(_ text: String, separator: String? = nil) -> String {
    let parts = separator.map { SeparatedText.parts(of: text, by: $0) } ?? [text]
    let value = parts.count == 1 ? parts[0] : text
    return (HTMLText.isLikely(value) ? HTMLText.line(value) : value).trimmed
  }
}
