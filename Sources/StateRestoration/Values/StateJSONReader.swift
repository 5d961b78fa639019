// SPDX-License-Identifier: Apache-2.0
// Parses JSON. Foundation's decoder rounds large numbers, but a record must survive reading and
// writing unchanged. Damaged text is refused, never repaired.

import Foundation

/// Why a text is not valid JSON.
public struct StateJSONError: Error, Hashable, Sendable {
  /// The reason, as the end of a sentence.
  public let reason: String
  /// How many bytes were read before the error.
  public let offset: Int
}

struct StateJSONReader {
  private let bytes: [UInt8]
  private var at = 0
  /// Deeper nesting is never our own state, and could exhaust the stack.
  private let deepest: Int

  init(_ data: Data, deepest: Int = StateLimits.fileDepth) {
    bytes = Array(data)
    self.deepest = deepest
  }

  mutating func document() throws -> StateValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw StateJSONError(reason: "it is not UTF-8 text", offset: 0)
    }
    let value = try value(depth: 0)
    skipSpace()
    guard at == bytes.count else { throw problem("there is something after its end") }
    return value
  }

  private func problem(_ reason: String) -> StateJSONError {
    StateJSONError(reason: reason, offset: at)
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    at += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { at += 1 }
  }

  private mutating func value(depth: Int) throws -> StateValue {
    guard depth < deepest else { throw problem("it is nested too deeply") }
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw problem("it ends too early")
    default: return try number()
    }
  }

  private mutating func word(_ word: StaticString, _ value: StateValue) throws -> StateValue {
    for byte in word.description.utf8 {
      guard take(byte) else { throw problem("it is not JSON") }
    }
    return value
  }

  private mutating func object(depth: Int) throws -> StateValue {
    at += 1
    var fields: [String: StateValue] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(fields) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw problem("a key is missing") }
      let key = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw problem("a colon is missing") }
      fields[key] = try value(depth: depth + 1)
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "}")) else { throw problem("an object does not end") }
    return .object(fields)
  }

  private mutating func array(depth: Int) throws -> StateValue {
    at += 1
    var items: [StateValue] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(items) }
    repeat {
      items.append(try value(depth: depth + 1))
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw problem("a list does not end") }
    return .array(items)
  }

  private mutating func string() throws -> String {
    at += 1
    var text: [UInt8] = []
    while let byte = next {
      at += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape(into: &text)
      case 0..<0x20: throw problem("a text contains a control character")
      default: text.append(byte)
      }
    }
    throw problem("a text does not end")
  }

  private mutating func escape(into text: inout [UInt8]) throws {
    guard let byte = next else { throw problem("a text does not end") }
    at += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      // Characters beyond the first 65,536 are written as a surrogate pair.
      if (0xD800..<0xDC00).contains(code) {
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")) else {
          throw problem("half a character is missing")
        }
        let low = try hexadecimal()
        guard (0xDC00..<0xE000).contains(low) else {
          throw problem("half a character is missing")
        }
        code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(code) else { throw problem("there is half a character") }
      text.append(contentsOf: Array(String(Character(scalar)).utf8))
    default: throw problem("an escape in a text is unknown")
    }
  }

  private mutating func hexadecimal() throws -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw problem("an escape in a text is unknown")
      }
      at += 1
      code = code << 4 + UInt32(digit)
    }
    return code
  }

  private mutating func number() throws -> StateValue {
    let start = at
    _ = take(UInt8(ascii: "-"))
    let hasLeadingZero = next == UInt8(ascii: "0")
    let whole = digits()
    guard whole > 0, whole == 1 || !hasLeadingZero else { throw problem("it is not JSON") }
    var isWhole = true
    if take(UInt8(ascii: ".")) {
      isWhole = false
      guard digits() > 0 else { throw problem("a number does not end") }
    }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      isWhole = false
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard digits() > 0 else { throw problem("a number does not end") }
    }
    let text = String(decoding: bytes[start..<at], as: UTF8.self)
    if isWhole, text != "-0", let value = Int64(text) { return .int(value) }
    if let value = Double(text), value.isFinite, Significand(text) == Significand("\(value)") {
      return .double(value)
    }
    return .number(text)
  }

  private mutating func digits() -> Int {
    let start = at
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { at += 1 }
    return at - start
  }
}

/// A decimal number without leading and trailing zeros, so that different spellings compare equal.
private struct Significand: Equatable {
  private let digits: String
  private let exponent: Int
  private let isNegative: Bool

  init(_ text: String) {
    let parts = text.lowercased().split(separator: "e")
    let places = (parts.first ?? "").split(separator: ".", omittingEmptySubsequences: false)
    let fraction = places.count > 1 ? places[1] : ""
    let whole = (places.first ?? "").drop { $0 == "-" }
    let all = (whole + fraction).drop { $0 == "0" }
    let zeros = all.reversed().prefix { $0 == "0" }.count
    digits = String(all.dropLast(zeros))
    isNegative = text.hasPrefix("-")
    let scale = parts.count > 1 ? Int32(parts[1]).map(Int.init) ?? Int(Int32.max) : 0
    exponent = digits.isEmpty ? 0 : scale - fraction.utf8.count + zeros
  }
}
