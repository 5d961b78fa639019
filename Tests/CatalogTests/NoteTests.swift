// SPDX-License-Identifier: Apache-2.0
// Notes keep their order whatever is done to them.

import Foundation
import XCTest

@testable import Catalog

final class NoteTests: CatalogTestCase {
  func testNotesAreCreatedEditedAndRestored() async throws {
    let store = try await CatalogStore.open(in: directory)
    let product = try await store.create(makeProduct("Rose"))
    let first = try await store.addNote(to: product.id, title: "Care", text: "Water\nweekly")
    let second = try await store.addNote(to: product.id, title: "", text: "")
    XCTAssertEqual([first.revision, first.text.text.count], [1, 12])
    var notes = try await store.notes(of: product.id)
    XCTAssertEqual(notes, [first, second])

    guard
      case .saved(let edited) = try await store.editNote(
        first.id, basedOn: 1, title: "Care", text: "Water daily")
    else { return XCTFail("not saved") }
    XCTAssertEqual(edited.revision, 2)
    let conflict = try await store.editNote(first.id, basedOn: 1, title: "x", text: "")
    XCTAssertEqual(conflict, .conflict(current: edited, base: first))
    let missing = try await store.editNote(UUID(), basedOn: 1, title: "x", text: "")
    XCTAssertEqual(missing, .missing)

    let deleted = try await store.deleteNote(first.id)
    XCTAssertEqual(deleted, edited)
    let again = try await store.deleteNote(first.id)
    XCTAssertNil(again)
    notes = try await store.notes(of: product.id)
    XCTAssertEqual(notes, [second])
    try await store.restoreNote(edited, at: 0)
    notes = try await store.notes(of: product.id)
    XCTAssertEqual(notes.map(\.id), [first.id, second.id])
    XCTAssertEqual(notes[0].text, "Water daily")
    XCTAssertEqual(notes[0].revision, 3)
    let stale = try await store.editNote(first.id, basedOn: 2, title: "x", text: "")
    XCTAssertEqual(stale, .conflict(current: notes[0], base: edited))
    await store.close()
  }

  func testNotesNeedTheirProductAndAnIdentifierOfTheirOwn() async throws {
    let store = try await CatalogStore.open(in: directory)
    let product = try await store.create(makeProduct("Rose"))
    let note = try await store.addNote(to: product.id, title: "a", text: "")
    await assertThrows(.productMissing) {
      try await store.addNote(to: UUID(), title: "x", text: "")
    }
    await assertThrows(.noteMissing) { try await store.moveNote(UUID(), to: 0) }
    await assertThrows({ try await store.restoreNote(note, at: 0) }) {
      ($0 as? InvalidValue)?.field == .id
    }
    await assertThrows({
      try await store.addNote(to: product.id, title: "x", text: FreeText(note: "a\u{0}"))
    }) {
      ($0 as? InvalidValue)?.field == .noteText
    }
    let notes = try await store.notes(of: product.id)
    XCTAssertEqual(notes, [note])
    await store.close()
  }

  /// Random additions, moves, deletions and restorations, compared with a plain array.
  func testOrderFollowsEveryMove() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let store = try await CatalogStore.open(in: directory)
    let product = try await store.create(makeProduct("Rose"))
    let other = try await store.create(makeProduct("Tulip"))
    let untouched = try await store.addNote(to: other.id, title: "untouched", text: "")
    var model: [UUID] = []
    var deleted: [Note] = []
    for step in 0..<300 {
      let position = Int.random(in: -2...(model.count + 2), using: &random)
      let clamped = { (count: Int) in min(max(position, 0), count) }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<2:
        model.append(try await store.addNote(to: product.id, title: "\(step)", text: "").id)
      case 2..<8 where !model.isEmpty:
        let id = model[Int.random(in: 0..<model.count, using: &random)]
        try await store.moveNote(id, to: position)
        model.removeAll { $0 == id }
        model.insert(id, at: clamped(model.count))
      case 8 where !model.isEmpty:
        let id = model.remove(at: Int.random(in: 0..<model.count, using: &random))
        let note = try await store.deleteNote(id)
        deleted.append(try XCTUnwrap(note))
      case 9 where !deleted.isEmpty:
        let note = deleted.removeLast()
        try await store.restoreNote(note, at: position)
        model.insert(note.id, at: clamped(model.count))
      default:
        continue
      }
      let ids = try await store.notes(of: product.id).map(\.id)
      XCTAssertEqual(ids, model, "seed \(seed), step \(step)")
      if ids != model { break }
    }
    let kept = try await store.notes(of: other.id)
    XCTAssertEqual(kept, [untouched])
    _ = try await store.delete([other.id])
    let gone = try await store.notes(of: other.id)
    XCTAssertEqual(gone, [])
    let inTrash = try await store.notes(of: other.id, includingTrash: true)
    XCTAssertEqual(inTrash.map(\.id), [untouched.id])
    let positions = try await store.database.read { connection in
      try connection.rows("SELECT position FROM note WHERE product = 1 ORDER BY position") {
        $0.onlyInteger
      }
    }
    XCTAssertEqual(positions, Array(0..<model.count), "seed \(seed)")
    await store.close()
  }
}
