// SPDX-License-Identifier: Apache-2.0
// Writes products with their variants, for formats in which these belong together.

import Catalog

/// A file that is being written. One thread at a time uses it.
protocol FamilyWriter: AnyObject {
  func begin() throws
  /// - Parameter pictures: the ways from the file to the pictures of a product.
  func write(_ family: ProductFamily, pictures: (Product) -> [String]) throws
  func end() throws
  /// What was found out while it was written.
  var faults: [ExportFault] { get }
}

extension ProductFamily {
  /// What can be ordered: of a product with variants, these alone.
  var sold: [Product] { variants.isEmpty ? [head] : variants }
}

/// The table of a shop.
final class ShopWriter: FamilyWriter {
  private let shop: any ShopTable
  private let isGuarded: Bool
  private let table: TextTableWriter
  private var lacks = ShopLacks()
  private let width: Int

  init(
    _ shop: any ShopTable, isGuarded: Bool, to output: @escaping OutputBuffer.Output
  ) {
    (self.shop, self.isGuarded, width) = (shop, isGuarded, shop.head.count)
    var style = shop.style
    // An apostrophe stays in the texts of a shop that does not put it there itself.
    style.isGuarded = false
    table = TextTableWriter(style, output)
  }

  func begin() throws { table.write(shop.head) }

  func write(_ family: ProductFamily, pictures: (Product) -> [String]) throws {
    for row in shop.rows(of: family, pictures: pictures) {
      // Some readers refuse a table with shorter rows.
      let row = row + [String](repeating: "", count: max(0, width - row.count))
      table.write(isGuarded ? row.map { shop.guarded($0) } : row)
    }
    lacks.add(shop.lacks(of: family))
    try table.flushIfFull()
  }

  var faults: [ExportFault] { lacks.faults }

  func end() throws { try table.end() }
}
