// SPDX-License-Identifier: Apache-2.0
// The formats that products are written in, and what each of them has no place for. Their names are typed in a terminal
// and kept with saved exports.

import Catalog

public enum ExportFormat: String, Sendable, CaseIterable, Codable {
  case csv, tsv, xlsx, ods, jsonl, woocommerce, shopify, magento, google, bmecat

  public var name: String { rawValue }

  /// Of a file's name.
  public var ending: String {
    switch self {
    case .csv, .tsv, .xlsx, .ods, .jsonl: rawValue
    case .woocommerce, .shopify, .magento: "csv"
    case .google: "tsv"
    case .bmecat: "xml"
    }
  }

  /// Whether it has rows and the columns that somebody chose.
  public var isTable: Bool {
    switch self {
    case .csv, .tsv, .xlsx, .ods: true
    case .jsonl, .woocommerce, .shopify, .magento, .google, .bmecat: false
    }
  }

  /// The shop whose table it is.
  var shop: (any ShopTable.Type)? {
    switch self {
    case .woocommerce: WooCommerceWriting.self
    case .shopify: ShopifyWriting.self
    case .magento: MagentoWriting.self
    case .google: GoogleWriting.self
    case .csv, .tsv, .xlsx, .ods, .jsonl, .bmecat: nil
    }
  }

  /// How many products fit in, as far as there is a limit.
  public var mostProducts: Int? {
    switch self {
    case .xlsx, .ods: SheetSize.rows - 1
    default: nil
    }
  }
}

/// What of the catalogue a file lacks; `Wording` names it.
public enum ExportLoss: Sendable, Equatable {
  case notes, captions, pictures, otherPictures
  /// Pictures for the shop, which fetches them from addresses; those beside the file have none.
  case fetchedPictures
  /// Which product is which, so that reading the file goes by codes and titles.
  case identity
  /// That some products have no SKU: there they have their identifiers for it.
  case lackOfSKU
  /// Products with variants themselves: the variants stand for them.
  case heads
  /// How variants and their products belong together.
  case variants
  /// What products with variants have beside these: codes, price and stock.
  case ownOfHeads
  /// What variants have of their own besides codes, price, stock and options.
  case ownOfVariants
  /// Options of variants after the first ones.
  case options(after: Int)
  /// Fields that a shop has no column for.
  case fields([AnyField])
  /// The units of numbers in fields of the catalogue's own, what can be chosen in them, and which are costs.
  case kindsOfFields
  /// That prices and stocks are by weight, volume, length or area: there, all is sold by the piece.
  case pricesByUnit
  /// What amounts are in.
  case currency
  case dates
}

/// What went wrong with a file that is nevertheless worth having.
public enum ExportFault: Sendable, Equatable {
  case missingPicture(String)
  /// Texts that are longer than the format's cells.
  case cut(texts: Int)
  /// Names and values with signs that the shop separates them by.
  case signs(Int)
  /// Amounts in stock that the shop has only whole numbers for.
  case decimals(Int)
  /// Products that the shop does not take; the titles of the first of them.
  case withoutSKU([String], count: Int)
  /// Products without SKU, whose variants are products of their own in the shop; the titles of the first of them.
  case looseVariants([String], count: Int)
  /// Characters that the format has no place for.
  case characters(Int)
}

/// Why nothing was written.
public enum ExportError: Error, Sendable, Equatable {
  case tooManyProducts(most: Int, ExportFormat)
  case tooLarge(ExportFormat)
  /// No export has this name.
  case unknownName(String, known: [String])
  /// Pictures go beside a file, and there is none.
  case noPlaceForPictures
}
