// SPDX-License-Identifier: Apache-2.0
// The model of the All Notes window: the notes of the whole catalogue, newest first, and a search in
// them. It follows the catalogue, whichever window or process changes it.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class NotesScene {
  public enum Change {
    /// Notes were added, removed or moved; the list already reflects it.
    case items([ListChange])
    /// Notes show other content at the same positions, or have been read.
    case content
    /// Whether the notes can be read.
    case failure
  }

  public let changed = Observers<Change>()
  /// Why the notes can't be read, as a sentence.
  public private(set) var failure: String?
  @SceneStorage private var state: NotesState
  private let catalogue: OpenCatalogue
  /// The note on top when the window was saved.
  private let top: UUID?
  private lazy var results = catalogue.store.allNotes(
    state.search, locating: [state.selectedNote, top].compactMap(\.self)
  ) { [weak self] in self?.resultsChanged($0) }

  /// `scrolledTo` names the note on top when the window was saved.
  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, scrolledTo name: String? = nil) {
    self.catalogue = catalogue
    _state = SceneStorage(wrappedValue: NotesState(), SceneKey.notes, in: session)
    top = name.flatMap { UUID(uuidString: $0) }
    session.activity = UserActivity(titled: .notes)
    // They are read from now on.
    _ = results
  }

  private func resultsChanged(_ change: NoteResults.Change) {
    switch change {
    case .items(let changes):
      failure = nil
      changed.notify(.items(changes))
    case .content:
      let hadFailed = failure != nil
      failure = nil
      changed.notify(.content)
      if hadFailed { changed.notify(.failure) }
    case .failed(let error):
      failure = error.sentence
      changed.notify(.failure)
    }
  }

  /// Reads the notes again after a failure.
  public func reload() { results.readAgain() }

  public var search: String {
    get { state.search }
    set {
      guard newValue != state.search else { return }
      state.search = newValue
      results.show(newValue)
    }
  }

  /// Whether all notes that fit are listed.
  public var isComplete: Bool { results.isComplete }

  public var count: Int { results.count }

  /// “1,204 notes”; nil if there are none, or they are not all known yet.
  public var countText: String? {
    count == 0 || !isComplete
      ? nil
      : tr("1 note", "%@ notes", count: count)
  }

  /// The note at a position; nil until it is read, and past the end.
  public func note(at position: Int) -> ListedNote? { results.item(at: position) }

  /// A name for a note that stays the same wherever it is in the list.
  public func name(of position: Int) -> String? { note(at: position)?.id.uuidString }

  /// The place of the note with this name.
  public func position(named name: String) -> Int? {
    UUID(uuidString: name).flatMap(results.position)
  }

  /// The place of the selected note, if it is listed.
  public var selection: Int? {
    get { state.selectedNote.flatMap(results.position) }
    set {
      let id = newValue.flatMap { note(at: $0)?.id }
      if id != state.selectedNote { state.selectedNote = id }
    }
  }
}
