// SPDX-License-Identifier: Apache-2.0
// Do, undo, redo equals do: random commands compared with snapshots of every table. And observers
// are notified of exactly what differs between two snapshots.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class UndoPropertyTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testUndoAndRedoLeadThroughTheSameStates() async throws {
    try await play(rounds: 2, of: 150)
  }

  /// 100,000 steps of all that there are to try, or VITRINE_TEST_STEPS of them.
  func testUndoAndRedoForALongTime() async throws {
    try skipWithoutFaults()
    let wanted = ProcessInfo.processInfo.environment["VITRINE_TEST_STEPS"].flatMap { Int($0) }
    let steps = rounds(0, withFaults: 5_000, withAll: 100_000)
    try await play(rounds: (wanted ?? steps) / 250, of: 250)
  }

  private func play(rounds: Int, of steps: Int) async throws {
    let failures = try await inTwoLines(rounds) { [directory] round in
      try await Self.play(steps, in: directory.appendingPathComponent("\(round)"))
    }
    XCTAssertEqual(failures, [])
  }

  /// What went wrong.
  private static func play(_ steps: Int, in place: URL) async throws -> [String] {
    let seed = UInt64.random(in: 0 ... .max)
    let player = try await RandomPlayer(seed: seed, directory: place)
    var failures: [String] = []
    do {
      for step in 0..<steps {
        try await player.play()
        if step.isMultiple(of: 10) || step == steps - 1 {
          failures += try await faultsOfVariants(in: player.store).map { "seed \(seed): \($0)" }
        }
      }
      failures += try await player.store.check().map { "seed \(seed): \($0.sentence)" }
    } catch {
      failures = ["seed \(seed): \(error)"]
    }
    await player.store.close()
    try FileManager.default.removeItem(at: place)
    return failures
  }

  /// The files as a SIGKILL would leave them in the middle: undo continues from there.
  func testUndoSurvivesSIGKILL() async throws {
    let place = directory.appendingPathComponent("alive")
    let player = try await RandomPlayer(seed: 7, directory: place)
    for _ in 0..<40 { try await player.play() }
    let copy = directory.appendingPathComponent("copy")
    let cp = try Process.run(
      URL(fileURLWithPath: "/bin/cp"), arguments: ["-a", place.path, copy.path])
    cp.waitUntilExit()
    XCTAssertEqual(cp.terminationStatus, 0)
    await player.store.close()

    let store = try await CatalogStore.open(in: copy)
    for state in player.past.reversed() {
      try await store.undo()
      let found = try await snapshot(store)
      XCTAssertEqual(found, state)
    }
    await store.close()
  }
}
