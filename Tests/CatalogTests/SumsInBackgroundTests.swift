// SPDX-License-Identifier: Apache-2.0
// All of a large file is looked through in the background, part by part, even by a program that never runs for long.

import Foundation
import XCTest

@testable import Catalog

final class SumsInBackgroundTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  /// Opens the catalogue, looks at the next part of it, checks a table, and closes it again. Returns whether its sums are
  /// known to be right.
  private func runForAMoment() throws -> Bool {
    let file = try CatalogFile(in: directory)
    let writer = try Connection(file.path, .readWrite)
    _ = try writer.integer("SELECT count(*) FROM product")
    let lock = CatalogLock(file.lockPath, patience: 5)
    let serial = NSLock()
    nonisolated(unsafe) let held = (writer, lock)
    let check = SoundnessCheck(
      file, atOnce: 600,
      writing: { body in serial.withLock { try? held.1.hold { try body(held.0) } } }
    ) { _ in }
    defer {
      try? lock.hold {
        writer.allowCheckpointOnClose()
        writer.close()
      }
    }
    _ = try check.compareSome()
    return writer.sums == .sure
  }

  func testADoubtIsSettledByAProgramThatNeverRunsForLong() async throws {
    _ = try await makeLarge()
    for (isChanged, most) in [(false, 12), (true, 100)] {
      let other = ForeignProgram(file)
      other.run(
        isChanged ? "UPDATE product SET stock = 7" : "SELECT count(*) FROM product")
      other.close(leavingTheLog: false)
      var moments = 1
      while try !runForAMoment(), moments < most { moments += 1 }
      XCTAssertLessThan(moments, most, "\(isChanged)")
      XCTAssertGreaterThan(moments, 6, "\(isChanged)")
      let store = try await CatalogStore.open(in: directory)
      XCTAssertNil(store.readOnlyReason)
      let problems = try await store.check()
      XCTAssertEqual(problems, [])
      await store.close()
    }
  }

  /// Not even a check of the tables reads a page that is free.
  func testDamageThatNothingReadsIsFoundByAProgramThatNeverRunsForLong() async throws {
    let used = try await makeLarge()
    XCTAssertTrue(try runForAMoment())
    try damage(page: used + 2_000)
    var moments = 0
    XCTAssertThrowsError(
      try {
        while moments < 12 {
          _ = try runForAMoment()
          moments += 1
        }
      }()
    ) {
      XCTAssertTrue(($0 as? CatalogError)?.isDamage == true, "\($0)")
    }
    XCTAssertGreaterThan(moments, 0)
    XCTAssertTrue(try isDamageKnown())
    let store = try await CatalogStore.open(in: directory)
    XCTAssertTrue(store.readOnlyReason?.isDamage == true)
    await store.close()
  }

  func testAWindowSettlesADoubtAndStopsWritingAtDamage() async throws {
    let used = try await makeLarge()
    let other = ForeignProgram(file)
    other.run("SELECT count(*) FROM product")
    other.close(leavingTheLog: false)
    let plan = BackupPlan(openingDelay: 0.1)
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    _ = try connection.integer("SELECT count(*) FROM product")
    XCTAssertEqual(connection.sums, .inDoubt)
    let store = try CatalogStore(directory, backups: plan)
    try await waitUntil { connection.sums == .sure }
    connection.close()
    await store.close()
    try damage(page: used + 1_000)
    try? FileManager.default.removeItem(at: directory.appendingPathComponent("catalog.checked"))
    let again = try CatalogStore(directory, backups: plan)
    XCTAssertNil(again.readOnlyReason)
    try await waitUntil { try self.isDamageKnown() }
    await assertThrows {
      try await again.create(makeProduct("Daisy"))
    } where: {
      ($0 as? CatalogError)?.isDamage == true
    }
    await again.close()
  }

  func testADoubtIsForgottenWithItsTransaction() async throws {
    let used = try await makeLarge()
    let other = ForeignProgram(file)
    other.run("UPDATE product SET year = 1999")
    other.close(leavingTheLog: false)
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    defer { connection.close() }
    func sum() throws -> Int { try connection.integer("SELECT sum(year) FROM product") }
    // The first page with another sum is the last that is compared.
    XCTAssertEqual(try sum(), 61 * 1999)
    for _ in 0..<150 where connection.sums != .sure { _ = try runForAMoment() }
    XCTAssertEqual(connection.sums, .sure)
    for page in 2...used { try damage(page: page) }
    try connection.execute("PRAGMA shrink_memory")
    XCTAssertThrowsError(try sum()) {
      XCTAssertEqual(($0 as? SQLiteError)?.message, SQLiteError.otherPageMessage, "\($0)")
    }
  }

  private func damage(page: Int) throws {
    let bytes = try FileHandle(forUpdating: file)
    try bytes.seek(toOffset: UInt64((page - 1) * 4096 + 50))
    try bytes.write(contentsOf: Data(repeating: 0x5a, count: 16))
    try bytes.close()
  }
}
