// SPDX-License-Identifier: Apache-2.0
// The limits that are easily forgotten: both layers of an activity, its words, a window's kind, the
// preferences as they are written. What is accepted is read back; what is not is said at once.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class LimitTests: XCTestCase {
  func testALargePayloadUnderAViewsContributionIsSaved() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let long = String(repeating: "long ", count: 100_000)
      scene.activity?.userInfo["text"] = .string(long)
      let view = scene.contribute { $0.userInfo["page"] = .int(1) }
      view.becomeCurrent()
      await desk.settle()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      XCTAssertEqual(desk.inspection.problems, [])
      await desk.kill()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(back.activity?.userInfo["page"], .int(1))
      XCTAssertTrue(back.activity?.userInfo["text"] == .string(long))
      let again = back.contribute { $0.userInfo["page"] = .int(2) }
      again.becomeCurrent()
      again.resignCurrent()
      XCTAssertNil(back.activity?.userInfo["page"], "the view's")
      XCTAssertTrue(back.activity?.userInfo["text"] == .string(long), "the window's own")
    }
  }

  func testWordsOfAnActivityThatDoNotFitAreRefused() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let before = scene.activity
      let words = Set((0..<5000).map { "a word that is long enough to count \($0)" })
      scene.activity?.keywords = words
      XCTAssertEqual(scene.activity, before)
      XCTAssertEqual(desk.coordinator.leftOut.map(\.place), [.activity])
      scene.activity?.requiredUserInfoKeys = Set(words.map { StateKey($0) })
      XCTAssertEqual(scene.activity, before)
      scene.activity?.expirationDate = Date(timeIntervalSince1970: .nan)
      XCTAssertEqual(scene.activity, before)
      scene.activity?.keywords = Set(words.prefix(100))
      XCTAssertEqual(scene.activity?.keywords.count, 100)
      XCTAssertEqual(desk.coordinator.leftOut, [])
    }
  }

  func testPreferencesAreMeasuredAsTheyAreWritten() async throws {
    try await atDesk { desk in
      let file = desk.base.appendingPathComponent("settings.json")
      let settings = await AppSettings.open(file, environment: desk.environment)
      // Indented, one number a line, these are several times as long as on one line.
      let numbers = StateValue.array(
        (0..<8).map { _ in .array(Array(repeating: .int(1), count: 200_000)) })
      for key in ["a", "b"] as [StateKey] { settings.set(numbers, for: key) }
      XCTAssertEqual(Set(settings.leftOut.map(\.key)), ["a", "b"])
      settings.set(1, for: "c")
      settings.flush()
      XCTAssertNil(settings.failure)
      let again = await AppSettings.open(file, environment: desk.environment)
      XCTAssertEqual(again.value(Int.self, for: "c"), 1)
    }
  }

  func testApplicationValuesThatAreTooLargeTogetherLeaveTheOlderOnes() throws {
    try skipWithoutFaults()
    var session = CurrentSession()
    func encode(_ size: Int) {
      var coder = session.emptyCoder
      for key in 0..<2 {
        coder.encode(String(repeating: "v", count: size), for: StateKey("recent \(key)"))
      }
      _ = session.take(coder)
    }
    encode(1_000)
    let before = session.record.application
    XCTAssertEqual(before.count, 2)
    encode(StateLimits.applicationBytes / 2)
    XCTAssertEqual(
      session.leftOut.map(\.refusal), [.tooLargeTogether(limit: StateLimits.applicationBytes)])
    XCTAssertEqual(session.record.application, before)
    encode(2_000)
    XCTAssertEqual(session.leftOut, [])
    XCTAssertNotEqual(session.record.application, before)
  }

  func testAnActivityWithAValueThatCannotBeReadBackIsRefused() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let before = scene.activity
      var random = SplitMix(seed: 1)
      for bad in [StateValue.double(.nan), random.nested(StateLimits.valueDepth + 1)] {
        scene.activity?.userInfo["place"] = bad
        XCTAssertEqual(scene.activity, before)
        XCTAssertEqual(desk.coordinator.leftOut.map(\.place), [.activity])
      }
      scene.activity?.userInfo["place"] = .int(3)
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.activity?.userInfo["place"], .int(3))
    }
  }

  func testAWindowWithTooMuchKeepsTheOlderOfWhatDoesNotFit() throws {
    try skipWithoutFaults()
    try skipWhenSanitized()
    var record = SceneRecord(id: UUID(), kind: "page")
    for number in 0..<5 { record.storage["v\(number)"] = .string("short") }
    let before = RecordLayout(record)
    XCTAssertEqual(before.leftOut, [])
    let size = StateLimits.windowBytes / 5
    for number in 0..<5 {
      record.storage["v\(number)"] = .string(String(repeating: "x", count: size + 1_000 * number))
    }
    let after = RecordLayout(record, after: before.file)
    XCTAssertEqual(after.leftOut.map(\.key), ["v4"], "the largest")
    XCTAssertEqual(after.file.record.storage["v4"], .string("short"))
    XCTAssertEqual(after.file.record.storage["v3"]?.string?.utf8.count, size + 3_000)
  }

  func testASessionThatCouldNotBeReadBackIsNotWritten() throws {
    try skipWithoutFaults()
    try skipWhenSanitized()
    let store = try SaveBench().store()
    var session = SessionRecord()
    session.application = ["recent": .string("short")]
    XCTAssertNil(store.save(SaveBatch(session: session)).failure)
    session.application = [
      "recent": .string(String(repeating: "r", count: StateLimits.sessionBytes))
    ]
    XCTAssertEqual(store.save(SaveBatch(session: session)).failure?.code, EFBIG)
    var state = StoredState()
    store.readSession(&state)
    XCTAssertEqual(state.session?.application, ["recent": .string("short")])
    XCTAssertEqual(state.remarks, [])
  }
}
