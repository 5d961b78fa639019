// SPDX-License-Identifier: Apache-2.0
// A custom field's value as it is stored: a text with its sort key, or a number, or, for money, the
// currency code and the minor units.

import Foundation

/// The stored columns of a value.
struct StoredFieldValue: Equatable {
  var text: String?
  /// The sort key of a text: folded, and cut to what an index should hold.
  var textKey: String?
  var number: Int64?

  init(_ value: FieldValue) {
    switch value {
    case .text(let text): (self.text, textKey) = (text, Self.key(of: text))
    case .integer(let number): self.number = Int64(number)
    case .number(let number): self.number = number.millionths
    case .money(let price):
      (text, textKey, number) = (price.currency.code, price.currency.code, price.minorUnits)
    case .day(let day): number = Int64(day.number)
    case .yesNo(let isTrue): number = isTrue ? 1 : 0
    case .tags(let tags):
      // A tag never contains a line break.
      let lines = tags.map(\.text).joined(separator: "\n")
      (text, textKey) = (lines, Self.key(of: lines))
    case .category(let path): (text, textKey) = (path.text, Self.key(of: path.text))
    }
  }

  static func key(of text: String) -> String {
    // A text never has more code points than bytes.
    if text.utf8.count <= longestKey { return text.folded }
    return String(String(text.unicodeScalars.prefix(longestKey)).folded)
  }

  static let longestKey = 200
}

extension FieldValue {
  /// Whether it is less than another value of the same field, as ranges are understood.
  ///
  /// - Parameter other: a value of the same kind
  /// - Returns: false for equal ones
  public func precedes(_ other: FieldValue) -> Bool {
    let (own, other) = (StoredFieldValue(self), StoredFieldValue(other))
    guard let number = own.number, let otherNumber = other.number else {
      return (own.textKey ?? "").utf8.lexicographicallyPrecedes((other.textKey ?? "").utf8)
    }
    return number < otherNumber
  }
}

extension FieldKind {
  /// Throws if what is stored is not a value of this kind that this program would write.
  func requireFitting(text: String?, number: Int64?, for field: InvalidValue.Field) throws {
    guard let value = Self.value(word: word, text: text, number: number) else {
      throw InvalidValue(field, .wrongKind)
    }
    // These were checked when they were made, not when they are read.
    switch value {
    case .money(let price):
      _ = try Price(minorUnits: price.minorUnits, currency: Currency(price.currency.code))
    case .category(let path): _ = try CategoryPath(path.text)
    case .tags(let tags): _ = try Tags(tags.map { try Tag($0.text) })
    default: break
    }
    let stored = try checked(value, for: field).map(StoredFieldValue.init)
    guard stored?.text == text, stored?.number == number else {
      throw InvalidValue(field, .wrongKind)
    }
  }

  /// The value in the two columns; nil when it does not fit the kind, as another program may have
  /// written it.
  static func value(word: String, text: String?, number: Int64?) -> FieldValue? {
    switch word {
    case "line", "text", "choice", "code", "link": text.map(FieldValue.text)
    case "wholeNumber", "year": number.map { .integer(Int($0)) }
    case "number": number.map { .number(DecimalNumber(millionths: $0)) }
    case "money":
      text.flatMap { code in
        number.map { .money(Price(storedMinorUnits: $0, currency: Currency(stored: code))) }
      }
    case "date": number.flatMap { CalendarDay(number: Int($0)) }.map { .day($0) }
    case "yesNo": number.map { .yesNo($0 != 0) }
    case "tags":
      text.map { .tags(Tags(stored: $0.split(separator: "\n").map { Tag(stored: String($0)) })) }
    case "category": text.map { .category(CategoryPath(stored: $0)) }
    default: nil
    }
  }
}
