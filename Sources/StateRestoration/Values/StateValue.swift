// A JSON value as it is. Records are read into these, so that keys this version does not know are
// kept and written back unchanged, down to the last digit of a number.

import Foundation

/// Any JSON value, with numbers kept exact.
public enum StateValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  /// A number that neither an `Int64` nor a `Double` holds without loss, as it was written.
  case number(String)
  case string(String)
  case array([StateValue])
  case object([String: StateValue])
}

extension StateValue {
  /// Reads JSON text.
  public init(json data: Data) throws {
    var reader = StateJSONReader(data)
    self = try reader.document()
  }

  /// The one way a value is written: sorted keys, readable by a person. Same value, same bytes.
  public func canonicalData() -> Data {
    var writer = StateJSONWriter()
    writer.write(self)
    return Data(writer.text.utf8) + [UInt8(ascii: "\n")]
  }

  /// The value on one line, with sorted keys.
  public var lineText: String {
    var writer = StateJSONWriter(isOnOneLine: true)
    writer.write(self)
    return writer.text
  }

  /// A value as JSON sees it; throws when it can't be written as JSON, as an infinite number.
  public init(encoding value: some Encodable) throws {
    if let value = value as? StateValue {
      self = value
    } else {
      self = try StateValue(json: try JSONEncoder().encode(value))
    }
  }

  /// The value as a Swift type; nil when it is not one.
  public func decoded<T: Decodable>(as type: T.Type) -> T? {
    if let value = self as? T { return value }
    return try? JSONDecoder().decode(type, from: Data(lineText.utf8))
  }

  /// The value if it is of this one kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var int: Int? { if case .int(let value) = self { Int(exactly: value) } else { nil } }
  public var array: [StateValue]? { if case .array(let value) = self { value } else { nil } }
  public var object: [String: StateValue]? {
    if case .object(let value) = self { value } else { nil }
  }
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
    // The widest number that encoders know.
    case .number(let text): try container.encode(Decimal(string: text) ?? Decimal.nan)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
