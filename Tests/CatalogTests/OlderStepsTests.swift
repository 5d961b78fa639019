// SPDX-License-Identifier: Apache-2.0
// Steps that were recorded before the history was one of patches are undone and redone like others.

import Foundation
import XCTest

@testable import Catalog

final class OlderStepsTests: CatalogTestCase {
  func testTheStepsOfSchema16LeadThroughTheSameStates() async throws {
    let place = repository.appendingPathComponent("Tests/Fixtures/Catalog/steps")
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path)
    XCTAssertFalse(names.isEmpty)
    for name in names {
      let script = try String(contentsOf: place.appendingPathComponent(name), encoding: .utf8)
      try await walk(through: script, name)
    }
  }

  private func walk(through script: String, _ name: String) async throws {
    let lines = script.split(separator: "\n").prefix { $0.hasPrefix("-- ") }.dropFirst(2)
    let states = lines.dropLast().map { String($0.dropFirst(3)) }
    let number = lines.last?.split(separator: " ").last?.dropLast()
    let place = try XCTUnwrap(number.flatMap { Int($0) })
    let old = directory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: old, withIntermediateDirectories: false)
    let path = old.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    let connection = try Connection(path, .readWrite)
    try Migrator(migrations: Array(Schema.migrator.migrations.prefix(16))).migrate(connection)
    try connection.execute(
      "PRAGMA application_id = \(Schema.applicationID);\nBEGIN;\n" + script + "COMMIT;")
    connection.close()

    let store = try await CatalogStore.open(in: old)
    XCTAssertFalse(store.isReadOnly)
    let problems = try await store.check().filter {
      if case .unreadable = $0 { false } else { true }
    }
    XCTAssertEqual(problems, [], name)
    let there = Array(states.indices)
    // To the end, to the beginning, and to the end again.
    let ways = [Array(there[place...]), there.reversed(), there]
    for (turn, way) in ways.enumerated() {
      for (count, index) in way.enumerated() {
        if count > 0 {
          _ = turn == 1 ? try await store.undo() : try await store.redo()
        }
        let found = try await state(of: store)
        XCTAssertEqual(found, states[index], "\(name): state \(index) on way \(turn)")
        if found != states[index] { return await store.close() }
      }
    }
    await store.close()
  }

  /// The columns of schema 16, but for the revisions, which only increase.
  private static let columns = [
    "product": [
      "key", "id", "title", "title_key", "description", "category", "sku", "gtin", "price",
      "currency", "stock", "minimum_stock", "year", "supplier", "supplier_key", "position",
      "deleted", "created", "changed",
    ],
    "product_tag": ["product", "position", "tag"],
    "product_image": [
      "key", "id", "product", "position", "hash", "extension", "caption", "turn",
    ],
    "note": ["key", "id", "product", "position", "title", "text", "created", "changed"],
    "field": ["key", "id", "name", "name_key", "kind", "detail", "category", "position"],
    "product_value": ["product", "field", "text", "text_key", "number"],
    "saved_search": ["key", "id", "name", "content", "position"],
    "template": ["key", "category", "content"],
    "told_apart": ["key", "products", "content"],
  ]
  private static let tables = [
    "product", "product_tag", "product_image", "note", "field", "product_value", "saved_search",
    "template", "told_apart",
  ]

  private func state(of store: CatalogStore) async throws -> String {
    let lines = try await store.database.read { connection in
      try Self.tables.flatMap { table in
        // Amounts were whole numbers then.
        let columns = (Self.columns[table] ?? []).map {
          $0.hasSuffix("stock") ? "quote(\($0) / 1000000)" : "quote(\($0))"
        }
        .joined(separator: " || ' ' || ")
        return try connection.rows("SELECT \(columns) FROM \(table) ORDER BY 1") {
          "\(table) \($0.onlyText)"
        }
      }
    }
    return SHA256.hexDigest(of: Data(lines.joined(separator: "\n").utf8))
  }
}
