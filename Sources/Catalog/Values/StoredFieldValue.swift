// A value of a person's own field as it is stored: a text with what it is sorted by, or a number, or
// both for an amount of money: the code of the currency and its smallest units.

import Foundation

/// A value as the columns have it.
struct StoredFieldValue: Equatable {
  var text: String?
  /// What texts are sorted by: folded, and no more of it than an index should hold.
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
      // A tag is one line.
      let lines = tags.map(\.text).joined(separator: "\n")
      (text, textKey) = (lines, Self.key(of: lines))
    case .category(let path): (text, textKey) = (path.text, Self.key(of: path.text))
    }
  }

  static func key(of text: String) -> String {
    // No text has more code points than bytes.
    if text.utf8.count <= longestKey { return text.folded }
    return String(String(text.unicodeScalars.prefix(longestKey)).folded)
  }

  static let longestKey = 200
}

extension FieldKind {
  /// The value in two columns; nil when another program wrote what no value of this kind can be.
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
