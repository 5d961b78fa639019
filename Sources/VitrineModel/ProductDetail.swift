// One product as a window shows it: its data, the tab, and the form while it is being edited. A
// form with changes stays with its product when the window shows another one, and opens again when
// the window returns to it: moving on never asks a question and never loses what was typed.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductDetail {
  public typealias Tab = DetailState.Tab

  public enum Content: Equatable {
    case nothing
    case loading
    case product(Product)
    /// In the trash: it can be read, restored or permanently deleted.
    case trashed(Product)
    /// A product that is not in the catalogue yet; the form is open.
    case new
    /// No longer in the catalogue.
    case missing
    case failed(String)
  }

  public enum Change {
    case content
    case tab
    /// The form opened or closed.
    case form
    /// Other products began or ceased to have a code of the product.
    case doubts
    /// The window's product went to the trash by its own command; `restore` brings it back.
    case movedToTrash(Product)
  }

  public let changed = Observers<Change>()
  /// Messages that need no answer.
  public let messages = Observers<String>()
  public let notes: ProductNotes
  public let pictures: ProductPictures
  /// Asks the window to show another product, or none: the window owns what is selected.
  public var onMove: (@MainActor (UUID?) -> Void)?
  public private(set) var productID: UUID?
  public private(set) var content = Content.nothing
  /// Custom fields, as they were when the product was read.
  public private(set) var customFields: [CustomField] = []
  public private(set) var form: ProductForm?
  /// Whether the form that just opened should get the focus: it was asked for, or had it when the
  /// window was saved. Moving through the list must not put the focus into a form.
  public private(set) var formWantsFocus = false
  /// Whether a form that was left open opens by itself. After crashes during restoration it opens only
  /// when Edit is pressed.
  private let opensForms: Bool
  @SceneStorage private var state: DetailState
  private let drafts: Drafts
  private let codes: RepeatedCodes
  private let typedCodes: RepeatedCodes

  private let session: SceneSession
  let catalogue: OpenCatalogue
  private var asked = 0
  private var finishing: Set<UUID> = []
  private var hasShown = false

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.catalogue = catalogue
    self.session = session
    self.opensForms = opensForms
    session.takeOverSeparateKeys()
    _state = SceneStorage(wrappedValue: DetailState(), SceneKey.detail, in: session)
    drafts = Drafts(session)
    codes = RepeatedCodes(catalogue)
    typedCodes = RepeatedCodes(catalogue)
    notes = ProductNotes(catalogue, session, state: _state, drafts: drafts)
    pictures = ProductPictures(catalogue, session, state: _state)
    drafts.onChange = { [weak drafts, weak catalogue, id = session.id] in
      if let drafts { catalogue?.unfinished.set(drafts.unfinished, in: id) }
    }
    drafts.onChange()
    notes.messages.add(self) { [weak self] in self?.messages.notify($0) }
    pictures.messages.add(self) { [weak self] in self?.messages.notify($0) }
    catalogue.changes.add(self) { [weak self] change in
      guard let self, let id = self.productID else { return }
      if change.touches(.all.subtracting([.notes, .position]), of: id) { self.reload() }
      if change.touches([.sku, .gtin, .title]) { self.lookForRepeats() }
    }
    codes.onChange = { [weak self] in self?.changed.notify(.doubts) }
    typedCodes.onChange = { [weak self] in
      if let self { self.form?.doubt(self.typedCodes.doubts) }
    }
  }

  public var tab: Tab {
    get { state.tab }
    set {
      guard newValue != state.tab else { return }
      state.tab = newValue
      session.saveNow()
      changed.notify(.tab)
    }
  }

  /// How far each tab is scrolled down, by its name.
  public var scroll: [String: Double] {
    get { state.scroll }
    set { state.scroll = newValue }
  }

  /// The product shown, when there is one.
  public var product: Product? {
    if case .product(let product) = content { product } else { nil }
  }

  /// The product in the trash that is shown.
  public var trashedProduct: Product? {
    if case .trashed(let product) = content { product } else { nil }
  }

  /// Whether something is being edited here, which then gets the focus.
  public var hasUnfinishedEdit: Bool { form != nil || notes.hasUnfinishedEdit }

  /// What may be wrong with a field, and may be meant.
  public var doubts: [FieldID: String] { codes.doubts }

  private func lookForRepeats() {
    guard let id = productID else { return }
    let shown = product ?? trashedProduct
    codes.look(for: ProductCode.all { field in shown.flatMap { field.value(of: $0) } }, of: id)
    typedCodes.look(for: form?.codes ?? [:], of: id)
  }

  // MARK: Showing

  public func show(_ id: UUID?) {
    guard id != productID else { return }
    leaveForm()
    // Only the product a window was restored with is shown where it was left.
    formWantsFocus = !hasShown && state.editor == .form
    if hasShown { scroll = [:] }
    hasShown = hasShown || id != nil
    productID = id
    notes.show(id)
    set(id == nil ? .nothing : .loading)
    reload()
  }

  func move(to id: UUID?) {
    if let onMove { onMove(id) } else { show(id) }
  }

  private func reload() {
    asked += 1
    guard let id = productID else { return }
    let number = asked
    Task { [weak self, catalogue] in
      do {
        await catalogue.fields.settle()
        let product = try await catalogue.store.product(id)
        let trashed =
          product == nil ? try await catalogue.store.product(id, includingTrash: true) : nil
        guard let self, self.asked == number else { return }
        self.takeFields()
        if let product {
          self.apply(product)
        } else if let trashed {
          self.productIsTrashed(trashed)
        } else {
          self.productIsMissing(id)
        }
      } catch {
        if let self, self.asked == number { self.failed(error) }
      }
    }
  }

  /// Reads the product again after a failure.
  public func tryAgain() { reload() }

  // A product on screen stays; only a message says that it could not be read again.
  private func failed(_ error: any Error) {
    if content == .loading || content == .nothing {
      set(.failed(error.sentence))
    } else {
      messages.notify(tr("The product can’t be read: %@", error.sentence))
    }
  }

  private func takeFields() {
    guard customFields != catalogue.fields.all else { return }
    customFields = catalogue.fields.all
    form?.offer(customFields)
    // The same product, with other names beside what it has.
    if product != nil || trashedProduct != nil { changed.notify(.content) }
  }

  private func apply(_ product: Product) {
    set(.product(product))
    if let form {
      form.rebase(onto: product)
    } else if opensForms, let draft = drafts[product: product.id] {
      let form = makeForm(product, draft)
      // What Done saved just before the program ended is in the catalogue: the draft is obsolete.
      if draft.fields.isEmpty || form.isChanged {
        openForm(form)
      } else {
        drafts[product: product.id] = nil
      }
    }
  }

  // What was typed stays a draft: the form opens again when the product is restored.
  private func productIsTrashed(_ product: Product) {
    if let form {
      if !form.isChanged { drafts[product: product.id] = nil }
      self.form = nil
      changed.notify(.form)
    }
    set(.trashed(product))
  }

  private func productIsMissing(_ id: UUID) {
    // A new product is missing until Done has put it into the catalogue.
    if case .new = content { return }
    guard form == nil, let draft = drafts[product: id] else { return set(.missing) }
    if draft.isNew {
      set(.new)
      openForm(makeForm(nil, draft))
    } else {
      if !draft.fields.isEmpty { openForm(makeForm(nil, draft)) }
      set(.missing)
    }
  }

  private func set(_ newContent: Content) {
    guard newContent != content else { return }
    content = newContent
    // The photos of the product before stay on screen until the next one is read.
    if content != .loading {
      pictures.show(product ?? trashedProduct, isInTrash: product == nil)
    }
    lookForRepeats()
    changed.notify(.content)
  }

  // MARK: Editing

  public func beginEditing() {
    guard let product, form == nil else { return }
    let draft = drafts[product: product.id]
    let form = makeForm(product, draft)
    // GTK counts code points.
    let end = product.title.text.unicodeScalars.count
    if draft == nil { form.place(in: .title, anchor: 0, caret: end) }
    formWantsFocus = true
    state.editor = .form
    openForm(form)
    session.saveNow()
  }

  /// Opens the form for a new product, or goes back to the one already begun.
  public func beginNewProduct() {
    let id = drafts.newProduct ?? UUID()
    if drafts[product: id] == nil {
      var draft = ProductDraft(isNew: true)
      draft.focus = FieldID.title.text
      drafts[product: id] = draft
    }
    move(to: id)
    formWantsFocus = true
    state.editor = .form
    session.saveNow()
  }

  /// Starts a new product from what was typed into one that is gone. A new one, because the old one
  /// may still be in the trash.
  public func createAgainFromDraft() {
    guard case .missing = content, let form, let lost = productID else { return }
    form.beginAgain()
    let id = UUID()
    drafts[product: id] = form.draft
    drafts[product: lost] = nil
    self.form = nil
    move(to: id)
    formWantsFocus = true
    state.editor = .form
    session.saveNow()
  }

  public func cancelEditing() {
    guard form != nil else { return }
    closeForm()
    if content == .new { move(to: nil) }
    session.saveNow()
  }

  /// Saves the form to the catalogue and closes it. On any failure it stays open.
  public func finishEditing() {
    guard let form, form.isReady, let id = productID, !finishing.contains(id) else { return }
    let (sent, edits) = (form.texts, form.edits)
    let write: Writing
    do { write = try Self.writing(form, id) } catch { return messages.notify(error.sentence) }
    finishing.insert(id)
    Task { [weak self, catalogue] in
      let outcome: Result<EditOutcome<Product>, any Error>
      do { outcome = .success(try await write(catalogue.store)) } catch {
        outcome = .failure(error)
      }
      self?.finished(id, form, sent: sent, edits: edits, outcome: outcome)
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
    outcome: Result<EditOutcome<Product>, any Error>
  ) {
    finishing.remove(id)
    let isShown = form === self.form && id == productID
    switch outcome {
    case .success(.saved(let product)):
      if isShown { set(.product(product)) }
      // Not by the texts: the catalogue's own may have come into the form meanwhile.
      if form.edits == edits {
        if isShown { closeForm() } else { drafts[product: id] = nil }
      } else {
        // Typed on while it was being written: that much is left to do.
        form.wasWritten(sent, as: product)
      }
      session.saveNow()
    case .success(.conflict(let current, _)):
      if isShown {
        set(.product(current))
        form.rebase(onto: current)
      }
      messages.notify(tr("The product was changed elsewhere meanwhile."))
    case .success(.missing):
      if isShown { set(.missing) }
      messages.notify(tr("The product is no longer in the catalogue. What you typed is kept."))
    case .failure(let error):
      messages.notify(tr("Not saved: %@", error.sentence))
    }
  }

  private func makeForm(_ product: Product?, _ draft: ProductDraft?) -> ProductForm {
    ProductForm(
      product, draft: draft, custom: customFields, style: catalogue.writingStyle(for: product))
  }

  private func openForm(_ form: ProductForm) {
    self.form = form
    form.changed.add(self) { [weak self] change in
      if change == .place { self?.state.editor = .form }
      if ProductCode.fields.contains(where: { change == .field($0.id) }) { self?.lookForRepeats() }
      self?.keepDraft()
    }
    keepDraft()
    form.doubt(typedCodes.doubts)
    lookForRepeats()
    changed.notify(.form)
  }

  private func closeForm() {
    form = nil
    lookForRepeats()
    if let id = productID { drafts[product: id] = nil }
    changed.notify(.form)
  }

  // Moving on to another product: an untouched form is closed, a changed one waits.
  private func leaveForm() {
    guard let form else { return }
    if form.isChanged {
      self.form = nil
      changed.notify(.form)
    } else {
      closeForm()
    }
  }

  private func keepDraft() {
    guard let form, let id = productID else { return }
    drafts[product: id] = form.draft
  }
}
