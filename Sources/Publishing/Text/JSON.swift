// SPDX-License-Identifier: Apache-2.0
// JSON that may stand in a `script` element and in a script: whatever the texts are, they can neither end the element
// nor, as two of Unicode's line breaks could, a line of the script.

enum JSON {
  case string(String)
  /// As it is to be written.
  case number(String)
  case bool(Bool)
  case null
  case array([JSON])
  /// Without what is nil.
  case object([(name: String, value: JSON?)])

  static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

  /// In an order that never changes.
  var text: String {
    var text = ""
    write(into: &text)
    return text
  }

  private func write(into text: inout String) {
    switch self {
    case .string(let value): Self.write(value, into: &text)
    case .number(let number): text += number
    case .bool(let isTrue): text += isTrue ? "true" : "false"
    case .null: text += "null"
    case .array(let elements):
      text += "["
      for (place, element) in elements.enumerated() {
        if place > 0 { text += "," }
        element.write(into: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      var follows = false
      for (name, value) in members {
        guard let value else { continue }
        if follows { text += "," }
        follows = true
        Self.write(name, into: &text)
        text += ":"
        value.write(into: &text)
      }
      text += "}"
    }
  }

  private static func write(_ value: String, into text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "<", ">", "&", "\u{2028}", "\u{2029}": text += escaped(scalar)
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
        text += escaped(scalar)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
