// SPDX-License-Identifier: Apache-2.0
// Lists sorted and filtered by a custom field. There are five fields; some products have a value in
// a field, some do not.

import BenchTables
import Catalog
import Foundation

extension Bench {
  func measureFields(_ small: BenchCatalogue, _ large: BenchCatalogue) async throws {
    for catalogue in [small, large] { try await BenchField.fill(catalogue) }
    report.section(
      "The complete order by one of five fields, of \(large.size) products",
      theirs: "the bare query in C")
    let bare = try Baseline(large.file.path)
    try await large.opened { store in
      for field in BenchField.all {
        let pairs = try await byTurns(repetitions(Repetitions(atLeast: 5, enough: 9))) {
          let (time, list) = try await store.list(field.byItsOrder, until: .completeOrder)
          let count = await list.count
          guard count == large.count else { throw Failure("\(count) products were found.") }
          return time
        } against: {
          try await milliseconds {
            let count = try bare.collect(field.sql)
            guard count == large.count else { throw Failure("\(count) products were found.") }
          }
        }
        report.add(Finding("by \(field.what)", pairs, limit: .times(1.5)))
      }
    }
    report.section(
      "The first page by one of five fields", ours: "\(large.size) products",
      theirs: "\(small.size) products")
    try await large.opened { largeStore in
      try await small.opened { smallStore in
        for question in try BenchField.questions() {
          let pairs = try await byTurns(repetitions()) {
            try await largeStore.firstPage(question.query)
          } against: {
            try await smallStore.firstPage(question.query)
          }
          report.add(Finding(question.name, pairs, limit: .timesOrMilliseconds(1.2, 30)))
        }
      }
    }
  }
}

/// One of the five custom fields.
private struct BenchField {
  let id: UUID
  let what: String
  let kind: FieldKind
  /// The value for row number `n` as SQL expressions, for text and number.
  let value: (text: String, number: String)
  /// The SQL condition for products that have a value.
  let condition: String

  private init(
    _ number: Int, _ what: String, kind: FieldKind, text: String = "NULL", number value: String,
    where condition: String = "true"
  ) {
    id = UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)") ?? UUID()
    self.what = what
    self.kind = kind
    self.value = (text, value)
    self.condition = condition
  }

  // Row numbers multiplied by a large prime are random enough.
  static let all = [
    BenchField(
      1, "a number on every product", kind: .number(unit: "cm"), number: "n * 7919 % 5000 * 100000"),
    BenchField(
      2, "a text on every product", kind: .line,
      text: """
        CASE n * 7919 % 4 WHEN 0 THEN 'oak' WHEN 1 THEN 'beech' WHEN 2 THEN 'walnut' ELSE 'ash' END
          || ' of ' || (n * 104729 % 1000)
        """, number: "NULL"),
    BenchField(
      3, "a choice on every product", kind: .choice(["large", "medium", "small"]),
      text: "CASE WHEN n * 7919 % 10 = 0 THEN 'large' WHEN n % 2 THEN 'medium' ELSE 'small' END",
      number: "NULL"),
    BenchField(
      4, "a day on one in ten", kind: .date,
      number: "(2000 + n * 7919 % 25) * 10000 + (1 + n * 104729 % 12) * 100 + 1 + n % 28",
      where: "n * 7919 % 10 = 3"),
    BenchField(
      5, "yes or no on nine in ten", kind: .yesNo, number: "n * 104729 % 3 = 0",
      where: "n * 7919 % 10 <> 3"),
  ]

  /// Creates the fields and all values, with SQL because this is not what is measured.
  static func fill(_ catalogue: BenchCatalogue) async throws {
    try await catalogue.opened { store in
      for field in all {
        try await store.addField(CustomField(id: field.id, name: field.what, kind: field.kind))
      }
    }
    let bare = try Baseline(catalogue.file.path)
    for field in all {
      try bare.change(
        """
        INSERT INTO product_value (product, field, text, text_key, number)
        SELECT n, (SELECT key FROM field WHERE id = \(field.literal)), words, words, amount FROM (
          SELECT key AS n, \(field.value.text) AS words, \(field.value.number) AS amount
          FROM (SELECT key, key AS n FROM product) WHERE \(field.condition))
        """, 0)
    }
  }

  private var literal: String { "x'\(id.uuidString.filter { $0 != "-" })'" }

  var byItsOrder: ProductQuery { ProductQuery(sort: .custom(id)) }

  /// All products in the order of the field, those without a value last.
  var sql: String {
    let values = """
      SELECT product FROM product_value WHERE field = (SELECT key FROM field WHERE id = \(literal))
      ORDER BY text_key, number, product
      """
    guard condition != "true" else { return values }
    return """
      SELECT * FROM (\(values)) UNION ALL SELECT key FROM product
      WHERE NOT EXISTS (SELECT 1 FROM product_value WHERE product = product.key
        AND field = (SELECT key FROM field WHERE id = \(literal)))
      """
  }

  static func questions() throws -> [MeasuredQuery] {
    let orders = all.flatMap { field in
      [true, false].map { ascending in
        MeasuredQuery(
          name: "all, by \(field.what)\(ascending ? "" : ", reversed")",
          query: ProductQuery(sort: .custom(field.id), ascending: ascending))
      }
    }
    func number(_ text: String) throws -> FieldValue? {
      try FieldKind.number(unit: "").value(from: text, for: .value)
    }
    let filters: [(String, ProductFilter)] = [
      (
        "a narrow range of numbers",
        .custom(all[0].id, .range(from: try number("12.3"), through: try number("12.4")))
      ),
      (
        "a wide range of numbers", .custom(all[0].id, .range(from: try number("100"), through: nil))
      ),
      ("a word in a text", .custom(all[1].id, .contains("walnut"))),
      ("a rare word in a text", .custom(all[1].id, .contains("walnut of 77"))),
      ("a choice of one in ten", .custom(all[2].id, .equals(.text("large")))),
      ("a choice of half", .custom(all[2].id, .equals(.text("small")))),
      (
        "days of a year",
        .custom(
          all[3].id,
          .range(
            from: CalendarDay(year: 2013, month: 1, day: 1).map { .day($0) },
            through: CalendarDay(year: 2013, month: 12, day: 31).map { .day($0) }))
      ),
      ("yes", .custom(all[4].id, .equals(.yesNo(true)))),
      ("no day", .custom(all[3].id, .isEmpty)), ("no yes or no", .custom(all[4].id, .isEmpty)),
      ("a day", .custom(all[3].id, .isPresent)),
    ]
    return orders
      + filters.flatMap { name, filter in
        [
          MeasuredQuery(
            name: "filter: \(name), by title", query: ProductQuery(filters: [filter], sort: .title)),
          MeasuredQuery(
            name: "filter: \(name), by a number",
            query: ProductQuery(filters: [filter], sort: .custom(all[0].id), ascending: false)),
        ]
      }
  }
}
