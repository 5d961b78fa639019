// SPDX-License-Identifier: Apache-2.0
// Kinds of window with rules of their own: those that have at most one window, and those that are
// never saved. The rules hold for what earlier versions saved, too.

import Foundation
import XCTest

@testable import StateRestoration

final class KindTests: XCTestCase {
  @MainActor
  private static func coordinator(
    _ desk: Desk, single: Set<SceneKind> = [], never: Set<SceneKind> = []
  ) -> RestorationCoordinator {
    var configuration = RestorationConfiguration(
      applicationID: "org.example.App", sceneKinds: Desk.kinds, activityTypes: Desk.activities,
      applicationVersion: "1", environment: desk.environment)
    configuration.singleInstanceKinds = single
    configuration.neverRestoredKinds = never
    return RestorationCoordinator(configuration)
  }

  func testKindsWithOneWindowAndKindsThatNeverComeBack() async throws {
    try await atDesk { desk in
      let coordinator = Self.coordinator(desk, single: ["browser"], never: ["page"])
      _ = await coordinator.begin(.always)
      let browser = coordinator.makeScene(kind: "browser", activity: nil)
      XCTAssertIdentical(coordinator.makeScene(kind: "browser", activity: nil), browser)
      let page = coordinator.makeScene(kind: "page", activity: nil)
      page.set("password", for: "Page.text")
      coordinator.end(keepingWindows: true)
      await coordinator.writer.finish()
      XCTAssertEqual(desk.inspection.windows.map(\.kind), ["browser"])
    }
  }

  /// A version that saved a kind of window was followed by one that does not.
  func testWhatWasSavedOfAKindThatNeverComesBackIsRemoved() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["secret", "closed secret"])
      scenes[0].set("password", for: "Page.text")
      _ = desk.open("b", kind: "browser")
      await desk.settle()
      await desk.close(scenes[1])
      await desk.quit()
      await desk.start()
      await desk.quit()
      let coordinator = Self.coordinator(desk, never: ["page"])
      let restoration = await coordinator.begin(.always)
      XCTAssertEqual(restoration.scenes.map(\.kind), ["browser"])
      XCTAssertEqual(restoration.notices, [])
      XCTAssertEqual(coordinator.keptWindows, [])
      XCTAssertFalse(coordinator.canReopenClosedScene)
      let closed = await coordinator.reopenClosedScene()
      XCTAssertNil(closed)
      coordinator.end(keepingWindows: true)
      await coordinator.writer.finish()
      let found = try FileManager.default.subpathsOfDirectory(atPath: desk.directory.root).filter {
        let text = try? String(contentsOfFile: desk.directory.root + "/" + $0, encoding: .utf8)
        return text?.contains("secret") == true || text?.contains("password") == true
      }
      XCTAssertEqual(found, [])
    }
  }

  func testASecondWindowOfASingleInstanceKindIsNotRestored() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open(["a", "b"])
      await desk.settle()
      await desk.quit()
      // Now there may be one such window only.
      let coordinator = Self.coordinator(desk, single: ["page"])
      let restoration = await coordinator.begin(.always)
      XCTAssertEqual(restoration.scenes.map(\.activity?.targetContentIdentifier), ["b"])
      XCTAssertEqual(
        coordinator.keptWindows.map(\.record.activity?.targetContentIdentifier), ["a"])
      let first = try XCTUnwrap(restoration.scenes.first)
      let browser = coordinator.makeScene(kind: "browser", activity: nil)
      coordinator.close(first)
      browser.set(1, for: "n")
      let other = coordinator.makeScene(kind: "page", activity: nil)
      let reopened = await coordinator.reopenClosedScene()
      XCTAssertNil(reopened, "another one is open")
      let opened = await coordinator.openPastSession(1)
      XCTAssertEqual(opened.count, 0)
      XCTAssertNil(coordinator.openKeptWindow(try XCTUnwrap(coordinator.keptWindows.first).id))
      XCTAssertEqual(coordinator.keptWindows.count, 1, "it stays")
      coordinator.close(other)
      browser.set(2, for: "n")
      let back = await coordinator.reopenClosedScene()
      XCTAssertNotNil(back)
      coordinator.end(keepingWindows: true)
      await coordinator.writer.finish()
    }
  }
}
