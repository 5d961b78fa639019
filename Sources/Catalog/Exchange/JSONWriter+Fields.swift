// SPDX-License-Identifier: Apache-2.0
// Built-in fields as members of a line: how each kind of value is written as JSON. Reading and
// writing are side by side; an empty value is left out, and null means no value.

extension JSONWriter {
  mutating func member(_ field: ProductField, _ value: FieldValue) {
    let key = field.exchangeKeys[0]
    switch value {
    case .integer(let number): member(key, number)
    case .tags(let tags): member(key, tags) { $0.string($1.text) }
    case .money(let price):
      member(key, price.decimalText)
      if field.exchangeKeys.count > 1 { member(field.exchangeKeys[1], price.currency.code) }
    case .number(let number): member(key, number)
    case .text, .day, .yesNo, .category: member(key, field.kind.text(of: value))
    }
  }
}

extension JSONReader {
  /// The value of a field of any kind but money.
  mutating func value(of field: ProductField) throws -> FieldValue? {
    switch field.kind {
    case .wholeNumber, .year: return try null() ? nil : .integer(integer())
    case .tags: return try null() ? nil : .tags(Tags(array { try Tag($0.string()) }))
    // Validated by their own types when the field is set.
    case .line, .text, .code: return try textOrNull().map { .text($0) }
    case .number where !isAtText: return try null() ? nil : .number(decimal())
    case .number, .money, .date, .choice, .yesNo, .link, .category:
      return try textOrNull().flatMap {
        try field.kind.value(from: $0, for: InvalidValue.Field(field.name))
      }
    }
  }

  /// A text; nil when it is empty or null.
  mutating func textOrNull() throws -> String? {
    if null() { return nil }
    let text = try string()
    return text.isEmpty ? nil : text
  }
}

/// Amounts and currencies are separate members, in either order.
struct MoneyMembers {
  private var texts: [ProductField: [Int: String?]] = [:]

  /// `part`: 0 for the amount, 1 for the currency.
  mutating func add(_ text: String?, to field: ProductField, part: Int) {
    texts[field, default: [:]][part] = .some(text)
  }

  func prices() throws -> [(ProductField, Price?)] {
    try texts.map { field, parts in
      switch (parts[0] ?? nil, parts[1] ?? nil) {
      // An amount on its own may be removed; a currency on its own means nothing.
      case (nil, nil) where parts[0] != nil: return (field, nil)
      case (let amount?, let currency?):
        return (field, try Price(amount, currency: Currency(currency)))
      default:
        throw InvalidValue(InvalidValue.Field(field.name), .amountWithoutCurrency)
      }
    }
  }
}

extension ProductField {
  /// For each key, the field and the index of the key.
  static let exchanged = Dictionary(
    uniqueKeysWithValues: all.flatMap { field in
      field.exchangeKeys.enumerated().map { ($1, (field, $0)) }
    })
}
