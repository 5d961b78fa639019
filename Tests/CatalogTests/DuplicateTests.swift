// SPDX-License-Identifier: Apache-2.0
// A copy of a product has everything the original has except what distinguishes the two.

import Foundation
import XCTest

@testable import Catalog

final class DuplicateTests: CatalogTestCase {
  func testACopyHasEverythingButTheCodes() async throws {
    let store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    var product = try makeProduct("Table")
    product.sku = try SKU("T-1")
    product.gtin = try GTIN("4006381333931")
    product.tags = ["old"]
    product.values = [wood.id: .text("Oak")]
    let original = try await store.create(product)
    try await store.addNote(to: original.id, title: "Care", text: "Wax it.")
    // Not offered for the table any more: the copy has it all the same.
    try await store.editField(
      CustomField(id: wood.id, name: "Wood", kind: .line, category: CategoryPath("Elsewhere")))

    let made = try await store.duplicate(original.id, titled: ProductTitle("Table (Copy)"))
    let copy = try XCTUnwrap(made)
    XCTAssertNotEqual(copy.id, original.id)
    XCTAssertEqual(copy.title.text, "Table (Copy)")
    XCTAssertNil(copy.sku)
    XCTAssertNil(copy.gtin)
    XCTAssertEqual(copy.values, original.values)
    for field in ProductField.all where ![.title, .sku, .gtin].contains(field) {
      XCTAssertEqual(field.value(of: copy), field.value(of: original), field.name)
    }
    let notes = try await store.notes(of: copy.id)
    XCTAssertEqual(notes.map(\.title.text), ["Care"])
    let rows = try await store.products(ProductQuery())
    XCTAssertEqual(rows.map(\.id), [original.id, copy.id])

    let undone = try await store.undo()
    XCTAssertEqual(undone?.kind, .createProduct)
    let gone = try await store.product(copy.id)
    XCTAssertNil(gone)
    try await store.redo()
    _ = try await store.delete([original.id])
    let ofTrashed = try await store.duplicate(original.id, titled: ProductTitle("No"))
    XCTAssertNil(ofTrashed)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }
}
