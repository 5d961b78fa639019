// SPDX-License-Identifier: Apache-2.0
// What an edit did is read in one statement, and is the same as what the tables say of any step.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class EditedProductsTests: CatalogTestCase {
  func testAStepIsAsLargeAsItsTablesSay() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var commands = RandomCommands(seed: seed, directory: directory)
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<8 {
      _ = try await store.create(makeProduct("Rose \(number)", category: "C"))
    }
    var last = 0
    for step in 0..<rounds(150, withFaults: 1_000) {
      let name = try await commands.carryOut(on: store)
      let what = "step \(step), \(name), seed \(seed)"
      last = try await store.database.read { [last] connection in
        let newest = try connection.integer("SELECT ifnull(max(step), 0) FROM history")
        guard newest > last else { return newest }
        let content = try History(connection: connection).content(of: newest)
        let size = try connection.integer("SELECT size FROM history WHERE step = ?", newest)
        XCTAssertEqual(size, content.size, what)
        return newest
      }
    }
    await store.close()
  }

  func testObserversAreToldOfEachFieldAndOfVariantsThatFollow() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shirt = try await store.create(makeProduct("Shirt", price: "20.00"))
    let made = try await store.makeVariants(of: shirt.id, named: [("Size", ["S", "L"])])
    var changes = store.changes().makeAsyncIterator()
    let price = try ProductChange { $0.price = try Price("21.00", currency: Currency("EUR")) }
    try await store.edit([shirt.id], applying: [.set(price)])
    let all = await changes.next()
    guard case .products(let priced) = all else { return XCTFail("\(String(describing: all))") }
    XCTAssertEqual(Set(priced.keys), Set([shirt.id] + made))
    for difference in priced.values { XCTAssertEqual(difference.fields, [.price, .revision]) }
    try await store.edit([made[0]], applying: [.set(ProductChange(stock: 3))])
    let one = await changes.next()
    guard case .products(let stocked) = one else { return XCTFail("\(String(describing: one))") }
    XCTAssertEqual(stocked.mapValues(\.fields), [made[0]: [.stock, .revision]])
    await store.close()
  }
}
