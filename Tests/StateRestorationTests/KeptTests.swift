// SPDX-License-Identifier: Apache-2.0
// Accepted values are kept, and nothing is written that can't be read back: values of any size,
// depth and name. A refusal is reported at once, and what can't be written does not hold up the
// rest.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class KeptTests: XCTestCase {
  // MARK: Any value

  /// Generates values, names and sizes; writes windows with them; reads them back.
  func testWhateverIsAcceptedIsReadBack() async throws {
    for seed in 1...2 {
      try await atDesk { desk in
        var random = SplitMix(seed: UInt64(seed))
        await desk.start()
        var expected: [UUID: [String: StateValue]] = [:]
        for number in 0..<4 {
          let scene = desk.open("\(number)")
          for _ in 0..<Int.random(in: 1...30, using: &random) {
            let value = random.value(depth: Int.random(in: 0...6, using: &random))
            scene.set(value, for: StateKey(random.name()))
          }
          if Bool.random(using: &random) {
            scene.set(random.nested(StateLimits.valueDepth), for: "deep")
          }
          for size in [17_000, 70_000].shuffled(using: &random).prefix(2) {
            scene.set(random.text(size), for: StateKey(random.name()))
          }
          for key in 0..<Int.random(in: 0...30, using: &random) {
            scene.set(random.text(9_000), for: StateKey("middling \(key)"))
          }
          XCTAssertEqual(scene.refusals, [:])
          expected[scene.id] = scene.record.storage
        }
        await desk.settle()
        XCTAssertEqual(desk.coordinator.savingState, .saving)
        XCTAssertEqual(desk.inspection.problems, [])
        await desk.kill()
        await desk.start()
        XCTAssertEqual(desk.restoration.scenes.count, 4)
        for scene in desk.restoration.scenes {
          XCTAssertTrue(scene.record.storage == expected[scene.id], "seed \(seed)")
        }
      }
    }
  }

  func testWhatCannotBeReadBackIsRefusedAtOnceAndTheOlderValueStays() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      var random = SplitMix(seed: 1)
      scene.set(StateValue.double(1), for: "n")
      let bad: [StateValue] = [
        .double(.nan), .array([.double(.infinity)]), .number("twelve"), .number("1 2"),
        .object(["a": .number("")]), random.nested(StateLimits.valueDepth + 1),
      ]
      for value in bad {
        scene.set(value, for: "n")
        XCTAssertEqual(scene.value(Double.self, for: "n"), 1)
        XCTAssertFalse(desk.coordinator.isSaved)
        guard case .leavingOut(let values) = desk.coordinator.savingState else {
          return XCTFail("it is said at once")
        }
        XCTAssertEqual(values.map(\.key), ["n"])
        XCTAssertEqual(values.map(\.scene), [scene.id])
      }
      scene.set(2, for: "n")
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      let activity = scene.activity
      scene.activity = UserActivity(
        type: "org.example.reading",
        targetContentIdentifier: String(repeating: "t", count: StateLimits.textBytes + 1))
      XCTAssertEqual(scene.activity, activity)
      XCTAssertEqual(desk.coordinator.leftOut.map(\.place), [.activity])
      scene.activity?.title = String(repeating: "ä", count: 5000)
      XCTAssertEqual(scene.activity?.title.utf8.count, 4096, "a title is cut, and is what is saved")
      XCTAssertEqual(desk.coordinator.leftOut, [])
    }
  }

  func testAValueThatIsTooLargeIsReportedAndTheOneBeforeStays() async throws {
    try skipWithoutFaults()
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set("short", for: "note")
      scene.set("other", for: "tab")
      await desk.settle()
      scene.set(String(repeating: "x", count: StateLimits.valueBytes + 1), for: "note")
      scene.set("third", for: "tab")
      await desk.settle()
      guard case .leavingOut(let values) = desk.coordinator.savingState else {
        return XCTFail("it is said")
      }
      XCTAssertEqual(values.map(\.key), ["note"])
      XCTAssertFalse(desk.coordinator.flush())
      XCTAssertFalse(desk.coordinator.isSaved)
      XCTAssertEqual(desk.inspection.windows.first?.storage["note"], .string("short"))
      XCTAssertEqual(desk.inspection.windows.first?.storage["tab"], .string("third"))
      scene.set("shorter", for: "note")
      await desk.settle()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      XCTAssertTrue(desk.coordinator.isSaved)
    }
  }

  func testALargeValueThatTheWriterRefusesStaysRefusedUntilAnotherIsSet() async throws {
    struct Draft: Codable, Equatable, Sendable {
      var parts = Array(repeating: 1, count: StateLimits.quickParts)
      var number: Double
    }
    try await atDesk { desk in
      @MainActor func isLeftOut(_ key: StateKey = "draft") -> Bool {
        guard case .leavingOut(let values) = desk.coordinator.savingState else { return false }
        return values.map(\.key) == [key]
      }
      await desk.start()
      let scene = desk.open("a")
      scene.set(Draft(number: 1), for: "draft")
      await desk.settle()
      scene.set(Draft(number: .nan), for: "draft")
      await desk.settle()
      XCTAssertTrue(isLeftOut())
      // Saved again for another reason, it is still not on the disk.
      scene.geometry = SceneGeometry(width: 500, height: 400)
      await desk.settle()
      XCTAssertTrue(isLeftOut())
      XCTAssertFalse(desk.coordinator.isSaved)
      XCTAssertEqual(scene.value(Draft.self, for: "draft")?.number, 1)
      scene.set(Draft(number: 2), for: "draft")
      await desk.settle()
      XCTAssertEqual(desk.coordinator.savingState, .saving)

      // Refused at once, because it is small, and followed by a large one.
      scene.set(Double.nan, for: "note")
      XCTAssertTrue(isLeftOut("note"))
      scene.set(Draft(number: 3), for: "note")
      await desk.settle()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      XCTAssertTrue(desk.coordinator.isSaved)
      await desk.quit()
      await desk.start()
      XCTAssertEqual(
        desk.restoration.scenes.first?.value(Draft.self, for: "note"), Draft(number: 3))
    }
  }

  func testOfManyLargeValuesTheLargestAreLeftOutFirstAndTheDraftLast() throws {
    try skipWithoutFaults()
    try skipWhenSanitized()
    var record = SceneRecord(id: UUID(), kind: "page")
    for number in 0..<6 {
      record.storage["v\(number)"] = .string(String(repeating: "x", count: 11_000_000 + number))
    }
    record.storage["Page.draft"] = .string(String(repeating: "d", count: 15_000_000))
    let layout = RecordLayout(record)
    XCTAssertEqual(layout.leftOut.map(\.key.rawValue).sorted(), ["v4", "v5"])
    XCTAssertNotNil(layout.file.record.storage["Page.draft"])
    XCTAssertLessThanOrEqual(layout.data.count, StateLimits.recordBytes)
    for part in layout.newParts.values {
      XCTAssertLessThanOrEqual(part.count, StateLimits.partBytes)
    }
  }

  func testThousandsOfMiddlingValuesNeedFewFiles() {
    var record = SceneRecord(id: UUID(), kind: "page")
    for number in 0..<1200 {
      record.storage["v\(number)"] = .string(String(repeating: "x", count: 1000))
    }
    let layout = RecordLayout(record)
    XCTAssertEqual(layout.leftOut, [])
    XCTAssertLessThanOrEqual(layout.data.count, StateLimits.recordBytes)
    XCTAssertLessThan(layout.newParts.count, 4)
  }

  func testALargeValueThatDidNotChangeIsNotWrittenAgainAndOldOnesGo() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      await desk.start()
      let scene = desk.open("a")
      scene.set(String(repeating: "x", count: 100_000), for: "note")
      await desk.settle()
      files.set(.none)
      scene.set(1, for: "n")
      await desk.settle()
      XCTAssertEqual(files.calls.filter { $0.hasPrefix("creating note") }, [])
      for number in 0..<10 {
        scene.set(String(repeating: "\(number)", count: 100_000), for: "note")
        await desk.settle()
      }
      let folder = desk.directory.values(scene.id)
      XCTAssertLessThanOrEqual(desk.names(in: folder).count, 3)
      scene.set("short", for: "note")
      await desk.settle()
      scene.set(2, for: "n")
      await desk.settle()
      await desk.quit()
      await desk.start()
      await desk.quit()
      await desk.start()
      await desk.settle()
      XCTAssertEqual(desk.restoration.scenes.first?.value(String.self, for: "note"), "short")
    }
  }

  func testADamagedLargeValueIsTakenFromTheLastGoodRecord() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let texts = ["1", "2"].map { String(repeating: $0, count: 50_000) }
      for text in texts {
        scene.set(text, for: "note")
        await desk.settle()
      }
      await desk.quit()
      let folder = desk.directory.values(scene.id)
      let newest = try XCTUnwrap(
        desk.names(in: folder).first {
          (try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8))?.contains("22") == true
        })
      try desk.write("torn", to: folder + "/" + newest)
      await desk.start()
      XCTAssertEqual(desk.restoration.scenes.first?.value(String.self, for: "note"), texts[0])
      XCTAssertTrue(desk.log.lines.contains { $0.contains("its last good state was used") })
    }
  }

  func testLargeValuesMoveWithWindowsThatAreClosedReopenedAndRestoredFromHistory() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b"])
      let text = String(repeating: "long ", count: 100_000)
      for scene in scenes { scene.set(text, for: "Page.draft") }
      await desk.settle()
      await desk.close(scenes[0])
      await desk.quit()
      await desk.start()
      let back = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(back?.value(String.self, for: "Page.draft"), text)
      for scene in desk.coordinator.scenes { scene.set("gone", for: "Page.draft") }
      await desk.settle()
      await desk.quit()
      for _ in 0..<1 {
        await desk.start()
        await desk.settle()
        await desk.quit()
      }
      let number = try XCTUnwrap(desk.inspection.history.last?.number)
      try goBackTo(desk, number)
      await desk.start()
      XCTAssertEqual(desk.targets, ["b"])
      XCTAssertEqual(desk.restoration.scenes.first?.value(String.self, for: "Page.draft"), text)
    }
  }

  func testASessionLargerThanTheHistoryHoldsIsArchivedAsFarAsItIsReadBack() throws {
    let files = MemoryFileSystem()
    let directory = StateDirectory(URL(fileURLWithPath: "/state"))
    let store = try StateStore(
      directory, RestorationEnvironment(fileSystem: files, bootID: { "boot" }, log: { _ in }))
    store.historyBytes = 1024 * 1024
    // Three hundred windows of five kilobytes are more than that.
    let text = StateValue.string(String(repeating: "x", count: 300))
    let windows = (0..<300).map { number in
      var record = SceneRecord(id: UUID(), kind: "page")
      record.generation = number
      for key in 0..<16 { record.storage["Page.\(key)"] = text }
      return record
    }
    XCTAssertFalse(try store.archive(SessionRecord(), windows), "not all of it fits")
    let size = try files.status(directory.history(1)).size
    XCTAssertLessThanOrEqual(size, store.historyBytes)
    XCTAssertGreaterThan(size, store.historyBytes / 2)
    let back = try store.historyRecord(1)
    XCTAssertEqual(back.windows, Array(windows.prefix(back.windows.count)), "the first ones")
    XCTAssertGreaterThan(back.windows.count, 150)
  }

  func testALargeValueIsEncodedAwayFromTheMainThread() async throws {
    struct Draft: Codable, Equatable, Sendable {
      var numbers: [Number]
      init(_ count: Int) { numbers = Array(repeating: Number(), count: count) }
    }
    struct Number: Codable, Equatable, Sendable {
      func encode(to encoder: any Encoder) throws {
        Self.encoded.withLock { $0[Thread.isMainThread ? 0 : 1] += 1 }
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
      init() {}
      init(from decoder: any Decoder) throws {
        _ = try decoder.singleValueContainer().decode(Int.self)
      }
      /// On the main thread, and on others.
      static let encoded = Locked([0, 0])
    }
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let property = SceneStorage(wrappedValue: Draft(0), "Page.draft", in: scene)
      property.wrappedValue = Draft(100_000)
      XCTAssertLessThan(Number.encoded.withLock { $0[0] }, 5_000, "it is soon found to be large")
      await desk.settle()
      XCTAssertEqual(Number.encoded.withLock { $0[1] }, 100_000)
      Number.encoded.withLock { $0 = [0, 0] }
      property.wrappedValue.numbers.append(Number())
      XCTAssertEqual(scene.value(Draft.self, for: "Page.draft")?.numbers.count, 100_001)
      XCTAssertEqual(Number.encoded.withLock { $0 }, [0, 0])
      await desk.settle()
      XCTAssertEqual(Number.encoded.withLock { $0 }, [0, 100_001])
      await desk.kill()
      await desk.start()
      XCTAssertEqual(
        desk.restoration.scenes.first?.value(Draft.self, for: "Page.draft")?.numbers.count, 100_001)
    }
  }

  // MARK: The session

  func testThousandsOfWindowsAndLargeApplicationValuesKeepTheirOrder() throws {
    var session = SessionRecord()
    session.order = (0..<10_000).map { _ in UUID() }
    session.application = ["recent": .string(String(repeating: "r", count: 300_000))]
    let store = try SaveBench().store()
    XCTAssertNil(store.save(SaveBatch(session: session)).failure)
    var state = StoredState()
    store.readSession(&state)
    XCTAssertEqual(state.session, session)
  }

  func testKeysThatTheApplicationNoLongerEncodesAreGone() async throws {
    try await atDesk { desk in
      await desk.start {
        $0.willEncode = {
          $0.encode(1, for: "old")
          $0.encode(2, for: "both")
        }
      }
      _ = desk.open("a")
      await desk.settle()
      await desk.quit()
      await desk.start {
        $0.didDecode = { _ = $0.decode(Int.self, for: "old") }
        $0.willEncode = {
          $0.encode(3, for: "new")
          $0.encode(Double.nan, for: "both")
        }
      }
      await desk.settle()
      XCTAssertEqual(desk.coordinator.leftOut.map(\.key), ["both"])
      await desk.kill()
      var found: [String: StateValue] = [:]
      await desk.start { $0.didDecode = { found = $0.values } }
      XCTAssertEqual(found, ["new": .int(3), "both": .int(2)])
    }
  }

  // MARK: One that can't be written

  func testOneRecordThatCannotBeWrittenDelaysNoOther() async throws {
    try await atDesk { desk in
      let stuck = StuckWindow()
      desk.files = stuck
      let scenes = await desk.startAndOpen(["bad", "good"])
      stuck.path.withLock { $0 = desk.directory.window(scenes[0].id) }
      for round in 1...5 {
        scenes[0].set(round, for: "n")
        scenes[1].set(round, for: "n")
        scenes[0].saveNow()
        desk.clock.advance(0.35)
        await until("the other is written, round \(round)") {
          desk.coordinator.saves.isIdle
            && desk.inspection.windows.contains { $0.storage["n"] == .int(Int64(round)) }
        }
        guard case .notSaving = desk.coordinator.savingState else { return XCTFail("it is said") }
      }
      stuck.path.withLock { $0 = "" }
      desk.coordinator.retrySaving()
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.map { $0.storage["n"] }, [.int(5), .int(5)])
      XCTAssertEqual(desk.coordinator.savingState, .saving)
    }
  }

  // MARK: Saying no

  func testWhatShouldNotBeSavedNowIsSavedLater() async throws {
    try await atDesk { desk in
      var allows = true
      await desk.start { $0.shouldSave = { _ in allows } }
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      allows = false
      scene.set(2, for: "n")
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(1))
      allows = true
      await desk.quit()
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(2))
    }
  }

  func testWhatMayBeSavedAgainIsSavedTheNextTime() async throws {
    try await atDesk { desk in
      var allows = true
      await desk.start { $0.shouldSave = { _ in allows } }
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      allows = false
      scene.set(2, for: "n")
      await desk.settle()
      allows = true
      scene.saveNow()
      await until("it is written") { desk.inspection.windows.first?.storage["n"] == .int(2) }
    }
  }

  func testClosingAWindowThatShouldNotBeSavedKeepsWhatWasSavedOfIt() async throws {
    try await atDesk { desk in
      var allows = true
      await desk.start { $0.shouldSave = { _ in allows } }
      let scenes = desk.open(["a", "b"])
      scenes[0].set(1, for: "n")
      await desk.settle()
      allows = false
      scenes[0].set(2, for: "n")
      await desk.close(scenes[0])
      XCTAssertEqual(desk.closedTargets, ["a"])
      XCTAssertEqual(desk.inspection.closed.first?.storage["n"], .int(1))
    }
  }

  func testAWindowThatBecomesPrivateAfterARestartLeavesNothingInTheHistory() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open(["secret", "b"])[0]
      scene.set(String(repeating: "password", count: 10_000), for: "Page.draft")
      await desk.settle()
      await desk.quit()
      await desk.start()
      await desk.settle()
      XCTAssertEqual(desk.inspection.history.first?.windows.count, 2)
      let back = try XCTUnwrap(desk.coordinator.scenes.first { $0.id == scene.id })
      back.isRestorable = false
      await desk.settle()
      let found = try FileManager.default.subpathsOfDirectory(atPath: desk.directory.root).filter {
        let path = desk.directory.root + "/" + $0
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.contains("password") || text.contains("secret")
      }
      XCTAssertEqual(found, [])
      XCTAssertEqual(desk.inspection.problems, [])
    }
  }

  func testAPrivateWindowThatChangesCausesNoDiskAccess() async throws {
    try await atDesk { desk in
      let disk = FailingFileSystem()
      desk.files = disk
      let scene = await desk.startAndOpen("a")
      scene.isRestorable = false
      await desk.settle()
      disk.set(.none)
      scene.set("password", for: "Page.text")
      await desk.settle()
      XCTAssertEqual(disk.calls, [])
      scene.isRestorable = true
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["a"])
      scene.isRestorable = false
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, [])
    }
  }

  // MARK: Ends

  func testNoWindowIsMadeAfterTheEnd() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "b", "c"])
      await desk.quit()
      await desk.startOnly()
      var made = 0
      let coordinator = desk.coordinator
      coordinator.register("page") { _ in
        made += 1
        coordinator.end(keepingWindows: true)
      }
      await coordinator.restore(desk.restoration)
      XCTAssertEqual(made, 1)
      await coordinator.writer.finish()
      XCTAssertEqual(Set(desk.savedTargets), ["a", "b", "c"])
    }
  }

  func testAnIdentifierThatIsAPathIsRefused() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      defer { RestorationMisuse.report = before }
      for id in ["", ".", "..", "../x", "a/b", "/tmp/x", "a b"] {
        var errors: [String] = []
        RestorationMisuse.report = { errors.append($0) }
        let coordinator = RestorationCoordinator(
          RestorationConfiguration(
            applicationID: id, sceneKinds: [], activityTypes: [], applicationVersion: "1",
            environment: desk.environment))
        _ = await coordinator.begin(.always)
        XCTAssertEqual(coordinator.place, .memory, id)
        XCTAssertEqual(coordinator.obstacle?.reason, .invalidApplicationID, id)
        XCTAssertEqual(errors.count, 1)
        coordinator.end(keepingWindows: true)
      }
      XCTAssertEqual(desk.names(in: desk.base.path + "/state"), [])
      XCTAssertNil(AppSettings.standardFile(directoryName: "a/b", ["HOME": "/h"]))
      XCTAssertNil(AppSettings.standardFile(directoryName: "", ["HOME": "/h"]))
    }
  }
}

@MainActor
private func goBackTo(_ desk: Desk, _ number: Int) throws {
  _ = try SavedWindows(desk.directory).restoreHistory(number)
}

/// One record that can't be renamed into place.
private final class StuckWindow: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  let path = Locked("")

  func rename(_ path: String, _ newPath: String) throws {
    if newPath == self.path.withLock({ $0 }) { throw StateFileFailure(newPath, EACCES) }
    try base.rename(path, newPath)
  }
}
