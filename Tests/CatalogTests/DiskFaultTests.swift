// SPDX-License-Identifier: Apache-2.0
// The disk fails at every single call of everything that writes (at some of them, drawn at random, of what makes a
// catalogue or renews its schema, and in CI without a change to the catalogue): an error, no more room, or the process is killed there, even in the
// middle of a write. Afterwards the catalogue is completely as it was before or as it should become, and
// what failed works once the disk does.

import CFaultyDisk
import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class DiskFaultTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  override func tearDownWithError() throws {
    faulty_disk_remove()
    try super.tearDownWithError()
  }

  override func setUpWithError() throws {
    try super.setUpWithError()
    let lock = directory.resolvingSymlinksInPath().appendingPathComponent("tried/catalog.lock")
    XCTAssertEqual(faulty_disk_install(lock.path), 0)
    try skipWithoutFaults()
  }

  func testEveryWriteOfACommand() async throws {
    try await fail(everyCallOf: "create") { store in
      var product = try makeProduct("Tulip", category: "Flowers/Bulbs", price: "2.50", year: 2020)
      product = Product(
        id: Self.tulip, title: product.title, description: "Red, in spring.",
        category: product.category, tags: ["red", "spring"], price: product.price)
      _ = try await store.create(product)
    }
  }

  func testEveryWriteOfAnEdit() async throws {
    try await fail(everyCallOf: "edit") { store in
      let change = ProductChange(title: try ProductTitle("Rosé"), tags: ["pink"])
      let revision = try await store.product(Self.roses[0])?.revision ?? 0
      _ = try await store.edit(Self.roses[0], basedOn: revision, applying: change)
    }
  }

  func testEveryWriteOfAnUndoAfterADeletion() async throws {
    try await fail(everyCallOf: "delete") { _ = try await $0.delete(Set(Self.roses)) }
    try await fail(everyCallOf: "undo") { _ = try await $0.undo() }
  }

  /// What is remembered of its source is kept with a list, or not at all.
  func testEveryWriteOfAListWithASource() async throws {
    try await fail(everyCallOf: "list") { store in
      var changed = ImportedEntry()
      changed.id = Self.roses[0]
      changed.change = ProductChange(title: try ProductTitle("Rosé"))
      var new = ImportedEntry()
      new.id = Self.tulip
      new.change = ProductChange(title: try ProductTitle("Tulip"))
      let rows = [(key: "1", content: "Rosé"), (key: "2", content: "Tulip")]
      _ = try await store.importProducts(
        from: RememberedEntries(
          [changed, new],
          ListMemory(source: ListSource(name: "Gardener", content: "{}"), rows: rows)),
        isUpdating: true)
    }
  }

  /// A failed checkpoint does not mean that the change before it failed.
  func testEveryWriteOfACheckpoint() async throws {
    try await fail(everyCallOf: "checkpoint", checkpointPages: 1) { store in
      _ = try await store.addNote(
        to: Self.roses[1], id: Self.tulip, title: NoteTitle("Thorns"), text: "Many.")
    }
  }

  func testEveryWriteOfClosing() async throws {
    try await fail(everyCallOf: "closing") { store in
      _ = try await store.addNote(
        to: Self.roses[1], id: Self.tulip, title: NoteTitle("Thorns"), text: "Many.")
      await store.close()
    }
  }

  func testEveryWriteOfMakingACatalogue() async throws {
    try await failOpening("making") { _ in }
  }

  func testEveryWriteOfAMigration() async throws {
    let frozen = repository.appendingPathComponent("Tests/Fixtures/Catalog/schema-1.sql")
    let script = try String(contentsOf: frozen, encoding: .utf8)
    try await failOpening("migrating") { place in
      let file = place.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
      XCTAssertTrue(FileManager.default.createFile(atPath: file, contents: nil))
      let connection = try Connection(file, .readWrite)
      try connection.execute(script)
      connection.close()
    }
  }

  // MARK: Failing

  private static let roses = (1...3).map { number in
    UUID(uuidString: "00000000-0000-4000-8000-00000000000\(number)") ?? UUID()
  }
  private static let tulip = UUID(uuidString: "00000000-0000-4000-8000-0000000000ff") ?? UUID()
  private static let faults = [
    FAULTY_DISK_ERROR_ONCE, FAULTY_DISK_FULL, FAULTY_DISK_DEAD, FAULTY_DISK_TORN,
  ]

  private static let mostOpenings = rounds(0, withFaults: 50, withAll: 100)

  /// How many calls the last test's action made when nothing failed.
  private var callsSeen = 0
  private var tried: URL { directory.appendingPathComponent("tried") }

  /// Makes `act` fail, on an open catalogue with three roses, at each of its calls in each way.
  private func fail(
    everyCallOf name: String, checkpointPages: Int = 1024,
    _ act: @Sendable (CatalogStore) async throws -> Void
  ) async throws {
    let base = directory.appendingPathComponent("base-\(name)")
    let made = try await CatalogStore.open(in: base)
    for id in Self.roses {
      _ = try await made.create(Product(id: id, title: try ProductTitle("Rose"), tags: ["red"]))
    }
    if name == "undo" { try await made.delete(Set(Self.roses)) }
    await made.close()
    let before = try await content(of: base)

    try start(from: base)
    let store = try CatalogStore(tried, checkpointPages: checkpointPages)
    faulty_disk_fail(0, FAULTY_DISK_ERROR_ONCE)
    try await act(store)
    callsSeen = Int(faulty_disk_heal())
    await store.close()
    let after = try await content(of: tried)
    XCTAssertNotEqual(before, after)

    for fault in Self.faults {
      for call in places(1...max(1, callsSeen)) {
        let place = "\(name), fault \(fault.rawValue) at call \(call) of \(callsSeen)"
        try start(from: base)
        let store = try CatalogStore(tried, checkpointPages: checkpointPages)
        faulty_disk_fail(Int32(call), fault)
        let failure = await failure(of: fault, place) { try await act(store) }
        if [FAULTY_DISK_DEAD, FAULTY_DISK_TORN].contains(fault) {
          let killed = try copyOfTheKilled()
          await store.close()
          faulty_disk_heal()
          let found = try await content(of: killed, place)
          XCTAssertTrue(found == before || (found == after), "neither: \(place)")
        } else {
          faulty_disk_heal()
          if name != "closing" {
            let now = try await content(of: store)
            XCTAssertEqual(now, failure == nil ? after : before, place)
            if failure != nil { try await act(store) }
          }
          await store.close()
          let found = try await content(of: tried, place)
          XCTAssertEqual(found, name == "closing" && failure != nil ? before : after, place)
        }
      }
    }
    XCTAssertEqual(faulty_disk_unlocked_writes(), 0, "\(name): written without the lock")
  }

  /// Makes opening what `prepare` creates fail at each of its calls, or at so many of them, in each way.
  private func failOpening(_ name: String, _ prepare: (URL) throws -> Void) async throws {
    let base = directory.appendingPathComponent("base-\(name)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: false)
    try prepare(base)
    try start(from: base)
    faulty_disk_fail(0, FAULTY_DISK_ERROR_ONCE)
    await (try CatalogStore.open(in: tried)).close()
    callsSeen = Int(faulty_disk_heal())
    let after = try await content(of: tried)
    for fault in Self.faults {
      // A migration from the first schema has thousands.
      for call in (1...max(1, callsSeen)).shuffled().prefix(Self.mostOpenings) {
        let place = "\(name), fault \(fault.rawValue) at call \(call) of \(callsSeen)"
        try start(from: base)
        faulty_disk_fail(Int32(call), fault)
        _ = await failure(of: fault, place) { [tried] in
          await (try CatalogStore.open(in: tried)).close()
        }
        faulty_disk_heal()
        let found = try await content(of: tried, place)
        XCTAssertEqual(found, after, place)
      }
    }
    XCTAssertEqual(faulty_disk_unlocked_writes(), 0, "\(name): written without the lock")
  }

  /// What `act` throws: it must have a sentence, and the right one if the disk is full.
  private func failure(
    of fault: faulty_disk_fault, _ place: String, _ act: () async throws -> Void
  ) async -> CatalogError? {
    do {
      try await act()
      return nil
    } catch let error as CatalogError {
      if fault == FAULTY_DISK_FULL {
        guard case .diskFull = error else {
          XCTFail("\(place): \(error)")
          return error
        }
      }
      XCTAssertTrue(error.sentence.hasSuffix("."), place)
      return error
    } catch {
      XCTFail("\(place): \(error)")
      return nil
    }
  }

  private func start(from base: URL) throws {
    try? FileManager.default.removeItem(at: tried)
    try FileManager.default.copyItem(at: base, to: tried)
  }

  /// The files as they are on disk when nothing reaches it any more; without the index of the log,
  /// which is memory of the killed process.
  private func copyOfTheKilled() throws -> URL {
    let copy = directory.appendingPathComponent("killed")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: tried, to: copy)
    try? FileManager.default.removeItem(at: copy.appendingPathComponent("catalog.sqlite-shm"))
    return copy
  }

  private func content(of place: URL, _ story: String = "nothing failed") async throws -> [String] {
    do {
      let store = try await CatalogStore.open(in: place)
      XCTAssertNil(store.readOnlyReason, story)
      // The frozen catalogue has no picture files.
      let problems = try await store.check().filter { !$0.sentence.contains("/images/") }
      XCTAssertEqual(problems, [], story)
      let found = try await content(of: store)
      await store.close()
      return found
    } catch {
      XCTFail("\(story): \(error)")
      return []
    }
  }

  /// The contents of the catalogue, without dates and revisions.
  private func content(of store: CatalogStore) async throws -> [String] {
    try await store.database.read { connection in
      try [
        "SELECT hex(id) || title || description || ifnull(category, '') || (deleted IS NULL) "
          + "FROM product ORDER BY 1",
        "SELECT product || tag FROM product_tag ORDER BY 1",
        "SELECT hex(id) || title || text FROM note ORDER BY 1",
        "SELECT command || undone FROM history ORDER BY step",
        "SELECT name || content FROM source ORDER BY 1",
        "SELECT place || content FROM source_row ORDER BY 1",
        "SELECT 'rosé: ' || count(*) FROM search WHERE search MATCH 'rose'",
      ].flatMap { try connection.rows($0) { $0.onlyText } }
    }
  }
}
