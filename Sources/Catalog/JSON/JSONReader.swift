// SPDX-License-Identifier: Apache-2.0
// Reads the JSON of one line, value by value, on demand. Foundation's decoder takes ten times as
// long per line and can report neither duplicate nor unknown keys. Nothing is skipped, so deep
// nesting cannot overflow the stack.

import Foundation

struct JSONReader {
  private let bytes: [UInt8]
  private var index = 0
  /// The key path of the value being read, such as “images.caption”.
  private var path: [String] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  // MARK: Values

  /// Reads an object; `member` is called for each key and must read its value.
  mutating func object(_ member: (inout JSONReader, String) throws -> Void) throws {
    guard take("{") else { throw wrongKind(.object) }
    if take("}") { return }
    repeat {
      guard next == UInt8(ascii: "\"") else { throw notJSON }
      let key = try string()
      guard take(":") else { throw notJSON }
      path.append(key)
      try member(&self, key)
      path.removeLast()
    } while take(",")
    guard take("}") else { throw notJSON }
  }

  /// Reads an array; `element` is called for each value and must read it.
  mutating func array<Element>(
    _ element: (inout JSONReader) throws -> Element
  ) throws -> [Element] {
    guard take("[") else { throw wrongKind(.list) }
    var elements: [Element] = []
    if take("]") { return elements }
    repeat { elements.append(try element(&self)) } while take(",")
    guard take("]") else { throw notJSON }
    return elements
  }

  mutating func string() throws -> String {
    guard take("\"") else { throw wrongKind(.text) }
    let start = index
    var highest: UInt8 = 0
    while index < bytes.count {
      highest |= bytes[index]
      switch bytes[index] {
      case UInt8(ascii: "\""):
        let text = try text(bytes[start..<index], isPlain: highest < 0x80)
        index += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw notJSON
      default: index += 1
      }
    }
    throw notJSON
  }

  mutating func integer() throws -> Int {
    _ = next
    let start = index
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
    let digits = String(decoding: bytes[start..<index], as: UTF8.self)
    // A fraction or an exponent is valid JSON, but not a number we accept.
    let goesOn = index < bytes.count && [0x2e, 0x45, 0x65].contains(bytes[index])
    guard !goesOn, let integer = Int(digits) else {
      index = start
      throw wrongKind(.wholeNumber)
    }
    return integer
  }

  /// A number with up to six decimals, and no exponent.
  mutating func decimal() throws -> DecimalNumber {
    _ = next
    let start = index
    while index < bytes.count, "-.0123456789".utf8.contains(bytes[index]) { index += 1 }
    let goesOn = index < bytes.count && [0x45, 0x65].contains(bytes[index])
    guard !goesOn, let number = DecimalNumber(String(decoding: bytes[start..<index], as: UTF8.self))
    else {
      index = start
      throw wrongKind(.number)
    }
    return number
  }

  /// Skips `null`, if it is next.
  mutating func null() -> Bool {
    guard next == UInt8(ascii: "n"), bytes[index...].starts(with: "null".utf8) else {
      return false
    }
    index += 4
    return true
  }

  /// Skips `true` or `false`, if it is next.
  mutating func boolean() -> Bool? {
    guard let byte = next, byte == UInt8(ascii: "t") || byte == UInt8(ascii: "f") else {
      return nil
    }
    for (word, value) in [("true", true), ("false", false)]
    where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return value
    }
    return nil
  }

  /// Whether a string is next.
  var isAtText: Bool { mutating get { next == UInt8(ascii: "\"") } }
  var isAtList: Bool { mutating get { next == UInt8(ascii: "[") } }

  /// Throws unless the line ends here.
  mutating func end() throws {
    guard next == nil else { throw notJSON }
  }

  // MARK: What can be wrong

  /// The error for the value being read.
  func wrong(_ fault: LineProblem.Fault) -> LineProblem {
    .key(path.joined(separator: "."), fault)
  }

  /// The error for a value of another kind, or for something that is not JSON.
  private func wrongKind(_ kind: LineProblem.Kind) -> LineProblem {
    let rest = bytes[index...]
    let isValue =
      rest.first.map { "{[\"-0123456789".utf8.contains($0) } ?? false
      || ["true", "false", "null"].contains { rest.starts(with: $0.utf8) }
    guard isValue else { return notJSON }
    return wrong(.mustBe(kind))
  }

  private var notJSON: LineProblem {
    .notJSON(byte: index + 1)
  }

  // MARK: Bytes

  /// The next byte that is not a space.
  private var next: UInt8? {
    mutating get {
      while index < bytes.count {
        switch bytes[index] {
        case 0x20, 0x09, 0x0a, 0x0d: index += 1
        case let byte: return byte
        }
      }
      return nil
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// If it `isPlain`, all of it is ASCII, and is not validated: that takes longer than the rest.
  private func text(_ bytes: some Collection<UInt8>, isPlain: Bool = false) throws -> String {
    if isPlain { return String(decoding: bytes, as: UTF8.self) }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw wrong(.notUTF8)
    }
    return text
  }

  /// The whole of a string that has backslashes in it.
  private mutating func escapedString(from start: Int) throws -> String {
    var unescaped = Array(bytes[start..<index])
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return try text(unescaped)
      case UInt8(ascii: "\\"): unescaped += try escape()
      case 0..<0x20: throw notJSON
      default: unescaped.append(byte)
      }
    }
    throw notJSON
  }

  /// Reads what follows a backslash.
  private mutating func escape() throws -> [UInt8] {
    guard index < bytes.count else { throw notJSON }
    let letter = bytes[index]
    index += 1
    switch Unicode.Scalar(letter) {
    case "\"", "\\", "/": return [letter]
    case "b": return [0x08]
    case "f": return [0x0c]
    case "n": return [0x0a]
    case "r": return [0x0d]
    case "t": return [0x09]
    case "u": return Array(String(Character(try escapedScalar())).utf8)
    default: throw notJSON
    }
  }

  /// Reads four hexadecimal digits, or two such groups for a surrogate pair.
  private mutating func escapedScalar() throws -> Unicode.Scalar {
    let first = try hexadecimal()
    if let scalar = Unicode.Scalar(first) { return scalar }
    if (0xd800..<0xdc00).contains(first), bytes[index...].starts(with: "\\u".utf8) {
      index += 2
      let second = try hexadecimal()
      if (0xdc00..<0xe000).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
      {
        return scalar
      }
    }
    throw wrong(.halfCharacter)
  }

  private mutating func hexadecimal() throws -> UInt32 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw notJSON }
    index += 4
    return value
  }
}
