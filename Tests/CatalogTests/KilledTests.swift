// SPDX-License-Identifier: Apache-2.0
// A process that is killed during a command, or during undo, has either done it or not; undo
// continues from there in both cases.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class KilledTests: CatalogTestCase {
  func testACommandThatIsKilledWasDoneOrWasNot() async throws {
    try skipWithoutFaults()
    var store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let before = try await snapshot(store)
    await store.close()
    try await kill("generate", "20000")
    store = try await CatalogStore.open(in: directory)
    try await assertSound(store)
    let history = try await store.history()
    if history.undoable.count == 1 {
      let found = try await snapshot(store)
      XCTAssertEqual(found.count, before.count)
      XCTAssertEqual(found, before)
    } else {
      let command = try await store.undo()
      XCTAssertEqual(command?.count, 20_000)
      let found = try await snapshot(store)
      XCTAssertEqual(found.count, before.count)
    }
    let edit = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    guard case .saved = edit else { return XCTFail("\(edit)") }
    await store.close()
  }

  func testAnUndoThatIsKilledWasDoneOrWasNot() async throws {
    try skipWithoutFaults()
    let process = try vitrinectl("generate", "8000")
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    var store = try await CatalogStore.open(in: directory)
    let all = try await store.products(ProductQuery()).map(\.id)
    try await store.edit(
      Set(all.prefix(4000)),
      applying: [.addTag(Tag("many")), .calculate(.builtIn(.stock), Calculation(.add(1)))])
    let edited = try await snapshot(store)
    try await store.undo()
    let plain = try await snapshot(store)
    try await store.redo()
    await store.close()
    try await kill("undo")
    store = try await CatalogStore.open(in: directory)
    try await assertSound(store)
    let found = try await snapshot(store)
    let history = try await store.history()
    if history.redoable.isEmpty {
      XCTAssertTrue(found == edited, "not undone, and not as it was")
      try await store.undo()
      let undone = try await snapshot(store)
      XCTAssertTrue(undone == plain)
    } else {
      XCTAssertTrue(found == plain, "undone, but not wholly")
      try await store.redo()
      let redone = try await snapshot(store)
      XCTAssertTrue(redone == edited)
    }
    await store.close()
  }

  /// A list is there with what is remembered of its source, or not at all.
  func testAListThatIsKilledIsImportedOrIsNot() async throws {
    try skipWithoutFaults()
    let rows =
      ProcessInfo.processInfo.environment["VITRINE_TEST_PRODUCTS"].flatMap { Int($0) } ?? 1_500
    let list = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).csv")
    defer { try? FileManager.default.removeItem(at: list) }
    let lines = (0..<rows).map { "P\($0),Thing \($0),\($0 % 100)" }
    try Data((["SKU,Name,Stock"] + lines).joined(separator: "\n").utf8).write(to: list)
    let wal = directory.appendingPathComponent("catalog.sqlite-wal").path
    func start() throws -> Process {
      for name in try FileManager.default.contentsOfDirectory(atPath: directory.path) {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
      return try vitrinectl("import", list.path, "--source", "Maker")
    }
    func written() -> Int {
      var status = stat()
      return stat(wal, &status) == 0 ? Int(status.st_size) : 0
    }
    var most = 0
    let whole = try start()
    while whole.isRunning { most = max(most, written()) }
    var outcomes: Set<Int> = []
    for round in 0..<rounds(1, withFaults: 4, withAll: 200) {
      let process = try start()
      let moment = Int.random(in: 0...most)
      while process.isRunning, written() < moment {}
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let store = try await CatalogStore.open(in: directory)
      try await assertSound(store)
      let (count, kept) = (try await store.productCount(), try await store.rows(ofSource: "Maker"))
      XCTAssertTrue(count == 0 || count == rows, "\(round): \(count)")
      XCTAssertEqual(kept.count, count, "\(round)")
      outcomes.insert(count)
      await store.close()
    }
    XCTAssertFalse(outcomes.isEmpty)
  }

  /// Starts a process and kills it as soon as it has started to write.
  private func kill(_ words: String...) async throws {
    let wal = directory.appendingPathComponent("catalog.sqlite-wal").path
    let process = try words.count == 1 ? vitrinectl(words[0]) : vitrinectl(words[0], words[1])
    while process.isRunning {
      var status = stat()
      if stat(wal, &status) == 0, status.st_size > 1 << 20 { break }
      try await Task.sleep(nanoseconds: 500_000)
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private func assertSound(_ store: CatalogStore) async throws {
    XCTAssertNil(store.readOnlyReason)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
  }
}
