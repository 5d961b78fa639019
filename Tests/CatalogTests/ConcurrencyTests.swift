// SPDX-License-Identifier: Apache-2.0
// Several stores on one directory, like several processes: each has its own connections and lock.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class ConcurrencyTests: CatalogTestCase {
  func testManyWritersLoseNothing() async throws {
    let stores = try await openTogether(4)
    let counter = try await stores[0].create(makeProduct("counter"))
    let note = try await stores[0].addNote(to: counter.id, title: "", text: "")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          for step in 0..<25 {
            _ = try await store.create(makeProduct("\(index)-\(step)"))
            try await raiseStock(of: counter.id, in: store)
            try await store.moveNote(note.id, to: step)
          }
        }
      }
      try await group.waitForAll()
    }
    let count = try await stores[1].productCount()
    let total = try await stores[2].product(counter.id)
    XCTAssertEqual(count, 101)
    XCTAssertEqual(total?.stock, 100, "an edit was overwritten")
    XCTAssertEqual(total?.revision, 101)
    for store in stores { await store.close() }
    XCTAssertEqual(try integrity(), "ok")
  }

  /// With both connections taken, the one that reads in the background is given up.
  func testWhatReadsInTheBackgroundGivesWay() async throws {
    let readers = try (0..<2).map { _ in
      ConnectionQueue(try Connection(":memory:", .readWrite), label: "reader")
    }
    let pool = ReaderPool(readers)
    let (begun, held, done) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let background = Task {
      try await pool.runInBackground { connection in
        begun.signal()
        // So long that it is still running, but not for ever, if it is not given up.
        return try connection.integer(
          """
          WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 30000000)
          SELECT max(x) FROM n
          """)
      }
    }
    try await offThread { begun.wait() }
    let first = Task {
      try await pool.run { _ in
        held.signal()
        done.wait()
        return 1
      }
    }
    try await offThread { held.wait() }
    let second = try await pool.run { _ in
      done.signal()
      return 2
    }
    let one = try await first.value
    XCTAssertEqual([one, second], [1, 2])
    do {
      _ = try await background.value
      XCTFail("it was not given up")
    } catch let error as SQLiteError {
      XCTAssertEqual(error.kind, .interrupted)
    } catch is CancellationError {}
    let again = try await pool.runInBackground { try $0.integer("SELECT 3") }
    XCTAssertEqual(again, 3)
    await pool.close()
  }

  func testAnInterruptionThatNobodyWantedEndsNoReading() async throws {
    let store = try await CatalogStore.open(in: directory)
    // One try after the other.
    nonisolated(unsafe) var tries = 0
    let largest = try await store.database.read { connection in
      tries += 1
      if tries == 1 { connection.interrupt() }
      return try connection.integer(
        """
        WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 100000)
        SELECT max(x) FROM n
        """)
    }
    XCTAssertEqual(largest, 100_000)
    XCTAssertEqual(tries, 2, "it was interrupted once")
    await store.close()
  }

  func testOnlyOneOfManyMakesTheFile() async throws {
    let stores = try await openTogether(8)
    _ = try await stores[0].create(makeProduct("Rose"))
    for store in stores {
      let count = try await store.productCount()
      XCTAssertEqual(count, 1)
      await store.close()
    }
  }

  /// The protection from SQLite's WAL-reset race: nothing is written and nothing is checkpointed,
  /// even when closing, while another process holds the lock.
  func testNothingWritesOrCheckpointsWithoutTheLock() async throws {
    let store = try CatalogStore(directory, patience: 0.05)
    _ = try await store.create(makeProduct("Rose"))
    let wal = directory.appendingPathComponent("catalog.sqlite-wal")
    let before = [try stamp(file), try stamp(wal)]
    XCTAssertGreaterThan(before[1].size, 0)

    let lock = open(directory.appendingPathComponent("catalog.lock").path, O_RDWR)
    XCTAssertEqual(flock(lock, LOCK_EX), 0)
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.lock").path
    await assertThrows(.locked(file: path)) { try await store.create(makeProduct("Tulip")) }
    let count = try await store.productCount()
    XCTAssertEqual(count, 1, "reading needs no lock")
    await store.close()
    XCTAssertEqual([try stamp(file), try stamp(wal)], before)
    let reading = try CatalogStore(directory, patience: 0.05)
    let seen = try await reading.productCount()
    XCTAssertEqual(seen, 1, "opening needs no lock either")
    await reading.close()
    XCTAssertEqual([try stamp(file), try stamp(wal)], before)

    close(lock)
    let again = try CatalogStore(directory)
    let kept = try await again.productCount()
    XCTAssertEqual(kept, 1)
    await again.close()
  }

  func testALogThatHasGrownIsCheckpointed() async throws {
    try skipWithoutFaults()
    let store = try await CatalogStore.open(in: directory)
    var product = try makeProduct("Long")
    product.description = try FreeText(description: String(repeating: "long ", count: 100_000))
    for _ in 0..<100 {
      product = Product(title: product.title, description: product.description)
      _ = try await store.create(product)
    }
    let wal = directory.appendingPathComponent("catalog.sqlite-wal")
    let size = try FileManager.default.attributesOfItem(atPath: wal.path)[.size] as? Int
    // Checkpoints come at 4 MiB, but a batch of the full-text index is not interrupted.
    XCTAssertLessThan(size ?? .max, 24 << 20, "over 50 MB were written")
    await store.close()
    XCTAssertEqual(try integrity(), "ok")
  }

  func testALockFileThatWasRemovedIsReplaced() async throws {
    let stores = try await openTogether(2)
    try FileManager.default.removeItem(at: directory.appendingPathComponent("catalog.lock"))
    for store in stores { _ = try await store.create(makeProduct("Rose")) }
    let count = try await stores[0].productCount()
    XCTAssertEqual(count, 2)
    for store in stores { await store.close() }

    let path = directory.appendingPathComponent("other.lock").path
    let (first, second) = (CatalogLock(path, patience: 0), CatalogLock(path, patience: 0))
    try first.hold {}
    try FileManager.default.removeItem(atPath: path)
    try second.hold { XCTAssertNil(try first.holdIfFree {}, "both would write") }
  }

  func testAWriterThatHoldsSQLitesOwnLockIsReported() async throws {
    let store = try CatalogStore(directory, patience: 0.05)
    let other = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try other.execute("BEGIN IMMEDIATE")
    await assertThrows({ try await store.create(makeProduct("Rose")) }) {
      if case CatalogError.locked = $0 { true } else { false }
    }
    try other.execute("ROLLBACK")
    _ = try await store.create(makeProduct("Rose"))
    other.close()
    await store.close()
  }

  private func openTogether(_ count: Int) async throws -> [CatalogStore] {
    try await withThrowingTaskGroup(of: CatalogStore.self) { [directory] group in
      for _ in 0..<count { group.addTask { try await CatalogStore.open(in: directory) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private struct Stamp: Equatable {
    let size: Int
    let changed: Date
  }

  /// By name only: opening and closing the file here would drop this process's locks on it.
  private func stamp(_ file: URL) throws -> Stamp {
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    return Stamp(
      size: try XCTUnwrap(attributes[.size] as? Int),
      changed: try XCTUnwrap(attributes[.modificationDate] as? Date))
  }

  func testAListThatFollowsKeepsNoChangeWaiting() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    let gate = Gate()
    defer { gate.open() }
    let list = Task { [database = store.database] in
      try await database.readBetweenWrites(taking: { gate.reach() }) { connection, _ in
        gate.wait()
        return try connection.integer("SELECT count(*) FROM product")
      }
    }
    try await waitUntil { gate.isReached }
    let change = Task {
      _ = try await store.create(makeProduct("Tulip"))
      gate.pass()
    }
    try await waitUntil { gate.isPassed }
    gate.open()
    try await change.value
    let count = try await list.value
    XCTAssertEqual(count, 1, "it reads what there was at its moment")
    await store.close()
  }

  private func integrity() throws -> String? {
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readOnly)
    return try connection.first("PRAGMA integrity_check") { $0.onlyText }
  }
}

/// Where a read waits until it may continue; the lock guards everything.
private final class Gate: @unchecked Sendable {
  private let lock = NSCondition()
  private var (reached, passed, isOpen) = (false, false, false)

  var isReached: Bool { lock.withLock { reached } }
  var isPassed: Bool { lock.withLock { passed } }
  func reach() { lock.withLock { reached = true } }
  func pass() { lock.withLock { passed = true } }

  func open() {
    lock.withLock { isOpen = true }
    lock.broadcast()
  }

  func wait() {
    lock.lock()
    defer { lock.unlock() }
    while !isOpen { lock.wait() }
  }
}

private func raiseStock(of id: UUID, in store: CatalogStore) async throws {
  var known = try await store.product(id)
  while let product = known {
    let change = ProductChange(
      stock: try Quantity(
        stock: DecimalNumber(millionths: (product.stock?.value.millionths ?? 0) + 1_000_000)))
    switch try await store.edit(id, basedOn: product.revision, applying: change) {
    case .saved: return
    case .conflict(let current, _): known = current
    case .missing: known = nil
    }
  }
  XCTFail("the product is gone")
}
