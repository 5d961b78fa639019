// SPDX-License-Identifier: Apache-2.0
// Every call of a save fails once, in every way, and the process dies before every call, in memory
// and on a real file system: afterwards there is the complete old record or the complete new one,
// and nothing of another window is mixed in.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class FaultTests: XCTestCase {
  /// The file system of a bench: in memory, or a real one, which is also in memory if possible,
  /// because each bench waits for the disk a dozen times.
  private func places() -> [(name: String, make: () -> SaveBench)] {
    let shared = URL(fileURLWithPath: "/dev/shm")
    let base =
      SystemFileSystem().isWritable(shared.path)
      ? shared : FileManager.default.temporaryDirectory
    let folder = base.appendingPathComponent("state-\(UUID().uuidString)")
    addTeardownBlock { try? FileManager.default.removeItem(at: folder) }
    let onDisk = {
      SaveBench(
        FailingFileSystem(SystemFileSystem()), folder.appendingPathComponent(UUID().uuidString))
    }
    return [("in memory", { SaveBench() }), ("on disk", onDisk)]
  }

  /// How many calls the save makes when nothing fails.
  private func callsOfASave(_ bench: SaveBench) throws -> Int {
    let store = try bench.store()
    XCTAssertNil(store.save(bench.before()).failure)
    bench.files.set(.none)
    XCTAssertNil(store.save(bench.after()).failure)
    return bench.files.calls.count
  }

  func testEveryCallOfASaveFailsOnceInEveryWay() throws {
    try skipWithoutFaults()
    for (place, make) in places() { try failEveryCallOnce(place, make) }
  }

  private func failEveryCallOnce(_ place: String, _ make: () -> SaveBench) throws {
    let count = try callsOfASave(make())
    XCTAssertGreaterThan(count, 25)
    for code in [ENOSPC, EIO, EACCES, EDQUOT] {
      for call in 1...count {
        let bench = make()
        do {
          let store = try bench.store()
          _ = store.save(bench.before())
          bench.files.set(.failing(call: call, code: code))
          let result = store.save(bench.after())
          bench.files.set(.none)
          if result.failure != nil {
            // What failed is reported, and only that is tried again and then succeeds.
            let again = store.save(result.failed)
            XCTAssertNil(again.failure)
          }
        }
        let found = try bench.found()
        let what = "\(place), call \(call), \(String(cString: strerror(code)))"
        XCTAssertEqual(found[bench.ids[0]]?.value, 2, what)
        XCTAssertEqual(found[bench.ids[1]]?.value, 1, what)
        XCTAssertEqual(found[bench.ids[2]]?.value, 2, what)
        XCTAssertEqual(found[bench.ids[2]]?.isClosed, true, what)
      }
    }
  }

  func testEveryCallOfASaveFailsAndIsNotTriedAgain() throws {
    try skipWithoutFaults()
    for (place, make) in places() {
      let count = try callsOfASave(make())
      for code in [ENOSPC, EIO, EACCES] {
        for call in 1...count {
          let bench = make()
          do {
            let store = try bench.store()
            _ = store.save(bench.before())
            bench.files.set(.failing(call: call, code: code))
            _ = store.save(bench.after())
          }
          try bench.check("\(place), call \(call), \(String(cString: strerror(code)))")
        }
      }
    }
  }

  func testTheProcessDiesBeforeEveryCallOfASave() throws {
    for (place, make) in places() {
      for call in 1...(try callsOfASave(make())) {
        let bench = make()
        do {
          let store = try bench.store()
          _ = store.save(bench.before())
          bench.files.set(.gone(fromCall: call))
          _ = store.save(bench.after())
        }
        try bench.check("\(place), dead before call \(call)")
      }
    }
  }

  func testTheProcessDiesBeforeEveryCallOfAStart() throws {
    // A start reads, sets aside, archives and writes: none of this may lose a window.
    var call = 1
    while true {
      let bench = SaveBench()
      do {
        let store = try bench.store()
        _ = store.save(bench.before())
        _ = store.save(bench.after())
        let torn = try bench.files.open(bench.directory.windows + "/broken.json", .creating)
        bench.files.close(torn)
      }
      bench.files.set(.gone(fromCall: call))
      if let store = try? bench.store() {
        let state = store.read()
        _ = try? store.archive(state.session ?? SessionRecord(), state.records)
      }
      let isDone = bench.files.calls.count < call
      bench.files.set(.none)
      let store = try bench.store()
      let state = store.read()
      XCTAssertEqual(Set(state.records.map(\.id)), Set(bench.ids.prefix(2)), "call \(call)")
      XCTAssertEqual(state.closed.count, 1)
      if isDone { break }
      call += 1
    }
    XCTAssertGreaterThan(call, 30)
  }

  func testAFileSystemWithoutHardLinksKeepsThePreviousToo() throws {
    for code in [EPERM, ENOTSUP, EMLINK] {
      let memory = MemoryFileSystem()
      try memory.makeDirectory("/d")
      try memory.replace("/d/r", with: Data("one".utf8))
      let files = LinklessFileSystem(base: memory, code: code)
      try files.replace("/d/r", with: Data("two".utf8), keepingPrevious: true)
      XCTAssertEqual(try memory.contents("/d/r", limit: 9), Data("two".utf8))
      XCTAssertEqual(try memory.contents("/d/r.prev", limit: 9), Data("one".utf8))
    }
  }

  // MARK: No room

  func testOnAFullDiskOldRecordsStayTheSavingStateSaysSoAndSavingIsRetried() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      await desk.start()
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      var told: [SavingState] = []
      desk.coordinator.onSavingStateChange { told.append($0) }
      files.set(.full(ENOSPC))
      scene.set(2, for: "n")
      await desk.untilWritten()
      desk.clock.advance(0.3)
      await until("it is told") { !told.isEmpty }
      guard case .notSaving(let failure) = told.first else { return XCTFail("it is told") }
      XCTAssertEqual(failure.sentence, "the disk is full")
      XCTAssertEqual(told.count, 1)
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(1), "the old record stays")
      XCTAssertFalse(desk.coordinator.flush())

      // Tried after 1 s, doubling to 60 s. Changes in the meantime do not hurry it.
      var waits: [Double] = []
      desk.coordinator.retrySaving()
      await until("it was tried") { desk.coordinator.saves.isIdle }
      for _ in 0..<8 {
        let retry = try XCTUnwrap(desk.coordinator.retriesAt)
        let wait = retry.timeIntervalSince(desk.clock.now)
        waits.append(wait.rounded())
        scene.set(waits.count + 10, for: "n")
        files.set(.full(ENOSPC))
        desk.clock.advance(wait - 0.01)
        XCTAssertEqual(files.calls, [])
        desk.clock.advance(0.02)
        await until("it was tried") { desk.coordinator.saves.isIdle && !files.calls.isEmpty }
      }
      XCTAssertEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60])
      XCTAssertEqual(told.count, 1, "said once")

      files.set(.none)
      desk.coordinator.retrySaving()
      await desk.settle()
      XCTAssertEqual(told.last, .saving)
      XCTAssertNil(desk.coordinator.retriesAt)
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(18))
    }
  }

  func testOwnHistoryThenQuarantineThenTheOldestClosedMakeRoom() throws {
    let bench = SaveBench()
    let directory = bench.directory
    let files = RoomFileSystem(base: MemoryFileSystem())
    let store = try StateStore(
      directory, RestorationEnvironment(fileSystem: files, bootID: { "b" }))
    _ = store.save(bench.before())
    for number in 1...2 {
      try files.replace(directory.history(number), with: Data("{}".utf8))
    }
    for name in ["20200101-unreadable-a.json", "20210101-unreadable-b.json"] {
      try files.replace(directory.quarantine + "/" + name, with: Data("x".utf8))
    }
    _ = store.save(SaveBatch(fates: [bench.ids[1]: .closed(bench.record(1, 3))]))
    _ = store.save(SaveBatch(fates: [bench.ids[2]: .closed(bench.record(2, 4))]))
    let closed = store.closedRecords().map(\.name)

    files.missing = 5
    let result = store.save(SaveBatch(fates: [bench.ids[0]: .open(bench.record(0, 9))]))
    XCTAssertNil(result.failure)
    XCTAssertEqual(
      files.removed,
      ["2.json", "1.json", "20200101-unreadable-a.json", "20210101-unreadable-b.json", closed[1]])
    XCTAssertEqual(store.closedRecords().map(\.name), [closed[0]])
    XCTAssertEqual(store.read().records.first?.storage["n"], .int(9))
  }

  func testOnAFullDiskAStartDropsNoHistory() throws {
    let bench = SaveBench()
    let store = try bench.store()
    for value in 1...3 { try store.archive(SessionRecord(), [bench.record(0, value)]) }
    bench.files.set(.full(ENOSPC))
    XCTAssertThrowsError(try store.archive(SessionRecord(), [bench.record(0, 4)]))
    bench.files.set(.none)
    XCTAssertEqual(store.historyNumbers, [1, 2, 3])
    XCTAssertEqual(try store.historyRecord(1).windows.first?.storage["n"], .int(3))
  }

  func testWhatIsForgottenDoesNotComeBackBecauseWritingItFailed() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scenes = await desk.startAndOpen(["a", "b"])
      files.set(.full(ENOSPC))
      desk.coordinator.close(scenes[0])
      scenes[1].set("typed", for: "draft")
      desk.coordinator.forget()
      await until("it was tried") { desk.coordinator.saves.isIdle }
      files.set(.none)
      await desk.settle()
      await desk.quit(keepingWindows: false)
      XCTAssertEqual(desk.savedTargets, [])
      XCTAssertEqual(desk.closedTargets, [])
    }
  }

  func testAnErrorOfTheDiskLosesNothing() throws {
    let bench = SaveBench()
    let store = try bench.store()
    _ = store.save(bench.before())
    try store.archive(SessionRecord(), [bench.record(0, 1)])
    bench.files.set(.full(EIO))
    let result = store.save(bench.after())
    XCTAssertEqual(result.failure?.code, EIO)
    bench.files.set(.none)
    XCTAssertEqual(store.historyNumbers, [1])
  }

  func testAClosedWindowThatCouldNotBeWrittenCanBeReopened() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scenes = await desk.startAndOpen(["a", "b"])
      files.set(.full(ENOSPC))
      scenes[0].set("typed", for: "draft")
      desk.coordinator.close(scenes[0])
      await until("it was tried") { desk.coordinator.saves.isIdle }
      let back = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(back?.value(String.self, for: "draft"), "typed")
      files.set(.none)
      desk.coordinator.retrySaving()
      await desk.settle()
      XCTAssertEqual(Set(desk.savedTargets), ["a", "b"])
      XCTAssertEqual(desk.closedTargets, [])
    }
  }
}

private struct LinklessFileSystem: FileSystemWrapper {
  let base: any StateFileSystem
  let code: Int32

  func link(_ path: String, _ newPath: String) throws { throw StateFileFailure(newPath, code) }
}

/// A full disk that has room again after some of our own files are removed.
private final class RoomFileSystem: FileSystemWrapper, @unchecked Sendable {
  let base: any StateFileSystem
  // Only used by the one thread of the test.
  var missing = 0
  var removed: [String] = []

  init(base: any StateFileSystem) { self.base = base }

  func write(_ file: Int32, _ data: Data, path: String) throws -> Int {
    if missing > 0 { throw StateFileFailure(path, ENOSPC) }
    return try base.write(file, data, path: path)
  }

  func remove(_ path: String) throws {
    try base.remove(path)
    guard missing > 0, !path.hasSuffix(".new") else { return }
    missing -= 1
    removed.append(path.split(separator: "/").last.map(String.init) ?? "")
  }
}
