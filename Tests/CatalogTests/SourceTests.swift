// SPDX-License-Identifier: Apache-2.0
// What is remembered of the sources of lists: kept with the import, undone with it, and written only where it changed.

import Foundation
import XCTest

@testable import Catalog

final class SourceTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private func take(
    _ rows: [String: String], of name: String = "Dairy", as entries: [ImportedEntry] = [],
    into store: CatalogStore
  ) async throws {
    _ = try await store.importProducts(
      from: RememberedEntries(
        entries,
        ListMemory(
          source: ListSource(name: name, content: "\(rows.count)"),
          rows: rows.map { (key: $0.key, content: $0.value) })), isUpdating: true)
  }

  func testTheLastListIsKeptAndUndoneWithItsImport() async throws {
    let store = try await CatalogStore.open(in: directory)
    var entry = ImportedEntry()
    entry.change = ProductChange(title: try ProductTitle("Gouda"))
    try await take(["1": "a", "2": "b"], as: [entry], into: store)
    try await take(["1": "A", "3": "c"], into: store)
    try await take(["1": "x"], of: "Dairy 2", into: store)
    let rows = try await store.rows(ofSource: "Dairy")
    XCTAssertEqual(rows, ["1": "A", "3": "c"])
    _ = try await store.undo()
    let names = try await store.sources().map(\.name)
    XCTAssertEqual(names, ["Dairy"])
    _ = try await store.undo()
    let old = try await store.rows(ofSource: "Dairy")
    XCTAssertEqual(old, ["1": "a", "2": "b"])
    _ = try await store.undo()
    let none = try await store.sources()
    let left = try await store.rows(ofSource: "Dairy")
    let count = try await store.productCount()
    XCTAssertEqual(none, [])
    XCTAssertEqual(left, [:])
    XCTAssertEqual(count, 0)
    _ = try await store.redo()
    let again = try await store.rows(ofSource: "Dairy")
    XCTAssertEqual(again, ["1": "a", "2": "b"])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testRowsThatAreTheSameLeaveNoStep() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(["1": "a", "2": "b"], into: store)
    try await take(["1": "a", "2": "b"], into: store)
    let history = try await store.history()
    XCTAssertEqual(history.undoable.count, 1)
    await store.close()
  }

  func testASourceIsForgottenAndTakenBack() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(["1": "a"], into: store)
    try await store.forgetSource("Dairy")
    let rows = try await store.rows(ofSource: "Dairy")
    XCTAssertEqual(rows, [:])
    await assertThrows(CatalogError.sourceMissing) { try await store.forgetSource("Dairy") }
    let undone = try await store.undo()
    XCTAssertEqual(undone?.kind, .forgetSource)
    let back = try await store.rows(ofSource: "Dairy")
    XCTAssertEqual(back, ["1": "a"])
    await store.close()
  }

  func testANameIsALine() {
    for name in ["", " ", "a\nb"] {
      XCTAssertThrowsError(try ListSource(name: name, content: ""))
    }
  }
}

/// Entries with what is remembered of their source.
final class RememberedEntries: EntrySource, @unchecked Sendable {
  // One thread at a time uses a source.
  let name = "a list"
  let memory: ListMemory?
  private let entries: [ImportedEntry]
  private var isRead = false

  init(_ entries: [ImportedEntry], _ memory: ListMemory) {
    (self.entries, self.memory) = (entries, memory)
  }

  func next() throws -> [ImportedItem] {
    defer { isRead = true }
    return isRead
      ? [] : entries.map { ImportedItem(line: 1, content: .entry($0), fraction: nil, length: 1) }
  }

  func rewind() { isRead = false }

  func picture(_ name: String) throws -> PictureSource {
    throw CatalogError.picture(file: name, problem: .missing)
  }
}
