// SPDX-License-Identifier: Apache-2.0
// Trash, undo and redo: everything can be taken back, completely and in order, even after a restart
// or a SIGKILL.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class HistoryTests: CatalogTestCase {
  func testTrash() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose", category: "Flowers"))
    let note = try await store.addNote(to: rose.id, title: "Care", text: "")
    let stream = store.changes()
    let deleted = try await store.delete([rose.id, UUID()])
    XCTAssertEqual(deleted, 1)
    let again = try await store.delete([rose.id])
    XCTAssertEqual(again, 0)

    let gone = try await store.product(rose.id)
    XCTAssertNil(gone)
    let inTrash = try await store.product(rose.id, includingTrash: true)
    XCTAssertEqual(inTrash?.title, rose.title)
    let rows = try await store.products(ProductQuery())
    let trash = try await store.products(ProductQuery(inTrash: true))
    XCTAssertEqual([rows.map(\.title), trash.map(\.title)], [[], ["Rose"]])
    let counts = try await store.categories()
    XCTAssertEqual(counts, [])
    let count = try await store.productCount()
    XCTAssertEqual(count, 0)
    let edit = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    XCTAssertEqual(edit, .missing)
    let noteEdit = try await store.editNote(note.id, basedOn: 1, title: "", text: "")
    XCTAssertEqual(noteEdit, .missing)

    let other = try await store.create(makeProduct("Other"))
    try await store.delete([other.id])
    let restored = try await store.restore([rose.id])
    XCTAssertEqual(restored, 1)
    let back = try await store.product(rose.id)
    XCTAssertEqual(back?.revision, 3)
    let notes = try await store.notes(of: rose.id)
    XCTAssertEqual(notes, [note])

    let erasedAlive = try await store.erase([rose.id])
    XCTAssertEqual(erasedAlive, 0, "only what is in the trash can be erased")
    let erased = try await store.emptyTrash()
    XCTAssertEqual(erased, 1)
    let nothing = try await store.product(other.id, includingTrash: true)
    XCTAssertNil(nothing)
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(
      heard,
      [
        .products([rose.id: .trashed]), .products([other.id: .created]),
        .products([other.id: .trashed]), .products([rose.id: .restored]),
        .products([other.id: .erased]),
      ])
  }

  func testCommandsHaveNames() async throws {
    let store = try await CatalogStore.open(in: directory)
    var products: [Product] = []
    for title in ["a", "b", "c"] { products.append(try await store.create(makeProduct(title))) }
    let note = try await store.addNote(to: products[0].id, title: "", text: "")
    _ = try await store.edit(products[0].id, basedOn: 1, applying: ProductChange(stock: 1))
    // Nothing new.
    _ = try await store.edit(products[0].id, basedOn: 2, applying: ProductChange(stock: 1))
    // A conflict.
    _ = try await store.edit(products[0].id, basedOn: 1, applying: ProductChange(stock: 9))
    try await store.moveNote(note.id, to: 0)  // it is there already
    try await store.delete(Set(products.map(\.id)))
    var history = try await store.history()
    XCTAssertEqual(
      history.undoable.map(\.name),
      [
        "Delete 3 Products", "Edit Product", "New Note", "New Product", "New Product",
        "New Product",
      ])
    XCTAssertEqual(history.redoable, [])

    let undone = try await store.undo()
    XCTAssertEqual(undone?.name, "Delete 3 Products")
    try await store.undo()
    history = try await store.history()
    XCTAssertEqual(history.undoable.count, 4)
    XCTAssertEqual(history.redoable.map(\.name), ["Edit Product", "Delete 3 Products"])
    let redone = try await store.redo()
    XCTAssertEqual(redone?.name, "Edit Product")

    // A new command discards what could be redone.
    _ = try await store.addNote(to: products[1].id, title: "", text: "")
    history = try await store.history()
    XCTAssertEqual(history.redoable, [])
    let nothing = try await store.redo()
    XCTAssertNil(nothing)
    for _ in history.undoable { try await store.undo() }
    let atTheStart = try await store.undo()
    XCTAssertNil(atTheStart)
    let count = try await store.productCount()
    XCTAssertEqual(count, 0)
    await store.close()
  }

  func testEveryKindOfCommandHasANameOfItsOwn() {
    let names = Set(
      CatalogCommand.Kind.allCases.map { CatalogCommand(kind: $0, count: 2, moment: Date()).name })
    XCTAssertEqual(names.count, CatalogCommand.Kind.allCases.count)
  }

  func testADraftFromBeforeAnUndoIsOutdated() async throws {
    let store = try await CatalogStore.open(in: directory)
    let product = try await store.create(makeProduct("Rose"))
    _ = try await store.edit(product.id, basedOn: 1, applying: ProductChange(stock: 1))
    try await store.undo()
    let current = try await store.product(product.id)
    XCTAssertNil(current?.stock)
    for revision in 1...2 {
      let outcome = try await store.edit(
        product.id, basedOn: revision, applying: ProductChange(stock: 5))
      guard case .conflict(let found, let base) = outcome else { return XCTFail("\(outcome)") }
      XCTAssertEqual(found, current)
      // What undo restored is the current version, not an earlier one.
      XCTAssertEqual(base?.stock, revision == 1 ? nil : 1)
    }
    await store.close()
  }

  func testObserversAreNotifiedOfExactlyWhatAnUndoChanges() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let tulip = try await store.create(makeProduct("Tulip"))
    let note = try await store.addNote(to: tulip.id, title: "", text: "")
    _ = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(tags: ["red"]))
    let stream = store.changes()
    try await store.undo()  // the edit
    try await store.undo()  // the note
    try await store.undo()  // the tulip
    try await store.redo()
    try await store.redo()
    try await store.redo()
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(
      heard,
      [
        .products([rose.id: .changed(.tags)]), .products([tulip.id: .changed(.notes)]),
        .products([tulip.id: ProductDifference(from: .catalogue, to: .absent, fields: .all)]),
        .products([tulip.id: .created]), .products([tulip.id: .changed(.notes)]),
        .products([rose.id: .changed(.tags)]),
      ])
    XCTAssertEqual(note.productID, tulip.id)
  }

  func testHistoryIsBoundedAndSaysWhatItForgot() async throws {
    let store = try await CatalogStore.open(in: directory)
    let text = try FreeText(description: String(repeating: "x", count: 10_000))
    let product = try await store.create(Product(title: ProductTitle("Rose"), description: text))
    let edit: @Sendable (Connection) throws -> Void = { connection in
      var history = History(connection: connection)
      history.bounds.limit = 70_000
      _ = try history.record(.editProduct) {
        try connection.run(
          """
          UPDATE product SET stock = ifnull(stock, 0) + 1,
            description = (ifnull(stock, 0) % 2) || substr(description, 2)
          """)
      }
    }
    for _ in 0..<6 {
      try await store.database.underLock { connection in
        (try connection.transaction(.write) { try edit(connection) }, [])
      }
    }
    let history = try await store.history()
    XCTAssertEqual(history.undoable.count, 3)
    XCTAssertEqual(history.forgotten, 4)
    for _ in 0..<4 { try await store.undo() }
    let oldest = try await store.product(product.id)
    XCTAssertEqual(oldest?.stock?.value.millionths, 3)
    let rows = try await store.database.read {
      try $0.integer("SELECT count(DISTINCT step) FROM history_product")
    }
    XCTAssertEqual(rows, 3, "what was forgotten is gone")
    await store.close()
  }

  func testWhatIsForgottenIsReported() async throws {
    let store = try CatalogStore(directory, historyLimit: 5000)
    let stream = store.changes()
    var rose = try makeProduct("Rose")
    rose.description = try FreeText(description: String(repeating: "x", count: 6000))
    rose = try await store.create(rose)
    // A text that stays is in no patch,
    _ = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    // one that changes is in one.
    _ = try await store.edit(rose.id, basedOn: 2, applying: ProductChange(description: ""))
    let history = try await store.history()
    XCTAssertEqual(history.undoable, [], "what is older is out of reach, too")
    XCTAssertEqual(history.forgotten, 3)
    for stock in 0..<60 {
      let change = ProductChange(stock: try Quantity(stock: stock))
      _ = try await store.edit([rose.id], applying: [.set(change)])
    }
    let after = try await store.history()
    XCTAssertEqual(after.undoable.count + after.forgotten, 63)
    XCTAssertGreaterThan(after.undoable.count, 10)
    let bytes = try await store.database.read { try $0.integer("SELECT bytes FROM history_size") }
    let sum = try await store.database.read {
      try $0.integer("SELECT sum(size) FROM history")
    }
    XCTAssertEqual(bytes, sum)
    XCTAssertLessThanOrEqual(bytes, 5000)
    await store.close()
    var counts: [Int] = []
    var tooLarge: [CatalogCommand.Kind] = []
    for await change in stream {
      guard case .forgot(let count, let command) = change else { continue }
      counts.append(count)
      if let command { tooLarge.append(command.kind) }
    }
    XCTAssertEqual(counts.first, 3)
    XCTAssertEqual(counts.reduce(0, +), after.forgotten, "every step is told of once")
    XCTAssertEqual(tooLarge, [.editProduct])
  }

  func testPicturesStayAsLongAsAnythingNeedsThem() async throws {
    let sample = directory.appendingPathComponent("sample")
    try FileManager.default.createDirectory(at: sample, withIntermediateDirectories: false)
    let png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a].map(UInt8.init)
    try Data(png).write(to: sample.appendingPathComponent("a.png"))
    let id = UUID()
    let line = #"{"id":"\#(id)","title":"Rose","images":[{"file":"a.png"}]}"#
    try Data(line.utf8).write(to: sample.appendingPathComponent("products.jsonl"))
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.importSample(from: sample)
    let rows = try await store.products(ProductQuery())
    let picture = store.pictureFile(try XCTUnwrap(rows[0].cover)).path
    func isThere() -> Bool { FileManager.default.fileExists(atPath: picture) }

    try await store.delete([id])
    try await store.emptyTrash()
    XCTAssertTrue(isThere(), "undo needs it")
    for _ in 0..<3 { try await store.undo() }
    XCTAssertTrue(isThere(), "redo needs it")
    for _ in 0..<3 { try await store.redo() }
    try await store.database.underLock { connection in
      try connection.transaction(.write) {
        var history = History(connection: connection)
        history.bounds.limit = 0
        _ = try history.record(.createProduct) {
          try ProductTable(connection: connection).insert(makeProduct("Other"))
        }
      }
      return ((), [])
    }
    XCTAssertFalse(isThere(), "nothing can bring it back")
    await store.close()
  }

  /// Compared with the command itself; `./dev bench` measures seconds.
  func testUndoOfTenThousandProductsTakesAboutAsLongAsTheCommand() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.carryOut(.importProducts) { connection in
      let table = ProductTable(connection: connection)
      for index in 0..<10_000 {
        var product = try makeProduct("Product \(index)", category: "A/B", price: "1", year: 2000)
        product.description = "A description of some length, as products have. \(index)"
        product.tags = ["one", "two"]
        try table.insert(product)
      }
    }
    let ids = try await store.products(ProductQuery()).map(\.id)
    let begin = ProcessorTime.ofProcess
    try await store.delete(Set(ids))
    let deleting = ProcessorTime.ofProcess - begin
    for (step, remaining) in [10_000, 0].enumerated() {
      let start = ProcessorTime.ofProcess
      _ = step == 0 ? try await store.undo() : try await store.redo()
      XCTAssertLessThan(ProcessorTime.ofProcess - start, 3 * deleting, "step \(step)")
      let count = try await store.productCount()
      XCTAssertEqual(count, remaining)
    }
    await store.close()
  }
}
