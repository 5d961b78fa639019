// SPDX-License-Identifier: Apache-2.0
// Restoring that takes its time, objects that refer to each other, and activities that only views have.

import Foundation
import XCTest

@testable import StateRestoration

final class RestoringStepsTests: XCTestCase {
  @MainActor
  private final class View: StateRestoring {
    let restorationIdentifier: String?
    var restorationChildren: [any StateRestoring]
    var value = 0
    var friend: View?
    var isFinished = false
    var saved: StateReference?
    var atFinish: () -> Void = {}

    init(_ name: String, _ children: [any StateRestoring] = []) {
      restorationIdentifier = name
      restorationChildren = children
    }

    func encodeState(to coder: inout StateCoder) {
      coder.encode(value, for: "value")
      coder.encode(reference: friend, for: "friend")
    }
    func decodeState(from coder: StateCoder) {
      value = coder.decode(Int.self, for: "value") ?? 0
      saved = coder.reference(for: "friend")
    }
    func didFinishRestoring() {
      isFinished = true
      friend = saved?.object as? View
      atFinish()
    }
  }

  /// Holds a step until a test lets it go.
  @MainActor
  private final class Gate {
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOpen = false

    func pass() async {
      if isOpen { return }
      await withCheckedContinuation { waiting = $0 }
    }

    func open() {
      isOpen = true
      waiting?.resume()
      waiting = nil
    }
  }

  // MARK: Steps

  func testNobodyIsToldThatRestoringHasFinishedBeforeAStepIsDone() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let root = View("root")
      root.value = 7
      scene.restore(root)
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      let gate = Gate()
      var views: [View] = []
      var isRestored = false
      await desk.startOnly { coordinator in
        coordinator.register("page") { scene in
          let view = View("root")
          views.append(view)
          scene.whileRestoring(atMost: 1000) { await gate.pass() }
          scene.restore(view)
          // What it is to show is not there yet.
          view.value = 0
          scene.setNeedsEncoding()
        }
      }
      let restoring = Task {
        await desk.coordinator.restore(desk.restoration)
        isRestored = true
      }
      await until("the window is made") { !views.isEmpty }
      await desk.settle()
      XCTAssertEqual(views.map(\.isFinished), [false])
      XCTAssertFalse(isRestored)
      XCTAssertNotEqual(desk.coordinator.launch.phase, .running)
      XCTAssertEqual(
        desk.inspection.windows.first?.views["root"]?.values["value"], .int(7),
        "what was saved stays until it is restored")
      gate.open()
      await restoring.value
      XCTAssertEqual(views.map(\.isFinished), [true])
      XCTAssertEqual(desk.coordinator.launch.phase, .running)
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.views["root"]?.values["value"], .int(0),
        "what was to be encoded meanwhile is encoded now")
    }
  }

  func testAStepThatTakesTooLongIsNotWaitedFor() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      await desk.quit()
      let gate = Gate()
      let view = View("root")
      var isMade = false
      await desk.startOnly { coordinator in
        coordinator.register("page") { scene in
          scene.whileRestoring(atMost: 5) { await gate.pass() }
          scene.restore(view)
          isMade = true
        }
      }
      let restoring = Task { await desk.coordinator.restore(desk.restoration) }
      await until("the window is made") { isMade }
      desk.clock.advance(4)
      XCTAssertFalse(view.isFinished)
      desk.clock.advance(1)
      XCTAssertTrue(view.isFinished)
      await restoring.value
      gate.open()
    }
  }

  // MARK: References

  func testObjectsReferToEachOtherWhereverTheyAre() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let (left, right) = (View("left"), View("ri/ght"))
      let root = View("root", [left, right])
      let other = View("other")
      scene.restore(root)
      scene.restore(other)
      left.friend = right
      right.friend = other
      other.friend = View("in no tree")
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      let (newLeft, newRight) = (View("left"), View("ri/ght"))
      let newOther = View("other")
      newOther.atFinish = { XCTAssertNil(newOther.friend) }
      back.restore(newOther)
      let newRoot = View("root", [newLeft, newRight])
      back.restore(newRoot)
      XCTAssertIdentical(newLeft.friend, newRight)
      XCTAssertIdentical(newRight.friend, newOther)
    }
  }

  // MARK: Activities of views

  func testAViewHasAnActivityInAWindowWithoutOne() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.coordinator.makeScene(kind: "page", activity: nil)
      let view = scene.contribute(beginning: "org.example.reading") { $0.title = "A page" }
      let other = scene.contribute { $0.keywords = ["word"] }
      other.becomeCurrent()
      XCTAssertNil(scene.activity, "nothing to add to")
      view.becomeCurrent()
      other.resignCurrent()
      other.becomeCurrent()
      XCTAssertEqual(scene.activity?.title, "A page")
      XCTAssertEqual(scene.activity?.keywords, ["word"])
      await desk.settle()
      await desk.kill()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(back.activity?.title, "A page", "as it was seen last")
      let again = back.contribute(beginning: "org.example.reading") { $0.title = "Another page" }
      again.becomeCurrent()
      XCTAssertEqual(back.activity?.title, "Another page")
      again.resignCurrent()
      XCTAssertNil(back.activity)
    }
  }

  func testWhatTheWindowSaysOfAnActivityOfItsViewsStaysWithTheWindow() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.coordinator.makeScene(kind: "page", activity: nil)
      let view = scene.contribute(beginning: "org.example.reading") { $0.title = "A page" }
      view.becomeCurrent()
      scene.activity?.userInfo["shelf"] = .int(1)
      view.resignCurrent()
      XCTAssertEqual(scene.activity?.title, "")
      XCTAssertEqual(scene.activity?.userInfo["shelf"], .int(1))
    }
  }

  func testAnUndeclaredTypeBeginsNothing() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.coordinator.makeScene(kind: "page", activity: nil)
      scene.contribute(beginning: "org.example.unknown") { $0.title = "A page" }.becomeCurrent()
      XCTAssertNil(scene.activity)
    }
  }
}
