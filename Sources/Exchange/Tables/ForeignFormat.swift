// SPDX-License-Identifier: Apache-2.0
// The formats that are told apart. Their names are stored with sources and typed in a terminal.

/// What a file is: how it is stored, or which program's list it has in it.
public enum ForeignFormat: String, Sendable, CaseIterable {
  // How tables are stored, whatever is in them.
  case csv, tsv, xlsx, ods, fods, html, json
  /// Excel's XML of 2003.
  case spreadsheetml

  // Lists of known programs; most come as CSV or in a spreadsheet.
  case woocommerce, shopify, magento, prestashop, medusa, bagisto, etsy, openfoodfacts
  case square, loyverse, vend, sumup
  case google, homebox, partdb, inventree, goodreads, librarything
  case tellico, gcstar, datacrow, partkeepr, bmecat, schemaorg
  /// Our own export, a product in a line.
  case vitrine

  public var name: String { rawValue }
}
