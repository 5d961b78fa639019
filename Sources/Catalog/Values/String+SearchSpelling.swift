// SPDX-License-Identifier: Apache-2.0
// How the search reads letters beyond what the index's own word splitter does: letters that many
// people type as others, and scripts that are written without spaces. The index stores what is said
// here, so a change needs a migration that makes the index anew.

import Foundation

extension Unicode.Scalar {
  /// The letters that are commonly typed instead of this one: accents are no part of these, so that
  /// folding leaves them as they are. Nil for all others.
  var plainSpelling: StaticString? {
    switch value {
    case 0xDF, 0x1E9E: "ss"
    case 0xE6, 0xC6: "ae"
    case 0xF8, 0xD8: "o"
    case 0xF0, 0xD0, 0x111, 0x110: "d"
    case 0xFE, 0xDE: "th"
    case 0x127, 0x126: "h"
    case 0x131, 0x130: "i"
    case 0x142, 0x141: "l"
    case 0x153, 0x152: "oe"
    case 0x167, 0x166: "t"
    case 0x17F: "s"
    case 0xFB00: "ff"
    case 0xFB01: "fi"
    case 0xFB02: "fl"
    default: nil
    }
  }

  /// Whether it is a word of its own to the search: characters of scripts without spaces between
  /// words, so that any part of a text is found, and emoji. All of them have three bytes or more.
  var isWordByItself: Bool {
    switch value {
    case ..<0xE01: false
    // Thai without tone marks, Lao, Burmese, Khmer.
    case 0xE01...0xE3A, 0xE40...0xE46, 0xE81...0xEBD, 0xEC0...0xEC6: true
    case 0x1000...0x103F, 0x1050...0x108F, 0x1780...0x17D3: true
    // Arrows, technical signs, dingbats; Chinese, Japanese and Korean.
    case 0x2190...0x2BFF, 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029: true
    case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x318E, 0x31F0...0x4DBF: true
    case 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9F: true
    // Older kana, emoji without their skin colours, rarer Chinese characters.
    case 0x1B000...0x1B2FF, 0x1F000...0x1F3FA, 0x1F400...0x1FAFF, 0x20000...0x3FFFF: true
    default: false
    }
  }

  /// Whether it is a letter or a digit to the index's word splitter (unicode61).
  var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  /// Whether it only changes how other characters look or where a line may break; such characters
  /// are skipped.
  var isPassedOver: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: true
    default: (0x1F3FB...0x1F3FF).contains(value)
    }
  }

  /// The same character in its usual width.
  var usualWidth: Unicode.Scalar {
    (0xFF01...0xFF5E).contains(value) ? Unicode.Scalar(value - 0xFEE0) ?? self : self
  }
}

extension String {
  /// The letters without what people leave out: "Łódź" and "lodz" are the same.
  public var searchSpelling: String { folded.plainlySpelt }

  /// A word as the index has it: like unicode61, it removes the accents of Latin letters alone.
  var indexSpelling: String {
    unicodeScalars.map { scalar in
      let folded = String(scalar).folded
      return folded.utf8.allSatisfy { $0 < 0x80 } ? folded : scalar.properties.lowercaseMapping
    }.joined().plainlySpelt
  }

  private var plainlySpelt: String {
    guard unicodeScalars.contains(where: { $0.plainSpelling != nil }) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if let plain = scalar.plainSpelling {
        text += plain.description
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Character {
  /// Whether it is a word of its own to the search.
  public var isWordByItself: Bool { unicodeScalars.first?.isWordByItself ?? false }
}
