// Do, undo, redo equals do: random commands compared with snapshots of every table. And observers
// are notified of exactly what differs between two snapshots.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class UndoPropertyTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testUndoAndRedoLeadThroughTheSameStates() async throws {
    for round in 0..<2 { try await play(150, round: round) }
  }

  /// 100,000 steps, or VITRINE_TEST_STEPS of them.
  func testUndoAndRedoForALongTime() async throws {
    try skipWithoutFaults()
    let wanted = ProcessInfo.processInfo.environment["VITRINE_TEST_STEPS"].flatMap { Int($0) }
    for round in 0..<(wanted ?? 100_000) / 250 { try await play(250, round: round) }
  }

  private func play(_ steps: Int, round: Int) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    let place = directory.appendingPathComponent("\(round)")
    let player = try await RandomPlayer(seed: seed, directory: place)
    do {
      for _ in 0..<steps { try await player.play() }
      let problems = try await player.store.check()
      XCTAssertEqual(problems, [], "seed \(seed)")
    } catch {
      XCTFail("seed \(seed): \(error)")
    }
    await player.store.close()
    try FileManager.default.removeItem(at: place)
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
