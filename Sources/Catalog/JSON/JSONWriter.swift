// SPDX-License-Identifier: Apache-2.0
// Writes JSON on one line, always in the same form: no spaces, minimal escaping.

struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether a comma must come before the next member or element.
  private var follows = false

  mutating func object(_ members: (inout JSONWriter) -> Void) {
    enclose("{", "}", members)
  }

  mutating func key(_ key: String) {
    string(key)
    bytes.append(UInt8(ascii: ":"))
    follows = false
  }

  /// A member that is left out when there is no value.
  mutating func member(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  mutating func member(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    bytes += String(value).utf8
    follows = true
  }

  /// A member whose value is JSON already.
  mutating func member(_ name: String, json: String) {
    key(name)
    bytes += json.utf8
    follows = true
  }

  /// All digits of the number; programs that compute with it may keep fewer.
  mutating func member(_ name: String, _ value: DecimalNumber) {
    key(name)
    bytes += value.text.utf8
    follows = true
  }

  mutating func member(_ name: String, _ value: Bool) {
    key(name)
    bytes += String(value).utf8
    follows = true
  }

  mutating func null(_ name: String) {
    key(name)
    bytes += "null".utf8
    follows = true
  }

  /// A list that is left out when it is empty.
  mutating func member<Elements: Collection>(
    _ name: String, _ elements: Elements,
    _ write: (inout JSONWriter, Elements.Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    enclose("[", "]") { writer in elements.forEach { write(&writer, $0) } }
  }

  mutating func string(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    // What could steer a terminal, where the line is printed, is escaped as well. Few texts have
    // bytes that such characters begin with.
    if text.utf8.contains(where: { $0 == 0x7f || $0 == 0xc2 || $0 == 0xd8 || $0 == 0xe2 }) {
      for scalar in text.unicodeScalars {
        if scalar.value >= 0x7f,
          scalar.properties.generalCategory == .control
            || scalar.properties.isBidiControl
        {
          escape(scalar.value)
        } else {
          Character(scalar).utf8.forEach { append($0) }
        }
      }
    } else {
      for byte in text.utf8 { append(byte) }
    }
    bytes.append(UInt8(ascii: "\""))
    follows = true
  }

  private mutating func append(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
    case 0x0a: bytes += "\\n".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x20: escape(UInt32(byte))
    default: bytes.append(byte)
    }
  }

  private mutating func escape(_ code: UInt32) {
    let digits = String(code, radix: 16)
    bytes += "\\u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)".utf8
  }

  private mutating func enclose(
    _ start: Unicode.Scalar, _ end: Unicode.Scalar, _ content: (inout JSONWriter) -> Void
  ) {
    separate()
    bytes.append(UInt8(ascii: start))
    follows = false
    content(&self)
    bytes.append(UInt8(ascii: end))
    follows = true
  }

  private mutating func separate() {
    if follows { bytes.append(UInt8(ascii: ",")) }
  }
}
