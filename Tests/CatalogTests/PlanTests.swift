// That a list's first page is read along an index and never sorted out of everything, by what
// SQLite says it will do.

import Foundation
import XCTest

@testable import Catalog

final class PlanTests: CatalogTestCase {
  func testEveryOrderIsReadAlongItsIndex() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.read { connection in
      for sort in ProductSort.allCases {
        for ascending in [true, false] {
          let finder = ProductFinder(ProductQuery(sort: sort, ascending: ascending), connection)
          let plan = try plan(OrderWalk.sql(finder.order), connection)
          XCTAssertEqual(plan.count, 1, "\(sort): \(plan)")
          XCTAssertTrue(plan[0].hasPrefix("SCAN p USING "), plan[0])
          XCTAssertTrue(plan[0].hasSuffix("INDEX \(finder.order.index)"), plan[0])
        }
      }
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
  try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.text(3) }
}
