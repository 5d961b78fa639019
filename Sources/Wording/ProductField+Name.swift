// SPDX-License-Identifier: Apache-2.0
// The names of a product's fields: as labels, and as the subject of a sentence.

import Catalog
import Foundation

extension ProductField {
  /// The label in a form. The letter after the underscore activates the field together with Alt.
  public var mnemonic: String {
    switch name {
    case "title": tr("_Title", context: "field of a product")
    case "description": tr("De_scription", context: "field of a product")
    case "category": tr("Cate_gory", context: "field of a product")
    case "tags": tr("T_ags", context: "field of a product")
    case "sku": tr("SK_U", context: "field of a product")
    case "gtin": tr("Barcode (GTI_N)", context: "field of a product")
    case "price": tr("_Price", context: "field of a product")
    case "unit": tr("Sold _By", context: "field of a product: a unit such as kg; empty for pieces")
    case "packSize": tr("Pack Si_ze", context: "field of a product: how much is in a pack")
    case "stock": tr("In Stoc_k")
    case "minimumStock": tr("_Minimum Stock")
    case "year": tr("_Year", context: "field of a product: when it was introduced")
    case "supplier": tr("Supp_lier", context: "field of a product")
    default: name
    }
  }

  public var label: String { mnemonic.replacingOccurrences(of: "_", with: "") }
}

extension InvalidValue.Field {
  /// The field as the subject of a sentence.
  var subject: String {
    switch self {
    case _ where isCustom: tr("“%@”", name)
    case .id: tr("The identifier")
    case .title: tr("The title")
    case .description: tr("The description")
    case .category: tr("The name of a category")
    case .tags: tr("A tag")
    case .sku: tr("The SKU")
    case .gtin: tr("The GTIN")
    case .price: tr("The price")
    case .currency: tr("The currency")
    case .packSize: tr("The pack size")
    case .stock: tr("The stock")
    case .minimumStock: tr("The minimum stock")
    case .variant: tr("The variant")
    case .variantOptions: tr("An option of variants")
    case .year: tr("The year")
    case .pictures: tr("A picture")
    case .caption: tr("A caption")
    case .noteTitle: tr("The title of a note")
    case .noteText: tr("A note")
    case .fieldName: tr("The name of a field")
    case .unit: tr("The unit")
    case .choice: tr("A choice")
    case .searchName: tr("The name of a saved search")
    case .sourceName: tr("The name of a source")
    case .value: tr("This", context: "subject of a sentence: a value that was typed")
    case .init("supplier"): tr("The supplier’s name")
    default: tr("“%@”", name)
    }
  }
}

extension FieldKind {
  /// What a kind is called, by its word.
  public static func name(of word: String) -> String {
    switch word {
    case "line": tr("Single-line text")
    case "text": tr("Multi-line text")
    case "wholeNumber": tr("Whole number")
    case "number": tr("Number with a unit")
    case "money": tr("Amount of money")
    case "date": tr("Date", context: "kind of field")
    case "year": tr("Year", context: "kind of field")
    case "choice": tr("Choice", context: "kind of field: one of some texts")
    case "yesNo": tr("Yes or no")
    case "code": tr("Code with a check digit")
    case "link": tr("Link", context: "kind of field: a web address")
    case "tags": tr("Tags", context: "field of a product")
    case "category": tr("Category", context: "field of a product")
    default: word
    }
  }
}

extension FieldKind.CheckDigit {
  /// What codes have it, for people.
  public var name: String {
    switch self {
    case .gtin: tr("GTIN: EAN, UPC")
    case .isbn: tr("ISBN", context: "number of a book")
    case .luhn: tr("Luhn: IMEI, card numbers")
    }
  }
}
