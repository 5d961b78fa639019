// SPDX-License-Identifier: Apache-2.0
// Backups are looked at without a trace, and products come back from them whole, in one step.

import Foundation
import XCTest

@testable import Catalog

final class PutBackTests: CatalogTestCase {
  private func picture(_ name: String, _ byte: UInt8) throws -> URL {
    let file = directory.appendingPathComponent(name)
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, byte]).write(to: file)
    return file
  }

  /// Every file of the catalogue's backups, with its bytes and when it was changed.
  private func backups() throws -> [String: String] {
    let root = directory.appendingPathComponent("backups")
    var found: [String: String] = [:]
    for case let name as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
      let file = root.appendingPathComponent(name)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
      let bytes = (try? Data(contentsOf: file)).map { SHA256.hexDigest(of: Array($0)) } ?? ""
      found[name] = "\(bytes) \(attributes[.modificationDate] ?? "")"
    }
    return found
  }

  func testABackupIsReadAndNothingIsWrittenToIt() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.add(
      CatalogEntry(product: makeProduct("Rose", category: "Flowers")),
      pictures: [picture("rose.png", 1)])
    let backup = try await store.backUp()
    _ = try await store.create(makeProduct("Tulip"))
    _ = try await store.erase([rose.product.id])
    let before = try backups()
    let old = try await CatalogStore.open(backup, in: directory)
    XCTAssertTrue(old.isReadOnly)
    let listed = try await old.products(ProductQuery())
    XCTAssertEqual(listed.map(\.title), ["Rose"])
    let found = try await old.products(ProductQuery(searchText: "rose"))
    XCTAssertEqual(found.count, 1)
    await assertThrows({ try await old.create(makeProduct("Lily")) }) {
      if case CatalogError.readOnly? = $0 as? CatalogError { true } else { false }
    }
    // The pictures beside the catalogue are cleared away.
    try FileManager.default.removeItem(at: directory.appendingPathComponent("images"))
    let file = old.pictureFile(rose.product.pictures[0])
    XCTAssertTrue(FileManager.default.fileExists(atPath: file.path), file.path)
    await old.close()
    XCTAssertEqual(try backups(), before)
    await store.close()
  }

  func testAnErasedProductComesBackWholeAndUndoTakesItAwayAgain() async throws {
    let store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .choice(["Oak", "Ash"]))
    let size = try CustomField(name: "Size", kind: .line)
    for field in [wood, size] { try await store.addField(field) }
    var product = try makeProduct("Chair", category: "Home/Seats", price: "12.50", year: 1999)
    product.tags = try Tags([try Tag("old"), try Tag("red")])
    product.values[wood.id] = .text("Oak")
    product.sku = try SKU("CH-1")
    var note = Note(productID: product.id, title: try NoteTitle("Leg"), text: .empty)
    note.text = try FreeText(note: "It wobbles.")
    _ = try await store.add(
      CatalogEntry(product: product, notes: [note]),
      pictures: [picture("a.png", 1), picture("b.png", 2)])
    let variants = try await store.makeVariants(
      of: product.id, options: [(size.id, [.text("S"), .text("L")])])
    let ids = [product.id] + variants
    var before: [CatalogEntry] = []
    for id in ids { before.append(try await stored(id, in: store)) }
    let backup = try await store.backUp()

    _ = try await store.delete(Set(ids))
    _ = try await store.erase(Set(ids))
    _ = try await store.removeField(wood.id)
    try FileManager.default.removeItem(at: directory.appendingPathComponent("images"))
    let without = try await snapshot(store)
    let old = try await CatalogStore.open(backup, in: directory)
    let plan = try await store.planPuttingBack([product.id], from: old)
    XCTAssertEqual(plan.missing, 3)
    XCTAssertEqual(plan.products, ids, "the variants come with their head")
    XCTAssertEqual(plan.firstTitle, "Chair")

    let result = try await store.putBack([product.id], from: old)
    XCTAssertEqual([result.returned, result.changed, result.picturesMissing], [3, 0, 0])
    for (id, entry) in zip(ids, before) {
      let back = try await stored(id, in: store)
      XCTAssertEqual(back.putBack(over: entry), entry)
    }
    let chair = try await stored(product.id, in: store)
    XCTAssertTrue(
      chair.product.pictures.allSatisfy {
        FileManager.default.fileExists(atPath: store.pictureFile($0).path)
      })
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    let undoable = try await store.nextCommands().undoable
    XCTAssertEqual(undoable?.kind, .putBackProducts)
    XCTAssertEqual(undoable?.count, 3)
    _ = try await store.undo()
    let undone = try await snapshot(store)
    XCTAssertEqual(undone, without)
    _ = try await store.redo()
    let again = try await store.planPuttingBack([product.id], from: old)
    XCTAssertEqual([again.missing, again.changed, again.same], [0, 0, 3])
    await old.close()
    await store.close()
  }

  private func stored(_ id: UUID, in store: CatalogStore) async throws -> CatalogEntry {
    let entry = try await store.entry(id)
    return try XCTUnwrap(entry)
  }

  func testAProductThatIsStillThereBecomesWhatItWas() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for title in ["Rose", "Tulip", "Lily", "Iris"] {
      ids.append(try await store.create(makeProduct(title, price: "2.00")).id)
    }
    let note = try await store.addNote(
      to: ids[0], title: NoteTitle("Thorns"), text: FreeText(note: "Mind them."))
    let backup = try await store.backUp()
    // Changed, in the trash, gone, and as it was.
    _ = try await store.change([ids[0]]) {
      $0.product.price = nil
      $0.product.category = try CategoryPath("Wild")
      $0.notes = []
    }
    _ = try await store.delete([ids[1], ids[2]])
    _ = try await store.erase([ids[2]])
    let old = try await CatalogStore.open(backup, in: directory)
    let plan = try await store.planPuttingBack(ids + [UUID()], from: old)
    XCTAssertEqual([plan.changed, plan.inTrash, plan.missing, plan.same], [1, 1, 1, 1])

    let missing = try await store.putBack(ids, from: old, onlyMissing: true)
    XCTAssertEqual([missing.returned, missing.changed, missing.unchanged], [2, 0, 2])
    let rose = try await stored(ids[0], in: store)
    XCTAssertNil(rose.product.price)
    _ = try await store.undo()

    let all = try await store.putBack(ids, from: old)
    XCTAssertEqual([all.returned, all.changed, all.unchanged], [2, 1, 1])
    let back = try await stored(ids[0], in: store)
    XCTAssertEqual(back.product.price?.minorUnits, 200)
    XCTAssertNil(back.product.category, "what was empty is empty again")
    XCTAssertEqual(back.notes.map(\.id), [note.id])
    XCTAssertGreaterThan(back.product.revision, rose.product.revision)
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles.sorted(), ["Iris", "Lily", "Rose", "Tulip"])
    // Nothing is left to put back: there is no step that does nothing.
    let steps = try await store.history().undoable.count
    let none = try await store.putBack(ids, from: old)
    XCTAssertEqual([none.returned, none.changed, none.unchanged], [0, 0, 4])
    let now = try await store.history().undoable.count
    XCTAssertEqual(now, steps)
    await old.close()
    await store.close()
  }

  func testAVariantBringsTheHeadThatIsGone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let shirt = try await store.create(makeProduct("Shirt", price: "20.00"))
    let variants = try await store.makeVariants(
      of: shirt.id, options: [(size.id, [.text("S"), .text("L")])])
    let backup = try await store.backUp()
    let all = Set([shirt.id] + variants)
    _ = try await store.delete(all)
    _ = try await store.erase(all)
    let old = try await CatalogStore.open(backup, in: directory)
    let result = try await store.putBack([variants[1]], from: old)
    XCTAssertEqual(result.returned, 2)
    let large = try await stored(variants[1], in: store)
    XCTAssertEqual(large.product.variant?.head, shirt.id)
    // With the head there, a variant comes alone, and follows the head as that is now.
    _ = try await store.change([shirt.id]) {
      $0.product.price = try Price("25", currency: Currency("EUR"))
    }
    let small = try await store.putBack([variants[0]], from: old)
    XCTAssertEqual(small.returned, 1)
    let back = try await stored(variants[0], in: store)
    XCTAssertEqual(back.product.price?.minorUnits, 2500)
    await old.close()
    await store.close()
  }

  func testAFieldOfAnotherKindAndAMissingPictureAreSaid() async throws {
    let store = try await CatalogStore.open(in: directory)
    let field = try CustomField(name: "Weight", kind: .line)
    try await store.addField(field)
    var product = try makeProduct("Stone")
    product.values[field.id] = .text("heavy")
    _ = try await store.add(
      CatalogEntry(product: product), pictures: [picture("a.png", 1)])
    let backup = try await store.backUp()
    _ = try await store.delete([product.id])
    _ = try await store.erase([product.id])
    _ = try await store.removeField(field.id)
    try await store.addField(CustomField(name: "weight", kind: .wholeNumber))
    for folder in ["images", "backups/images"] {
      try FileManager.default.removeItem(at: directory.appendingPathComponent(folder))
    }
    let old = try await CatalogStore.open(backup, in: directory)
    let result = try await store.putBack([product.id], from: old)
    XCTAssertEqual(result.fieldsLeftOut, ["Weight"])
    XCTAssertEqual(result.picturesMissing, 1)
    let stone = try await stored(product.id, in: store)
    XCTAssertEqual(stone.product.values, [:])
    XCTAssertEqual(stone.product.pictures, [])
    await old.close()
    await store.close()
  }

  func testWhatCannotBeOpenedIsSaid() async throws {
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<300 { _ = try await store.create(makeProduct("Product \(number)")) }
    let backup = try await store.backUp()
    await store.close()
    let path = directory.appendingPathComponent("backups/\(backup.name)")
    let whole = try Data(contentsOf: path)
    try whole.prefix(whole.count / 2).write(to: path)
    await assertThrows({ try await CatalogStore.open(backup, in: self.directory) }) {
      if case CatalogError.damaged? = $0 as? CatalogError { true } else { false }
    }
    try whole.write(to: path)
    try Connection(path.path, .readWrite).execute(
      "PRAGMA journal_mode = DELETE; PRAGMA user_version = \(Schema.migrator.newestVersion + 1)")
    await assertThrows(CatalogError.newerVersion(file: path.path)) {
      try await CatalogStore.open(backup, in: self.directory)
    }
    try FileManager.default.removeItem(at: path)
    await assertThrows(CatalogError.noSuchFile(file: path.path)) {
      try await CatalogStore.open(backup, in: self.directory)
    }
    XCTAssertFalse(
      FileManager.default.fileExists(
        atPath: directory.appendingPathComponent("catalog.checked").path),
      "nothing is said of the catalogue itself")
  }

  func testABackupOfAnOlderVersionIsReadAndStaysAsItIs() async throws {
    let store = try await CatalogStore.open(in: directory)
    let backup = try await store.backUp()
    let path = directory.appendingPathComponent("backups/\(backup.name)").path
    unlink(path)
    let frozen = try String(
      contentsOf: repository.appendingPathComponent("Tests/Fixtures/Catalog/schema-12.sql"),
      encoding: .utf8)
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    try {
      let old = try Connection(path, .readWrite)
      try old.execute(frozen)
    }()
    let before = try backups()
    let old = try await CatalogStore.open(backup, in: directory)
    let ids = try await old.products(ProductQuery()).map(\.id)
    XCTAssertFalse(ids.isEmpty)
    let result = try await store.putBack(ids, from: old)
    XCTAssertGreaterThanOrEqual(result.returned, ids.count)
    await old.close()
    XCTAssertEqual(try backups(), before)
    await store.close()
  }
}
