// SPDX-License-Identifier: Apache-2.0
// Backups: complete, private, of one moment, as many as promised, made automatically, and never at
// the cost of a good one.

import Foundation
import XCTest

@testable import Catalog

final class BackupTests: CatalogTestCase {
  private var folder: URL { directory.appendingPathComponent("backups") }
  private var keeping: BackupDirectory {
    get throws { BackupDirectory(catalogue: try CatalogFile(in: directory)) }
  }

  func testABackupIsWholePrivateAndOfOneMoment() async throws {
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<50 { _ = try await store.create(makeProduct("Product \(number)")) }
    let none = try await store.backups()
    XCTAssertEqual(none, [])
    // Changes continue in the meantime; each is in the backup completely or not at all.
    async let writing: Void = {
      for number in 50..<100 { _ = try await store.create(makeProduct("Product \(number)")) }
    }()
    let backup = try await store.backUp()
    try await writing
    let made = try await store.backups()
    XCTAssertEqual(made, [backup])
    XCTAssertEqual(backup.kind, .byHand)
    XCTAssertEqual(backup.date.timeIntervalSinceNow, 0, accuracy: 60)
    let path = try keeping.path(of: backup)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    XCTAssertEqual(attributes[.posixPermissions] as? Int, 0o600)
    XCTAssertEqual(attributes[.size] as? Int, backup.size)
    XCTAssertEqual(try files(), ["lock", backup.name])
    let copy = try Connection(path, .immutable)
    let count = try copy.integer("SELECT count(*) FROM product")
    XCTAssertTrue((50...100).contains(count))
    XCTAssertEqual(try copy.integer("SELECT count(*) FROM history"), count)
    XCTAssertEqual(try copy.first("PRAGMA integrity_check") { $0.onlyText }, "ok")
    // Two backups within a second have two names.
    let next = try await store.backUp()
    XCTAssertNotEqual(next.name, backup.name)
    await store.close()
  }

