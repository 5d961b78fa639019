// SPDX-License-Identifier: Apache-2.0
// Every call that changes a file fails once while a backup is made or restored: the error is typed,
// the catalogue and the other backups are unchanged, and the next attempt succeeds. And the process
// is killed before every such call: what is opened next is completely old or completely new.

import CFaultyDisk
import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class BackupFaultTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  override func setUpWithError() throws {
    try super.setUpWithError()
    let lock = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.lock")
    XCTAssertEqual(faulty_disk_install(lock.path), 0)
  }

  override func tearDownWithError() throws {
    XCTAssertEqual(faulty_disk_unlocked_writes(), 0, "written without the lock")
    faulty_disk_remove()
    try super.tearDownWithError()
  }

  // MARK: Full and broken

  func testABackup() async throws {
    let store = try CatalogStore(directory)
    _ = try await store.create(longProduct("Rose"))
    let good = try await store.backUp()
    try await failEveryCall { n in
      let before = try await store.backups()
      return Attempt(
        run: { _ = try await store.backUp() },
        failed: {
          let after = try await store.backups()
          XCTAssertEqual(after, before)
          XCTAssertFalse(after.isEmpty)
          _ = try await store.create(makeProduct("Product \(n)"))
        },
        succeeded: {
          let after = try await store.backups()
          XCTAssertNotEqual(after.first, good)
        })
    }
    await store.close()
  }

  func testRestoring() async throws {
    try skipWithoutFaults()
    let store = try CatalogStore(directory)
    _ = try await store.create(longProduct("Rose"))
    let backup = try await store.backUp()
    let then = try await self.content(store)
    try await failEveryCall { n in
      _ = try await store.create(makeProduct("Product \(n)"))
      let before = try await self.content(store)
      return Attempt(
        run: { try await store.restore(backup) },
        failed: {
          let after = try await self.content(store)
          XCTAssertEqual(after, before)
        },
        succeeded: {
          let after = try await self.content(store)
          XCTAssertEqual(after, then)
        })
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testADailyBackupThatFailsIsReported() async throws {
    // Empty, so that no backup is due before something changes.
    let other = try CatalogStore(directory, backups: BackupPlan(changeDelay: 0.01))
    await other.database.backups.settle()
    var notices = other.notices().makeAsyncIterator()
    faulty_disk_fail(1, FAULTY_DISK_FULL)
    other.database.backups.changed()
    let notice = await notices.next()
    faulty_disk_heal()
    guard case .backupFailed(.diskFull) = notice else {
      return XCTFail("\(String(describing: notice))")
    }
    _ = try await other.create(makeProduct("Tulip"))
    await other.close()
  }

  // MARK: Killed

  func testAKillWhileRestoring() async throws {
    try skipWithoutFaults()
    try await killBeforeEveryCall(
      base: { store in
        _ = try await store.create(makeProduct("Rose"))
        _ = try await store.backUp()
      },
      prepare: { _ = try await $0.create(makeProduct("Tulip")) },
      run: { store in
        let backup = try await store.newestBackup()
        _ = try await store.restore(XCTUnwrap(backup))
      })
  }

  // MARK: What the tests share

  /// An attempt at something that changes files.
  private struct Attempt {
    let run: () async throws -> Void
    /// Called after `run` threw, with a working disk again.
    let failed: () async throws -> Void
    /// Called after `run` succeeded, with a failing disk or at the next attempt.
    let succeeded: () async throws -> Void
  }

  /// Makes call after call of an attempt fail, until one completes first.
  private func failEveryCall(
    line: UInt = #line, _ prepare: (Int) async throws -> Attempt
  ) async throws {
    for kind in [FAULTY_DISK_FULL, FAULTY_DISK_ERROR_ONCE] {
      var n = places(1...pace()).first { _ in true } ?? 1
      while true {
        let attempt = try await prepare(n)
        faulty_disk_fail(Int32(n), kind)
        var failure: (any Error)?
        do { try await attempt.run() } catch { failure = error }
        let calls = faulty_disk_heal()
        if let failure {
          assertTyped(failure, kind, n: n, line: line)
          try await attempt.failed()
          do {
            try await attempt.run()
          } catch {
            XCTFail("call \(n): not even then: \(error)", line: line)
          }
        }
        try await attempt.succeeded()
        if calls < n { break }
        n += pace()
      }
      XCTAssertGreaterThan(n, 3, line: line)
    }
  }

  private func assertTyped(_ error: any Error, _ kind: faulty_disk_fault, n: Int, line: UInt) {
    guard let error = error as? CatalogError else {
      return XCTFail("call \(n): \(error)", line: line)
    }
    XCTAssertTrue(error.sentence.hasSuffix("."), "\(error)", line: line)
    if kind == FAULTY_DISK_FULL {
      guard case .diskFull = error else { return XCTFail("call \(n): \(error)", line: line) }
    }
  }

  /// Kills `run` before each of its calls, on a copy of what `base` makes that `prepare` has changed.
  private func killBeforeEveryCall(
    line: UInt = #line, base: (CatalogStore) async throws -> Void,
    prepare: (CatalogStore) async throws -> Void,
    run: @escaping (CatalogStore) async throws -> Void
  ) async throws {
    let made = directory.appendingPathComponent("made")
    let first = try CatalogStore(made)
    try await base(first)
    await first.close()
    func start(_ name: String) async throws -> (URL, CatalogStore) {
      let place = directory.appendingPathComponent(name)
      try FileManager.default.copyItem(at: made, to: place)
      let store = try CatalogStore(place)
      try await prepare(store)
      return (place, store)
    }
    let (_, undisturbed) = try await start("undisturbed")
    try await run(undisturbed)
    let new = try await content(undisturbed)
    await undisturbed.close()
    var n = places(1...pace()).first { _ in true } ?? 1
    while true {
      let (place, store) = try await start("\(n)")
      let old = try await content(store)
      faulty_disk_fail(Int32(n), FAULTY_DISK_DEAD)
      try? await run(store)
      let calls = faulty_disk_heal()
      // What the process would have left: copied while the dead connections still hold it.
      let found = try await contentAfterKill(in: place)
      faulty_disk_fail(1, FAULTY_DISK_DEAD)
      await store.close()
      faulty_disk_heal()
      XCTAssertTrue(found == old || found == new, "killed before call \(n): \(found)", line: line)
      if calls < n { break }
      n += pace()
    }
    XCTAssertGreaterThan(n, 3, line: line)
  }

  /// Opens what a killed process left in `place`, in another place, and checks it. Without the
  /// log's index, which is created again after the last process has ended.
  private func contentAfterKill(in place: URL) async throws -> [String] {
    let copy = directory.appendingPathComponent("\(UUID().uuidString)-killed")
    try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: false)
    for name in try FileManager.default.contentsOfDirectory(atPath: place.path)
    where !name.hasSuffix("-shm") {
      try FileManager.default.copyItem(
        at: place.appendingPathComponent(name), to: copy.appendingPathComponent(name))
    }
    let store = try CatalogStore(copy)
    XCTAssertNil(store.readOnlyReason)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    let found = try await content(store)
    // It still works.
    _ = try await store.create(makeProduct("Next"))
    await store.close()
    return found
  }

  private func content(_ store: CatalogStore) async throws -> [String] {
    var content: [String] = []
    for row in try await store.products(ProductQuery()) {
      let product = try await store.product(row.id)
      content.append(
        "\(row.title)|\(product?.tags.map(\.text) ?? [])|\(product?.description.text.count ?? 0)")
    }
    return content
  }

  /// Several pages long.
  private func longProduct(_ title: String) throws -> Product {
    Product(
      title: try ProductTitle(title),
      description: try FreeText(description: String(repeating: "-", count: 20_000)),
      tags: ["a", "b"])
  }
}
