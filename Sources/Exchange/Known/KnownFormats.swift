// SPDX-License-Identifier: Apache-2.0
// Tells a known program's list by the names of its columns, and says what they mean. Names differ in
// case even within one file, and some programs translate them.

import Catalog

/// A program whose lists have a head that tells it.
protocol KnownFormat: Sendable {
  static var format: ForeignFormat { get }
  static var rows: KnownRows { get }
  static var decimalSign: Character? { get }

  /// Whether these are the columns of the program, their names folded.
  static func isHead(_ names: Set<String>) -> Bool

  /// The meaning of a column by its folded name; nil if the program doesn't say.
  static func column(_ name: String, named original: String) -> KnownColumn?

  /// The meanings of columns beside each other.
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn]
}

extension KnownFormat {
  static var rows: KnownRows { .productEach }
  static var decimalSign: Character? { nil }
  static func refined(_ columns: [KnownColumn]) -> [KnownColumn] { columns }
}

enum KnownFormats {
  private static let all: [any KnownFormat.Type] = [
    OwnHead.self, WooCommerce.self, Shopify.self, Homebox.self, OpenFoodFacts.self, Magento.self,
    Medusa.self,
    Goodreads.self, LibraryThing.self, Etsy.self, PartDB.self, InvenTree.self, GoogleMerchant.self,
    PrestaShop.self, Bagisto.self, GCstarTable.self, Square.self, Loyverse.self, Vend.self,
    SumUp.self,
  ]
  /// A title may stand above the head.
  private static let rowsToLookAt = 10

  /// What is known of a table that begins with these rows.
  ///
  /// - Parameter format: chosen by a person, and then not found out; a format that is not a program's
  ///   has nothing that is known.
  static func table(beginning rows: [TableRow], as format: ForeignFormat?) -> KnownTable? {
    let rows = rows.filter { !$0.isBlank }
    for (index, row) in rows.prefix(rowsToLookAt).enumerated() where row.cells.count > 1 {
      let originals = row.cells.map(\.text)
      let names = Set(originals.map(fold))
      let known = all.first { format == nil ? $0.isHead(names) : $0.format == format }
      guard let known else { continue }
      var table = KnownTable(
        format: known.format,
        columns: known.refined(originals.compactMap { known.column(fold($0), named: $0) }),
        rows: known.rows, headRow: index, decimalSign: known.decimalSign
      ).withNamesOfHead
      table.isOwn = known == OwnHead.self
      return table
    }
    return nil
  }

  static func fold(_ name: String) -> String {
    name.lowercased().replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension KnownTable {
  /// The columns that others refer to, as this head names them.
  fileprivate var withNamesOfHead: KnownTable {
    var table = self
    let key = columns.first { $0.meaning == .productKey }?.column
    let sku = columns.first { $0.meaning == .field(.sku) }?.column
    if case .productOverRows = rows, let key { table.rows = .productOverRows(key: key) }
    for index in table.columns.indices {
      if case .variantOf(let column) = table.columns[index].meaning,
        !columns.contains(where: { KnownFormats.fold($0.column) == KnownFormats.fold(column) }),
        let name = sku ?? key
      {
        table.columns[index].meaning = .variantOf(column: name)
      }
    }
    return table
  }
}

extension KnownColumn {
  /// A column as a custom field of its own name.
  static func custom(_ name: String, kind: FieldKind? = nil, separator: String? = nil)
    -> KnownColumn
  {
    KnownColumn(name, .custom(title: name, kind: kind), separator: separator)
  }
}

extension Set<String> {
  func hasAll(_ names: String...) -> Bool { names.allSatisfy(contains) }
  func count(of names: [String]) -> Int { names.reduce(0) { $0 + (contains($1) ? 1 : 0) } }
}
