// SPDX-License-Identifier: Apache-2.0
// Activities that arrive from outside: which window takes one, also of those that wait, and what the program is told.

import Foundation
import XCTest

@testable import StateRestoration

final class ArrivingTests: XCTestCase {
  private static let reading: ActivityType = "org.example.reading"

  private static func reading(_ target: String) -> UserActivity {
    UserActivity(type: reading, targetContentIdentifier: target)
  }

  // MARK: Several handlers

  func testEachViewHasAHandlerOfItsOwnAndTheLastOneIsAskedFirst() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      var asked: [String] = []
      scene.onContinue(Self.reading) { _ in
        asked.append("window")
        return true
      }
      let view = scene.onContinue(Self.reading) { _ in
        asked.append("view")
        return false
      }
      XCTAssertTrue(desk.coordinator.continueActivity(Self.reading("a")))
      XCTAssertEqual(asked, ["view", "window"])
      view.cancel()
      asked = []
      XCTAssertTrue(desk.coordinator.continueActivity(Self.reading("a")))
      XCTAssertEqual(asked, ["window"])
    }
  }

  func testAHandlerThatIsCancelledByAnotherOneIsNotAskedAnyMore() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      var asked = 0
      let first = scene.onContinue(Self.reading) { _ in
        asked += 1
        return true
      }
      scene.onContinue(Self.reading) { _ in
        first.cancel()
        return false
      }
      XCTAssertFalse(desk.coordinator.continueActivity(Self.reading("a")))
      XCTAssertEqual(asked, 0)
    }
  }

  func testTheApplicationHasHandlersForSomeTargetsOnly() async throws {
    try await atDesk { desk in
      await desk.start()
      var opened: [String] = []
      desk.coordinator.onContinue(Self.reading) { _ in
        opened.append("any")
        return true
      }
      desk.coordinator.onContinue(Self.reading, where: .begins(with: "note")) { _ in
        opened.append("note")
        return true
      }
      for target in ["note-1", "notes", "else"] {
        desk.coordinator.continueActivity(Self.reading(target))
      }
      desk.coordinator.continueActivity(UserActivity(type: Self.reading))
      XCTAssertEqual(opened, ["note", "note", "any", "any"])
    }
  }

  // MARK: Conditions

  func testWhatAWindowTakesIsSavedWithIt() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      scene.activationConditions.canActivate = .equals("page-1")
      scene.activationConditions.prefersToActivate = .begins(with: "page-")
      await desk.kill()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(back.activationConditions, scene.activationConditions, "by the journal")
      await desk.settle()
      await desk.quit()
      await desk.start()
      XCTAssertEqual(
        desk.restoration.scenes.first?.activationConditions, scene.activationConditions)
    }
  }

  func testConditionsThatAreTooLongAreRefusedUntilOthersAreSet() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      scene.activationConditions.canActivate = .equals("a")
      scene.activationConditions.canActivate = .begins(with: String(repeating: "x", count: 17_000))
      XCTAssertEqual(desk.coordinator.leftOut.map(\.key), ["conditions"])
      XCTAssertEqual(scene.activationConditions.canActivate, .equals("a"))
      scene.activationConditions.canActivate = .none
      XCTAssertEqual(desk.coordinator.savingState, .saving)
    }
  }

  func testConditionsOfANewerVersionAreKept() throws {
    var remarks: [String] = []
    let text =
      #"{"conditions":{"can":{"matches":"a.*"}},"id":"\#(UUID().uuidString)","kind":"page"}"#
    let record = try SceneRecord(Data(text.utf8), remarks: &remarks)
    XCTAssertEqual(record.conditions, ActivationConditions())
    XCTAssertEqual(
      record.value.object?["conditions"], .object(["can": .object(["matches": .string("a.*")])]))
  }

  // MARK: Windows that wait

  func testWindowsBeyondANumberWaitUntilSomebodyAsksForThem() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "b", "c", "d"])
      await desk.quit()
      desk.windowsAtOnce = 2
      await desk.start()
      XCTAssertEqual(desk.targets, ["d", "c"])
      XCTAssertEqual(desk.restoration.kept.map(\.reason), [.waiting, .waiting])
      XCTAssertEqual(desk.restoration.notices.map(\.kind), [.waiting(count: 2)])
      let waiting = try XCTUnwrap(desk.coordinator.keptWindows.first)
      XCTAssertEqual(waiting.record.activity?.targetContentIdentifier, "b")
      XCTAssertNotNil(desk.coordinator.openKeptWindow(waiting.id))
      XCTAssertEqual(desk.coordinator.keptWindows.count, 1)
      // However often the program starts, and with other windows beside them.
      _ = desk.open("e")
      await desk.settle()
      await desk.quit()
      desk.windowsAtOnce = nil
      await desk.start()
      XCTAssertEqual(desk.targets, ["e", "b", "d", "c", "a"])
    }
  }

  func testAnActivityOpensTheWindowThatWaitsAndShowsItOrPrefersIt() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      scenes[1].activationConditions.prefersToActivate = .begins(with: "b-")
      await desk.settle()
      await desk.quit()
      desk.windowsAtOnce = 1
      var continued: [UUID] = []
      await desk.start { coordinator in
        coordinator.register("page") { scene in
          scene.onContinue(Self.reading) { _ in
            continued.append(scene.id)
            return true
          }
        }
      }
      XCTAssertEqual(desk.targets, ["c"])
      XCTAssertTrue(desk.coordinator.continueActivity(Self.reading("a")))
      XCTAssertTrue(desk.coordinator.continueActivity(Self.reading("b-2")))
      XCTAssertEqual(continued, [scenes[0].id, scenes[1].id])
      XCTAssertEqual(desk.coordinator.keptWindows, [])
      XCTAssertFalse(desk.coordinator.continueActivity(Self.reading("z")))
    }
  }

  // MARK: While it arrives

  func testTheProgramIsToldThatAnActivityComesAndWhatBecomesOfIt() async throws {
    struct Unreadable: Error {}
    try await atDesk { desk in
      await desk.start()
      var seen: [String] = []
      desk.coordinator.onArrival { arrival in
        switch arrival {
        case .willContinue(let type): seen.append("will \(type?.rawValue ?? "-")")
        case .didContinue(let activity, let scene):
          seen.append("did \(activity.type) \(scene == nil)")
        case .didFail(let type, let error): seen.append("failed \(type?.rawValue ?? "-"): \(error)")
        }
      }
      desk.coordinator.onContinue(Self.reading, where: .equals("a")) { _ in true }
      let isContinued = await desk.coordinator.continueActivity(Self.reading) {
        UserActivity(type: "org.example.reading", targetContentIdentifier: "a")
      }
      XCTAssertTrue(isContinued)
      await desk.coordinator.continueActivity { throw Unreadable() }
      desk.coordinator.continueActivity(Self.reading("b"))
      desk.coordinator.continueActivity(UserActivity(type: "other"))
      var old = Self.reading("a")
      old.expirationDate = desk.clock.now.addingTimeInterval(-1)
      desk.coordinator.continueActivity(old)
      XCTAssertEqual(
        seen,
        [
          "will org.example.reading", "did org.example.reading true", "will -",
          "failed -: Unreadable()", "failed org.example.reading: nobodyContinues",
          "failed other: undeclared(other)", "failed org.example.reading: expired",
        ])
    }
  }

  // MARK: Discarded for good

  func testTheProgramIsToldWhichWindowsWereDiscarded() async throws {
    try await atDesk { desk in
      await desk.start()
      var discarded: Set<UUID> = []
      desk.coordinator.onDiscard { discarded.formUnion($0) }
      let scenes = desk.open((0..<28).map(String.init))
      await desk.settle()
      // One that is closed can come back, and is not discarded.
      for scene in scenes.prefix(25) { desk.coordinator.close(scene) }
      await desk.settle()
      XCTAssertEqual(discarded, [])
      for scene in scenes[25..<27] { desk.coordinator.close(scene) }
      await desk.settle()
      await until("the two oldest are gone") { discarded == [scenes[0].id, scenes[1].id] }
      await desk.coordinator.forget(scenes[2].id)
      await until("the forgotten one is, too") { discarded.contains(scenes[2].id) }
      let last = scenes[27]
      desk.coordinator.forget()
      await until("all but the open one are") {
        discarded == Set(scenes.map(\.id)).subtracting([last.id])
      }
    }
  }

  func testAWindowThatWasNeverSavedIsNotDiscarded() async throws {
    try await atDesk { desk in
      await desk.start()
      var discarded: Set<UUID> = []
      desk.coordinator.onDiscard { discarded.formUnion($0) }
      let hidden = desk.coordinator.makeScene(kind: "page", activity: nil, isRestorable: false)
      let shown = desk.open("a")
      await desk.settle()
      shown.isRestorable = false
      await until("it leaves nothing behind") { discarded.contains(shown.id) }
      await desk.close(hidden)
      await desk.settle()
      XCTAssertEqual(discarded, [shown.id])
    }
  }
}
