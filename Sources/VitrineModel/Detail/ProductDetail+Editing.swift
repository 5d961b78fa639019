// SPDX-License-Identifier: Apache-2.0
// Editing the product that is shown: the form is opened, left, given up, or finished. What was typed is
// never lost without a word: a form that is left waits, and one that is given up can be taken back.

import Catalog
import Foundation
import StateRestoration
import Wording

extension ProductDetail {
  public func beginEditing() {
    guard let product else { return }
    guard form == nil else {
      tab = .details
      // It is about to close.
      if finishing.contains(product.id) {
        askedMeanwhile[product.id, default: []].append { $0.beginEditing() }
      }
      return
    }
    let draft = drafts[product: product.id] ?? untitledDraft(of: product)
    let form = makeForm(product, draft)
    // Behind the title: if it were selected, the first key would replace it. GTK counts code points.
    let end = product.title.text.unicodeScalars.count
    if draft?.focus == nil { form.place(in: .title, anchor: end, caret: end) }
    giveKeyboardToForm()
    openForm(form)
    session.saveNow()
  }

  /// Opens the form for a new product, or goes back to the one already begun.
  ///
  /// - Parameters:
  ///   - texts: what it begins with.
  ///   - areTyped: whether that is more than was kept from another product.
  ///   - category: the one whose template says what else it begins with.
  public func beginNewProduct(
    with texts: [ProductForm.Field: String] = [:], areTyped: Bool = false,
    from category: CategoryPath? = nil
  ) {
    let id = drafts.newProduct ?? UUID()
    var template: ProductTemplate?
    if drafts[product: id] == nil {
      let form = makeForm(nil, ProductDraft(isNew: true, texts: texts, areTyped: areTyped))
      template = form.fill(from: category)
      drafts[product: id] = form.draft
    }
    resumeNewProduct(id)
    if let template { sayFilled(from: template.category) }
  }

  private func sayFilled(from category: CategoryPath) {
    messages.notify(tr("Filled in from the template for “%@”", category.displayText))
  }

  /// Goes on with the form of a product that is not in the catalogue yet.
  public func resumeNewProduct(_ id: UUID) {
    guard drafts[product: id]?.isNew == true else { return }
    move(to: id)
    giveKeyboardToForm()
    session.saveNow()
  }

  /// Gives up what was typed. It can be taken back.
  public func cancelEditing() {
    guard let form, let id = productID else { return }
    let given = form.isChanged ? form.draft : nil
    untitled.remove(id)
    closeForm()
    if content == .new { move(to: nil) }
    session.saveNow()
    if let given { changed.notify(.discarded(given, of: id)) }
  }

  /// Closes the form; what was typed waits until it is resumed.
  public func setEditingAside() {
    guard let form, let id = productID else { return }
    guard form.isChanged else { return cancelEditing() }
    self.form = nil
    drafts[product: id] = form.draft
    drafts[product: id]?.isSetAside = true
    lookForRepeats()
    changed.notify(.form)
    if content == .new {
      move(to: nil)
      changed.notify(.setAside(id))
    }
    session.saveNow()
  }

  /// What waits to be resumed: an edit of the product that is shown or, where none is shown, a new
  /// product.
  public var editAside: ProductDraft? {
    idAside.flatMap { drafts[product: $0] }.flatMap { $0.isUnfinished ? $0 : nil }
  }

  private var idAside: UUID? {
    guard form == nil else { return nil }
    return content == .nothing ? drafts.newProduct : product?.id
  }

  public func resumeEditing() {
    if product == nil { beginNewProduct() } else { beginEditing() }
  }

  /// Gives up the edit that waits. It can be taken back.
  public func discardEditAside() {
    guard let id = idAside, let draft = editAside else { return }
    untitled.remove(id)
    drafts[product: id] = nil
    session.saveNow()
    changed.notify(.form)
    changed.notify(.discarded(draft, of: id))
  }

