// SPDX-License-Identifier: Apache-2.0
// Steps that record inserted rows as ranges: undone, redone and forgotten like any other.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class BulkHistoryTests: CatalogTestCase {
  func testRangesAreUndoneAndRedone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let old = try await store.create(makeProduct("Old"))
    let before = try await snapshot(store)
    let stream = store.changes()
    try await addMany(store, touching: old.id)
    let after = try await snapshot(store)
    let history = try await store.history()
    XCTAssertEqual(history.undoable.map(\.name), ["Import 31 Products", "New Product"])
    for _ in 0..<3 {
      try await store.undo()
      let undone = try await snapshot(store)
      XCTAssertEqual(undone, before)
      try await assertSound(store)
      try await store.redo()
      let redone = try await snapshot(store)
      XCTAssertEqual(redone, after)
      try await assertSound(store)
    }
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(heard.count, 7)
    for (index, change) in heard.enumerated() {
      guard case .products(let differences) = change else { return XCTFail("\(change)") }
      XCTAssertEqual(differences.count, 31)
      // Written past everything that gives it another revision.
      XCTAssertEqual(
        differences[old.id],
        ProductDifference(from: .catalogue, to: .catalogue, fields: [.stock, .notes]))
      let others = differences.filter { $0.key != old.id }.values
      let expected: ProductDifference = index.isMultiple(of: 2) ? .created : .uncreated
      XCTAssertTrue(others.allSatisfy { $0 == expected }, "\(index)")
    }
  }

  /// With this many products, observers are not notified of each one, but their number is known.
  func testACommandOnVeryManyProductsIsCounted() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.carryOut(.importProducts) { connection in
      try connection.execute(
        """
        WITH RECURSIVE number (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM number LIMIT 20001)
        INSERT INTO product (
          id, title, title_key, description, position, revision, created, changed)
        SELECT randomblob(16), 'Rose', 'rose', '', n, 1, 0, 0 FROM number
        """)
    }
    let ids = try await store.database.read { connection in
      try connection.rows("SELECT id FROM product") { try $0.uuid("id") }
    }
    try await store.delete(Set(ids))
    let names = try await store.history().undoable.map(\.name)
    XCTAssertEqual(names, ["Delete 20,001 Products", "Import 20,001 Products"])
    await store.close()
  }

  /// The full-text index marks words as removed; what it keeps of them would stay in the file.
  func testTheSearchIndexKeepsNothingOfManyProductsThatAreUndone() async throws {
    let folder = memory.appendingPathComponent("catalogs-\(UUID().uuidString)")
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    for others in some(1, of: [0, 500]) {
      let store = try await CatalogStore.open(in: folder.appendingPathComponent("\(others)"))
      func size() async throws -> Int {
        try await store.database.read {
          try $0.integer("SELECT sum(length(block)) FROM search_data")
        }
      }
      if others > 0 { _ = try await store.generate(GeneratedProducts(others)) }
      let before = try await size()
      _ = try await store.generate(GeneratedProducts(10_100))
      let found = try await store.products(ProductQuery(searchText: "oak")).map(\.id)
      try await store.undo()
      let after = try await size()
      XCTAssertLessThan(after, before * 5 / 4 + 10_000)
      try await assertSound(store)
      try await store.redo()
      let again = try await store.products(ProductQuery(searchText: "oak")).map(\.id)
      XCTAssertEqual(again, found)
      await store.close()
    }
  }

  /// A command that inserted more than the history may hold can be undone, and says that it cannot
  /// be redone.
  func testWhatIsTooLargeToRedoSaysSo() async throws {
    let store = try CatalogStore(directory, keptForRedo: 10_000)
    let old = try await store.create(makeProduct("Old"))
    let before = try await snapshot(store)
    try await addMany(store, touching: old.id)
    let stream = store.changes()
    let undone = try await store.undo()
    let found = try await snapshot(store)
    XCTAssertEqual(found, before)
    try await assertSound(store)
    let history = try await store.history()
    XCTAssertEqual(history.redoable, [])
    XCTAssertEqual(history.undoable.map(\.name), ["New Product"])
    XCTAssertEqual(history.forgotten, 1)
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(heard.last, .forgot(count: 1, tooLarge: undone))
    XCTAssertEqual(heard.count, 2)
  }

  /// Such an update takes the place of every OR IGNORE in a trigger.
  func testNoTriggerFollowsWhatIsUpdatedOrFails() async throws {
    let store = try await CatalogStore.open(in: directory)
    let triggers = try await store.database.underLock { connection in
      let triggers = try connection.rows(
        """
        SELECT sql FROM (SELECT * FROM main.sqlite_schema UNION ALL SELECT * FROM sqlite_temp_schema)
        WHERE type = 'trigger' AND tbl_name = 'product' AND name NOT LIKE 'remember!_%' ESCAPE '!'
          AND sql LIKE '% UPDATE %'
        """
      ) { $0.onlyText }
      return (triggers, [])
    }
    XCTAssertGreaterThan(triggers.count, 2)
    for trigger in triggers {
      let columns = trigger.range(of: " UPDATE OF ").flatMap { start in
        trigger.range(of: " ON ", range: start.upperBound..<trigger.endIndex)
          .map { trigger[start.upperBound..<$0.lowerBound] }
      }
      guard let columns else {
        if trigger.contains(" UPDATE ON ") { XCTFail(trigger) }
        continue
      }
      let names = columns.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      XCTAssertEqual(RowUpdates.unfollowed.intersection(names), [], trigger)
    }
    await store.close()
  }

  /// Thirty products with tags and notes, and a note and a change to an existing one.
  private func addMany(_ store: CatalogStore, touching old: UUID) async throws {
    try await store.database.carryOut(.importProducts) { connection in
      let products = ProductTable(connection: connection)
      let notes = NoteTable(connection: connection)
      for index in 0..<30 {
        var product = try makeProduct("New \(index)", category: "A/B", price: "2")
        product.tags = ["one", "two \(index)"]
        product.description = try FreeText(description: String(repeating: "long ", count: 200))
        try products.insert(product)
        let note = Note(productID: product.id, title: try NoteTitle("n"), text: "\(index)")
        try notes.insert(note, at: 0)
      }
      try notes.insert(Note(productID: old, title: NoteTitle("old"), text: ""), at: 0)
      try connection.run("UPDATE product SET stock = 7 WHERE key <= 2")
    }
  }

  private func assertSound(_ store: CatalogStore, line: UInt = #line) async throws {
    let problems = try await store.check()
    XCTAssertEqual(problems, [], line: line)
  }
}

extension ProductDifference {
  /// The undoing of a product's creation.
  static let uncreated = ProductDifference(from: .catalogue, to: .absent, fields: .all)
}
