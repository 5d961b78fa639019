// SPDX-License-Identifier: Apache-2.0
// What a table of products can have in a column: every field, and what makes the table one that gives the same
// products when it is read again.

/// A column of an exported table.
public enum TableColumn: Sendable, Hashable {
  case id
  case field(AnyField)
  /// The currency of the price, which is an amount alone.
  case currency
  /// The identifier of the product of which it is a variant, the fields it takes from there, and the custom fields in
  /// which its own variants differ.
  case variantOf, taken, options
  /// The names of the files of its pictures, one on each line.
  case pictures

  /// The columns of a table from which products are read again as they are.
  public static func all(_ custom: [CustomField], _ parts: CatalogParts) -> [TableColumn] {
    let fields = ProductField.all.flatMap { field -> [TableColumn] in
      [.field(.builtIn(field))] + (field == .price ? [.currency] : [])
    }
    return [.id] + fields + custom.map { .field(.custom($0)) }
      + (parts.contains(.variants) ? [.variantOf, .taken, .options] : [])
  }

  /// The name on the command line and in saved exports. A custom field that is called like another column is named by
  /// its identifier.
  public var name: String {
    switch self {
    case .id: ExchangeKey.id.rawValue
    case .field(.builtIn(let field)): field.name
    case .field(.custom(let field)):
      Self.builtIn.contains { $0.name == field.name } ? field.id.uuidString : field.name
    case .currency: ProductField.price.exchangeKeys[1]
    case .variantOf: ExchangeKey.variantOf.rawValue
    case .taken: ExchangeKey.taken.rawValue
    case .options: ExchangeKey.options.rawValue
    case .pictures: ExchangeKey.pictures.rawValue
    }
  }

  /// Those that every catalogue has.
  public static let builtIn: [TableColumn] =
    all([], [.variants]) + [.pictures]

  /// The column that a name means.
  public static func named(_ name: String, among custom: [CustomField]) -> TableColumn? {
    builtIn.first { $0.name == name }
      ?? custom.first { $0.id.uuidString == name }.map { .field(.custom($0)) }
      ?? custom.first { $0.isNamed(name) }.map { .field(.custom($0)) }
  }
}

/// What there is in a catalogue besides fields of products, for whoever has to say what a file lacks.
public struct CatalogParts: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  public static let notes = CatalogParts(rawValue: 1)
  public static let pictures = CatalogParts(rawValue: 2)
  public static let variants = CatalogParts(rawValue: 4)
}
