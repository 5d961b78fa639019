// SPDX-License-Identifier: Apache-2.0
// What happens to the catalogue between the preview of a list and its import: that stays, and only what the preview
// showed is carried out. And rows that a person left out, which stand in no other row's way.

import Catalog
import Foundation
import XCTest

@testable import Exchange

final class MeanwhileTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/")
  private var opened: CatalogStore?

  override func setUp() async throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let store = try await CatalogStore.open(in: directory)
    opened = store
    _ = try await take(plan("SKU,Name,Supplier\n1,Gouda,Hof\n2,Brie,Hof\n3,Edam,Hof"))
  }

  override func tearDown() async throws {
    await opened?.close()
    try FileManager.default.removeItem(at: directory)
  }

  private var store: CatalogStore { get throws { try XCTUnwrap(opened) } }

  private func plan(
    _ text: String, leavingOut rows: Set<RowID> = []
  ) async throws -> ListImport {
    var exceptions = RowExceptions()
    exceptions.rows = rows
    return try await ListImport.prepare(
      ForeignFile.open(pasted: text), ImportChoices(), with: store, leavingOut: exceptions)
  }

  private func take(_ plan: ListImport) async throws -> ImportResult {
    try await store.importProducts(from: plan.source().0, isUpdating: true)
  }

  private func product(_ sku: String) async throws -> [Product] {
    try await store.products(with: [.text(sku)], in: .builtIn(.sku), atMost: 9)[0]
  }

  private var lines: [String] {
    get async throws {
      var lines: [String] = []
      for sku in ["1", "2", "3", "4"] {
        for product in try await product(sku) {
          lines.append("\(sku) \(product.title.text) \(product.supplier?.text ?? "-")")
        }
      }
      return lines
    }
  }

  func testWhatWasChangedMeanwhileStays() async throws {
    let plan = try await plan(
      "SKU,Name,Supplier\n1,Gouda old,Dairy\n2,Brie old,Dairy\n3,Edam,Dairy")
    XCTAssertEqual(plan.counts, [.changed: 3])
    let gouda = try await product("1")[0]
    let edam = try await product("3")[0]
    _ = try await store.edit(
      [gouda.id],
      applying: [.set(ProductChange { $0.supplier = .some(try LineText("Mine", for: .value)) })])
    try await store.delete([edam.id])
    let result = try await take(plan)
    XCTAssertEqual(result.overtaken, 2)
    XCTAssertEqual(result.updated, 2)
    let now = try await lines
    XCTAssertEqual(now, ["1 Gouda old Mine", "2 Brie old Dairy"])
  }

  func testWhatWasMadeMeanwhileIsNotMadeAgain() async throws {
    let text = "SKU,Name,Supplier\n4,Feta,Hof\n,Nameless,Hof"
    let first = try await plan(text)
    let second = try await plan(text)
    let made = try await take(first)
    XCTAssertEqual(made, ImportResult(added: 2))
    let again = try await take(second)
    XCTAssertEqual([again.added, again.overtaken], [0, 2])
    let now = try await lines
    XCTAssertEqual(now.last, "4 Feta Hof")
    let count = try await store.productCount()
    XCTAssertEqual(count, 5)
  }

  func testARowIsFreeWhenTheOneThatItRepeatsIsLeftOut() async throws {
    let text = "SKU,Name\n4,Feta\n4,Feta, mild\n1,Gouda young\n1,Gouda old\n5,Halloumi"
    let all = try await plan(text)
    XCTAssertEqual(all.rows.map(\.outcome), [.new, .refused, .changed, .refused, .new])
    XCTAssertEqual(all.repeated, [2, 4])
    let without = try await plan(text, leavingOut: [RowID(number: 2), RowID(number: 4)])
    XCTAssertEqual(without.rows.map(\.outcome), [.new, .new, .changed, .changed, .new])
    XCTAssertEqual(without.repeated, [2, 4], "they are in the way again when they are taken")
    let taken = try without.source { ![2, 4].contains($0.read.number) }.0
    let result = try await store.importProducts(from: taken, isUpdating: true)
    XCTAssertEqual(result, ImportResult(added: 2, updated: 1))
    let now = try await lines
    XCTAssertEqual(now.first, "1 Gouda old Hof")
  }
}
