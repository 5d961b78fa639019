// SPDX-License-Identifier: Apache-2.0
// A list's first page is read along an index and never sorted from all products, according to
// SQLite's query plan.

import Foundation
import XCTest

@testable import Catalog

final class PlanTests: CatalogTestCase {
  func testEveryOrderIsReadAlongItsIndex() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.read { connection in
      for sort in ProductSort.allCases {
        for ascending in [true, false] {
          let finder = try ProductFinder(ProductQuery(sort: sort, ascending: ascending), connection)
          let plan = try plan(finder.order.walk()[0].sql, connection)
          XCTAssertEqual(plan.count, 1, "\(sort): \(plan)")
          XCTAssertTrue(plan[0].hasPrefix("SCAN p USING "), plan[0])
          guard case .index(let index) = finder.order.source else {
            XCTFail("\(sort) has no index")
            continue
          }
          XCTAssertTrue(plan[0].hasSuffix("INDEX \(index)"), plan[0])
        }
      }
    }
    await store.close()
  }

  func testAFieldIsReadAlongTheIndexOfItsValues() async throws {
    let store = try await CatalogStore.open(in: directory)
    let field = UUID()
    let filters: [[ProductFilter]] = [
      [], [.custom(field, .range(from: .integer(1), through: .integer(9)))],
      [.custom(field, .equals(.text("Oak")))],
    ]
    try await store.database.read { connection in
      for (ascending, filters) in [true, false].flatMap({ ascending in
        filters.map { (ascending, $0) }
      }) {
        let finder = try ProductFinder(
          ProductQuery(filters: filters, sort: .custom(field), ascending: ascending), connection)
        let plan = try plan(finder.order.walk(filters)[0].sql, connection)
        XCTAssertTrue(
          plan[0].hasPrefix("SEARCH v USING COVERING INDEX product_value_by_value"), plan[0])
        XCTAssertFalse(plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
      }
    }
    await store.close()
  }

  func testChoicesAreReadAlongThatIndexInTheirOrder() async throws {
    let store = try await CatalogStore.open(in: directory)
    let field = try CustomField(name: "Size", kind: .choice(["S", "M", "L"]))
    try await store.addField(field)
    try await store.database.read { connection in
      for ascending in [true, false] {
        let finder = try ProductFinder(
          ProductQuery(sort: .custom(field.id), ascending: ascending), connection)
        let walks = finder.order.walk()
        // The choices, what is between them in the index, values without a text, and nothing.
        XCTAssertEqual(walks.count, 3 + 4 + 1 + 1)
        for walk in walks.dropLast() {
          let plan = try plan(walk.sql, connection)
          XCTAssertTrue(
            plan[0].hasPrefix("SEARCH v USING COVERING INDEX product_value_by_value"), plan[0])
          XCTAssertFalse(plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
      }
    }
    await store.close()
  }

  func testAListInTheOrderOfItsFilterBeginsWhereThatDoes() async throws {
    let store = try await CatalogStore.open(in: directory)
    let filters: [(ProductFilter, ProductSort)] = [
      (.price(try Currency("EUR"), from: 100, through: 1_000), .price),
      (.number(.stock, from: 1, through: 3), .stock), (.isEmpty(.gtin), .builtIn("gtin")),
      (.number(.year, from: 1990, through: nil), .year),
      (.date(.created, from: Date(), before: nil), .created),
    ]
    try await store.database.read { connection in
      for (filter, sort) in filters {
        for ascending in [true, false] {
          let finder = try ProductFinder(
            ProductQuery(filters: [filter], sort: sort, ascending: ascending), connection)
          let along = finder.conditions.each.filter { $0.index == finder.order.index }
          XCTAssertEqual(along.count, 1, "\(filter)")
          let walk = finder.order.walk(where: .all(along.map(\.ofProduct)))[0]
          let plan = try plan(walk.sql, connection)
          XCTAssertEqual(plan.count, 1, "\(filter): \(plan)")
          XCTAssertTrue(plan[0].hasPrefix("SEARCH p USING "), plan[0])
          // No set is built first of all that meet it.
          guard case .found = try finder.quickPage(7) else {
            XCTFail("\(filter) is not found by its walk")
            continue
          }
        }
      }
    }
    await store.close()
  }

  func testLowStockIsFoundByItsIndexAlone() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.read { connection in
      let finder = try ProductFinder(ProductQuery(filters: [.lowStock]), connection)
      let keys = try XCTUnwrap(finder.conditions.each.first?.keys)
      let plan = try plan(keys.sql, connection)
      XCTAssertEqual(plan, ["SCAN p USING INDEX product_running_low"])
    }
    await store.close()
  }

  func testCodesAreFoundByTheirIndexes() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.read { connection in
      for (sql, index) in [
        ("p.sku = 'x' COLLATE NOCASE", "product_by_code"), ("p.gtin = 'x'", "product_by_gtin"),
      ] {
        let plan = try plan(
          "SELECT key FROM product AS p INDEXED BY \(index) WHERE \(sql) AND deleted IS NULL",
          connection)
        XCTAssertTrue(plan[0].hasPrefix("SEARCH"), plan[0])
      }
    }
    await store.close()
  }
}

private func plan(_ sql: String, _ connection: Connection) throws -> [String] {
  try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text("detail") }
}
