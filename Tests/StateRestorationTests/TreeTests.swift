// SPDX-License-Identifier: Apache-2.0
// Trees of objects that save their own state.

import Foundation
import XCTest

@testable import StateRestoration

final class TreeTests: XCTestCase {
  @MainActor
  private final class Node: StateRestoring {
    let restorationIdentifier: String?
    let restorationClass: String
    var children: [Node]
    var value = 0
    var seen: [String] = []
    let diary: Diary

    @MainActor
    final class Diary { var lines: [String] = [] }

    init(_ name: String?, _ diary: Diary, class kind: String = "Node", children: [Node] = []) {
      restorationIdentifier = name
      restorationClass = kind
      self.children = children
      self.diary = diary
    }

    var restorationChildren: [any StateRestoring] { children }
    func encodeState(to coder: inout StateCoder) {
      diary.lines.append("encode \(restorationIdentifier ?? "-")")
      coder.encode(value, for: "value")
    }
    func decodeState(from coder: StateCoder) {
      diary.lines.append("decode \(restorationIdentifier ?? "-")")
      seen.append(coder.applicationVersion)
      value = coder.decode(Int.self, for: "value") ?? 0
    }
    func didFinishRestoring() { diary.lines.append("finish \(restorationIdentifier ?? "-")") }
  }

  func testEverythingIsDecodedBeforeAnyObjectIsNotifiedThatRestoringHasFinished() async throws {
    try await atDesk { desk in
      await desk.start()
      let diary = Node.Diary()
      let hidden = Node("under", diary)
      let root = Node(
        "root", diary,
        children: [Node("a", diary), Node(nil, diary, children: [hidden]), Node("b", diary)])
      let scene = desk.open("a")
      scene.restore(root)
      XCTAssertEqual(diary.lines, ["finish root", "finish a", "finish b"])
      root.value = 1
      root.children[0].value = 2
      root.children[2].value = 3
      hidden.value = 4
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      desk.version = "1.1"
      await desk.start()

      let second = Node.Diary()
      let hiddenAgain = Node("under", second)
      let again = Node(
        "root", second,
        children: [
          Node("a", second), Node(nil, second, children: [hiddenAgain]),
          Node("b", second, class: "OtherNode"),
        ])
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      back.restore(again)
      XCTAssertEqual(
        second.lines, ["decode root", "decode a", "finish root", "finish a", "finish b"])
      XCTAssertEqual(again.value, 1)
      XCTAssertEqual(again.children[0].value, 2)
      XCTAssertEqual(again.children[0].seen, ["1.0"], "by whom it was written")
      XCTAssertEqual(again.children[2].value, 0, "another class is not given the old state")
      XCTAssertEqual(hiddenAgain.value, 0, "children of a nameless object are skipped")
    }
  }

  func testWhatTheTreeDoesNotHaveIsAskedFor() async throws {
    try await atDesk { desk in
      await desk.start()
      let diary = Node.Diary()
      let scene = desk.open("a")
      let root = Node(
        "root", diary, children: [Node("extra", diary, children: [Node("inner", diary)])])
      root.children[0].value = 5
      root.children[0].children[0].value = 6
      scene.restore(root)
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      await desk.start()
      let again = Node("root", diary)
      var asked: [String] = []
      try XCTUnwrap(desk.restoration.scenes.first).restore(again) { path, coder in
        asked.append("\(path) \(coder.decode(Int.self, for: "value") ?? 0)")
        let extra = Node("extra", diary, children: [Node("inner", diary)])
        again.children.append(extra)
        return extra
      }
      XCTAssertEqual(asked, ["root/extra 5"])
      XCTAssertEqual(again.children.first?.value, 5)
      XCTAssertEqual(again.children.first?.children.first?.value, 6)
    }
  }

  func testWhatANewerVersionSavedOfAnObjectIsKept() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let diary = Node.Diary()
      let first = Node("root", diary)
      scene.restore(first)
      scene.setNeedsEncoding()
      await desk.settle()
      await desk.quit()
      let path = desk.directory.window(scene.id)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try desk.write(
        text.replacingOccurrences(
          of: #""class": "Node","#, with: #""class": "Node", "fold": 1.0,"#),
        to: path)
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      back.restore(first)
      first.value = 7
      back.setNeedsEncoding()
      await desk.settle()
      let view = try StateValue(json: Data(contentsOf: URL(fileURLWithPath: path)))
        .object?["views"]?.object?["root"]?.object
      XCTAssertEqual(view?["fold"], .double(1))
      XCTAssertEqual(view?["state"], .object(["value": .int(7)]))
    }
  }

  func testWhatAnObjectCannotEncodeIsLogged() async throws {
    @MainActor
    final class Scale: StateRestoring {
      var restorationIdentifier: String? { "scale" }
      func encodeState(to coder: inout StateCoder) {
        coder.encode(Double.infinity, for: "zoom")
        coder.encode(2, for: "step")
      }
    }
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let scale = Scale()
      scene.restore(scale)
      scene.setNeedsEncoding()
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.views["scale"]?.values, ["step": .int(2)])
      XCTAssertEqual(desk.log.lines.count, 1)
      XCTAssertTrue(desk.log.lines[0].contains("“scale”"), desk.log.lines[0])
    }
  }

  func testTwoObjectsOfOneNameAreCaught() async throws {
    try await atDesk { desk in
      let before = RestorationMisuse.report
      defer { RestorationMisuse.report = before }
      var errors: [String] = []
      RestorationMisuse.report = { errors.append($0) }
      await desk.start()
      let diary = Node.Diary()
      desk.open("a").restore(Node("root", diary, children: [Node("x", diary), Node("x", diary)]))
      XCTAssertEqual(errors.first, "“root/x” names two objects of one scene.")
    }
  }
}
