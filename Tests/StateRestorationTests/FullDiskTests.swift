// SPDX-License-Identifier: Apache-2.0
// A real file system that is full: what can be given up is given up while that helps, the oldest first, and
// otherwise nothing is.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class FullDiskTests: XCTestCase {
  /// A small disk in memory, which only root may make.
  private func smallDisk(_ bytes: Int) throws -> URL {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent(
      "small-disk-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let isMounted = mount("tmpfs", place.path, "tmpfs", 0, "size=\(bytes)") == 0
    addTeardownBlock {
      if isMounted { umount2(place.path, Int32(MNT_DETACH)) }
      try? FileManager.default.removeItem(at: place)
    }
    guard isMounted else { throw XCTSkip("only root may mount a small disk") }
    return place
  }

  private func store(
    on disk: URL, closed count: Int, ofAtMost most: Int = 8,
    _ environment: RestorationEnvironment = RestorationEnvironment()
  ) throws -> (StateStore, [UUID]) {
    var environment = environment
    environment.log = { _ in }
    let store = try StateStore(StateDirectory(disk.appendingPathComponent("app")), environment)
    let ids = (0..<count).map { _ in UUID() }
    for (index, id) in ids.enumerated() {
      var record = SceneRecord(id: id, kind: "page")
      record.generation = index + 1
      let text = "kept \(index)" + String(repeating: "k", count: .random(in: 0...max(0, most - 8)))
      record.storage["draft"] = .string(text)
      XCTAssertNil(store.save(SaveBatch(fates: [id: .closed(record)])).failure)
    }
    return (store, ids)
  }

  private func fill(_ disk: URL) throws {
    let path = disk.appendingPathComponent("filler").path
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    let block = Data(count: 4096)
    while (try? file.write(contentsOf: block)) != nil {}
    try file.close()
  }

  private func open(_ text: Int) -> SaveBatch {
    var record = SceneRecord(id: UUID(), kind: "page")
    record.generation = 100
    record.storage["draft"] = .string(String(repeating: "x", count: text))
    return SaveBatch(fates: [record.id: .open(record)])
  }

  func testOnlyAsManyClosedWindowsGoAsMakeRoomTheOldestFirst() throws {
    let disk = try smallDisk(1024 * 1024)
    let (store, ids) = try store(on: disk, closed: 20)
    try fill(disk)
    XCTAssertNil(store.save(open(10_000)).failure)
    let left = store.closedRecords().map(\.record.id)
    XCTAssertGreaterThan(left.count, 10)
    XCTAssertLessThan(left.count, 20)
    XCTAssertEqual(left, Array(ids.suffix(left.count).reversed()), "the oldest went")
  }

  func testNothingGoesIfAllOfItWouldNotBeEnough() throws {
    let disk = try smallDisk(1024 * 1024)
    let (store, ids) = try store(on: disk, closed: 20)
    try fill(disk)
    for _ in 0..<5 {
      XCTAssertEqual(store.save(open(900_000)).failure?.code, ENOSPC)
    }
    XCTAssertEqual(store.closedRecords().map(\.record.id), ids.reversed())
  }

  /// Whatever there is on the disk: what cannot be written costs no window, and what can costs no more than it takes.
  func testNoClosedWindowGoesInVain() throws {
    for _ in 0..<rounds(10, withFaults: 60) {
      let disk = try smallDisk(1024 * 1024)
      let (store, ids) = try store(
        on: disk, closed: .random(in: 0...12), ofAtMost: [100, 9_000, 60_000].randomElement() ?? 1)
      try fill(disk)
      let filler = disk.appendingPathComponent("filler")
      let size = try FileManager.default.attributesOfItem(atPath: filler.path)[.size] as? Int ?? 0
      let room = Int.random(in: 0...40) * 4_096
      truncate(filler.path, max(0, size - room))
      let text = Int.random(in: 100...400_000)
      let result = store.save(open(text))
      let left = store.closedRecords().map(\.record.id)
      XCTAssertEqual(left, Array(ids.suffix(left.count).reversed()), "the oldest go first")
      if result.failure != nil {
        XCTAssertEqual(left.count, ids.count, "\(text) bytes beside \(room) of room, in vain")
      }
      _ = umount2(disk.path, Int32(MNT_DETACH))
    }
  }

  func testNothingMoreGoesOnceItDoesNotHelp() throws {
    let files = FailingFileSystem(MemoryFileSystem())
    let (store, ids) = try store(
      on: URL(fileURLWithPath: "/state"), closed: 20, RestorationEnvironment(fileSystem: files))
    // Whatever is freed, another program takes.
    files.set(.full(ENOSPC))
    for _ in 0..<10 { XCTAssertEqual(store.save(open(100)).failure?.code, ENOSPC) }
    files.set(.none)
    let left = store.closedRecords().map(\.record.id)
    XCTAssertGreaterThanOrEqual(left.count, 15)
    XCTAssertEqual(left, Array(ids.suffix(left.count).reversed()))
  }
}
