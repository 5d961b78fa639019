// SPDX-License-Identifier: Apache-2.0
// Files as every version wrote them, frozen. They are never edited: the current application must
// read what people have on disk. When the version is raised, the first test here fails until a
// directory for the new version exists.

import Foundation
import XCTest

@testable import StateRestoration

final class FixtureTests: XCTestCase {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Fixtures/StateRestoration")

  func testEveryVersionEverWrittenHasFrozenFiles() throws {
    for version in 1...StateSchema.current.version {
      let directory = Self.fixtures.appendingPathComponent("v\(version)/org.example.App")
      for file in ["v\(version)/session.json", "launch.json", "v\(version)/history/1.json"] {
        XCTAssertTrue(
          FileManager.default.fileExists(atPath: directory.appendingPathComponent(file).path),
          "Version \(version) has no frozen \(file). Save one of each file in \(directory.path).")
      }
      for folder in ["windows", "closed"] {
        let names = try FileManager.default.contentsOfDirectory(
          atPath: directory.appendingPathComponent("v\(version)/\(folder)").path)
        XCTAssertFalse(names.isEmpty, folder)
      }
    }
  }

  /// A copy of a version's files that may be changed, with their permissions.
  @MainActor
  private static func copy(version: Int, to desk: Desk) throws {
    let state = desk.base.appendingPathComponent("state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: fixtures.appendingPathComponent("v\(version)/org.example.App"),
      to: state.appendingPathComponent("org.example.App"))
    for path in try FileManager.default.subpathsOfDirectory(atPath: desk.directory.root) + [""] {
      let full = desk.directory.root + "/" + path
      chmod(full, try SystemFileSystem().status(full).kind == .directory ? 0o700 : 0o600)
    }
  }

  func testVersionOneIsReadWhole() async throws {
    try await atDesk { desk in
      try Self.copy(version: 1, to: desk)
      // The closed window of the fixture must not be too old for the test's clock.
      desk.clock.setWall(Date(timeIntervalSince1970: 1_795_230_000))
      XCTAssertEqual(desk.inspection.problems, [])
      let restoration = await desk.start()
      XCTAssertEqual(restoration.reason, .normal)
      XCTAssertEqual(restoration.notices, [])
      XCTAssertEqual(desk.log.lines, [])
      XCTAssertEqual(desk.targets, ["emma", "persuasion"])
      let scene = try XCTUnwrap(restoration.scenes.first)
      XCTAssertEqual(scene.id.uuidString, "6F9619FF-8B86-D011-B42D-00C04FC964FF")
      XCTAssertEqual(scene.kind, "page")
      XCTAssertEqual(scene.activity?.title, "Emma")
      XCTAssertEqual(scene.activity?.version, 2)
      XCTAssertEqual(scene.activity?.payload([String: Int].self), ["chapter": 4])
      XCTAssertEqual(scene.activity?.isEligibleForSearch, true)
      XCTAssertEqual(scene.geometry, SceneGeometry(width: 800, height: 600, isMaximized: true))
      XCTAssertEqual(scene.value(String.self, for: "Page.draft"), "It is a truth")
      XCTAssertEqual(scene.value(Double.self, for: "Page.scroll"), 12.5)
      XCTAssertEqual(scene.record.views["root/list"]?.values["row"], .int(3))
      let closed = await desk.coordinator.reopenClosedScene()
      XCTAssertEqual(closed?.activity?.targetContentIdentifier, "sanditon")
      XCTAssertEqual(desk.inspection.history.last?.windows.count, 1)
    }
  }

  func testUnknownKeysOfTheFixtureSurviveAReadAndAWrite() async throws {
    try await atDesk { desk in
      try Self.copy(version: 1, to: desk)
      let path = desk.directory.window(
        try XCTUnwrap(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00C04FC964FF")))
      let before = try StateValue(json: try Data(contentsOf: URL(fileURLWithPath: path)))
      await desk.start()
      desk.restoration.scenes.first?.set("other", for: "Page.draft")
      await desk.settle()
      let after = try StateValue(json: try Data(contentsOf: URL(fileURLWithPath: path)))
      XCTAssertEqual(after.object?["fromTheFuture"], before.object?["fromTheFuture"])
      XCTAssertNotNil(before.object?["fromTheFuture"])
      XCTAssertEqual(
        after.object?["activity"]?.object?["colour"], before.object?["activity"]?.object?["colour"])
    }
  }
}
