// SPDX-License-Identifier: Apache-2.0
// Crashes while restoring: which windows are withheld, and when that ends.

import Foundation
import XCTest

@testable import StateRestoration

final class CrashGuardTests: XCTestCase {
  /// Starts, and crashes while the window with this target is being restored.
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
    _ = await desk.startAndOpen(["a", "bad", "c"])
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
      XCTAssertEqual(restoration.withheld.map(\.record.activity?.targetContentIdentifier), ["bad"])
      XCTAssertTrue(restoration.notices.map(\.kind).contains(.withheld(count: 1)))
      XCTAssertEqual(Set(desk.savedTargets), ["a", "bad", "c"], "it is kept")
      // It stays withheld until it is requested.
      await desk.quit()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "c"])
      let id = try XCTUnwrap(desk.restoration.withheld.first?.id)
      let scene = try XCTUnwrap(desk.coordinator.openKeptWindow(id))
      XCTAssertEqual(
        desk.coordinator.launch.phase, .restoring(id), "blamed, should it crash again")
      desk.coordinator.didRestore(scene)
      XCTAssertEqual(desk.coordinator.launch.phase, .running)
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

  func testWhatANewerVersionWroteIsKept() async throws {
    try await atDesk { desk in
      await Self.prepare(desk)
      let path = desk.directory.launch
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try desk.write(
        text.replacingOccurrences(of: "\"crashes\"", with: "\"later\": [1], \"crashes\""), to: path)
      await desk.start()
      await desk.quit()
      let launch = try StateValue(json: Data(contentsOf: URL(fileURLWithPath: path)))
      XCTAssertEqual(launch.object?["later"], .array([.int(1)]))
      XCTAssertEqual(desk.log.lines, [])
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
      var remarks: [String] = []
      var launch = try LaunchRecord(try StateValue(json: data), remarks: &remarks)
      launch.note(LaunchMarker.lastNote(desk.directory, SystemFileSystem()))
      XCTAssertEqual(launch.phase, .restoring(scene.id))
      XCTAssertEqual(remarks, [])
    }
  }
}
