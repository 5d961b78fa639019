// Products and commands as `vitrinectl` prints them: JSON whose keys a script can rely on, and
// text for a person. A whole product as JSON is a line of an export.

import Catalog
import Foundation
import Wording

/// A line of a list.
struct RowRecord: Encodable {
  let id: UUID
  let title: String
  let category: String?
  let price: String?
  let currency: String?
  let yearIntroduced: Int?
  let snippet: String?

  init(_ row: ProductRow, snippet: String? = nil) {
    id = row.id
    title = row.title
    category = row.category?.text
    price = row.price?.decimalText
    currency = row.price?.currency.code
    yearIntroduced = row.year?.value
    self.snippet = snippet
  }

  /// The product on one line, in columns that tabs separate.
  var line: String {
    let price = price.map { "\($0) \(currency ?? "")" } ?? ""
    let year = yearIntroduced.map { "\($0)" } ?? ""
    let columns = [id.uuidString, title, price, year, category ?? ""]
    let place = snippet.map { "\n    " + $0 } ?? ""
    return printable(columns.joined(separator: "\t"), tabs: true) + printable(place)
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
}

extension CatalogEntry {
  /// The product for a person to read.
  func text(files: [String]) -> String {
    let price = product.price.map { "\($0.decimalText) \($0.currency.code)" }
    let fields: [(name: String, value: String?)] = [
      ("category", product.category?.text),
      ("tags", product.tags.map(\.text).joined(separator: ", ")),
      ("price", price), ("year", product.year.map { "\($0.value)" }),
      ("SKU", product.sku?.text), ("GTIN", product.gtin?.text),
      ("stock", product.stock.map { "\($0.value)" }),
      ("minimum", product.minimumStock.map { "\($0.value)" }),
      ("revision", "\(product.revision)"), ("changed", StateText.text(of: product.changed)),
      ("in trash", deleted.map { "since \(StateText.text(of: $0))" }),
    ]
    var lines = [product.title.text, product.id.uuidString]
    for field in fields {
      guard let value = field.value, !value.isEmpty else { continue }
      lines.append("  " + field.name.padding(toLength: 10, withPad: " ", startingAt: 0) + value)
    }
    for (file, image) in zip(files, product.pictures) {
      lines.append("  picture   \(file)  \(image.caption.text)")
    }
    if product.description != .empty { lines += ["", product.description.text] }
    for note in notes { lines += ["", "— \(note.title.text)", note.text.text] }
    return printable(lines.joined(separator: "\n"))
  }
}

func jsonText(of value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  encoder.dateEncodingStrategy = .iso8601
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// A number of things, such as “1 product”.
func counted(_ count: Int, _ thing: String) -> String {
  count == 1 ? "1 \(thing)" : "\(count) \(thing)s"
}

/// `text` without what would steer the terminal rather than be read on it.
func printable(_ text: String, tabs: Bool = false) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    let isSafe = scalar == "\n" || scalar == "\t" && tabs
    return scalar.properties.generalCategory == .control && !isSafe ? "\u{FFFD}" : scalar
  }
  return String(String.UnicodeScalarView(scalars))
}
