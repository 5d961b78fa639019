// SPDX-License-Identifier: Apache-2.0
// When records are written, as the contract describes it, with a clock that only the test moves.

import Foundation
import StateRestorationTesting
import XCTest

@testable import StateRestoration

final class TimingTests: XCTestCase {
  func testAChangeIsGivenToTheKernelAtOnceAndIsOnTheDiskThreeHundredMillisecondsAfterTheLastOne()
    async throws
  {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scene = await desk.startAndOpen("a")
      files.set(.none)
      scene.set(1, for: "n")
      desk.clock.advance(0.2)
      scene.set(2, for: "n")
      await desk.untilWritten()
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(2))
      desk.clock.advance(0.29)
      // On a busy machine a write can be slow, which makes a directory for its stand-in.
      let flushedJournals = files.calls.filter {
        $0.hasPrefix("flush") && $0.hasSuffix(StateDirectory.journalEnding)
      }
      XCTAssertEqual(flushedJournals, [])
      XCTAssertFalse(desk.coordinator.isSaved)
      desk.clock.advance(0.02)
      await until("it is written") { desk.coordinator.isSaved }
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(2))
    }
  }

  func testAChangeIsWrittenAtMostOneSecondAfterTheFirstUnsavedOne() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      // Steps that add up to exactly one second.
      for step in 1...8 {
        scene.set(step, for: "n")
        desk.clock.advance(0.125)
      }
      await until("it is written") { desk.coordinator.isSaved }
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(8))
    }
  }

  func testAThousandChangesASecondForTenSecondsMakeAtMostElevenWritesAndLoseNothing() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      let scene = await desk.startAndOpen("a")
      files.set(.none)
      for change in 1...10_000 {
        scene.set(change, for: "n")
        desk.clock.advance(0.001)
        // A second of real time is far longer than a write takes.
        if change % 1000 == 0 {
          await until("the write is done") { desk.coordinator.saves.isIdle }
        }
      }
      await desk.settle()
      let flushes = files.calls.filter { $0.hasPrefix("flush") && $0.hasSuffix(".journal") }
      XCTAssertLessThanOrEqual(flushes.count, 11)
      let records = files.renames.filter { $0.contains(scene.id.uuidString) }
      XCTAssertLessThanOrEqual(records.count, 15, "each has 64 kB of the journal")
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(10_000))
    }
  }

  func testNothingChangedMakesNoTimerAndNoWrite() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      await desk.start()
      let scene = desk.open("a")
      scene.set("same", for: "n")
      scene.geometry = SceneGeometry(width: 10, height: 10)
      await desk.settle()
      desk.clock.advance(60)
      files.set(.none)
      let timers = desk.clock.armedTimers
      scene.set("same", for: "n")
      scene.activity = scene.activity
      scene.geometry = SceneGeometry(width: 10, height: 10)
      scene.saveNow()
      desk.coordinator.focus(scene)
      XCTAssertTrue(desk.coordinator.isSaved)
      XCTAssertEqual(desk.clock.armedTimers, timers)
      XCTAssertTrue(desk.coordinator.flush())
      XCTAssertEqual(files.calls, [])
    }
  }

  func testAChangeThatIsTakenBackLeavesNoJournal() async throws {
    try await atDesk { desk in
      let files = FailingFileSystem()
      desk.files = files
      await desk.start()
      let scene = desk.open("a")
      scene.set(1, for: "n")
      await desk.settle()
      scene.set(2, for: "n")
      scene.set(1, for: "n")
      await desk.settle()
      XCTAssertEqual(desk.inspection.windows.first?.storage["n"], .int(1))
      XCTAssertEqual(
        desk.names(in: desk.directory.windows).filter { $0.hasSuffix(".journal") }, [])
    }
  }

  func testUrgentSavesDoNotWait() async throws {
    try await atDesk { desk in
      await desk.start()
      let scenes = desk.open(["a", "b"])
      await until("opening is written at once") { desk.coordinator.isSaved }
      scenes[1].set("typed", for: "draft")
      desk.coordinator.focus(scenes[0])
      await until("losing the focus writes at once") { desk.coordinator.isSaved }
      scenes[0].set("photos", for: "tab")
      scenes[0].saveNow()
      await until("a view that asks for it is written at once") { desk.coordinator.isSaved }
      desk.coordinator.close(scenes[0])
      await until("closing is written at once") { desk.coordinator.isSaved }
      XCTAssertEqual(desk.savedTargets, ["b"])
      XCTAssertEqual(desk.inspection.windows.first?.storage["draft"], .string("typed"))
      XCTAssertEqual(desk.inspection.closed.first?.storage["tab"], .string("photos"))
    }
  }

  func testFlushWritesWhatIsStaleBeforeItReturns() async throws {
    try await atDesk { desk in
      await desk.start()
      let scene = desk.open("a")
      scene.set("typed", for: "draft")
      XCTAssertTrue(desk.coordinator.flush(within: 5))
      XCTAssertEqual(desk.inspection.windows.first?.storage["draft"], .string("typed"))
    }
  }

  func testFlushDoesNotWaitForeverForADiskThatHangs() async throws {
    try await atDesk { desk in
      let scene = await desk.startAndOpen("a")
      let gate = DispatchSemaphore(value: 0)
      desk.coordinator.writer.async { _ in gate.wait() }
      scene.set(1, for: "n")
      // The disk hangs until this has returned.
      XCTAssertFalse(desk.coordinator.flush(within: 0.05))
      gate.signal()
      await desk.settle()
    }
  }
}
