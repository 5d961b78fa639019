// The kinds of value that a field of a product can have. A kind knows how its values are read from
// what a person types and how they are written again: `FieldKind+Reading` and `+Writing`. Fields
// that come with the program and those that people make for themselves use the same kinds.

import Foundation

/// What kind of value a field holds.
public enum FieldKind: Codable, Hashable, Sendable {
  /// Text of one line.
  case line
  /// Text of any number of lines.
  case text
  case wholeNumber
  /// A number with up to six decimals, and what it counts, such as "cm"; empty for a bare number.
  case number(unit: String)
  case money
  case date
  case year
  /// One of these texts.
  case choice([String])
  case yesNo
  /// A code whose last digit tells whether it was mistyped.
  case code(CheckDigit)
  case link
  case tags
  case category

  /// How the last character of a code follows from the others.
  public enum CheckDigit: String, Codable, CaseIterable, Sendable {
    /// A GTIN of 8, 12, 13 or 14 digits: EAN, UPC, ISBN-13.
    case gtin
    /// An ISBN of 10 or 13 digits.
    case isbn
    /// Digits of any number, by the formula of Luhn: IMEI, card numbers.
    case luhn
  }
}

/// Which field is meant: one that comes with the program, by its name, or one that a person made.
public enum FieldID: Hashable, Sendable {
  case builtIn(String)
  case custom(UUID)

  /// The same as a text, for saved windows and the command line.
  public var text: String {
    switch self {
    case .builtIn(let name): name
    case .custom(let id): id.uuidString
    }
  }

  public init(_ text: String) {
    self = UUID(uuidString: text).map { .custom($0) } ?? .builtIn(text)
  }
}

extension FieldID: Codable {
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
