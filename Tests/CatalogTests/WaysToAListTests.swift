// SPDX-License-Identifier: Apache-2.0
// A list is found in different ways, depending on the number of candidates. With tiny limits, a
// small catalogue takes all of them: each must give the same result as plain SQL, which knows none
// of them.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class WaysToAListTests: CatalogTestCase {
  private static let limits = [
    ProductFinder.Limits(),
    ProductFinder.Limits(
      few: 8, fewer: 2, fewOfCategory: 9, many: 0, values: 2, titles: 4, longestWalk: 10, looks: 10,
      glances: 5,
      texts: 400,
      ranked: 8, rankedOfSome: 8),
    ProductFinder.Limits(
      few: 8, fewer: 0, fewOfCategory: 20, many: 60, values: 0, titles: 30, longestWalk: 1_000,
      looks: 110,
      glances: 600,
      texts: 40,
      ranked: 20, rankedOfSome: 10),
    ProductFinder.Limits(
      few: 7, fewer: 0, fewOfCategory: 7, many: 1_000, longestWalk: 0, looks: 0, glances: 0,
      texts: 8,
      ranked: 7,
      rankedOfSome: 7),
  ]

  func testEveryWayLeadsToTheSameList() async throws {
    try skipWithoutFaults()
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(500))
    let all = try await store.products(ProductQuery())
    let trash = stride(from: 4, to: all.count, by: 9).map { all[$0].id }
    _ = try await store.delete(Set(trash))
    try await Self.addFields(to: store)
    let heads = stride(from: 7, to: all.count, by: 40).map { all[$0].id }
    try await Self.makeVariants(of: heads, store)
    let categories = try await store.categories().map(\.path)
    let tags = try await store.tagCounts().map(\.tag)
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let count = rounds(0, withFaults: 100, withAll: 400)
    let queries = try (0..<count).map { _ in try Self.query(categories, tags, random: &random) }
    // The full-text index does not yet contain what was just changed; a read sees one snapshot.
    let some = stride(from: 2, to: all.count, by: 5).map { all[$0].id }
    let changed = ProductChange(
      title: try ProductTitle("The black lamp"),
      description: try FreeText(description: "with a wooden foot"))
    _ = try await store.edit(Set(some), applying: [.set(changed)])
    let early = try await store.database.read { connection in
      let outdated = try SearchIndex(connection: connection).stale()
      XCTAssertGreaterThan(outdated.count, 50, "else nothing is shown by this")
      return try queries.map { try Self.answers($0, connection) }
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    try await store.database.read { connection in
      XCTAssertTrue(try SearchIndex(connection: connection).stale().isEmpty)
      for (query, early) in zip(queries, early) {
        let answers = try Self.answers(query, connection)
        try Self.verify(query, answers, connection: connection)
        try Self.verify(query, early, connection: connection)
        XCTAssertEqual(early.map(\.order), answers.map(\.order), "\(query)")
      }
    }
    try await Self.writeOtherChoices(to: store)
    try await store.database.read { connection in
      for query in queries where query.searchText.isEmpty {
        try Self.verify(query, Self.answers(query, connection), connection: connection)
      }
    }
    await store.close()
  }

  /// A number, a text, an amount, a yes/no field and a choice, which some products have.
  private static let fields = (1...5).map { number in
    UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)") ?? UUID()
  }

  private static func addFields(to store: CatalogStore) async throws {
    let kinds: [FieldKind] = [
      .number(unit: "cm"), .text, .money, .yesNo, .choice(["small", "Medium", "large", "Élm"]),
    ]
    for (id, kind) in zip(fields, kinds) {
      try await store.addField(CustomField(id: id, name: kind.word, kind: kind))
    }
    let products = try await store.products(ProductQuery()).map(\.id)
    let woods = ["Oak", "ash", "Élm", String(repeating: "é", count: 250) + " a lamp"]
    let currencies = try [Currency("EUR"), Currency("USD")]
    for remainder in 0..<20 {
      let some = products.indices.filter { $0 % 20 == remainder }.map { products[$0] }
      var values: [UUID: FieldValue?] = [:]
      if remainder < 14 {
        values[fields[0]] = .number(DecimalNumber(millionths: Int64(remainder % 5)))
      }
      if remainder > 3 { values[fields[1]] = .text(woods[remainder % 4]) }
      if remainder.isMultiple(of: 3) {
        let price = try Price(
          minorUnits: Int64(remainder * 7 % 10), currency: currencies[remainder % 2])
        values[fields[2]] = .money(price)
      }
      if remainder != 8 { values[fields[3]] = .yesNo(remainder.isMultiple(of: 2)) }
      if remainder < 17 {
        values[fields[4]] = .text(["large", "Medium", "Élm", "small"][remainder % 4])
      }
      _ = try await store.edit(Set(some), applying: [.set(ProductChange(values: values))])
    }
  }

  /// Two of each of these heads, of which some are in the trash.
  private static func makeVariants(of heads: [UUID], _ store: CatalogStore) async throws {
    for head in heads where try await store.product(head) != nil {
      try await store.makeVariants(of: head, named: [("Size", ["S", "L"])])
    }
  }

  /// Another program may have written what the field does not offer.
  private static func writeOtherChoices(to store: CatalogStore) async throws {
    try await store.database.underLock { connection in
      for (text, key, number, remainder) in [
        ("tiny", "tiny", nil, 2), ("Zebra", "zebra", nil, 5), (nil, nil, 7, 9), (nil, nil, 3, 10),
      ] as [(String?, String?, Int?, Int)] {
        try connection.run(
          """
          UPDATE product_value SET text = ?, text_key = ?, number = ?
          WHERE field = (SELECT key FROM field WHERE id = ?) AND product % 17 = ?
          """, text, key, number, fields[4], remainder)
      }
      return ((), [.everything])
    }
  }

  private struct Answer {
    let page: ProductFinder.Page
    let order: [Int64]
    let count: Int
  }

  /// The result of a query in every way.
  private static func answers(
    _ query: ProductQuery, _ connection: Connection
  ) throws -> [Answer] {
    try limits.map { limits in
      let finder = try ProductFinder(query, connection, limits: limits)
      return Answer(
        page: try finder.firstPage(7), order: Array(try finder.completeOrder()),
        count: try finder.count())
    }
  }

  private static func verify(
    _ query: ProductQuery, _ answers: [Answer], connection: Connection
  ) throws {
    let expected = try plainly(query, connection)
    let isRanked = try ProductFinder(query, connection).isRanked
    for (number, answer) in answers.enumerated() {
      let (page, message) = (answer.page, "\(number): \(query)")
      XCTAssertEqual(answer.count, expected.count, message)
      guard isRanked else {
        XCTAssertEqual(answer.order, expected, message)
        XCTAssertEqual(page.keys, Array(expected.prefix(page.isComplete ? .max : 7)), message)
        continue
      }
      XCTAssertEqual(answer.order.sorted(), expected.sorted(), message)
      XCTAssertEqual(answer.order, answers[0].order, message)
      // A page of good matches, without repeats.
      XCTAssertEqual(Set(page.keys).count, page.keys.count, message)
      XCTAssertTrue(Set(page.keys).isSubset(of: expected), message)
      XCTAssertGreaterThanOrEqual(page.keys.count, min(7, expected.count), message)
      if page.isComplete { XCTAssertEqual(page.keys, answer.order, message) }
    }
  }

  private static func query(
    _ categories: [CategoryPath], _ tags: [String], random: inout SeededRandom
  ) throws -> ProductQuery {
    var query = ProductQuery(inTrash: random.chance(15))
    query.foldsVariants = random.chance(15)
    if random.chance(30) { query.category = random.pick(categories) }
    if random.chance(25) { query.tags = [random.pick(tags)] }
    if random.chance(10) { query.tags.append(random.pick(tags)) }
    let euro = try Currency("EUR")
    let filters: [ProductFilter] = [
      .number(.stock, from: 3, through: 200), .number(.year, from: nil, through: 2000),
      .number(.minimumStock, from: 1, through: nil), .price(euro, from: 1_000, through: nil),
      .date(.created, from: Date(timeIntervalSince1970: 0), before: nil), .isEmpty(.category),
      .isPresent(.category), .isEmpty(.stock), .isPresent(.year), .isEmpty(.price),
      .isPresent(.price), .isPresent(.sku), .isPresent(.gtin), .isEmpty(.gtin), .noPicture,
      .isPresent(.tags), .lowStock, .badGTIN, .duplicateGTIN, .duplicateSKU,
      .contains(.title, "a"),
      .contains(.description, "the"), .custom(fields[0], .isEmpty), .custom(fields[0], .isPresent),
      .custom(
        fields[0],
        .range(
          from: .number(DecimalNumber(millionths: 1)),
          through: .number(DecimalNumber(millionths: 3)))
      ),
      .custom(fields[1], .contains("A")), .custom(fields[1], .equals(.text("elm"))),
      .custom(fields[1], .contains("LAMP")), .contains(.title, "lam"), .contains(.supplier, "b"),
      .contains(.title, "k l"), .contains(.title, "zq"), .contains(.title, "É"),
      .custom(
        fields[2], .range(from: .money(try Price(minorUnits: 3, currency: euro)), through: nil)),
      .custom(fields[3], .equals(.yesNo(true))), .custom(fields[3], .isEmpty),
      .custom(UUID(), .isPresent), .notVariant, .custom(fields[4], .equals(.text("medium"))),
      .custom(fields[4], .contains("m")), .custom(fields[4], .isPresent),
      .custom(fields[4], .range(from: .text("large"), through: .text("s"))),
    ]
    for _ in 0..<2 where random.chance(35) { query.filters.append(random.pick(filters)) }
    let searches = [
      "t", "th", "the", "a", "wo", "wood", "with", "wit", "\"with a\"", "the w", "s o", "lam",
      "zzz", "steel", "black lam", "oak", "elm",
    ]
    if random.chance(50) { query.searchText = random.pick(searches) }
    let keys = ProductSort.allCases.filter { $0 != .manual } + fields.map(ProductSort.custom)
    if random.chance(70) {
      query.order = (0...random.below(3)).map { _ in
        ProductOrder(random.pick(keys), ascending: random.chance(50))
      }
    }
    return query
  }

  /// The list as plain SQL finds and sorts it.
  private static func plainly(_ query: ProductQuery, _ connection: Connection) throws -> [Int64] {
    let finder = try ProductFinder(query, connection)
    let conditions = finder.conditions.all
    var (condition, arguments) = (conditions.sql, conditions.arguments)
    if let expression = finder.search.expression {
      condition += " AND p.key IN (SELECT rowid FROM search WHERE search MATCH ?)"
      arguments.append(expression)
    }
    return try connection.rows(
      """
      SELECT p.key FROM product AS p NOT INDEXED WHERE \(condition)
      ORDER BY \(finder.order.sql(offIndex: true))
      """, arguments: arguments
    ) { $0.int64("key") }
  }
}
