// SPDX-License-Identifier: Apache-2.0
// What can be told about a drawing in SVG without parsing it, which a library in C does elsewhere:
// whether it is one, and whether its end is there.

enum SVGText {
  /// Whether the first element is that of a drawing, after what may precede it.
  static func isSVG(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: isSpace)
      if rest.starts(with: "<?".utf8) {
        rest = after("?>", in: rest)
      } else if rest.starts(with: "<!--".utf8) {
        rest = after("-->", in: rest)
      } else if rest.starts(with: "<!DOCTYPE".utf8) {
        rest = afterType(rest)
      } else {
        break
      }
    }
    guard rest.first == UInt8(ascii: "<") else { return false }
    let name = rest.dropFirst().prefix { !isSpace($0) && $0 != UInt8(ascii: ">") }
    return isDrawing(name)
  }

  /// Whether nothing but comments follows the end of the drawing.
  static func isComplete(_ bytes: [UInt8]) -> Bool {
    var rest = trimmed(bytes[...])
    while rest.hasSuffix("-->") {
      guard let start = lastPlace(of: "<!--", in: rest) else { return false }
      rest = trimmed(rest[..<start])
    }
    guard rest.last == UInt8(ascii: ">"), let start = lastPlace(of: "</", in: rest) else {
      return false
    }
    return isDrawing(trimmed(rest[(start + 2)...].dropLast()))
  }

  /// The name may have a prefix.
  private static func isDrawing(_ name: ArraySlice<UInt8>) -> Bool {
    name.elementsEqual("svg".utf8) || name.hasSuffix(":svg")
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes[..<(bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? bytes.startIndex)]
  }

  /// What follows a document type, which may define entities in brackets.
  private static func afterType(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard
      let place = bytes.firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") })
    else { return [] }
    let rest = bytes[place...]
    return rest.first == UInt8(ascii: "[") ? after(">", in: after("]", in: rest)) : rest.dropFirst()
  }

  private static func after(_ text: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let text = Array(text.utf8)
    let place = bytes.indices.first { bytes[$0...].starts(with: text) }
    return place.map { bytes[($0 + text.count)...] } ?? []
  }

  private static func lastPlace(of text: String, in bytes: ArraySlice<UInt8>) -> Int? {
    let text = Array(text.utf8)
    return bytes.indices.last { bytes[$0...].starts(with: text) }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool {
    suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
