// SPDX-License-Identifier: Apache-2.0
// The power is cut after every call, and what the disk has then is made up in every way that a file system
// allows: of the names that were not flushed since, those up to any call, or any of them in any order; of each
// file's bytes, those up to any place since it was flushed, or zeros in their place.

import Foundation
import StateRestorationTesting
import TestSwitches
import XCTest

@testable import StateRestoration

final class PowerCutTests: XCTestCase {
  func testEveryPowerCutLeavesWholeWindowsAndAtMostASecondIsLost() async throws {
    try await atDesk { desk in
      let disk = RecordedDisk()
      desk.files = disk
      await desk.start()
      let scenes = ["a", "b"].map { desk.open($0) }
      let texts = (0...40).map { count in
        (0..<count).map { "word \($0)" }.joined(separator: " ") + String(repeating: "é", count: 60)
      }
      /// After these calls, at least this text is on the disk.
      var notes: [(calls: Int, least: Int)] = []
      var shown = 0
      @MainActor func type(_ count: Int) {
        for _ in 0..<count {
          shown += 1
          for scene in scenes { scene.set(texts[shown], for: "draft") }
        }
      }
      @MainActor func note() async {
        await until("it is on the disk") {
          desk.clock.advance(0.3)
          return desk.coordinator.isSaved
        }
        notes.append((disk.calls.count, shown))
      }
      type(1)
      await desk.settle()
      await note()
      for step in 0..<6 {
        type(3)
        await note()
        type(2)
        if step.isMultiple(of: 2) {
          scenes[0].saveNow()
          type(1)
          await note()
        } else {
          await desk.settle()
        }
      }
      let calls = disk.calls
      let stride = rounds(7, withFaults: 1)
      var tried = 0
      for end in Swift.stride(from: notes[0].calls, through: calls.count, by: stride) {
        let least = notes.last { $0.calls <= end }?.least ?? 0
        var fates: [(what: String, fate: RecordedDisk.Fate)] = []
        for names in 0...2 {
          for bytes in RecordedDisk.Bytes.allCases {
            let until = [0, end - 4, end][names]
            fates.append(
              (
                "unflushed names until \(until), bytes \(bytes)",
                RecordedDisk.Fate(isNameThere: { $0 < until }, bytes: { _ in bytes })
              ))
          }
        }
        for _ in 0..<rounds(4, withFaults: 8, withAll: 100) {
          let seed = UInt64.random(in: 0...(.max))
          fates.append(("any names and bytes, seed \(seed)", .random(FixedRandom(seed))))
        }
        for (what, fate) in fates {
          let files = RecordedDisk.afterPowerCut(calls[..<end], fate)
          let store = StateStore(reading: desk.directory, files)
          let state = store.read()
          let what = "after \(end) calls, \(what)"
          XCTAssertEqual(Set(state.records.map(\.id)), Set(scenes.map(\.id)), what)
          tried += 1
          for record in state.records {
            let text = record.storage["draft"]?.string ?? ""
            guard let index = texts.firstIndex(of: text) else {
              XCTFail("a torn text \(what): \(text.prefix(80))")
              return
            }
            XCTAssertGreaterThanOrEqual(index, least, what)
          }
        }
      }
      XCTAssertGreaterThan(calls.count, 150)
      XCTAssertTrue(calls.contains(where: \.isOfJournal))
      print("\(tried) disks after power cuts at \(calls.count) calls")
    }
  }
}
