// SPDX-License-Identifier: Apache-2.0
// Fields that a shop has no column for, among those that anybody may add to its table: with a name that tells that
// Vitrine wrote them. Shops keep them or leave them out.

import Catalog

enum OwnMeta {
  static let prefix = "vitrine"

  /// What a column means whose folded name has this behind the prefix; nil if Vitrine writes none of this name.
  static func column(_ key: Substring, named original: String) -> KnownColumn? {
    if key == taken { return KnownColumn(original, .own(.taken), separator: separator) }
    if key == options { return KnownColumn(original, .own(.options), separator: separator) }
    if key == currency { return KnownColumn(original, .currency) }
    return ProductField.all.first { $0.name.lowercased() == key }
      .map { KnownColumn(original, .field($0.id)) }
  }

  static let currency = "currency"
  /// The fields whose values a variant has from its product.
  static let taken = "taken"
  /// In what the variants of a product differ, where that can't be seen.
  static let options = "options"
  /// Between the names of fields.
  static let separator = "\n"
  /// Before the name of a custom field that others take for something of the shop's own.
  static let field = "field_"

  /// Whether a name can't stand for itself behind “Meta: ”.
  static func needsMark(_ name: String) -> Bool {
    let name = name.lowercased()
    return name.hasPrefix("_") || name.hasPrefix("\(prefix)_")
  }
}

/// What a BMEcat has no element for, in its extensions, which other programs pass over.
enum BMEcatExtension: String, CaseIterable {
  /// Which product it is.
  case id = "ID"
  case stock = "STOCK"
  case minimumStock = "MINIMUM_STOCK"
  case year = "YEAR"
  case supplier = "SUPPLIER"
  /// How variants and their products belong together. There is one element for each name.
  case variantOf = "VARIANT_OF"
  case taken = "TAKEN"
  case options = "OPTIONS"
  /// Of the whole catalogue: a custom field with its kind, as in the head of a table.
  case field = "FIELD"

  private static let prefix = "UDX.VITRINE."

  var name: String { Self.prefix + rawValue }

  init?(name: String) {
    guard name.hasPrefix(Self.prefix) else { return nil }
    self.init(rawValue: String(name.dropFirst(Self.prefix.count)))
  }

  static let fields: [(ProductField, BMEcatExtension)] = [
    (.stock, .stock), (.minimumStock, .minimumStock), (.year, .year), (.supplier, .supplier),
  ]

  var column: KnownColumn {
    switch self {
    case .id: KnownColumn(name, .own(.id))
    case .variantOf: KnownColumn(name, .own(.variantOf))
    case .taken: KnownColumn(name, .own(.taken), separator: OwnMeta.separator)
    case .options: KnownColumn(name, .own(.options), separator: OwnMeta.separator)
    case .stock: KnownColumn(name, .field(.stock))
    case .minimumStock: KnownColumn(name, .field(.minimumStock))
    case .year: KnownColumn(name, .field(.year))
    case .supplier: KnownColumn(name, .field(.supplier))
    case .field: KnownColumn(name, .leftOut)
    }
  }
}
