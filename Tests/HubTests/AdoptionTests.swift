// SPDX-License-Identifier: Apache-2.0
// What comes from a hub is taken over, whatever it is, under what was done here and is not there yet. No server is
// needed for that.

import Foundation
import XCTest

@testable import Catalog

final class AdoptionTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/nonexistent")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("adoption-\(UUID().uuidString)")
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: directory)
  }

  private func shared() async throws -> CatalogStore {
    let store = try await CatalogStore.open(in: directory)
    try await store.share(
      Sharing(
        address: "postgresql:///x", hub: UUID(), incarnation: UUID(),
        cursor: HubCursor(x: 1, n: 1)))
    return store
  }

  private func row(_ kind: String, _ row: String, _ value: String?) -> HubRow {
    HubRow(kind: kind, row: row, value: value, moment: Date(timeIntervalSince1970: 1000))
  }

  private func product(_ id: UUID, _ title: String, _ more: String = "") -> HubRow {
    row(
      "product", id.uuidString,
      #"{"title":"\#(title)","description":"","options":"","position":1,"created":5\#(more)}"#)
  }

  private func titles(_ store: CatalogStore) async throws -> [String] {
    try await store.products(ProductQuery()).map(\.title)
  }

  func testWhatIsUnsentStaysOnTop() async throws {
    let store = try await shared()
    let id = UUID()
    try await store.adopt([product(id, "Rose", #","stock":10000000"#)])
    var unsent = try await store.sharing()?.unsent
    XCTAssertEqual(unsent, 0, "what came is not sent back")
    let revision = try await store.product(id)?.revision ?? 0
    _ = try await store.edit(
      id, basedOn: revision, applying: ProductChange(title: ProductTitle("Mine"), stock: 8))
    // Others changed the title, the year and the stock.
    try await store.adopt([product(id, "Theirs", #","year":2001,"stock":5000000"#)])
    var found = try await store.product(id)
    XCTAssertEqual(found?.title.text, "Mine")
    XCTAssertEqual(found?.year, try IntroductionYear(2001))
    XCTAssertEqual(found?.stock, 3)
    let step = try await store.unsentSteps().steps
    XCTAssertEqual(step.count, 1)
    XCTAssert(step[0].json.contains(#""add":{"stock":-2000000}"#), step[0].json)
    // The hub has decided.
    try await store.adopt(
      [product(id, "Theirs", #","year":2001,"stock":3000000"#)], received: [step[0].id])
    found = try await store.product(id)
    XCTAssertEqual(found?.title.text, "Theirs")
    XCTAssertEqual(found?.stock, 3)
    unsent = try await store.sharing()?.unsent
    XCTAssertEqual(unsent, 0)
    await store.close()
  }

  func testWhatIsGoneStaysWhileSomethingOfItIsUnsent() async throws {
    let store = try await shared()
    let (rose, lily) = (UUID(), UUID())
    try await store.adopt([product(rose, "Rose"), product(lily, "Lily")])
    _ = try await store.addNote(to: rose, title: NoteTitle("N"), text: "t")
    try await store.adopt([
      row("product", rose.uuidString, nil), row("product", lily.uuidString, nil),
    ])
    let left = try await titles(store)
    XCTAssertEqual(left, ["Rose"])
    let step = try await store.unsentSteps().steps
    try await store.adopt(
      [row("product", rose.uuidString, nil)] + step[0].rows.map { row($0[0], $0[1], nil) },
      received: step.map(\.id))
    let none = try await titles(store)
    XCTAssertEqual(none, [])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testNothingIsRefusedAndWhatIsFunnyIsMarked() async throws {
    let store = try await shared()
    let (odd, wrong, good) = (UUID(), UUID(), UUID())
    try await store.adopt([
      product(odd, String(repeating: "x", count: 400)), product(good, "Good"),
      // Its file cannot have this one.
      product(wrong, "Wrong", #","year":123456"#), row("later", "a", #"{"b":1}"#),
      row("note", UUID().uuidString, #"{"product":{"nested":1}}"#),
      row(
        "note", UUID().uuidString,
        #"{"product":"\#(UUID())","position":0,"title":"","text":"","created":1}"#),
    ])
    let found = try await titles(store).map(\.count)
    XCTAssertEqual(found.sorted(), [4, 400])
    let marked = try await store.sharing()?.marked
    XCTAssertEqual(marked, 3)
    try await store.adopt([product(odd, "Even"), product(wrong, "Right")])
    let mended = try await titles(store)
    XCTAssertEqual(Set(mended), ["Even", "Good", "Right"])
    let left = try await store.sharing()?.marked
    XCTAssertEqual(left, 1)
    await store.close()
  }

  func testWhatComesIsOutsideUndoAndDerivedHere() async throws {
    let store = try await shared()
    let id = UUID()
    try await store.adopt([
      product(id, "ÉCLAIR", #","title_key":"forged","revision":77,"changed":1"#),
      row("product_tags", id.uuidString, #"{"tags":"sweet\nfrench"}"#),
    ])
    let history = try await store.history()
    XCTAssertEqual(history.undoable, [])
    let sought = try await store.products(ProductQuery(searchText: "eclair"))
    XCTAssertEqual(sought.map(\.id), [id])
    let product = try await store.product(id)
    XCTAssertEqual(product?.tags, ["sweet", "french"])
    XCTAssertEqual(product?.changed, Date(timeIntervalSince1970: 1000))
    let key = try await store.database.read {
      try $0.first("SELECT title_key AS k FROM product", as: { $0.text("k") })
    }
    XCTAssertEqual(key, "ÉCLAIR".folded)
    // A draft that is based on what was here before must see that it is another one.
    let revision = product?.revision ?? 0
    try await store.adopt([row("product_tags", id.uuidString, #"{"tags":"sweet"}"#)])
    let next = try await store.product(id)?.revision
    XCTAssertEqual(next, revision + 1)
    await store.close()
  }

  func testUndoAndRedoAreStepsOfTheirOwn() async throws {
    let store = try await shared()
    let product = try await store.create(Product(title: ProductTitle("Rose"), tags: ["a"]))
    _ = try await store.edit(
      product.id, basedOn: product.revision, applying: ProductChange(tags: ["b", "a"]))
    _ = try await store.undo()
    _ = try await store.undo()
    _ = try await store.redo()
    let steps = try await store.unsentSteps().steps
    XCTAssertEqual(steps.count, 5)
    XCTAssertEqual(Set(steps.map(\.id)).count, 5)
    func patches(_ number: Int) -> String {
      steps[number].json.replacingOccurrences(of: product.id.uuidString, with: "ID")
    }
    XCTAssert(patches(1).contains(#""old":{"tags":"a"},"new":{"tags":"b\na"}"#), patches(1))
    XCTAssert(patches(2).contains(#""old":{"tags":"a\nb"},"new":{"tags":"a"}"#), patches(2))
    XCTAssertFalse(patches(3).contains(#""new""#), patches(3))
    XCTAssert(patches(4).contains(#""new":{"category":null"#), patches(4))
    // Nothing is kept once it is shared no longer.
    try await store.endSharing()
    _ = try await store.undo()
    let none = try await store.unsentSteps().steps
    XCTAssertEqual(none.count, 0)
    await store.close()
  }
}
