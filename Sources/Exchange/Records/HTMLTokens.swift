// SPDX-License-Identifier: Apache-2.0
// The tags and texts of HTML, as browsers take them: nothing in it is an error.

struct HTMLTokens: Sequence, IteratorProtocol {
  enum Token {
    case begin(String, attributes: [String: String])
    case end(String)
    case text(String)
    /// What stands in a script.
    case script([UInt8], attributes: [String: String])
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func next() -> Token? {
    while index < bytes.count {
      if bytes[index] != 0x3C { return .text(text()) }
      let rest = bytes[index...]
      if rest.starts(with: Array("<!--".utf8)) {
        index = end(of: "-->", from: index + 4)
        continue
      }
      guard let first = rest.dropFirst().first else { break }
      if first == 0x21 || first == 0x3F {
        index = end(of: ">", from: index + 1)
        continue
      }
      if first == 0x2F {
        let name = String(
          decoding: rest.dropFirst(2).prefix { $0 != 0x3E && $0 > 0x20 }, as: UTF8.self)
        index = end(of: ">", from: index + 1)
        return .end(name.lowercased())
      }
      guard (0x41...0x5A).contains(first & 0xDF) else {
        index += 1
        return .text("<")
      }
      return tag()
    }
    return nil
  }

  private mutating func text() -> String {
    let begin = index
    while index < bytes.count, bytes[index] != 0x3C { index += 1 }
    return HTMLEntities.decoded(String(decoding: bytes[begin..<index], as: UTF8.self))
  }

  private mutating func tag() -> Token {
    index += 1
    let begin = index
    while index < bytes.count, bytes[index] > 0x20, bytes[index] != 0x3E, bytes[index] != 0x2F {
      index += 1
    }
    let name = String(decoding: bytes[begin..<index], as: UTF8.self).lowercased()
    let attributes = attributes()
    guard name == "script" || name == "style" else { return .begin(name, attributes: attributes) }
    let start = index
    var close = index
    let mark = Array("</\(name)".utf8)
    while close < bytes.count,
      !(bytes[close] == 0x3C
        && bytes[close...].prefix(mark.count).map { $0 | 0x20 }.elementsEqual(
          mark.map { $0 | 0x20 }))
    { close += 1 }
    index = close
    return name == "script"
      ? .script(Array(bytes[start..<close]), attributes: attributes)
      : .begin(name, attributes: attributes)
  }

  private mutating func attributes() -> [String: String] {
    var all: [String: String] = [:]
    while index < bytes.count, bytes[index] != 0x3E {
      if bytes[index] <= 0x20 || bytes[index] == 0x2F {
        index += 1
        continue
      }
      let begin = index
      while index < bytes.count, bytes[index] > 0x20, ![0x3D, 0x3E, 0x2F].contains(bytes[index]) {
        index += 1
      }
      if index == begin, index < bytes.count { index += 1 }
      let name = String(decoding: bytes[begin..<index], as: UTF8.self).lowercased()
      skipSpace()
      var value = ""
      if index < bytes.count, bytes[index] == 0x3D {
        index += 1
        skipSpace()
        value = attributeValue()
      }
      if all[name] == nil { all[name] = value }
    }
    index = Swift.min(bytes.count, index + 1)
    return all
  }

  private mutating func attributeValue() -> String {
    guard index < bytes.count else { return "" }
    let quote = bytes[index]
    let begin: Int
    let end: Int
    if quote == 0x22 || quote == 0x27 {
      begin = index + 1
      end = bytes[begin...].firstIndex(of: quote) ?? bytes.count
      index = Swift.min(bytes.count, end + 1)
    } else {
      begin = index
      end = bytes[begin...].firstIndex { $0 <= 0x20 || $0 == 0x3E } ?? bytes.count
      index = end
    }
    return HTMLEntities.decoded(String(decoding: bytes[begin..<end], as: UTF8.self))
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index] <= 0x20 { index += 1 }
  }

  private func end(of mark: String, from place: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = place
    while place < bytes.count, !bytes[place...].starts(with: mark) { place += 1 }
    return Swift.min(bytes.count, place + mark.count)
  }
}
