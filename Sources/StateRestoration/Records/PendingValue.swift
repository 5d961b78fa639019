// A large value costs milliseconds to encode, too long for a key press. It is kept as it is and
// encoded when the window is saved, on the thread that writes.

import Foundation

/// A value that is not encoded yet.
final class PendingValue: Sendable {
  let value: any Sendable
  /// Throws a `StateRefusal`.
  let encode: @Sendable () throws -> StateValue

  init<Value: Encodable & Sendable>(_ value: Value) {
    self.value = value
    encode = { try StateValue(encoding: value) }
  }
}

extension PendingValue: Equatable {
  static func == (left: PendingValue, right: PendingValue) -> Bool { left === right }
}

/// A value as it was, and as it is saved.
struct EncodedValue: Sendable {
  let pending: PendingValue
  /// Nil when it could not be encoded.
  let value: StateValue?
}
