// SPDX-License-Identifier: Apache-2.0
// What a window's record says of the runs before: which version wrote it, and whether it was shown.
// A refusal stays one, and the windows of several runs do not pile up.

import Foundation
import XCTest

@testable import StateRestoration

final class SeveralRunsTests: XCTestCase {
  func testARefusalIsAskedForByTheVersionOfEachRecordAndStays() async throws {
    try await atDesk { desk in
      _ = await desk.startAndOpen("old")
      await desk.quit()
      desk.version = "2.0"
      for round in 0..<3 {
        var asked: [String] = []
        await desk.start {
          $0.shouldRestore = {
            asked.append($0)
            return $0 != "1.0"
          }
        }
        XCTAssertEqual(desk.targets, round == 0 ? [] : ["new"], "round \(round)")
        XCTAssertEqual(Set(asked), round == 0 ? ["1.0"] : ["1.0", "2.0"])
        XCTAssertEqual(
          desk.coordinator.keptWindows.map(\.reason), [.refused(version: "1.0")])
        if round == 0 { _ = desk.open("new") }
        await desk.settle()
        await desk.quit()
      }
      XCTAssertEqual(Set(desk.savedTargets), ["old", "new"])
    }
  }

  /// The records of the first versions do not say who wrote them, only the session does.
  func testARefusalStaysForRecordsThatDoNotNameTheirVersion() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("old")
      await desk.quit()
      let path = desk.directory.window(scene.id)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try desk.write(
        text.replacingOccurrences(of: "  \"applicationVersion\": \"1.0\",\n", with: ""), to: path)
      XCTAssertNil(desk.inspection.windows.first?.applicationVersion)
      desk.version = "2.0"
      for round in 0..<3 {
        var asked: [String] = []
        await desk.start {
          $0.shouldRestore = {
            asked.append($0)
            return $0 != "1.0"
          }
        }
        XCTAssertEqual(asked, ["1.0"], "round \(round)")
        XCTAssertEqual(desk.targets, [])
        XCTAssertEqual(desk.coordinator.keptWindows.map(\.reason), [.refused(version: "1.0")])
        await desk.quit()
      }
    }
  }

  func testUnwantedWindowsOfManyRunsAreLimitedAndNotInTheHistory() async throws {
    try await atDesk { desk in
      for run in 0..<40 {
        await desk.start(.never)
        _ = desk.open("\(run)")
        await desk.settle()
        await desk.quit()
      }
      await desk.start(.never)
      let kept = desk.coordinator.keptWindows.map(\.record.activity?.targetContentIdentifier)
      XCTAssertEqual(kept.first, "39")
      XCTAssertLessThanOrEqual(kept.count, StateDirectory.unwantedLimit + 1)
      XCTAssertGreaterThan(kept.count, StateDirectory.unwantedLimit - 1)
      let sessions = await desk.coordinator.pastSessions()
      XCTAssertEqual(sessions.map(\.windows.count), [1, 1, 1], "each run had one")
      let opened = await desk.coordinator.openPastSession(2)
      XCTAssertEqual(opened.map(\.activity?.targetContentIdentifier), ["38"])
      XCTAssertTrue(desk.coordinator.canReopenClosedScene, "what is older can be reopened")
      XCTAssertEqual(desk.closedTargets.first, "13")
    }
  }
}
