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

  /// Most edits are recorded by a trigger of their own, which knows nothing of the other columns.
  func testWhateverAStatementSetsIsUndone() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose", category: "C", price: "1.00"))
    let often = "stock = ifnull(stock, 0) + 1000000, revision = revision + 1"
    let statements = [
      ["UPDATE product SET \(often)"],
      ["UPDATE product SET revision = revision + 1"],
      ["UPDATE product SET category = 'D'"],
      ["UPDATE product SET category = 'D', \(often)"],
      ["UPDATE product SET year = 2001", "UPDATE product SET category = 'D', \(often)"],
      ["UPDATE product SET deleted = 5, \(often)", "UPDATE product SET \(often), price = 300"],
      ["UPDATE product SET \(often)", "DELETE FROM product"],
      ["UPDATE product SET \(often)", "UPDATE product SET stock = NULL, category = NULL"],
    ]
    // An undo is a change like any other.
    let columns = RecordedTable.product.columns.filter { $0 != "revision" }
      .map { "ifnull(hex(\($0)), '-')" }
      .joined(separator: " || ' ' || ")
    func rows() async throws -> [String] {
      try await store.database.read {
        try $0.rows("SELECT \(columns) FROM product") { $0.onlyText }
      }
    }
    for script in statements {
      let before = try await rows()
      try await store.database.carryOut(.other) { connection in
        for sql in script { try connection.run(sql) }
      }
      let after = try await rows()
      XCTAssertEqual(before == after, script == statements[1], "\(script)")
      let command = try await store.undo()
      XCTAssertNotNil(command, "\(script)")
      let undone = try await rows()
      XCTAssertEqual(undone, before, "\(script)")
      _ = try await store.redo()
      let redone = try await rows()
      XCTAssertEqual(redone, after, "\(script)")
      _ = try await store.undo()
    }
    await store.close()
  }

  /// What is not known from the head's own change is read: texts, and more variants than are told of one by one.
  func testVariantsThatFollowAreCountedHoweverManyTheyAre() async throws {
    let store = try await CatalogStore.open(in: directory)
    let sizes = (1...60).map { "\($0)" }
    let shirt = try await store.create(makeProduct("Shirt", price: "20.00")).id
    _ = try await store.makeVariants(of: shirt, named: [("Size", ["S", "L"])])
    let text = ProductChange { $0.supplier = LineText(stored: "A supplier with a name") }
    let price = try ProductChange { $0.price = try Price("21.00", currency: Currency("EUR")) }
    for change in [text, price] {
      for isMany in [false, true] {
        if isMany { _ = try await store.makeVariants(of: shirt, named: [("Size", sizes)]) }
        try await store.edit([shirt], applying: [.set(change)])
        let command = try await store.history().undoable.first
        XCTAssertEqual(command?.count, 1)
        try await store.database.read { connection in
          let newest = try connection.integer("SELECT max(step) FROM history")
          let content = try History(connection: connection).content(of: newest)
          let size = try connection.integer("SELECT size FROM history WHERE step = ?", newest)
          XCTAssertEqual(size, content.size)
          XCTAssertEqual(content.rows["product"], isMany ? 63 : 3)
        }
        _ = try await store.undo()
        if isMany { _ = try await store.undo() }
      }
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
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
