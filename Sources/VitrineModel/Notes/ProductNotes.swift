// SPDX-License-Identifier: Apache-2.0
// The notes of one product as a window shows them: their order, and those being written. A note
// being written stays open until it is saved or left, whatever else the window does. How one is left is in
// `ProductNotes+Leaving`.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductNotes {
  public enum Change: Equatable {
    /// The notes or their order, or which of them are being written.
    case list
    /// Whether a note being written can be saved, or its conflict; not its text.
    case draft(UUID)
    case selection
    /// A note was deleted, with what was being written in it; `restore` brings both back.
    case deleted(Note, NoteDraft?, position: Int)
    /// What was typed into a note was given up; `takeBack` opens the note with it again.
    case discarded(NoteDraft, of: UUID)
  }

  /// One item: a note, a note being written, or both.
  public struct Item: Equatable, Identifiable {
    public let id: UUID
    public let note: Note?
    public let isBeingWritten: Bool
    /// What was typed into it and waits to be resumed.
    public let waiting: NoteDraft?

    init(_ id: UUID, _ note: Note?, draft: NoteDraft?) {
      (self.id, self.note) = (id, note)
      isBeingWritten = draft?.isSetAside == false
      waiting = draft?.isSetAside == true ? draft : nil
    }
  }

  public let changed = Observers<Change>()
  public let messages = Observers<String>()
  public private(set) var items: [Item] = []
  @SceneStorage var state: DetailState
  let drafts: Drafts

  private let catalogue: OpenCatalogue
  let session: SceneSession
  private let commands: CommandsUnderWay
  private(set) var productID: UUID?
  /// The notes in the catalogue; nil until they are read.
  private var known: [Note]?
  private var conflicts: [UUID: Note] = [:]
  /// What was being written in notes that were deleted: it comes back with them, whoever brings them back.
  private var deletedDrafts: [UUID: NoteDraft] = [:]
  /// Deleted here, since the notes were read: what still comes of saving one of them brings none back.
  private var deletedSinceRead: Set<UUID> = []
  private var saving: Set<UUID> = []
  /// Those that are to be saved again after that.
  private var savingAgain: Set<UUID> = []
  private var asked = 0

  init(
    _ catalogue: OpenCatalogue, _ session: SceneSession, state: SceneStorage<DetailState>,
    drafts: Drafts
  ) {
    self.catalogue = catalogue
    self.session = session
    commands = CommandsUnderWay(catalogue, messages: messages)
    _state = state
    self.drafts = drafts
    catalogue.changes.add(self) { [weak self] change in
      guard let self, let product = self.productID else { return }
      if change.touches(.notes, of: product) { self.reload() }
    }
  }

  /// Whether a note is being written in, and so gets the keyboard.
  public var hasUnfinishedEdit: Bool { openDrafts.values.contains { !$0.isSetAside } }

  private var openDrafts: [UUID: NoteDraft] { productID.map(drafts.notes) ?? [:] }

  public var selectedID: UUID? { state.selectedNote }

  public func select(_ id: UUID?) {
    guard id != selectedID else { return }
    state.selectedNote = id
    changed.notify(.selection)
  }

  /// A note that someone asked to see and that is not on the screen yet.
  public private(set) var presented: UUID?

  /// Selects a note and brings it onto the screen as soon as it is read.
  func present(_ id: UUID) {
    presented = id
    select(id)
    changed.notify(.selection)
  }

  /// The note that was asked for is on the screen.
  public func didPresent() { presented = nil }

  func show(_ product: UUID?) {
    productID = product
    known = nil
    conflicts = [:]
    rebuild()
    reload()
  }

  private func reload() {
    asked += 1
    guard let product = productID, !commands.areUnderWay else { return }
    let number = asked
    Task { [weak self, catalogue] in
      do {
        let notes = try await catalogue.store.notes(of: product, includingTrash: true)
        guard let self, self.asked == number else { return }
        let isFirst = self.known == nil
        self.known = notes
        self.deletedSinceRead = []
        self.takeBackDeletedDrafts()
        self.settleDrafts()
        self.rebuild(notifiesAnyway: isFirst)
      } catch {
        self?.messages.notify(tr("The notes can't be read: %@", error.sentence))
      }
    }
  }

  /// Those of a product in the trash are only shown.
  public private(set) var canChange = true

  func letChange(_ canChange: Bool) {
    guard canChange != self.canChange else { return }
    self.canChange = canChange
    changed.notify(.list)
  }

  var notes: [Note] { known ?? [] }

  /// Whether the notes have been read; before that, no items means nothing.
  public var isLoaded: Bool { known != nil }

  private func takeBackDeletedDrafts() {
    for note in notes {
      guard var draft = deletedDrafts.removeValue(forKey: note.id), self.draft(of: note.id) == nil
      else { continue }
      draft.isSetAside = true
      drafts[note: note.id] = draft
    }
  }

  // What was being saved when the program ended may be in the catalogue already: a new note is edited
  // from now on, not added again, and one that was changed here is no change from elsewhere.
  private func settleDrafts() {
    for note in notes {
      guard let draft = draft(of: note.id) else { continue }
      let isOwn = draft.sent.map { ($0.title, $0.text) == (note.title.text, note.text.text) }
      guard draft.isNew || isOwn == true && draft.baseRevision < note.revision else { continue }
      if draft.title == note.title.text, draft.text == note.text.text {
        drafts[note: note.id] = nil
      } else {
        write(note.id) { ($0.isNew, $0.baseRevision) = (false, note.revision) }
      }
    }
  }

  func rebuild(notifiesAnyway: Bool = false) {
    var items = notes.map { Item($0.id, $0, draft: draft(of: $0.id)) }
    let listed = Set(items.map(\.id))
    // A new note, or one that was deleted elsewhere while it was being edited here.
    items += (known == nil ? [:] : openDrafts).keys.filter { !listed.contains($0) }
      .sorted { $0.uuidString < $1.uuidString }
      .map { Item($0, nil, draft: draft(of: $0)) }
    guard items != self.items || notifiesAnyway else { return }
    keepSelectionNear(self.items, in: items)
    self.items = items
    changed.notify(.list)
  }

  // The next one, or the last, is now where the selected one was. The keyboard goes there, too: otherwise keys that come
  // right behind Delete would be for a note that is gone.
  private func keepSelectionNear(_ before: [Item], in items: [Item]) {
    guard let place = before.firstIndex(where: { $0.id == selectedID }), let last = items.last,
      !items.contains(where: { $0.id == selectedID })
    else { return }
    state.selectedNote = place < items.count ? items[place].id : last.id
  }

  // MARK: Writing

  public func draft(of id: UUID) -> NoteDraft? { drafts[note: id] }

  /// The note as it was changed elsewhere while it was being edited here.
  public func conflict(of id: UUID) -> Note? { conflicts[id] }

  public func beginAdding() {
    guard canChange, let productID else { return }
    open(UUID(), NoteDraft(new: productID))
  }

  /// Opens a note to write in, with what was typed into it before if that waits.
  public func beginEditing(_ id: UUID) {
    guard canChange else { return }
    if draft(of: id)?.isSetAside == true { return resume(id) }
    guard draft(of: id) == nil, let note = notes.first(where: { $0.id == id }) else { return }
    var draft = NoteDraft(new: note.productID, title: note.title.text, text: note.text.text)
    (draft.isNew, draft.baseRevision, draft.focus) = (false, note.revision, .text)
    draft.isUntouched = true
    // GTK counts code points.
    draft.caret = note.text.text.unicodeScalars.count
    draft.anchor = draft.caret
    open(id, draft)
  }

  func open(_ id: UUID, _ draft: NoteDraft) {
    drafts[note: id] = draft
    state.editor = .note(id)
    state.selectedNote = id
    session.saveNow()
    rebuild()
  }

  public func write(_ id: UUID, _ change: (inout NoteDraft) -> Void) {
    guard let before = drafts[note: id] else { return }
    var draft = before
    change(&draft)
    if draft.text != before.text || draft.title != before.title { draft.isUntouched = false }
    drafts[note: id] = draft
    changed.notify(.draft(id))
  }

  /// What was typed into the text of a note, and where: a long text need not be read at each key. Returns false, and does
  /// nothing, where it has to be: then write it.
  /// - Parameter length: how long it is then, in code points.
  public func type(_ edit: TextEdit, in id: UUID, length: Int) -> Bool {
    drafts.type(edit, inNote: id, length: length)
  }

  /// Stores the focus and the caret, to be restored at the next start.
  public func place(_ id: UUID, in field: NoteDraft.Field, anchor: Int, caret: Int) {
    if state.editor != .note(id) { state.editor = .note(id) }
    if drafts.place(note: id, in: field, anchor: anchor, caret: caret) { return }
    write(id) { ($0.focus, $0.anchor, $0.caret) = (field, anchor, caret) }
  }

  /// Whether a note being written had the keyboard last in this window.
  public func hadKeyboard(_ id: UUID) -> Bool { state.editor == .note(id) }

  public func canSave(_ id: UUID) -> Bool {
    guard let draft = draft(of: id), !saving.contains(id), conflicts[id] == nil else {
      return false
    }
    return !draft.title.allSatisfy(\.isWhitespace) || !draft.text.allSatisfy(\.isWhitespace)
  }

  /// Closes a note that was being written in; what was typed is gone.
  func close(_ id: UUID) {
    drafts[note: id] = nil
    conflicts[id] = nil
    session.saveNow()
    rebuild()
  }

  /// Saves the note to the catalogue. On any failure it stays open.
  public func save(_ id: UUID) {
    // What was typed since then is yet to be saved.
    guard !saving.contains(id) else { return _ = savingAgain.insert(id) }
    guard canSave(id), let draft = draft(of: id), let product = draft.product else { return }
    saving.insert(id)
    drafts[note: id]?.sent = NoteDraft.Texts(title: draft.title, text: draft.text)
    catalogue.inOrder { [weak self, catalogue] in
      do {
        let (title, text) = (try NoteTitle(draft.title), try FreeText(note: draft.text))
        let isNew = draft.isNew
        let outcome =
          isNew
          ? EditOutcome<Note>.saved(
            try await catalogue.store.addNote(
              to: product, id: id, title: title, text: text))
          : try await catalogue.store.editNote(
            id, basedOn: draft.baseRevision, title: title, text: text)
        self?.saved(id, draft, outcome: outcome)
      } catch {
        self?.saving.remove(id)
        self?.savingAgain.remove(id)
        self?.drafts[note: id]?.sent = nil
        self?.messages.notify(tr("Not saved: %@", error.sentence))
        self?.changed.notify(.draft(id))
      }
    }
  }

  private func saved(_ id: UUID, _ sent: NoteDraft, outcome: EditOutcome<Note>) {
    saving.remove(id)
    let isToBeSavedAgain = savingAgain.remove(id) != nil
    // The catalogue may have told of it before: then this one is closed, and the note may be written in anew.
    let isStillOpen = draft(of: id)?.sent != nil
    let isTypedOn = draft(of: id)?.title != sent.title || draft(of: id)?.text != sent.text
    drafts[note: id]?.sent = nil
    switch outcome {
    case .saved(let note):
      if let position = notes.firstIndex(where: { $0.id == id }) {
        known?[position] = note
      } else if note.productID == productID, !deletedSinceRead.contains(id) {
        known?.append(note)
      }
      // An answer that was read before would take the note off the screen again.
      reload()
      let draft = draft(of: id)
      if isStillOpen, draft?.title == sent.title, draft?.text == sent.text { return close(id) }
      // More was typed while it was being saved: that remains to be saved.
      if isStillOpen { write(id) { ($0.isNew, $0.baseRevision) = (false, note.revision) } }
      rebuild()
      if isToBeSavedAgain { save(id) }
    case .conflict(let current, let base):
      guard let base, putTogether(id, current, since: base) else {
        conflicts[id] = current
        return changed.notify(.draft(id))
      }
      rebuild()
      if !isTypedOn || isToBeSavedAgain { save(id) }
    case .missing:
      // Deleted elsewhere: keep what was typed here. Saving again adds it as a new note.
      write(id) { $0.isNew = true }
      messages.notify(tr("The note was deleted elsewhere. Save again to keep it."))
    }
  }

  /// The note was changed elsewhere, but another part of it: both are in what is being written.
  private func putTogether(_ id: UUID, _ current: Note, since base: Note) -> Bool {
    guard let draft = draft(of: id),
      let text = TextsByLines(
        mine: draft.text, theirs: current.text.text, since: base.text.text),
      [base.title.text, current.title.text].contains(draft.title) || current.title == base.title
    else { return false }
    write(id) { new in
      if draft.title == base.title.text { new.title = current.title.text }
      new.text = text.text
      new.baseRevision = current.revision
      guard new.focus == .text else { return }
      (new.anchor, new.caret) = (text.place(draft.anchor), text.place(draft.caret))
    }
    return true
  }

  /// Answers a conflict: the text from elsewhere, or the one written here.
  public func resolve(_ id: UUID, takingTheirs: Bool) {
    guard let current = conflicts.removeValue(forKey: id) else { return }
    write(id) { draft in
      draft.baseRevision = current.revision
      if takingTheirs { (draft.title, draft.text) = (current.title.text, current.text.text) }
    }
    rebuild()
  }

  // MARK: Order

  /// Moves a note up (negative) or down.
  public func move(_ id: UUID, by distance: Int) {
    if let place = notes.place(of: id, movedBy: distance) { move(id, to: place) }
  }

  /// Puts a note above or below another one.
  public func move(_ id: UUID, beside other: UUID, below: Bool) {
    if let place = notes.place(of: id, beside: other, below: below) { move(id, to: place) }
  }

  private func move(_ id: UUID, to place: Int) {
    guard canChange, let place = known?.move(id, to: place) else { return }
    // Shown at once, before the catalogue confirms it.
    rebuild()
    perform { try await $0.moveNote(id, to: place) }
  }

  public func delete(_ id: UUID) {
    guard canChange else { return }
    // One that is not in the catalogue yet.
    guard let position = notes.firstIndex(where: { $0.id == id }) else { return cancel(id) }
    let (note, draft) = (notes[position], isChanged(id) ? draft(of: id) : nil)
    known?.remove(at: position)
    deletedSinceRead.insert(id)
    deletedDrafts[id] = draft
    close(id)
    changed.notify(.deleted(note, draft, position: position))
    perform { _ = try await $0.deleteNote(id) }
  }

  /// Restores a deleted note to its place, with what was being written in it, whatever is shown meanwhile.
  public func restore(_ note: Note, with draft: NoteDraft? = nil, at position: Int) {
    deletedSinceRead.remove(note.id)
    // What was begun meanwhile is newer.
    if var draft, self.draft(of: note.id) == nil {
      draft.isSetAside = true
      drafts[note: note.id] = draft
    }
    perform { try await $0.restoreNote(note, at: position) }
  }

  private func perform(_ work: @escaping @MainActor (CatalogStore) async throws -> Void) {
    // An answer read before the command would show the old order again.
    asked += 1
    commands.perform(work) { [weak self] in self?.reload() }
  }
}
