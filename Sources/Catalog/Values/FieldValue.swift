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
