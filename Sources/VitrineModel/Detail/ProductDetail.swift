// SPDX-License-Identifier: Apache-2.0
// One product as a window shows it: its data, the tab, and the form while it is being edited. A
// form with changes stays with its product when the window shows another one, and opens again when
// the window returns to it: moving on never asks a question and never loses what was typed. A form that
// was left with Escape waits until it is resumed.

import Catalog
import Foundation
import StateRestoration
import Wording

/// What a window decides for the product that it shows.
@MainActor
public protocol ProductDetailDelegate: AnyObject {
  /// Shows another product, or none: the window owns what is selected.
  func select(_ product: UUID?)
}

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
    /// A form was asked for that is not there yet, or has the keyboard, or does not come.
    case keyboard
    /// The form opened or closed, or there is another product to name after it.
    case form
    /// What other products have to do with it: they began or ceased to have a code of the product, or
    /// are its variants.
    case facts
    /// The form is on its way to the catalogue, after which it closes.
    case writing
    /// The window's product went to the trash by its own command; `restore` brings it back.
    case movedToTrash(Product)
    /// What was typed into a form was given up; `takeBack` opens the form with it again.
    case discarded(ProductDraft, of: UUID)
    /// The form of a new product was left and waits, and the window shows no product any longer.
    case setAside(UUID)
  }

  public let changed = Observers<Change>()
  /// Messages that need no answer.
  public let messages = Observers<String>()
  /// What was done, with a way to take it back.
  public let offers = Observers<UndoOffer>()
  public let notes: ProductNotes
  public let pictures: ProductPictures
  public let variants: ProductVariants
  private weak var delegate: (any ProductDetailDelegate)?
  public private(set) var productID: UUID?
  public private(set) var content = Content.nothing
  /// Whether the history still holds the product that is gone.
  public private(set) var canRestoreErased = false
  /// Custom fields, as they were when the product was read.
  public private(set) var customFields: [CustomField] = []
  public internal(set) var form: ProductForm?
  /// Whether the form that just opened should get the focus: it was asked for, or had it when the
  /// window was saved. Moving through the list must not put the focus into a form.
  public internal(set) var formWantsFocus = false
  /// Whether a form, a note or variants were asked for and have not got the keyboard yet: what is typed meanwhile is meant
  /// for them.
  public internal(set) var formIsComing = false {
    didSet { if formIsComing != oldValue { changed.notify(.keyboard) } }
  }
  /// What was asked for while the product was still being read.
  var askedWhileRead: [@MainActor () -> Void] = []
  /// Whether a form that was left open opens by itself. After crashes during restoration none does
  /// until the user asks for one.
  var opensForms: Bool
  @SceneStorage var state: DetailState
  let drafts: Drafts
  let untitled: UntitledProducts
  /// What the form says as long as its product, made of a photo, only waits for its title. Kept from
  /// when the form opened: a title given elsewhere is known to `untitled` before or after the product
  /// is read again.
  var onlyTitleWanted: [String: ProductDraft.Field]?
  private let codes: RepeatedCodes
  let typedCodes: RepeatedCodes
  private let relatives: ProductRelatives

  let session: SceneSession
  public let catalogue: OpenCatalogue
  private var asked = 0
  var finishing: Set<UUID> = []
  /// What the user asked for while the form was being written: it is done after that.
  var askedMeanwhile: [UUID: [@MainActor (ProductDetail) -> Void]] = [:]
  private var hasShown = false

  /// - Parameter delegate: without one it shows whatever it is asked for.
  public init(
    _ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true,
    delegate: (any ProductDetailDelegate)?
  ) {
    self.delegate = delegate
    self.catalogue = catalogue
    self.session = session
    self.opensForms = opensForms
    session.takeOverSeparateKeys()
    _state = SceneStorage(wrappedValue: DetailState(), SceneKey.detail, in: session)
    drafts = Drafts(session)
    untitled = UntitledProducts(catalogue, session)
    codes = RepeatedCodes(catalogue)
    typedCodes = RepeatedCodes(catalogue)
    relatives = ProductRelatives(catalogue)
    notes = ProductNotes(catalogue, session, state: _state, drafts: drafts)
    pictures = ProductPictures(catalogue, session, state: _state)
    variants = ProductVariants(catalogue, session, drafts: drafts)
    drafts.changed.add(self) { [weak self] in self?.tellUnfinished() }
    untitled.changed.add(self) { [weak self] in
      self?.tellUnfinished()
      self?.changed.notify(.form)
    }
    catalogue.templates.changed.add(self) { [weak self] in
      self?.form?.fieldsMayHaveBeenChosen()
      self?.changed.notify(.facts)
    }
    catalogue.unitPricesChanged.add(self) { [weak self] _ in self?.changed.notify(.facts) }
    tellUnfinished()
    if opensForms { pictures.goOn() }
    notes.messages.add(self) { [weak self] in self?.messages.notify($0) }
    pictures.messages.add(self) { [weak self] in self?.messages.notify($0) }
    variants.messages.add(self) { [weak self] in self?.messages.notify($0) }
    variants.offers.add(self) { [weak self] in self?.offers.notify($0) }
    variants.keyboard.add(self) { [weak self] in self?.formIsComing = $0 }
    catalogue.changes.add(self) { [weak self] change in
      guard let self, let id = self.productID else { return }
      if change.touches(.all.subtracting([.notes, .position]), of: id) { self.reload() }
      if change.touches([.sku, .gtin, .title]) { self.lookForRepeats() }
      if self.relatives.isTouched(by: change) { self.lookForRelatives() }
      if self.variants.isTouched(by: change) { self.variants.read() }
    }
    codes.changed.add(self) { [weak self] in self?.changed.notify(.facts) }
    relatives.changed.add(self) { [weak self] in self?.changed.notify(.facts) }
    typedCodes.changed.add(self) { [weak self] in
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

  /// Shows the tab and the note that a request names.
  public func show(_ activity: UserActivity) {
    if let tab = activity.tab { self.tab = tab }
    if let note = activity.noteID { notes.present(note) }
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
  public var hasUnfinishedEdit: Bool {
    form != nil || notes.hasUnfinishedEdit || tab == .variants && variants.hasKeyboard
  }

  /// Shows a variant instead of its head.
  public func open(relative: UUID) { move(to: relative) }

  /// What may be wrong with a field, and may be intended.
  public var doubts: [FieldID: String] { codes.doubts }

  /// Which fields were chosen for the category of the product, in which order.
  public var chosenFields: FormFields? {
    catalogue.templates.form(for: (product ?? trashedProduct)?.category)
  }

  /// Of which product it is a variant, or its own variants.
  public var relations: [ProductFact] { relatives.facts }

  /// The photo with which the product is seen: the first of its own, or that of its head.
  public var cover: ProductPicture? {
    (product ?? trashedProduct)?.pictures.first ?? relatives.cover
  }

  /// What the next product to be named begins with.
  var keptForNext: (product: UUID, texts: [ProductForm.Field: String])?

  private func lookForRelatives() {
    relatives.look(at: product ?? trashedProduct, customFields)
  }

  private func tellUnfinished() {
    catalogue.unfinished.set(
      drafts.unfinished.union(untitled.waiting), new: drafts.unfinishedNew, in: session.id)
  }

  func lookForRepeats() {
    guard let id = productID else { return }
    let shown = product ?? trashedProduct
    codes.look(for: ProductCode.all { field in shown.flatMap { field.value(of: $0) } }, of: id)
    typedCodes.look(for: form?.codes ?? [:], of: id)
  }

  // MARK: Showing

  public func show(_ id: UUID?) {
    guard id != productID else { return }
    leaveForm()
    (askedWhileRead, formIsComing) = ([], false)
    // Only the product a window was restored with is shown where it was left.
    formWantsFocus = !hasShown && state.editor == .form
    if hasShown { scroll = [:] }
    hasShown = hasShown || id != nil
    productID = id
    catalogue.onScreen.show(id, in: session.id)
    notes.show(id)
    set(id == nil ? .nothing : .loading)
    reload()
  }

  func move(to id: UUID?) {
    if let delegate { delegate.select(id) } else { show(id) }
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
        let isGone = product == nil && trashed == nil
        let isErased = isGone ? try await catalogue.store.erased(id) != nil : false
        guard let self, self.asked == number else { return }
        self.canRestoreErased = isErased
        self.takeFields()
        if let product {
          self.apply(product)
        } else if let trashed {
          self.productIsTrashed(trashed)
        } else {
          self.productIsMissing(id)
        }
        self.followUp()
      } catch {
        if let self, self.asked == number {
          self.failed(error)
          self.followUp()
        }
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
    variants.show(product, customFields)
    // The same product, with other names beside what it has.
    if product != nil || trashedProduct != nil { changed.notify(.content) }
  }

  private func apply(_ product: Product) {
    set(.product(product))
    // It was given its title elsewhere.
    if let form, wantsOnlyTitle(form), untitledDraft(of: product) == nil { closeForm() }
    let draft = drafts[product: product.id] ?? untitledDraft(of: product)
    if let form {
      form.rebase(onto: product)
    } else if opensForms, let draft, !draft.isSetAside {
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
    if let form, wantsOnlyTitle(form) { closeForm() }
    guard form == nil, let draft = drafts[product: id] else { return set(.missing) }
    if draft.isNew {
      set(.new)
      openForm(makeForm(nil, draft))
    } else {
      if !draft.fields.isEmpty { openForm(makeForm(nil, draft)) }
      set(.missing)
    }
  }

  func set(_ newContent: Content) {
    guard newContent != content else {
      // What can be done about it may be something else by now.
      if newContent == .missing { changed.notify(.form) }
      return
    }
    content = newContent
    // The photos of the product before stay on screen until the next one is read.
    if content != .loading {
      pictures.show(product ?? trashedProduct, isInTrash: product == nil)
      notes.letChange(trashedProduct == nil)
      variants.show(product, customFields)
    }
    lookForRepeats()
    lookForRelatives()
    changed.notify(.content)
  }
}
