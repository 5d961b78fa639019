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

  func testWhatCanNotBeReadIsQuarantinedWithItsReasonAndTheOthersAreRestored() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["good", "torn", "wrong", "large", "other", "pipe", "link"])
      await desk.settle()
      await desk.quit()
      let path = { (index: Int) in desk.directory.window(scenes[index].id) }
      for scene in scenes {
        try? FileManager.default.removeItem(atPath: desk.directory.window(scene.id) + ".prev")
      }
      try desk.write("{\"id\":", to: path(1))
      try desk.write("[1, 2]", to: path(2))
      try desk.write(
        "{\"x\": \"" + String(repeating: "y", count: SceneRecord.byteLimit) + "\"}", to: path(3))
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

  func testOneWindowThatCouldNotBeRestoredIsSaidInTheSingular() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      await desk.settle()
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

  func testARecordTheDiskWillNotGiveTodayStaysWhereItIs() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      await desk.settle()
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

  // MARK: Versions

  func testStateOfANewerMajorVersionIsLeftUntouchedAndSaidOnce() async throws {
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

  // MARK: Kept, not shown

  func testWhatShouldRestoreRefusesIsKeptOnDiskAndSaidOnce() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      await desk.settle()
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

  func testAKindThatIsNoLongerKnownIsKeptOnDiskNotShownAndSaidOnce() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      await desk.settle()
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
      let restoration = await desk.start()
      XCTAssertEqual(desk.targets, ["b"])
      XCTAssertEqual(restoration.notices, [])
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

  // MARK: Crashes while restoring

  /// Starts and dies while the window with this target is being restored.
  @MainActor
  private static func crash(_ desk: Desk, restoring target: String) async {
    await desk.startOnly()
    for scene in desk.restoration.scenes {
      desk.coordinator.willRestore(scene)
      if scene.activity?.targetContentIdentifier == target { break }
      desk.coordinator.didRestore(scene)
    }
    await desk.kill()
  }

  @MainActor
  private static func prepare(_ desk: Desk) async {
    await desk.start()
    _ = desk.open(["a", "bad", "c"])
    await desk.settle()
    await desk.quit()
  }

  func testFirstCrashNormalStartSecondWithheldThirdPlain() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      await Self.crash(desk, restoring: "bad")
      let first = await desk.startOnly()
      XCTAssertEqual(Set(desk.targets), ["a", "bad", "c"], "1st: normal start")
      XCTAssertFalse(first.isCautious)
      await desk.kill()

      let second = await desk.startOnly()
      XCTAssertTrue(second.isCautious, "2nd: no form is opened by itself")
      XCTAssertEqual(Set(desk.targets), ["a", "bad", "c"], "no window was being restored")
      desk.coordinator.willRestore(second.scenes[0])
      await desk.kill()

      let third = await desk.startOnly()
      XCTAssertEqual(third.scenes.count, 0, "3rd: one plain window")
      XCTAssertEqual(third.withheld.count, 3)
      await desk.kill()
    }
  }

  func testAfterTwoCrashesTheWindowThatWasBeingRestoredIsWithheldAndOffered() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      await Self.crash(desk, restoring: "bad")
      await Self.crash(desk, restoring: "bad")
      let restoration = await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "c"])
      XCTAssertEqual(restoration.withheld.map(\.activity?.targetContentIdentifier), ["bad"])
      XCTAssertTrue(restoration.notices.map(\.kind).contains(.withheld(count: 1)))
      XCTAssertEqual(Set(desk.savedTargets), ["a", "bad", "c"], "it is kept")
      // It stays withheld until it is asked for.
      await desk.quit()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "c"])
      let id = try XCTUnwrap(desk.restoration.withheld.first?.id)
      let scene = try XCTUnwrap(desk.coordinator.openWithheld(id))
      XCTAssertEqual(
        desk.coordinator.launch?.phase, .restoring(id), "blamed, should it crash again")
      desk.coordinator.didRestore(scene)
      XCTAssertEqual(desk.coordinator.launch?.phase, .running)
      await desk.settle()
      await desk.quit()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "bad", "c"])
    }
  }

  func testThirtySecondsOfRunningForgiveEarlierCrashes() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      await Self.crash(desk, restoring: "bad")
      await desk.start()
      desk.clock.advance(20)
      await desk.kill()
      await Self.crash(desk, restoring: "a")
      await desk.startOnly()
      XCTAssertTrue(desk.restoration.isCautious, "20 s are not enough: this is the 2nd")
      for scene in desk.restoration.scenes { desk.coordinator.didRestore(scene) }
      desk.coordinator.didFinishRestoring()
      desk.clock.advance(31)
      await desk.settle()
      await desk.kill()
      await Self.crash(desk, restoring: "c")
      let restoration = await desk.startOnly()
      XCTAssertFalse(restoration.isCautious, "the 1st again")
    }
  }

  func testAnotherBootMeansPowerLossAndIsNotCounted() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      for boot in 1...4 {
        desk.bootID = "boot-\(boot)"
        await Self.crash(desk, restoring: "bad")
      }
      desk.bootID = "boot-5"
      let restoration = await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "bad", "c"])
      XCTAssertEqual(restoration.reason, .afterUnexpectedEnd)
      XCTAssertFalse(restoration.isCautious)
    }
  }

  func testAnUnreadableBootIDIsNotCounted() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      desk.bootID = nil
      for _ in 1...4 { await Self.crash(desk, restoring: "bad") }
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "bad", "c"])
    }
  }

  func testTheMarkerIsOnDiskBeforeTheWindowHasItsChanceToCrash() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      await desk.startOnly()
      let scene = try XCTUnwrap(desk.restoration.scenes.first)
      desk.coordinator.willRestore(scene)
      let data = try Data(contentsOf: URL(fileURLWithPath: desk.directory.launch))
      let launch = LaunchRecord(try StateValue(json: data))
      XCTAssertEqual(launch?.phase, .restoring(scene.id))
    }
  }

  // MARK: Second instance

  func testASecondInstanceRunsWithoutSavingAndSaysSo() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      await desk.settle()
      let second = desk.makeCoordinator()
      let restoration = await second.begin(.always)
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertEqual(
        second.savingState,
        .off(
          reason:
            "Windows are not being saved, because another process is already saving these windows.")
      )
      XCTAssertEqual(second.place, .memory)
      let scene = second.makeScene(kind: "page", activity: nil)
      _ = second.makeScene(kind: "page", activity: nil)
      second.close(scene)
      let back = await second.reopenClosedScene()
      XCTAssertEqual(back?.id, scene.id, "reopening works in memory too")
      second.end(keepingWindows: false)
      XCTAssertEqual(desk.savedTargets, ["a"], "nothing is mixed")
      XCTAssertEqual(desk.coordinator.savingState, .saving)
    }
  }

  func testALockOfADeadProcessIsTakenOver() async throws {
    try await atDesk { desk in
      await desk.start()
      await desk.kill()
      try desk.write("999999 boot-1\n", to: desk.directory.lock)
      await desk.start()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      XCTAssertEqual(
        try String(contentsOfFile: desk.directory.lock, encoding: .utf8), "\(getpid()) boot-1\n")
    }
  }

  func testWithoutFileLocksTheProcessAndTheBootDecide() throws {
    let files = LocklessFileSystem()
    try files.makeDirectory("/d")
    let directory = StateDirectory(URL(fileURLWithPath: "/d"))
    func take(_ process: Int32, boot: String = "b", alive: Set<Int32>) throws -> StateLock {
      try StateLock(
        directory,
        RestorationEnvironment(
          fileSystem: files, bootID: { boot }, processID: process,
          isRunning: { alive.contains($0) }))
    }
    _ = try take(10, alive: [10])
    XCTAssertThrowsError(try take(11, alive: [10, 11])) { XCTAssertTrue($0 is StateLock.Taken) }
    _ = try take(11, alive: [11])
    _ = try take(12, boot: "next", alive: [11, 12])
    XCTAssertThrowsError(try take(13, boot: "next", alive: [12, 13]))
  }

  // MARK: Places that can't be written to

  func testAReadOnlyHomeIsReadAndStateIsKeptUntilLogout() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      await desk.settle()
      await desk.quit()
      let files = FaultyFileSystem()
      files.set(.readOnly(desk.base.path + "/state"))
      desk.files = files
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"], "what is there is read")
      XCTAssertEqual(desk.coordinator.place, .untilLogout)
      guard case .off(let reason) = desk.coordinator.savingState else {
        return XCTFail("it says so")
      }
      XCTAssertTrue(reason.hasPrefix("Windows are kept only until you log out"), reason)
      _ = desk.open("b")
      await desk.settle()
      await desk.quit()
      XCTAssertEqual(desk.savedTargets, ["a"], "home is as it was")
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"], "the runtime directory is newer")
    }
  }

  func testFailingThatStateIsKeptInMemory() async throws {
    try await atDesk { desk in
      desk.variables = [:]
      await desk.start()
      XCTAssertEqual(desk.coordinator.place, .memory)
      XCTAssertEqual(
        desk.coordinator.savingState,
        .off(reason: "Windows are not being saved, because there is no home directory."))
      let scenes = desk.open(["a", "b"])
      desk.coordinator.close(scenes[0])
      let back = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(back?.activity?.targetContentIdentifier, "a")
      XCTAssertFalse(desk.coordinator.flush())
    }
  }

  func testADirectoryThatIsALinkOrWritableByOthersIsRefused() async throws {
    for fault in ["link", "writable", "file"] {
      try await atDesk { desk in
        let root = desk.directory.root
        try FileManager.default.createDirectory(
          atPath: desk.base.path + "/state", withIntermediateDirectories: true)
        switch fault {
        case "link":
          try FileManager.default.createDirectory(
            atPath: desk.base.path + "/elsewhere", withIntermediateDirectories: true)
          try FileManager.default.createSymbolicLink(
            atPath: root, withDestinationPath: desk.base.path + "/elsewhere")
        case "writable":
          try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
          chmod(root, 0o770)
        default: try desk.write("in the way", to: root)
        }
        await desk.start()
        XCTAssertEqual(desk.coordinator.place, .untilLogout, fault)
        _ = desk.open("a")
        await desk.settle()
        XCTAssertEqual(desk.names(in: desk.base.path + "/elsewhere"), [], fault)
        XCTAssertFalse(desk.names(in: root).contains("lock"), fault)
      }
    }
  }

  func testRelativeVariablesAreIgnored() {
    XCTAssertEqual(
      StateDirectory.standard(
        applicationID: "x", ["XDG_STATE_HOME": "relative", "HOME": "/home/me"])?.url.path,
      "/home/me/.local/state/x")
    XCTAssertEqual(
      StateDirectory.standard(applicationID: "x", ["XDG_STATE_HOME": "/s", "HOME": "/home/me"])?
        .url.path, "/s/x")
    XCTAssertNil(StateDirectory.standard(applicationID: "x", ["HOME": "here"]))
    XCTAssertNil(StateDirectory.untilLogout(applicationID: "x", ["XDG_RUNTIME_DIR": "run"]))
  }
}

