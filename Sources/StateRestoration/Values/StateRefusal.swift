// SPDX-License-Identifier: Apache-2.0
// Why a value is refused. The program learns it at once and can tell the user; what was saved
// before stays.

/// Why a value can't be saved.
public enum StateRefusal: Error, Sendable, Equatable {
  /// Not a number that JSON can represent, such as infinity.
  case notANumber
  /// Nested too deeply.
  case tooDeep(limit: Int)
  /// Too large on its own, in bytes.
  case tooLarge(size: Int, limit: Int)
  /// Too large together with the other values.
  case tooLargeTogether(limit: Int)
  /// Not encodable, with the encoder's reason.
  case notEncodable(String)
}

extension StateRefusal: CustomStringConvertible {
  /// The end of a sentence for the log.
  public var description: String {
    switch self {
    case .notANumber: "it contains what is not a number"
    case .tooDeep(let limit): "it is nested more than \(limit) levels deep"
    case .tooLarge(let size, let limit): "it has \(size) bytes, and \(limit) are the limit"
    case .tooLargeTogether(let limit):
      "all values together have more than the limit of \(limit) bytes"
    case .notEncodable(let reason): "it can't be encoded: \(reason)"
    }
  }
}
