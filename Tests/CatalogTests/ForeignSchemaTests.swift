// SPDX-License-Identifier: Apache-2.0
// Catalogues into which another program has put things drawn at random: whatever they are, none of them runs, and what is
// ours comes out.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class ForeignSchemaTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private static let tables = [
    "product", "product_tag", "product_image", "note", "field", "product_value", "saved_search",
    "template", "history", "history_product", "search_outdated", "title_block", "source",
    "source_row", "last_key", "history_size",
  ]
  /// A count without an end, were it ever asked for.
  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
  private static let effects = [
    "INSERT INTO ran VALUES (1)", "UPDATE product SET title = 'Mine'", "DELETE FROM note",
    "UPDATE ran SET x = (\(endless))", "SELECT raise(IGNORE)",
    "INSERT INTO ran SELECT zeroblob(100000000)",
  ]

  private func change(_ number: Int, _ random: inout some RandomNumberGenerator) -> String {
    func any(_ texts: [String]) -> String { texts.randomElement(using: &random) ?? "" }
    let table = any(Self.tables)
    let name = any([
      "mine\(number)", "sku_in\(number)", "\"a;b\(number)\"", "\"x\u{202E}\(number)\"",
    ])
    switch Int.random(in: 0..<10, using: &random) {
    case 0...3:
      let condition = any(["", "WHEN (\(Self.endless)) > 0", "WHEN 1 = 1"])
      return """
        CREATE TRIGGER \(name) \(any(["BEFORE", "AFTER"])) \(any(["INSERT", "UPDATE", "DELETE"]))
        ON \(table) \(condition) BEGIN INSERT INTO ran VALUES (0); \(any(Self.effects)); END
        """
    case 4: return "CREATE VIEW \(name) AS \(any([Self.endless, "SELECT * FROM \(table)"]))"
    case 5: return "DROP VIEW searchable; CREATE VIEW searchable AS \(Self.endless)"
    case 6: return "CREATE INDEX \(name) ON product (\(any(["hex(title)", "abs(year)", "year"])))"
    case 7:
      let column = any(["more TEXT", "more AS (hex(zeroblob(100000000)))", "title2 DEFAULT 'x'"])
      return "ALTER TABLE \(table) ADD COLUMN \(column)"
    case 8: return "CREATE TABLE \(name) (a, b DEFAULT (\(any(["1", "random()"]))), CHECK (a <> 7))"
    default:
      return """
        DROP TABLE \(table);
        CREATE VIEW \(table) AS \(any([Self.endless, "SELECT 1 AS key, 'x' AS title"]))
        """
    }
  }

  func testForeignPartsAtRandom() async throws {
    var random = SystemRandomNumberGenerator()
    let made = directory.appendingPathComponent("made")
    let store = try await CatalogStore.open(in: made)
    let rose = try await store.create(makeProduct("Rose"))
    _ = try await store.addNote(to: rose.id, title: .empty, text: FreeText(note: "Water"))
    await store.close()
    for round in FuzzRounds("foreign schemas", most: rounds(15, withFaults: 15, withAll: 5_000)) {
      let place = directory.appendingPathComponent("\(round)")
      try FileManager.default.copyItem(at: made, to: place)
      let script = (0..<Int.random(in: 1...3, using: &random)).map { change($0, &random) }
      let wasPut = try put(script, into: place)
      defer { try? FileManager.default.removeItem(at: place) }
      let what = script.joined(separator: ";\n")
      let isOpened = await open(place)
      XCTAssertEqual(try ran(in: place), 0, what)
      guard wasPut, !script.contains(where: { $0.hasPrefix("DROP TABLE product;") }) else {
        continue
      }
      let target = directory.appendingPathComponent("copy \(round)")
      defer { try? FileManager.default.removeItem(at: target) }
      do {
        _ = try await CatalogStore.copyOwn(from: place, to: target)
        let copy = try await CatalogStore.open(in: target)
        XCTAssertNil(copy.readOnlyReason, what)
        let titles = try await copy.products(ProductQuery()).map(\.title)
        XCTAssertEqual(Set(titles).subtracting(["Tulip"]), ["Rose"], what)
        let problems = try await copy.check()
        XCTAssertEqual(problems, [], what)
        await copy.close()
      } catch { XCTFail("\(error), opened: \(isOpened): \(what)") }
      XCTAssertEqual(try ran(in: place), 0, what)
    }
  }

  /// Opens it, reads and writes, as far as it lets; returns whether it let.
  private func open(_ place: URL) async -> Bool {
    guard let store = try? await CatalogStore.open(in: place) else { return false }
    _ = try? await store.products(ProductQuery(searchText: "rose"))
    _ = try? await store.create(makeProduct("Tulip"))
    _ = try? await store.undo()
    _ = try? await store.redo()
    _ = try? await store.check()
    await store.close()
    return true
  }

  private func file(in place: URL) -> String {
    place.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
  }

  /// Whether all of it could be put there.
  private func put(_ script: [String], into place: URL) throws -> Bool {
    let connection = try Connection(file(in: place), .readWrite)
    defer { connection.close() }
    try connection.execute("PRAGMA foreign_keys = OFF; CREATE TABLE ran (x)")
    return script.reduce(true) { done, sql in
      (try? connection.execute(sql)) != nil && done
    }
  }

  private func ran(in place: URL) throws -> Int {
    let connection = try Connection(file(in: place), .readWrite)
    defer { connection.close() }
    return try connection.integer("SELECT count(*) FROM ran")
  }
}
