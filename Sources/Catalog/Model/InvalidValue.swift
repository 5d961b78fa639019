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
  // Most texts are plain, and for these the general way would take longer than storing them.
  if isPlain(text), text.utf8.count <= limit { return text }
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

/// Whether `text` is of printable ASCII, not empty, and without spaces around it.
private func isPlain(_ text: String) -> Bool {
  guard let first = text.utf8.first, let last = text.utf8.last, first != 0x20, last != 0x20
  else { return false }
  return text.utf8.allSatisfy { (0x20...0x7e).contains($0) }
}

private func breaksLine(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.properties.generalCategory {
  case .control, .lineSeparator, .paragraphSeparator: true
  default: false
  }
}
