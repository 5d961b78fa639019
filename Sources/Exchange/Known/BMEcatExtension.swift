// SPDX-License-Identifier: Apache-2.0
// What a BMEcat has no element for, in its extensions, which other programs pass over. Writing and reading are side by side,
// so that they stay in step.

import Catalog

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
