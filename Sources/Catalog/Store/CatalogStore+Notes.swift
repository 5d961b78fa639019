// SPDX-License-Identifier: Apache-2.0
// Notes as seen from outside this module.

import Foundation

extension CatalogStore {
  /// The notes of a product, in their order.
  /// - Parameters:
  ///   - product: none has notes if there is no such product.
  ///   - includingTrash: whether one in the trash is one.
  public func notes(of product: UUID, includingTrash: Bool = false) async throws -> [Note] {
    try await database.read {
      try NoteTable(connection: $0).notes(of: product, includingTrash: includingTrash)
    }
  }

  /// A live list of all notes, newest first, or of those that fit a search. The positions of the
  /// notes `locating` are known as soon as the list is. `onChange` is called for every change, synchronously
  /// with it.
  @MainActor
  public func allNotes(
    _ searchText: String = "", locating: [UUID] = [],
    onChange: @escaping @MainActor (NoteResults.Change) -> Void
  ) -> NoteResults {
    NoteResults(searchText, locating: locating, in: database, onChange: onChange)
  }

  /// Adds a note after the product's others.
  public func addNote(
    to product: UUID, id: UUID = UUID(), title: NoteTitle, text: FreeText
  ) async throws -> Note {
    try await insert(
      Note(id: id, productID: product, title: title, text: text), at: Int.max, by: .addNote)
  }

  /// Changes a note, unless it has changed since the revision the change is based on.
  public func editNote(
    _ id: UUID, basedOn revision: Int, title: NoteTitle, text: FreeText
  ) async throws -> EditOutcome<Note> {
    try await database.carryOut(.editNote) { connection in
      let table = NoteTable(connection: connection)
      guard let current = try table.note(id) else { return .missing }
      guard current.revision == revision else {
        let base = try PastVersions(connection: connection).note(id, at: revision)
        return .conflict(current: current, base: base)
      }
      if current.title == title, current.text == text { return .saved(current) }
      var edited = current
      edited.title = title
      edited.text = text
      edited.changed = Date()
      try table.update(edited)
      guard let stored = try table.note(id) else { return .missing }
      return .saved(stored)
    }
  }

  /// Moves a note to `position` in the order of its product's notes, counted from 0; a position
  /// past either end means that end.
  public func moveNote(_ id: UUID, to position: Int) async throws {
    try await database.carryOut(.moveNote) { connection in
      try NoteTable(connection: connection).move(id, to: position)
    }
  }

  /// Deletes a note and returns it for `restoreNote`, or nil if it was gone already.
  public func deleteNote(_ id: UUID) async throws -> Note? {
    try await database.carryOut(.deleteNote) { connection in
      let table = NoteTable(connection: connection)
      guard let note = try table.note(id) else { return nil }
      try table.delete(id)
      return note
    }
  }

  /// Puts a deleted note back.
  public func restoreNote(_ note: Note, at position: Int) async throws {
    var next = note
    // A draft based on the note before its deletion must not count as based on the present one.
    next.revision = Revision.next(after: note.revision)
    _ = try await insert(next, at: position, by: .restoreNote)
  }

  private func insert(
    _ note: Note, at position: Int, by command: CatalogCommand.Kind
  ) async throws -> Note {
    try await database.carryOut(command) { connection in
      let table = NoteTable(connection: connection)
      try table.insert(note, at: position)
      guard let stored = try table.note(note.id) else { throw CatalogError.noteMissing }
      return stored
    }
  }
}
