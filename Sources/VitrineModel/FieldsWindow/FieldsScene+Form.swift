// SPDX-License-Identifier: Apache-2.0
// The form in which a custom field is added or changed. What is typed there is saved with the window; what
// is changed elsewhere meanwhile comes into the form, or is asked about.

import Catalog
import Foundation
import Wording

extension FieldsScene {
  public var isOpen: Bool { draft != nil }
  public var isNew: Bool { draft?.field == nil }

  /// Opens the form for a new field.
  public func beginAdding() { open(FieldDraft(), FieldDefinition()) }

  /// Opens the form for a field.
  public func beginEditing(at position: Int) {
    guard fields.indices.contains(position) else { return }
    selected = fields[position].id
    var draft = FieldDraft()
    draft.field = fields[position].id
    open(draft, FieldDefinition(fields[position]))
  }

  private func open(_ new: FieldDraft, _ definition: FieldDefinition) {
    guard draft == nil else { return }
    if let left = waiting.firstIndex(where: { $0.field == new.field }) {
      return goOn(with: waiting.remove(at: left))
    }
    var new = new
    (new.typed, new.was) = (definition.saved, definition.saved)
    new.focus = FieldPart.name.rawValue
    new.anchor = 0
    new.caret = definition[.name].unicodeScalars.count
    self.definition = definition
    (visited, theirs, unfitting) = ([], [:], nil)
    draft = new
    readValuesInUse()
    session.saveNow()
    changed.notify(.form)
  }

  /// More values than one would tick.
  private static let mostInUse = 100

  func readValuesInUse() {
    valuesInUse = []
    guard let id = draft?.field else { return }
    Task { [weak self, store = catalogue.store] in
      let groups = try? await store.groupCounts(ProductQuery(), by: .field(.custom(id)))
      guard let self, draft?.field == id, let groups else { return }
      valuesInUse = groups.compactMap(\.value).filter { $0.utf8.count <= 200 }
        .prefix(Self.mostInUse).map(\.self)
      changed.notify(.parts)
    }
  }

  /// Whether a value is one of the choices.
  public func isChoice(_ value: String) -> Bool {
    FieldDefinition.choices(in: definition[.choices]).contains(value)
  }

  /// Makes a value one of the choices, or takes it away from them.
  public func setChoice(_ value: String, _ isChoice: Bool) {
    guard isChoice != self.isChoice(value) else { return }
    var choices = FieldDefinition.choices(in: definition[.choices])
    if isChoice { choices.append(value) } else { choices.removeAll { $0 == value } }
    type(FieldDefinition.text(of: choices), in: .choices)
  }

  /// The parts of the form, in its order.
  public var parts: [FieldPart] { definition.parts }

  public func text(of part: FieldPart) -> String { definition[part] }

  public func type(_ text: String, in part: FieldPart) {
    guard draft != nil, definition[part] != text else { return }
    let before = parts
    definition[part] = text
    visited.insert(part)
    unfitting = nil
    draft?.typed = definition.saved
    changed.notify(parts == before ? .parts : .form)
  }

  /// Stores the focus and the caret, to be restored at the next start.
  public func place(in part: FieldPart, anchor: Int, caret: Int) {
    guard var new = draft else { return }
    (new.focus, new.anchor, new.caret) = (part.rawValue, anchor, caret)
    if new != draft { draft = new }
  }

  /// Where the keyboard was in the form.
  public var focus: (part: FieldPart, anchor: Int, caret: Int)? {
    guard let draft, let part = draft.focus.flatMap({ FieldPart(rawValue: $0) }) else { return nil }
    return (part, draft.anchor, draft.caret)
  }

  private var others: [CustomField] { fields.filter { $0.id != draft?.field } }

  /// What is wrong with a part, as a sentence; nil if it has not been touched yet.
  public func problem(of part: FieldPart) -> String? {
    visited.contains(part) ? definition.problem(of: part, among: others) : nil
  }

  /// What keeps Done from succeeding.
  public var obstacle: String? {
    if let conflict { return conflict }
    for part in parts {
      if let problem = definition.problem(of: part, among: others) {
        return tr("%1$@: %2$@", part.label, problem)
      }
    }
    return nil
  }

  /// What was changed elsewhere meanwhile, as a sentence.
  public var conflict: String? {
    if theirs.isEmpty { return nil }
    let parts = FieldPart.allCases.compactMap { part in
      theirs[part].map {
        tr("%1$@: “%2$@”", part.label, part.name(of: $0))
      }
    }
    return tr("Changed elsewhere. %@", parts.joined(separator: ", "))
  }

  public func resolve(takingTheirs: Bool) {
    for (part, text) in theirs {
      if takingTheirs { definition[part] = text }
      draft?.was[part.rawValue] = text
    }
    theirs = [:]
    draft?.typed = definition.saved
    changed.notify(.form)
  }

  /// The field was removed elsewhere: Done adds it again.
  public var isGone: Bool {
    isLoaded && draft?.field.map { id in !fields.contains { $0.id == id } } ?? false
  }

