// SPDX-License-Identifier: Apache-2.0
// A JSON value, unchanged. Records are read into these, so that unknown keys are kept and written
// back exactly, down to the last digit of a number.

import Foundation

/// Any JSON value, with exact numbers.
public enum StateValue: Sendable {
  /// Nothing.
  case null
  /// True or false.
  case bool(Bool)
  /// A whole number.
  case int(Int64)
  /// Any other number.
  case double(Double)
  /// A number, as written, that fits neither an `Int64` nor a `Double` without loss.
  case number(String)
  /// A text.
  case string(String)
  /// Values in order.
  case array([StateValue])
  /// Values by name.
  case object([String: StateValue])
}

extension StateValue: Equatable {
  /// Two texts are the same only if their bytes are: “é” can be one code point or two, and an edit is counted in these.
  public static func == (left: StateValue, right: StateValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): areSame(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  private static func areSame(_ left: String, _ right: String) -> Bool {
    var (left, right) = (left, right)
    return left.withUTF8 { left in
      right.withUTF8 { right in
        guard left.count == right.count else { return false }
        guard let one = left.baseAddress, let other = right.baseAddress else { return true }
        return one == other || memcmp(one, other, left.count) == 0
      }
    }
  }
}

extension StateValue {
  /// Parses JSON.
  public init(json data: Data) throws { try self.init(json: data, deepest: StateLimits.fileDepth) }

  init(json data: Data, deepest: Int) throws {
    var reader = StateJSONReader(data, deepest: deepest)
    self = try reader.document()
  }

  /// The only way a value is written: with sorted keys, readable by people. The same value always
  /// gives the same bytes.
  package func canonicalData() -> Data {
    var writer = StateJSONWriter()
    writer.write(self)
    return Data(writer.bytes) + [UInt8(ascii: "\n")]
  }

  /// The value on one line, with sorted keys.
  package var lineText: String {
    var writer = StateJSONWriter(isOnOneLine: true)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Encodes a value as JSON; throws a `StateRefusal` if it could not be written and read back.
  public init(encoding value: some Encodable) throws {
    try self.init(encoding: value, mostParts: .max)
  }

  /// The same, but throws `StateEncoding.TooManyParts` for a value that takes long to encode.
  init(encoding value: some Encodable, mostParts: Int) throws {
    switch value {
    case let value as String: self = .string(value)
    case let value as Bool: self = .bool(value)
    case let value as Int: self = .int(Int64(value))
    default:
      do { self = try StateEncoding.value(of: value, mostParts: mostParts) } catch let refusal
        as StateRefusal
      { throw refusal } catch let tooMany as StateEncoding.TooManyParts {
        throw tooMany
      } catch EncodingError.invalidValue(let value, _) where value is any FloatingPoint {
        throw StateRefusal.notANumber
      } catch { throw StateRefusal.notEncodable("\(error)") }
    }
    try check()
  }

  /// Throws a `StateRefusal` if the value could not be written and read back unchanged.
  func check(deepest: Int = StateLimits.valueDepth) throws {
    switch self {
    case .null, .bool, .int, .string: return
    case .double(let value): if !value.isFinite { throw StateRefusal.notANumber }
    case .number(let text):
      // It is written as is, so it must be what the reader accepts as a number.
      var reader = StateJSONReader(Data(text.utf8))
      guard let value = try? reader.document(), value == self else { throw StateRefusal.notANumber }
    case .array(let items):
      guard deepest > 0 else { throw StateRefusal.tooDeep(limit: StateLimits.valueDepth) }
      for item in items { try item.check(deepest: deepest - 1) }
    case .object(let fields):
      guard deepest > 0 else { throw StateRefusal.tooDeep(limit: StateLimits.valueDepth) }
      for item in fields.values { try item.check(deepest: deepest - 1) }
    }
  }

  /// The value as a Swift type; nil if it does not fit.
  public func decoded<T: Decodable>(as type: T.Type) -> T? {
    if let value = self as? T { return value }
    if case .string(let text) = self, let value = text as? T { return value }
    return try? JSONDecoder().decode(type, from: Data(lineText.utf8))
  }

  /// Whether it takes long to encode: a text never does, however long it is.
  var hasManyParts: Bool { exceeds(parts: StateLimits.quickParts, bytes: .max) }

  /// Whether it is longer as JSON. A value with very many parts is taken for a long one.
  func isLonger(than bytes: Int) -> Bool { exceeds(parts: StateLimits.quickParts, bytes: bytes) }

  // It looks at only a few parts, because it is called at every key press.
  private func exceeds(parts: Int, bytes: Int) -> Bool {
    var left = parts
    var size = 0
    func look(_ value: StateValue) {
      left -= 1
      guard left > 0, size <= bytes else { return }
      switch value {
      case .null, .bool, .int, .double: size += 4
      case .number(let text), .string(let text): size += text.utf8.count
      case .array(let items): for item in items where left > 0 { look(item) }
      case .object(let fields):
        for (key, item) in fields where left > 0 {
          size += key.utf8.count
          look(item)
        }
      }
    }
    look(self)
    return size > bytes || left <= 0
  }

  /// The value as this type; nil if it is of another kind.
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The value as this type; nil if it is of another kind.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  /// The value as this type; nil if it is of another kind.
  public var int: Int? { if case .int(let value) = self { Int(exactly: value) } else { nil } }
  /// The value as this type; nil if it is of another kind.
  public var array: [StateValue]? { if case .array(let value) = self { value } else { nil } }
  /// The value as this type; nil if it is of another kind.
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
    // The widest number type that encoders use.
    case .number(let text):
      guard let number = Decimal(string: text) else { throw StateRefusal.notANumber }
      try container.encode(number)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
