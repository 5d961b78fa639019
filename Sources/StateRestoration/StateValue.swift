// A JSON value as it is. Records are read into these, so that keys this version does not know are
// kept and written back unchanged.

import Foundation

/// Any JSON value, with whole numbers kept exact.
public enum StateValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([StateValue])
  case object([String: StateValue])
}

extension StateValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .int(value)
    } else if let value = try? container.decode(Double.self) {
      self = .double(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([StateValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: StateValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .int(let value): try container.encode(value)
    case .double(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}

extension StateValue {
  /// A value as JSON sees it; nil when it can't be written as JSON.
  public init?(encoding value: some Encodable) {
    guard let data = try? JSONEncoder().encode(value),
      let decoded = try? JSONDecoder().decode(StateValue.self, from: data)
    else { return nil }
    self = decoded
  }

  /// The value as a Swift type; nil when it is not one.
  public func decoded<T: Decodable>(as type: T.Type) -> T? {
    guard let data = try? JSONEncoder().encode(self) else { return nil }
    return try? JSONDecoder().decode(type, from: data)
  }

  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int: Int? { if case .int(let value) = self { Int(exactly: value) } else { nil } }
  public var array: [StateValue]? { if case .array(let value) = self { value } else { nil } }
  public var object: [String: StateValue]? {
    if case .object(let value) = self { value } else { nil }
  }

  /// The one way a value is written: sorted keys, readable by a person. Same value, same bytes.
  func canonicalData() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }
}
