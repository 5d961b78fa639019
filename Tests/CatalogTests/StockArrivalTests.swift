// SPDX-License-Identifier: Apache-2.0
// What arrived last of products, as the history knows it.

import Foundation
import XCTest

@testable import Catalog

final class StockArrivalTests: CatalogTestCase {
  private func set(_ stock: String?, of products: [UUID], in store: CatalogStore) async throws {
    _ = try await store.change(products) {
      $0.product.stock = try stock.map { try Quantity(stock: XCTUnwrap(DecimalNumber($0))) }
    }
  }

  func testTheNewestCommandThatRaisedAStockCounts() async throws {
    let store = try await CatalogStore.open(in: directory)
    var cup = try makeProduct("Cup")
    cup.stock = try Quantity(stock: 4)
    let cupID = try await store.create(cup).id
    let plate = try await store.create(makeProduct("Plate")).id
    func arrived() async throws -> [UUID: DecimalNumber] {
      try await store.arrivals(of: [cupID, plate, UUID()])
    }
    var found = try await arrived()
    XCTAssertEqual(found, [cupID: 4], "what it was made with")
    try await set("1", of: [cupID], in: store)
    found = try await arrived()
    XCTAssertEqual(found, [cupID: 4], "what is sold changes nothing")
    try await set("12.5", of: [cupID, plate], in: store)
    found = try await arrived()
    XCTAssertEqual(found[cupID], DecimalNumber("11.5"))
    XCTAssertEqual(found[plate], DecimalNumber("12.5"))
    try await set("2", of: [plate], in: store)
    try await set("3", of: [plate], in: store)
    found = try await arrived()
    XCTAssertEqual(found[plate], 1)
    for _ in 0..<2 {
      _ = try await store.undo()
      found = try await arrived()
      XCTAssertEqual(found[plate], DecimalNumber("12.5"))
    }
    _ = try await store.undo()
    found = try await arrived()
    XCTAssertEqual(found, [cupID: 4], "what is undone never came")
    await store.close()
  }
}
