// SPDX-License-Identifier: Apache-2.0
// The files on disk, as the contract describes them.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class OnDiskTests: XCTestCase {
  func testTheLayoutAndItsPermissions() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      scenes[1].set(1, for: "n")
      await desk.settle()
      await desk.close(scenes[0])
      await desk.quit()
      await desk.start()
      let directory = desk.directory
      let windows = directory.windows
      let record = scenes[1].id.uuidString + ".json"
      // How far the start got is written on a queue of its own.
      await until("the start is over on the disk, too") {
        !desk.names(in: directory.root).contains("launch.marks")
      }
      XCTAssertEqual(desk.names(in: directory.root), ["launch.json", "lock", "quarantine", "v1"])
      XCTAssertEqual(
        desk.names(in: directory.layout), ["closed", "history", "session.json", "windows"])
      XCTAssertEqual(desk.names(in: windows), [record, record + ".prev"])
      XCTAssertEqual(desk.names(in: directory.history), ["1.json"])
      let closed = try XCTUnwrap(desk.names(in: directory.closed).first)
      XCTAssertTrue(closed.hasSuffix("Z-\(scenes[0].id.uuidString).json"), closed)
      for folder in [
        directory.root, directory.layout, windows, directory.closed, directory.history,
        directory.quarantine,
      ] {
        XCTAssertEqual(try desk.mode(folder), 0o700, folder)
        for name in desk.names(in: folder) {
          let path = folder + "/" + name
          if try SystemFileSystem().status(path).kind == .file {
            XCTAssertEqual(try desk.mode(path), 0o600, path)
          }
        }
      }
    }
  }

  func testADirectoryOthersMayLookIntoIsLeftToItsOwner() async throws {
    try await atDesk { desk in
      let windows = desk.directory.windows
      try FileManager.default.createDirectory(atPath: windows, withIntermediateDirectories: true)
      // Whatever the umask is: the library rightly refuses directories that a group may write to.
      for folder in [desk.directory.root, desk.directory.layout, windows] { chmod(folder, 0o755) }
      await desk.start()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      XCTAssertEqual(try desk.mode(desk.directory.root), 0o700)
      XCTAssertEqual(try desk.mode(windows), 0o700)
      XCTAssertEqual(desk.inspection.problems, [])
    }
  }

  func testAWriteIsATemporaryFileFlushedLinkedRenamedAndTheDirectoryFlushed() throws {
    let files = FailingFileSystem(MemoryFileSystem())
    try files.makeDirectory("/d")
    try files.replace("/d/r.json", with: Data("one".utf8), keepingPrevious: true)
    files.set(.none)
    try files.replace("/d/r.json", with: Data("two two".utf8), keepingPrevious: true)
    let writes = files.calls.filter { $0 == "write r.json.new" }
    XCTAssertGreaterThan(writes.count, 1, "everything is written, in as many calls as it takes")
    XCTAssertEqual(
      files.calls.filter { $0 != "write r.json.new" },
      [
        "remove r.json.new", "creating r.json.new", "flush r.json.new",
        "remove r.json.prev", "link r.json.prev", "rename r.json", "directory d", "flush d",
      ])
    XCTAssertEqual(try files.contents("/d/r.json", limit: 100), Data("two two".utf8))
    XCTAssertEqual(try files.contents("/d/r.json.prev", limit: 100), Data("one".utf8))
  }

  func testASavedWindowIsOneWhoseNameIsOnTheDisk() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scene = await desk.startAndOpen("a")
      files.set(.none)
      scene.set(1, for: "n")
      await desk.settle()
      let calls = files.calls
      let renamed = try XCTUnwrap(calls.firstIndex(of: "rename \(scene.id.uuidString).json"))
      XCTAssertTrue(calls[renamed...].contains("flush windows"), "\(calls)")
    }
  }

  func testAWindowExistsIfItsRecordDoesAndAnUnlistedOneComesBackLast() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b", "c"])
      await desk.quit()
      let listed = [scenes[0], scenes[1]].map { "\"\($0.id.uuidString)\"" }
      try desk.write(
        "{\"clean\": true, \"order\": [\(listed.joined(separator: ","))]}",
        to: desk.directory.session)
      await desk.start()
      XCTAssertEqual(desk.targets, ["a", "b", "c"])
    }
  }

  func testAListedWindowThatIsMissingIsSkippedWithANotice() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.quit()
      try FileManager.default.removeItem(atPath: desk.directory.window(scenes[0].id))
      let restoration = await desk.start()
      XCTAssertEqual(desk.targets, ["b"])
      XCTAssertEqual(restoration.notices.map(\.kind), [.missing(count: 1)])
      await desk.quit()
      let next = await desk.start()
      XCTAssertEqual(next.notices, [], "it is not listed any more")
    }
  }

  func testWithoutASessionFileEveryWindowComesBackTheNewestFirst() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen(["a", "b", "c"])
      await desk.quit()
      try FileManager.default.removeItem(atPath: desk.directory.session)
      await desk.start()
      XCTAssertEqual(desk.targets, ["c", "b", "a"], "by their numbers, not by any clock")
    }
  }

  func testARecordIsCanonicalAndReadable() throws {
    let id = try XCTUnwrap(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF"))
    var record = SceneRecord(id: id, kind: "page")
    record.activity = UserActivity(type: "t", title: "Ä/b", targetContentIdentifier: "x")
    record.geometry = SceneGeometry(width: 3, height: 4)
    record.storage = ["b": .bool(true), "a": .array([.int(1), .double(0.5)]), "c": .object([:])]
    let text = String(decoding: RecordLayout(record).data, as: UTF8.self)
    XCTAssertEqual(
      text,
      """
      {
        "activity": {
          "target": "x",
          "title": "Ä/b",
          "type": "t",
          "version": 1
        },
        "generation": 0,
        "geometry": {
          "fullscreen": false,
          "height": 4,
          "maximized": false,
          "width": 3
        },
        "id": "6F9619FF-8B86-D011-B42D-00C04FC964FF",
        "kind": "page",
        "schema": 1,
        "storage": {
          "a": [
            1,
            0.5
          ],
          "b": true,
          "c": {}
        }
      }

      """)
  }

  func testUnknownKeysAreKeptAndWrittenBack() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      await desk.quit()
      let text = """
        {"id": "\(scene.id.uuidString)", "kind": "page", "later": {"deep": [1, 18446744073709551617, 0.10]},
        "activity": {"type": "org.example.reading", "title": "t", "mood": "good"},
        "geometry": {"width": 5, "height": 6, "screen": "left"}, "storage": {"k": 1e400}}
        """
      try desk.write(text, to: desk.directory.window(scene.id))
      try desk.write(
        "{\"order\": [\"\(scene.id.uuidString)\"], \"weather\": \"fine\"}",
        to: desk.directory.session)
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      back.geometry = SceneGeometry(width: 50, height: 60)
      back.activity?.title = "u"
      await desk.settle()
      let value = try StateValue(
        json: Data(contentsOf: URL(fileURLWithPath: desk.directory.window(scene.id))))
      XCTAssertEqual(
        value.object?["later"],
        .object(["deep": .array([.int(1), .number("18446744073709551617"), .double(0.1)])]))
      XCTAssertEqual(value.object?["activity"]?.object?["mood"], .string("good"))
      XCTAssertEqual(value.object?["activity"]?.object?["title"], .string("u"))
      XCTAssertEqual(value.object?["geometry"]?.object?["screen"], .string("left"))
      XCTAssertEqual(value.object?["geometry"]?.object?["width"], .int(50))
      XCTAssertEqual(value.object?["storage"]?.object?["k"], .number("1e400"))
      let session = try StateValue(
        json: Data(contentsOf: URL(fileURLWithPath: desk.directory.session)))
      XCTAssertEqual(session.object?["weather"], .string("fine"))
    }
  }

  func testOutOfRangeValuesAreClampedOrIgnoredEachWithOneLine() throws {
    let text = """
      {"id": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "kind": "page", "generation": "many",
       "geometry": {"width": -5, "height": 1000000, "maximized": "yes"},
       "activity": {"type": "t", "version": -3, "title": 7}, "storage": []}
      """
    var remarks: [String] = []
    let record = try SceneRecord(Data(text.utf8), remarks: &remarks)
    XCTAssertEqual(record.geometry, SceneGeometry(width: 1, height: 32_767))
    XCTAssertEqual(record.activity, UserActivity(type: "t", version: 0))
    XCTAssertEqual(record.storage, [:])
    XCTAssertEqual(remarks.count, 7, "\(remarks)")
  }

  func testAVersionThatNeverWasIsNoHang() throws {
    var remarks: [String] = []
    let text = "{\"schema\": \(Int64.min), \"id\": \"6F9619FF-8B86-D011-B42D-00C04FC964FF\"}"
    XCTAssertNoThrow(try SceneRecord(Data(text.utf8), remarks: &remarks))
    XCTAssertEqual(remarks.count, 1)
  }

  func testEveryKeyIsOptional() throws {
    var remarks: [String] = []
    let record = try SceneRecord(
      Data("{}".utf8), name: "6F9619FF-8B86-D011-B42D-00C04FC964FF.json", remarks: &remarks)
    XCTAssertEqual(record.id.uuidString, "6F9619FF-8B86-D011-B42D-00C04FC964FF")
    XCTAssertNil(record.activity)
    XCTAssertEqual(remarks, [])
  }

  func testLargeValuesAreFilesBesideTheRecordAndComeBack() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      let texts = ["Page.draft": 300_000, "List.a": 100_000, "odd/key ü": 20_000, "List.b": 9]
        .mapValues { String(repeating: "x", count: $0) }
      for (key, text) in texts { scene.set(text, for: StateKey(key)) }
      scene.activity?.userInfo["whole"] = .string(String(repeating: "i", count: 70_000))
      await desk.settle()
      XCTAssertEqual(desk.coordinator.savingState, .saving)
      let path = desk.directory.window(scene.id)
      XCTAssertLessThan(try SystemFileSystem().status(path).size, StateLimits.recordBytes)
      let folder = desk.directory.values(scene.id)
      XCTAssertEqual(desk.names(in: folder).count, 4)
      XCTAssertEqual(try desk.mode(folder), 0o700)
      for name in desk.names(in: folder) {
        XCTAssertEqual(try desk.mode(folder + "/" + name), 0o600)
      }
      XCTAssertEqual(desk.inspection.problems, [])
      await desk.kill()
      await desk.start()
      let back = try XCTUnwrap(desk.restoration.scenes.first)
      for (key, text) in texts {
        XCTAssertEqual(back.value(String.self, for: StateKey(key)), text)
      }
      XCTAssertEqual(back.activity?.userInfo, scene.activity?.userInfo)
    }
  }

  func testAtMostTwentyFiveClosedWindowsAreKeptForThirtyDays() async throws {
    try await atDesk { desk in
      await desk.start()
      let stays = desk.open("stays")
      for number in 0..<27 {
        let scene = desk.open("\(number)")
        await desk.settle()
        desk.coordinator.close(scene)
        stays.set(number, for: "n")
        await desk.settle()
      }
      XCTAssertEqual(desk.closedTargets, (2..<27).reversed().map { "\($0)" })
      // Thirty days of use.
      for _ in 0..<30 {
        await desk.quit()
        desk.clock.advance(86_400)
        await desk.start()
      }
      let late = desk.open("late")
      await desk.settle()
      await desk.close(late)
      XCTAssertEqual(desk.closedTargets.count, 25)
      await desk.quit()
      desk.clock.advance(86_400)
      await desk.start()
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.closedTargets, ["late"])
    }
  }

  func testAClockThatJumpsForgetsNoClosedWindow() async throws {
    try await atDesk { desk in
      let scenes = await desk.startAndOpen(["a", "b"])
      await desk.close(scenes[0])
      for date in [1_810_000_000.0, 1_136_073_600, 4_000_000_000] {
        await desk.quit()
        desk.clock.setWall(Date(timeIntervalSince1970: date))
        await desk.start()
        XCTAssertEqual(desk.closedTargets, ["a"])
      }
    }
  }

  func testTheLastThreeWholeSessionsAreHistory() async throws {
    try await atDesk { desk in
      for number in 1...5 {
        _ = await desk.startAndOpen("\(number)")
        await desk.quit()
      }
      await desk.start()
      XCTAssertEqual(desk.inspection.history.map(\.number), [1, 2, 3])
      XCTAssertEqual(desk.inspection.history.map(\.windows.count), [5, 4, 3])
      await desk.quit()
      await desk.start()
      XCTAssertEqual(desk.inspection.history.map(\.windows.count), [5, 4, 3], "no session twice")
      await desk.quit()
      let saved = try SavedWindows(desk.directory)
      XCTAssertEqual(try saved.restoreHistory(3), 3)
    }
  }

  func testGoingBackInHistoryCanBeUndone() async throws {
    try await atDesk { desk in
      let old = await desk.startAndOpen("old")
      await desk.quit()
      await desk.start()
      let scene = try XCTUnwrap(desk.restoration.scenes.first)
      XCTAssertEqual(scene.id, old.id)
      scene.set("changed", for: "n")
      _ = desk.open("new")
      await desk.settle()
      await desk.quit()
      try goBack(desk, 1, expecting: 1)
      await desk.start()
      XCTAssertEqual(desk.targets, ["old"])
      XCTAssertNil(desk.restoration.scenes.first?.value(String.self, for: "n"))
      await desk.quit()
      // The start has archived the old session again.
      try goBack(desk, 2, expecting: 2)
      await desk.start()
      XCTAssertEqual(Set(desk.targets), ["old", "new"])
      let back = desk.restoration.scenes.first { $0.id == old.id }
      XCTAssertEqual(back?.value(String.self, for: "n"), "changed")
    }
  }

  func testForgettingAndGoingBackWaitForTheApplicationToEnd() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("a")
      XCTAssertThrowsError(try SavedWindows(desk.directory)) {
        XCTAssertEqual(
          $0 as? SavedWindows.Refused, .applicationIsRunning)
      }
      await desk.quit()
      XCTAssertEqual(try SavedWindows(desk.directory).forget(), 1)
      XCTAssertThrowsError(try SavedWindows(desk.directory).restoreHistory(1))
      let restoration = await desk.start()
      XCTAssertEqual(restoration.scenes.count, 0)
      XCTAssertEqual(restoration.notices, [])
    }
  }
}

@MainActor
private func goBack(_ desk: Desk, _ number: Int, expecting count: Int) throws {
  XCTAssertEqual(try SavedWindows(desk.directory).restoreHistory(number), count)
}
