// SPDX-License-Identifier: Apache-2.0
// What one look at the bytes of a cell tells: of a million rows, most cells need none of the looks at characters, which
// take a hundred times as long.

/// Which kinds of characters a text has.
struct TextShape {
  let count: Int
  let digits: Int
  private let kinds: Kinds

  struct Kinds: OptionSet {
    let rawValue: UInt16
    static let letter = Kinds(rawValue: 1)
    /// Beyond ASCII.
    static let high = Kinds(rawValue: 2)
    /// Beyond the Latin letters that have accents.
    static let foreign = Kinds(rawValue: 4)
    static let space = Kinds(rawValue: 8)
    static let lineEnd = Kinds(rawValue: 16)
    static let semicolonOrBar = Kinds(rawValue: 32)
    static let point = Kinds(rawValue: 64)
    static let comma = Kinds(rawValue: 128)
    static let colon = Kinds(rawValue: 256)
    /// What begins a tag or a named character.
    static let markup = Kinds(rawValue: 512)
    /// “E” of a number with an exponent.
    static let exponent = Kinds(rawValue: 1024)
    /// Characters of ASCII that are not printed, line ends apart.
    static let control = Kinds(rawValue: 2048)
  }

  init(_ text: String) {
    var text = text
    (count, kinds, digits) = text.withUTF8 { bytes in
      var (kinds, digits) = (Kinds(), 0)
      for byte in bytes {
        switch byte {
        case 0x30...0x39: digits += 1
        case 0x45, 0x65: kinds.formUnion([.letter, .exponent])
        case 0x41...0x5A, 0x61...0x7A: kinds.insert(.letter)
        case 0x20: kinds.insert(.space)
        case 0x0A, 0x0D: kinds.insert(.lineEnd)
        case ..<0x20, 0x7F: kinds.insert(.control)
        case 0x3B, 0x7C: kinds.insert(.semicolonOrBar)
        case 0x2E: kinds.insert(.point)
        case 0x2C: kinds.insert(.comma)
        case 0x3A: kinds.insert(.colon)
        case 0x3C, 0x26: kinds.insert(.markup)
        // What follows the first byte of a character, and the first bytes of U+0080 to U+027F.
        case 0x80...0xBF, 0xC2...0xC9: kinds.insert(.high)
        case 0xC0...0xFF: kinds.formUnion([.high, .foreign])
        default: break
        }
      }
      return (bytes.count, kinds, digits)
    }
  }

  func has(_ some: Kinds) -> Bool { !kinds.isDisjoint(with: some) }

  /// Whether it is a line of printed ASCII.
  var isPlain: Bool { !has([.high, .lineEnd, .control]) }
}

extension String {
  /// Whether there are two words with a digit in it, as in every day; true if that takes a look at characters.
  var mayHaveTwoNumbers: Bool {
    var (words, isCounted) = (0, false)
    for byte in utf8 {
      switch byte {
      case 0x30...0x39:
        if !isCounted { words += 1 }
        isCounted = true
        if words > 1 { return true }
      case 0x20, 0x2C, 0x2D, 0x2E, 0x2F: isCounted = false
      case 0xCA...0xFF: return true
      default: break
      }
    }
    return false
  }
}
