// Why a value a person gave is refused. Values check themselves when they are made, so a value
// that exists is valid and nothing further in has to ask again.

import Foundation

/// A value that was refused, and why, in words a person understands.
public struct InvalidValue: Error, Equatable, LocalizedError, Sendable {
  /// The name of the property that was to hold the value, such as `price`.
  public let field: String
  /// A plain English sentence, such as "The price must be a number, such as 12.50."
  public let message: String

  public init(field: String, message: String) {
    self.field = field
    self.message = message
  }

  public var errorDescription: String? { message }
}

/// A text of one line as the catalogue keeps it: without spaces around it, and composed in one
/// way, so that two texts that look the same are the same bytes.
func singleLine(
  _ text: String, field: String, name: String, atMost limit: Int
) throws -> String {
  func refuse(_ reason: String) -> InvalidValue {
    InvalidValue(field: field, message: "\(name) \(reason)")
  }
  let line = text.trimmingCharacters(in: .whitespacesAndNewlines)
    .precomposedStringWithCanonicalMapping
  guard !line.isEmpty else { throw refuse("must not be empty.") }
  // The second bound is for text that piles combining marks on one letter.
  guard line.count <= limit, line.unicodeScalars.count <= 4 * limit else {
    throw refuse("must not be longer than \(limit) characters.")
  }
  guard line.unicodeScalars.allSatisfy({ !breaksLine($0) }) else {
    throw refuse("must be one line without control characters.")
  }
  return line
}

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
