// SPDX-License-Identifier: Apache-2.0
// Writes values as JSON. Foundation's encoder changes its output between releases, but the same
// state must always give the same bytes. Bytes, because a string checks whatever is appended to it.

struct StateJSONWriter {
  var bytes: [UInt8] = []
  private let isOnOneLine: Bool
  private var indentation = "\n"

  init(isOnOneLine: Bool = false) {
    self.isOnOneLine = isOnOneLine
    bytes.reserveCapacity(320)
  }

  mutating func write(_ value: StateValue) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .int(let value): append(String(value))
    case .double(let value): append(value.isFinite ? "\(value)" : "null")
    case .number(let literal): append(literal)
    case .string(let value): write(value)
    case .array(let items):
      list("[", "]", items: items) { $0.write($1) }
    case .object(let fields):
      list("{", "}", items: fields.sorted { $0.key < $1.key }) { writer, field in
        writer.write(field.key)
        writer.append(writer.isOnOneLine ? ":" : ": ")
        writer.write(field.value)
      }
    }
  }

  /// Writes what is JSON already.
  mutating func write(verbatim text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func write(number: Int, for key: StaticString) {
    write(verbatim: key)
    append(number)
  }

  // Without a text of it.
  private mutating func append(_ number: Int) {
    guard number >= 0 else { return append(String(number)) }
    if number > 9 { append(number / 10) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func list<Item>(
    _ start: String, _ end: String, items: [Item], _ write: (inout StateJSONWriter, Item) -> Void
  ) {
    let outer = indentation
    append(start)
    indentation += "  "
    for (index, item) in items.enumerated() {
      if index > 0 { append(",") }
      if !isOnOneLine { append(indentation) }
      write(&self, item)
    }
    indentation = outer
    if !isOnOneLine, !items.isEmpty { append(indentation) }
    append(end)
  }

  private mutating func write(_ string: String) {
    append("\"")
    for byte in string.utf8 {
      // Nearly all: no control character, no quotation mark and no backslash.
      if byte >= 0x20, byte != 0x22, byte != 0x5C {
        bytes.append(byte)
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case UInt8(ascii: "\n"): append("\\n")
      case UInt8(ascii: "\r"): append("\\r")
      case UInt8(ascii: "\t"): append("\\t")
      default: append("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
      }
    }
    append("\"")
  }
}