  /// Goes on with what was given up. What was begun meanwhile stays, field by field.
  public func takeBack(_ draft: ProductDraft, of id: UUID) {
    let place = draft.isNew ? drafts.newProduct ?? id : id
    if place == productID { leaveForm() }
    var draft = draft
    let typedMeanwhile = drafts[product: place]?.typed ?? [:]
    draft.fields.merge(typedMeanwhile) { _, now in now }
    draft.kept.removeAll { typedMeanwhile.keys.contains($0) }
    drafts[product: place] = draft
    if place == productID {
      giveKeyboardToForm()
      openForm(makeForm(product, draft))
    } else {
      move(to: place)
      giveKeyboardToForm()
    }
    session.saveNow()
  }

  /// Goes on with what was given up in a note, whatever is shown meanwhile.
  public func takeBack(_ draft: NoteDraft, ofNote id: UUID) {
    notes.takeBack(draft, of: id)
    if draft.product != productID { move(to: draft.product) }
    tab = .notes
  }

  /// Whether the product is selected but not read yet.
  public var isBeingRead: Bool { content == .loading }

  /// Does it as soon as the product is there, unless another one is shown by then.
  public func onceRead(_ action: @escaping @MainActor () -> Void) { askedWhileRead.append(action) }

  /// Opens the form as soon as the product is there.
  public func editOnceRead() {
    giveKeyboardToForm()
    onceRead { [weak self] in self?.beginEditing() }
  }

  /// Begins a note of the product, where it is shown.
  public func addNote() {
    tab = .notes
    notes.beginAdding()
  }

  /// The same as soon as the product is there.
  public func addNoteOnceRead() {
    formIsComing = true
    onceRead { [weak self] in self?.addNote() }
  }

  /// Calls `begin`, which gives the keyboard to the variants or to what they are made of, once the product and its variants
  /// are read; a form that is just being written is closed before.
  public func onceVariantsAreRead(_ begin: @escaping @MainActor () -> Void) {
    let again: @MainActor () -> Void = { [weak self] in self?.onceVariantsAreRead(begin) }
    if isBeingRead {
      formIsComing = true
      onceRead(again)
    } else if isBeingWritten, let id = productID {
      formIsComing = true
      askedMeanwhile[id, default: []].append { _ in again() }
    } else if form == nil, let product, product.variant == nil {
      formIsComing = true
      variants.onceRead(begin)
    }
  }

  /// Whether the form is on its way to the catalogue.
  public var isBeingWritten: Bool { form != nil && productID.map(finishing.contains) == true }

  func followUp() {
    let actions = askedWhileRead
    askedWhileRead = []
    for action in actions { action() }
    // A note has the keyboard at once; and the product may be in the trash.
    if form == nil, !variants.isAwaited { formIsComing = false }
  }

  public func formHasKeyboard() { formIsComing = false }

  /// What is shown next takes it back.
  func giveKeyboardToForm() {
    if form == nil { formIsComing = true }
    (formWantsFocus, opensForms) = (true, true)
    state.editor = .form
    // It is on that tab, from its top.
    tab = .details
    scroll[Self.formScroll] = nil
  }

  /// The name of how far the form is scrolled down, among those of the tabs.
  public static let formScroll = "form"

  /// Whether a group of the form's fields is folded in this window.
  public func isFolded(_ group: FieldGroup) -> Bool { state.foldedGroups.contains(group.rawValue) }

  public func fold(_ group: FieldGroup, _ isFolded: Bool) {
    guard isFolded != self.isFolded(group) else { return }
    state.foldedGroups.removeAll { $0 == group.rawValue }
    if isFolded { state.foldedGroups.append(group.rawValue) }
  }

  // MARK: Several new products in a row

  /// Whether the next new product begins with the value of this field.
  public func keeps(_ field: ProductForm.Field) -> Bool { state.keptFields.contains(field.text) }

