// SPDX-License-Identifier: Apache-2.0
// What XML forbids and what programs write into their lists all the same, made right before it is parsed: control
// characters, also as “&#1;”, characters that are none, and “&” and “<” where a text means these. What has no place in
// XML is left away, and counted. In a section of CDATA “&” and “<” are themselves.

/// Repairs a document part by part. Its bytes are UTF-8.
struct XMLRepairs {
  /// How many characters were left away.
  private(set) var dropped = 0
  private var isInSection = false
  /// The end of the last part, which may be a part of something that goes on in the next one.
  private var tail: [UInt8] = []

  private static let sectionBegin = Array("<![CDATA[".utf8)
  private static let sectionEnd = Array("]]>".utf8)
  /// No reference to a character or an entity is longer.
  private static let longestReference = 34

  mutating func repair(_ bytes: inout [UInt8], isLast: Bool) {
    if !tail.isEmpty {
      bytes = tail + bytes
      tail = []
    }
    if !isLast { holdBack(&bytes) }
    guard needsLook(bytes) else { return }
    bytes = repaired(bytes)
  }

  /// Keeps what can't be told before more has come.
  private mutating func holdBack(_ bytes: inout [UInt8]) {
    let end = bytes.suffix(Self.longestReference)
    guard
      let begin = end.lastIndex(where: {
        $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "]") || $0 == 0xEF
      })
    else { return }
    // Several “]” may begin an end.
    var first = begin
    while first > end.startIndex, bytes[first - 1] == bytes[begin], bytes[begin] == 0x5D {
      first -= 1
    }
    let isWhole = bytes[begin...].dropFirst().contains {
      $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ">")
    }
    guard !isWhole else { return }
    tail = Array(bytes[first...])
    bytes.removeSubrange(first...)
  }

  /// Whether there is anything in it that may have to be changed. Nearly no part of a spreadsheet has.
  private func needsLook(_ bytes: [UInt8]) -> Bool {
    if isInSection { return true }
    return bytes.withUnsafeBufferPointer { bytes in
      for (place, byte) in bytes.enumerated() {
        switch byte {
        case 0x26: return true
        case 0x3C:
          let next = place + 1 < bytes.count ? bytes[place + 1] : 0x20
          if next == UInt8(ascii: "!") || Self.isNoName(next) { return true }
        case 0xEF:
          if place + 1 < bytes.count, bytes[place + 1] == 0xBF { return true }
        case 0x00..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D: return true
        default: break
        }
      }
      return false
    }
  }

  /// Whether “<” before it is the sign, and begins no tag.
  private static func isNoName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0D, 0x20, 0x30...0x39, UInt8(ascii: "="), UInt8(ascii: "<"): true
    default: false
    }
  }

  private mutating func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64)
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case 0x26 where !isInSection:
        let (length, isKept) = reference(bytes[place...])
        if length == 0 {
          result += Array("&amp;".utf8)
          place += 1
        } else {
          if isKept { result += bytes[place..<place + length] } else { dropped += 1 }
          place += length
        }
        continue
      case 0x3C where !isInSection:
        let next = place + 1 < bytes.count ? bytes[place + 1] : 0
        if next == UInt8(ascii: "!") {
          isInSection = bytes[place...].starts(with: Self.sectionBegin)
        } else if Self.isNoName(next) {
          result += Array("&lt;".utf8)
          place += 1
          continue
        }
      case 0x5D where isInSection && bytes[place...].starts(with: Self.sectionEnd):
        isInSection = false
      // U+FFFE and U+FFFF
      case 0xEF
      where place + 2 < bytes.count && bytes[place + 1] == 0xBF && bytes[place + 2] >= 0xBE:
        dropped += 1
        place += 3
        continue
      // What once began a new line or page.
      case 0x0B, 0x0C:
        dropped += 1
        result.append(0x20)
        place += 1
        continue
      case 0x00..<0x20 where byte != 0x09 && byte != 0x0A && byte != 0x0D:
        dropped += 1
        place += 1
        continue
      default: break
      }
      result.append(byte)
      place += 1
    }
    return result
  }

  /// How long the reference is that begins here, 0 if there is none; and whether there is such a character in XML.
  private func reference(_ bytes: ArraySlice<UInt8>) -> (length: Int, isKept: Bool) {
    let inside = bytes.dropFirst().prefix(Self.longestReference)
    guard let end = inside.firstIndex(of: UInt8(ascii: ";")), end > inside.startIndex else {
      return (0, true)
    }
    let length = end - bytes.startIndex + 1
    let name = String(decoding: inside[..<end], as: UTF8.self)
    guard name.hasPrefix("#") else {
      let isName =
        name.unicodeScalars.allSatisfy {
          $0.properties.isAlphabetic || $0.properties.numericType != nil
            || "_-.:".unicodeScalars
              .contains($0)
        } && !(name.first?.isNumber ?? true) && !"-.".contains(name.first ?? "-")
      return (isName ? length : 0, true)
    }
    let isHex = name.hasPrefix("#x") || name.hasPrefix("#X")
    guard let number = UInt32(name.dropFirst(isHex ? 2 : 1), radix: isHex ? 16 : 10) else {
      return (0, true)
    }
    return (length, Self.isCharacter(number))
  }

  private static func isCharacter(_ number: UInt32) -> Bool {
    switch number {
    case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
