// SPDX-License-Identifier: Apache-2.0
// Which state counts if there are two places or two processes; forgetting single things; archived
// sessions; kinds and activities with conditions.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class PlacesAndPowersTests: XCTestCase {
  // MARK: Places

  @MainActor
  private static func makeHomeReadOnly(_ desk: Desk) {
    let files = FailingFileSystem()
    files.set(.readOnly(desk.base.path + "/state"))
    desk.files = files
  }

  private static func runtime(_ desk: Desk) async -> StateDirectory {
    await MainActor.run {
      StateDirectory(URL(fileURLWithPath: desk.base.path + "/runtime/org.example.App"))
    }
  }

  func testNewerStateKeptElsewhereIsMovedToTheHomeDirectory() async throws {
    try await atDesk { desk in
      await desk.start()
      let old = desk.open(["stays", "goes"])[1]
      await desk.settle()
      await desk.quit()
      Self.makeHomeReadOnly(desk)
      await desk.start()
      let scenes = desk.coordinator.scenes
      desk.coordinator.close(try XCTUnwrap(scenes.first { $0.id == old.id }))
      let text = String(repeating: "new ", count: 20_000)
      desk.open("new").set(text, for: "Page.draft")
      await desk.settle()
      await desk.quit()
      desk.files = SystemFileSystem()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["stays", "new"])
      XCTAssertEqual(desk.closedTargets, ["goes"])
      let new = desk.restoration.scenes.first { $0.activity?.targetContentIdentifier == "new" }
      XCTAssertEqual(new?.value(String.self, for: "Page.draft"), text)
      await desk.quit()
      let runtime = await Self.runtime(desk)
      XCTAssertEqual(desk.names(in: runtime.layout), [], "the other place is emptied")
      XCTAssertTrue(
        desk.inspection.history.contains { $0.windows.count == 2 }, "what home had is history")
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["stays", "new"])
    }
  }

  func testOlderStateElsewhereDoesNotReplaceNewerStateInTheHomeDirectory() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("first")
      await desk.quit()
      Self.makeHomeReadOnly(desk)
      _ = await desk.startAndOpen("elsewhere")
      await desk.quit()
      // A start that can't see the runtime directory.
      desk.files = SystemFileSystem()
      let variables = desk.variables
      desk.variables["XDG_RUNTIME_DIR"] = nil
      await desk.start()
      for round in 0..<10 {
        desk.coordinator.scenes.first?.set(round, for: "n")
        await desk.settle()
      }
      await desk.quit()
      desk.variables = variables
      await desk.start()
      XCTAssertEqual(desk.targets, ["first"])
      XCTAssertEqual(desk.restoration.scenes.first?.value(Int.self, for: "n"), 9)
      await desk.settle()
      XCTAssertTrue(
        desk.inspection.history.contains { session in
          session.windows.contains { $0.activity?.targetContentIdentifier == "elsewhere" }
        }, "and what was there can be opened still")
      await desk.quit()
      Self.makeHomeReadOnly(desk)
      await desk.start()
      XCTAssertEqual(desk.targets, ["first"], "nor where home can only be read")
    }
  }

  func testForgettingReachesEveryPlace() async throws {
    try await atDesk { desk in
      Self.makeHomeReadOnly(desk)
      _ = await desk.startAndOpen("elsewhere")
      await desk.quit()
      desk.files = SystemFileSystem()
      let runtime = await Self.runtime(desk)
      _ = try forgetAll(desk, others: [runtime])
      await desk.start()
      XCTAssertEqual(desk.targets, [])
      Self.makeHomeReadOnly(desk)
      await desk.quit()
      _ = await desk.startAndOpen("again")
      await desk.quit()
      desk.files = SystemFileSystem()
      await desk.start()
      await desk.quit(keepingWindows: false)
      await desk.start()
      XCTAssertEqual(desk.targets, [])
      await desk.quit()
      XCTAssertEqual(desk.names(in: runtime.windows), [])
    }
  }

  func testTheSecondProcessTakesOverWhenTheFirstEnds() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("first")
      let first = desk.coordinator
      let second = desk.makeCoordinator()
      _ = await second.begin(.always)
      let scenes = ["second", "closed"].map {
        second.makeScene(
          kind: "page",
          activity: UserActivity(type: "org.example.reading", targetContentIdentifier: $0))
      }
      second.close(scenes[1])
      XCTAssertEqual(second.place, .memory)
      desk.clock.advance(5)
      await until("it looked") { second.saves.isIdle }
      XCTAssertEqual(second.place, .memory, "the first still has it")
      first.end(keepingWindows: true)
      await first.writer.finish()
      await until("it takes over") {
        desk.clock.advance(1)
        return second.place == .home && second.isSaved
      }
      XCTAssertEqual(second.savingState, .saving)
      XCTAssertEqual(desk.savedTargets, ["second", "first"])
      XCTAssertEqual(desk.closedTargets, ["closed"])
      scenes[0].set(1, for: "n")
      second.end(keepingWindows: true)
      await second.writer.finish()
      await desk.start()
      XCTAssertEqual(desk.targets, ["second", "first"])
      XCTAssertEqual(desk.restoration.scenes.first?.value(Int.self, for: "n"), 1)
      XCTAssertEqual(desk.restoration.reason, .normal)
    }
  }

  func testADraftThatIsOnlyInMemoryWouldBeLost() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("first")
      let first = desk.coordinator
      XCTAssertFalse(first.wouldLoseEdits)
      let second = desk.makeCoordinator()
      _ = await second.begin(.always)
      let scene = second.makeScene(kind: "page", activity: nil)
      XCTAssertEqual(second.place, .memory)
      await until("it is in memory") {
        desk.clock.advance(1)
        return second.saves.isSettled
      }
      XCTAssertFalse(second.wouldLoseEdits, "there is nothing that somebody typed")
      scene.set("typed", for: "Page.draft")
      await until("the draft is in memory") {
        desk.clock.advance(1)
        return second.saves.isSettled
      }
      XCTAssertTrue(second.wouldLoseEdits)
      first.end(keepingWindows: true)
      await first.writer.finish()
      await until("it takes over") {
        desk.clock.advance(1)
        return second.place == .home && second.isSaved
      }
      XCTAssertFalse(second.wouldLoseEdits)
      second.end(keepingWindows: true)
    }
  }

  func testWhatIsTakenOverFromAnotherPlaceIsRemovedThere() async throws {
    try await atDesk { desk in
      Self.makeHomeReadOnly(desk)
      let scenes = await desk.startAndOpen(["first", "closed"])
      await desk.close(scenes[1])
      let first = desk.coordinator
      XCTAssertEqual(first.place, .untilLogout)
      let second = desk.makeCoordinator()
      _ = await second.begin(.always)
      XCTAssertEqual(second.place, .memory)
      (desk.files as? FailingFileSystem)?.set(.none)
      first.end(keepingWindows: true)
      await first.writer.finish()
      await until("it takes over") {
        desk.clock.advance(1)
        return second.place == .home && second.isSaved
      }
      await second.writer.finish()
      XCTAssertEqual(desk.savedTargets, ["first"])
      XCTAssertEqual(desk.closedTargets, ["closed"])
      let runtime = await Self.runtime(desk)
      XCTAssertEqual(desk.names(in: runtime.layout), [], "the other place is emptied")
      second.end(keepingWindows: true)
    }
  }

  func testTheSecondProcessTakesOverWhereTheFirstHadToSave() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("at home")
      await desk.quit()
      Self.makeHomeReadOnly(desk)
      await desk.start()
      _ = desk.open("first")
      await desk.settle()
      let first = desk.coordinator
      XCTAssertEqual(first.place, .untilLogout)
      let second = desk.makeCoordinator()
      _ = await second.begin(.always)
      _ = second.makeScene(
        kind: "page",
        activity: UserActivity(type: "org.example.reading", targetContentIdentifier: "second"))
      XCTAssertEqual(second.place, .memory)
      first.end(keepingWindows: true)
      await first.writer.finish()
      await until("it takes over") {
        desk.clock.advance(1)
        return second.place == .untilLogout && second.saves.isSettled
      }
      guard case .off(let obstacle) = second.savingState, case .failure = obstacle.reason else {
        return XCTFail("it says why not in the home: \(second.savingState)")
      }
      second.end(keepingWindows: true)
      await second.writer.finish()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["second", "first", "at home"])
    }
  }

  /// The first process saved nothing where it had to; its windows of home are all there is.
  func testTakingOverLosesNoWindowThatIsOnlyAtHome() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "closed"])
      await desk.close(scenes[2])
      await desk.quit()
      // Another process holds the place it would have to use, and never writes there.
      Self.makeHomeReadOnly(desk)
      let runtime = await Self.runtime(desk)
      var other: StateStore? = try StateStore(runtime, desk.environment)
      let second = desk.makeCoordinator()
      _ = await second.begin(.always)
      XCTAssertEqual(second.place, .memory)
      XCTAssertNotNil(other)
      other = nil
      await until("it takes over") {
        desk.clock.advance(1)
        return second.place == .untilLogout && second.saves.isSettled
      }
      second.end(keepingWindows: true)
      await second.writer.finish()
      desk.files = SystemFileSystem()
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["a", "b"])
      XCTAssertEqual(desk.closedTargets, ["closed"])
    }
  }

  // MARK: Forgetting

  func testForgettingATargetReachesClosedWindowsAndHistory() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "secret", "b"])
      scenes[1].set(String(repeating: "secret ", count: 10_000), for: "Page.draft")
      await desk.settle()
      await desk.quit()
      await desk.start()
      let secret = try XCTUnwrap(desk.coordinator.scenes.first { $0.id == scenes[1].id })
      desk.coordinator.close(secret)
      desk.coordinator.scenes.first?.set(1, for: "n")
      await desk.settle()
      await desk.coordinator.forget(targetContentIdentifier: "secret")
      await desk.settle()
      XCTAssertFalse(desk.coordinator.canReopenClosedScene)
      let found = try FileManager.default.subpathsOfDirectory(atPath: desk.directory.root).filter {
        let text = try? String(contentsOfFile: desk.directory.root + "/" + $0, encoding: .utf8)
        return text?.contains("secret") == true
      }
      XCTAssertEqual(found, [])
      XCTAssertEqual(Set(desk.savedTargets), ["a", "b"])
    }
  }

  func testForgettingATargetReachesAWindowThatIsKeptAndNotShown() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "secret"])
      await desk.quit()
      await desk.start(.never)
      XCTAssertEqual(desk.coordinator.keptWindows.count, 2)
      await desk.coordinator.forget(targetContentIdentifier: "secret")
      await desk.settle()
      XCTAssertEqual(
        desk.coordinator.keptWindows.map(\.record.activity?.targetContentIdentifier), ["a"])
      await desk.kill()
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(desk.inspection.history.flatMap(\.windows).count, 1)
    }
  }

  func testForgettingATargetReachesWhatAnOpenWindowShowedBefore() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("secret")
      scene.activity = UserActivity(
        type: "org.example.reading", title: "Page b", targetContentIdentifier: "b")
      await desk.settle()
      await desk.coordinator.forget(targetContentIdentifier: "secret")
      await desk.settle()
      let found = try FileManager.default.subpathsOfDirectory(atPath: desk.directory.root).filter {
        let text = try? String(contentsOfFile: desk.directory.root + "/" + $0, encoding: .utf8)
        return text?.contains("secret") == true
      }
      XCTAssertEqual(found, [])
      XCTAssertEqual(desk.savedTargets, ["b"])
    }
  }

  func testForgettingOneWindow() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      desk.coordinator.close(scenes[0])
      await desk.close(scenes[1])
      await desk.coordinator.forget(scenes[1].id)
      XCTAssertEqual(desk.closedTargets, ["a"])
      await desk.coordinator.forget(scenes[2].id)
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["c"], "a window on screen is not forgotten so")
    }
  }

  // MARK: Past sessions

  func testAPastSessionIsOpenedWhileTheProgramRuns() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "b"])
      await desk.quit()
      await desk.start()
      desk.coordinator.scenes.forEach { desk.coordinator.close($0) }
      _ = desk.open("c")
      await desk.settle()
      let sessions = await desk.coordinator.pastSessions()
      XCTAssertEqual(sessions.map(\.windows.count), [2])
      XCTAssertEqual(sessions.first?.windows.map(\.activity?.title), ["Page b", "Page a"])
      let opened = await desk.coordinator.openPastSession(1)
      XCTAssertEqual(opened.map(\.activity?.targetContentIdentifier), ["b", "a"])
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["b", "a", "c"])
      XCTAssertEqual(desk.closedTargets, [])
      let again = await desk.coordinator.openPastSession(1)
      XCTAssertEqual(again.count, 0, "they are on screen already")
    }
  }

  func testAClosedWindowSaysWhenItWasClosedAndWhatItIsCalled() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.close(scenes[0])
      let closed = await desk.coordinator.closedWindows()
      XCTAssertEqual(closed.map(\.title), ["Page a"])
      XCTAssertEqual(
        closed.first?.closed?.timeIntervalSince1970 ?? 0, desk.clock.now.timeIntervalSince1970,
        accuracy: 5)
    }
  }

  // MARK: Conditions

  func testConditionsDecideWhichWindowContinuesAnActivity() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b", "c"])
      var continued: [Int] = []
      for (index, scene) in scenes.enumerated() {
        scene.onContinue("org.example.reading") { _ in
          continued.append(index)
          return true
        }
      }
      var activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "a")
      scenes[0].activationConditions.canActivate = .equals("b")
      XCTAssertFalse(desk.coordinator.continueActivity(activity))
      scenes[1].activationConditions.prefersToActivate = .equals("a")
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(continued, [1])
      activity.expirationDate = desk.clock.now.addingTimeInterval(-1)
      XCTAssertFalse(desk.coordinator.continueActivity(activity), "it has expired")
    }
  }

  func testAnActivitysKeywordsExpirationAndRequiredKeysComeBack() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.activity?.keywords = ["x", "y"]
      scene.activity?.expirationDate = Date(timeIntervalSince1970: 2_000_000_000.25)
      scene.activity?.requiredUserInfoKeys = ["page"]
      await desk.settle()
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.restoration.scenes.first?.activity, scene.activity)
      XCTAssertEqual(scene.activity?.keywords, ["x", "y"])
    }
  }

  func testWhatAnApplicationListensToCanBeCancelled() async throws {
    try await atDesk { desk in
      await desk.start()
      var told: [String] = []
      let coordinator = desk.coordinator
      let first = coordinator.onCanReopenChange { told.append("first \($0)") }
      coordinator.onCanReopenChange { told.append("second \($0)") }
      let scenes = desk.open(["a", "b"])
      coordinator.close(scenes[0])
      first.cancel()
      _ = await coordinator.reopenClosedScene()
      XCTAssertEqual(told, ["first true", "second true", "second false"])
    }
  }

  func testTheNextCoordinatorCanBeginAsSoonAsTheOneBeforeHasEnded() async throws {
    let machine = TestMachine()
    try await Self.restart(on: machine)
  }

  @MainActor
  private static func restart(on machine: TestMachine) async throws {
    for run in 0..<3 {
      let coordinator = RestorationCoordinator(
        RestorationConfiguration(
          applicationID: "org.example.App", sceneKinds: ["page"], activityTypes: [],
          applicationVersion: "1", environment: machine.environment))
      let restoration = await coordinator.begin(.always)
      XCTAssertEqual(coordinator.place, .home)
      XCTAssertEqual(restoration.scenes.count, run)
      _ = coordinator.makeScene(kind: "page", activity: nil)
      coordinator.end(keepingWindows: true)
    }
  }

  func testAHandlerCanBeTakenBack() async throws {
    try await atDesk { desk in
      await desk.start()
      let property = SceneStorage(wrappedValue: 0, "n", in: desk.open("a"))
      var seen: [Int] = []
      let subscription = property.onChange { seen.append($0) }
      property.wrappedValue = 1
      subscription.cancel()
      property.wrappedValue = 2
      XCTAssertEqual(seen, [1])
    }
  }

  // MARK: Preferences

  func testPreferencesTakeOverWhatAnotherWriterHasWritten() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      let here = await AppSettings.open(file, environment: desk.environment)
      let there = await AppSettings.open(file, environment: desk.environment)
      let size = AppStorage(wrappedValue: 12, "size", in: here)
      var seen: [Int] = []
      size.onChange { seen.append($0) }
      there.set(14, for: "size")
      there.set("x", for: "name")
      XCTAssertTrue(there.flush())
      here.set("dark", for: "style")
      XCTAssertTrue(here.flush())
      XCTAssertEqual(size.wrappedValue, 14)
      XCTAssertEqual(seen, [14])
      there.set(16, for: "size")
      XCTAssertTrue(there.flush())
      await here.reload()
      XCTAssertEqual(size.wrappedValue, 16)
      await there.reload()
      XCTAssertEqual(there.value(String.self, for: "style"), "dark")
    }
  }

  func testLargePreferencesComeBackAndTooLargeOnesAreRefused() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      let large = String(repeating: "x", count: 1_500_000)
      settings.set(large, for: "large")
      settings.set(String(repeating: "x", count: 5_000_000), for: "tooLarge")
      settings.set(Double.nan, for: "large")
      XCTAssertEqual(Set(settings.leftOut.map(\.key)), ["large", "tooLarge"])
      XCTAssertFalse(settings.flush(within: 20))
      let again = await AppSettings.open(file, environment: desk.environment)
      XCTAssertTrue(again.value(String.self, for: "large") == large)
    }
  }
}

@MainActor
private func forgetAll(_ desk: Desk, others: [StateDirectory]) throws -> Int {
  try SavedWindows(desk.directory, others: others).forget()
}
