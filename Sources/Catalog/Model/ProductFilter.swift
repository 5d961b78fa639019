// Conditions on single fields of a product, for every field there is.

import Foundation

/// One condition that products of a list must meet.
public enum ProductFilter: Codable, Hashable, Sendable {
  /// Fields with text.
  public enum TextField: String, Codable, CaseIterable, Sendable {
    case title, description, category, tags, sku, gtin, notes
  }

  /// Fields with a whole number.
  public enum NumberField: String, Codable, CaseIterable, Sendable {
    case stock, minimumStock, year
  }

  /// Fields with a moment.
  public enum DateField: String, Codable, CaseIterable, Sendable {
    case created, changed
  }

  /// Fields that a product need not have.
  public enum OptionalField: String, Codable, CaseIterable, Sendable {
    case description, category, tags, sku, gtin, price, stock, minimumStock, year, notes
    case pictures = "images"
  }

  /// Has this text somewhere in the field, accents and case aside.
  case contains(TextField, String)
  /// A number from the one to the other, both included; nil for no bound.
  case number(NumberField, from: Int?, through: Int?)
  /// A price in this currency, in its smallest units, from the one to the other, both included;
  /// nil for no bound.
  case price(Currency, from: Int64?, through: Int64?)
  /// A moment from the one until just before the other; nil for no bound.
  case date(DateField, from: Date?, before: Date?)
  case isEmpty(OptionalField)
  case isPresent(OptionalField)
  /// A condition on one of the person's own fields.
  case custom(UUID, FieldCondition)
  /// There is no more in stock than the minimum.
  case lowStock
  /// A GTIN whose check digit is wrong. Ours cannot be made so, other programs' can.
  case badGTIN
  /// A GTIN that another product has, too.
  case duplicateGTIN

  /// No picture at all.
  public static var noPicture: ProductFilter { .isEmpty(.pictures) }
}
