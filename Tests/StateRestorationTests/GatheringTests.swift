// SPDX-License-Identifier: Apache-2.0
// The end with very many changed windows is one file; each has its own again after the next start. Wherever the process or the
// power ends, all of them are there, as they were at the end or before, and none that is gone comes back.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class GatheringTests: XCTestCase {
  private static let count = 80

  /// Starts, with windows that are all saved as `round` says.
  @MainActor
  private static func fill(_ desk: Desk, _ disk: any StateFileSystem) async {
    desk.files = disk
    await desk.start()
    for number in 0..<count { _ = desk.open("\(number)") }
    change(desk, "first")
    await desk.settle()
  }

  @MainActor
  private static func change(_ desk: Desk, _ text: String) {
    for scene in desk.coordinator.scenes { scene.set(text, for: "note") }
  }

  /// What each window has at the next start.
  @MainActor
  private static func notes(_ desk: Desk) -> [String: Int] {
    desk.restoration.scenes.reduce(into: [:]) {
      $0[$1.value(String.self, for: "note") ?? "-", default: 0] += 1
    }
  }

  func testTheEndOfVeryManyWindowsIsOneFile() async throws {
    try await atDesk { desk in
      let disk = RecordedDisk()
      await Self.fill(desk, disk)
      Self.change(desk, "second")
      let before = disk.calls.count
      await desk.quit()
      XCTAssertLessThan(
        disk.calls.count - before, 4 * 16 + Self.count, "no calls for each window")
      XCTAssertTrue(disk.exists(desk.directory.gathered))
      for _ in 0..<2 {
        await desk.startOnly()
        XCTAssertEqual(Self.notes(desk), ["second": Self.count])
        XCTAssertEqual(
          StateInspection(desk.directory, disk).windows.map { $0.storage["note"] },
          Array(repeating: .string("second"), count: Self.count))
        await desk.kill()
      }
      await desk.start()
      await desk.settle()
      XCTAssertFalse(disk.exists(desk.directory.gathered), "each has its own again")
      await desk.kill()
      await desk.start()
      XCTAssertEqual(Self.notes(desk), ["second": Self.count])
    }
  }

  func testAnEndBeforeEachHasItsOwnAgainLosesNothing() async throws {
    try await atDesk { desk in
      await Self.fill(desk, MemoryFileSystem())
      Self.change(desk, "second")
      await desk.quit()
      await desk.startOnly()
      // Most are as they were, some change again, and what was gathered of one is not newer than its own.
      for scene in desk.coordinator.scenes.prefix(70) { scene.set("third", for: "note") }
      desk.coordinator.scenes.last?.set(String(repeating: "long ", count: 9_000), for: "long")
      let long = desk.coordinator.scenes.last?.id
      await desk.quit()
      await desk.startOnly()
      XCTAssertEqual(Self.notes(desk), ["second": Self.count - 70, "third": 70])
      XCTAssertEqual(
        desk.restoration.scenes.first { $0.id == long }?.value(String.self, for: "long")?.count,
        45_000)
    }
  }

  func testWhatIsTypedAfterTheStartIsNewerThanWhatWasGathered() async throws {
    try await atDesk { desk in
      await Self.fill(desk, MemoryFileSystem())
      Self.change(desk, "second")
      await desk.quit()
      await desk.startOnly()
      let ids = desk.coordinator.scenes.prefix(3).map(\.id)
      for scene in desk.coordinator.scenes.prefix(3) {
        scene.set("typed", for: "note")
        XCTAssertTrue(scene.edit("note", TextEdit(start: 5, inserted: "!")))
      }
      await desk.kill()
      await desk.startOnly()
      XCTAssertEqual(Self.notes(desk), ["second": Self.count - 3, "typed!": 3])
      for scene in desk.coordinator.scenes where ids.contains(scene.id) {
        XCTAssertEqual(scene.value(String.self, for: "note"), "typed!")
      }
    }
  }

  func testNoWindowThatIsGoneComesBackFromIt() async throws {
    for way in 0..<4 {
      try await atDesk { desk in
        let disk = MemoryFileSystem()
        await Self.fill(desk, disk)
        Self.change(desk, "second")
        await desk.quit()
        await desk.startOnly()
        let scene = try XCTUnwrap(desk.coordinator.scenes.first)
        let id = scene.id
        // The others wait for the disk meanwhile.
        let coordinator = desk.coordinator
        switch way {
        case 0: coordinator.close(scene)
        case 1: scene.isRestorable = false
        case 2:
          coordinator.close(scene)
          coordinator.forget()
        default: coordinator.end(keepingWindows: false)
        }
        coordinator.flush(within: 10)
        await desk.kill()
        let bytes = try? disk.contents(desk.directory.gathered, limit: 1 << 24)
        XCTAssertFalse(
          String(decoding: bytes ?? Data(), as: UTF8.self).contains(id.uuidString), "\(way)")
        await desk.startOnly()
        XCTAssertFalse(desk.coordinator.scenes.contains { $0.id == id }, "\(way)")
        XCTAssertEqual(desk.restoration.scenes.count, way == 3 ? 0 : Self.count - 1, "\(way)")
      }
    }
  }

  /// The process or the power is gone after each call in turn: of the end, and of what comes after the next start.
  func testWhereverThePowerIsCutAllWindowsAreThere() async throws {
    try await atDesk { desk in
      let disk = RecordedDisk()
      await Self.fill(desk, disk)
      Self.change(desk, "second")
      let first = disk.calls.count
      await desk.quit()
      let ended = disk.calls.count
      await desk.start()
      await desk.settle()
      await desk.kill()
      let calls = disk.calls
      var seen: Set<[String: Int]> = []
      let ends =
        Array(first...ended)
        + Array(
          stride(from: ended, through: calls.count, by: rounds(40, withFaults: 400) > 40 ? 1 : 16))
      for end in ends {
        var fates = RecordedDisk.Bytes.allCases.map { bytes in
          RecordedDisk.Fate(isNameThere: { _ in false }, bytes: { _ in bytes })
        }
        fates.append(RecordedDisk.Fate(isNameThere: { _ in true }, bytes: { _ in .all }))
        fates.append(.random(FixedRandom(UInt64(end))))
        for fate in fates {
          let store = StateStore(
            reading: desk.directory, RecordedDisk.afterPowerCut(calls[..<end], fate))
          let notes: [String: Int] = store.read().records.reduce(into: [:]) {
            $0[$1.storage["note"]?.string ?? "-", default: 0] += 1
          }
          XCTAssertEqual(notes.values.reduce(0, +), Self.count, "after \(end) calls: \(notes)")
          XCTAssertTrue(Set(notes.keys).isSubset(of: ["first", "second"]), "\(notes)")
          if end >= ended { XCTAssertEqual(notes, ["second": Self.count], "after \(end) calls") }
          seen.insert(notes)
        }
      }
      XCTAssertTrue(seen.contains(["first": Self.count]))
      XCTAssertTrue(seen.contains(["second": Self.count]))
    }
  }
}
