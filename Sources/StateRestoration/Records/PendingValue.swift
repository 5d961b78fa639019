// SPDX-License-Identifier: Apache-2.0
// Encoding a value of very many parts takes milliseconds, too long for a key press. It is kept as it
// is, and encoded on the writer's thread when the window is saved.

import Foundation

/// A value that has not been encoded yet.
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

/// A value before and after encoding.
struct EncodedValue: Sendable {
  let pending: PendingValue
  /// Nil if it is not saved.
  let value: StateValue?
  /// Why it is not.
  let leftOut: LeftOut?
}
