// SPDX-License-Identifier: Apache-2.0
// What a step changed of a row, as it goes to the hub of a shared catalogue. There a row is found by its kind and
// one text, and nothing travels that each copy works out or counts for itself. Tags go as the list of a product, so
// that the hub can add and remove single ones.

import Foundation

struct SharedPatch {
  let kind: String
  let row: String
  /// The identifier of the product that the row belongs to; nil if it belongs to none.
  var owner: String?
  /// The fields before; nil if there was no row.
  var old: StepPatch.Values?
  /// The fields afterwards; nil if there is no row.
  var new: StepPatch.Values?
  var added: [String: Int64] = [:]

  static let tags = "product_tags"
  /// The only column of a product's tags: one to a line.
  static let tagColumn = "tags"
  /// Columns that stay in their copy.
  static let staying = Set(RecordedTable.derived).union(RecordedTable.bookkeeping)
  /// The order in which rows can be put in: those that others refer to come first.
  static let kinds =
    ["field", "product", tags]
    + RecordedTable.all.map(\.name).filter {
      !["field", "product", "product_tag"].contains($0)
    }

  var isEmpty: Bool { old != nil && new?.isEmpty == true && added.isEmpty }

  var reversed: SharedPatch {
    SharedPatch(
      kind: kind, row: row, owner: owner, old: new, new: old, added: added.mapValues { 0 &- $0 })
  }

  static func tags(of product: String, from old: [String]?, to new: [String]?) -> SharedPatch {
    func values(_ tags: [String]?) -> StepPatch.Values? {
      tags.map { [tagColumn: .text($0.joined(separator: "\n"))] }
    }
    return SharedPatch(kind: tags, row: product, owner: product, old: values(old), new: values(new))
  }

  // MARK: As a line of JSON

  var line: String {
    var writer = JSONWriter()
    writer.object {
      $0.member("kind", kind)
      $0.member("row", row)
      Self.write(old, "old", to: &$0)
      Self.write(new, "new", to: &$0)
      if !added.isEmpty { Self.write(added.mapValues { .integer($0) }, "add", to: &$0) }
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// The fields afterwards, those that are empty left out.
  var fields: String { Self.json(new ?? [:]) }

  /// The fields of a row, those that are empty left out.
  static func json(_ values: StepPatch.Values) -> String {
    var writer = JSONWriter()
    writer.values(values.filter { $0.value != nil })
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private static func write(
    _ values: StepPatch.Values?, _ name: String, to writer: inout JSONWriter
  ) {
    guard let values else { return }
    writer.key(name)
    writer.values(values)
  }

  init(
    kind: String, row: String, owner: String?, old: StepPatch.Values?, new: StepPatch.Values?,
    added: [String: Int64] = [:]
  ) {
    (self.kind, self.row, self.owner) = (kind, row, owner)
    (self.old, self.new, self.added) = (old, new, added)
  }

  /// Reads what `line` wrote.
  init(line: String) throws {
    var reader = JSONReader(Array(line.utf8))
    var texts: [String: String] = [:]
    var values: [String: StepPatch.Values] = [:]
    try reader.object { reader, name in
      if reader.isAtText {
        texts[name] = try reader.string()
      } else {
        values[name] = try reader.rowValues()
      }
    }
    self.init(
      kind: texts["kind"] ?? "", row: texts["row"] ?? "", owner: nil, old: values["old"],
      new: values["new"],
      added: (values["add"] ?? [:]).compactMapValues {
        if case .integer(let count) = $0 { count } else { nil }
      })
  }
}

extension JSONWriter {
  /// The values of a row by their columns.
  fileprivate mutating func values(_ values: StepPatch.Values) {
    object {
      for (column, value) in values.sorted(by: { $0.key < $1.key }) {
        switch value {
        case .integer(let number): $0.member(column, Int(number))
        // The hub has no text with this character, and no field of ours takes it.
        case .text(let text):
          $0.member(column, text.replacingOccurrences(of: "\0", with: "\u{fffd}"))
        case nil, .blob: $0.null(column)
        }
      }
    }
  }
}

extension JSONReader {
  /// Reads the values of a row by their columns.
  mutating func rowValues() throws -> StepPatch.Values {
    var values: StepPatch.Values = [:]
    try object { reader, column in
      if reader.null() {
        values[column] = .some(nil)
      } else {
        values[column] =
          try reader.isAtText ? .text(reader.string()) : .integer(Int64(reader.integer()))
      }
    }
    return values
  }
}

extension StepPatch {
  /// What the row is called at the hub; nil if the patch does not say, or if tags have no row of their own there.
  var sharedRow: String? {
    switch table.name {
    case "product_tag": return nil
    case "product_value":
      guard case .text(let product)?? = row["product"], case .text(let field)?? = row["field"]
      else { return nil }
      return "\(product)/\(field)"
    default: return name
    }
  }

  /// The columns that travel, without those that name the row.
  func travelling(_ values: Values?) -> Values? {
    values?.filter { column, _ in
      !SharedPatch.staying.contains(column) && !table.naming.contains(column)
        && !table.key.contains(column)
    }
  }
}