  func testASecondBackupByHandKeepsTheFirstAndBothHaveTheirPictures() async throws {
    let store = try await CatalogStore.open(in: directory)
    let picture = directory.appendingPathComponent("rose.png")
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]).write(to: picture)
    let entry = try await store.add(
      CatalogEntry(product: makeProduct("Rose")), pictures: [picture])
    let first = try await store.backUp()
    _ = try await store.backUp()
    let kept = try await store.backups()
    XCTAssertEqual(kept.count, 2)
    let count = try await CatalogStore.pictures(of: first, in: directory)
    XCTAssertEqual(count, BackedUpPictureCount(there: 1, missing: 0))
    // Somebody clears the pictures away.
    try FileManager.default.removeItem(at: directory.appendingPathComponent("images"))
    try await store.restore(first)
    let file = store.pictureFile(entry.product.pictures[0])
    XCTAssertTrue(FileManager.default.fileExists(atPath: file.path))
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testWhatACrashLeftIsNoBackup() async throws {
    let store = try await CatalogStore.open(in: directory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    for name in [
      "unfinished", "restoring", "notes.txt", "2026-13-45T060003Z.sqlite",
      "other-2026-11-21T060003Z.sqlite",
    ] { try Data("left".utf8).write(to: folder.appendingPathComponent(name)) }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("2026-11-21T060003Z.sqlite"),
      withIntermediateDirectories: false)
    let none = try await store.backups()
    XCTAssertEqual(none, [])
    let backup = try await store.backUp()
    let made = try await store.backups()
    XCTAssertEqual(made, [backup])
    XCTAssertFalse(try files().contains("unfinished"))
    await store.close()
  }

  /// It can be as large as the catalogue.
  func testWhatAKilledBackupLeftIsGoneOnceTheCatalogueIsOpened() async throws {
    let store = try await CatalogStore.open(in: directory)
    await store.close()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let left = folder.appendingPathComponent("unfinished")
    try Data("left".utf8).write(to: left)
    // Somebody makes one now.
    let other = CatalogLock(folder.appendingPathComponent("lock").path, patience: 0)
    let held = DispatchSemaphore(value: 0)
    _ = try other.hold {
      let reopened = try CatalogStore(directory)
      Task {
        _ = try await reopened.create(makeProduct("Rose"))
        await reopened.close()
        held.signal()
      }
      held.wait()
      XCTAssertTrue(FileManager.default.fileExists(atPath: left.path))
    }
    let again = try await CatalogStore.open(in: directory)
    try await waitUntil { !FileManager.default.fileExists(atPath: left.path) }
    await again.close()
  }

  // MARK: How many are kept

  func testSevenDaysAndFourWeeksAreKept() throws {
    let calendar = calendarOfTheTests
    let noon = try XCTUnwrap(
      calendar.date(from: DateComponents(year: 2026, month: 11, day: 21, hour: 12)))
    // Two a day for 60 days, with the surplus removed after each.
    var kept: [CatalogBackup] = []
    for day in (0..<60).reversed() {
      for hour in [0.0, 6] {
        let date = noon - Double(day) * 86_400 + hour * 3600
        kept.append(CatalogBackup(kind: .regular, date: date, size: 1))
        let surplus = BackupDirectory.surplus(of: kept, now: date, calendar: calendar)
        kept.removeAll { surplus.contains($0) }
      }
    }
    let ages = kept.map { Int((noon + 6 * 3600).timeIntervalSince($0.date) / 86_400) }
    // The newest of each day, and of each week, which ends on a Sunday. The 21st is a Saturday.
    XCTAssertEqual(ages.sorted(), [0, 1, 2, 3, 4, 5, 6, 13, 20])
    XCTAssertTrue(kept.allSatisfy { calendar.component(.hour, from: $0.date) == 18 })
    // After a long holiday, only the backup that the new one replaces is removed.
    let later = CatalogBackup(kind: .regular, date: noon + 90 * 86_400, size: 1)
    let surplus = BackupDirectory.surplus(
      of: kept + [later], now: later.date, calendar: calendar)
    XCTAssertLessThanOrEqual(surplus.count, 2)
  }

  func testWhatWasSetAsideIsKeptLonger() {
    let now = Date()
    let day = 86_400.0
    let backups = [
      CatalogBackup(kind: .damaged, date: now - 400 * day, size: 1),
      CatalogBackup(kind: .beforeRestoring, date: now - 29 * day, size: 1),
      CatalogBackup(kind: .beforeRestoring, date: now - 27 * day, size: 1),
      CatalogBackup(kind: .beforeRestoring, date: now - 27 * day - 60, size: 1),
    ]
    let surplus = BackupDirectory.surplus(of: backups, now: now, calendar: calendarOfTheTests)
    XCTAssertEqual(surplus, [backups[1]])
  }

  func testOldBackupsAreRemovedOnceANewOneIsMade() async throws {
    let store = try await CatalogStore.open(in: directory)
    let first = try await store.backUp()
    let old = (1...20).map {
      CatalogBackup(kind: .regular, date: first.date - 60 * TimeInterval($0), size: 1)
    }
    for backup in old {
      try FileManager.default.copyItem(
        atPath: keeping.path(of: first), toPath: keeping.path(of: backup))
    }
    let before = try await store.backups()
    XCTAssertEqual(before.count, 21)
    let newest = try await store.backUp()
    let kept = try await store.backups()
    XCTAssertEqual(kept.first, newest)
    // The day, or even the week, may have changed in these twenty minutes.
    XCTAssertLessThanOrEqual(kept.filter { $0.kind == .regular }.count, 2)
    XCTAssertTrue(kept.contains(first), "made by hand")
    await store.close()
  }

  private var calendarOfTheTests: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    return calendar
  }

  // MARK: By themselves

  func testADayWithAChangeGetsABackupByItself() async throws {
    let plan = BackupPlan(
      openingDelay: 0.01, changeDelay: 0.01,
      interval: DateComponents(second: 1, nanosecond: 500_000_000), pause: 60)
    let store = try CatalogStore(directory, backups: plan)
    // An empty catalogue is not backed up.
    await settle(store)
    XCTAssertFalse(store.database.backups.isWaiting)
    _ = try await store.create(makeProduct("Rose"))
    let first = try await waitForBackups(1, of: store)
    await settle(store)
    XCTAssertFalse(store.database.backups.isWaiting, "nothing has changed")
    // The next change waits until the day is over.
    _ = try await store.create(makeProduct("Tulip"))
    XCTAssertTrue(store.database.backups.isWaiting)
    try await waitUntil { try await store.backups().first != first[0] }
    let second = try await store.backups()
    XCTAssertGreaterThanOrEqual(second[0].date, first[0].date + 1)
    await store.close()
    XCTAssertFalse(store.database.backups.isWaiting)

    // Reopened: nothing to do, until something changes.
    try FileManager.default.setAttributes(
      [.modificationDate: second[0].date - 1], ofItemAtPath: file.path)
    let again = try CatalogStore(directory, backups: BackupPlan(openingDelay: 0.01))
    await settle(again)
    XCTAssertFalse(again.database.backups.isWaiting, "nothing has changed since the last one")
    await again.close()
    // A change that no backup has seen is not waited for once more.
    try FileManager.default.setAttributes(
      [.modificationDate: second[0].date + 1], ofItemAtPath: file.path)
    let last = try CatalogStore(directory, backups: BackupPlan(openingDelay: 0.01))
    await settle(last)
    XCTAssertTrue(last.database.backups.isWaiting, "something has changed since the last one")
    await last.close()
  }

  func testAChangeByAnotherProcessCounts() async throws {
    let plan = BackupPlan(openingDelay: 0.01, changeDelay: 0.01)
    let store = try CatalogStore(directory, backups: plan)
    await settle(store)
    let other = try CatalogStore(directory)
    _ = try await other.create(makeProduct("Rose"))
    let made = try await waitForBackups(1, of: store)
    XCTAssertEqual(made.count, 1)
    await other.close()
    await store.close()
  }

  func testClosingStopsABackupAndLeavesNothingOfIt() async throws {
    let store = try await CatalogStore.open(in: directory)
    var product = try makeProduct("Long")
    product.description = try FreeText(description: String(repeating: "-", count: 1_000_000))
    for _ in 0..<8 {
      product = Product(title: product.title, description: product.description)
      _ = try await store.create(product)
    }
    let making = Task { try await store.backUp() }
    let unfinished = folder.appendingPathComponent("unfinished").path
    try await waitUntil { FileManager.default.fileExists(atPath: unfinished) }
    await store.close()
    await assertThrows(.closed) { try await making.value }
    XCTAssertEqual(try files(), ["lock"])
    await assertThrows(.closed) { try await store.backUp() }
    // The log was not left behind, either.
    XCTAssertFalse(Connection.hasLog(file.path))
  }

  // MARK: Damage

  func testDeepDamageIsReportedAndCostsNoBackup() async throws {
    try await makeLargeCatalogue()
    var store = try await CatalogStore.open(in: directory)
    let good = try await store.backUp()
    await store.close()
    try flipBytesInTheMiddle()
    // As a large file, one is not looked through while somebody else writes.
    let lock = Foundation.open(directory.appendingPathComponent("catalog.lock").path, O_RDWR)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)
    store = try await CatalogStore.open(in: directory)
    close(lock)
    XCTAssertFalse(store.isReadOnly)
    var notices = store.notices().makeAsyncIterator()
    await assertThrows({ try await store.backUp() }) {
      if case CatalogError.damaged(let file, _) = $0 { file == self.path } else { false }
    }
    let kept = try await store.backups()
    XCTAssertEqual(kept, [good])
    XCTAssertEqual(try files(), ["lock", good.name])
    // Whoever opens it later is told at once.
    let other = try CatalogStore(directory, backups: BackupPlan(openingDelay: 1))
    XCTAssertTrue(other.readOnlyReason?.isDamage == true)
    for notice in [await notices.next()] {
      guard case .damaged(.damaged(path, _), good) = notice else {
        return XCTFail("unexpected: \(String(describing: notice))")
      }
    }
    await other.close()
    await store.close()
  }

  // MARK: Pictures

  func testAPictureStaysForAsLongAsABackupRefersToIt() async throws {
    let store = try await CatalogStore.open(in: directory)
    let images = store.database.pictureFiles
    let wanted = try storePicture(1, in: images)
    let kept = try storePicture(2, in: images)
    let loose = try storePicture(3, in: images)
    let young = try storePicture(4, in: images, age: 60)
    let stranger = directory.appendingPathComponent("images/notes.txt")
    try Data("mine".utf8).write(to: stranger)
    var rose = try makeProduct("Rose")
    rose.pictures = [try ProductPicture(contentHash: wanted.hash, fileExtension: "png")]
    rose = try await store.create(rose)
    var tulip = try makeProduct("Tulip")
    tulip.pictures = [try ProductPicture(contentHash: kept.hash, fileExtension: "png")]
    tulip = try await store.create(tulip)
    let first = try await store.backUp()
    XCTAssertEqual(try pictures(), Set([wanted, kept, young].map(\.hash)), "\(loose.hash)")

    let yesterday = CatalogBackup(kind: .regular, date: first.date - 86_400, size: first.size)
    try FileManager.default.moveItem(
      atPath: keeping.path(of: first), toPath: keeping.path(of: yesterday))

    // Erased, and the undo history forgotten: only the backup refers to it now.
    try await store.delete([tulip.id])
    try await store.erase([tulip.id])
    try await forgetHistory(of: store)
    _ = try await store.backUp()
    XCTAssertTrue(try pictures().contains(kept.hash))
    // A backup that cannot be read may refer to anything.
    try FileManager.default.removeItem(atPath: keeping.path(of: yesterday))
    let damaged = CatalogBackup(kind: .damaged, date: first.date, size: 4)
    try Data("what".utf8).write(to: URL(fileURLWithPath: keeping.path(of: damaged)))
    _ = try await store.backUp()
    XCTAssertTrue(try pictures().contains(kept.hash))
    try FileManager.default.removeItem(atPath: keeping.path(of: damaged))
    _ = try await store.backUp()
    XCTAssertEqual(try pictures(), Set([wanted, young].map(\.hash)))
    XCTAssertTrue(FileManager.default.fileExists(atPath: stranger.path))
    await store.close()
  }

  private func storePicture(
    _ number: UInt8, in images: PictureFiles, age: TimeInterval = 2 * 86_400
  ) throws -> Picture {
    let source = directory.appendingPathComponent("\(number).png")
    try Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, number]).write(to: source)
    let picture = try Picture(source.path)
    _ = try images.store(picture)
    try FileManager.default.setAttributes(
      [.modificationDate: Date() - age],
      ofItemAtPath: images.path(hash: picture.hash, fileExtension: "png"))
    return picture
  }

  private func forgetHistory(of store: CatalogStore) async throws {
    try await store.database.underLock { connection in
      try connection.transaction(.write) {
        try connection.execute(
          RecordedTable.all.map { "DELETE FROM \($0.history);" }.joined()
            + "DELETE FROM history")
      }
      return ((), [])
    }
  }

  private func pictures() throws -> Set<String> {
    let images = directory.appendingPathComponent("images").path
    let found = FileManager.default.subpaths(atPath: images) ?? []
    return Set(found.filter { $0.hasSuffix(".png") }.map { String($0.dropFirst(3).prefix(64)) })
  }

  // MARK: What the tests share

  private var path: String {
    directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted(by: >)
      .sorted { $0 == "lock" && $1 != "lock" }
  }

  /// Lets what the store does automatically after opening finish.
  private func settle(_ store: CatalogStore) async {
    await store.database.backups.settle()
  }

  private func waitForBackups(
    _ count: Int, of store: CatalogStore
  ) async throws -> [CatalogBackup] {
    try await waitUntil { try await store.backups().count >= count }
    return try await store.backups()
  }

  private func makeLargeCatalogue() async throws {
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<60 {
      var product = try makeProduct("Product \(number)")
      product.description = try FreeText(description: String(repeating: "-", count: 120_000))
      _ = try await store.create(product)
    }
    await store.close()
  }

  private func flipBytesInTheMiddle() throws {
    var bytes = try Data(contentsOf: file)
    XCTAssertGreaterThan(bytes.count, 5 << 20)
    // The page headers of a whole stretch: some are in use.
    for page in stride(from: bytes.count / 2 / 4096, to: bytes.count * 3 / 4 / 4096, by: 1) {
      for place in 0..<8 { bytes[page * 4096 + place] ^= 0x5a }
    }
    try bytes.write(to: file)
  }
}
