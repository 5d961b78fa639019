// SPDX-License-Identifier: Apache-2.0
// The list of all notes: newest first, searched, and following every change.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class AllNotesTests: CatalogTestCase {
  func testTheNotesOfAllProductsFollowEveryChangeNewestFirst() async throws {
    try await Self.following(in: directory)
  }

  @MainActor
  private static func following(in directory: URL) async throws {
    let store = try await CatalogStore.open(in: directory)
    let other = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let oak = try await store.create(makeProduct("Oak"))
    let list = NoteList(store)
    try await waitUntil("it is read") { list.results.isComplete }
    XCTAssertEqual(list.results.count, 0)

    let first = try await store.addNote(to: rose.id, title: "Care", text: "Water\n\n weekly ")
    try await pause()
    _ = try await other.addNote(to: oak.id, title: "", text: "Shelf\nbottom left")
    try await list.expect(["Shelf: bottom left (Oak)", "Care: Water weekly (Rose)"])
    try await pause()
    _ = try await store.editNote(first.id, basedOn: 1, title: "Care", text: "Daily")
    try await list.expect(["Care: Daily (Rose)", "Shelf: bottom left (Oak)"])
    _ = try await store.edit(
      oak.id, basedOn: 1, applying: ProductChange(title: ProductTitle("Oak table")))
    try await list.expect(["Care: Daily (Rose)", "Shelf: bottom left (Oak table)"])

    try await store.delete([rose.id])
    try await list.expect(["Shelf: bottom left (Oak table)"])
    _ = try await store.restore([rose.id])
    try await list.expect(["Care: Daily (Rose)", "Shelf: bottom left (Oak table)"])
    _ = try await store.deleteNote(first.id)
    try await list.expect(["Shelf: bottom left (Oak table)"])
    try await store.undo()
    try await list.expect(["Care: Daily (Rose)", "Shelf: bottom left (Oak table)"])
    XCTAssertEqual(list.results.position(of: first.id), 0)
    await store.close()
    await other.close()
  }

  /// Another process can't tell changes apart that are of one millisecond.
  private static func pause() async throws { try await Task.sleep(for: .milliseconds(3)) }

  /// All words of a search are in one note, whether the index knows it yet or not.
  func testASearchFindsNotesAndNotTheirNeighbours() async throws {
    try await Self.searching(in: directory)
  }

  @MainActor
  private static func searching(in directory: URL) async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let oak = try await store.create(makeProduct("Oak with thorns"))
    _ = try await store.addNote(to: rose.id, title: "Señora Gärtner", text: "cuts the thorns")
    _ = try await store.addNote(to: rose.id, title: "Care", text: "Water weekly")
    let long = String(repeating: "and so on ", count: 60) + "thorns at last"
    _ = try await store.addNote(to: oak.id, title: "Long", text: FreeText(note: long))
    let expected = [
      "thorns": ["Long", "Señora Gärtner"], "senora thor": ["Señora Gärtner"],
      "gartner": ["Señora Gärtner"], "water thorns": [], "\"water weekly\"": ["Care"],
      "\"weekly water\"": [], "oak": [], "w": ["Care"], "  ": ["Long", "Care", "Señora Gärtner"],
      "(": [], "\"": [],
    ]
    for isIndexed in [false, true] {
      if isIndexed {
        try await waitUntil("they are indexed") {
          try await store.database.read { try SearchIndex(connection: $0).isUpToDate() }
        }
      }
      let list = NoteList(store)
      for (text, headings) in expected {
        list.results.show(text)
        try await list.expect("“\(text)”, indexed: \(isIndexed)") { found in
          found.map(\.heading).sorted() == headings.sorted()
        }
      }
      list.results.show("thorns")
      try await list.expect("the passage that fits") { found in
        found.contains { $0.heading == "Long" && $0.passage.hasSuffix("thorns at last") }
          && found.contains { $0.passage == "cuts the thorns" }
      }
    }
    await store.close()
  }

  func testThePlacesOfSomeNotesAreKnownAtOnce() async throws {
    try await Self.locating(in: directory)
  }

  @MainActor
  private static func locating(in directory: URL) async throws {
    let store = try await CatalogStore.open(in: directory)
    try await fill(store, notes: 3_000)
    let last = try await store.database.read { connection in
      try connection.first("SELECT id FROM note ORDER BY changed LIMIT 1") { try $0.uuid("id") }
    }
    let oldest = try XCTUnwrap(last)
    let list = NoteList(store, locating: [oldest, UUID()])
    try await waitUntil("it is read") { list.results.isComplete }
    XCTAssertEqual(list.results.position(of: oldest), 2_999)
    XCTAssertNil(list.results.item(at: 2_999))
    try await waitUntil("its page is read") { list.results.item(at: 2_999)?.id == oldest }
    XCTAssertNil(list.results.item(at: 3_000))
    XCTAssertNil(list.results.item(at: -1))
    await store.close()
  }

  /// The main thread is only told what was found: 100,000 notes keep it no longer than a few.
  func testManyNotesNeverKeepTheMainThreadWaiting() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await Self.fill(store, notes: 20_000)
    try await Self.measuring(store)
    await store.close()
  }

  @MainActor
  private static func measuring(_ store: CatalogStore) async throws {
    let list = NoteList(store)
    try await waitUntil("all are listed") { list.results.count == 20_000 }
    for (text, count) in [("number 777", 11), ("number", 20_000), ("zebra", 0)] {
      list.reports = []
      list.results.show(text)
      try await waitUntil("some of “\(text)” is found") { !list.reports.isEmpty }
      // Where it takes long to look at all, the newest are there first.
      if text == "number" { XCTAssertEqual(list.reports.first, 500) }
      try await waitUntil("“\(text)” is found") {
        list.results.isComplete && list.results.count == count
      }
    }
    XCTAssertLessThan(list.longest, 0.05, "a debug build")
  }

  private static let notesOfEach = 4

  private static func fill(_ store: CatalogStore, notes: Int) async throws {
    try await store.database.underLock { connection in
      try connection.transaction(.write) {
        try connection.run(
          """
          WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
          INSERT INTO product (
            key, id, title, title_key, description, position, revision, created, changed)
          SELECT n, randomblob(16), 'P' || n, 'p' || n, '', n, 1, n, n FROM counted
          """, notes / notesOfEach)
        try connection.run(
          """
          WITH RECURSIVE counted (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < ?)
          INSERT INTO note (key, id, product, position, title, text, revision, created, changed)
          SELECT n, randomblob(16), (n - 1) / ? + 1, n, 'Note ' || n, 'This is number ' || n
            || ', a little text like those that people write about a shelf, a supplier or an idea.',
            1, n, n FROM counted
          """, notes, notesOfEach)
        try SearchIndex(connection: connection).refresh()
      }
      return ((), [.everything])
    }
  }
}

