// SPDX-License-Identifier: Apache-2.0
// Conditions on single fields of a product. No product meets a condition that does not suit its
// field, or whose field no longer exists.

import Foundation

/// A condition that the products of a list must meet.
public enum ProductFilter: Codable, Hashable, Sendable {
  /// Fields with a date and time.
  public enum DateField: String, Codable, CaseIterable, Sendable {
    case created, changed
  }

  /// The field contains this text, ignoring accents and case.
  case contains(FieldID, String)
  /// A number between two bounds, both inclusive; nil for no bound.
  case number(FieldID, from: DecimalNumber?, through: DecimalNumber?)
  /// A price in this currency's minor units, between two bounds, both inclusive; nil for no bound.
  case price(Currency, from: Int64?, through: Int64?)
  /// A time from one moment until just before another; nil for no bound.
  case date(DateField, from: Date?, before: Date?)
  case isEmpty(FieldID)
  case isPresent(FieldID)
  /// This tag, exactly.
  case tag(String)
  /// A condition on a custom field.
  case custom(UUID, FieldCondition)
  /// No variant of another product: heads, and products that have nothing to do with others.
  case notVariant
  /// The stock is at or below the minimum.
  case lowStock
  /// A GTIN with a wrong check digit. This program refuses them; others may store them.
  case badGTIN
  /// A GTIN that another product also has.
  case duplicateGTIN
  /// A SKU that another product also has.
  case duplicateSKU

  /// No picture at all.
  public static var noPicture: ProductFilter { .isEmpty(.pictures) }

  /// The fields and other parts of a product that can contain a text.
  public static let textFields =
    ProductField.all.filter {
      switch $0.kind {
      case .line, .text, .choice, .code, .link, .tags, .category: true
      case .wholeNumber, .number, .money, .date, .year, .yesNo: false
      }
    }.map(\.id) + [.notes]

  /// The fields with a number.
  public static let numberFields = ProductField.all.filter {
    switch $0.kind {
    case .wholeNumber, .number, .year: true
    case .line, .text, .money, .date, .choice, .yesNo, .code, .link, .tags, .category: false
    }
  }.map(\.id)

  /// The fields that can be empty.
  public static let optionalFields =
    ProductField.all.filter { !$0.isRequired }.map(\.id) + [.pictures, .notes]
}

extension ProductFilter {
  /// What it looks at. A live list ignores changes to everything else.
  enum Scope {
    /// The product alone, without its notes.
    case product
    case productAndNotes
    /// A change of one product can bring another one in or out.
    case otherProducts
  }

  /// No default: a new filter must say it, or lists with it would go stale.
  var scope: Scope {
    switch self {
    case .contains(let part, _), .isEmpty(let part), .isPresent(let part):
      part == .notes ? .productAndNotes : .product
    case .date, .number, .price, .tag, .custom, .notVariant, .lowStock, .badGTIN: .product
    case .duplicateGTIN, .duplicateSKU: .otherProducts
    }
  }
}

// Parts of a product that are not fields but can be filtered like them.
extension FieldID {
  public static let pictures = FieldID.builtIn("images")
  public static let notes = FieldID.builtIn("notes")
}
