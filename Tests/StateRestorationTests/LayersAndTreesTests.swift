// SPDX-License-Identifier: Apache-2.0
// Views that contribute to an activity in layers, and trees of objects that appear late, disappear
// early, share names or change their class.

import Foundation
import XCTest

@testable import StateRestoration

final class LayersAndTreesTests: XCTestCase {
  // MARK: Layers

  func testTwoViewsOfOneKeyAndOneResigns() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.activity?.userInfo["page"] = .int(0)
      let lower = scene.contribute { $0.userInfo["page"] = .int(1) }
      let upper = scene.contribute { $0.userInfo["page"] = .int(2) }
      lower.becomeCurrent()
      upper.becomeCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(2)])
      upper.resignCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(1)])
      lower.resignCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(0)])
    }
  }

  func testTheViewThatBecameCurrentLastWins() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let views = (1...2).map { number in
        scene.contribute { $0.userInfo["page"] = .int(Int64(number)) }
      }
      views[1].becomeCurrent()
      views[0].becomeCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(1)])
      views[0].resignCurrent()
      XCTAssertEqual(scene.activity?.userInfo, ["page": .int(2)])
    }
  }

  func testWhatAViewSaysStaysItsOwnWhenTheActivityIsSetAgain() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let own = try XCTUnwrap(scene.activity)
      let view = scene.contribute {
        $0.title = "Page 3"
        $0.targetContentIdentifier = "a#3"
        $0.keywords = ["three"]
        $0.isEligibleForHandoff = true
      }
      view.becomeCurrent()
      scene.activity?.userInfo["shelf"] = .int(1)
      XCTAssertEqual(scene.activity?.title, "Page 3")
      view.resignCurrent()
      var expected = own
      expected.userInfo["shelf"] = .int(1)
      XCTAssertEqual(scene.activity, expected)
    }
  }

  func testAViewsPayloadAndTitleNeverRemoveTheWindows() async throws {
    struct Book: Codable { var book: String }
    struct Page: Codable { var page: Int }
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      var activity = try XCTUnwrap(scene.activity)
      try activity.setPayload(Book(book: "emma"))
      scene.activity = activity
      let view = scene.contribute {
        try? $0.setPayload(Page(page: 3))
        $0.title = "Page 3"
      }
      view.becomeCurrent()
      XCTAssertEqual(scene.activity?.payload(Book.self)?.book, "emma")
      XCTAssertEqual(scene.activity?.payload(Page.self)?.page, 3)
      XCTAssertEqual(scene.activity?.title, "Page 3")
      // Read with its layers, changed and set again.
      scene.activity?.userInfo["shelf"] = .int(1)
      await desk.settle()
      await desk.kill()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(back.activity?.payload(Page.self)?.page, 3, "as it was seen last")
      let again = back.contribute { try? $0.setPayload(Page(page: 4)) }
      again.becomeCurrent()
      XCTAssertEqual(back.activity?.payload(Page.self)?.page, 4)
      again.resignCurrent()
      XCTAssertNil(back.activity?.payload(Page.self))
      XCTAssertEqual(back.activity?.payload(Book.self)?.book, "emma")
      XCTAssertEqual(back.activity?.userInfo["shelf"], .int(1))
    }
  }

  // MARK: Trees

  @MainActor
  private class View: StateRestoring {
    let restorationIdentifier: String?
    var restorationChildren: [any StateRestoring]
    var value = ""
    var isFinished = false

    init(_ name: String, _ children: [any StateRestoring] = []) {
      restorationIdentifier = name
      restorationChildren = children
    }

    func encodeState(to coder: inout StateCoder) { coder.encode(value, for: "value") }
    func decodeState(from coder: StateCoder) {
      value = coder.decode(String.self, for: "value") ?? ""
    }
    func didFinishRestoring() { isFinished = true }
  }

  private final class SubView: View {}
  private enum Other {
    @MainActor final class Lone: StateRestoring {
      var restorationIdentifier: String? { "lone" }
      var value: String?
      func decodeState(from coder: StateCoder) {
        value = coder.decode(String.self, for: "value")
      }
    }
  }
  @MainActor private final class Lone: StateRestoring {
    var restorationIdentifier: String? { "lone" }
    func encodeState(to coder: inout StateCoder) { coder.encode("mine", for: "value") }
  }

  /// Saves the trees of a window and returns the window of the next start.
  @MainActor
  private static func restart(
    _ desk: Desk, _ roots: [any StateRestoring], says: Bool = true
  ) async throws -> SceneSession {
    let scene = desk.coordinator.scenes.first ?? desk.open("a")
    for root in roots { scene.restore(root) }
    if says { scene.setNeedsEncoding() }
    await desk.settle()
    await desk.quit()
    await desk.start()
    return try XCTUnwrap(desk.restoration.scenes.first)
  }

  func testNamesWithSlashesAreNoPaths() async throws {
    try await atDesk { desk in
      await desk.start()
      let inner = View("b")
      inner.value = "inner"
      let odd = View("a/b")
      odd.value = "odd"
      let tilde = View("a~1b")
      tilde.value = "tilde"
      let tree = View("root", [View("a", [inner]), odd, tilde])
      let back = try await Self.restart(desk, [tree])
      let views = [View("b"), View("a/b"), View("a~1b")]
      back.restore(View("root", [View("a", [views[0]]), views[1], views[2]]))
      XCTAssertEqual(views.map(\.value), ["inner", "odd", "tilde"])
    }
  }

  func testATreeThatReportsNoChangeIsEncodedAtTheEndAndAtFocusLoss() async throws {
    try await atDesk { desk in
      await desk.start()
      let root = View("root")
      root.value = "1"
      let back = try await Self.restart(desk, [root], says: false)
      let again = View("root")
      back.restore(again)
      XCTAssertEqual(again.value, "1")
      again.value = "2"
      back.saveNow()
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.views["root"]?.values["value"], .string("2"))
      @MainActor func saved() -> StateValue? {
        desk.inspection.windows.first { $0.id == back.id }?.views["root"]?.values["value"]
      }
      again.value = "3"
      let other = desk.open("other")
      await desk.settle()
      XCTAssertEqual(saved(), .string("3"), "a new window has the focus")
      desk.coordinator.focus(back)
      again.value = "4"
      desk.coordinator.focus(other)
      await desk.settle()
      XCTAssertEqual(saved(), .string("4"))
      again.value = "5"
      await desk.close(back)
      XCTAssertEqual(
        desk.inspection.closed.first?.views["root"]?.values["value"], .string("5"))
    }
  }

  func testSettingNeedsEncodingBeforeRestoringIsRemembered() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.setNeedsEncoding()
      let root = View("root")
      root.value = "1"
      scene.restore(root)
      scene.set(1, for: "n")
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.views["root"]?.values["value"], .string("1"))
    }
  }

  func testTwoTreesAndAChildThatComesLate() async throws {
    try await atDesk { desk in
      await desk.start()
      let late = View("late")
      late.value = "late"
      let roots = [View("one", [late]), View("two")]
      roots[0].value = "1"
      roots[1].value = "2"
      let back = try await Self.restart(desk, roots)
      let again = [View("one"), View("two")]
      for root in again { back.restore(root) }
      XCTAssertEqual(again.map(\.value), ["1", "2"])
      again[0].value = "1b"
      back.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.views.keys.sorted(), ["one", "one/late", "two"],
        "what has not come yet keeps its state")
      let comes = View("late")
      again[0].restorationChildren.append(comes)
      back.restore(again[0])
      XCTAssertEqual(comes.value, "late")
      XCTAssertTrue(comes.isFinished)
      again[0].restorationChildren = []
      back.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(
        desk.inspection.windows.first?.views.keys.sorted(), ["one", "two"],
        "what has come and gone has none")
      let unasked = View("late")
      again[1].restorationChildren = [unasked]
      back.setNeedsEncoding()
      await desk.settle()
      XCTAssertTrue(unasked.isFinished)
    }
  }

  func testClassesOfOneShortNameAndSubclasses() async throws {
    try await atDesk { desk in
      await desk.start()
      let view = View("view")
      view.value = "v"
      let back = try await Self.restart(desk, [view, Lone()])
      let sub = SubView("view")
      back.restore(sub)
      XCTAssertEqual(sub.value, "v", "a subclass is of the class too")
      let other = Other.Lone()
      back.restore(other)
      XCTAssertNil(other.value, "another class of the same short name is not")
      XCTAssertTrue(desk.log.lines.contains { $0.contains("“lone” is no") })
    }
  }

  func testMakeIsGivenTheSavedClass() async throws {
    try await atDesk { desk in
      await desk.start()
      let back = try await Self.restart(desk, [View("root", [SubView("panel")])])
      var asked: [String] = []
      back.restore(View("root")) { path, coder in
        asked.append(path + " " + coder.restorationClass)
        return nil
      }
      XCTAssertEqual(asked.count, 1)
      XCTAssertTrue(asked[0].hasPrefix("root/panel "))
      XCTAssertTrue(asked[0].hasSuffix("SubView"), asked[0])
      XCTAssertFalse(asked[0].contains("unknown context"), asked[0])
    }
  }

  func testShortNamesOfEarlierVersionsAreUnderstood() {
    MainActor.assumeIsolated {
      XCTAssertTrue(RestorationClass.isFor("SubView", SubView("x")))
      XCTAssertTrue(RestorationClass.isFor("View", SubView("x")))
      XCTAssertFalse(RestorationClass.isFor("Lone", SubView("x")))
    }
  }
}
