// Conditions on single fields of a product, for every field there is. A condition that a field cannot
// have, and one on a field that is not there any more, no product meets.

import Foundation

/// One condition that products of a list must meet.
public enum ProductFilter: Codable, Hashable, Sendable {
  /// Fields with a moment.
  public enum DateField: String, Codable, CaseIterable, Sendable {
    case created, changed
  }

  /// Has this text somewhere in the field, accents and case aside.
  case contains(FieldID, String)
  /// A number from the one to the other, both included; nil for no bound.
  case number(FieldID, from: Int?, through: Int?)
  /// A price in this currency, in its smallest units, from the one to the other, both included;
  /// nil for no bound.
  case price(Currency, from: Int64?, through: Int64?)
  /// A moment from the one until just before the other; nil for no bound.
  case date(DateField, from: Date?, before: Date?)
  case isEmpty(FieldID)
  case isPresent(FieldID)
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

  /// The fields, and parts of a product, that can have a text in them.
  public static let textFields =
    ProductField.all.filter {
      switch $0.kind {
      case .line, .text, .choice, .code, .link, .tags, .category: true
      case .wholeNumber, .number, .money, .date, .year, .yesNo: false
      }
    }.map(\.id) + [.notes]

  /// Those with a whole number.
  public static let numberFields = ProductField.all.filter {
    [.wholeNumber, .year].contains($0.kind)
  }.map(\.id)

  /// Those that a product need not have.
  public static let optionalFields =
    ProductField.all.filter { !$0.isRequired }.map(\.id) + [.pictures, .notes]
}

// What belongs to a product without being a field of it, but can be asked for like one.
extension FieldID {
  public static let pictures = FieldID.builtIn("images")
  public static let notes = FieldID.builtIn("notes")
}
