// SPDX-License-Identifier: Apache-2.0
// A value of any kind of field, for code that treats all fields alike. The types in it validate
// themselves, so a value that exists is valid.

/// The value of a field. An empty field has no value.
public enum FieldValue: Hashable, Sendable {
  /// For the kinds line, text, choice, code and link.
  case text(String)
  /// For the kinds whole number and year.
  case integer(Int)
  case number(DecimalNumber)
  case money(Price)
  case day(CalendarDay)
  case yesNo(Bool)
  case tags(Tags)
  case category(CategoryPath)
}

extension FieldValue {
  public static func == (one: FieldValue, other: FieldValue) -> Bool {
    switch (one, other) {
    case (.text(let one), .text(let other)): one.hasSameBytes(as: other)
    case (.integer(let one), .integer(let other)): one == other
    case (.number(let one), .number(let other)): one == other
    case (.money(let one), .money(let other)): one == other
    case (.day(let one), .day(let other)): one == other
    case (.yesNo(let one), .yesNo(let other)): one == other
    case (.tags(let one), .tags(let other)): one == other
    case (.category(let one), .category(let other)): one == other
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): text.hashBytes(into: &hasher)
    case .integer(let number): hasher.combine(number)
    case .number(let number): hasher.combine(number)
    case .money(let price): hasher.combine(price)
    case .day(let day): hasher.combine(day)
    case .yesNo(let isYes): hasher.combine(isYes)
    case .tags(let tags): hasher.combine(tags)
    case .category(let category): hasher.combine(category)
    }
  }
}

// For fields that accept only one kind of value.
extension FieldValue {
  func text() throws -> String {
    guard case .text(let text) = self else { throw wrongKind }
    return text
  }

  func integer() throws -> Int {
    guard case .integer(let number) = self else { throw wrongKind }
    return number
  }

  func number() throws -> DecimalNumber {
    guard case .number(let number) = self else { throw wrongKind }
    return number
  }

  func money() throws -> Price {
    guard case .money(let price) = self else { throw wrongKind }
    return price
  }

  func tags() throws -> Tags {
    guard case .tags(let tags) = self else { throw wrongKind }
    return tags
  }

  func category() throws -> CategoryPath {
    guard case .category(let path) = self else { throw wrongKind }
    return path
  }

  private var wrongKind: InvalidValue {
    InvalidValue(.value, .wrongKind)
  }
}
