// SPDX-License-Identifier: Apache-2.0
// What a row and a value in it are called by people, wherever somebody has to choose between two of them.

import Foundation

struct RowTexts {
  /// The custom field that a value belongs to.
  let field: (SharedName) -> StoredField?
  /// The title of a product.
  let title: (_ product: String) -> String?

  /// By what a catalogue knows.
  init(on connection: Connection) throws {
    let fields = try FieldTable(connection: connection).fieldsByID()
    field = { Self.field(of: $0, in: fields) }
    title = { product in
      guard let id = UUID(uuidString: product) else { return nil }
      let found = try? connection.first("SELECT title FROM product WHERE id = ?", id) {
        $0.text("title")
      }
      return found ?? nil
    }
  }

  init(
    field: @escaping (SharedName) -> StoredField?, title: @escaping (_ product: String) -> String?
  ) {
    (self.field, self.title) = (field, title)
  }

  /// The product that a row belongs to.
  static func product(of name: SharedName, _ values: StepPatch.Values?) -> String? {
    switch name.kind {
    case "product", SharedPatch.tags: name.row
    case "product_value": name.row.split(separator: "/").first.map(String.init)
    default: values?["product"]??.text
    }
  }

  /// The custom field whose value a row is.
  static func field(of name: SharedName, in fields: [UUID: StoredField]) -> StoredField? {
    name.row.split(separator: "/").last.flatMap { UUID(uuidString: String($0)) }
      .flatMap { fields[$0] }
  }

  /// A field by its name; “notes”, “pictures” or what kind of row it is.
  func fieldName(of name: SharedName, _ columns: [String]?) -> String? {
    switch name.kind {
    case "product":
      guard let column = columns?.first else { return nil }
      return ProductField.stored.first { $0.writtenColumns.contains(column) }?.name ?? column
    case SharedPatch.tags: return "tags"
    case "note": return "notes"
    case "product_image": return "pictures"
    case "product_value": return field(name)?.field.name ?? "values"
    default: return name.kind
    }
  }

  /// The column of a whole row, or of what changed in it, that says most to people.
  private static func telling(_ values: StepPatch.Values) -> String? {
    let first = ["title", "name", "text", "caption", "tags", "content"]
    let others = values.keys.sorted().filter {
      !first.contains($0)
        && !["position", "created", "changed", "deleted", "currency"].contains($0)
    }
    return (first + others).first { column in
      switch values[column] ?? nil {
      case .text(let text): !text.isEmpty
      case .integer: true
      default: false
      }
    }
  }

  /// A value; nil if it is empty.
  func text(of name: SharedName, _ columns: [String]?, in values: StepPatch.Values) -> String? {
    if name.kind == "product_value" {
      var number: Int64?
      if case .integer(let found)?? = values["number"] { number = found }
      let kind = field(name)?.field.kind
      let value = kind.flatMap {
        FieldKind.value(word: $0.word, text: values["text"]??.text, number: number)
      }
      return value.flatMap { kind?.text(of: $0) }
    }
    // Nobody tells two pictures apart by more of their names.
    if name.kind == "product_image", columns?.first ?? "hash" == "hash",
      let hash = (values["hash"] ?? nil)?.text
    {
      return String(hash.prefix(8))
    }
    guard let column = columns?.first ?? Self.telling(values), let value = values[column] ?? nil
    else { return nil }
    switch (column, value) {
    case ("price", .integer(let amount)):
      let currency = Currency(stored: values["currency"]??.text ?? "")
      let price = Price(storedMinorUnits: amount, currency: currency)
      return "\(price.decimalText) \(currency.code)"
    case ("stock", .integer(let number)), ("minimum_stock", .integer(let number)),
      ("pack_size", .integer(let number)):
      return DecimalNumber(millionths: number).text
    case ("deleted", .integer(let moment)):
      return Date(milliseconds: moment).formatted(.iso8601)
    case ("tags", .text(let tags)): return tags.split(separator: "\n").joined(separator: ", ")
    case ("head", .text(let hex)):
      return UUID(hex: hex[...]).flatMap { title($0.uuidString) } ?? hex
    case ("product", .text(let id)): return title(id) ?? id
    default: return value.text.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}
