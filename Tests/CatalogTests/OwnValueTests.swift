// SPDX-License-Identifier: Apache-2.0
// The table of the products that are no variants and have a value in a field, by which a list without variants
// is found in the order of what hardly any of its products has.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class OwnValueTests: CatalogTestCase {
  func testItIsKeptWhateverIsDone() async throws {
    for round in 0..<rounds(1, withFaults: 4, withAll: 30) {
      let place = directory.appendingPathComponent("\(round)")
      let seed = UInt64.random(in: 0 ... .max)
      var commands = RandomCommands(seed: seed, directory: place)
      let store = try await CatalogStore.open(in: place)
      for name in ["Size", "Colour"] {
        try await store.addField(CustomField(name: name, kind: .line))
      }
      for number in 0..<8 {
        _ = try await store.create(makeProduct("Rose \(number)", category: "C"))
      }
      for step in 0..<150 {
        let products = try await store.products(ProductQuery()).map(\.id)
        let name: String
        switch commands.random.below(8) {
        case 0..<2: name = try await commands.variantCommand(products, store)
        case 2:
          name = "undo"
          if commands.random.chance(2) { try await store.undo() } else { try await store.redo() }
        default: name = try await commands.carryOut(on: store)
        }
        try await verify(store, "step \(step), \(name), seed \(seed)")
      }
      await store.close()
    }
  }

  /// A new catalogue's products come in without the triggers.
  func testACopyAndAConvertedCatalogueHaveItToo() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    let shirt = try await store.create(makeProduct("Shirt"))
    try await store.makeVariants(of: shirt.id, named: [("Size", ["S", "L"])])
    let field = try CustomField(name: "Fabric", kind: .line)
    try await store.addField(field)
    try await store.edit(
      [shirt.id], applying: [.set(ProductChange(values: [field.id: .text("linen")]))])
    try await verify(store, "made")
    let lines = directory.appendingPathComponent("lines")
    _ = try await store.exportProducts(to: lines)
    await store.close()

    let copy = try await CatalogStore.open(in: directory.appendingPathComponent("copy"))
    _ = try await copy.importProducts(from: lines.path)
    let count = try await verify(copy, "imported")
    XCTAssertEqual(count, 1)
    await copy.close()

    // As the version before it left it.
    let path = directory.appendingPathComponent("shop/catalog.sqlite").path
    let connection = try Connection(path, .readWrite)
    for name in ["value_in", "value_out", "value_moved", "values_of_variant", "values_changed"] {
      try connection.run("DROP TRIGGER own_\(name)")
    }
    try connection.run("DROP TABLE own_value")
    for (table, column) in [
      ("field", "cost"), ("history_field", "cost"), ("history_field", "new_cost"),
    ] {
      try connection.run("ALTER TABLE \(table) DROP COLUMN \(column)")
    }
    try connection.run("PRAGMA user_version = 26")
    connection.close()
    let converted = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    let values = try await verify(converted, "converted")
    XCTAssertEqual(values, 1)
    await converted.close()
  }

  func testWhatAnotherProgramWritesCounts() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shirt = try await store.create(makeProduct("Shirt"))
    _ = try await store.create(makeProduct("Apron"))
    try await store.makeVariants(of: shirt.id, named: [("Size", ["S", "L"])])
    await store.close()
    let path = directory.appendingPathComponent("catalog.sqlite").path
    for (change, expected) in [
      ("UPDATE product SET head = NULL WHERE title = 'Shirt · S'", 1),
      (
        "UPDATE product SET head = (SELECT hex(id) FROM product WHERE title = 'Shirt')"
          + " WHERE title = 'Shirt · S'", 0
      ),
      (
        "UPDATE product_value SET product = (SELECT key FROM product WHERE title = 'Apron')"
          + " WHERE text = 'S'", 1
      ),
      ("DELETE FROM product_value WHERE text = 'S'", 0),
    ] {
      let connection = try Connection(path, .readWrite)
      try connection.run(change)
      connection.close()
      let store = try await CatalogStore.open(in: directory)
      let count = try await verify(store, change)
      XCTAssertEqual(count, expected, change)
      await store.close()
    }
  }

  /// However many variants have a value: what is no variant is not looked for among them.
  func testAListWithoutVariantsIsFoundByItsIndexAlone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shirt = try await store.create(makeProduct("Shirt"))
    try await store.makeVariants(
      of: shirt.id, named: [("Size", (0..<30).map { "\($0)" })])
    let found = try await store.fields().first
    let size = try XCTUnwrap(found)
    var others: [UUID] = []
    for name in ["Apron", "Cap", "Scarf"] {
      others.append(try await store.create(makeProduct(name)).id)
    }
    try await store.edit(
      [others[1]], applying: [.set(ProductChange(values: [size.id: .text("5")]))])
    for ascending in [true, false] {
      let rest = [shirt.id, others[0], others[2]]
      let expected = [others[1]] + (ascending ? rest : rest.reversed())
      let query = ProductQuery(
        filters: [.notVariant], sort: .custom(size.id), ascending: ascending)
      try await store.database.read { connection in
        let limits = ProductFinder.Limits(few: 2, fewOfCategory: 2, longestWalk: 0)
        let finder = try ProductFinder(query, connection, limits: limits)
        let members = try finder.members(setsUpTo: 100)
        let page = try XCTUnwrap(try finder.pageOfFewValues(members, 10))
        let ids = try page.keys.map { key in
          try connection.first("SELECT id FROM product WHERE key = ?", key) { try $0.uuid("id") }
        }
        XCTAssertEqual(ids, expected)
        let plan = try connection.rows(
          "EXPLAIN QUERY PLAN " + QueriedField(id: size.id).ownValues.sql
        ) { $0.text("detail") }
        XCTAssertTrue(plan[0].hasPrefix("SEARCH v USING PRIMARY KEY (field=?)"), "\(plan)")
      }
      let listed = try await store.products(query).map(\.id)
      XCTAssertEqual(listed, expected)
    }
    await store.close()
  }

  /// Compares it with the values; returns how many rows it has.
  @discardableResult
  private func verify(_ store: CatalogStore, _ what: String) async throws -> Int {
    try await store.database.read { connection in
      func rows(_ sql: String) throws -> [String] { try connection.rows(sql) { $0.onlyText } }
      let kept = try rows("SELECT field || ' ' || product FROM own_value ORDER BY field, product")
      let plain = try rows(
        """
        SELECT field || ' ' || product FROM product_value JOIN product ON key = product
        WHERE head IS NULL ORDER BY field, product
        """)
      XCTAssertEqual(kept, plain, what)
      return kept.count
    }
  }
}
