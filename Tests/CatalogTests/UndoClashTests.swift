// SPDX-License-Identifier: Apache-2.0
// What another program has changed since a command is not overwritten by its undo or redo before somebody was asked.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class UndoClashTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private func price(_ text: String) throws -> Price {
    try Price(text, currency: Currency("EUR"))
  }

  private func change(_ sql: String) throws {
    try Connection(file.path, .readWrite).run(sql)
  }

  private func clash(_ body: () async throws -> CatalogCommand?) async throws -> UndoClash {
    do {
      let command = try await body()
      XCTFail("done: \(String(describing: command))")
    } catch CatalogError.wouldOverwrite(let clash) { return clash }
    throw CatalogError.closed
  }

  /// A cheese that was renamed and got another price here, and then another price elsewhere.
  private func makeClash() async throws -> (CatalogStore, UUID) {
    let store = try await CatalogStore.open(in: directory)
    let gouda = try await store.create(makeProduct("Gouda"))
    let price = try price("12.00")
    _ = try await store.change([gouda.id]) { $0.product.price = price }
    let new = try self.price("12.50")
    _ = try await store.change([gouda.id]) {
      $0.product.price = new
      $0.product.title = try ProductTitle("Old Gouda")
    }
    try change("UPDATE product SET price = 1400")
    return (store, gouda.id)
  }

  func testItIsSaidWithBothValues() async throws {
    let (store, id) = try await makeClash()
    let clash = try await clash { try await store.undo() }
    XCTAssertTrue(clash.isUndo && clash.canKeep)
    XCTAssertEqual(clash.count, 1)
    XCTAssertEqual(clash.differences.count, 1)
    XCTAssertEqual(clash.differences.first?.now, .money(try price("14.00")))
    XCTAssertEqual(clash.differences.first?.then, .money(try price("12.00")))
    XCTAssertTrue(
      clash.sentence.contains("Price of “Old Gouda”: now “14.00 EUR”, would become “12.00 EUR”"),
      clash.sentence)
    let product = try await store.product(id)
    XCTAssertEqual(product?.price, try price("14.00"), "nothing is done")
    XCTAssertEqual(product?.title.text, "Old Gouda")
    await store.close()
  }

  func testItIsOverwritten() async throws { try await answer(.overwrite, price: "12.00") }
  func testItStays() async throws { try await answer(.keep, price: "14.00") }

  private func answer(_ choice: UndoClash.Choice, price text: String) async throws {
    let (store, id) = try await makeClash()
    let undone = try await store.undo(choice)
    XCTAssertNotNil(undone)
    var product = try await store.product(id)
    XCTAssertEqual(product?.price, try price(text))
    XCTAssertEqual(product?.title.text, "Gouda")
    // Redo of what nobody has touched since asks nothing, and brings back what was there.
    try await store.redo()
    product = try await store.product(id)
    XCTAssertEqual(product?.price, try price("14.00"))
    XCTAssertEqual(product?.title.text, "Old Gouda")
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testRedoAsksToo() async throws {
    let (store, id) = try await makeClash()
    try await store.undo(.overwrite)
    try change("UPDATE product SET title = 'Young Gouda', title_key = 'young gouda'")
    let clash = try await clash { try await store.redo() }
    XCTAssertFalse(clash.isUndo)
    XCTAssertEqual(clash.differences.map(\.now), [.text("Young Gouda")])
    try await store.redo(.keep)
    let product = try await store.product(id)
    XCTAssertEqual(product?.title.text, "Young Gouda")
    XCTAssertEqual(product?.price, try price("14.00"))
    await store.close()
  }

  func testAWindowIsAskedAndTheAnswerIsAboutThatCommandAlone() async throws {
    let (asking, _) = try await makeClash()
    await asking.close()
    for answer in [nil, UndoClash.Choice.keep] {
      let store = try await CatalogStore.open(in: directory, decidesUndo: { _ in answer })
      do {
        let command = try await store.undo()
        XCTAssertNotNil(command)
        XCTAssertNotNil(answer, "nobody has agreed")
      } catch CatalogError.wouldOverwrite { XCTAssertNil(answer) }
      await store.close()
    }
  }

  func testTagsAndCustomFieldsAreNamed() async throws {
    let store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    let chair = try await store.create(makeProduct("Chair"))
    for (tag, text) in [("old", "Oak"), ("new", "Ash")] {
      _ = try await store.change([chair.id]) {
        $0.product.tags = try Tags([Tag(tag)])
        $0.product.values[wood.id] = .text(text)
      }
    }
    try change("UPDATE product_tag SET tag = 'theirs'")
    try change("UPDATE product_value SET text = 'Elm', text_key = 'elm'")
    let clash = try await clash { try await store.undo() }
    XCTAssertEqual(
      Set(clash.lines),
      [
        "Tags of “Chair”: now “theirs”, would become “old”",
        "Wood of “Chair”: now “Elm”, would become “Oak”",
      ])
    await store.close()
  }
}
