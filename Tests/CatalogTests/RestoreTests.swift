// SPDX-License-Identifier: Apache-2.0
// Restoring a backup: all of it comes back, nothing of the previous state is lost, and everyone who
// has the catalogue open sees it or gets an error.

import Foundation
import XCTest

@testable import Catalog

final class RestoreTests: CatalogTestCase {
  private var folder: BackupDirectory {
    get throws { BackupDirectory(catalogue: try CatalogFile(in: directory)) }
  }

  func testABackupIsRestoredAndTheCurrentStateIsBackedUp() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let backup = try await store.backUp()
    _ = try await store.edit(
      rose.id, basedOn: 1, applying: ProductChange(title: try ProductTitle("Red Rose")))
    _ = try await store.create(makeProduct("Tulip"))

    let before = try await store.restore(backup)
    XCTAssertEqual(before?.kind, .beforeRestoring)
    var titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"])
    let found = try await store.products(ProductQuery(searchText: "tulip"))
    XCTAssertEqual(found, [])
    let history = try await store.history()
    XCTAssertEqual(history.undoable.count, 1)
    var problems = try await store.check()
    XCTAssertEqual(problems, [])
    // It still works, in the same store and in the next.
    _ = try await store.create(makeProduct("Lily"))
    await store.close()
    let again = try await CatalogStore.open(in: directory)
    titles = try await again.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose", "Lily"])
    // And back to the previous state.
    try await again.restore(XCTUnwrap(before))
    titles = try await again.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Red Rose", "Tulip"])
    problems = try await again.check()
    XCTAssertEqual(problems, [])
    let kinds = try await again.backups().map(\.kind)
    XCTAssertEqual(kinds.count, 3)
    XCTAssertEqual(kinds.filter { $0 == .beforeRestoring }.count, 2)
    await again.close()
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted(),
      ["backups", "catalog.lock", "catalog.sqlite", "catalog.sqlite-wal", "catalog.sums"])
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.root)
    XCTAssertEqual(left.count, 4, "\(left)")
  }

  func testAnotherStoreSeesItAsAChangeAndContinues() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let backup = try await store.backUp()
    let window = try await CatalogStore.open(in: directory)
    _ = try await window.create(makeProduct("Tulip"))
    let draft = try await window.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    guard case .saved(let edited) = draft else { return XCTFail("\(draft)") }
    var changes = window.changes().makeAsyncIterator()
    try await store.restore(backup)
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    let titles = try await window.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"])
    // An edit based on the other state does not silently overwrite anything.
    let late = try await window.edit(
      rose.id, basedOn: edited.revision, applying: ProductChange(stock: 2))
    guard case .conflict = late else { return XCTFail("\(late)") }
    let next = try await window.create(makeProduct("Lily"))
    let seen = try await store.product(next.id)
    XCTAssertEqual(seen?.title, next.title)
    await window.close()
    await store.close()
  }

  // MARK: Damage

  func testADamagedCatalogueIsSetAsideAsItIs() async throws {
    let backup = try await makeCatalogue()
    let root = try Connection(path, .immutable).integer(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'product_by_title'")
    var bytes = try Data(contentsOf: file)
    bytes[(root - 1) * 4096] ^= 0xff
    try bytes.write(to: file)

    let store = try await CatalogStore.open(in: directory)
    guard case .damaged = store.readOnlyReason else {
      return XCTFail("\(String(describing: store.readOnlyReason))")
    }
    let offered = try await store.newestBackup()
    XCTAssertEqual(offered, backup)
    var changes = store.changes().makeAsyncIterator()
    let before = try await store.restore(backup)
    XCTAssertEqual(before?.kind, .damaged)
    XCTAssertEqual(
      try Data(contentsOf: URL(fileURLWithPath: folder.path(of: XCTUnwrap(before)))), bytes)
    // A store with the damaged file gets an error, and must be opened again.
    let change = await changes.next()
    XCTAssertEqual(change, .everything)
    await assertThrows(.replaced(file: path)) { try await store.productCount() }
    await store.close()
    try await assertRestored()
  }

  func testACatalogueThatIsMovedIsSaidAndNothingIsWrittenInItsPlace() async throws {
    _ = try await makeCatalogue()
    let store = try await CatalogStore.open(in: directory, keepsBackups: true)
    var places = store.placeChanges().makeAsyncIterator()
    let elsewhere = directory.deletingLastPathComponent().appendingPathComponent("elsewhere")
    try FileManager.default.moveItem(at: directory, to: elsewhere)
    var isThere = await places.next()
    XCTAssertEqual(isThere, false)
    await assertThrows(.replaced(file: path)) { try await store.create(makeProduct("Lily")) }
    // Another directory of its name is not it.
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    await assertThrows(.replaced(file: path)) { try await store.create(makeProduct("Lily")) }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory.path), [])
    try FileManager.default.removeItem(at: directory)
    try FileManager.default.moveItem(at: elsewhere, to: directory)
    isThere = await places.next()
    XCTAssertEqual(isThere, true)
    _ = try await store.create(makeProduct("Lily"))
    await store.close()
  }

  func testAStoreThatWroteToADamagedFileIsRefused() async throws {
    let backup = try await makeCatalogue()
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Tulip"))
    // The header is overwritten while the file is open.
    try overwrite(at: 0, with: Data("nothing any more".utf8))
    let before = try await CatalogStore.restore(backup, in: directory)
    XCTAssertEqual(before?.kind, .damaged)
    // The contents of the log went with the file it belongs to.
    let aside = try folder.path(of: XCTUnwrap(before))
    XCTAssertTrue(FileManager.default.fileExists(atPath: aside + "-wal"))
    await assertThrows(.replaced(file: path)) { try await store.create(makeProduct("Lily")) }
    await assertThrows(.replaced(file: path)) { try await store.products(ProductQuery()) }
    try await assertRestored()
    // Closing it does not affect the file that has the name now.
    let other = try await CatalogStore.open(in: directory)
    _ = try await other.create(makeProduct("Aster"))
    await store.close()
    XCTAssertTrue(FileManager.default.fileExists(atPath: file.path + "-wal"))
    let count = try await other.productCount()
    XCTAssertEqual(count, 2)
    await other.close()
  }

  func testACatalogueThatCannotBeOpenedIsRestored() async throws {
    let backup = try await makeCatalogue()
    let noise = Data((0..<9000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    let whole = try Data(contentsOf: file)
    let badIDs = try foreign()
    for content in [Data(), Data("hello".utf8), noise, whole.prefix(whole.count / 2), badIDs] {
      try content.write(to: file)
      let offered = try await CatalogStore.backups(in: directory).first { $0.kind != .damaged }
      XCTAssertEqual(offered, backup)
      let before = try await CatalogStore.restore(backup, in: directory)
      XCTAssertEqual(before?.kind, .damaged)
      XCTAssertEqual(
        try Data(contentsOf: URL(fileURLWithPath: folder.path(of: XCTUnwrap(before)))), content)
      try await assertRestored()
    }
    // There need not be one, either.
    try FileManager.default.removeItem(at: file)
    let nothing = try await CatalogStore.restore(backup, in: directory)
    XCTAssertNil(nothing)
    try await assertRestored()
  }

  // MARK: What is refused

  func testABackupThatIsNotWholeIsRefusedAndNothingChanges() async throws {
    let backup = try await makeCatalogue()
    let path = try folder.path(of: backup)
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let now = try Data(contentsOf: file)
    var flipped = whole
    for place in stride(from: 8192, to: flipped.count, by: 256) { flipped[place] ^= 0xff }
    for content in [flipped, whole.prefix(whole.count - 4096), Data("hello".utf8), Data()] {
      try content.write(to: URL(fileURLWithPath: path))
      await assertThrows({ try await CatalogStore.restore(backup, in: directory) }) {
        switch $0 as? CatalogError {
        case .damaged(path, _), .notADatabase(path), .foreign: true
        default: false
        }
      }
      XCTAssertEqual(try Data(contentsOf: file), now)
    }
    try whole.write(to: URL(fileURLWithPath: path))
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA user_version = 9999")
    connection.allowCheckpointOnClose()
    connection.close()
    await assertThrows(.newerVersion(file: path)) {
      try await CatalogStore.restore(backup, in: directory)
    }
    try FileManager.default.removeItem(atPath: path)
    await assertThrows(.noSuchFile(file: path)) {
      try await CatalogStore.restore(backup, in: directory)
    }
    XCTAssertEqual(try Data(contentsOf: file), now)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.root)
    XCTAssertEqual(left, ["lock"])
  }

  func testALinkInTheCataloguesPlaceIsLeftAlone() async throws {
    let backup = try await makeCatalogue()
    try FileManager.default.moveItem(
      at: file, to: directory.appendingPathComponent("elsewhere.sqlite"))
    try FileManager.default.createSymbolicLink(
      at: file, withDestinationURL: directory.appendingPathComponent("elsewhere.sqlite"))
    await assertThrows(.symbolicLink(file: path)) {
      try await CatalogStore.restore(backup, in: directory)
    }
  }

  func testABackupOfAnOlderVersionIsMigrated() async throws {
    let backup = try await makeCatalogue()
    for version in 1...3 {
      let frozen = try String(
        contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
          .appendingPathComponent("../Fixtures/Catalog/schema-\(version).sql"), encoding: .utf8)
      let path = try folder.path(of: backup)
      try Data().write(to: URL(fileURLWithPath: path))
      let old = try Connection(path, .readWrite)
      try old.execute(frozen)
      old.close()
      let window = try await CatalogStore.open(in: directory)
      try await CatalogStore.restore(backup, in: directory)
      let titles = try await window.products(ProductQuery()).map(\.title)
      XCTAssertEqual(titles, ["Éclair au Chocolat", "Bread"])
      let found = try await window.products(ProductQuery(searchText: "eclair"))
      XCTAssertEqual(found.count, 1)
      _ = try await window.create(makeProduct("Rose"))
      await window.close()
      // The backup itself is unchanged.
      XCTAssertEqual(
        try Connection(path, .immutable).integer("PRAGMA user_version"), version)
    }
  }

  // MARK: What the tests share

  private var path: String {
    directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
  }

  /// A closed catalogue with one rose and a backup.
  private func makeCatalogue() async throws -> CatalogBackup {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    let backup = try await store.backUp()
    await store.close()
    return backup
  }

  private func assertRestored(line: UInt = #line) async throws {
    let store = try await CatalogStore.open(in: directory)
    XCTAssertNil(store.readOnlyReason, line: line)
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"], line: line)
    let problems = try await store.check()
    XCTAssertEqual(problems, [], line: line)
    await store.close()
  }

  private func foreign() throws -> Data {
    let other = directory.resolvingSymlinksInPath().appendingPathComponent("other.sqlite")
    try Data().write(to: other)
    let connection = try Connection(other.path, .readWrite)
    try connection.execute("CREATE TABLE theirs (a)")
    connection.close()
    return try Data(contentsOf: other)
  }

  /// Writes into the file without opening it in this process, which would drop SQLite's locks.
  private func overwrite(at offset: Int, with bytes: Data) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/dd")
    process.arguments = [
      "of=\(file.path)", "bs=1", "seek=\(offset)", "conv=notrunc", "status=none",
    ]
    let pipe = Pipe()
    process.standardInput = pipe
    try process.run()
    try pipe.fileHandleForWriting.write(contentsOf: bytes)
    try pipe.fileHandleForWriting.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
  }
}
