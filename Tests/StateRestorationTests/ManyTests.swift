// SPDX-License-Identifier: Apache-2.0
// Very many windows, and windows with very many values: what a step costs must grow with what it does.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class ManyTests: XCTestCase {
  /// What it took of the processors.
  @MainActor
  private static func seconds(_ work: @MainActor () async throws -> Void) async rethrows -> Double {
    let start = ProcessorTime.ofProcess
    try await work()
    return ProcessorTime.ofProcess - start
  }

  func testAnActivityWithThousandsOfKeysIsSavedInAMoment() async throws {
    // What it takes is then not the library's: 2.4 s were measured.
    try skipWhenSanitized()
    try await atDesk { desk in
      for count in [8_000, 30_000] {
        desk.files = MemoryFileSystem()
        await desk.start()
        let scene = desk.open("a")
        scene.set("typed", for: "draft")
        var activity = UserActivity(type: "org.example.reading", targetContentIdentifier: "a")
        for key in 0..<count { activity.userInfo[StateKey("key \(key)")] = .int(Int64(key)) }
        scene.activity = activity
        await desk.settle()
        let took = await Self.seconds {
          scene.set("typed more", for: "draft")
          await desk.settle()
        }
        XCTAssertLessThan(took, 2.0 * Double(count) / 8_000, "of \(count) keys")
        let found = StateInspection(desk.directory, desk.files).windows.first
        XCTAssertEqual(found?.activity?.userInfo.count, count)
        XCTAssertEqual(found?.storage["draft"], .string("typed more"))
        XCTAssertEqual(desk.coordinator.savingState, .saving)
        await desk.quit()
      }
    }
  }

  func testTenThousandWindowsAreRestoredAndEndInASecondEach() async throws {
    try skipWithoutFaults()
    // The end waits a limited time, which is too short then.
    try skipWhenSanitized()
    try await atDesk { desk in
      // A test that waits for the disk ten thousand times is no test of the library.
      desk.files = MemoryFileSystem()
      await desk.start { $0.register("page") { _ in } }
      for number in 0..<10_000 { _ = desk.open("\(number)") }
      desk.coordinator.flush(within: 60)
      await desk.settle()
      await desk.quit()
      let restoration = await desk.startOnly { $0.register("page") { _ in } }
      XCTAssertEqual(restoration.scenes.count, 10_000)
      let coordinator = desk.coordinator
      let restoring = await Self.seconds { await coordinator.restore(restoration, pause: {}) }
      let leaves = coordinator.scenes.map { scene in
        let leaf = Leaf()
        scene.restore(leaf)
        return leaf
      }
      coordinator.flush(within: 60)
      let ending = await Self.seconds { coordinator.end(keepingWindows: true) }
      XCTAssertEqual(leaves.count, 10_000)
      // The end waits a limited time; what it left to the writer is nothing that a start would miss.
      await coordinator.writer.finish()
      let again = await desk.startOnly { $0.register("page") { _ in } }
      XCTAssertEqual(again.scenes.count, 10_000)
      // A debug build; a release build takes a third.
      XCTAssertLessThan(restoring, 4)
      XCTAssertLessThan(ending, 4)
    }
  }

  @MainActor
  private final class Leaf: StateRestoring {
    var restorationIdentifier: String? { "leaf" }
  }
}
