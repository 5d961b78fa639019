// SPDX-License-Identifier: Apache-2.0
// SKUs that repeat are a doubt: nothing is refused for them, and they are found.

import Foundation
import XCTest

@testable import Catalog

final class RepeatedSKUTests: CatalogTestCase {
  private let repeated = ProductQuery(filters: [.duplicateSKU], sort: .title)

  private func titles(_ store: CatalogStore) async throws -> String {
    try await store.products(repeated).map(\.title).joined(separator: " ")
  }

  func testTheyAreFoundWhateverMadeThemRepeat() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for (title, sku) in [("A", "S-1"), ("B", "S-2"), ("C", "s-1"), ("D", "S-1")] {
      var product = try makeProduct(title)
      product.sku = try SKU(sku)
      ids.append(try await store.create(product).id)
    }
    let (a, b, c, d) = (ids[0], ids[1], ids[2], ids[3])
    func assertFound(_ expected: String, _ what: String, line: UInt = #line) async throws {
      let found = try await titles(store)
      XCTAssertEqual(found, expected, what, line: line)
    }
    try await assertFound("A D", "created; another case is another SKU")
    _ = try await store.edit(b, basedOn: 1, applying: ProductChange(sku: try SKU("s-1")))
    try await assertFound("A B C D", "edited")
    try await store.delete([a, c])
    try await assertFound("", "one in the trash repeats nothing")
    try await store.restore([a])
    try await assertFound("A D", "restored")
    _ = try await store.edit(
      [b, d], applying: [.set(ProductChange(sku: try SKU("S-1")))])
    try await assertFound("A B D", "edited together")
    try await store.undo()
    try await assertFound("A D", "undone")
    try await store.undo()
    try await store.undo()
    try await assertFound("A B C D", "undone")
    try await store.redo()
    _ = try await store.emptyTrash()
    try await store.undo()
    try await store.undo()
    try await assertFound("A B C D", "erased and undone")
    let others = try await store.titles(having: .sku("S-1"), besides: a)
    XCTAssertEqual(others, ["D"])
    let none = try await store.titles(having: .sku("S-2"), besides: UUID())
    XCTAssertEqual(none, [])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// “none” in every product of a shop.
  func testManyWithTheSameAreAsQuickAsFew() async throws {
    let store = try await CatalogStore.open(in: directory)
    let count = 20_000
    let file = directory.appendingPathComponent("lines.jsonl")
    try (0..<count).map { "{\"title\": \"\($0)\", \"sku\": \"none\"}" }.joined(separator: "\n")
      .write(to: file, atomically: true, encoding: .utf8)
    let result = try await store.importProducts(from: file.path)
    XCTAssertEqual(result, ImportResult(added: count))
    var found = try await store.count(repeated)
    XCTAssertEqual(found, count)
    // Were all of them looked at for each of them, this would take minutes.
    _ = try await store.delete(Set(store.identifiers(of: ProductQuery()).products))
    found = try await store.count(repeated)
    XCTAssertEqual(found, 0)
    await store.close()
  }

  func testLinesOfAnImport() async throws {
    let store = try await CatalogStore.open(in: directory)
    let file = directory.appendingPathComponent("lines.jsonl")
    func read(_ lines: String..., isUpdating: Bool) async throws -> ImportResult {
      try Data(lines.joined(separator: "\n").utf8).write(to: file)
      return try await store.importProducts(from: file.path, isUpdating: isUpdating)
    }
    let (one, two) = (#"{"title":"One","sku":"S"}"#, #"{"title":"Two","sku":"S"}"#)
    for isUpdating in [false, true] {
      let added = try await read(one, two, isUpdating: isUpdating)
      XCTAssertEqual(added, ImportResult(added: 2), "both are products")
      if !isUpdating { try await store.undo() }
    }
    let again = try await read(one, two, isUpdating: false)
    XCTAssertEqual(again, ImportResult(unchanged: 2))
    await assertThrows({ try await read(#"{"sku":"S","stock":5}"#, isUpdating: true) }) {
      guard case CatalogError.badLines(_, let lines, 1) = $0 else { return false }
      return lines[0].problem == .value(InvalidValue(.sku, .ambiguous(value: "S")))
    }
    let twin = try await store.products(repeated)[1].id
    let byID = try await read("{\"id\":\"\(twin)\",\"sku\":\"S\",\"stock\":5}", isUpdating: true)
    XCTAssertEqual(byID, ImportResult(updated: 1))
    try await store.delete([twin])
    let only = try await read(#"{"sku":"S","stock":6}"#, isUpdating: true)
    XCTAssertEqual(only, ImportResult(updated: 1), "the other is in the trash")
    await store.close()
  }

  /// What an older version left in the history, with a SKU that has been given away since.
  func testUndoGivesASKUBack() async throws {
    let store = try await CatalogStore.open(in: directory)
    var rose = try makeProduct("Rose")
    rose.sku = try SKU("R-1")
    rose = try await store.create(rose)
    try await store.delete([rose.id])
    let connection = try Connection(
      directory.appendingPathComponent("catalog.sqlite").path, .readWrite)
    _ = try await store.create(makeProduct("Tulip"))
    try connection.execute("UPDATE product SET sku = 'R-1' WHERE title = 'Tulip'")
    connection.close()
    _ = try await store.skipUndo()
    try await store.undo()
    let found = try await titles(store)
    XCTAssertEqual(found, "Rose Tulip")
    await store.close()
  }
}
