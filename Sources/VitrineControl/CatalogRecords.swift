// Products as `vitrinectl` prints them: JSON whose keys a script can rely on, and text for a
// person.

import Catalog
import Foundation

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
}

/// All there is of a product, by the names of the import format.
struct ProductRecord: Encodable {
  struct Image: Encodable {
    let file: String
    let caption: String
  }
  struct Note: Encodable {
    let id: UUID
    let title: String
    let text: String
  }
  let id: UUID
  let title: String
  let description: String
  let category: String?
  let tags: [String]
  let sku: String?
  let gtin: String?
  let price: String?
  let currency: String?
  let stock: Int?
  let minimumStock: Int?
  let yearIntroduced: Int?
  let revision: Int
  let images: [Image]
  let notes: [Note]

  init(_ product: Product, notes: [Catalog.Note], files: [String]) {
    id = product.id
    title = product.title.text
    description = product.description
    category = product.category?.text
    tags = product.tags
    sku = product.sku?.text
    gtin = product.gtin?.text
    price = product.price?.decimalText
    currency = product.price?.currency.code
    stock = product.stock
    minimumStock = product.minimumStock
    yearIntroduced = product.year?.value
    revision = product.revision
    images = zip(files, product.images).map { Image(file: $0, caption: $1.caption) }
    self.notes = notes.map { Note(id: $0.id, title: $0.title, text: $0.text) }
  }
}

extension RowRecord {
  /// The product on one line, in columns that tabs separate.
  var line: String {
    let price = price.map { "\($0) \(currency ?? "")" } ?? ""
    let year = yearIntroduced.map { "\($0)" } ?? ""
    let columns = [id.uuidString, title, price, year, category ?? ""]
    let place = snippet.map { "\n    " + $0 } ?? ""
    return printable(columns.joined(separator: "\t"), tabs: true) + printable(place)
  }
}

extension ProductRecord {
  /// The product for a person to read.
  var text: String {
    let fields: [(name: String, value: String?)] = [
      ("category", category), ("tags", tags.joined(separator: ", ")),
      ("price", price.map { "\($0) \(currency ?? "")" }),
      ("year", yearIntroduced.map { "\($0)" }), ("SKU", sku), ("GTIN", gtin),
      ("stock", stock.map { "\($0)" }), ("minimum", minimumStock.map { "\($0)" }),
    ]
    var lines = [title, id.uuidString]
    for field in fields {
      guard let value = field.value, !value.isEmpty else { continue }
      lines.append("  " + field.name.padding(toLength: 10, withPad: " ", startingAt: 0) + value)
    }
    for image in images {
      lines.append("  picture   \(image.file)  \(image.caption)")
    }
    if !description.isEmpty { lines += ["", description] }
    for note in notes { lines += ["", "— \(note.title)", note.text] }
    return printable(lines.joined(separator: "\n"))
  }
}

func jsonText(of value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// `text` without what would steer the terminal rather than be read on it.
func printable(_ text: String, tabs: Bool = false) -> String {
  let scalars = text.unicodeScalars.map { scalar in
    let isSafe = scalar == "\n" || scalar == "\t" && tabs
    return scalar.properties.generalCategory == .control && !isSafe ? "\u{FFFD}" : scalar
  }
  return String(String.UnicodeScalarView(scalars))
}