  // What was not changed here follows what is in the catalogue.
  func rebase() {
    guard var new = draft else { return }
    // It was being added, and was.
    if new.field == nil, fields.contains(where: { $0.id == new.adding }) { new.field = new.adding }
    guard let field = fields.first(where: { $0.id == new.field }) else { return }
    let now = FieldDefinition(field)
    for part in FieldPart.allCases {
      let (before, text) = (new.was[part.rawValue] ?? "", now[part])
      if new.sent[part.rawValue] == text {
        new.was[part.rawValue] = text
        theirs[part] = nil
      } else if definition[part] == before || definition[part] == text {
        definition[part] = text
        new.was[part.rawValue] = text
        theirs[part] = nil
      } else {
        theirs[part] = text == before ? nil : text
      }
    }
    new.typed = definition.saved
    if !isWriting { (new.sent, new.adding) = ([:], nil) }
    if new != draft { draft = new }
  }

  // MARK: Done

  /// Writes the field to the catalogue and closes the form. If values would be lost, nothing happens but
  /// that `unfitting` says so, unless they are to be dropped.
  public func finish(isDroppingUnfitting: Bool = false) {
    guard !isWriting else { return isFinishingAgain = true }
    guard let draft, obstacle == nil, let field = try? definition.field(draft.field ?? UUID())
    else { return }
    guard let old = fields.first(where: { $0.id == field.id }) else {
      return write(field.id) {
        try await $0.addField(field)
        return .saved(dropped: 0)
      }
    }
    if old == field { return close() }
    write(field.id) {
      try await $0.editField(field, isDroppingUnfitting: isDroppingUnfitting)
    }
  }

  private func write(
    _ id: UUID, _ work: @escaping @Sendable (CatalogStore) async throws -> FieldEditOutcome
  ) {
    isWriting = true
    isFinishingAgain = false
    let sent = definition
    draft?.sent = sent.saved
    if isNew { draft?.adding = id }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        let outcome = try await catalogue.fields.change(work)
        guard let self else { return }
        isWriting = false
        draft?.sent = [:]
        draft?.adding = nil
        switch outcome {
        case .unfitting(let values):
          unfitting = values
          changed.notify(.parts)
        case .saved(let dropped):
          selected = id
          if definition == sent {
            close()
          } else {
            // The user typed on while it was being written: that remains to be saved.
            draft?.field = id
            draft?.was = sent.saved
            if isFinishingAgain { finish() }
          }
          guard dropped > 0 else { return }
          let sentence = tr("1 value dropped", "%@ values dropped", count: dropped)
          await say(sentence, catalogue.commands.offer(.editField, sentence, count: 0))
        }
      } catch {
        self?.isWriting = false
        self?.draft?.sent = [:]
        self?.draft?.adding = nil
        self?.messages.notify(tr("Not saved: %@", error.sentence))
      }
    }
  }

  // MARK: Leaving

  /// Closes the form; what was typed waits until it is resumed.
  public func setAside() {
    guard let left = draft else { return }
    if left.typed != left.was { waiting.append(left) }
    close()
  }

  /// What is unfinished and waits, as a sentence.
  public var waitingText: String? {
    guard draft == nil, let left = waiting.last else { return nil }
    let name = fields.first { $0.id == left.field }?.name ?? left.name
    return left.field == nil
      ? tr("A new field is unfinished.") : tr("An edit of “%@” is unfinished.", name)
  }

  /// Goes on with what was left last.
  public func resume() {
    guard draft == nil, let left = waiting.popLast() else { return }
    goOn(with: left)
  }

  /// Gives up what was left last. It can be taken back.
  public func discardWaiting() {
    guard draft == nil, let left = waiting.popLast() else { return }
    session.saveNow()
    changed.notify(.form)
    offerBack(left)
  }

  /// Gives up what was typed. It can be taken back.
  public func cancel() {
    guard let old = draft else { return }
    close()
    if old.typed != old.was { offerBack(old) }
  }

  private func offerBack(_ given: FieldDraft) {
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        self?.takeBack(given)
      })
  }

  // Another form may be open by then.
  private func takeBack(_ given: FieldDraft) {
    guard draft != nil else { return goOn(with: given) }
    waiting.append(given)
    session.saveNow()
  }

  private func goOn(with left: FieldDraft) {
    definition = FieldDefinition(saved: left.typed)
    visited = Set(FieldPart.allCases)
    (theirs, unfitting) = ([:], nil)
    draft = left
    readValuesInUse()
    rebase()
    session.saveNow()
    changed.notify(.form)
  }

  private func close() {
    draft = nil
    (theirs, unfitting) = ([:], nil)
    session.saveNow()
    changed.notify(.form)
  }
}

extension CustomField {
  /// Its kind and where it is offered, for people.
  public var definitionText: String {
    let kind = FieldKind.name(of: kind.word)
    let details =
      switch self.kind {
      case .number(let unit) where !unit.isEmpty: tr("%1$@ (%2$@)", kind, unit)
      case .choice(let choices): tr("%1$@: %2$@", kind, choices.named)
      case .code(let checkDigit): tr("%1$@ (%2$@)", kind, checkDigit.name)
      default: kind
      }
    let all = category.map { tr("%1$@, only for “%2$@”", details, $0.displayText) } ?? details
    return isCost ? tr("%@, not for all members", all) : all
  }
}
