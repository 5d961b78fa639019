// SPDX-License-Identifier: Apache-2.0
// Whatever numbers another program puts into the tables of the history: writing, undo and check go on.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class HistoryNumberTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private struct Place: CustomStringConvertible {
    let table, column, condition: String
    let number: Int64
    var description: String {
      "UPDATE OR IGNORE \(table) SET \(column) = \(number) WHERE \(condition)"
    }
  }

  func testNoNumberInTheHistoryStopsWhatIsDone() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let made = directory.appendingPathComponent("made")
    try await make(in: made, seed: seed)
    let all = try places(in: made)
    let count = rounds(10, withFaults: 120, withAll: all.count)
    for place in count == all.count ? all : (0..<count).map({ _ in random.pick(all) }) {
      let copy = directory.appendingPathComponent("copy")
      try FileManager.default.copyItem(at: made, to: copy)
      let file = copy.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
      let connection = try Connection(file, .readWrite)
      // What the table refuses stays as it was.
      _ = try? connection.execute("\(place)")
      connection.close()
      do {
        try await use(copy)
      } catch {
        XCTFail("seed \(seed): \(place): \(error)")
      }
      try FileManager.default.removeItem(at: copy)
    }
  }

  /// A step that put in rows with numbers that no row can have is no step to undo, but nothing else stops.
  func testAStepWithImpossibleRowNumbersIsNamedAndSkipped() async throws {
    let place = directory.appendingPathComponent("impossible")
    for range in ["first = 1 << 62", "last = 9223372036854775807", "first = -1", "last = 0"] {
      let store = try await CatalogStore.open(in: place)
      _ = try await store.create(makeProduct("Rose"))
      await store.close()
      let file = place.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
      let connection = try Connection(file, .readWrite)
      try connection.run("UPDATE history_inserted SET \(range)")
      connection.close()
      let again = try await CatalogStore.open(in: place)
      let problems = try await again.check()
      XCTAssertEqual(problems.count, 1, "\(range): \(problems)")
      do {
        _ = try await again.undo()
        XCTFail("\(range): undone")
      } catch CatalogError.unfit {}
      _ = try await again.skipUndo()
      let sound = try await again.check()
      XCTAssertEqual(sound, [], range)
      await again.close()
      try FileManager.default.removeItem(at: place)
    }
  }

  /// A catalogue that was changed in every way, with something to undo and to redo.
  private func make(in place: URL, seed: UInt64) async throws {
    let player = try await RandomPlayer(seed: seed, directory: place)
    for _ in 0..<50 { try await player.play() }
    let rose = try await player.store.create(makeProduct("Rose", price: "1", year: 2000))
    _ = try await player.store.addNote(to: rose.id, title: NoteTitle("Note"), text: "Text")
    try await player.store.undo()
    _ = try await player.store.create(makeProduct("Iris"))
    for title in ["Tulip", "Aster", "Lily"] {
      let change = ProductChange(title: try ProductTitle(title))
      _ = try await player.store.edit([rose.id], applying: [.set(change)])
    }
    for _ in 1...2 { try await player.store.undo() }
    await player.store.close()
  }

  private func places(in place: URL) throws -> [Place] {
    let file = place.appendingPathComponent("catalog.sqlite").resolvingSymlinksInPath().path
    let connection = try Connection(file, .readOnly)
    defer { connection.close() }
    let columns = try connection.rows(
      """
      SELECT part.name AS part, columns.name AS column
      FROM sqlite_schema AS part, pragma_table_info(part.name) AS columns
      WHERE part.type = 'table' AND part.name LIKE 'history%' AND columns.type = 'INTEGER'
      ORDER BY part, columns.cid
      """
    ) { (table: $0.text("part"), column: $0.text("column")) }
    let withSteps = Set(columns.filter { $0.column == "step" }.map(\.table))
    let newest = ["NOT undone", "undone"].map {
      "abs(step) = (SELECT max(step) FROM history WHERE \($0))"
    }
    let numbers: [Int64] = [.max, .max - 1, .min, .min + 1, 0, -1, 1 << 62, -(1 << 62), 1 << 53]
    return columns.flatMap { table, column in
      (withSteps.contains(table) ? ["true"] + newest : ["true"]).flatMap { condition in
        numbers.map {
          Place(table: table, column: column, condition: condition, number: $0)
        }
      }
    }
  }

  /// What is about such a number may be refused, and skipped; nothing else is.
  private func use(_ place: URL) async throws {
    let store = try await CatalogStore.open(in: place)
    do {
      XCTAssertFalse(store.isReadOnly)
      _ = try await store.check()
      try await takeBack(store, least: 0)
      _ = try await store.create(makeProduct("New"))
      try await takeBack(store, least: 1)
      let there = try await store.products(ProductQuery()).contains { $0.title == "New" }
      XCTAssertTrue(there)
      _ = try await store.check()
      _ = try await store.exportHistory { _ in }
      try await store.forgetHistory()
      _ = try await store.create(makeProduct("Last"))
    } catch {
      await store.close()
      throw error
    }
    await store.close()
  }

  /// Undoes and redoes all that can be, whatever is there by now; returns once nothing is left to be done again.
  private func takeBack(_ store: CatalogStore, least: Int) async throws {
    var undone = 0
    for _ in 0..<200 {
      do {
        guard try await store.undo(.overwrite) != nil else { break }
        undone += 1
      } catch CatalogError.unfit { _ = try await store.skipUndo() }
    }
    XCTAssertGreaterThanOrEqual(undone, least)
    for _ in 0..<200 {
      do {
        guard try await store.redo(.overwrite) != nil else { break }
      } catch CatalogError.unfit { _ = try await store.skipRedo() }
    }
  }
}
