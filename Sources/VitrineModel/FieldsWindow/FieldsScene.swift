// SPDX-License-Identifier: Apache-2.0
// The model of the window with the custom fields: their list, in the user's order. The form in which one is
// added or changed is in `FieldsScene+Form`.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class FieldsScene {
  public enum Change {
    /// Fields were added, removed, changed or moved; the list already reflects it.
    case items([ListChange])
    /// The form opened or closed, or has other parts.
    case form
    /// What is typed in the form, or what is wrong with it.
    case parts
  }

  public let changed = Observers<Change>()
  /// Messages that need no answer.
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  public let session: SceneSession
  public let catalogue: OpenCatalogue
  public private(set) var fields: [CustomField] = []
  public private(set) var isLoaded = false
  /// What products have in the field that is edited, so that it can be ticked as a choice.
  public internal(set) var valuesInUse: [String] = []
  /// The values that would be lost if the field became one of the chosen kind.
  public internal(set) var unfitting: UnfittingValues?

  @SceneStorage var selected: UUID?
  @SceneStorage var draft: FieldDraft?
  /// What was left unfinished and is to be resumed: one for each field at most.
  @SceneStorage var waiting: [FieldDraft]
  var definition = FieldDefinition()
  /// The parts that were changed elsewhere while they were changed here, as they are there.
  var theirs: [FieldPart: String] = [:]
  var visited: Set<FieldPart> = []
  var isWriting = false
  /// Whether Done was asked for once more meanwhile.
  var isFinishingAgain = false

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    (self.catalogue, self.session) = (catalogue, session)
    _selected = SceneStorage(wrappedValue: nil, SceneKey.fieldsSelection, in: session)
    _draft = SceneStorage(wrappedValue: nil, SceneKey.fieldDraft, in: session)
    _waiting = SceneStorage(wrappedValue: [], SceneKey.waitingFields, in: session)
    session.activity = UserActivity(titled: .fields)
    if let draft {
      definition = FieldDefinition(saved: draft.typed)
      visited = Set(
        FieldPart.allCases.filter { draft.typed[$0.rawValue] != draft.was[$0.rawValue] })
    }
    catalogue.fields.changed.add(self) { [weak self] in self?.read() }
    if catalogue.fields.isLoaded { read() }
    readValuesInUse()
  }

  private func read() { show(catalogue.fields.all) }

  private func show(_ new: [CustomField]) {
    let changes = ListChange.changes(from: fields, to: new)
    fields = new
    isLoaded = true
    rebase()
    changed.notify(.items(changes))
    if draft != nil { changed.notify(.form) }
  }

  // MARK: The list

  public func position(named id: String) -> Int? {
    fields.firstIndex { $0.id.uuidString == id }
  }

  /// The place of the selected field.
  public var selection: Int? {
    get { selected.flatMap { id in fields.firstIndex { $0.id == id } } }
    set {
      let id = newValue.flatMap { fields.indices.contains($0) ? fields[$0].id : nil }
      if id != selected { selected = id }
    }
  }

  /// Moves a field up or down.
  public func move(_ id: UUID, by distance: Int) {
    fields.place(of: id, movedBy: distance).map { move(id, to: $0) }
  }

  /// Puts a field above or below another one.
  public func move(_ id: UUID, beside other: UUID, below: Bool) {
    fields.place(of: id, beside: other, below: below).map { move(id, to: $0) }
  }

  private func move(_ id: UUID, to target: Int) {
    var moved = fields
    guard let field = fields.first(where: { $0.id == id }), let new = moved.move(id, to: target)
    else { return }
    let place: FieldPlace = new + 1 < moved.count ? .before(moved[new + 1].id) : .last
    selected = id
    // Shown at once, before the catalogue confirms it: the next key moves on from there.
    show(moved)
    change { try await $0.editField(field, movingTo: place) }
  }

  /// Removes a field with its values. It can be taken back.
  public func remove(at position: Int) {
    guard fields.indices.contains(position) else { return }
    let field = fields[position]
    let next = fields.dropFirst(position + 1).first ?? fields[..<position].last
    change {
      try await $0.removeField(field.id)
    } then: { [weak self, catalogue] count in
      if self?.selected == field.id { self?.selected = next?.id }
      let values = tr("1 value", "%@ values", count: count)
      let sentence =
        count == 0
        ? tr("“%@” removed", field.name) : tr("“%1$@” removed with %2$@", field.name, values)
      await self?.say(sentence, catalogue.commands.offer(.removeField, sentence, count: count))
    }
  }

  func say(_ sentence: String, _ offer: UndoOffer?) {
    if let offer { offers.notify(offer) } else { messages.notify(sentence) }
  }

  private func change<Value: Sendable>(
    _ work: @escaping @Sendable (CatalogStore) async throws -> Value,
    then done: @escaping @MainActor (Value) async -> Void = { _ in }
  ) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        await done(try await catalogue.fields.change(work))
      } catch {
        // What was shown at once did not happen.
        self?.read()
        self?.messages.notify(error.sentence)
      }
    }
  }
}
