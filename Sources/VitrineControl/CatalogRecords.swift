// Products and commands as `vitrinectl` prints them: JSON with stable keys for scripts, and text for
// people. A whole product as JSON is a line of an export.

import Catalog
import Foundation
import Wording

extension ListedProduct {
  /// A line of the output of `list`: columns separated by tabs.
  func line(_ columns: [ListColumn], snippet: String?) -> String {
    let texts = columns.map { $0.text(of: self).printable() }
    let place = snippet.map { "\n    " + $0.printable() } ?? ""
    return ([id.uuidString] + texts).joined(separator: "\t") + place
  }
}

/// A column of the output of `list`, besides the identifier.
enum ListColumn {
  case builtIn(ProductField)
  case custom(CustomField)

  static let builtIn = ProductField.all
  /// Without `--columns`.
  static let usual = [ProductField.title, .price, .year, .category].map(ListColumn.builtIn)

  /// The columns that values of `--columns` name.
  static func columns(_ values: [String], among fields: [CustomField]) throws -> [ListColumn] {
    func column(_ name: String) -> ListColumn? {
      builtIn.first { $0.name == name }.map { .builtIn($0) }
        ?? fields.first { $0.isNamed(name) }.map { .custom($0) }
    }
    return try values.flatMap { value in
      if let column = column(value) { return [column] }
      return try value.split(separator: ",").map { name in
        if let column = column(String(name)) { return column }
        throw UsageError.unknownName(
          String(name), known: builtIn.map(\.name) + fields.map(\.name))
      }
    }
  }

  var builtInField: ProductField? { if case .builtIn(let field) = self { field } else { nil } }

  func text(of product: ListedProduct) -> String {
    switch self {
    case .builtIn(let field): product.value(of: field).map { field.kind.text(of: $0) } ?? ""
    case .custom(let field): product.values[field.id].map { field.kind.text(of: $0) } ?? ""
    }
  }
}

struct CommandRecord: Encodable {
  let kind: String
  let name: String
  let products: Int
  let moment: Date

  init(_ command: CatalogCommand) {
    kind = command.kind.rawValue
    name = command.name
    products = command.count
    moment = command.moment
  }
}

struct HistoryRecord: Encodable {
  let undoable: [CommandRecord]
  let redoable: [CommandRecord]
  let forgotten: Int

  init(_ history: CommandHistory) {
    undoable = history.undoable.map { CommandRecord($0) }
    redoable = history.redoable.map { CommandRecord($0) }
    forgotten = history.forgotten
  }
}

struct GroupRecord: Encodable {
  let value: String?
  let products: Int
}

struct CheckRecord: Encodable {
  let products: Int?
  let problems: [String]
  /// What may be meant as it is.
  let doubts: [String]
  /// How many steps of undo and redo were not tried because they are too large.
  let untriedSteps: Int
}

extension CatalogEntry {
  /// The product as text for people.
  func text(files: [String], fields custom: [CustomField]) -> String {
    let inColumns = ProductField.all.filter { $0 != .title && $0.kind != .text }
    let fields: [(name: String, value: String?)] =
      inColumns.map { ($0.label, $0.text(of: product)) }
      + custom.map { field in
        (field.name, product.values[field.id].map { field.kind.text(of: $0) })
      } + [
        ("Revision", "\(product.revision)"), ("Changed", StateText.text(of: product.changed)),
        ("In trash", deleted.map { "since \(StateText.text(of: $0))" }),
      ]
    var lines = [product.title.text, product.id.uuidString]
    for field in fields {
      guard let value = field.value, !value.isEmpty else { continue }
      lines.append(
        "  "
          + field.name.padding(toLength: max(15, field.name.count + 2), withPad: " ", startingAt: 0)
          + value)
    }
    for (file, picture) in zip(files, product.pictures) {
      lines.append("  Picture        \(file)  \(picture.caption.text)")
    }
    for field in ProductField.all where field.kind == .text {
      if let value = field.value(of: product) { lines += ["", field.kind.text(of: value)] }
    }
    for note in notes { lines += ["", "— \(note.title.text)", note.text.text] }
    return lines.joined(separator: "\n").printable(lines: true)
  }
}

func jsonText(of value: some Encodable, inLines: Bool = true) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  if inLines { encoder.outputFormatting.insert(.prettyPrinted) }
  encoder.dateEncodingStrategy = .iso8601
  return String(decoding: try encoder.encode(value), as: UTF8.self).printableJSON
}

/// A count with its noun, such as “1 product”.
func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}
