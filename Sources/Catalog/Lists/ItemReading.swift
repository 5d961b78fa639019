// SPDX-License-Identifier: Apache-2.0
// Reads the items of a list, a few at a time, by their row numbers.

import Foundation

struct ItemReading {
  let connection: Connection
  /// Whether texts are read whole. A list shows the beginning of a description, on one line; and of a line from elsewhere,
  /// which may be of any length and is compared and copied whenever a row is shown, as much as a line can have. Of the value
  /// of a custom field, as much as a cell that is typed in.
  var hasWholeTexts = false
  private static let most = (text: 200, line: 2_000, value: 20_000)

  /// The items of those of `keys` that exist.
  func items(_ keys: some Sequence<Int64>) throws -> [Int64: ListedProduct] {
    var items: [Int64: ListedProduct] = [:]
    let values = ValueTable(connection: connection)
    let variants = VariantTable(connection: connection)
    let hasVariants = try !variants.isEmpty()
    for key in keys {
      items[key] = try connection.first(
        hasWholeTexts ? Self.wholeSelection : Self.selection, key
      ) {
        let most = hasWholeTexts ? nil : Self.most.value
        var item = try item($0, key: key, values: values.values(of: key, atMost: most))
        if hasVariants, item.variant == nil {
          item.family = try variants.family(of: item.id, inTrash: !$0.isNull("deleted"))
        }
        return item
      }
    }
    return items
  }

  /// The items of `keys` in their order, each with the passage that matches a search.
  func hits(_ keys: [Int64], for text: String) throws -> [SearchHit] {
    let items = try items(keys)
    let words = try SearchedFields(connection: connection)
      .reading(ProductQuery(searchText: text)).searchText
    let search = try SearchSpelling(connection: connection).search(for: words)
    var places: [Int64: String] = [:]
    // Without words to search for, no passage matches.
    if let expression = search.expression, !keys.isEmpty {
      let marks = "'\(SearchHit.start)', '\(SearchHit.end)', '…'"
      let stale = try SearchIndex(connection: connection).stale()
      // The plus keeps SQLite from querying the full-text index again for each of them.
      try connection.forEachRow(
        """
        SELECT rowid, snippet(search, -1, \(marks), 16) AS place FROM search
        WHERE search MATCH ? AND +rowid IN (SELECT value FROM json_each(?))
        """, arguments: [expression, ProductFinder.json(keys)]
      ) {
        places[$0.int64("rowid")] = $0.text("place")
        return true
      }
      let others = try TextSearch.indexing(keys.filter(stale.contains), on: connection) {
        try TextSearch(connection: connection, expression: expression).rows(
          "rowid, snippet(some_texts, -1, \(marks), 16) AS place"
        ) { (key: $0.int64("rowid"), place: $0.text("place")) }
      }
      for (key, place) in others { places[key] = place }
    }
    return keys.compactMap { key in
      items[key].map { SearchHit(product: $0, marked: places[key] ?? "") }
    }
  }

  private static let selection = selection(hasWholeTexts: false)
  private static let wholeSelection = selection(hasWholeTexts: true)

  private static func selection(hasWholeTexts: Bool) -> String {
    let columns = ProductField.stored.flatMap { field in
      field.columns.map {
        switch field.kind {
        case _ where hasWholeTexts: "p.\($0) AS \($0)"
        case .text: "substr(p.\($0), 1, \(most.text)) AS \($0)"
        case .line, .category: "substr(p.\($0), 1, \(most.line)) AS \($0)"
        default: "p.\($0) AS \($0)"
        }
      }
    }
    return """
      SELECT p.id AS id, p.deleted AS deleted, \(columns.joined(separator: ", ")),
        i.id AS cover_id, i.hash AS cover_hash, i.extension AS cover_extension,
        i.caption AS cover_caption, i.turn AS cover_turn
      FROM product AS p LEFT JOIN product_image AS i ON i.key = ifnull(
        (SELECT key FROM product_image WHERE product = p.key ORDER BY position LIMIT 1),
        -- A variant without a photo of its own is seen as its head.
        (SELECT taken.key FROM product AS h JOIN product_image AS taken ON taken.product = h.key
          WHERE h.id = identifier(p.head) ORDER BY taken.position LIMIT 1))
      WHERE p.key = ?
      """
  }

  private func item(_ row: Row, key: Int64, values: [UUID: FieldValue]) throws -> ListedProduct {
    var product = Product.blank(id: try row.uuid("id"))
    product.values = values
    for field in ProductField.stored { field.read(row, into: &product) }
    product.tags = try ProductTable(connection: connection).tags(of: key)
    return ListedProduct(
      product, cover: row.isNull("cover_id") ? nil : try row.picture("cover_"))
  }
}