  public func keep(_ field: ProductForm.Field, _ isKept: Bool) {
    state.keptFields.removeAll { $0 == field.text }
    if isKept { state.keptFields.append(field.text) }
  }

  /// The product to name after the one that is shown, if that was made of a photo, too.
  public var nextUntitled: UUID? {
    form?.isNew == false ? productID.flatMap { untitled.next(after: $0) } : nil
  }

  /// The form that opens gets the keyboard.
  func beginNaming() {
    giveKeyboardToForm()
    session.saveNow()
  }

  /// What the form of a product that was made of a photo begins with: also with what is kept from the one before it,
  /// where it has nothing itself.
  func untitledDraft(of product: Product) -> ProductDraft? {
    guard var draft = untitled.draft(of: product) else { return nil }
    guard let keptForNext, keptForNext.product == product.id else { return draft }
    for field in FormField.inForm(customFields) where field.value(of: product) == nil {
      guard let text = keptForNext.texts[field.id] else { continue }
      draft.fields[field.id.text] = .init(typed: text, was: "")
    }
    return draft
  }

  /// Saves the title, and goes on to the next product that wants one.
  private func finishAndNameNext() {
    guard let form, let next = nextUntitled else { return finishEditing() }
    keptForNext = (next, form.texts.filter { keeps($0.key) && !$0.value.isEmpty })
    finishEditing { [weak self] product in
      self?.move(to: next)
      self?.giveKeyboardToForm()
      self?.messages.notify(tr("“%@” saved", product.title.text))
    }
  }

  /// Saves the new product and begins another one, or goes on to the next one without a title.
  public func finishAndAddAnother() {
    guard let form, form.isNew else { return finishAndNameNext() }
    let category = keeps(.category) ? try? CategoryPath(form.text(of: .category)) : nil
    let fields = form.fields.filter { keeps($0.id) && $0.isOffered(in: category) }.map(\.id)
    let kept = form.texts.filter { fields.contains($0.key) && !$0.value.isEmpty }
    finishEditing { [weak self] product in
      self?.beginNewProduct(with: kept, from: category)
      self?.messages.notify(tr("“%@” added", product.title.text))
    }
  }

  // MARK: Done

  /// Saves the form to the catalogue and closes it. On any failure it stays open.
  ///
  /// - Parameter next: called if the form closed while it was shown.
  public func finishEditing(_ next: @escaping @MainActor (Product) -> Void = { _ in }) {
    guard let form, form.isReady, let id = productID else { return }
    guard !finishing.contains(id) else {
      // What was typed since then is yet to be written.
      return askedMeanwhile[id, default: []].append { $0.finishEditing(next) }
    }
    let (sent, edits) = (form.texts, form.edits)
    let write: Writing
    do { write = try Self.writing(form, id) } catch { return messages.notify(error.sentence) }
    finishing.insert(id)
    form.willBeWritten()
    keepDraft()
    changed.notify(.writing)
    catalogue.inOrder { [weak self, catalogue] in
      let outcome: Result<EditOutcome<Product>, any Error>
      do { outcome = .success(try await write(catalogue.store)) } catch {
        outcome = .failure(error)
      }
      self?.finished(id, form, sent: sent, edits: edits, outcome: outcome, next: next)
    }
  }

  private typealias Writing = @Sendable (CatalogStore) async throws -> EditOutcome<Product>

  // What the form says now: the user may type on while it is being written.
  private static func writing(_ form: ProductForm, _ id: UUID) throws -> Writing {
    guard let base = form.base else {
      let product = try form.newProduct(id: id)
      return { .saved(try await $0.create(product)) }
    }
    guard form.isChanged else { return { _ in .saved(base) } }
    let change = try form.change()
    return { try await $0.edit(id, basedOn: base.revision, applying: change) }
  }

