// SPDX-License-Identifier: Apache-2.0
// A product that was erased and comes back under its identifier has none of its old revisions: an
// edit that was based on one of these is a conflict, not an overwrite.

import Foundation
import XCTest

@testable import Catalog

final class ErasedRevisionTests: CatalogTestCase {
  func testAnImportedProductHasNoRevisionOfAnErasedOne() async throws {
    for isForgotten in [false, true] {
      let place = directory.appendingPathComponent("\(isForgotten)")
      let store = try await CatalogStore.open(in: place)
      let rose = try await store.create(makeProduct("Rose"))
      for number in 0..<3 {
        try await store.edit(
          [rose.id], applying: [.set(ProductChange(title: ProductTitle("Rose \(number)")))])
      }
      let current = try await store.product(rose.id)
      let old = try XCTUnwrap(current)
      XCTAssertEqual(old.revision, 4)
      try await store.delete([rose.id])
      try await store.emptyTrash()
      if isForgotten { _ = try await store.forgetHistory() }
      let lines = directory.appendingPathComponent("lines.jsonl")
      try #"{"id": "\#(rose.id)", "title": "Tulip", "revision": 4}"#
        .write(to: lines, atomically: true, encoding: .utf8)
      _ = try await store.importProducts(from: lines.path)
      let imported = try await store.product(rose.id)
      XCTAssertEqual(imported?.title.text, "Tulip")
      XCTAssertGreaterThan(imported?.revision ?? 0, old.revision)
      await store.close()
    }
  }

  func testTheSameAfterAnUndoneImport() async throws {
    let store = try await CatalogStore.open(in: directory)
    let lines = directory.appendingPathComponent("lines.jsonl")
    let id = UUID()
    var seen: [Int: String] = [:]
    for title in ["A", "B", "C"] {
      try #"{"id": "\#(id)", "title": "\#(title)", "revision": 2}"#
        .write(to: lines, atomically: true, encoding: .utf8)
      _ = try await store.importProducts(from: lines.path)
      let found = try await store.product(id)
      let product = try XCTUnwrap(found)
      XCTAssertNil(seen.updateValue(title, forKey: product.revision), "\(product.revision)")
      try await store.undo()
    }
    await store.close()
  }
}
