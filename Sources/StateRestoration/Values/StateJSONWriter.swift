// Writes values as JSON. Foundation's encoder changes its output between releases, but the same
// state must always give the same bytes.

struct StateJSONWriter {
  private(set) var text = ""
  private let isOnOneLine: Bool
  private var indentation = "\n"

  init(isOnOneLine: Bool = false) { self.isOnOneLine = isOnOneLine }

  mutating func write(_ value: StateValue) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .int(let value): text += String(value)
    case .double(let value): text += value.isFinite ? "\(value)" : "null"
    case .number(let literal): text += literal
    case .string(let value): write(value)
    case .array(let items):
      list("[", "]", items: items) { $0.write($1) }
    case .object(let fields):
      list("{", "}", items: fields.sorted { $0.key < $1.key }) { writer, field in
        writer.write(field.key)
        writer.text += writer.isOnOneLine ? ":" : ": "
        writer.write(field.value)
      }
    }
  }

  private mutating func list<Item>(
    _ start: String, _ end: String, items: [Item], _ write: (inout StateJSONWriter, Item) -> Void
  ) {
    let outer = indentation
    text += start
    indentation += "  "
    for (index, item) in items.enumerated() {
      if index > 0 { text += "," }
      if !isOnOneLine { text += indentation }
      write(&self, item)
    }
    indentation = outer
    if !isOnOneLine, !items.isEmpty { text += indentation }
    text += end
  }

  private mutating func write(_ string: String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
