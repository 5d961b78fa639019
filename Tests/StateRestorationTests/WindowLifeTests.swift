// SPDX-License-Identifier: Apache-2.0
// The life of a window, as the contract describes it: what comes back after each way to end.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class WindowLifeTests: XCTestCase {
  func testAWindowComesBackAsItWas() async throws {
    try await atDesk { desk in
      let first = await desk.start()
      XCTAssertEqual(first.reason, .first)
      XCTAssertEqual(first.scenes.count, 0)
      let scene = desk.open("cherries")
      scene.geometry = SceneGeometry(width: 800, height: 600, isMaximized: true)
      scene.set("photos", for: "Page.tab")
      scene.set(12.5, for: "Page.scroll")
      await desk.settle()
      await desk.quit()

      let second = await desk.start()
      XCTAssertEqual(second.reason, .normal)
      XCTAssertEqual(second.notices, [])
      let back = try XCTUnwrap(second.scenes.first)
      XCTAssertEqual(back.id, scene.id)
      XCTAssertEqual(back.kind, "page")
      XCTAssertEqual(back.activity, scene.activity)
      XCTAssertEqual(back.geometry, scene.geometry)
      XCTAssertEqual(back.value(String.self, for: "Page.tab"), "photos")
      XCTAssertEqual(back.value(Double.self, for: "Page.scroll"), 12.5)
    }
  }

  func testAfterAKillEveryWindowComesBackWithAQuietNotice() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      desk.coordinator.focus(scenes[1])
      await desk.settle()
      await desk.kill()
      let restoration = await desk.start()
      XCTAssertEqual(restoration.reason, .afterUnexpectedEnd)
      XCTAssertEqual(desk.targets, ["b", "c", "a"], "the focused one first, then the most recent")
      XCTAssertEqual(restoration.notices.map(\.kind), [.endedUnexpectedly])
    }
  }

  func testClosingOneOfSeveralMovesItToClosed() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[0].set("typed", for: "Page.draft")
      await desk.close(scenes[0])
      XCTAssertEqual(desk.savedTargets, ["b"])
      XCTAssertEqual(desk.closedTargets, ["a"])
      let closed = try XCTUnwrap(desk.inspection.closed.first)
      XCTAssertEqual(closed.storage["Page.draft"], .string("typed"), "the draft goes along")
      XCTAssertTrue(desk.coordinator.canReopenClosedScene)
    }
  }

  func testReopeningWorksAcrossRestartsNewestFirst() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      await desk.close(scenes[0])
      // The clock is set back between two closings; the order is still that of the closings.
      desk.clock.setWall(Date(timeIntervalSince1970: 1_600_000_000))
      await desk.close(scenes[1])
      await desk.quit()

      await desk.start()
      XCTAssertEqual(desk.targets, ["c"])
      XCTAssertTrue(desk.coordinator.canReopenClosedScene)
      let newest = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(newest?.activity?.targetContentIdentifier, "b")
      let older = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(older?.activity?.targetContentIdentifier, "a")
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
      let none = await desk.coordinator.reopenClosedScene()
      XCTAssertNil(none)
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["a", "b", "c"])
      XCTAssertEqual(desk.closedTargets, [])
    }
  }

  func testClosedWindowsAreListedAndAnyOfThemCanBeReopened() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c", "d"])
      for scene in scenes.prefix(3) { desk.coordinator.close(scene) }
      var closed = await desk.coordinator.closedScenes()
      XCTAssertEqual(closed.map(\.activity?.targetContentIdentifier), ["c", "b", "a"])
      let back = await desk.coordinator.reopenClosedScene(scenes[1].id)
      XCTAssertEqual(back?.id, scenes[1].id)
      let twice = await desk.coordinator.reopenClosedScene(scenes[1].id)
      XCTAssertNil(twice, "it is open")
      closed = await desk.coordinator.closedScenes()
      XCTAssertEqual(closed.map(\.activity?.targetContentIdentifier), ["c", "a"])
      XCTAssertTrue(desk.coordinator.canReopenClosedScene)
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["b", "d"])
      XCTAssertEqual(desk.closedTargets, ["c", "a"])
    }
  }

  func testWindowsAreReopenedInTheOrderOfTheirClosingsNotOfTheirOpenings() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c", "d"])
      for index in [2, 0, 1] {
        await desk.close(scenes[index])
      }
      XCTAssertEqual(desk.closedTargets, ["b", "a", "c"])
      await desk.quit()
      await desk.start()
      for expected in ["b", "a", "c"] {
        let scene = await desk.coordinator.reopenClosedScene()
        XCTAssertEqual(scene?.activity?.targetContentIdentifier, expected)
      }
    }
  }

  func testAWindowCanBeReopenedRightAfterItWasClosed() async throws {
    try await atDesk { desk in
      // In memory, where a write finishes before anyone looks.
      desk.variables = [:]
      await desk.start()
      let stays = desk.open("stays")
      for round in 0..<50 {
        let scene = desk.open("\(round)")
        desk.coordinator.close(scene)
        stays.set(round, for: "n")
        let back = await desk.coordinator.reopenClosedScene()
        XCTAssertEqual(back?.id, scene.id, "round \(round)")
      }
    }
  }

  func testAskingToReopenAnUnknownWindowLeavesEverythingSaved() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes.forEach { desk.coordinator.close($0) }
      await desk.settle()
      let none = await desk.coordinator.reopenClosedScene(UUID())
      XCTAssertNil(none)
      XCTAssertTrue(desk.coordinator.canReopenClosedScene)
      await until("it is written by itself") { desk.coordinator.isSaved }
      XCTAssertEqual(desk.savedTargets, [])
      XCTAssertEqual(desk.closedTargets, ["b", "a"])
    }
  }

  func testReopeningTwiceAtOnceOpensTwoWindowsAndNoneTwice() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      for scene in scenes.prefix(2) { desk.coordinator.close(scene) }
      await desk.settle()
      let coordinator = desk.coordinator
      async let first = coordinator.reopenClosedScene()
      async let second = coordinator.reopenClosedScene()
      let ids = await [first?.id, second?.id]
      XCTAssertEqual(Set(ids), [scenes[0].id, scenes[1].id])
      XCTAssertFalse(coordinator.canReopenClosedScene)
    }
  }

  func testAClosedWindowOfAKindThatIsNoLongerKnownIsKeptAndNotOffered() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.close(scenes[0])
      await desk.quit()
      let name = try XCTUnwrap(desk.names(in: desk.directory.closed).first)
      let path = desk.directory.closed + "/" + name
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try desk.write(text.replacingOccurrences(of: "\"page\"", with: "\"map\""), to: path)
      await desk.start()
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
      let none = await desk.coordinator.reopenClosedScene()
      XCTAssertNil(none)
      XCTAssertEqual(desk.inspection.closed.map(\.kind), ["map"])
    }
  }

  func testAWindowLeftOpenAndClosedByAPowerCutIsOpen() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.close(scenes[0])
      await desk.quit()
      let name = try XCTUnwrap(desk.names(in: desk.directory.closed).first)
      try FileManager.default.copyItem(
        atPath: desk.directory.closed + "/" + name, toPath: desk.directory.window(scenes[0].id))
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "b"])
      XCTAssertEqual(desk.closedTargets, [])
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
    }
  }

  func testAProgramWithNothingButAKindGetsItsWindowsBack() async throws {
    try await atDesk { desk in
      @MainActor
      func run() async -> (RestorationCoordinator, made: [UUID]) {
        var made: [UUID] = []
        let coordinator = RestorationCoordinator(
          RestorationConfiguration(
            applicationID: "org.example.Least", sceneKinds: ["note"], activityTypes: [],
            applicationVersion: "1", environment: desk.environment))
        coordinator.register("note") { made.append($0.id) }
        await coordinator.restore(await coordinator.begin(.always))
        return (coordinator, made)
      }
      let (first, none) = await run()
      XCTAssertEqual(none, [])
      let ids = (0..<3).map { _ in first.makeScene(kind: "note", activity: nil).id }
      first.end(keepingWindows: true)
      await first.writer.finish()
      let (second, made) = await run()
      // The focused one first, the others from the back to the front, so that they stack as before.
      XCTAssertEqual(made, [ids[2], ids[0], ids[1]])
      XCTAssertEqual(second.scenes.map(\.id), ids.reversed())
      second.end(keepingWindows: true)
    }
  }

  func testThreeWindowsClosedOneAfterTheOtherAreRestored() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      for scene in scenes {
        desk.coordinator.close(scene)
        desk.clock.advance(29)
      }
      await desk.quit()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "b", "c"])
      XCTAssertEqual(desk.targets.first, "c", "the one that was closed last is in front")
      XCTAssertEqual(desk.closedTargets, [])
    }
  }

  func testAWindowClosedBeforeWorkInAnotherIsNotRestored() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      desk.coordinator.close(scenes[0])
      scenes[1].set("notes", for: "Page.tab")
      desk.coordinator.close(scenes[1])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.targets, ["b"])
      XCTAssertEqual(desk.closedTargets, ["a"])
    }
  }

  func testClosingsMoreThanThirtySecondsApartAreNoRun() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      desk.coordinator.close(scenes[0])
      desk.clock.advance(31)
      desk.coordinator.close(scenes[1])
      desk.clock.advance(5)
      desk.coordinator.close(scenes[2])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.targets, ["c", "b"])
      XCTAssertEqual(desk.closedTargets, ["a"])
    }
  }

  func testWindowsThatChangeTheirSizeBecauseAnotherClosesDoNotEndTheRun() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      desk.coordinator.close(scenes[0])
      scenes[1].geometry = SceneGeometry(width: 1920, height: 1080)
      desk.coordinator.focus(scenes[1])
      desk.coordinator.close(scenes[1])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"])
    }
  }

  func testAfterARunOfClosingsNothingIsLeftToReopen() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b", "private"])
      scenes[2].isRestorable = false
      await desk.settle()
      scenes.forEach { desk.coordinator.close($0) }
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"], "the private one does not come back, the others do")
    }
  }

  func testANewWindowAfterTheLastWasClosedEndsTheRun() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes.forEach { desk.coordinator.close($0) }
      _ = desk.open("c")
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["c"])
      XCTAssertEqual(desk.closedTargets, ["b", "a"])
    }
  }

  func testQuittingKeepsEveryOpenWindowAndSetsClean() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open(["a", "b"])
      desk.coordinator.end(keepingWindows: true)
      XCTAssertEqual(desk.inspection.endedCleanly, true)
      XCTAssertEqual(desk.savedTargets, ["b", "a"])
      // GTK destroys the windows afterwards; that does not close them.
      XCTAssertEqual(desk.inspection.problems, [])
    }
  }

  func testQuitAndForgetKeepsNoRecordAndTheNextStartIsPlain() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      await desk.close(scenes[0])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.inspection.history.first?.windows.count, 2)
      await desk.quit(keepingWindows: false)
      let inspection = desk.inspection
      XCTAssertEqual(inspection.windows, [])
      XCTAssertEqual(inspection.closed, [])
      XCTAssertEqual(inspection.history.count, 0)
      let restoration = await desk.start()
      XCTAssertEqual(restoration.reason, .normal)
      XCTAssertEqual(restoration.notices, [])
      XCTAssertEqual(restoration.scenes.count, 0)
    }
  }

  func testQuitAndForgetWaitsForNoFileToBeRemoved() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      let slow = SlowRemoval()
      desk.files = slow
      await desk.start()
      desk.coordinator.end(keepingWindows: false)
      let session = try String(contentsOfFile: desk.directory.session, encoding: .utf8)
      XCTAssertTrue(session.contains("\"clean\": true"), "it is on disk: \(session)")
      XCTAssertEqual(desk.inspection.windows, [])
      let forgotten = desk.directory.windows + StateStore.forgottenEnding
      XCTAssertTrue(desk.files.exists(forgotten), "its files are still being removed")
      slow.gate.signal()
      await desk.coordinator.writer.finish()
      XCTAssertFalse(desk.files.exists(forgotten))
      let restoration = await desk.start()
      XCTAssertEqual(restoration.reason, .normal)
      XCTAssertEqual(restoration.scenes.count, 0)
    }
  }

  func testForgettingAlsoRemovesWhatOlderVersionsLeftAndWhatIsInTheWay() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      desk.schema = StateSchema(version: 2, migrations: [:])
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
      let stuck = StuckFile(desk.directory.windows)
      desk.files = stuck
      await desk.quit()
      await desk.start()
      await desk.quit(keepingWindows: false)
      XCTAssertEqual(
        desk.names(in: desk.directory.root), ["launch.json", "lock", "quarantine", "v2"])
      XCTAssertEqual(desk.names(in: desk.directory.history), [], "though one file would not go")
      XCTAssertTrue(desk.log.lines.contains { $0.hasPrefix("Not every saved window could be") })
    }
  }

  func testAWindowThatIsPrivateFromTheBeginningIsNeverWritten() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      await desk.start()
      files.set(.none)
      let scene = desk.coordinator.makeScene(kind: "page", activity: nil, isRestorable: false)
      scene.set("secret", for: "Page.password")
      await desk.settle()
      await desk.close(scene)
      XCTAssertEqual(files.calls.filter { $0.hasPrefix("creating \(scene.id)") }, [])
      XCTAssertEqual(files.renames.filter { $0.contains("\(scene.id)") }, [])
      await desk.quit()
      XCTAssertEqual(desk.inspection.windows, [])
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
    }
  }

  func testAWindowThatBecomesPrivateLeavesNothingBehind() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      XCTAssertEqual(Set(desk.savedTargets), ["a", "b"])
      scenes[0].isRestorable = false
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["b"])
      scenes[0].set("secret", for: "Page.draft")
      await desk.settle()
      XCTAssertEqual(desk.names(in: desk.directory.windows), [scenes[1].id.uuidString + ".json"])
      await desk.close(scenes[0])
      XCTAssertEqual(desk.closedTargets, [])
      await desk.quit()
      let restoration = await desk.start()
      XCTAssertEqual(restoration.notices, [], "a private window is not missed")
    }
  }

  func testNeverAndOnlyAfterAnUnexpectedEndDeleteNothing() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      await desk.start(.never)
      XCTAssertEqual(desk.targets, [])
      _ = desk.open("b")
      await desk.settle()
      await desk.quit()
      await desk.start(.afterUnexpectedEnd)
      XCTAssertEqual(desk.targets, [])
      await desk.kill()
      await desk.start(.afterUnexpectedEnd)
      XCTAssertEqual(desk.targets, ["b"], "windows of several runs do not pile up")
      XCTAssertEqual(
        desk.coordinator.keptWindows.map(\.record.activity?.targetContentIdentifier), ["a"])
      let kept = try XCTUnwrap(desk.coordinator.keptWindows.first)
      XCTAssertEqual(kept.reason, .notWanted)
      XCTAssertNotNil(desk.coordinator.openKeptWindow(kept.id))
      XCTAssertEqual(desk.coordinator.keptWindows, [])
    }
  }

  func testAStartOnlyToAnswerASearchLeavesNoTrace() async throws {
    try await atDesk { desk in
      let coordinator = desk.makeCoordinator()
      XCTAssertTrue(coordinator.flush())
      coordinator.end(keepingWindows: true)
      XCTAssertFalse(FileManager.default.fileExists(atPath: desk.directory.root))
    }
  }

  func testAWindowOpenedBeforeTheDiskAnsweredIsKeptToo() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("old")
      await desk.quit()
      await desk.startOnly { coordinator in
        _ = coordinator.makeScene(
          kind: "page",
          activity: UserActivity(type: "org.example.reading", targetContentIdentifier: "early"))
      }
      XCTAssertEqual(desk.targets, ["old"])
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["early", "old"])
    }
  }

  func testAFullSessionIsReported() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      await desk.quit()
      let coordinator = desk.makeCoordinator()
      let restoration = await coordinator.begin(.always, isFullSession: true)
      XCTAssertEqual(restoration.reason, .fullSession)
      coordinator.end(keepingWindows: true)
    }
  }
}

/// Files in one folder that the disk refuses to remove.
/// Removing a forgotten file takes as long as a test says.
private final class SlowRemoval: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  let gate = DispatchSemaphore(value: 0)

  func remove(_ path: String) throws {
    if path.contains(StateStore.forgottenEnding) {
      gate.wait()
      gate.signal()
    }
    try base.remove(path)
  }
}

private struct StuckFile: FileSystemWrapper {
  let base: any StateFileSystem = SystemFileSystem()
  let folder: String

  init(_ folder: String) { self.folder = folder }

  func remove(_ path: String) throws {
    if path.hasPrefix(folder), path.hasSuffix(".json") { throw StateFileFailure(path, EIO) }
    try base.remove(path)
  }
}
