// SPDX-License-Identifier: Apache-2.0
// What a column of a list leaves open, as sentences.

import Exchange
import Foundation

extension ColumnQuestion {
  public var sentence: String { doubts.map(\.sentence).joined(separator: " ") }
}

extension ColumnQuestion.Doubt {
  public var sentence: String {
    switch self {
    case .decimalMark(let example):
      tr(
        "“%@” can have decimals or thousands, and no other value of the column tells which.",
        example)
    case .currency(let example):
      tr("The currency of amounts such as “%@” is not said anywhere in the list.", example)
    case .dayOrder(let example):
      tr(
        "“%@” can be read with the day or the month first, and no other value of the column tells which.",
        example)
    case .serialDay(let example):
      tr("“%@” can be a day as spreadsheets count them, or a number.", example)
    case .fraction(let example): tr("“%@” can be a part of a whole or a percentage.", example)
    case .damagedCode(let example, let repaired):
      tr(
        "GTINs such as “%1$@” were damaged before they came into this file. With the check digit, “%2$@” is proven.",
        example, repaired)
    case .shortCode(let example, let whole):
      tr("“%1$@” is the short form of a UPC. The whole one is “%2$@”.", example, whole)
    case .severalCategories(let example):
      tr("“%@” can be one category or several.", example)
    case .headings(let example):
      tr("Rows with nothing but a name, such as “%@”, can be headings or products.", example)
    case .bothChanged:
      tr("Both you and the list have changed it since the last list.")
    case .missingColumn:
      tr("The last list had this column. Which column is it now?")
    case .manyGone(let count):
      tr(
        "%@ products of the last list are not in this one, or not to be told from its rows. Are they gone?",
        "\(count)")
    case .price(let columns):
      tr("The price can be in any of these columns: %@.", columns.named)
    case .kindOfPrice(let columns):
      Self.priceSentence(columns)
    case .language:
      tr("The list has a row for each language of a product. Which language is imported?")
    }
  }
}

extension ColumnQuestion.Doubt {
  /// What an answer means, for people.
  public func text(of answer: String) -> String {
    switch (self, answer) {
    case (.decimalMark, "decimal"): tr("Decimals", context: "what stands behind a mark in a number")
    case (.decimalMark, "thousands"):
      tr("Thousands", context: "what stands behind a mark in a number")
    case (.dayOrder, "day-month-year"): tr("Day, month, year")
    case (.dayOrder, "month-day-year"): tr("Month, day, year")
    case (.dayOrder, "year-month-day"): tr("Year, month, day")
    case (.serialDay, "date"): tr("A day", context: "what a number means")
    case (.serialDay, "number"): tr("A number", context: "what a number means")
    case (.fraction, "fraction"): tr("A part of a whole")
    case (.fraction, "percent"): tr("A percentage")
    case (.damagedCode, "repair"): tr("Repair them")
    case (.shortCode, "expand"): tr("Take the whole ones")
    case (.kindOfPrice, "none"): tr("None of them", context: "of some prices")
    case (.kindOfPrice, _): Self.priceText(answer).printable()
    case (.severalCategories, "one"): tr("One category")
    case (.severalCategories, "path"): tr("One category within another")
    case (.severalCategories, "several"): tr("Several categories")
    case (.headings, "category"): tr("Headings: the category of the rows below")
    case (.headings, "product"): tr("Products", context: "what rows of a list are")
    case (.language, "none"): tr("The rows without one", context: "without a language")
    case (_, "refuse"): tr("Refuse these rows")
    default: answer.printable()
    }
  }
}

extension ColumnQuestion.Doubt {
  private static func priceSentence(_ columns: [String]) -> String {
    guard columns.count == 1, let column = columns.first else {
      return tr(
        "The list has prices of several kinds. Which is what the products are sold for? %@",
        columns.map(priceText).named)
    }
    let text = priceText(column)
    // What a format says of its prices is too long for a quotation.
    return text == column
      ? tr("“%@” may be what the products are sold for, or another price.", column)
      : tr("%@. This may be what the products are sold for, or another price.", text)
  }

  /// A column with prices, and what its name says of taxes.
  static func priceText(_ column: String) -> String {
    let type = column.split(separator: "(").last.map { String($0.dropLast()) }
    switch column.hasPrefix("PRICE_AMOUNT") ? type : nil {
    case "net_list"?: return tr("%@: list price without tax", column)
    case "gros_list"?: return tr("%@: list price with tax", column)
    case "net_customer"?: return tr("%@: your price without tax", column)
    case "net_customer_exp"?: return tr("%@: your price for express delivery, without tax", column)
    case "nrp"?: return tr("%@: recommended retail price, with or without tax", column)
    case _?: return column
    case nil: return column
    }
  }
}

extension RowRefusal {
  public var sentence: String {
    switch self {
    case .value(let column, let text, let refusal):
      tr("“%2$@” in the column “%1$@”: %3$@", column, text, refusal.sentence)
    case .destroyedCode(let column, let text):
      tr(
        "“%2$@” in the column “%1$@” was a code until a spreadsheet made a number of it: its last digits are destroyed, and only the source of the file has them.",
        column, text)
    case .convertedCode(let column, let text):
      tr(
        "“%2$@” in the column “%1$@” was a code until a spreadsheet took it for a day, a time or a percentage: only the source of the file has it.",
        column, text)
    case .shortenedCode(let column, let text, let repaired):
      tr(
        "“%2$@” in the column “%1$@” has lost digits before it came into this file; it was “%3$@”.",
        column, text, repaired)
    case .failedFormula(let column, let text):
      tr("“%2$@” in the column “%1$@” is not a value.", column, text)
    case .noTitle: tr("It would be a new product, and has no title.")
    case .inTrash: tr("The product is in the trash. Take it out of there first.")
    case .earlierRow(let row): tr("Row %@ is about the same product.", numberText(row))
    case .sameOptions(let row):
      tr("Row %@ is a variant of the same product with the same options.", numberText(row))
    case .ambiguous(let field, let value):
      tr("Several products have “%1$@” as their %2$@.", value, field)
    }
  }
}

extension SourceChoice {
  /// The tag of products that a source has no more. It is the same wherever the list is imported, since it is taken off
  /// those that come back.
  public static func mark(of source: String) -> String { tr("gone: %@", source) }
}

extension ReadRow {
  /// What is to be said of it although it is imported.
  public var sentencesOfRemarks: String { remarks.map(\.sentence).joined(separator: " ") }
}

extension LeftOutRow {
  public var sentence: String {
    switch reason {
    case .total: tr("It adds up other rows.")
    case .note: tr("It is a text below the list.")
    case .heading: tr("It is the category of the rows below it.")
    case .continued: tr("It goes on with the row above, and was joined with it.")
    case .otherColumns:
      tr("It is the head of another list. Columns that the first one does not have are not read.")
    case .otherList: tr("It belongs to another list on the same sheet.")
    case .failed: tr("There is nothing in it but formulas that failed.")
    }
  }
}

extension UnknownColumn {
  var sentence: String {
    tr("“%1$@” is not a column of the list. It has: %2$@.", name, known.named)
  }
}

extension UnknownSheet {
  var sentence: String {
    known.allSatisfy(\.isEmpty)
      ? tr("“%@” is not a sheet of the file.", name)
      : tr("“%1$@” is not a sheet of the file. It has: %2$@.", name, known.named)
  }
}
