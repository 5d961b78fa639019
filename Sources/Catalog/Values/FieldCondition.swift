// SPDX-License-Identifier: Apache-2.0
// A condition on a custom field. It is part of a query, and therefore of a saved window.

import Foundation

/// What a field's value must be for a product to be listed.
public enum FieldCondition: Codable, Hashable, Sendable {
  /// A text that contains this, ignoring accents and case.
  case contains(String)
  /// Exactly this value; for text, ignoring accents and case.
  case equals(FieldValue)
  /// A number, amount or day between two bounds, both inclusive; nil for no bound. Amounts match
  /// only in the currency of the bounds.
  case range(from: FieldValue?, through: FieldValue?)
  case isEmpty
  case isPresent
}

extension FieldValue: Codable {
  private struct Parts: Codable {
    let kind: String
    var text: String?
    var number: Int64?
  }

  public init(from decoder: any Decoder) throws {
    let parts = try Parts(from: decoder)
    let word = parts.kind == "integer" ? "wholeNumber" : parts.kind
    // The decoded currency or category has not been validated yet.
    _ = try parts.kind == "money" ? parts.text.map { try Currency($0) } : nil
    _ = try parts.kind == "category" ? parts.text.map { try CategoryPath($0) } : nil
    guard let value = FieldKind.value(word: word, text: parts.text, number: parts.number) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "no value of a field"))
    }
    self = value
  }

  public func encode(to encoder: any Encoder) throws {
    let stored = StoredFieldValue(self)
    try Parts(kind: word, text: stored.text, number: stored.number).encode(to: encoder)
  }

  private var word: String {
    switch self {
    case .text: "text"
    case .integer: "integer"
    case .number: "number"
    case .money: "money"
    case .day: "date"
    case .yesNo: "yesNo"
    case .tags: "tags"
    case .category: "category"
    }
  }
}
