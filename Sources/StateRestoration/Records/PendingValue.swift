// Encoding a large value takes milliseconds, too long for a key press. It is kept as it is, and
// encoded on the writer's thread when the window is saved.

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

/// Whether a value is large is asked before it is encoded, so that even the first time costs the
/// main thread nothing.
enum LargeValue {
  /// How many parts are looked at: a value with more is taken for a large one.
  private static let mostParts = 400

  /// A guess from its parts. The value is saved either way.
  static func isLikely(_ value: Any) -> Bool {
    var left = mostParts
    var size = 0
    func look(_ value: Any) {
      left -= 1
      guard left > 0, size <= StateLimits.inlineBytes else { return }
      switch value {
      case let text as String: size += text.utf8.count
      case let data as Data: size += data.count
      case is Bool, is Int, is Double, is UUID, is Date: size += 8
      default:
        let mirror = Mirror(reflecting: value)
        // A value with very many parts is not asked for each of them.
        if mirror.children.count > left { left = 0 }
        for child in mirror.children where left > 0 { look(child.value) }
      }
    }
    look(value)
    return size > StateLimits.inlineBytes || left <= 0
  }
}

/// A value before and after encoding.
struct EncodedValue: Sendable {
  let pending: PendingValue
  /// Nil if it is not saved.
  let value: StateValue?
  /// Why it is not.
  let leftOut: LeftOut?
}
