// SPDX-License-Identifier: Apache-2.0
// A program does with its windows whatever there is to do, in any order, and is killed between two of these steps: what comes
// back is what was there. The files are copied at that moment, while the writer is at work.

import Foundation
import TestSwitches
import XCTest

@testable import StateRestoration

final class KilledAtAnyMomentTests: XCTestCase {
  func testAWindowIsThereFromWhenItIsOpened() async throws {
    try await atDesk { desk in
      let disk = Disk(desk)
      await desk.start()
      let scene = desk.open("a")
      await disk.killAndStart()
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(desk.restoration.scenes.map(\.id), [scene.id])
    }
  }

  /// A program that may say no is asked before the frame that shows the window, and not before it has the window.
  func testAWindowIsThereFromItsFirstFrameAlsoIfTheProgramMaySayNo() async throws {
    try await atDesk { desk in
      let disk = Disk(desk)
      await desk.start()
      desk.coordinator.shouldSave = { $0.activity?.targetContentIdentifier != "b" }
      let scene = desk.open("a")
      _ = desk.open("b")
      // Frames are painted by the main loop, after what is queued for the main thread.
      await withCheckedContinuation { next in DispatchQueue.main.async { next.resume() } }
      await disk.killAndStart()
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(desk.restoration.scenes.map(\.id), [scene.id])
    }
  }

  func testAWindowThatWasPrivateForAMomentHasWhatIsTypedFromThenOn() async throws {
    try await atDesk { desk in
      let disk = Disk(desk)
      let scene = await desk.startAndOpen("a")
      scene.set("before", for: "text")
      await desk.settle()
      scene.isRestorable = false
      scene.saveNow()
      await desk.settle()
      XCTAssertEqual(desk.inspection(of: disk.files).windows.count, 0)
      scene.isRestorable = true
      scene.set("after", for: "text")
      await disk.killAndStart()
      XCTAssertEqual(desk.restoration.scenes.map { $0.value(String.self, for: "text") }, ["after"])
    }
  }

  func testAWindowThatIsOpenedAgainIsOpenWithWhatIsTypedIntoIt() async throws {
    try await atDesk { desk in
      let disk = Disk(desk)
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[0].set("before", for: "text")
      await desk.close(scenes[0])
      let again = await desk.coordinator.reopenClosedScene()
      let copy = disk.files.copy()
      again?.set("after", for: "text")
      for (files, text) in [(copy, "before"), (disk.files.copy(), "after")] {
        let windows = desk.inspection(of: files).windows
        XCTAssertEqual(windows.count, 2)
        XCTAssertEqual(windows.first { $0.id == again?.id }?.storage["text"], .string(text))
      }
      await disk.killAndStart()
      await desk.settle()
      XCTAssertEqual(desk.inspection(of: disk.files).closed, [])
    }
  }

  func testWhateverWasDoneIsThereAfterAKill() async throws {
    for _ in 0..<rounds(20, withFaults: 200, withAll: 2_000) {
      let seed = UInt64.random(in: .min ... .max)
      try await atDesk { desk in
        let disk = Disk(desk)
        let life = Life(desk, seed)
        for kill in 0..<4 {
          await disk.start()
          let wrong = life.begin()
          XCTAssertEqual(wrong, [], "seed \(seed), after kill \(kill)")
          if !wrong.isEmpty { return }
          for _ in 0..<60 { await life.step() }
          // Views are asked in the next turn of the main queue.
          await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
          await disk.kill()
        }
      }
    }
  }
}

/// A disk in memory, which can be copied at any moment.
@MainActor
private final class Disk {
  private(set) var files = MemoryFileSystem()
  private let desk: Desk

  init(_ desk: Desk) {
    self.desk = desk
    desk.files = files
    // As a session has one.
    try? files.makeParents(of: desk.base.path + "/runtime/x")
    try? files.makeDirectory(desk.base.path + "/runtime")
  }

  /// What is there at this moment is all that stays.
  func kill() async {
    let left = files.copy()
    await desk.kill()
    files = left
    desk.files = left
  }

  func start() async { await desk.start() }

  func killAndStart() async {
    await kill()
    await start()
  }
}

extension Desk {
  fileprivate func inspection(of files: MemoryFileSystem) -> StateInspection {
    StateInspection(StateDirectory(directory.url, variables), files)
  }
}

/// What a program does with its windows, and what each of them then has.
@MainActor
private final class Life {
  private struct Content: Equatable {
    var texts: [String: String] = [:]
    var numbers: [Int]?
    var title: String?
    var caret = 0
    var width: Int?
  }

  private final class View: StateRestoring {
    var caret = 0
    var restorationIdentifier: String? { "view" }
    func encodeState(to coder: inout StateCoder) { coder.encode(caret, for: "caret") }
    func decodeState(from coder: StateCoder) { caret = coder.decode(Int.self, for: "caret") ?? 0 }
  }

  private let desk: Desk
  private var random: FixedRandom
  private var expected: [UUID: Content] = [:]
  /// What windows had when they were closed in this run.
  private var closed: [UUID: Content] = [:]
  private var views: [UUID: View] = [:]
  private var steps: [String] = []

  init(_ desk: Desk, _ seed: UInt64) {
    self.desk = desk
    random = FixedRandom(seed)
  }

