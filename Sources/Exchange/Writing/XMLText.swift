// SPDX-License-Identifier: Apache-2.0
// Texts within XML. Few have anything in them that must be written otherwise.

enum XMLText {
  /// Whether every byte can stand in XML as it is, also within an attribute.
  @inline(__always)
  static func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    // All of it, without a way out: the compiler then looks at many bytes at once. What begins with 0xEF may be no
    // character of XML.
    text.reduce(UInt8(0)) { found, byte in
      found
        | (byte < 0x20 || byte == 0x26 || byte == 0x3C || byte == 0x3E || byte == 0x22
          || byte == 0x5F || byte == 0xEF ? 1 : 0)
    } == 0
  }

  /// Appends a text, in which all lines end alike. Returns how many characters were replaced, because XML has nothing for
  /// them.
  static func append(_ text: String, to output: inout [UInt8]) -> Int {
    let bytes = Array(text.utf8)
    var (replaced, place) = (0, 0)
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x0D:
        if place + 1 == bytes.count || bytes[place + 1] != 0x0A { append(0x0A, to: &output) }
      case 0xEF where isNoCharacter(bytes[...], at: place):
        output += "\u{FFFD}".utf8
        replaced += 1
        place += 2
      default:
        if byte < 0x20, byte != 0x09, byte != 0x0A { replaced += 1 }
        append(byte, to: &output)
      }
      place += 1
    }
    return replaced
  }

  /// Appends a byte with what XML has for it; control characters, which it has nothing for, are left to the caller.
  static func append(_ byte: UInt8, to output: inout [UInt8]) {
    switch byte {
    case 0x26: output += "&amp;".utf8
    case 0x3C: output += "&lt;".utf8
    case 0x3E: output += "&gt;".utf8
    case 0x22: output += "&quot;".utf8
    case 0x0A: output += "&#10;".utf8
    case 0x09: output += "&#9;".utf8
    case 0x00..<0x20: output += "\u{FFFD}".utf8
    default: output.append(byte)
    }
  }

  /// Whether a character of three bytes is U+FFFE or U+FFFF.
  static func isNoCharacter(_ text: ArraySlice<UInt8>, at place: Int) -> Bool {
    place + 2 < text.endIndex && text[place] == 0xEF && text[place + 1] == 0xBF
      && text[place + 2] >= 0xBE
  }
}
