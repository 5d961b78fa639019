// SPDX-License-Identifier: Apache-2.0
// A window with a large value is saved while every call fails or the process dies: afterwards the
// record and its value file are both old or both new.

import Foundation
import TestSwitches
import XCTest

@testable import StateRestoration

final class LargeValueFaultTests: XCTestCase {
  private static func record(_ bench: SaveBench, _ value: Int) -> SceneRecord {
    var record = bench.record(0, value)
    record.storage["text"] = .string(String(repeating: "\(value)", count: 17_000))
    return record
  }

  private func save(_ store: StateStore, _ bench: SaveBench, value: Int) -> SaveResult {
    store.save(SaveBatch(fates: [bench.ids[0]: .open(Self.record(bench, value))]))
  }

  /// What the next start finds.
  private func found(_ bench: SaveBench, _ what: String) throws -> Int? {
    bench.files.set(.none)
    let store = try bench.store()
    let state = store.read()
    XCTAssertEqual(state.remarks.map(\.reason), [], what)
    let record = try XCTUnwrap(state.records.first, what)
    let value = try XCTUnwrap(record.storage["n"]?.int, what)
    XCTAssertTrue(record.storage == Self.record(bench, value).storage, "\(what): of one piece")
    store.removeUnusedParts()
    XCTAssertTrue(
      try store.recordFile(at: bench.directory.window(record.id), &remarks).record == record)
    return value
  }

  private var remarks: [String] = []

  func testTheProcessDiesBeforeEveryCall() throws {
    try skipWithoutFaults()
    var call = 1
    while true {
      let bench = SaveBench()
      let isDone = try {
        let store = try bench.store()
        for value in 1...3 { XCTAssertNil(save(store, bench, value: value).failure) }
        bench.files.set(.gone(fromCall: call))
        _ = save(store, bench, value: 4)
        return bench.files.calls.count < call
      }()
      let value = try found(bench, "dead before call \(call)")
      XCTAssertTrue(isDone ? value == 4 : [3, 4].contains(value), "dead before call \(call)")
      if isDone { break }
      call += 1
    }
    XCTAssertGreaterThan(call, 20)
  }

  func testEveryCallFailsOnceAndIsTriedAgain() throws {
    try skipWithoutFaults()
    for code in [EIO] {
      for call in 1...40 {
        let bench = SaveBench()
        do {
          let store = try bench.store()
          for value in 1...3 { XCTAssertNil(save(store, bench, value: value).failure) }
          bench.files.set(.failing(call: call, code: code))
          let result = save(store, bench, value: 4)
          bench.files.set(.none)
          if result.failure != nil { XCTAssertNil(store.save(result.failed).failure) }
        }
        XCTAssertEqual(try found(bench, "call \(call)"), 4, "call \(call)")
      }
    }
  }

  func testOnAFullDiskTheOlderValueStays() throws {
    let bench = SaveBench()
    do {
      let store = try bench.store()
      XCTAssertNil(save(store, bench, value: 1).failure)
      bench.files.set(.full(ENOSPC))
      XCTAssertEqual(save(store, bench, value: 2).failure?.code, ENOSPC)
    }
    XCTAssertEqual(try found(bench, "full"), 1)
  }
}
