// SPDX-License-Identifier: Apache-2.0
// Pages that are not as they were written are known before anything is decided from them or written, and nothing sound is
// ever taken for damaged: whoever else writes, and whatever becomes of the files.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class PageSumsTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private func path(_ place: URL, _ name: String) -> URL { place.appendingPathComponent(name) }

  func testNothingIsDecidedFromADamagedPage() async throws {
    let made = try await CatalogStore.open(in: directory)
    _ = try await made.generate(GeneratedProducts(30))
    // Without free pages, which nobody reads.
    _ = try await made.compact()
    await made.close()
    let names = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"]
    let whole = try names.map { try Data(contentsOf: path(directory, $0)) }
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for round in 0..<rounds(6, withFaults: 40, withAll: 5_000) {
      var bytes = whole[0]
      let pages = Array(0..<bytes.count / 4096)
      let hit = Bool.random(using: &random) ? [pages.randomElement(using: &random) ?? 0] : pages
      for _ in 0..<Int.random(in: 1...64, using: &random) {
        let place =
          (hit.randomElement(using: &random) ?? 0) * 4096
          + Int.random(in: 100..<4096, using: &random)
        bytes[place] ^= UInt8.random(in: 1...255, using: &random)
      }
      try bytes.write(to: file)
      do {
        let store = try await CatalogStore.open(in: directory)
        XCTAssertTrue(store.readOnlyReason?.isDamage == true, "\(round), seed \(seed)")
        await assertThrows {
          try await store.create(makeProduct("Rose"))
        } where: {
          ($0 as? CatalogError) != nil
        }
        await store.close()
      } catch {
        XCTAssertTrue((error as? CatalogError)?.isDamage == true, "\(error), seed \(seed)")
      }
      XCTAssertEqual(try Data(contentsOf: file), bytes, "\(round), seed \(seed)")
      for (name, content) in zip(names, whole) { try content.write(to: path(directory, name)) }
      try? FileManager.default.removeItem(at: path(directory, "catalog.checked"))
    }
    let store = try await CatalogStore.open(in: directory)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  // MARK: Larger files, of which only what is read is compared

  /// One page after the other: a command that meets a damaged one, before, in or after its transaction, has changed nothing.
  func testACommandThatMeetsADamagedPageChangesNothing() async throws {
    let used = try await makeLarge()
    let names = ["catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"]
    let whole = try names.map { try Data(contentsOf: path(directory, $0)) }
    let (seed, roses) = try await {
      let store = try await CatalogStore.open(in: directory)
      let products = try await store.products(ProductQuery(searchText: "rose"))
      await store.close()
      return (UInt64.random(in: 0 ... .max), products)
    }()
    let rose = try XCTUnwrap(roses.first)
    let title = ProductChange(title: try ProductTitle("Daisy"))
    let commands: [(String, (CatalogStore) async throws -> Void)] = [
      ("create", { _ = try await $0.create(makeProduct("Tulip")) }),
      ("edit", { _ = try await $0.edit(rose.id, basedOn: rose.revision, applying: title) }),
      ("undo", { _ = try await $0.undo() }),
    ]
    for (name, command) in commands {
      var random = SeededRandom(seed: seed)
      var refused = 0
      let count = rounds(15, withFaults: 60, withAll: 1_000)
      for page in (0..<used).shuffled(using: &random).prefix(count) {
        for (name, content) in zip(names, whole) { try content.write(to: path(directory, name)) }
        try? FileManager.default.removeItem(at: path(directory, "catalog.checked"))
        var bytes = whole[0]
        for _ in 0..<8 {
          bytes[page * 4096 + Int.random(in: 100..<4096, using: &random)] ^= 0x5a
        }
        try bytes.write(to: file)
        do {
          let store = try await CatalogStore.open(in: directory, isForOneCommand: true)
          _ = try? await command(store)
          await store.close()
        } catch let error as CatalogError where error.isDamage {
          refused += 1
          XCTAssertTrue(try Data(contentsOf: file) == bytes, "\(name), page \(page), seed \(seed)")
          continue
        }
        guard try isDamageKnown() else { continue }
        refused += 1
        XCTAssertTrue(try Data(contentsOf: file) == bytes, "\(name), page \(page), seed \(seed)")
        XCTAssertFalse(Connection.hasLog(file.path), "\(name), page \(page), seed \(seed)")
      }
      XCTAssertGreaterThan(refused, 0, "\(name), seed \(seed)")
    }
  }

  /// What nobody waits for, as bringing the index up to date, stops all writing too.
  func testDamageThatIsMetAfterACommandStopsTheNextOne() async throws {
    _ = try await makeLarge()
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    let root = try connection.integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'search_docsize'")
    connection.close()
    let bytes = try FileHandle(forUpdating: file)
    try bytes.seek(toOffset: UInt64((root - 1) * 4096 + 50))
    try bytes.write(contentsOf: Data(repeating: 0x5a, count: 16))
    try bytes.close()
    let store = try await CatalogStore.open(in: directory)
    XCTAssertNil(store.readOnlyReason)
    _ = try await store.create(makeProduct("Tulip"))
    try await waitUntil { try self.isDamageKnown() }
    await assertThrows {
      try await store.create(makeProduct("Daisy"))
    } where: {
      ($0 as? CatalogError)?.isDamage == true
    }
    await store.close()
    let again = try await CatalogStore.open(in: directory)
    XCTAssertTrue(again.readOnlyReason?.isDamage == true)
    await again.close()
  }

  /// Behind a command, nothing more is read or written.
  func testWhatACommandHasNoTimeToIndexIsLeftForTheNext() async throws {
    let path = file.resolvingSymlinksInPath().path
    func stale() throws -> Int {
      try SearchIndex(connection: Connection(path, .readOnly)).stale().count
    }
    let store = try await CatalogStore.open(in: directory, isForOneCommand: true)
    _ = try await store.generate(GeneratedProducts(700))
    _ = try await store.check()
    let ids = try await store.products(ProductQuery()).map(\.id)
    try await store.edit(Set(ids), applying: [.addTag(Tag("many"))])
    await store.close()
    let left = try stale()
    XCTAssertGreaterThan(left, 0)
    let next = try await CatalogStore.open(in: directory, isForOneCommand: true)
    _ = try await next.create(makeProduct("Rose"))
    let found = try await next.products(ProductQuery(searchText: "many")).count
    XCTAssertEqual(found, 700)
    await next.close()
    XCTAssertLessThan(try stale(), left)
  }

  func testAnIndexThatDoesNotFitHoldsNoCommandUp() async throws {
    let store = try await CatalogStore.open(in: directory, isForOneCommand: true)
    let rose = try await store.create(makeProduct("Rose"))
    await store.close()
    let other = ForeignProgram(file)
    // How many words there are in all: now fewer than the product is known to have.
    other.run("UPDATE search_data SET block = zeroblob(length(block)) WHERE id = 1")
    other.close(leavingTheLog: false)
    let again = try await CatalogStore.open(in: directory, isForOneCommand: true)
    let change = ProductChange(title: try ProductTitle("Tulip"))
    _ = try await again.edit(rose.id, basedOn: rose.revision, applying: change)
    let titles = try await again.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Tulip"])
    await again.close()
    let path = file.resolvingSymlinksInPath().path
    XCTAssertEqual(try SearchIndex(connection: Connection(path, .readOnly)).stale().count, 1)
    let last = try await CatalogStore.open(in: directory)
    let problems = try await last.check()
    XCTAssertEqual(problems, [.staleSearchIndex])
    await last.close()
  }

  // MARK: Whoever else writes

  private static let statements = [
    "UPDATE product SET stock = 7000000 WHERE title LIKE 'Rose%'",
    "UPDATE product SET year = abs(random() % 100) + 1900",
    "UPDATE product SET description = hex(randomblob(500)) WHERE key % 3 = 0",
    "INSERT INTO note SELECT max(key) + 1, randomblob(16), 1, 0, 't', 'x', 1, 0, 0 FROM note",
    "VACUUM", "SELECT count(*) FROM product", "PRAGMA wal_checkpoint",
    "PRAGMA wal_checkpoint(TRUNCATE)", "PRAGMA wal_checkpoint(RESTART)",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192; VACUUM; PRAGMA journal_mode = WAL",
  ]

  func testOthersMayWriteAndCopyFilesAtAnyTime() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    for round in 0..<rounds(4, withFaults: 16, withAll: 2_000) {
      var random = SeededRandom(seed: seed, index: round)
      var story = ["seed \(seed), round \(round)"]
      let place = path(directory, "\(round)")
      let file = path(place, "catalog.sqlite")
      var (stores, others): ([CatalogStore], [ForeignProgram]) = ([], [])
      var saved: [(String, Data)] = []
      func open() async throws {
        let store = try CatalogStore(
          place, checkpointPages: Int.random(in: 1...40, using: &random))
        XCTAssertNil(store.readOnlyReason, "\(story)")
        stores.append(store)
      }
      try await open()
      _ = try await stores[0].generate(GeneratedProducts(12))
      for _ in 0..<24 {
        let isIdle = stores.isEmpty && others.isEmpty
        switch Int.random(in: 0..<9, using: &random) {
        case 0 where stores.count < 2:
          story.append("open")
          try await open()
        case 1, 2:
          guard let store = stores.popLast() else { continue }
          story.append("close")
          await store.close()
        case 3, 4:
          if stores.isEmpty { try await open() }
          story.append("create")
          _ = try await stores.randomElement(using: &random)?.create(makeProduct("Rose"))
        case 5, 6:
          if others.isEmpty { others.append(ForeignProgram(file)) }
          let sql = Self.statements.randomElement(using: &random) ?? ""
          story.append(sql)
          others[0].run(sql)
        case 7 where !others.isEmpty:
          let leaves = Bool.random(using: &random)
          story.append("other closes, leaving \(leaves)")
          others.removeLast().close(leavingTheLog: leaves)
        case 8 where isIdle && !Connection.hasLog(file.path):
          let name = ["catalog.sqlite", "catalog.sums"].randomElement(using: &random) ?? ""
          let bytes = saved.filter { $0.0 == name }.randomElement(using: &random)?.1
          if let bytes, Bool.random(using: &random) {
            story.append("older \(name)")
            try bytes.write(to: path(place, name))
          } else if let bytes = try? Data(contentsOf: path(place, name)) {
            story.append("save \(name)")
            saved.append((name, bytes))
          }
        default: continue
        }
      }
      for store in stores { await store.close() }
      for other in others { other.close(leavingTheLog: false) }
      // One that is alone with it looks through it; the next one knows whether anybody else wrote.
      for isFirst in [true, false] {
        let store = try await CatalogStore.open(in: place)
        XCTAssertNil(store.readOnlyReason, "\(story)")
        // The words of what the others wrote are not in the search.
        let problems = try await store.check().filter { $0 != .staleSearchIndex }
        XCTAssertEqual(problems, [], "\(story)")
        if !isFirst { _ = try await store.create(makeProduct("Last")) }
        await store.close()
      }
      let pageSize = try Data(contentsOf: file)[16..<18].reduce(0) { $0 << 8 | Int($1) }
      guard pageSize == 4096 else { continue }
      let connection = try Connection(file.path, .readOnly)
      _ = try connection.integer("SELECT count(*) FROM product")
      XCTAssertEqual(connection.sums, .sure, "\(story)")
      connection.close()
    }
  }

  /// Only the file, of a copy that was opened, changed and closed as often: nothing but what was drawn tells them apart.
  func testTheFileOfATwinIsNotDamaged() async throws {
    for isLarge in [false, true] {
      if isLarge { _ = try await makeLarge() }
      await (try CatalogStore.open(in: directory)).close()
      let twin = directory.appendingPathExtension("twin")
      try FileManager.default.copyItem(at: directory, to: twin)
      defer { try? FileManager.default.removeItem(at: twin) }
      for (place, title) in [(directory, "Daisy"), (twin, "Tulip")] {
        let store = try await CatalogStore.open(in: place, isForOneCommand: true)
        _ = try await store.create(makeProduct(title))
        await store.close()
      }
      try Data(contentsOf: path(twin, "catalog.sqlite")).write(to: file)
      for title in ["Rose", "Lily"] {
        let store = try await CatalogStore.open(in: directory)
        XCTAssertNil(store.readOnlyReason, "\(isLarge)")
        _ = try await store.create(makeProduct(title))
        let titles = try await store.products(ProductQuery(searchText: "tulip")).map(\.title)
        XCTAssertEqual(titles, ["Tulip"])
        let problems = try await store.check()
        XCTAssertEqual(problems, [])
        await store.close()
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        try FileManager.default.removeItem(at: path(directory, name))
      }
    }
  }

  // MARK: The sums themselves

  func testWithoutSumsAllGoesOn() async throws {
    let sums = path(directory, "catalog.sums")
    let ways: [(String, () throws -> Void)] = [
      ("removed", { try FileManager.default.removeItem(at: sums) }),
      ("emptied", { try Data().write(to: sums) }),
      ("cut short", { try Data(contentsOf: sums).prefix(4_200).write(to: sums) }),
      ("of nobody", { try Data(repeating: 7, count: 9_000).write(to: sums) }),
      ("read-only", { XCTAssertEqual(chmod(sums.path, 0o400), 0) }),
      (
        "a directory",
        {
          try FileManager.default.removeItem(at: sums)
          try FileManager.default.createDirectory(at: sums, withIntermediateDirectories: false)
        }
      ),
    ]
    var count = 0
    for (way, change) in ways {
      for isOpen in [false, true] {
        try? FileManager.default.removeItem(at: sums)
        await (try CatalogStore.open(in: directory)).close()
        let held = try isOpen ? CatalogStore(directory, checkpointPages: 1) : nil
        try change()
        let store = try await CatalogStore.open(in: directory)
        for store in [held, store].compactMap({ $0 }) {
          XCTAssertNil(store.readOnlyReason, way)
          _ = try await store.create(makeProduct("Rose"))
          count += 1
        }
        await held?.close()
        await store.close()
        let again = try await CatalogStore.open(in: directory)
        XCTAssertNil(again.readOnlyReason, way)
        let problems = try await again.check()
        XCTAssertEqual(problems, [], way)
        let found = try await again.productCount()
        XCTAssertEqual(found, count, way)
        await again.close()
      }
    }
  }
}
