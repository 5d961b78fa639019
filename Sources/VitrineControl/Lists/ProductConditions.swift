// SPDX-License-Identifier: Apache-2.0
// The conditions that products are found by: an option for each that the catalogue supports. Fields
// that users have added are looked up once the catalogue is open.

import Catalog
import Foundation
import Wording

struct ProductConditions: Sendable {
  private(set) var query: ProductQuery
  private var named = NamedFields()
  /// Whether any condition was given.
  private(set) var areGiven = false

  init(inTrash: Bool = false) { query = ProductQuery(inTrash: inTrash) }

  /// The query, for this catalogue's fields.
  func query(in store: CatalogStore) async throws -> ProductQuery {
    try await named.applied(to: query, in: store)
  }

  /// Searches for words, too.
  mutating func search(_ words: [String]) { query.searchText = words.joined(separator: " ") }

  mutating func sort(by order: [ProductOrder]) { query.order = order }

  /// A sort key by the name of a field.
  mutating func sort(named name: String) -> ProductSort {
    ProductSort.allCases.first { $0.rawValue == name } ?? named.sort(by: name)
  }

  // MARK: Options

  static let options = OptionGroup<ProductConditions>(
    tr("Which products"),
    options: ([
      VerbOption(
        "--category", .text("PATH"),
        about: tr("in this category, such as Flowers/Roses, or one below it")
      ) {
        $0.query.category = try CategoryPath($1)
      },
      VerbOption(
        "--tag", .text("TAG"), about: tr("with this tag; repeat it to require several tags")
      ) {
        $0.query.tags.append(try Tag($1).text)
      },
      VerbOption("--trash", about: tr("in the trash")) { $0.query.inTrash = true },
      VerbOption(
        "--contains", .named("FIELD=TEXT", offering: textFields),
        about: tr(
          "with this text in a field: %@ or a custom field", textFields.joined(separator: ", "))
      ) {
        if textFields.contains($1.name) {
          $0.query.filters.append(.contains(FieldID($1.name), $1.text))
        } else {
          $0.named.add(.contains($1.text), of: $1.name)
        }
      },
      VerbOption(
        "--empty", .text("FIELD", offering: optionalFields),
        about:
          tr(
            "without a value in a field: %@ or a custom field",
            optionalFields.joined(separator: ", "))
      ) {
        if optionalFields.contains($1) {
          $0.query.filters.append(.isEmpty(FieldID($1)))
        } else {
          $0.named.add(.isEmpty, of: $1)
        }
      },
      VerbOption(
        "--present", .text("FIELD", offering: optionalFields),
        about: tr("with a value in a field, one of those of --empty")
      ) {
        if optionalFields.contains($1) {
          $0.query.filters.append(.isPresent(FieldID($1)))
        } else {
          $0.named.add(.isPresent, of: $1)
        }
      },
      VerbOption(
        "--price", .text("RANGE"),
        about: tr("with a price in this range, such as “5..10 EUR”, “5.. EUR” or “..10 EUR”")
      ) { $0.query.filters.append(try price($1)) },
    ] + numbers + [
      VerbOption(
        "--created", .text("RANGE"),
        about: tr("created on these days, such as 2026-01-01..2026-01-31")
      ) { $0.query.filters.append(try date(.created, $1)) },
      VerbOption("--changed", .text("RANGE"), about: tr("last changed on these days")) {
        $0.query.filters.append(try date(.changed, $1))
      },
      VerbOption("--no-variants", about: tr("without the variants of other products")) {
        $0.query.filters.append(.notVariant)
      },
      VerbOption("--low-stock", about: tr("with a stock at or below the minimum stock")) {
        $0.query.filters.append(.lowStock)
      },
      VerbOption("--bad-gtin", about: tr("with a GTIN whose check digit is wrong")) {
        $0.query.filters.append(.badGTIN)
      },
      VerbOption("--duplicate-gtin", about: tr("with a GTIN that another product also has")) {
        $0.query.filters.append(.duplicateGTIN)
      },
      VerbOption("--duplicate-sku", about: tr("with a SKU that another product also has")) {
        $0.query.filters.append(.duplicateSKU)
      },
      VerbOption("--value", .named("NAME=VALUE"), about: tr("with this value in a custom field")) {
        $0.named.add(.equals($1.text), of: $1.name)
      },
      VerbOption(
        "--range", .named("NAME=FROM..TO"),
        about: tr("with a number, day or amount in this range in a custom field")
      ) { $0.named.add(.range($1.text), of: $1.name) },
    ]).map { option in option.also { $0.areGiven = true } })