  private func finished(
    _ id: UUID, _ form: ProductForm, sent: [ProductForm.Field: String], edits: Int,
    outcome: Result<EditOutcome<Product>, any Error>, next: @MainActor (Product) -> Void
  ) {
    finishing.remove(id)
    let asked = askedMeanwhile.removeValue(forKey: id) ?? []
    let isShown = form === self.form && id == productID
    // What was asked for meanwhile says so again.
    if isShown { formIsComing = false }
    form.writingHasEnded()
    switch outcome {
    case .success(.saved(let product)):
      untitled.remove(id)
      if isShown { set(.product(product)) }
      // Not by the texts: the catalogue's own may have come into the form meanwhile.
      if form.edits == edits {
        if isShown {
          closeForm()
          next(product)
        } else {
          drafts[product: id] = nil
          changed.notify(.form)
        }
      } else {
        // The user typed on while it was being written: that remains to be saved.
        form.wasWritten(sent, as: product)
        if !isShown, let left = drafts[product: id] {
          drafts[product: id] = form.draft
          drafts[product: id]?.isSetAside = left.isSetAside
          changed.notify(.form)
        }
      }
      session.saveNow()
      if isShown, id == productID { asked.forEach { $0(self) } }
    case .success(.conflict(let current, _)):
      if isShown {
        set(.product(current))
        form.rebase(onto: current)
      }
      messages.notify(tr("The product was changed elsewhere."))
    case .success(.missing):
      if isShown { set(.missing) }
      messages.notify(tr("The product is no longer in the catalogue. What you typed is kept."))
    case .failure(let error):
      messages.notify(tr("Not saved: %@", error.sentence))
    }
  }

  func makeForm(_ product: Product?, _ draft: ProductDraft?) -> ProductForm {
    ProductForm(
      product, draft: draft, custom: customFields, style: catalogue.writingStyle(for: product),
      template: { [weak catalogue] in catalogue?.templates.template(for: $0) },
      chosen: { [weak catalogue] in catalogue?.templates.form(for: $0) })
  }

  func openForm(_ form: ProductForm) {
    self.form = form
    onlyTitleWanted = form.base.flatMap { untitledDraft(of: $0) }?.fields
    form.changed.add(self) { [weak self] change in
      if change == .place, self?.state.editor != .form { self?.state.editor = .form }
      if case .filled(let category) = change { self?.sayFilled(from: category) }
      if ProductCode.fields.contains(where: { change == .field($0.id) }) { self?.lookForRepeats() }
      self?.keep(change)
    }
    keepDraft()
    form.doubt(typedCodes.doubts)
    lookForRepeats()
    changed.notify(.form)
  }

  func closeForm() {
    form = nil
    formIsComing = false
    lookForRepeats()
    if let id = productID { drafts[product: id] = nil }
    changed.notify(.form)
  }

  /// Whether nothing was typed into the form of a product that was made of a photo.
  func wantsOnlyTitle(_ form: ProductForm) -> Bool { onlyTitleWanted == form.draft.fields }

  // Moving on to another product: an untouched form is closed, a changed one waits.
  func leaveForm() {
    guard let form else { return }
    if form.isChanged, !wantsOnlyTitle(form) {
      self.form = nil
      changed.notify(.form)
    } else {
      closeForm()
    }
  }

  private func keep(_ change: ProductForm.Change) {
    guard let form, let id = productID else { return }
    switch change {
    case .typed(let edit, let field, let length):
      if drafts.type(edit, in: field, ofProduct: id, length: length) { return }
    case .place:
      let (anchor, caret) = (form.selection?.anchor, form.selection?.caret)
      if drafts.place(product: id, in: form.focus, anchor: anchor, caret: caret) { return }
    case .field, .fields, .filled: break
    }
    keepDraft()
  }

  private func keepDraft() {
    guard let form, let id = productID else { return }
    // There may be very many that were made of photos.
    drafts[product: id] = wantsOnlyTitle(form) ? nil : form.draft
  }
}
