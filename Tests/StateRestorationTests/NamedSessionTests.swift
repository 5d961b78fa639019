// SPDX-License-Identifier: Apache-2.0
// Windows that are kept under a name: kept, opened in place of others, brought up to date, removed. Nothing that was
// typed is lost or comes back when it is done, wherever it was typed.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class NamedSessionTests: XCTestCase {
  func testWindowsComeBackAsTheyWereKept() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[0].set(7, for: "scroll")
      let kept = try await desk.coordinator.keepWindows(as: "  Stock\ttake ")
      XCTAssertEqual(kept.name, "Stock take")
      XCTAssertEqual(kept.number, 1)
      XCTAssertEqual(desk.coordinator.currentNamedSession, kept.id)
      scenes[0].set(8, for: "scroll")
      await desk.close(scenes[1])
      _ = desk.open("c")
      let change = try await desk.change(to: kept.id, keeping: "Before “Stock take”")
      XCTAssertEqual(desk.openTargets, ["b", "a"])
      XCTAssertEqual(change.gone.count, 2)
      XCTAssertEqual(desk.scene("a")?.value(Int.self, for: "scroll"), 7)
      XCTAssertEqual(desk.savedTargets, ["b", "a"])
      let sessions = await desk.coordinator.namedSessions().sessions
      XCTAssertEqual(sessions.map(\.name), ["Stock take", "Before “Stock take”"])
      XCTAssertEqual(sessions.map(\.isAutomatic), [false, true])
      // One key back, and it is not listed any more.
      try await desk.change(to: sessions[1].id, keeping: "After “Stock take”")
      XCTAssertEqual(desk.openTargets, ["c", "a"])
      XCTAssertEqual(desk.scene("a")?.value(Int.self, for: "scroll"), 8)
      let names = await desk.coordinator.namedSessions().sessions.map(\.name)
      XCTAssertEqual(names, ["Stock take", "After “Stock take”"])
    }
  }

  func testTheyAreThereAfterAKillAndAnotherStart() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a"])
      let first = try await desk.coordinator.keepWindows(as: "One")
      _ = desk.open("b")
      let second = try await desk.coordinator.keepWindows(as: "Two")
      try await desk.change(to: first.id, keeping: "Before")
      await desk.kill()
      await desk.start()
      XCTAssertEqual(desk.targets, ["a"])
      XCTAssertEqual(desk.coordinator.currentNamedSession, first.id)
      try await desk.change(to: second.id, keeping: "Before")
      XCTAssertEqual(desk.openTargets, ["b", "a"])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.targets, ["b", "a"])
    }
  }

  // MARK: What was typed

  func testWhatWasTypedStaysWithItsWindow() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      scene.set("half", for: "Draft.a")
      let kept = try await desk.coordinator.keepWindows(as: "One")
      // Typed on after it was kept.
      scene.set("half a word", for: "Draft.a")
      try await desk.change(to: kept.id, keeping: "Before")
      XCTAssertEqual(desk.scene("a")?.value(String.self, for: "Draft.a"), "half a word")
      // Done in the desk: what was put away must not bring it back.
      desk.scene("a")?.set(String?.none, for: "Draft.a")
      let before = await desk.automatic
      XCTAssertEqual(before.count, 1)
      try await desk.change(to: before[0].id, keeping: "After")
      XCTAssertNil(desk.scene("a")?.value(String.self, for: "Draft.a"))
    }
  }

  func testWhatWasTypedInAWindowThatWasClosedIsThereWhenItIsOpened() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      let kept = try await desk.coordinator.keepWindows(as: "One")
      scenes[0].set("typed later", for: "Draft.a")
      await desk.close(scenes[0])
      try await desk.change(to: kept.id, keeping: "Before")
      XCTAssertEqual(desk.scene("a")?.value(String.self, for: "Draft.a"), "typed later")
      XCTAssertEqual(desk.closedTargets, [])
      let closed = await desk.coordinator.closedWindows()
      XCTAssertEqual(closed.count, 0)
    }
  }

  func testARemovedSessionLeavesItsOnlyDraftsAmongTheClosedWindows() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[0].set("only here", for: "Draft.a")
      let kept = try await desk.coordinator.keepWindows(as: "One")
      _ = desk.open("c")
      let other = try await desk.coordinator.keepWindows(as: "Two")
      try await desk.coordinator.removeNamedSession(other.id)
      try await desk.change(to: kept.id, keeping: "Before")
      let before = await desk.automatic
      try await desk.change(to: before[0].id, keeping: "After")
      // It is open, so nothing has to be kept elsewhere.
      try await desk.coordinator.removeNamedSession(kept.id)
      await desk.settle()
      XCTAssertEqual(desk.closedTargets, [])
      let after = await desk.automatic
      XCTAssertEqual(after.count, 1)
      desk.coordinator.scenes.forEach { desk.coordinator.close($0) }
      _ = desk.open("d")
      await desk.settle()
      XCTAssertEqual(desk.closedTargets.sorted(), ["a", "b", "c"])
    }
  }

  func testARemovedSessionWhoseDraftIsNowhereElseGivesItToTheClosedWindows() async throws {
    try await atDesk { desk in
      let window = desk.window("x", draft: "sent by somebody")
      await desk.start()
      _ = desk.open("a")
      let added = try await desk.coordinator.addNamedSession(
        SentWindows(name: "Sent", windows: [window]))
      try await desk.coordinator.removeNamedSession(added.id)
      await desk.settle()
      XCTAssertEqual(desk.closedTargets, ["x"])
      let reopened = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(reopened?.value(String.self, for: "Draft.x"), "sent by somebody")
    }
  }

  func testBringingItUpToDateLosesNothing() async throws {
    try await atDesk { desk in
      await desk.start()
      _ = desk.open("a")
      let added = try await desk.coordinator.addNamedSession(
        SentWindows(name: "Sent", windows: [desk.window("x", draft: "typed elsewhere")]))
      try await desk.coordinator.updateNamedSession(added.id)
      await desk.settle()
      XCTAssertEqual(desk.closedTargets, ["x"])
      let sessions = await desk.coordinator.namedSessions().sessions
      XCTAssertEqual(sessions.map { $0.windows.count }, [1])
      XCTAssertEqual(sessions.first?.windows.first?.activity?.targetContentIdentifier, "a")
    }
  }

  func testWhatIsSentHasWhatWasTypedLast() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let kept = try await desk.coordinator.keepWindows(as: "One")
      scene.set("typed since", for: "Draft.a")
      scene.set(9, for: "scroll")
      let sent = try await desk.coordinator.namedSession(kept.id)
      XCTAssertEqual(sent.windows[0].storage["Draft.a"], .string("typed since"))
      XCTAssertNil(sent.windows[0].storage["scroll"])
    }
  }

  func testTheSameFileTwiceIsOneSession() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      let sent = SentWindows(
        name: "Sent", windows: [desk.window("x", draft: "typed elsewhere"), desk.window("y")])
      let read = try SentWindows(try sent.data())
      XCTAssertEqual(read, sent)
      let first = try await desk.coordinator.addNamedSession(read, from: "1234")
      let second = try await desk.coordinator.addNamedSession(read, from: "1234")
      XCTAssertEqual(first, second)
      await assertThrows(.nameIsTaken) {
        _ = try await desk.coordinator.addNamedSession(read, from: "5678")
      }
      try await desk.change(to: first.id, keeping: "Before")
      XCTAssertEqual(desk.openTargets, ["x", "y"])
      try await desk.coordinator.removeNamedSession(first.id)
      try await desk.coordinator.addAgain(first, isOpen: true)
      XCTAssertEqual(desk.coordinator.currentNamedSession, first.id)
      let sessions = await desk.coordinator.namedSessions().sessions
      XCTAssertEqual(sessions.first?.id, first.id)
      XCTAssertEqual(sessions.first?.number, 1)
    }
  }

  func testHostileFilesAreRefusedWithAReason() throws {
    let window = #"{"kind":"page","activity":{"type":"t","handoff":true}}"#
    for text in [
      "", "{}", "[]", #"{"desk":1}"#, #"{"desk":{"name":"x"}}"#,
      #"{"desk":{"name":"x","windows":[]}}"#,
      #"{"desk":{"name":" ","windows":[\#(window)]}}"#, #"{"desk":{"windows":[\#(window)]}}"#,
      #"{"desk":{"name":"x","windows":[3]}}"#, #"{"desk":{"name":"x","windows":[{}]}}"#,
      #"{"desk":{"name":"x","windows":[{"kind":"page","activity":{"type":"t"}}]}}"#,
      #"{"desk":{"name":"x","windows":[{"kind":"page","values":3}]}}"#,
      #"{"desk":{"name":"x","windows":[\#(Array(repeating: window, count: 101).joined(separator: ","))]}}"#,
      String(repeating: "[", count: 100_000),
      String(repeating: " ", count: SentWindows.largest + 1),
    ] {
      XCTAssertThrowsError(try SentWindows(Data(text.utf8)), String(text.prefix(80))) {
        XCTAssertTrue($0 is ActivityFile.Refused)
      }
    }
  }

  // MARK: Many

  func testGoingRoundLeavesOneOfEach() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["today"])
      var kept: [NamedSession] = []
      for name in ["One", "Two", "Three"] {
        let sent = SentWindows(name: name, windows: [desk.window(name)])
        kept.append(try await desk.coordinator.addNamedSession(sent))
      }
      for _ in 0..<4 {
        for session in kept {
          try await desk.change(to: session.id, keeping: "Before \(session.name)")
        }
      }
      let automatic = await desk.automatic
      XCTAssertEqual(automatic.count, 4)
      XCTAssertTrue(
        automatic.contains { $0.windows.first?.activity?.targetContentIdentifier == "today" })
      XCTAssertEqual(desk.inspection.problems, [])
    }
  }

  func testTheOldestOfTooManyKeepsWhatWasTypedInItAmongTheClosedWindows() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("typed")
      scene.set("a", for: "Draft.a")
      let kept = try await desk.coordinator.addNamedSession(
        SentWindows(name: "One", windows: [desk.window("x")]))
      for index in 0...StateDirectory.automaticLimit {
        try await desk.change(to: kept.id, keeping: "Before")
        _ = desk.open("\(index)")
        await desk.settle()
      }
      try await desk.change(to: kept.id, keeping: "Before")
      let automatic = await desk.automatic
      XCTAssertLessThanOrEqual(automatic.count, StateDirectory.automaticLimit)
      XCTAssertEqual(desk.closedTargets.filter { $0 == "typed" }, ["typed"])
    }
  }

  func testWhatAKillLeftBehindGoesWithTheNextChange() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("today")
      let kept = try await desk.coordinator.addNamedSession(
        SentWindows(name: "One", windows: [desk.window("x")]))
      // Each time it is killed before anything is tidied up.
      for _ in 0..<8 {
        _ = try await desk.coordinator.openNamedSession(kept.id, keeping: "Before")
        await desk.kill()
        await desk.start()
      }
      try await desk.change(to: kept.id, keeping: "Before")
      let automatic = await desk.automatic
      XCTAssertEqual(automatic.count, 2, "that of the first change, and that of the last")
    }
  }

  // MARK: Refused

  func testNamesAreRefusedWithAReason() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      let one = try await desk.coordinator.keepWindows(as: "One")
      for (name, reason) in [
        (" ", NamedSession.Refused.noName), ("a\u{0}b", .noName), ("oNE", .nameIsTaken),
        (String(repeating: "n", count: 300), .noName),
      ] {
        await assertThrows(reason) { _ = try await desk.coordinator.keepWindows(as: name) }
      }
      let two = try await desk.coordinator.keepWindows(as: "Two")
      await assertThrows(.nameIsTaken) {
        try await desk.coordinator.renameNamedSession(two.id, to: "one")
      }
      try await desk.coordinator.renameNamedSession(two.id, to: "TWO")
      try await desk.coordinator.removeNamedSession(one.id)
      let three = try await desk.coordinator.keepWindows(as: "Three")
      XCTAssertEqual(three.number, 1, "the number of one that is gone")
      await assertThrows(.missing) { try await desk.change(to: one.id, keeping: "Before") }
      XCTAssertEqual(desk.openTargets, ["a"])
    }
  }

  func testWhatCannotBeReadStaysAndIsSaid() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      let kept = try await desk.coordinator.keepWindows(as: "One")
      let path = desk.directory.named(kept.id)
      for text in ["", "{", "[]", "{\"schema\": 99}", "{\"id\":\"\(kept.id)\",\"windows\":3}"] {
        try desk.write(text, to: path)
        let (sessions, problems) = await desk.coordinator.namedSessions()
        XCTAssertEqual(sessions.count, 0, text)
        XCTAssertEqual(problems.map(\.file), [path], text)
        do {
          try await desk.change(to: kept.id, keeping: "Before")
          XCTFail(text)
        } catch NamedSession.Refused.unreadable(let reason) {
          if text.contains("schema") { XCTAssertEqual(reason, .newerVersion) }
        }
        XCTAssertEqual(desk.openTargets, ["a"], text)
        XCTAssertEqual(try String(contentsOfFile: path, encoding: .utf8), text)
      }
      let names = desk.names(in: desk.directory.named)
      XCTAssertEqual(names.count, 1, "nothing is left of what was not opened")
    }
  }

  func testAFullDiskChangesNothing() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem(SystemFileSystem())
      desk.files = files
      _ = await desk.startAndOpen(["a"])
      let kept = try await desk.coordinator.keepWindows(as: "One")
      desk.scene("a")?.set("typed", for: "Draft.a")
      _ = desk.open("b")
      await desk.settle()
      files.set(.full(ENOSPC))
      await assertThrows(nil) { try await desk.change(to: kept.id, keeping: "Before") }
      await assertThrows(nil) { _ = try await desk.coordinator.keepWindows(as: "Two") }
      XCTAssertEqual(desk.openTargets, ["b", "a"])
      files.set(.none)
      try await desk.change(to: kept.id, keeping: "Before")
      XCTAssertEqual(desk.openTargets, ["a"])
      XCTAssertEqual(desk.scene("a")?.value(String.self, for: "Draft.a"), "typed")
    }
  }

  func testOnlyTheHomeHasThem() async throws {
    try await atDesk { desk in
      let other = try Desk()
      other.variables = desk.variables
      _ = await desk.startAndOpen("a")
      let kept = try await desk.coordinator.keepWindows(as: "One")
      await other.start()
      _ = other.open("b")
      await assertThrows(nil) { try await other.change(to: kept.id, keeping: "Before") }
      let found = await other.coordinator.namedSessions().sessions
      XCTAssertEqual(found, [])
      XCTAssertEqual(other.openTargets, ["b"])
      await other.kill()
    }
  }

  // MARK: Forgetting

  func testForgettingKeepsWhatSomebodyNamed() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      let kept = try await desk.coordinator.keepWindows(as: "One")
      try await desk.change(to: kept.id, keeping: "Before")
      await desk.quit(keepingWindows: false)
      await desk.start()
      XCTAssertEqual(desk.targets, [])
      let names = await desk.coordinator.namedSessions().sessions.map(\.name)
      XCTAssertEqual(names, ["One"])
      _ = desk.open("c")
      await desk.settle()
      await desk.coordinator.forget(targetContentIdentifier: "a")
      await desk.coordinator.forget(scenes[1].id)
      await desk.settle()
      let windows = await desk.coordinator.namedSessions().sessions.flatMap(\.windows)
      XCTAssertEqual(windows, [])
    }
  }

  func testAWindowThatBecamePrivateLeavesNothing() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      _ = try await desk.coordinator.keepWindows(as: "One")
      scenes[0].isRestorable = false
      await desk.settle()
      let windows = await desk.coordinator.namedSessions().sessions.flatMap(\.windows)
      XCTAssertEqual(windows.map(\.id), [scenes[1].id])
    }
  }

  // MARK: Being killed

  /// Before each call to the disk, also while the windows are being written.
  func testKilledAtAnyMomentTheOnesOrTheOthersComeBack() async throws {
    var call = places(1...pace()).first { _ in true } ?? 1
    var endings: Set<[String]> = []
    var isDone = false
    while !isDone {
      try await atDesk { desk in isDone = try await Self.change(desk, killedAtCall: call, &endings)
      }
      call += pace()
    }
    XCTAssertGreaterThan(call, 40)
    XCTAssertEqual(endings, [["shared", "one"], ["two", "shared"]])
  }

  @MainActor
  private static func change(
    _ desk: Desk, killedAtCall call: Int, _ endings: inout Set<[String]>
  ) async throws -> Bool {
    let files = FailingFileSystem(SystemFileSystem())
    desk.files = files
    let scenes = await desk.startAndOpen(["shared", "two"])
    let kept = try await desk.coordinator.keepWindows(as: "Two")
    await desk.close(scenes[1])
    let one = desk.open("one")
    one.set("typed in one", for: "Draft.one")
    scenes[0].set("typed in shared", for: "Draft.shared")
    scenes[0].set(5, for: "scroll")
    desk.coordinator.focus(scenes[0])
    await desk.settle()
    files.set(.gone(fromCall: call))
    _ = try? await desk.change(to: kept.id, keeping: "Before “Two”", settles: false)
    await desk.coordinator.writer.finish()
    let isDone = files.calls.count < call
    await desk.kill()
    desk.files = SystemFileSystem()
    await desk.start()
    endings.insert(desk.targets)
    let what = "call \(call)"
    XCTAssertEqual(
      desk.restoration.notices.filter { $0.kind != .endedUnexpectedly }.map(\.message), [], what)
    XCTAssertEqual(
      desk.scene("shared")?.value(String.self, for: "Draft.shared"), "typed in shared", what)
    let isAfter = desk.targets.contains("two")
    XCTAssertEqual(desk.scene("shared")?.value(Int.self, for: "scroll"), isAfter ? nil : 5, what)
    let before = await desk.automatic.flatMap(\.windows)
    let everywhere =
      desk.coordinator.scenes.map { ($0.id, $0.value(String.self, for: "Draft.one")) }
      + before.map { ($0.id, $0.storage["Draft.one"]?.string) }
    XCTAssertTrue(everywhere.contains { $0 == (one.id, "typed in one") }, what)
    if isAfter {
      // Back, and all is as it was.
      let session = await desk.automatic.first
      if let session { try await desk.change(to: session.id, keeping: "After") }
      XCTAssertEqual(desk.openTargets, ["shared", "one"], what)
      XCTAssertEqual(desk.scene("shared")?.value(Int.self, for: "scroll"), 5, what)
    }
    XCTAssertEqual(
      desk.inspection.problems.filter { $0.reason != .exposed }.map(\.reason.description), [], what)
    return isDone
  }

  /// What is typed while the disk is at work is in what is kept.
  func testWhatIsTypedMeanwhileIsKept() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let kept = try await desk.coordinator.addNamedSession(
        SentWindows(name: "One", windows: [desk.window("x")]))
      let typing = Task { @MainActor in
        var last = 0
        for key in 1...200 {
          await Task.yield()
          guard desk.coordinator.scenes.contains(where: { $0 === scene }) else { break }
          scene.set("\(key)", for: "Draft.a")
          last = key
        }
        return last
      }
      let change = try await desk.change(to: kept.id, keeping: "Before")
      let last = await typing.value
      let automatic = await desk.automatic
      XCTAssertEqual(automatic.first?.id, change.kept?.id)
      XCTAssertEqual(
        automatic.first?.windows.first?.storage["Draft.a"], last > 0 ? .string("\(last)") : nil)
    }
  }
}