  private var coordinator: RestorationCoordinator { desk.coordinator }

  /// Looks at what came back; returns what is not as it was.
  func begin() -> [String] {
    views = [:]
    for scene in coordinator.scenes { show(scene) }
    var wrong: [String] = []
    for (id, content) in expected {
      let scene = coordinator.scenes.first { $0.id == id }
      let found = scene.map { self.content(of: $0) }
      if found != content {
        wrong.append("\(id): \(String(describing: found)) is not \(content)")
        wrong += steps.filter { $0.contains(id.uuidString.prefix(4)) }.suffix(30)
      }
    }
    // The writer may not have got to what was closed last: that is open still, as it was.
    for scene in coordinator.scenes where expected[scene.id] == nil {
      let content = content(of: scene)
      if content != closed[scene.id] {
        wrong.append("\(scene.id) was closed, and \(content) is not \(closed[scene.id] as Any)")
      }
      expected[scene.id] = content
    }
    closed = [:]
    steps = []
    if coordinator.scenes.isEmpty { open() }
    return wrong
  }

  private func content(of scene: SceneSession) -> Content {
    var content = Content()
    for key in Self.keys { content.texts[key] = scene.value(String.self, for: StateKey(key)) }
    content.numbers = scene.value([Int].self, for: "numbers")
    content.title = scene.activity?.title
    content.caret = views[scene.id]?.caret ?? -1
    content.width = scene.geometry?.width
    return content
  }

  private static let keys = ["View.text", "View.draft", "x.y.z"]

  private func show(_ scene: SceneSession) {
    let view = View()
    views[scene.id] = view
    scene.restore(view)
  }

  private func open() {
    let scene = coordinator.makeScene(kind: "page", activity: nil)
    show(scene)
    expected[scene.id] = content(of: scene)
  }

  private func text() -> String {
    let letters = ["a", " ", "é", "\"", "\\", "\n", "\u{0}", "漢", "👩‍👧", "e\u{301}", "\u{2028}"]
    return (0..<Int.random(in: 0...5, using: &random)).map { _ in
      letters.randomElement(using: &random) ?? ""
    }.joined()
  }

  func step() async {
    guard let scene = coordinator.scenes.randomElement(using: &random) else { return }
    let key = Self.keys.randomElement(using: &random) ?? ""
    let kind = Int.random(in: 0..<100, using: &random)
    steps.append("\(kind) \(scene.id.uuidString.prefix(4)) \(key)")
    switch kind {
    case 0..<35: edit(scene, key)
    case 35..<50:
      let long = kind < 38 ? String(repeating: "long ", count: 3_000) : ""
      let text = kind == 49 ? nil : text() + long
      scene.set(text, for: StateKey(key))
      expected[scene.id]?.texts[key] = text
    case 50..<55:
      let numbers = Array(repeating: kind, count: Int.random(in: 0...90, using: &random))
      scene.set(numbers, for: "numbers")
      expected[scene.id]?.numbers = numbers
    case 55: scene.set(Double.nan, for: "bad")
    case 56..<60:
      scene.activity = UserActivity(type: "org.example.reading", title: "\(steps.count)")
      expected[scene.id]?.title = "\(steps.count)"
    case 60..<64:
      views[scene.id]?.caret = steps.count
      expected[scene.id]?.caret = steps.count
      scene.setNeedsEncoding()
    case 64..<67:
      scene.geometry = SceneGeometry(width: 100 + steps.count, height: 100)
      expected[scene.id]?.width = 100 + steps.count
    case 67..<70: if coordinator.scenes.count < 6 { open() }
    case 70..<73: close(scene)
    case 73..<76: await reopen()
    case 76..<79: coordinator.focus(scene)
    case 79..<81: scene.saveNow()
    case 81..<83:
      scene.isRestorable = false
      if kind == 82 { await pause() }
      scene.isRestorable = true
    case 83: _ = try? await coordinator.keepWindows(as: "Name")
    case 84: coordinator.flush(within: 0.01)
    case 85..<90: desk.clock.advance(Double.random(in: 0...6, using: &random))
    default: await pause()
    }
  }

  private func pause() async { try? await Task.sleep(for: .microseconds(Int.random(in: 1...900))) }

  private func edit(_ scene: SceneSession, _ key: String) {
    var scalars = Array((expected[scene.id]?.texts[key] ?? "").unicodeScalars)
    let start = Int.random(in: 0...scalars.count, using: &random)
    let removed = Int.random(in: 0...min(3, scalars.count - start), using: &random)
    let new = text()
    guard
      scene.edit(StateKey(key), TextEdit(start: start, removed: removed, inserted: new))
    else { return }
    scalars.replaceSubrange(start..<start + removed, with: Array(new.unicodeScalars))
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    expected[scene.id]?.texts[key] = String(text)
  }

  private func close(_ scene: SceneSession) {
    guard coordinator.scenes.count > 1 else { return }
    closed[scene.id] = expected[scene.id]
    coordinator.close(scene)
    views[scene.id] = nil
    expected[scene.id] = nil
  }

  private func reopen() async {
    guard let scene = await coordinator.reopenClosedScene() else { return }
    show(scene)
    expected[scene.id] = content(of: scene)
    if let closed = closed[scene.id] { XCTAssertEqual(content(of: scene), closed) }
  }
}
