// Why a value is not taken. The program hears it at once and can say it to the person; whatever was
// saved before stays as it is.

/// Why a value can't be saved.
public enum StateRefusal: Error, Sendable, Equatable {
  /// It is not a number that JSON knows, such as infinity.
  case notANumber
  /// It is nested too deeply.
  case tooDeep(limit: Int)
  /// It is too large by itself, in bytes.
  case tooLarge(size: Int, limit: Int)
  /// It is too large together with the other values.
  case tooLargeTogether(limit: Int)
  /// Its type can't be encoded, for the reason its encoder gives.
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
