// Why a value a person gave is refused, as facts: the module `Wording` makes the sentence. Values
// check themselves when they are made, so a value that exists is valid and nothing further in has
// to ask again.

import Foundation

/// A value that was refused, and why.
public struct InvalidValue: Error, Equatable, Sendable {
  /// What was to hold the value.
  public struct Field: Hashable, Sendable {
    public let name: String
    /// Whether the person made the field and gave it this name.
    public let isCustom: Bool

    public init(_ name: String, isCustom: Bool = false) {
      self.name = name
      self.isCustom = isCustom
    }

    public static let id = Field("id")
    public static let title = Field("title")
    public static let description = Field("description")
    public static let category = Field("category")
    public static let tags = Field("tags")
    public static let sku = Field("sku")
    public static let gtin = Field("gtin")
    public static let price = Field("price")
    public static let currency = Field("currency")
    public static let stock = Field("stock")
    public static let minimumStock = Field("minimumStock")
    public static let year = Field("year")
    public static let pictures = Field("pictures")
    public static let caption = Field("caption")
    public static let noteTitle = Field("noteTitle")
    public static let noteText = Field("noteText")
    /// Of the person's own fields.
    public static let fieldName = Field("fieldName")
    public static let unit = Field("unit")
    public static let choice = Field("choice")
    /// A value whose field everybody sees, or that has none.
    public static let value = Field("value")
  }

  public enum Problem: Equatable, Sendable {
    case empty
    /// A value that must be there was not given at all.
    case missing
    case tooLong(limit: Int)
    case notOneLine
    case containsNUL
    case notANumber
    case notAWholeNumber
    case notAYear
    case notADay
    case notYesOrNo
    case notALink
    case notOneOf([String])
    /// Not a number, or one with more decimals than this.
    case notADecimal(digits: Int)
    /// A value of another kind than the field's.
    case wrongKind
    case negative
    case tooLarge
    case outOfRange(least: Int, most: Int)
    /// Thousands are grouped, or there is a second decimal separator.
    case grouped
    case tooManyDecimals(limit: Int, currency: String)
    case notDigits
    case wrongLength(allowed: [Int])
    /// The last digit does not fit the others, which ask for this one.
    case checkDigit(expected: Int)
    case wrongCheckDigit
    case notACurrency
    /// An amount was given, and in which currency it is, nobody knows.
    case unknownCurrency
    /// There must be an amount and a currency; this is not that.
    case notAmountAndCurrency
    /// One of amount and currency was given without the other.
    case amountWithoutCurrency
    case tooDeep(limit: Int)
    /// It is there more than once.
    case repeated
    /// Another product has this value: the one of this title.
    case taken(value: String, by: String)
    /// A product of this identifier is in the catalogue.
    case productExists
    case noteExists
    case noteOrPictureExists
    /// An earlier line of the same import is about this product.
    case earlierLine
    case containsEqualsSign
    /// Every product has a field of this name.
    case builtInField(String)
    /// Another of the person's own fields has this name.
    case fieldNameTaken(String)
    case fieldExists
    /// Another of this name or identifier holds other values.
    case fieldOfAnotherKind(String)
    /// There is no such field, neither in the catalogue nor in an earlier line.
    case unknownField
    case tooMany(limit: Int)
    /// Two of them are the same but for case or accents.
    case alike
    /// Pictures are named by their hash and format.
    case notAPictureName
  }

  public let field: Field
  public let problem: Problem
  /// The title of the product, where many were changed at once.
  public var product: String?

  public init(_ field: Field, _ problem: Problem, product: String? = nil) {
    self.field = field
    self.problem = problem
    self.product = product
  }
}

/// A text of one line as the catalogue keeps it: without spaces around it, and composed in one
/// way, so that two texts that look the same are the same bytes.
func singleLine(
  _ text: String, for field: InvalidValue.Field, atMost limit: Int
) throws -> String {
  // Most texts are plain, and for these the general way would take longer than storing them.
  if isPlain(text), text.utf8.count <= limit { return text }
  let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    .precomposedStringWithCanonicalMapping
  guard !line.isEmpty else { throw InvalidValue(field, .empty) }
  // The second bound is for text that piles combining marks on one letter.
  guard line.count <= limit, line.unicodeScalars.count <= 4 * limit else {
    throw InvalidValue(field, .tooLong(limit: limit))
  }
  guard line.unicodeScalars.allSatisfy({ !breaksLine($0) }) else {
    throw InvalidValue(field, .notOneLine)
  }
  return line
}

/// Whether `text` is of printable ASCII, not empty, and without spaces around it.
private func isPlain(_ text: String) -> Bool {
  guard let first = text.utf8.first, let last = text.utf8.last, first != 0x20, last != 0x20
  else { return false }
  return text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
}

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
