// SPDX-License-Identifier: Apache-2.0
// Lists of variants that are not below their heads: what is searched, filtered, or ordered by what each variant has for
// itself.

import BenchTables
import Catalog
import Foundation

/// A custom field in which variants differ.
enum BenchOption {
  static let size = UUID(uuidString: "00000000-0000-4000-8000-000000000011") ?? UUID()

  private static let values = "x'\(size.uuidString.filter { $0 != "-" })'"

  /// Every variant gets a size.
  static func fill(_ catalogue: BenchCatalogue) async throws {
    try await catalogue.opened { store in
      try await store.addField(
        CustomField(id: size, name: "Size", kind: .choice(["large", "medium", "small"])))
    }
    try Baseline(catalogue.file.path).change(
      """
      INSERT INTO product_value (product, field, text, text_key)
      SELECT key, (SELECT key FROM field WHERE id = \(values)), size, size FROM (
        SELECT key, CASE key % 3 WHEN 0 THEN 'large' WHEN 1 THEN 'medium' ELSE 'small' END AS size
        FROM product WHERE head IS NOT NULL)
      """, 0)
  }

  /// Row numbers in the order of the sizes, those without one last.
  static func sql(reversed: Bool) -> String {
    let direction = reversed ? " DESC" : ""
    return """
      SELECT product FROM product_value WHERE field = (SELECT key FROM field WHERE id = \(values))
      ORDER BY text_key\(direction), number\(direction), product\(direction) LIMIT 100
      """
  }
}

extension Bench {
  func measureFlatLists(_ store: CatalogStore, against bare: Baseline) async throws {
    report.section(
      "\(grouped(options.products / 10 * 11)) heads and variants, not below each other",
      theirs: "bare SQL in C")
    for (sort, columns) in Self.flatOrders {
      for ascending in [true, false] {
        let direction = ascending ? "" : " DESC"
        let terms = columns.map { $0 + direction + " NULLS LAST" }.joined(separator: ", ")
        let sql =
          columns.isEmpty
          ? BenchOption.sql(reversed: !ascending)
          : "SELECT key FROM product WHERE deleted IS NULL ORDER BY \(terms) LIMIT 100"
        let pairs = try await byTurns(repetitions()) {
          try await store.firstPage(ProductQuery(sort: sort, ascending: ascending))
        } against: {
          try await milliseconds { _ = try bare.collect(sql) }
        }
        let name = columns.isEmpty ? "a custom field" : sort.rawValue
        report.add(
          Finding(
            "first page by \(name)\(ascending ? "" : ", reversed")", pairs,
            limit: .milliseconds(30)))
      }
    }
    for question in try Self.flatQuestions() {
      var times: [Double] = []
      for _ in 0..<(options.isQuick ? 2 : 9) {
        times.append(try await store.firstPage(question.query))
      }
      report.add(Finding(question.name, Times(times), limit: .milliseconds(30)))
    }
  }

  private static let flatOrders: [(ProductSort, columns: [String])] = [
    (.title, ["title_key"]), (.category, ["category", "title_key"]),
    (.price, ["currency", "price"]),
    (.year, ["year"]), (.builtIn("supplier"), ["supplier_key"]), (.stock, ["stock"]),
    (.custom(BenchOption.size), []),
    (.builtIn("sku"), ["sku COLLATE NOCASE"]), (.builtIn("gtin"), ["gtin"]),
    (.created, ["created"]), (.changed, ["changed"]), (.manual, ["position"]),
  ]

  /// Every order with a search and with filters of every width.
  private static func flatQuestions() throws -> [MeasuredQuery] {
    let (words, euro) = (try Words(), try Currency("EUR"))
    let searches = [
      ("the commonest word", words.commonest), ("two words of a title", words.two),
      ("a rare word", words.rarest), ("an exact SKU", words.sku),
    ]
    let filters: [(String, ProductFilter)] = [
      ("a price that few have", .price(euro, from: 12_300, through: 12_310)),
      ("a price that many have", .price(euro, from: 1_000, through: 100_000)),
      ("low stock", .lowStock), ("nothing in stock", .number(.stock, from: nil, through: 0)),
      ("no GTIN", .isEmpty(.gtin)), ("no variants", .notVariant),
      ("one size", .custom(BenchOption.size, .equals(.text("large")))),
      ("no size", .custom(BenchOption.size, .isEmpty)),
    ]
    let orders = flatOrders.map { ($0.columns.isEmpty ? "a custom field" : $0.0.rawValue, $0.0) }
    return searches.flatMap { name, text in
      orders.map { order, sort in
        MeasuredQuery(
          name: "search: \(name), by \(sort == .manual ? "rank" : order)",
          query: ProductQuery(searchText: text, sort: sort))
      }
    }
      + filters.flatMap { name, filter in
        orders.map { order, sort in
          MeasuredQuery(
            name: "filter: \(name), by \(order)", query: ProductQuery(filters: [filter], sort: sort)
          )
        }
      }
  }
}
