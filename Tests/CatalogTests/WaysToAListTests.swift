// A list is found by one way or another, depending on how many products are in question. With the
// limits between the ways made tiny, a small catalogue takes them all: each must give what plain
// SQL gives, which knows none of them.

import Foundation
import XCTest

@testable import Catalog

final class WaysToAListTests: CatalogTestCase {
  private static let limits = [
    ProductFinder.Limits(),
    ProductFinder.Limits(
      few: 8, fewOfCategory: 9, many: 0, longestWalk: 10, texts: 400, ranked: 8, rankedOfSome: 8),
    ProductFinder.Limits(
      few: 8, fewOfCategory: 20, many: 60, longestWalk: 1_000, texts: 40, ranked: 20,
      rankedOfSome: 10),
    ProductFinder.Limits(
      few: 7, fewOfCategory: 7, many: 1_000, longestWalk: 0, texts: 8, ranked: 7, rankedOfSome: 7),
  ]

  func testEveryWayLeadsToTheSameList() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(500))
    let all = try await store.rows(ProductQuery())
    let trash = stride(from: 4, to: all.count, by: 9).map { all[$0].id }
    _ = try await store.delete(Set(trash))
    let categories = try await store.categories().map(\.path)
    let tags = try await store.tagCounts().map(\.tag)
    try await store.database.read { connection in
      var random = SeededRandom(seed: 7)
      var (full, ranked) = (0, 0)
      for _ in 0..<600 {
        let query = try Self.query(categories, tags, &random)
        let expected = try Self.plainly(query, connection)
        for (number, limits) in Self.limits.enumerated() {
          let finder = ProductFinder(query, connection, limits: limits)
          let order = Array(try finder.completeOrder())
          let page = try finder.firstPage(7)
          XCTAssertEqual(Set(order), Set(expected), "\(number): \(query)")
          XCTAssertEqual(order.count, expected.count, "\(number): \(query)")
          XCTAssertEqual(try finder.count(), expected.count, "\(number): \(query)")
          if finder.isRanked {
            // A page of good ones, each once; all of them are in the order of the whole.
            XCTAssertEqual(Set(page.keys).count, page.keys.count, "\(number): \(query)")
            XCTAssertTrue(Set(page.keys).isSubset(of: expected), "\(number): \(query)")
            XCTAssertGreaterThanOrEqual(page.keys.count, min(7, expected.count), "\(query)")
            if page.isComplete { XCTAssertEqual(page.keys, order, "\(number): \(query)") }
            ranked += 1
          } else {
            XCTAssertEqual(order, expected, "\(number): \(query)")
            XCTAssertEqual(
              page.keys, Array(expected.prefix(page.isComplete ? .max : 7)), "\(number): \(query)")
          }
          if page.keys.count >= 7 { full += 1 }
        }
      }
      XCTAssertGreaterThan(full, 500, "most lists must be long enough to tell")
      XCTAssertGreaterThan(ranked, 100)
    }
    await store.close()
  }

  private static func query(
    _ categories: [CategoryPath], _ tags: [String], _ random: inout SeededRandom
  ) throws -> ProductQuery {
    var query = ProductQuery(inTrash: random.chance(15))
    if random.chance(30) { query.category = random.pick(categories) }
    if random.chance(25) { query.tags = [random.pick(tags)] }
    if random.chance(10) { query.tags.append(random.pick(tags)) }
    let euro = try Currency("EUR")
    let filters: [ProductFilter] = [
      .number(.stock, from: 3, through: 200), .number(.year, from: nil, through: 2000),
      .number(.minimumStock, from: 1, through: nil), .price(euro, from: 1_000, through: nil),
      .date(.created, from: Date(timeIntervalSince1970: 0), before: nil), .isEmpty(.category),
      .isPresent(.category), .isEmpty(.stock), .isPresent(.year), .isEmpty(.price),
      .isPresent(.price), .isPresent(.sku), .isPresent(.gtin), .isEmpty(.gtin), .noImage,
      .isPresent(.tags), .lowStock, .badGTIN, .duplicateGTIN, .contains(.title, "a"),
      .contains(.description, "the"),
    ]
    for _ in 0..<2 where random.chance(35) { query.filters.append(random.pick(filters)) }
    let searches = [
      "t", "th", "the", "a", "wo", "wood", "with", "wit", "\"with a\"", "the w", "s o", "lam",
      "zzz", "steel", "black lam",
    ]
    if random.chance(50) { query.searchText = random.pick(searches) }
    let keys = ProductSort.allCases.filter { $0 != .manual }
    if random.chance(70) {
      query.order = (0...random.below(3)).map { _ in
        ProductOrder(random.pick(keys), ascending: random.chance(50))
      }
    }
    return query
  }

  /// The list as SQL alone finds and sorts it.
  private static func plainly(_ query: ProductQuery, _ connection: Connection) throws -> [Int64] {
    let finder = ProductFinder(query, connection)
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
    ) { $0.int64(0) }
  }
}
