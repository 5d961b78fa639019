// SPDX-License-Identifier: Apache-2.0
// Damage in a file too large to be checked when it is opened, and what a check finds besides:
// parts that are missing or foreign, and numbers at the ends of what integers can be.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class DamageTests: CatalogTestCase {
  private func raw(_ sql: String) throws {
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try connection.execute(sql)
    connection.close()
  }

  func testMissingAndForeignPartsAreFound() async throws {
    let made = try await CatalogStore.open(in: directory)
    _ = try await made.create(makeProduct("Rose"))
    await made.close()
    for (sql, back, words) in [
      (
        "DROP INDEX product_by_stock",
        "CREATE INDEX product_by_stock ON product (stock, key, category)", "product_by_stock"
      ),
      (
        "CREATE TRIGGER mine AFTER INSERT ON product BEGIN SELECT 1; END", "DROP TRIGGER mine",
        "“mine”"
      ),
      (
        "UPDATE product SET position = 9223372036854775807", "UPDATE product SET position = 5",
        "no other can follow"
      ),
    ] {
      try raw(sql)
      let store = try await CatalogStore.open(in: directory)
      let problems = try await store.check()
      XCTAssertEqual(problems.count, 1, "\(sql): \(problems)")
      XCTAssertTrue(problems.first?.sentence.contains(words) == true, "\(problems)")
      await store.close()
      try raw(back)
    }
    let store = try await CatalogStore.open(in: directory)
    let none = try await store.check()
    XCTAssertEqual(none, [])
    await store.close()
  }

  /// Whatever integers another program writes: nothing traps.
  func testNoIntegerTraps() async throws {
    var numbers = SeededRandom(seed: 9)
    let extremes: [Int64] = [.max, .max - 1, .min, .min + 1, 0, 1 << 62, -(1 << 62)]
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for name in ["A", "B", "C", "D"] {
      ids.append(try await store.create(makeProduct(name, price: "1", year: 2000)).id)
    }
    await store.close()
    for round in 0..<40 {
      for (table, column) in [
        ("product", "position"), ("product", "stock"), ("product", "minimum_stock"),
        ("product", "price"), ("product", "revision"), ("product", "created"),
        ("product", "changed"), ("product", "deleted"), ("product", "key"), ("last_key", "key"),
        ("history", "count"), ("history", "moment"), ("history", "size"), ("history", "step"),
        ("history_size", "bytes"), ("history_forgotten", "steps"),
      ] where numbers.next() % 3 == 0 {
        let value = extremes[Int(numbers.next() % UInt64(extremes.count))]
        let row = numbers.next() % 4
        // What the table refuses stays as it was.
        _ = try? raw(
          """
          UPDATE OR IGNORE \(table) SET \(column) = \(value)
          WHERE rowid = (SELECT rowid FROM \(table) LIMIT 1 OFFSET \(row))
          """)
      }
      guard let store = try? await CatalogStore.open(in: directory) else { continue }
      // Each may be refused, in words; none may end the process.
      _ = try? await store.create(makeProduct("New \(round)"))
      for place in [ManualPlace.first, .last, .before(ids[0]), .after(ids[1])] {
        _ = try? await store.move([ids[2], ids[3]], to: place)
      }
      _ = try? await store.edit(Set(ids), applying: [])
      _ = try? await store.change(ids) { $0.product.year = nil }
      _ = try? await store.delete([ids[0]])
      _ = try? await store.restore([ids[0]])
      _ = try? await store.products(ProductQuery(filters: [.lowStock]))
      _ = try? await store.listText(ProductQuery(), columns: [.price, .stock]) { _ in }
      _ = try? await store.history()
      _ = try? await store.undo()
      _ = try? await store.redo()
      _ = try? await store.checkUp()
      await store.close()
    }
  }

  func testIndexesThatAnotherProgramRemovedAreMadeAnew() async throws {
    let made = try await CatalogStore.open(in: directory)
    _ = try await made.generate(GeneratedProducts(300))
    let indexes = try await made.database.read { connection in
      try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL"
      ) { $0.text("name") }
    }
    let before = try await made.products(ProductQuery(sort: .title)).map(\.id)
    await made.close()
    for index in indexes { try raw("DROP INDEX \(index)") }
    try raw("CREATE INDEX product_by_title ON product (title)")
    let store = try await CatalogStore.open(in: directory)
    let problems = try await store.check()
    XCTAssertEqual(
      problems, indexes.sorted().map { CatalogProblem.missingPart(type: "index", name: $0) })
    do {
      _ = try await store.products(ProductQuery(sort: .price))
      XCTFail("The index is not there.")
    } catch let error as CatalogError {
      XCTAssertTrue(error.sentence.contains("vitrinectl compact"), error.sentence)
    }
    _ = try await store.compact()
    let after = try await store.check()
    XCTAssertEqual(after, [])
    let products = try await store.products(ProductQuery(sort: .title)).map(\.id)
    XCTAssertEqual(products, before)
    await store.close()
  }

  /// Whatever number another program has stored for a version, there is a next one, and another one.
  func testNoRevisionIsTheLast() async throws {
    for last in [.max, .max - 1, Revision.largest, Revision.largest - 1] {
      let place = directory.appendingPathComponent("\(last)")
      let store = try await CatalogStore.open(in: place)
      let ids = try await [
        store.create(makeProduct("A", category: "C")), store.create(makeProduct("B")),
      ].map(\.id)
      let note = try await store.addNote(to: ids[0], title: "one", text: "")
      func end() async throws {
        try await store.database.underLock { connection in
          try connection.execute(
            "UPDATE product SET revision = \(last); UPDATE note SET revision = \(last)")
          return ((), [])
        }
      }
      var undoable = 0
      func assertRevised(_ change: () async throws -> Void) async throws {
        try await end()
        try await change()
        undoable += 1
        var revisions = try await store.notes(of: ids[0]).map(\.revision)
        for id in ids { revisions += [try await store.product(id)?.revision ?? 0] }
        XCTAssertTrue(revisions.contains { $0 != last }, "\(last), \(undoable)")
        XCTAssertTrue(revisions.allSatisfy { $0 >= 1 }, "\(last), \(undoable)")
      }
      try await assertRevised {
        let outcome = try await store.edit(ids, applying: [.set(ProductChange(stock: 7))])
        XCTAssertEqual(outcome.saved.count, 2)
      }
      try await assertRevised { _ = try await store.change(ids) { $0.product.description = "z" } }
      try await assertRevised {
        let outcome = try await store.editNote(note.id, basedOn: last, title: "two", text: "")
        guard case .saved = outcome else { return XCTFail("\(outcome)") }
      }
      try await assertRevised {
        let count = try await store.renameCategory(CategoryPath("C"), to: CategoryPath("D"))
        XCTAssertEqual(count, 1)
      }
      try await assertRevised {
        try await store.delete(Set(ids))
        try await store.restore(Set(ids))
        undoable += 1
      }
      let (before, notes) = (
        try await store.products(ProductQuery()), try await store.notes(of: ids[0])
      )
      for _ in 0..<undoable { try await store.undo() }
      for _ in 0..<undoable { try await store.redo() }
      let after = try await store.products(ProductQuery())
      XCTAssertEqual(after.map(\.title), before.map(\.title))
      XCTAssertEqual(after.map(\.category), before.map(\.category))
      let same = try await store.notes(of: ids[0])
      XCTAssertEqual(same.map(\.title), notes.map(\.title))
      try await end()
      let exported = place.appendingPathComponent("out")
      _ = try await store.exportProducts(to: exported)
      await store.close()
      let copy = try await CatalogStore.open(in: place.appendingPathComponent("copy"))
      let imported = try await copy.importProducts(from: exported.path)
      XCTAssertEqual(imported.added, 2)
      let problems = try await copy.check()
      XCTAssertEqual(problems, [])
      await copy.close()
    }
  }

  func testDamageInALargeFileIsFoundInTheBackgroundAndRemembered() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(3_500))
    await store.close()
    let catalogue = try CatalogFile(in: directory)
    let check = SoundnessCheck(catalogue) { _ in }
    var names: [String] = []
    while let name = try check.checkOne() { names.append(name) }
    XCTAssertTrue(names.contains("product"), "\(names)")
    XCTAssertEqual(Set(names).count, names.count)
    XCTAssertNil(try SoundnessCheck(catalogue) { _ in }.checkOne(), "remembered over a restart")

    try spoilIndexOfYears(with: Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 * 7) }))
    XCTAssertGreaterThan(try Data(contentsOf: file).count, 4 << 20)

    let again = SoundnessCheck(catalogue, interval: -1, pause: 0) { _ in }
    await assertThrows {
      while try again.checkOne() != nil {}
    } where: {
      (($0 as? CatalogError)?.isDamage ?? ($0 as? SQLiteError)?.isDamage) == true
    }
    let damaged = try await CatalogStore.open(in: directory)
    XCTAssertTrue(damaged.isReadOnly)
    XCTAssertTrue(damaged.readOnlyReason?.isDamage == true)
    await damaged.close()
  }

  /// Even to read, SQLite makes files beside the catalogue, which may be on its way to the trash.
  func testNothingIsOpenedAfterTheEndOfTheChecks() async throws {
    let store = try await CatalogStore.open(in: directory)
    await store.close()
    let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    let check = SoundnessCheck(try CatalogFile(in: directory)) { _ in }
    await check.end()
    XCTAssertThrowsError(try check.checkOne()) { XCTAssertTrue($0 is CancellationError) }
    let after = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    XCTAssertEqual(after, before)
  }

  /// The first sign is an error of a call: from then on nothing is written, here or by others.
  func testNothingIsWrittenAfterTheFirstSign() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(3_500))
    await store.close()
    try spoilIndexOfYears(with: Data(repeating: 0xff, count: 4096))

    // As a large file, one is not looked through while somebody else writes.
    let lock = Foundation.open(directory.appendingPathComponent("catalog.lock").path, O_RDWR)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)
    let first = try await CatalogStore.open(in: directory)
    close(lock)
    XCTAssertFalse(first.isReadOnly)
    await assertThrows {
      try await first.products(ProductQuery(sort: .year))
    } where: {
      ($0 as? CatalogError)?.isDamage == true
    }
    await assertThrows {
      try await first.create(makeProduct("Late"))
    } where: {
      ($0 as? CatalogError)?.isDamage == true
    }
    await first.close()
    let next = try await CatalogStore.open(in: directory)
    XCTAssertTrue(next.readOnlyReason?.isDamage == true)
    await next.close()
  }

  /// Writes over the first page of an index of the products, in the middle of a large file.
  private func spoilIndexOfYears(with bytes: Data) throws {
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    let page = try connection.integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'product_by_year'")
    connection.close()
    let handle = try FileHandle(forUpdating: file)
    try handle.seek(toOffset: UInt64(page - 1) * 4096)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }
}
