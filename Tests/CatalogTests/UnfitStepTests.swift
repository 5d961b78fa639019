// SPDX-License-Identifier: Apache-2.0
// Steps that no longer fit because another program wrote to the file: each is refused with a
// sentence and as a whole, `check` names it, and it can be skipped.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class UnfitStepTests: CatalogTestCase {
  func testANameThatWasTaken() async throws {
    let store = try await CatalogStore.open(in: directory)
    let tulip = try await store.create(makeProduct("Tulip"))
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    try await store.addField(CustomField(name: "Size", kind: .line))
    try await store.editField(CustomField(id: wood.id, name: "Timber", kind: .line))
    try foreign("UPDATE field SET name = 'Wood', name_key = 'wood' WHERE name = 'Size'")
    try await assertUnfit(store, .editField)

    let skipped = try await store.skipUndo()
    XCTAssertEqual(skipped?.kind, .editField)
    for kind in [CatalogCommand.Kind.addField, .addField, .createProduct] {
      let undone = try await store.undo()
      XCTAssertEqual(undone?.kind, kind)
    }
    let gone = try await store.product(tulip.id)
    XCTAssertNil(gone)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testAProductThatIsGone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let note = try await store.addNote(to: rose.id, title: "Care", text: "")
    _ = try await store.deleteNote(note.id)
    try foreign("DELETE FROM product")
    try await assertUnfit(store, .deleteNote)
    let forgotten = try await store.forgetHistory()
    XCTAssertEqual(forgotten, 3)
    let history = try await store.history()
    XCTAssertEqual(history.undoable, [])
    XCTAssertEqual(history.forgotten, 3)
    await store.close()
  }

  func testARowThatIsAnother() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let note = try await store.addNote(to: rose.id, title: "Care", text: "")
    _ = try await store.deleteNote(note.id)
    // The row number of the deleted note: SQLite reuses it.
    try foreign(
      """
      INSERT INTO note (id, product, position, title, text, revision, created, changed)
      SELECT randomblob(16), key, 0, 'Foreign', '', 1, 0, 0 FROM product
      """)
    try await assertUnfit(store, .deleteNote)
    let notes = try await store.notes(of: rose.id)
    XCTAssertEqual(notes.map(\.title.text), ["Foreign"])
    await store.close()
  }

  /// As version 5 left it: a note was inserted with the row number of a deleted one, and the step
  /// does not know.
  func testAStepOfAnOlderVersion() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let note = try await store.addNote(to: rose.id, title: "Old", text: "")
    _ = try await store.deleteNote(note.id)
    try foreign(
      """
      UPDATE history SET id = NULL;
      INSERT INTO note (key, id, product, position, title, text, revision, created, changed)
      SELECT 77, randomblob(16), key, 0, 'New', '', 1, 0, 0 FROM product
      """)
    try await assertUnfit(store, .deleteNote)
    await store.close()
  }

  func testARedoThatDoesNotFit() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    _ = try await store.addNote(to: rose.id, title: "Care", text: "")
    try await store.undo()
    try await waitUntil("it is indexed") {
      try await store.database.read { try SearchIndex(connection: $0).isUpToDate() }
    }
    try foreign("DELETE FROM product")
    // An index that has what is gone hides no step.
    let problems = try await store.check()
    XCTAssertEqual(problems.first, .staleSearchIndex)
    guard case .unfitStep(let command, isUndo: false) = problems.last else {
      return XCTFail("\(problems)")
    }
    XCTAssertEqual(command.kind, .addNote)
    await assertThrows({ try await store.redo() }) {
      if case CatalogError.unfit(_, isUndo: false) = $0 { true } else { false }
    }
    let skipped = try await store.skipRedo()
    XCTAssertEqual(skipped, command)
    let redone = try await store.redo()
    XCTAssertNil(redone)
    await store.close()
  }

  /// What would keep others waiting is not tried, and that is reported.
  func testLargeStepsAreNotTried() async throws {
    try skipWithoutFaults()
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    _ = try await store.generate(GeneratedProducts(12_000))
    _ = try await store.create(makeProduct("Tulip"))
    let found = try await store.checkUp()
    XCTAssertEqual(found, CatalogCheckUp(problems: [], untriedSteps: 2))
    let history = try await store.history()
    XCTAssertEqual(history.undoable.count, 3)
    await store.close()
  }

  private func assertUnfit(
    _ store: CatalogStore, _ kind: CatalogCommand.Kind, line: UInt = #line
  ) async throws {
    let before = try await snapshot(store)
    // The search index may have what the other program deleted, or not yet.
    let problems = try await store.check().filter { $0 != .staleSearchIndex }
    if case .unfitStep(let command, isUndo: true) = problems.first {
      XCTAssertEqual(command.kind, kind, line: line)
    } else {
      XCTFail("\(problems)", line: line)
    }
    await assertThrows({ try await store.undo() }, line: line) {
      if case CatalogError.unfit(let command, isUndo: true) = $0 {
        command.kind == kind
      } else {
        false
      }
    }
    let after = try await snapshot(store)
    XCTAssertEqual(after, before, line: line)
  }

  /// Writes to the file as another program would, without triggers and references.
  private func foreign(_ script: String) throws {
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try connection.execute("PRAGMA foreign_keys = OFF; " + script)
    connection.close()
  }
}
