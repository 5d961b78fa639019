// SPDX-License-Identifier: Apache-2.0
// JSON as it stands in web pages: with comments, commas too many, line breaks in texts, quotes of either
// kind. Numbers stay as they are written: a code may be one.

indirect enum JSONValue {
  case null
  case yesNo(Bool)
  case number(String)
  case text(String)
  case list([JSONValue])
  case object([(key: String, value: JSONValue)])

  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The value as one text; nil for lists and objects.
  var text: String? {
    switch self {
    case .text(let text): text
    case .number(let digits): digits
    case .yesNo(let value): value ? "true" : "false"
    case .null, .list, .object: nil
    }
  }

  /// The members of a list, or the value alone.
  var all: [JSONValue] {
    switch self {
    case .list(let values): values
    case .null: []
    default: [self]
    }
  }

  /// The first value in the text; nil if there is none.
  static func first(in text: [UInt8]) throws -> JSONValue? {
    var parser = JSONParser(text)
    return try parser.value()
  }

  /// All values, one behind the other, with or without commas or line breaks between them.
  static func every(in text: [UInt8]) throws -> [JSONValue] {
    var parser = JSONParser(text)
    var values: [JSONValue] = []
    while let value = try parser.value() { values.append(value) }
    guard parser.isAtEnd else { throw UnreadableFile.damaged(.markup(line: parser.line)) }
    return values
  }
}

private struct JSONParser {
  private static let deepest = 200

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var line: Int { 1 + bytes.prefix(index).reduce(0) { $0 + ($1 == 10 ? 1 : 0) } }

  var isAtEnd: Bool {
    mutating get {
      skip()
      return index >= bytes.count
    }
  }

  mutating func value() throws -> JSONValue? {
    skip()
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case 0x7B: return try nested { try $0.object() }
    case 0x5B: return try nested { try $0.list() }
    case 0x22, 0x27: return .text(string())
    default: return word()
    }
  }

  private mutating func nested(_ body: (inout JSONParser) throws -> JSONValue) throws -> JSONValue {
    depth += 1
    defer { depth -= 1 }
    guard depth < Self.deepest else { throw UnreadableFile.tooLarge(.nesting) }
    index += 1
    return try body(&self)
  }

  private mutating func object() throws -> JSONValue {
    var members: [(String, JSONValue)] = []
    while true {
      skip()
      guard index < bytes.count else { throw damaged }
      if bytes[index] == 0x7D {
        index += 1
        return .object(members)
      }
      let key: String
      if bytes[index] == 0x22 || bytes[index] == 0x27 {
        key = string()
      } else if case .text(let name)? = word() {
        key = name
      } else {
        throw damaged
      }
      skip()
      guard index < bytes.count, bytes[index] == 0x3A else { throw damaged }
      index += 1
      guard let value = try value() else { throw damaged }
      members.append((key, value))
    }
  }

  private mutating func list() throws -> JSONValue {
    var values: [JSONValue] = []
    while true {
      skip()
      guard index < bytes.count else { throw damaged }
      if bytes[index] == 0x5D {
        index += 1
        return .list(values)
      }
      guard let value = try value() else { throw damaged }
      values.append(value)
    }
  }

  private var damaged: UnreadableFile { .damaged(.markup(line: line)) }

  private mutating func string() -> String {
    let quote = bytes[index]
    index += 1
    var text: [UInt8] = []
    while index < bytes.count, bytes[index] != quote {
      if bytes[index] == 0x5C, index + 1 < bytes.count {
        index += 1
        escaped(&text)
      } else {
        text.append(bytes[index])
      }
      index += 1
    }
    index += 1
    return String(decoding: text, as: UTF8.self)
  }

  private mutating func escaped(_ text: inout [UInt8]) {
    switch bytes[index] {
    case 0x6E: text.append(0x0A)
    case 0x74: text.append(0x09)
    case 0x72: break
    case 0x62, 0x66: text.append(0x20)
    case 0x75:
      guard var code = hex(at: index + 1) else { return }
      index += 4
      // Two halves of one character.
      if (0xD800..<0xDC00).contains(code), index + 2 < bytes.count, bytes[index + 1] == 0x5C,
        let second = hex(at: index + 3), (0xDC00..<0xE000).contains(second)
      {
        code = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
        index += 6
      }
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      text.append(contentsOf: String(Character(scalar)).utf8)
    default: text.append(bytes[index])
    }
  }

  private func hex(at place: Int) -> UInt32? {
    guard place + 4 <= bytes.count else { return nil }
    return UInt32(String(decoding: bytes[place..<place + 4], as: UTF8.self), radix: 16)
  }

  /// A number, a word, or a name without quotes.
  private mutating func word() -> JSONValue? {
    let begin = index
    while index < bytes.count {
      switch bytes[index] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F, 0x24, 0x80...: index += 1
      default:
        return index > begin
          ? Self.meaning(String(decoding: bytes[begin..<index], as: UTF8.self)) : nil
      }
    }
    return Self.meaning(String(decoding: bytes[begin...], as: UTF8.self))
  }

  private static func meaning(_ word: String) -> JSONValue? {
    switch word {
    case "": nil
    case "true": .yesNo(true)
    case "false": .yesNo(false)
    case "null", "undefined", "NaN": .null
    default:
      word.first.map { $0.isNumber || $0 == "-" || $0 == "+" } ?? false
        ? .number(word) : .text(word)
    }
  }

  /// White space, commas, comments, and what hides a script from old browsers.
  private mutating func skip() {
    while index < bytes.count {
      let rest = bytes[index...]
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D, 0x2C, 0x3B, 0x0C: index += 1
      case 0xEF where rest.starts(with: [0xEF, 0xBB, 0xBF]): index += 3
      case 0xC2 where rest.starts(with: [0xC2, 0xA0]): index += 2
      case 0x2F where rest.starts(with: Array("/*".utf8)):
        index = end(of: "*/", from: index + 2)
      case 0x2F where rest.starts(with: Array("//".utf8)):
        // “//<![CDATA[” and “//]]>” stand alone on their lines, or before the JSON.
        let isData = rest.dropFirst(2).drop { $0 == 0x20 }.starts(with: Array("<![CDATA[".utf8))
        if isData {
          index = end(of: "<![CDATA[", from: index)
        } else {
          while index < bytes.count, bytes[index] != 0x0A { index += 1 }
        }
      case 0x3C where rest.starts(with: Array("<![CDATA[".utf8)): index += 9
      case 0x3C where rest.starts(with: Array("<!--".utf8)): index += 4
      case 0x5D where rest.starts(with: Array("]]>".utf8)) && depth == 0: index += 3
      case 0x2D where rest.starts(with: Array("-->".utf8)): index += 3
      default: return
      }
    }
  }

  private func end(of mark: String, from place: Int) -> Int {
    let mark = Array(mark.utf8)
    var place = place
    while place < bytes.count, !bytes[place...].starts(with: mark) { place += 1 }
    return min(bytes.count, place + mark.count)
  }
}
