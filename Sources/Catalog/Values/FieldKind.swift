// SPDX-License-Identifier: Apache-2.0
// The kinds of value a product's field can have. `FieldKind+Reading` parses values of each kind,
// `FieldKind+Writing` formats them. Built-in and custom fields use the same kinds.

import Foundation

/// The kind of value a field holds.
public enum FieldKind: Codable, Hashable, Sendable {
  /// Text of one line.
  case line
  /// Text of any number of lines.
  case text
  case wholeNumber
  /// A number with up to six decimals and a unit, such as "cm"; the unit may be empty.
  case number(unit: String)
  case money
  case date
  case year
  /// One of these texts.
  case choice([String])
  case yesNo
  /// A code whose last character is a check digit.
  case code(CheckDigit)
  case link
  case tags
  case category

  /// How the check digit is computed.
  public enum CheckDigit: String, Codable, CaseIterable, Sendable {
    /// A GTIN of 8, 12, 13 or 14 digits: EAN, UPC, ISBN-13.
    case gtin
    /// An ISBN of 10 or 13 digits.
    case isbn
    /// Any number of digits with a Luhn check digit: IMEI, card numbers.
    case luhn
  }
}

/// Identifies a field: a built-in one by name, a custom one by UUID.
public enum FieldID: Hashable, Sendable {
  case builtIn(String)
  case custom(UUID)

  /// The identifier as text, for saved windows and the command line.
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
