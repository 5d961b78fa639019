// One value of any kind of field, as fields made at run time and everything that treats all fields
// alike pass it on. The types in here check themselves, so a value that exists is a valid one.

/// The value of a field; a field without one has none of these.
public enum FieldValue: Hashable, Sendable {
  /// Of the kinds line, text, choice, code and link.
  case text(String)
  /// Of the kinds whole number and year.
  case integer(Int)
  case number(DecimalNumber)
  case money(Price)
  case day(CalendarDay)
  case yesNo(Bool)
  case tags(Tags)
  case category(CategoryPath)
}

// For fields that can have values of one kind only.
extension FieldValue {
  func text() throws -> String {
    guard case .text(let text) = self else { throw wrongKind }
    return text
  }

  func integer() throws -> Int {
    guard case .integer(let number) = self else { throw wrongKind }
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
