// SPDX-License-Identifier: Apache-2.0
// What formats of lists are called.

import Exchange
import Wording

extension ForeignFormat {
  /// The name of the format, or of the program whose list it is.
  public var title: String {
    switch self {
    case .csv: tr("Text with delimiters (CSV)")
    case .tsv: tr("Text with tabs (TSV)")
    case .xlsx: tr("Excel workbook")
    case .ods: tr("OpenDocument spreadsheet")
    case .fods: tr("OpenDocument spreadsheet, as XML")
    case .html: tr("Web page", context: "format of a list")
    case .json: tr("List of JSON")
    case .spreadsheetml: tr("Excel workbook of 2003, as XML")
    case .google: "Google Merchant"  // Not for translation.
    case .schemaorg: tr("Products of a web page")
    case .vitrine: tr("Export of Vitrine")
    case .woocommerce: "WooCommerce"  // Not for translation.
    case .shopify: "Shopify"  // Not for translation.
    case .magento: "Magento"  // Not for translation.
    case .prestashop: "PrestaShop"  // Not for translation.
    case .medusa: "Medusa"  // Not for translation.
    case .bagisto: "Bagisto"  // Not for translation.
    case .etsy: "Etsy"  // Not for translation.
    case .square: "Square"  // Not for translation.
    case .sumup: "SumUp"  // Not for translation.
    case .loyverse: "Loyverse"  // Not for translation.
    case .vend: "Vend (Lightspeed Retail X)"  // Not for translation.
    case .openfoodfacts: "Open Food Facts"  // Not for translation.
    case .homebox: "Homebox"  // Not for translation.
    case .partdb: "Part-DB"  // Not for translation.
    case .inventree: "InvenTree"  // Not for translation.
    case .goodreads: "Goodreads"  // Not for translation.
    case .librarything: "LibraryThing"  // Not for translation.
    case .tellico: "Tellico"  // Not for translation.
    case .gcstar: "GCstar"  // Not for translation.
    case .datacrow: "Data Crow"  // Not for translation.
    case .partkeepr: "PartKeepr"  // Not for translation.
    case .bmecat: "BMEcat"  // Not for translation.
    }
  }
}
