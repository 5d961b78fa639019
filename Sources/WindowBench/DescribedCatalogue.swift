// SPDX-License-Identifier: Apache-2.0
// What the C program shows, in the words of the real one, a line each with tabs between the values. The
// C program has no database: it gets the texts in order and formatted.

import BenchTables
import Catalog
import Foundation
import VitrineModel
import Wording

struct DescribedCatalogue {
  private var text = ""

  /// Describes an open catalogue, whose products these are.
  init(_ entries: [CatalogEntry], in store: CatalogStore) async throws {
    for entry in entries { add(entry, store) }
    let places = try await store.products(ProductQuery()).reduce(into: [String: Int]()) {
      if let category = $1.category?.components.first { $0[category, default: 0] += 1 }
    }
    let tags = entries.flatMap(\.product.tags).reduce(into: [String: Int]()) {
      $0[$1.text, default: 0] += 1
    }
    add("place", "view-list-symbolic", "All Products", grouped(entries.count))
    add("place", "document-open-recent-symbolic", "Recently Changed", grouped(entries.count))
    add("place", "user-trash-symbolic", "Trash", "")
    add("heading", "Categories")
    for (name, count) in places.sorted(by: { $0.key < $1.key }) {
      add("category", "", name, grouped(count))
    }
    add("heading", "Tags")
    for (name, count) in tags.sorted(by: { $0.value > $1.value }).prefix(10) {
      add("place", "", name, grouped(count))
    }
    for entry in entries {
      for note in entry.notes {
        add(
          "note", note.title.text, note.text.text, entry.product.title.text,
          note.changed.clockText)
      }
    }
    for group in try await store.likelyDuplicates() {
      add("group", group.titlesText, group.reasonText, "\(group.products.count) products")
    }
    add("step", "\(grouped(entries.count)) products added", Date().momentText)
  }

  private mutating func add(_ entry: CatalogEntry, _ store: CatalogStore) {
    let product = entry.product
    let year = product.year.map { FieldValue.integer($0.value).displayText(of: .year) }
    add(
      "product", product.title.text, product.price?.displayText ?? "", year ?? "",
      product.category?.components.last ?? "", product.category?.displayText ?? "",
      product.category?.text ?? "", product.description.text, product.sku?.text ?? "",
      product.gtin?.text ?? "", product.stock?.value.text ?? "",
      product.minimumStock?.value.text ?? "")
    for fact in ProductFact.all(of: product, unitPrices: .kilogram) {
      add("fact", fact.name, fact.text)
    }
    for tag in product.tags { add("tag", tag.text) }
    for picture in product.pictures {
      add("picture", store.pictureFile(picture).path, picture.caption.text)
    }
    for note in entry.notes { add("own-note", note.title.text, note.text.text) }
  }

  private mutating func add(_ words: String...) {
    text += words.map(Self.escaped).joined(separator: "\t") + "\n"
  }

  /// As `g_strcompress` reads it.
  private static func escaped(_ word: String) -> String {
    word.replacingOccurrences(of: "\\", with: "\\\\")
      .replacingOccurrences(of: "\n", with: "\\n").replacingOccurrences(of: "\t", with: " ")
  }

  func write(to file: URL) throws { try Data(text.utf8).write(to: file) }
}