  private static let textFields = ProductFilter.textFields.map(\.text)
  private static let optionalFields = ProductFilter.optionalFields.map(\.text)

  /// The options for ranges of numbers.
  private static let numbers = ProductField.all
    .filter { ProductFilter.numberFields.contains($0.id) }
    .sorted { $0.option < $1.option }
    .map { field in
      let example = field.kind == .year ? "2010..2015" : "0..5"
      let about = tr("with a %1$@ in this range, such as %2$@", field.nameInSentence, example)
      return VerbOption<ProductConditions>(field.option, .text("RANGE"), about: about) {
        $0.query.filters.append(try number(field.id, $1))
      }
    }

  // MARK: Ranges

  private static func number(_ field: FieldID, _ range: String) throws -> ProductFilter {
    let range = try TypedRange(range, of: .numbers, precedes: <) { DecimalNumber($0) }
    return .number(field, from: range.from, through: range.through)
  }

  private static func price(_ text: String) throws -> ProductFilter {
    let words = text.split(separator: " ")
    guard words.count == 2, words[0].contains("..") else {
      throw UsageError.notARange(text, of: .prices)
    }
    return try asUsageError {
      let currency = try Currency(String(words[1]))
      let range = try TypedRange(String(words[0]), of: .prices, precedes: <) {
        try Price($0, currency: currency).minorUnits
      }
      return .price(currency, from: range.from, through: range.through)
    }
  }

  /// Whole days in the local calendar, including the last one.
  private static func date(
    _ field: ProductFilter.DateField, _ range: String
  ) throws -> ProductFilter {
    let days = DateFormatter()
    days.locale = Locale(identifier: "en_US_POSIX")
    days.calendar = Calendar(identifier: .gregorian)
    days.dateFormat = "yyyy-MM-dd"
    days.isLenient = false
    let range = try TypedRange(range, of: .days, precedes: <) {
      // The formatter would also read a year of more digits.
      CalendarDay($0).flatMap { days.date(from: $0.text) }
    }
    return .date(field, from: range.from, before: range.through.map(days.calendar.startOfNextDay))
  }
}

extension Calendar {
  /// A day may have 23 hours, or 25.
  fileprivate func startOfNextDay(_ day: Date) -> Date {
    date(byAdding: .day, value: 1, to: day) ?? day
  }
}

extension ProductField {
  /// The option that is about the field, such as `--minimum-stock`.
  var option: String { "--" + words(joinedBy: "-") }

  /// What it is called within a sentence, such as “set the minimum stock”.
  var nameInSentence: String {
    switch name {
    case "title": tr("title", context: "field of a product, within a sentence")
    case "description": tr("description", context: "field of a product, within a sentence")
    case "category": tr("category", context: "field of a product, within a sentence")
    case "tags": tr("tags", context: "field of a product, within a sentence")
    case "sku", "gtin": name.uppercased()
    case "price": tr("price", context: "field of a product, within a sentence")
    case "unit": tr("unit of sale", context: "field of a product, within a sentence")
    case "packSize": tr("pack size", context: "field of a product, within a sentence")
    case "stock": tr("stock", context: "field of a product, within a sentence")
    case "minimumStock": tr("minimum stock")
    case "year": tr("year", context: "field of a product, within a sentence")
    case "supplier": tr("supplier", context: "field of a product, within a sentence")
    default: words(joinedBy: " ")
    }
  }
}
