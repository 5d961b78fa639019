// SPDX-License-Identifier: Apache-2.0
// Why a value was refused, as a sentence.

import Catalog
import Foundation

extension InvalidValue {
  public var sentence: String {
    guard let product else { return reason }
    return tr("“%1$@”: %2$@", product, reason)
  }

  private var reason: String {
    switch problem {
    case .empty: tr("%@ must not be empty.", field.subject)
    case .missing: tr("“title” is missing, and a new product must have one.")
    case .tooLong(let limit):
      tr("%1$@ must not be longer than %2$@ characters.", field.subject, numberText(limit))
    case .notOneLine: tr("%@ must be one line without control characters.", field.subject)
    case .containsNUL: tr("%@ must not contain the character NUL.", field.subject)
    case .notANumber: tr("%@ must be a number, such as 12.50.", field.subject)
    case .notAWholeNumber: tr("%@ must be a whole number.", field.subject)
    case .notAYear: tr("%@ must be a whole number from 1 to 9999, such as 2015.", field.subject)
    case .notADay: tr("%@ must be a day, such as 2026-11-21.", field.subject)
    case .notYesOrNo: tr("%@ must be yes or no.", field.subject)
    case .notALink: tr("%@ must be a link, such as https://example.org.", field.subject)
    case .notOneOf(let choices):
      tr("%1$@ must be one of: %2$@.", field.subject, choices.named)
    case .notADecimal(let digits):
      tr("%1$@ must be a number with at most %2$@ decimals.", field.subject, numberText(digits))
    case .wrongKind: tr("The value is of a different kind than the field.")
    case .negative: tr("%@ must not be negative.", field.subject)
    case .notPositive: tr("%@ must be more than 0.", field.subject)
    case .tooLarge: tr("%@ is too large.", field.subject)
    case .outOfRange(let least, let most):
      tr("%1$@ must be from %2$@ to %3$@.", field.subject, numberText(least), numberText(most))
    case .endsBeforeBeginning:
      tr("The range ends before it begins: the smaller or earlier value comes first.")
    case .grouped:
      tr("%@ must have one decimal separator and no grouping, such as 1234.50.", field.subject)
    case .tooManyDecimals(0, let currency):
      tr("%1$@ in %2$@ has no decimals.", field.subject, currency)
    case .tooManyDecimals(let limit, let currency):
      tr(
        "%1$@ in %2$@ has at most %3$@ digits after the decimal separator.", field.subject,
        currency,
        numberText(limit)
      )
    case .notNumbered:
      tr("%@ must contain a number to count up from, such as A-001.", field.subject)
    case .unknownPlaceholder(let part):
      tr(
        "“%@” in the pattern means no field. In braces stand names of fields, or {number} or {001}.",
        part.printable())
    case .notDigits: tr("%@ must contain only digits.", field.subject)
    case .wrongLength(let allowed):
      tr("%1$@ must have %2$@ digits.", field.subject, alternatives(allowed))
    case .checkDigit(let expected):
      tr(
        "%1$@ is mistyped: its last digit should be %2$@.", field.subject, "\(expected)"
      )
    case .wrongCheckDigit: tr("The code is mistyped: its check digit is wrong.")
    case .notACurrency:
      tr("%@ must be an ISO 4217 code of three letters, such as EUR.", field.subject)
    case .unknownCurrency: tr("The currency of the price is not known.")
    case .notAmountAndCurrency: tr("A price is an amount and a currency, such as “12.50 EUR”.")
    case .amountWithoutCurrency: tr("A price needs a currency, and a currency needs a price.")
    case .otherMeasure(let unit?):
      tr("%1$@ must be in %2$@, or in a unit that can be converted to it.", field.subject, unit)
    case .otherMeasure(nil):
      tr("%@ must be without a unit: the product is sold by the piece.", field.subject)
    case .notExact(let unit?): tr("%1$@ has no exact value in %2$@.", field.subject, unit)
    case .notExact(nil): tr("%@ has no exact value in what the product is sold by.", field.subject)
    case .tooDeep(let limit):
      tr("A category must not be more than %@ levels deep.", numberText(limit))
    case .repeated: tr("The same tag appears twice.")
    case .ambiguous(let value):
      tr("Several products have %1$@ %2$@: “id” must say which one is meant.", field.subject, value)
    case .productExists: tr("A product with this identifier is already in the catalogue.")
    case .unknownHead: tr("The product of which this is to be a variant is not in the catalogue.")
    case .notForOptions:
      tr(
        "Variants can differ in a text of one line, a choice or a number, not in a field of this kind."
      )
    case .headIsVariant: tr("A variant cannot have variants itself.")
    case .variantOfItself: tr("A product cannot be a variant of itself.")
    case .repeatedOption: tr("The same option is given twice.")
    case .tooManyOptions(let limit):
      tr("Variants can differ in at most %@ options.", numberText(limit))
    case .noteExists: tr("A note with this identifier is already in the catalogue.")
    case .noteOrPictureExists:
      tr("The identifier of a note or picture is already in the catalogue.")
    case .earlierLine: tr("An earlier line is about the same product.")
    case .containsEqualsSign: tr("%@ must not contain “=”.", field.subject)
    case .builtInField(let name): tr("“%@” is the name of a field that every product has.", name)
    case .fieldNameTaken(let name): tr("There is already a field named “%@”.", name)
    case .fieldOfAnotherKind(let name):
      tr("The catalogue’s field “%@” is of a different kind.", name)
    case .unknownField:
      tr(
        "There is no field %@, neither in the catalogue nor in an earlier line.",
        field.subject)
    case .notOffered(let category):
      tr("%1$@ can only be set for products in “%2$@”.", field.subject, category.text)
    case .fieldExists: tr("A field with this identifier is already in the catalogue.")
    case .tooManyFields(let limit):
      tr("There can be at most %@ custom fields.", numberText(limit))
    case .tooManyTags(let limit): tr("A product can have at most %@ tags.", numberText(limit))
    case .tooManyNotes(let limit): tr("A product can have at most %@ notes.", numberText(limit))
    case .tooMany(let limit): tr("There can be at most %@ choices.", numberText(limit))
    case .alike: tr("Two choices differ only in case or accents.")
    case .notAPictureName: tr("The file name of a picture is not valid.")
    }
  }

  private func alternatives(_ numbers: [Int]) -> String {
    let texts = numbers.map(numberText)
    guard let last = texts.last, texts.count > 1 else { return texts.joined() }
    return tr("%1$@ or %2$@", texts.dropLast().joined(separator: ", "), last)
  }
}
