// SPDX-License-Identifier: Apache-2.0
// Something is copied over the file of an open catalogue, which keeps its name and its number: that is noticed, nothing is
// written into what is there now, and that can be opened.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class OverwrittenTests: CatalogTestCase {
  /// How a program overwrites a file.
  private enum Way: CaseIterable {
    /// `cp`, or `cat` by the shell.
    case cutFirst
    /// `rsync --inplace`, `dd conv=notrunc`.
    case overAndCut
    /// Only pages that differ.
    case pages
    case emptied, halved
  }

  func testWhateverIsCopiedOverAnOpenCatalogueAtAnyMoment() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for way in Way.allCases {
      for _ in 0..<rounds(1, withFaults: 6, withAll: 60) {
        let place = directory.appendingPathComponent(UUID().uuidString)
        try await overwrite(place, way, &random, "\(way), seed \(seed)")
      }
    }
  }

  private func overwrite(
    _ place: URL, _ way: Way, _ random: inout SeededRandom, _ said: String
  ) async throws {
    let file = place.appendingPathComponent("catalog.sqlite")
    let other = place.appendingPathComponent("other")
    // Another catalogue, or an earlier state of the same.
    let begun = Bool.random(using: &random) ? place : other
    let first = try await CatalogStore.open(in: begun)
    for number in 0..<Int.random(in: 1...40, using: &random) {
      _ = try await first.create(makeProduct("Other \(number)"))
    }
    let titles = try await first.products(ProductQuery()).map(\.title)
    await first.close()
    let bytes = try Data(contentsOf: begun.appendingPathComponent("catalog.sqlite"))

    let store = try CatalogStore(
      place, checkpointPages: Int.random(in: 8...60, using: &random), backups: BackupPlan())
    var places = store.placeChanges().makeAsyncIterator()
    let writer = Task {
      var done = 0
      while true {
        do { _ = try await store.create(makeProduct("Own \(done)")) } catch { return (done, error) }
        done += 1
      }
    }
    let ownSoFar = Int.random(in: 1...60, using: &random)
    while try await store.productCount() < ownSoFar + titles.count {}
    // Another program, which makes checkpoints of its own, is no reason for alarm.
    if Bool.random(using: &random) {
      let foreign = Process()
      foreign.executableURL = URL(fileURLWithPath: "/usr/bin/sqlite3")
      foreign.arguments = [
        "-cmd", ".timeout 5000", file.path,
        "UPDATE product SET year = 1990; PRAGMA wal_checkpoint(PASSIVE); SELECT count(*) FROM note",
      ]
      foreign.standardOutput = FileHandle.nullDevice
      try foreign.run()
      foreign.waitUntilExit()
      XCTAssertEqual(foreign.terminationStatus, 0, said)
      _ = try await store.create(makeProduct("After it"))
    }
    // Where nothing tells of the difference, as nothing is written through the log yet, there is none to find.
    while try Data(contentsOf: file).prefix(100) == bytes.prefix(100) {
      _ = try await store.create(makeProduct("More"))
    }
    // What is written over a file in the very milliseconds of a checkpoint is mixed with it.
    let checkpoints = CheckpointCount(try CatalogFile(in: place).lockPath)
    let count = checkpoints.value
    try Self.write(bytes, over: file, way)
    guard count.isMultiple(of: 2), checkpoints.value == count else {
      await store.close()
      _ = await writer.value
      return
    }
    let content = try Data(contentsOf: file)
    let isThere = await places.next()
    XCTAssertEqual(isThere, false, said)
    let (_, error) = await writer.value
    XCTAssertEqual(
      error as? CatalogError, .replaced(file: file.resolvingSymlinksInPath().path), said)
    await assertThrows(.replaced(file: file.resolvingSymlinksInPath().path)) {
      try await store.productCount()
    }
    XCTAssertEqual(try Data(contentsOf: file), content, said)
    await store.close()
    XCTAssertEqual(try Data(contentsOf: file), content, "\(said): not by closing either")

    guard content == bytes else { return }
    let again = try await CatalogStore.open(in: place)
    let problems = try await again.check()
    XCTAssertEqual(problems, [], said)
    let found = try await again.products(ProductQuery()).map(\.title)
    XCTAssertEqual(found, titles, said)
    await again.close()
  }

  private static func write(_ bytes: Data, over file: URL, _ way: Way) throws {
    let handle = try FileHandle(forUpdating: file)
    defer { try? handle.close() }
    switch way {
    case .cutFirst: try handle.truncate(atOffset: 0)
    case .overAndCut, .pages: break
    case .emptied: return try handle.truncate(atOffset: 0)
    case .halved: return try handle.truncate(atOffset: handle.seekToEnd() / 2)
    }
    let before = try Data(contentsOf: file)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      let page = bytes[start..<min(start + 4096, bytes.count)]
      if way == .pages, start + 4096 <= before.count, before[start..<start + 4096] == page {
        continue
      }
      try handle.seek(toOffset: UInt64(start))
      try handle.write(contentsOf: page)
    }
    try handle.truncate(atOffset: UInt64(bytes.count))
  }

  func testAnotherDateIsNoOtherFile() async throws {
    let store = try CatalogStore(directory, backups: BackupPlan())
    _ = try await store.create(makeProduct("Rose"))
    for seconds in [0.0, 1_000_000_000] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: file.path)
      _ = try await store.create(makeProduct("Lily \(seconds)"))
    }
    await store.close()
    let again = try await CatalogStore.open(in: directory)
    let count = try await again.productCount()
    XCTAssertEqual(count, 3)
    await again.close()
  }

  /// A backup that is restored is no other file, also for those who have it open.
  func testWhatIsPutThereThroughSQLiteIsOwn() async throws {
    let store = try CatalogStore(directory, checkpointPages: 8, backups: BackupPlan())
    _ = try await store.create(makeProduct("Rose"))
    let backup = try await store.backUp()
    for number in 0..<20 { _ = try await store.create(makeProduct("Lily \(number)")) }
    _ = try await CatalogStore.restore(backup, in: directory)
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["Rose"])
    _ = try await store.create(makeProduct("Tulip"))
    _ = try await store.compact()
    _ = try await store.create(makeProduct("Aster"))
    // A checkpoint that was broken off leaves its count odd; the next one mends that.
    let lock = try CatalogFile(in: directory).lockPath
    _ = try? CheckpointCount(lock).counting { throw CatalogError.closed }
    XCTAssertFalse(CheckpointCount(lock).value.isMultiple(of: 2))
    _ = try await store.compact()
    // Another one may be under way.
    try await waitUntil("the count is even") { CheckpointCount(lock).value.isMultiple(of: 2) }
    _ = try await store.create(makeProduct("Daisy"))
    await store.close()
  }
}
