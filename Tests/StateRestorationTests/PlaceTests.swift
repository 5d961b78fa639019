// SPDX-License-Identifier: Apache-2.0
// Two processes, and places that are not writable.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class PlaceTests: XCTestCase {
  func testASecondInstanceRunsWithoutSavingAndSaysSo() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      let second = desk.makeCoordinator()
      let restoration = await second.begin(.always)
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertEqual(
        second.savingState,
        .off(SavingObstacle(place: .memory, reason: .anotherProcess)))
      XCTAssertEqual(
        second.obstacle?.message,
        "Windows are not being saved, because another process is already saving these windows.")
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

  func testWithoutFileLocksTheProcessNumberAndTheBootDecide() throws {
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
      let scenes = await desk.startAndOpen(["closed", "a"])
      await desk.close(scenes[0])
      await desk.quit()
      let files = FailingFileSystem()
      files.set(.readOnly(desk.base.path + "/state"))
      desk.files = files
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"], "what is there is read")
      XCTAssertEqual(desk.coordinator.place, .untilLogout)
      guard case .off(let obstacle) = desk.coordinator.savingState else {
        return XCTFail("it says so")
      }
      XCTAssertTrue(
        obstacle.message.hasPrefix("Windows are kept only until you log out"), obstacle.message)
      _ = desk.open("b")
      await desk.settle()
      await desk.quit()
      XCTAssertEqual(desk.savedTargets, ["a"], "home is as it was")
      XCTAssertEqual(desk.closedTargets, ["closed"])
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"], "the runtime directory is newer")
      let reopened = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(reopened?.activity?.targetContentIdentifier, "closed")
    }
  }

  func testFailingThatStateIsKeptInMemory() async throws {
    try await atDesk { desk in
      desk.variables = [:]
      await desk.start()
      XCTAssertEqual(desk.coordinator.place, .memory)
      XCTAssertEqual(
        desk.coordinator.savingState,
        .off(SavingObstacle(place: .memory, reason: .noHome)))
      XCTAssertEqual(
        desk.coordinator.obstacle?.message,
        "Windows are not being saved, because there is no home directory.")
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

  func testValueFilesAreNotWrittenThroughALink() async throws {
    for inner in [false, true] {
      try await atDesk { desk in
        let scene = await desk.startAndOpen("a")
        let elsewhere = desk.base.path + "/elsewhere"
        try FileManager.default.createDirectory(
          atPath: elsewhere, withIntermediateDirectories: true)
        let folder = inner ? desk.directory.values(scene.id) : desk.directory.values
        if inner {
          try FileManager.default.createDirectory(
            atPath: desk.directory.values, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
          atPath: folder, withDestinationPath: elsewhere)
        scene.set(String(repeating: "long ", count: 10_000), for: "Page.draft")
        scene.saveNow()
        await until("it is said") {
          if case .notSaving = desk.coordinator.savingState { true } else { false }
        }
        XCTAssertEqual(desk.names(in: elsewhere), [])
        await desk.kill()
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

/// Like a network file system without a lock service.
private struct LocklessFileSystem: FileSystemWrapper {
  let base: any StateFileSystem = MemoryFileSystem()

  func lock(_ file: Int32, _ path: String) throws -> Bool { throw StateFileFailure(path, ENOLCK) }
}