/// One file that the disk refuses to give.
private struct UnreadableFile: FileSystemWrapper {
  let base: any FileSystem = SystemFileSystem()
  let path: String

  init(_ path: String) { self.path = path }

  func open(_ path: String, _ access: FileAccess) throws -> Int32 {
    if path.hasPrefix(self.path) { throw FileFailure(path, EIO) }
    return try base.open(path, access)
  }
}

/// As on a network without a lock service.
private struct LocklessFileSystem: FileSystemWrapper {
  let base: any FileSystem = MemoryFileSystem()

  func lock(_ file: Int32, _ path: String) throws -> Bool { throw FileFailure(path, ENOLCK) }
}

/// Passes everything on, but for what a test overrides.
protocol FileSystemWrapper: FileSystem {
  var base: any FileSystem { get }
}

extension FileSystemWrapper {
  func open(_ path: String, _ access: FileAccess) throws -> Int32 { try base.open(path, access) }
  func read(_ file: Int32, _ count: Int, _ path: String) throws -> Data {
    try base.read(file, count, path)
  }
  func write(_ file: Int32, _ data: Data, _ path: String) throws -> Int {
    try base.write(file, data, path)
  }
  func truncate(_ file: Int32, _ path: String) throws { try base.truncate(file, path) }
  func flush(_ file: Int32, _ path: String) throws { try base.flush(file, path) }
  func close(_ file: Int32) { base.close(file) }
  func status(_ file: Int32, _ path: String) throws -> FileStatus { try base.status(file, path) }
  func lock(_ file: Int32, _ path: String) throws -> Bool { try base.lock(file, path) }
  func status(_ path: String) throws -> FileStatus { try base.status(path) }
  func isWritable(_ path: String) -> Bool { base.isWritable(path) }
  func makeDirectory(_ path: String) throws { try base.makeDirectory(path) }
  func restrict(_ path: String) throws { try base.restrict(path) }
  func rename(_ path: String, _ newPath: String) throws { try base.rename(path, newPath) }
  func link(_ path: String, _ newPath: String) throws { try base.link(path, newPath) }
  func remove(_ path: String) throws { try base.remove(path) }
  func removeDirectory(_ path: String) throws { try base.removeDirectory(path) }
  func list(_ path: String) throws -> [String] { try base.list(path) }
}
