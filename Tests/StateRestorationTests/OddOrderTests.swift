// SPDX-License-Identifier: Apache-2.0
// Callbacks, memory and odd orders: what is said of saving is true, and everything goes where it belongs.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class OddOrderTests: XCTestCase {
  func testWhatIsOnlyInMemoryIsNotSaved() async throws {
    try await atDesk { desk in
      desk.variables = [:]
      await desk.start()
      XCTAssertEqual(desk.coordinator.place, .memory)
      XCTAssertTrue(desk.coordinator.isSaved, "there is nothing to save")
      let scene = desk.open("a")
      scene.set("typed", for: "draft")
      desk.clock.advance(1)
      await until("it is in memory") { desk.coordinator.saves.isSettled }
      XCTAssertFalse(desk.coordinator.isSaved)
      XCTAssertFalse(desk.coordinator.flush())
      XCTAssertTrue(desk.coordinator.wouldLoseEdits)
    }
  }

  func testARefusedValueClearsAsSoonAsAnAcceptedOneReplacesIt() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let good = scene.activity
      scene.activity = UserActivity(
        type: "org.example.reading", targetContentIdentifier: String(repeating: "x", count: 5000))
      XCTAssertNotEqual(desk.coordinator.savingState, .saving)
      scene.activity = good
      XCTAssertEqual(desk.coordinator.savingState, .saving)

      scene.set(1.5, for: "n")
      scene.set(Double.nan, for: "n")
      scene.set(1.5, for: "n")
      XCTAssertEqual(desk.coordinator.savingState, .saving)
    }
  }

  func testAViewThatIsGoneRefusesNothing() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      var view: Refusing? = Refusing()
      if let view { scene.restore(view) }
      scene.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(desk.coordinator.leftOut.count, 1)
      view?.child = nil
      scene.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(desk.coordinator.leftOut, [])
      view?.child = Refusing()
      scene.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(desk.coordinator.leftOut.count, 1)
      view = nil
      scene.set(1, for: "n")
      await desk.settle()
      XCTAssertEqual(desk.coordinator.leftOut, [])
    }
  }

  @MainActor
  private final class Refusing: StateRestoring {
    var child: Refusing?
    let restorationIdentifier: String?

    init() {
      restorationIdentifier = "outer"
      child = Refusing("inner")
    }
    init(_ name: String) { restorationIdentifier = name }

    var restorationChildren: [any StateRestoring] {
      child.map { $0.restorationIdentifier == "outer" ? [Refusing("inner")] : [$0] } ?? []
    }
    func encodeState(to coder: inout StateCoder) {
      if restorationIdentifier == "inner" { coder.encode(Double.nan, for: "n") }
    }
  }

  func testAnEndWhileTheStateIsDecodedIsTheEnd() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      await desk.startOnly { coordinator in
        coordinator.didDecode = { [weak coordinator] _ in coordinator?.end(keepingWindows: true) }
      }
      XCTAssertTrue(desk.coordinator.hasEnded)
      XCTAssertEqual(desk.restoration.scenes.count, 0)
      await desk.coordinator.writer.finish()
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(desk.restoration.reason, .normal)
    }
  }

  func testASecondBeginIsReportedAndChangesNothing() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      let reported = TestLog()
      let before = RestorationMisuse.report
      RestorationMisuse.report = { reported.add($0) }
      defer { RestorationMisuse.report = before }
      let coordinator = desk.makeCoordinator()
      async let first = coordinator.begin(.always)
      async let second = coordinator.begin(.always)
      let found = await [first, second].map(\.scenes.count)
      XCTAssertEqual(found.sorted(), [0, 1])
      XCTAssertEqual(coordinator.place, .home)
      XCTAssertEqual(reported.lines.count, 1)
      coordinator.end(keepingWindows: true)
      await coordinator.writer.finish()
    }
  }

  func testAKindThatNeverComesBackLeavesNothing() async throws {
    try await atDesk { desk in
      await desk.startOnly()
      var configuration = desk.coordinator.configuration
      await desk.quit()
      configuration.neverRestoredKinds = ["page"]
      let coordinator = RestorationCoordinator(configuration)
      _ = await coordinator.begin(.always)
      let scene = coordinator.makeScene(kind: "page", activity: nil)
      // An application may say so by mistake.
      scene.isRestorable = true
      scene.set("secret", for: "draft")
      _ = coordinator.makeScene(kind: "browser", activity: nil)
      coordinator.flush()
      XCTAssertEqual(desk.inspection.windows.map(\.kind), ["browser"])
      coordinator.close(scene)
      coordinator.flush()
      XCTAssertEqual(desk.inspection.closed.count, 0)
      coordinator.end(keepingWindows: true)
      await coordinator.writer.finish()
    }
  }

  func testALinkAndAFileKeepWordsAndTheEnd() throws {
    var activity = UserActivity(
      type: "org.example.reading", title: "Page", targetContentIdentifier: "a")
    activity.isEligibleForHandoff = true
    activity.keywords = ["red", "füll"]
    activity.expirationDate = Date(timeIntervalSince1970: 1_800_000_000)
    let types: [String: ActivityType] = ["page": "org.example.reading"]
    let link = try ActivityLink(activity, scheme: "example", activityTypes: types)
    let read = try ActivityLink(link.text).activity(types)
    XCTAssertEqual(read.keywords, activity.keywords)
    XCTAssertEqual(read.expirationDate, activity.expirationDate)
    let inFile = try ActivityFile.activity(in: ActivityFile.data(of: activity))
    XCTAssertEqual(inFile.keywords, activity.keywords)
    XCTAssertEqual(inFile.expirationDate, activity.expirationDate)
    activity.expirationDate = Date(timeIntervalSince1970: .infinity)
    XCTAssertThrowsError(try ActivityLink(activity, scheme: "example", activityTypes: types))
  }

  func testAProgramsOwnKeyAndThePayloadAreTwoThings() throws {
    var activity = UserActivity(type: "org.example.reading")
    try activity.setPayload(["page": 3])
    activity.userInfo["payload"] = .string("mine")
    XCTAssertEqual(activity.payload([String: Int].self), ["page": 3])
    XCTAssertEqual(activity.userInfo["payload"], .string("mine"))
  }

  func testAnObjectOfAnotherNameDoesNotGetTheState() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let root = Named("root")
      root.children = [Named("a"), Named("b")]
      scene.restore(root)
      scene.setNeedsEncoding()
      await desk.quit()
      await desk.start()
      let reported = TestLog()
      let before = RestorationMisuse.report
      RestorationMisuse.report = { reported.add($0) }
      defer { RestorationMisuse.report = before }
      let again = Named("root")
      let other = Named("other")
      desk.restoration.scenes.first?.restore(again) { path, _ in path == "root/a" ? other : nil }
      XCTAssertEqual(other.decoded, 0)
      XCTAssertEqual(reported.lines.count, 1)
    }
  }

  @MainActor
  private final class Named: StateRestoring {
    let restorationIdentifier: String?
    var children: [Named] = []
    var decoded = 0

    init(_ name: String) { restorationIdentifier = name }

    var restorationChildren: [any StateRestoring] { children }
    func encodeState(to coder: inout StateCoder) { coder.encode(1, for: "n") }
    func decodeState(from coder: StateCoder) { decoded += 1 }
  }

  func testTheWindowClosedLastIsListedFirstHoweverShortlyItWasOpenAgain() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      await desk.close(scenes[0])
      await desk.close(scenes[1])
      let back = await desk.coordinator.reopenClosedScene(scenes[0].id)
      back?.set("more", for: "draft")
      if let back { desk.coordinator.close(back) }
      await desk.settle()
      XCTAssertEqual(desk.closedTargets, ["a", "b"])
      XCTAssertEqual(desk.inspection.closed.first?.storage["draft"], .string("more"))
      XCTAssertEqual(desk.names(in: desk.directory.closed).count, 2)
    }
    // The disk may be so slow that it never was on it as an open one.
    let bench = SaveBench()
    let store = try bench.store()
    for (window, value) in [(0, 1), (1, 2), (0, 3)] {
      XCTAssertNil(
        store.save(SaveBatch(fates: [bench.ids[window]: .closed(bench.record(window, value))]))
          .failure)
    }
    XCTAssertEqual(store.closedRecords().map(\.record.id), [bench.ids[0], bench.ids[1]])
    XCTAssertEqual(store.closedRecords().first?.record.storage["n"], .int(3))
  }

  func testAWindowThatNothingMakesOrThatComesAfterTheEndIsNotOpen() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      RestorationMisuse.report = { _ in }
      defer { RestorationMisuse.report = before }
      _ = await desk.startAndOpen(["a", "b"])
      let new = desk.open("c")
      desk.coordinator.make(new)
      XCTAssertFalse(desk.coordinator.scenes.contains { $0 === new })
      await desk.settle()
      XCTAssertEqual(desk.savedTargets, ["b", "a"])
      await desk.quit()
      // Of a start: kept for a version that can make it.
      await desk.startOnly()
      await desk.coordinator.restore(desk.restoration)
      XCTAssertEqual(desk.coordinator.scenes.count, 0)
      XCTAssertEqual(desk.coordinator.keptWindows.map(\.reason), [.unknownKind, .unknownKind])
      await desk.settle()
      XCTAssertEqual(Set(desk.savedTargets), ["a", "b"])
      await desk.quit()
      let late = desk.open("late")
      late.set("x", for: "draft")
      XCTAssertFalse(desk.coordinator.scenes.contains { $0 === late })
    }
  }

  func testTheSecondOwnerOfAKeyDoesNotOverwriteTheFirst() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      RestorationMisuse.report = { _ in }
      defer { RestorationMisuse.report = before }
      let scene = await desk.startAndOpen("a")
      // A view “Page.note” with a key “text”, and a view “Page” with a key “note.text”.
      let first = SceneStorage(wrappedValue: "", "Page.note.text", in: scene)
      let second = SceneStorage(wrappedValue: "", "Page.note.text", in: scene)
      first.wrappedValue = "first"
      second.wrappedValue = "second"
      XCTAssertEqual(first.wrappedValue, "first")
      XCTAssertEqual(scene.value(String.self, for: "Page.note.text"), "first")
    }
  }

  func testTheApplicationIsAskedForItsValuesAtEverySave() async throws {
    try await atDesk { desk in
      var count = 0
      await desk.start { coordinator in
        coordinator.willEncode = { coder in
          count += 1
          coder.encode(count, for: "n")
        }
      }
      let scene = desk.open("a")
      await desk.settle()
      let before = count
      scene.set(1, for: "n")
      await desk.settle()
      XCTAssertGreaterThan(count, before)
      XCTAssertEqual(desk.inspection.application["n"], .int(Int64(count)))
    }
  }

  func testUnknownKeysAreKeptAtEveryLevel() async throws {
    try await atDesk { desk in
      await desk.start { $0.willEncode = { $0.encode(1, for: "known") } }
      let scene = desk.open("a")
      let root = Named("root")
      scene.restore(root)
      scene.setNeedsEncoding()
      await desk.quit()
      let files = SystemFileSystem()
      func change(_ path: String, _ change: (inout [String: StateValue]) -> Void) throws {
        var fields = try StateValue(json: files.contents(path, limit: 1 << 20)).object ?? [:]
        change(&fields)
        try files.replace(path, with: StateValue.object(fields).canonicalData())
      }
      func with(_ value: StateValue?, _ key: String) -> StateValue {
        .object((value?.object ?? [:]).merging([key: .string("new")]) { $1 })
      }
      try change(desk.directory.session) { fields in
        fields["application"] = with(fields["application"], "newer")
      }
      try change(desk.directory.window(scene.id)) { fields in
        var view = fields["views"]?.object?["root"]?.object ?? [:]
        view["state"] = with(view["state"], "newer")
        fields["views"] = .object(["root": with(.object(view), "newer")])
        fields["activity"] = with(fields["activity"], "newer")
        fields["ownActivity"] = with(fields["activity"], "newer")
        fields["geometry"] = .object(
          ["width": .int(9), "height": .int(9), "newer": .string("new")])
        fields["newer"] = .string("new")
      }
      await desk.start { $0.willEncode = { $0.encode(2, for: "known") } }
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      back.restore(root)
      back.set(2, for: "n")
      back.setNeedsEncoding()
      await desk.quit()
      XCTAssertEqual(desk.inspection.application, ["known": .int(2), "newer": .string("new")])
      let record = try XCTUnwrap(desk.inspection.windows.first)
      XCTAssertEqual(record.views["root"]?.values["newer"], .string("new"))
      XCTAssertEqual(record.views["root"]?.unknown["newer"], .string("new"))
      let fields = record.value.object ?? [:]
      XCTAssertEqual(fields["newer"], .string("new"))
      for part in ["activity", "ownActivity", "geometry"] {
        XCTAssertEqual(fields[part]?.object?["newer"], .string("new"), part)
      }
    }
  }
}
