// SPDX-License-Identifier: Apache-2.0
// Why a value was refused, as facts; `Wording` makes the sentence. Values validate themselves when
// they are created, so a value that exists is valid and needs no further checks.

import Foundation

/// A value that was refused, and why.
public struct InvalidValue: Error, Equatable, Sendable {
  /// What the value was meant for.
  public struct Field: Hashable, Sendable {
    public let name: String
    /// Whether it is a custom field, named by a user.
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
    public static let packSize = Field("packSize")
    /// Of which product another one is a variant, and in what variants differ.
    public static let variant = Field("variant")
    public static let variantOptions = Field("options")
    public static let year = Field("year")
    public static let pictures = Field("pictures")
    public static let caption = Field("caption")
    public static let noteTitle = Field("noteTitle")
    public static let noteText = Field("noteText")
    /// Of a product, or of the numbers of a custom field.
    public static let unit = Field("unit")
    /// The parts of a custom field's definition.
    public static let fieldName = Field("fieldName")
    public static let choice = Field("choice")
    /// The name of a saved search.
    public static let searchName = Field("searchName")
    /// Of a source of lists.
    public static let sourceName = Field("sourceName")
    /// A value whose field is obvious from the context, or that has none.
    public static let value = Field("value")
  }

  public enum Problem: Equatable, Sendable {
    case empty
    /// A required value was not given at all.
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
    /// A value of a different kind than the field's.
    case wrongKind
    case negative
    case notPositive
    case tooLarge
    case outOfRange(least: Int, most: Int)
    /// A range of values whose first is larger than its last.
    case endsBeforeBeginning
    /// Grouped thousands, or a second decimal separator.
    case grouped
    case tooManyDecimals(limit: Int, currency: String)
    case notDigits
    /// The first of a series, without a number in it.
    case notNumbered
    /// Part of a pattern for texts that means no field and no number.
    case unknownPlaceholder(String)
    case wrongLength(allowed: [Int])
    /// The last digit does not match the others; this one would.
    case checkDigit(expected: Int)
    case wrongCheckDigit
    case notACurrency
    /// An amount whose currency is not given.
    case unknownCurrency
    /// Not an amount with a currency.
    case notAmountAndCurrency
    /// An amount of something else than the product is sold by: litres where it is kilograms, or pieces for nil.
    case otherMeasure(String?)
    /// An amount that would have to be rounded to be in this unit; nil for pieces or packs.
    case notExact(in: String?)
    /// An amount without a currency, or a currency without an amount.
    case amountWithoutCurrency
    case tooDeep(limit: Int)
    /// The value appears more than once.
    case repeated
    /// Several products have this value, so it does not tell which one is meant.
    case ambiguous(value: String)
    /// A product with this identifier is already in the catalogue.
    case productExists
    /// The product of which it is to be a variant is not in the catalogue.
    case unknownHead
    /// The product of which it is to be a variant is one itself, or it has variants itself.
    case headIsVariant
    /// The product of which it is to be a variant is the product itself.
    case variantOfItself
    /// The same custom field twice among those in which variants differ.
    case repeatedOption
    case tooManyOptions(limit: Int)
    /// A custom field in which variants cannot differ.
    case notForOptions
    case noteExists
    case noteOrPictureExists
    /// An earlier line of the same import has this product.
    case earlierLine
    case containsEqualsSign
    /// Every product has a field with this name.
    case builtInField(String)
    /// Another custom field has this name.
    case fieldNameTaken(String)
    case fieldExists
    /// The field is for products of this category and those below it only.
    case notOffered(for: CategoryPath)
    /// A field with the same name or identifier holds another kind of value.
    case fieldOfAnotherKind(String)
    /// No such field, neither in the catalogue nor in an earlier line.
    case unknownField
    case tooMany(limit: Int)
    case tooManyFields(limit: Int)
    /// More than a product may have.
    case tooManyTags(limit: Int)
    case tooManyNotes(limit: Int)
    /// Two choices differ only in case or accents.
    case alike
    /// Not a hash followed by a picture format.
    case notAPictureName
  }

  public let field: Field
  public let problem: Problem
  /// The title of the product, when many were changed at once.
  public var product: String?

  public init(_ field: Field, _ problem: Problem, product: String? = nil) {
    self.field = field
    self.problem = problem
    self.product = product
  }
}

/// A line of text as the catalogue stores it: trimmed, and in one Unicode normalization form, so
/// that two texts that look the same have the same bytes. What turns the text around it is refused; what joins
/// letters is not: Persian, Indic scripts and emoji need it.
func singleLine(
  _ text: String, for field: InvalidValue.Field, atMost limit: Int
) throws -> String {
  // Most texts are plain, and normalizing one takes longer than storing it.
  if text.utf8.count <= limit, isPlain(text) { return text }
  if isFarTooLong(text, over: limit) { throw InvalidValue(field, .tooLong(limit: limit)) }
  let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    .precomposedStringWithCanonicalMapping
  guard !line.isEmpty else { throw InvalidValue(field, .empty) }
  // The second limit is for text that piles combining marks on one letter.
  guard line.count <= limit, line.unicodeScalars.count <= 4 * limit else {
    throw InvalidValue(field, .tooLong(limit: limit))
  }
  guard line.unicodeScalars.allSatisfy({ !breaksLine($0) && !$0.properties.isBidiControl }) else {
    throw InvalidValue(field, .notOneLine)
  }
  return line
}

/// Whether `text` is so long that it need not be normalized and counted to know it: of a megabyte that takes longer than
/// a key press may. Normalizing makes one code point of at most four.
private func isFarTooLong(_ text: String, over limit: Int) -> Bool {
  let (scalars, most) = (text.unicodeScalars, 16 * limit)
  guard text.utf8.count > most, let first = scalars.firstIndex(where: { !isTrimmed($0) }),
    let last = scalars.lastIndex(where: { !isTrimmed($0) })
  else { return false }
  return scalars.index(first, offsetBy: most, limitedBy: last) != nil
}

private func isTrimmed(_ scalar: Unicode.Scalar) -> Bool {
  scalar.value < 0x21 || scalar == "\u{200B}"
    || scalar.value > 0x7E && scalar.properties.isWhitespace
}

/// Whether `text` is printable ASCII, not empty, and not surrounded by spaces.
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
