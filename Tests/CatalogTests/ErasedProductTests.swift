// SPDX-License-Identifier: Apache-2.0
// A product that was deleted permanently is put back whole, as long as the history holds it.

import Foundation
import XCTest

@testable import Catalog

final class ErasedProductTests: CatalogTestCase {
  /// A product with everything that one can have.
  private func wholeProduct(_ store: CatalogStore) async throws -> CatalogEntry {
    let field = try CustomField(name: "Wood", kind: .line)
    try await store.addField(field)
    let picture = directory.appendingPathComponent("one.png")
    let sample = repository.appendingPathComponent("data/sample/mango.png")
    try FileManager.default.copyItem(at: sample, to: picture)
    var product = try makeProduct("Rose", category: "Flowers", price: "12.30", year: 1999)
    product.tags = try Tags([Tag("red"), Tag("tall")])
    product.values = [field.id: .text("none")]
    let note = Note(
      productID: product.id, title: try NoteTitle("Shelf"), text: try FreeText(note: "Top"))
    return try await store.add(CatalogEntry(product: product, notes: [note]), pictures: [picture])
  }

  func testAnErasedProductComesBackWholeWhateverWasDoneSince() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("c"))
    let before = try await wholeProduct(store)
    let id = before.product.id
    let unknown = try await store.erased(id)
    XCTAssertNil(unknown, "it is still there")
    try await store.delete([id])
    try await store.erase([id])
    _ = try await store.create(makeProduct("Tulip"))

    let isBack = try await store.restoreErased(id)
    XCTAssertTrue(isBack)
    let found = try await store.entry(id)
    var entry = try XCTUnwrap(found)
    XCTAssertNil(entry.deleted)
    XCTAssertGreaterThan(entry.product.revision, before.product.revision)
    entry.product.revision = before.product.revision
    XCTAssertEqual(entry, before)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])

    // One step of undo, after which it is erased again, and all before it can be undone, too.
    for _ in 1...4 { _ = try await store.undo() }
    let first = try await store.entry(id)
    XCTAssertNil(first?.deleted)
    XCTAssertEqual(first?.product.title.text, "Rose")
    await store.close()
  }

  func testWhatTheHistoryHasForgottenStaysAway() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("c"))
    let rose = try await store.create(makeProduct("Rose"))
    try await store.delete([rose.id])
    try await store.erase([rose.id])
    _ = try await store.forgetHistory()
    let isBack = try await store.restoreErased(rose.id)
    XCTAssertFalse(isBack)
    // Nor does a product that was never there.
    let isThere = try await store.restoreErased(UUID())
    XCTAssertFalse(isThere)
    await store.close()
  }
}
