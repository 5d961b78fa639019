// SPDX-License-Identifier: Apache-2.0
// Activities: who contributes to them and who continues them.

import Foundation
import XCTest

@testable import StateRestoration

final class ActivityTests: XCTestCase {
  func testSeveralViewsContributeAndEachOnlyWhileItIsCurrent() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      var page = 1
      var asked = 0
      let reader = scene.contribute { activity in
        asked += 1
        activity.userInfo["page"] = .int(Int64(page))
      }
      let notes = scene.contribute { $0.userInfo["note"] = .string("n") }
      XCTAssertEqual(scene.activity?.userInfo, [:], "nobody is current")
      reader.becomeCurrent()
      notes.becomeCurrent()
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.activity?.userInfo,
        ["page": .int(1), "note": .string("n")])
      page = 2
      await desk.settle()
      XCTAssertEqual(asked, 1, "a view is asked only when it says that it needs saving")
      reader.needsSave = true
      XCTAssertFalse(desk.coordinator.isSaved)
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.activity?.userInfo["page"], .int(2))
      notes.resignCurrent()
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.activity?.userInfo, ["page": .int(2)])
      scene.activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "b")
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(2)], "it has its say in the new one")
      reader.invalidate()
      XCTAssertEqual(scene.activity?.userInfo, [:])
    }
  }

  func testWhatAViewSaidInAnEarlierRunIsItsOwnStill() async throws {
    try await atDesk { desk in
      await desk.start()
      let view = { (scene: SceneSession) in
        scene.contribute { $0.userInfo["page"] = .int(1) }
      }
      let scene = desk.open("a")
      scene.activity?.userInfo["shelf"] = .string("top")
      view(scene).becomeCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["shelf": .string("top"), "page": .int(1)])
      await desk.settle()
      await desk.quit()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      let again = view(back)
      again.becomeCurrent()
      XCTAssertEqual(back.activity?.userInfo, ["shelf": .string("top"), "page": .int(1)])
      again.resignCurrent()
      XCTAssertEqual(back.activity?.userInfo, ["shelf": .string("top")])
    }
  }

  func testAnUndeclaredActivityIsRefusedFromAnySource() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let declared = scene.activity
      scene.activity = UserActivity(type: "org.elsewhere.attack")
      XCTAssertEqual(scene.activity, declared)
      scene.contribute { $0 = UserActivity(type: "org.elsewhere.attack") }.becomeCurrent()
      XCTAssertEqual(scene.activity, declared)
      XCTAssertEqual(
        desk.log.lines,
        Array(
          repeating: "An activity of the undeclared type “org.elsewhere.attack” was refused.",
          count: 2))
      scene.activity = nil
      XCTAssertNil(scene.activity)
    }
  }

  func testTheApplicationSaysWhenItsOwnValuesChanged() async throws {
    try await atDesk { desk in
      var recent = [1]
      await desk.start {
        $0.willEncode = {
          $0.encode(recent, for: "recent")
          $0.encode(Double.nan, for: "nonsense")
        }
      }
      _ = desk.open("a")
      await desk.settle()
      recent = [1, 2]
      desk.coordinator.setNeedsEncoding()
      XCTAssertFalse(desk.coordinator.isSaved)
      await desk.settle()
      await desk.kill()
      XCTAssertTrue(desk.log.lines.contains { $0.contains("“nonsense”") }, "\(desk.log.lines)")
      var decoded: [Int]?
      await desk.start {
        $0.didDecode = { coder in decoded = coder.decode([Int].self, for: "recent") }
      }
      XCTAssertEqual(decoded, [1, 2])
    }
  }

  func testAnActivityIsContinuedByTheWindowThatShowsItElseByTheApplication() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b"])
      var continued: [String] = []
      for scene in scenes {
        scene.onContinue("org.example.reading") { _ in
          continued.append(scene.activity?.targetContentIdentifier ?? "")
          // A window with unsaved changes keeps them.
          return scene.value(String.self, for: "draft") == nil
        }
      }
      desk.coordinator.onContinue("org.example.reading") {
        continued.append("new \($0.targetContentIdentifier ?? "")")
        return true
      }
      let activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "a")
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(continued, ["a"])
      scenes[0].set("typed", for: "draft")
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(continued, ["a", "a", "new a"])
      XCTAssertTrue(
        desk.coordinator.continueActivity(
          UserActivity(type: "org.example.reading", targetContentIdentifier: "z")))
      XCTAssertEqual(continued.last, "new z")
      XCTAssertFalse(desk.coordinator.continueActivity(UserActivity(type: "org.example.browsing")))
    }
  }

  func testTheApplicationsOwnValuesTravelWithTheSession() async throws {
    try await atDesk { desk in
      await desk.start { $0.willEncode = { $0.encode([1, 2], for: "recent") } }
      _ = desk.open("a")
      await desk.settle()
      await desk.quit()
      desk.version = "1.1"
      var decoded: [String] = []
      await desk.start {
        $0.didDecode = { coder in
          let recent = coder.decode([Int].self, for: "recent") ?? []
          decoded.append("\(recent) by \(coder.applicationVersion)")
        }
      }
      XCTAssertEqual(decoded, ["[1, 2] by 1.0"])
    }
  }

  func testFactoriesMakeEveryWindowOfAStart() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      _ = desk.open("b", kind: "browser")
      await desk.settle()
      await desk.kill()
      var made: [String] = []
      let restoration = await desk.startOnly { coordinator in
        coordinator.register("page") { made.append("page \($0.activity?.title ?? "")") }
        coordinator.register("browser") { made.append("browser \($0.activity?.title ?? "")") }
      }
      await desk.coordinator.restore(restoration)
      XCTAssertEqual(made, ["browser Page b", "page Page a"])
      XCTAssertEqual(desk.coordinator.launch.phase, .running)
    }
  }
}