/// A list, kept up to date by what it reports, as a view would keep it.
@MainActor
private final class NoteList {
  private let store: CatalogStore
  private let located: [UUID]
  private(set) lazy var results = store.allNotes(locating: located) { [weak self] change in
    guard let self, case .items(let changes) = change else { return }
    let start = ProcessorTime.ofThread
    apply(changes)
    longest = max(longest, ProcessorTime.ofThread - start)
  }
  /// The most seconds of this thread that a report took.
  private(set) var longest = 0.0
  /// How many notes there were at each report.
  var reports: [Int] = []
  private var count = 0

  init(_ store: CatalogStore, locating located: [UUID] = []) {
    (self.store, self.located) = (store, located)
    _ = results
  }

  private func apply(_ changes: [ListChange]) {
    reports.append(results.count)
    for change in changes {
      XCTAssertLessThanOrEqual(change.position + change.removed, count)
      count += change.added - change.removed
    }
    XCTAssertEqual(count, results.count)
    _ = results.item(at: 0)
  }

  func expect(_ lines: [String]) async throws {
    try await expect("\(lines)") { found in
      found.map { "\($0.heading): \($0.passage) (\($0.productTitle))" } == lines
    }
  }

  func expect(_ what: String, _ isWanted: ([ListedNote]) -> Bool) async throws {
    try await waitUntil(what) {
      guard results.isComplete else { return false }
      let found = (0..<results.count).map { results.item(at: $0) }
      return !found.contains(nil) && isWanted(found.compactMap(\.self))
    }
  }
}
