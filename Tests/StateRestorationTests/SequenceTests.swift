// SPDX-License-Identifier: Apache-2.0
// What handlers are told is there as sequences, too, which end with what they are about.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class SequenceTests: XCTestCase {
  func testWhatHandlersAreToldIsASequenceToo() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scenes = await desk.startAndOpen(["a", "b"])
      let coordinator = desk.coordinator
      let (states, reopening, discarded, arrivals) = (
        coordinator.savingStates, coordinator.canReopenChanges, coordinator.discardedWindows,
        coordinator.activityArrivals
      )
      let reading: ActivityType = "org.example.reading"
      coordinator.continueActivity(UserActivity(type: reading, targetContentIdentifier: "c"))
      for await arrival in arrivals {
        guard case .didFail(reading, _) = arrival else { return XCTFail("\(arrival)") }
        break
      }
      let continued = coordinator.continuedActivities(reading, where: .begins(with: "d"))
      XCTAssertTrue(
        coordinator.continueActivity(UserActivity(type: reading, targetContentIdentifier: "d")))
      for await activity in continued {
        XCTAssertEqual(activity.targetContentIdentifier, "d")
        break
      }
      coordinator.close(scenes[0])
      for await canReopen in reopening {
        XCTAssertTrue(canReopen)
        break
      }
      await coordinator.forget(scenes[0].id)
      for await gone in discarded {
        XCTAssertEqual(gone, [scenes[0].id])
        break
      }
      let named = coordinator.namedSessionsChanges
      _ = try await coordinator.keepWindows(as: "Monday")
      var changes = named.makeAsyncIterator()
      let change: Void? = await changes.next()
      XCTAssertNotNil(change)
      files.set(.full(ENOSPC))
      scenes[1].set("typed", for: "draft")
      scenes[1].saveNow()
      for await state in states {
        guard case .notSaving = state else { return XCTFail("\(state)") }
        break
      }
      files.set(.none)
      coordinator.retrySaving()
      await desk.settle()
    }
  }

  func testWhoeverWaitsForActivitiesTakesThemAndNobodyElseDoes() async throws {
    try await atDesk { desk in
      let reading: ActivityType = "org.example.reading"
      let (scene, activity) = (
        await desk.startAndOpen("a"), UserActivity(type: reading, targetContentIdentifier: "a")
      )
      var asked = 0
      scene.onContinue(reading) { _ in
        asked += 1
        return false
      }
      let continued = scene.continuedActivities(reading)
      XCTAssertTrue(desk.coordinator.continueActivity(activity))
      let waiting = Task { () -> UserActivity? in
        for await activity in continued { return activity }
        return nil
      }
      let first = await waiting.value
      XCTAssertEqual(first, activity)
      XCTAssertEqual(asked, 0, "it was added last, and took it")
      let gone = Task { for await _ in continued {} }
      gone.cancel()
      await gone.value
      XCTAssertFalse(desk.coordinator.continueActivity(activity))
      XCTAssertEqual(asked, 1)
    }
  }

  func testASequenceEndsWithWhatItIsAbout() async throws {
    try await atDesk { desk in
      await desk.start()
      var ended: Set<String> = []
      var coordinator: RestorationCoordinator? = desk.makeCoordinator()
      var storage: SceneStorage<Int>? = SceneStorage(
        wrappedValue: 0, "n", in: desk.open("a"))
      let (states, numbers) = (coordinator?.savingStates, storage?.values)
      Task {
        if let states { for await _ in states {} }
        ended.insert("coordinator")
      }
      Task {
        if let numbers { for await _ in numbers {} }
        ended.insert("storage")
      }
      await Task.yield()
      XCTAssertEqual(ended, [])
      (coordinator, storage) = (nil, nil)
      await until("both have ended") { ended == ["coordinator", "storage"] }
    }
  }
}
