// SPDX-License-Identifier: Apache-2.0
// Each row of the contract's table “When things go wrong”.

import Foundation
import XCTest

@testable import StateRestoration

final class WhenThingsGoWrongTests: XCTestCase {
  // MARK: Unreadable records

  func testAnUnreadableRecordIsTakenFromItsPrevious() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      scene.set(2, for: "n")
      await desk.settle()
      await desk.quit()
      let path = desk.directory.window(scene.id)
      try desk.write("{\"id\": \"torn", to: path)
      let restoration = await desk.start()
      XCTAssertEqual(restoration.scenes.first?.value(Int.self, for: "n"), 1)
      XCTAssertEqual(restoration.notices, [], "nothing is lost that a person would miss")
      XCTAssertEqual(desk.inspection.quarantined.count, 1)
      XCTAssertTrue(desk.inspection.quarantined[0].name.contains("-unreadable-"))
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(1), "written anew")
      XCTAssertEqual(desk.log.lines.count, 1, "\(desk.log.lines)")
    }
  }

  func testWhatCannotBeReadIsQuarantinedWithItsReasonAndTheOthersAreRestored() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen([
        "good", "torn", "wrong", "large", "other", "pipe", "link",
      ])
      await desk.quit()
      let path = { (index: Int) in desk.directory.window(scenes[index].id) }
      for scene in scenes {
        try? FileManager.default.removeItem(atPath: desk.directory.window(scene.id) + ".prev")
      }
      try desk.write("{\"id\":", to: path(1))
      try desk.write("[1, 2]", to: path(2))
      try desk.write(
        "{\"x\": \"" + String(repeating: "y", count: StateLimits.recordBytes) + "\"}", to: path(3))
      try desk.write("{\"id\": \"\(scenes[0].id.uuidString)\"}", to: path(4))
      try FileManager.default.removeItem(atPath: path(5))
      XCTAssertEqual(mkfifo(path(5), 0o600), 0)
      try FileManager.default.removeItem(atPath: path(6))
      try FileManager.default.createSymbolicLink(atPath: path(6), withDestinationPath: path(0))
      try FileManager.default.createDirectory(
        atPath: desk.directory.windows + "/folder.json", withIntermediateDirectories: false)

      let restoration = await desk.start()
      XCTAssertEqual(desk.targets, ["good"])
      XCTAssertEqual(restoration.notices.map(\.kind), [.unreadable(count: 7)])
      XCTAssertEqual(restoration.notices.map(\.message), ["7 windows could not be restored."])
      let reasons = desk.inspection.quarantined.map { $0.name.split(separator: "-")[1...2] }
        .map { $0.joined(separator: "-") }.map { name in
          ["unreadable", "wrong-type", "too-large", "wrong-name"].first { name.hasPrefix($0) }
        }
      XCTAssertEqual(
        reasons.compactMap { $0 }.sorted(),
        [
          "too-large", "unreadable", "wrong-name", "wrong-type", "wrong-type", "wrong-type",
          "wrong-type",
        ])
      XCTAssertEqual(desk.savedTargets, ["good"])
    }
  }

  func testOneWindowThatCouldNotBeRestoredIsReportedInTheSingular() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      try desk.write("", to: desk.directory.window(scene.id))
      let restoration = await desk.start()
      XCTAssertEqual(restoration.notices.map(\.message), ["1 window could not be restored."])
    }
  }

  func testQuarantineHoldsAtMostTwentyFilesAndFiveMebibytes() async throws {
    try await atDesk { desk in
      await desk.start()
      await desk.quit()
      for round in 0..<30 {
        let id = UUID().uuidString
        try desk.write("broken \(round)", to: desk.directory.windows + "/\(id).json")
        await desk.start()
        desk.clock.advance(1)
        await desk.quit()
      }
      XCTAssertEqual(desk.inspection.quarantined.count, 20)
      let kept = try desk.inspection.quarantined.map {
        try String(contentsOfFile: desk.directory.quarantine + "/" + $0.name, encoding: .utf8)
      }
      XCTAssertEqual(kept.first, "broken 10", "the oldest go first")
      XCTAssertEqual(
        desk.log.lines.filter { $0.hasSuffix("was removed, because too much was set aside.") }
          .count,
        10, "and none of them without a word")
      for _ in 0..<3 {
        let text = String(repeating: "x", count: 3 * 1024 * 1024)
        try desk.write(text, to: desk.directory.windows + "/\(UUID().uuidString).json")
        await desk.start()
        desk.clock.advance(1)
        await desk.quit()
      }
      let sizes = desk.inspection.quarantined.map(\.size)
      XCTAssertLessThanOrEqual(sizes.reduce(0, +), StateDirectory.quarantineByteLimit)
    }
  }

  func testWhatWasSetAsideLastIsNotRemovedBecauseTheClockIsWrong() async throws {
    try await atDesk { desk in
      await desk.start()
      await desk.quit()
      for round in 0...20 {
        if round == 20 { desk.clock.setWall(Date(timeIntervalSince1970: 1_136_073_600)) }
        let id = UUID().uuidString
        try desk.write("broken \(round)", to: desk.directory.windows + "/\(id).json")
        await desk.start()
        desk.clock.advance(1)
        await desk.quit()
      }
      let kept = try desk.inspection.quarantined.map {
        try String(contentsOfFile: desk.directory.quarantine + "/" + $0.name, encoding: .utf8)
      }
      XCTAssertTrue(kept.contains("broken 20"), "\(kept)")
    }
  }

  func testARecordThatCannotBeReadNowStaysWhereItIs() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      let files = UnreadableFile(desk.directory.window(scene.id))
      desk.files = files
      let restoration = await desk.start()
      XCTAssertEqual(restoration.notices.map(\.kind), [.unreadable(count: 1)])
      await desk.quit()
      desk.files = SystemFileSystem()
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
    }
  }

  func testAFolderThatCannotBeListedNowIsNotTakenForAnEmptyOne() async throws {
    struct Unlisted: FileSystemWrapper {
      let base: any StateFileSystem = SystemFileSystem()
      func list(_ path: String) throws -> [String] {
        if path.hasSuffix("/windows") { throw StateFileFailure(path, EIO) }
        return try base.list(path)
      }
    }
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "b"])
      await desk.quit()
      desk.files = Unlisted()
      let restoration = await desk.start()
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertTrue(restoration.notices.map(\.kind).contains(.unreadable(count: 1)))
      await desk.quit()
      desk.files = SystemFileSystem()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "b"])
    }
  }

  func testASpoiltPreviousIsSetAsideWithItsOwnReason() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      try desk.write("torn", to: desk.directory.window(scene.id))
      try desk.write("[]", to: desk.directory.window(scene.id) + ".prev")
      await desk.start()
      let name = "\(scene.id).json"
      XCTAssertEqual(
        Set(desk.inspection.quarantined.map { String($0.name.drop { $0 != "-" }) }),
        ["-unreadable-" + name, "-wrong-type-" + name + ".prev"])
      XCTAssertEqual(
        Set(desk.inspection.quarantined.map(\.kind)), [.unreadable, .wrongType])
      // The test’s own files are for others to read, too.
      XCTAssertEqual(
        Set(desk.inspection.problems.map(\.reason)),
        [.setAside(.unreadable), .setAside(.wrongType), .exposed])
    }
  }

  // MARK: Versions

  func testStateOfANewerMajorVersionIsLeftUntouchedAndReportedOnce() async throws {
    try await atDesk { desk in
      let newer = desk.directory.root + "/v2"
      try FileManager.default.createDirectory(
        atPath: newer + "/windows", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      chmod(desk.directory.root, 0o700)
      try desk.write("future", to: newer + "/session.json")
      let restoration = await desk.start()
      XCTAssertEqual(restoration.notices.map(\.kind), [.newerVersion])
      _ = desk.open("a")
      await desk.settle()
      await desk.quit()
      let next = await desk.start()
      XCTAssertEqual(next.notices, [])
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(try String(contentsOfFile: newer + "/session.json", encoding: .utf8), "future")
    }
  }

  func testAnOlderVersionIsMigratedInMemoryAndItsDirectoryKeptForThirtyDays() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b"])
      scenes[0].set("photos", for: "tab")
      await desk.settle()
      await desk.quit()
      let before = try Data(
        contentsOf: URL(fileURLWithPath: desk.directory.window(scenes[0].id)))
      let old = desk.directory.layout
      desk.clock.setWall(Date())

      desk.schema = StateSchema(
        version: 2,
        migrations: [
          1: { fields in
            var fields = fields
            fields["storage"] = .object(["Page.tab": fields["storage"]?.object?["tab"] ?? .null])
            return fields
          }
        ])
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"])
      let back = try XCTUnwrap(desk.restoration.scenes.last)
      XCTAssertEqual(back.value(String.self, for: "Page.tab"), "photos")
      XCTAssertEqual(desk.savedTargets, ["b", "a"], "written in the new version's directory")
      XCTAssertEqual(
        try Data(contentsOf: URL(fileURLWithPath: old + "/windows/\(scenes[0].id).json")), before)
      await desk.quit()

      desk.clock.advance(29 * 86_400)
      await desk.start()
      await desk.quit()
      XCTAssertTrue(FileManager.default.fileExists(atPath: old))
      desk.clock.advance(2 * 86_400)
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "b"])
      await desk.quit()
      XCTAssertFalse(FileManager.default.fileExists(atPath: old))
    }
  }

  func testARecordOfANewerVersionStaysWhereItIsAndIsReportedOnce() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      let path = desk.directory.window(scene.id)
      let text = "{\"schema\": 2, \"id\": \"\(scene.id.uuidString)\"}"
      try desk.write(text, to: path)
      let restoration = await desk.start()
      XCTAssertEqual(restoration.notices.map(\.kind), [.unreadable(count: 1)])
      await desk.quit()
      let next = await desk.start()
      XCTAssertEqual(next.notices, [])
      XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), text)
    }
  }

  // MARK: Kept, not shown

  func testWhatShouldRestoreRefusesIsKeptOnDiskAndReportedOnce() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      desk.version = "2.0"
      var asked: [String] = []
      let refuse = { (coordinator: RestorationCoordinator) in
        coordinator.shouldRestore = {
          asked.append($0)
          return false
        }
      }
      let restoration = await desk.start(prepare: refuse)
      XCTAssertEqual(asked, ["1.0"], "it is given the version that wrote the state")
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertEqual(restoration.notices.map(\.kind), [.refused(version: "1.0")])
      await desk.quit()
      XCTAssertEqual(desk.savedTargets, ["a"])
      desk.version = "1.0"
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
    }
  }

  func testAKindThatIsNoLongerKnownIsKeptOnDiskNotShownAndReportedOnce() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      let path = desk.directory.window(scene.id)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try desk.write(text.replacingOccurrences(of: "\"page\"", with: "\"map\""), to: path)
      let restoration = await desk.start()
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertEqual(
        restoration.notices.map(\.kind),
        [
          .unknownKind("map")
        ])
      await desk.quit()
      let next = await desk.start()
      XCTAssertEqual(next.notices, [])
      XCTAssertEqual(desk.inspection.windows.map(\.kind), ["map"])
    }
  }

  func testShouldSaveFalseWritesNothingAndIsNotMissedLater() async throws {
    try await atDesk { desk in
      await desk.start { $0.shouldSave = { $0.kind != "browser" } }
      _ = desk.open("a", kind: "browser")
      _ = desk.open("b")
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["b"])
      await desk.quit()
      let restoration = await desk.start { $0.shouldSave = { $0.kind != "browser" } }
      XCTAssertEqual(desk.targets, ["b"])
      XCTAssertEqual(restoration.notices, [])
      let scene = desk.open("c", kind: "browser")
      await desk.close(scene)
      XCTAssertEqual(desk.closedTargets, [])
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
    }
  }

  func testAnUndeclaredActivityIsRefusedWithAClearLine() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.coordinator.makeScene(
        kind: "page", activity: UserActivity(type: "org.elsewhere.attack"))
      XCTAssertNil(scene.activity)
      XCTAssertEqual(
        desk.log.lines,
        ["An activity of the undeclared type “org.elsewhere.attack” was refused."])
      XCTAssertFalse(desk.coordinator.continueActivity(UserActivity(type: "org.elsewhere.attack")))
    }
  }
}

/// One file that the disk refuses to give.
private struct UnreadableFile: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  let path: String

  init(_ path: String) { self.path = path }

  func open(_ path: String, _ access: StateFileAccess) throws -> Int32 {
    if path.hasPrefix(self.path) { throw StateFileFailure(path, EIO) }
    return try base.open(path, access)
  }
}