extension Desk {
  /// Opens a session with a name, and shows its windows.
  @discardableResult
  func change(
    to id: UUID, keeping name: String, settles: Bool = true
  ) async throws -> ChangedWindows {
    let change = try await coordinator.openNamedSession(id, keeping: name)
    for scene in change.restoration.scenes {
      coordinator.willRestore(scene)
      coordinator.didRestore(scene)
    }
    coordinator.didFinishRestoring()
    if settles {
      await settle()
      await coordinator.writer.finish()
      // What is left over is removed behind it.
      await until("it is tidied up") { !coordinator.isTidyingNamedSessions }
      await settle()
    }
    return change
  }

  var openTargets: [String] {
    coordinator.scenes.map { $0.activity?.targetContentIdentifier ?? "-" }
  }

  func scene(_ target: String) -> SceneSession? {
    coordinator.scenes.first { $0.activity?.targetContentIdentifier == target }
  }

  var automatic: [NamedSession] {
    get async { await coordinator.namedSessions().sessions.filter(\.isAutomatic) }
  }

  func window(_ target: String, draft: String? = nil) -> SentWindows.Window {
    var activity = UserActivity(
      type: "org.example.reading", title: "Page \(target)", targetContentIdentifier: target)
    activity.isEligibleForHandoff = true
    return SentWindows.Window(
      "page", activity: activity,
      values: draft.map { [StateKey("Draft.\(target)"): .string($0)] } ?? [:])
  }
}

@MainActor
private func assertThrows(
  _ refusal: NamedSession.Refused?, file: StaticString = #filePath, line: UInt = #line,
  _ work: () async throws -> Void
) async {
  do {
    try await work()
    XCTFail("it was not refused", file: file, line: line)
  } catch {
    if let refusal {
      XCTAssertEqual(error as? NamedSession.Refused, refusal, file: file, line: line)
    } else {
      XCTAssertTrue(error is NamedSession.Refused, "\(error)", file: file, line: line)
    }
  }
}
