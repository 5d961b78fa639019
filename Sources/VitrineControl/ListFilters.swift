// The options of `vitrinectl list`, `search` and `count` that select products, for every condition
// that the catalogue supports.

import Catalog
import Foundation

extension CatalogVerb {
  static let whichProducts = """
    Which products:
      --category PATH        this category and its subcategories, such as Flowers/Roses
      --tag TAG              with this tag; repeat it to require several
      --trash                what is in the trash
      --contains FIELD=TEXT  with this text in \(names(ProductFilter.textFields.map(\.text)))
      --empty FIELD          without \(names(ProductFilter.optionalFields.map(\.text)))
      --present FIELD        with one of these fields
      --price RANGE          such as “5..10 EUR”, “5.. EUR” or “..10 EUR”
    \(ranges)
      --created RANGE        days, such as 2026-01-01..2026-01-31; likewise --changed
      --low-stock            at or below the minimum stock
      --bad-gtin             with a GTIN that has a wrong check digit
      --duplicate-gtin       with a GTIN that another product also has
      --duplicate-sku        with a SKU that another product also has
      --value NAME=VALUE     with this value in a custom field; --contains, --empty and
                             --present also accept custom fields
      --range NAME=FROM..TO  with a number, day or amount in this range in a custom field
    """

  static let filterOptions =
    [
      VerbOption("--category"), VerbOption("--tag"), VerbOption("--trash", .none),
      VerbOption("--contains", .words(ProductFilter.textFields.map { $0.text + "=" })),
      VerbOption("--empty", .words(ProductFilter.optionalFields.map(\.text))),
      VerbOption("--present", .words(ProductFilter.optionalFields.map(\.text))),
      VerbOption("--price"), VerbOption("--created"), VerbOption("--changed"),
      VerbOption("--low-stock", .none), VerbOption("--bad-gtin", .none),
      VerbOption("--duplicate-gtin", .none), VerbOption("--duplicate-sku", .none),
      VerbOption("--value"), VerbOption("--range"),
    ] + numberOptions.keys.sorted().map { VerbOption($0) }

  /// The options for ranges of whole numbers, and their fields.
  private static let numberOptions = Dictionary(
    uniqueKeysWithValues: ProductField.all.filter { ProductFilter.numberFields.contains($0.id) }
      .map { ($0.option, $0.id) })

  private static let ranges = numberOptions.keys.sorted().map {
    "  " + "\($0) RANGE".padding(toLength: 23, withPad: " ", startingAt: 0) + "such as 0..5"
  }.joined(separator: "\n")

  /// Names wrapped to the width of a terminal, aligned to the right of the options.
  static func names(_ names: [String], indent: Int = 25) -> String {
    var lines = [""]
    for (index, name) in names.enumerated() {
      let word = name + (index < names.count - 1 ? ", " : "")
      if lines[lines.count - 1].count + word.count > 64 { lines.append("") }
      lines[lines.count - 1] += word
    }
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Applies one of these options; returns false if it is not one of them.
  static func narrow(
    _ query: inout ProductQuery, _ named: inout NamedFields, by option: String,
    from arguments: inout Arguments
  ) throws -> Bool {
    switch option {
    case "--value", "--range":
      let (name, value) = try NamedFields.parts(of: arguments.value())
      named.add(option == "--value" ? .equals(value) : .range(value), of: name)
    case "--contains":
      let given = try arguments.value()
      guard given.contains("=") else { throw UsageError.needs(.fieldAndText) }
      let (name, text) = try NamedFields.parts(of: given)
      if ProductFilter.textFields.contains(FieldID(name)) {
        query.filters.append(.contains(FieldID(name), text))
      } else {
        named.add(.contains(text), of: name)
      }
    case "--empty", "--present":
      let (name, isEmpty) = (try arguments.value(), option == "--empty")
      if ProductFilter.optionalFields.contains(FieldID(name)) {
        query.filters.append(isEmpty ? .isEmpty(FieldID(name)) : .isPresent(FieldID(name)))
      } else {
        named.add(isEmpty ? .isEmpty : .isPresent, of: name)
      }
    case "--category":
      query.category = try asUsageError { try CategoryPath(arguments.value()) }
    case "--tag":
      let tag = try arguments.value()
      query.tags.append(try asUsageError { try Tag(tag).text })
    case "--trash": query.inTrash = true
    default:
      guard let filter = try filter(option, &arguments) else { return false }
      query.filters.append(filter)
    }
    return true
  }

  private static func filter(
    _ option: String, _ arguments: inout Arguments
  ) throws -> ProductFilter? {
    switch option {
    case "--price": return try price(arguments.value())
    case "--created": return try date(.created, arguments.value())
    case "--changed": return try date(.changed, arguments.value())
    case "--low-stock": return .lowStock
    case "--bad-gtin": return .badGTIN
    case "--duplicate-gtin": return .duplicateGTIN
    case "--duplicate-sku": return .duplicateSKU
    default:
      guard let field = numberOptions[option] else { return nil }
      return try number(field, arguments.value())
    }
  }

  // MARK: Ranges

  private static func number(
    _ field: FieldID, _ range: String
  ) throws -> ProductFilter {
    let range = try TypedRange(range, of: .numbers, precedes: <) { Int($0) }
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
    let range = try TypedRange(range, of: .days, precedes: <) { days.date(from: $0) }
    return .date(field, from: range.from, before: range.through.map(days.calendar.startOfNextDay))
  }
}

extension Calendar {
  /// A day may have 23 hours, or 25.
  fileprivate func startOfNextDay(_ day: Date) -> Date {
    date(byAdding: .day, value: 1, to: day) ?? day
  }
}
