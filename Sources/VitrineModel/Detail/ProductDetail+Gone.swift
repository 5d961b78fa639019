// SPDX-License-Identifier: Apache-2.0
// What is left of a product that is gone, for ever or to the trash: what was being typed into its form and
// its notes. It stays readable, and becomes a new product or goes on when the product is restored.

import Catalog
import Foundation
import StateRestoration
import Wording

extension ProductDetail {
  /// What was being typed, field by field and note by note; empty for nothing.
  public var textsLeft: [String] {
    let fields = form?.fields.map { form?.text(of: $0.id) ?? "" } ?? []
    let notes = notesLeft.flatMap { [$0.draft.title, $0.draft.text] }
    return (fields + notes).filter { !$0.isEmpty }
  }

  /// Whether something typed waits for the product in the trash.
  public var waitsForRestoring: Bool {
    guard let id = trashedProduct?.id else { return false }
    return drafts[product: id]?.isUnfinished == true || !notesLeft.isEmpty
  }

  private var notesLeft: [(id: UUID, draft: NoteDraft)] {
    productID.map(drafts.notes)?.map { (id: $0.key, draft: $0.value) }
      .sorted { $0.id.uuidString < $1.id.uuidString } ?? []
  }

  /// Whether there is nothing else in its window.
  public var isWholeWindow: Bool { WindowKind(session.kind) == .product }

  /// Puts the product back as the history holds it; what was typed goes on there.
  public func restoreErased() {
    guard case .missing = content, let id = productID else { return }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        if try await !catalogue.store.restoreErased(id) { self?.tryAgain() }
      } catch {
        self?.messages.notify(tr("Not restored: %@", error.sentence))
      }
    }
  }

  /// Starts a new product from what is left of the one that is gone: what was typed, and the title that the
  /// window had. A new one, because the old one may come back by an undo.
  public func createAgain() {
    guard case .missing = content, let lost = productID, !textsLeft.isEmpty else { return }
    let form = form ?? makeForm(nil, nil)
    let activity = session.activity
    form.beginAgain(titled: activity?.productID == lost ? activity?.title : nil)
    let id = UUID()
    drafts[product: id] = form.draft
    drafts[product: lost] = nil
    for (note, draft) in notesLeft {
      var draft = draft
      (draft.product, draft.isNew, draft.baseRevision) = (id, true, 0)
      drafts[note: note] = nil
      drafts[note: UUID()] = draft
    }
    self.form = nil
    move(to: id)
    giveKeyboardToForm()
    session.saveNow()
  }

  /// Gives up what is left of a product that is gone. It can be taken back.
  public func discardWhatIsLeft() {
    guard case .missing = content, let id = productID else { return }
    let (given, left) = (drafts[product: id], notesLeft)
    left.forEach { notes.close($0.id) }
    untitled.remove(id)
    closeForm()
    session.saveNow()
    offers.notify(
      UndoOffer(sentence: tr("Edit discarded"), isOfTyping: true) { [weak self] in
        guard let self else { return }
        left.forEach { drafts[note: $0.id] = $0.draft }
        if productID == id { notes.rebuild() }
        if let given { return takeBack(given, of: id) }
        if productID == id { changed.notify(.form) } else { move(to: id) }
      })
  }
}
