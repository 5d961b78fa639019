// SPDX-License-Identifier: Apache-2.0
// One product: its head with picture, title, price and year, and the tabs below; while it is edited, with the form in
// the place of the details. The same view in a browser window and in a product window.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

/// What a window does with the product that it shows, or with several that are selected beside it.
@MainActor
protocol DetailViewDelegate: SceneWindow {
  var detailView: DetailView { get }
  /// Shows the tab and the note of the product that a request names.
  func show(_ activity: UserActivity)
  /// Brings the product to the front where there is no room for it beside the list.
  func showDetailInFront()
  /// Opens the form of a product that is not in the catalogue yet.
  func resumeNewProduct(_ id: UUID)
  /// Whether it shows another product with each arrow key.
  var hasList: Bool { get }
  /// Whether the commands are for several products, none of which is shown.
  var hasSeveral: Bool { get }
  var canEditSeveral: Bool { get }
  func editSeveral()
  /// Does what was chosen for several products; false if nothing is being chosen.
  @discardableResult func applySeveral() -> Bool
  /// The commands of these names. In a browser window they also move the selection on.
  func moveToTrash()
  func restoreFromTrash()
  func deleteForEver()
  /// Begins a new product with these texts.
  func beginNewProduct(with texts: [ProductForm.Field: String])
  /// Opens a photo of a product with this title in a window of its own.
  func openPicture(_ picture: UUID, of product: UUID, title: String)
  /// Opens windows in which these lists can be imported.
  func openLists(_ files: [URL])
}

@MainActor
final class DetailView {
  let root: Widget
  let detail: ProductDetail
  private weak var delegate: (any DetailViewDelegate)?
  private let pictures: Pictures
  private let toasts: ProductUndoToasts
  private let unfinishedEditBar: UnfinishedEditBar
  private let editedElsewhereBar: EditedElsewhereBar
  private let trashBar: TrashBar
  private let head: DetailHead
  private let keptFields: KeptFieldsMenu
  private let formPlace: FormPlace
  private lazy var tabs = DetailTabs(
    detail, from: pictures, form: formPlace.root, delegate: self)
  private lazy var pages = DetailPages(
    detail,
    product: Box.messages(
      trashBar.root,
      above: Box(
        .vertical, children: [.page(head.root), tabs.switcher, tabs.root, formPlace.barPlace])))
  private let turn = ContentTurn()
  private var keys: KeysOnTheWay?
  private let templateCommands: TemplateCommands
  private lazy var photoCommands = PhotoCommands(
    detail, tabs, catalogue: detail.catalogue, pictures: pictures)

  init(_ detail: ProductDetail, pictures: Pictures, delegate: any DetailViewDelegate) {
    (self.detail, self.pictures, self.delegate) = (detail, pictures, delegate)
    keptFields = KeptFieldsMenu(detail)
    templateCommands = TemplateCommands(detail, delegate: delegate)
    head = DetailHead(
      detail, detail.catalogue, pictures: pictures,
      menu: .shownProduct(template: templateCommands.menu))
    formPlace = FormPlace(detail, pictures: pictures, keptFields: keptFields)
    unfinishedEditBar = UnfinishedEditBar(detail)
    editedElsewhereBar = EditedElsewhereBar(detail)
    trashBar = TrashBar(detail) { [weak delegate] in delegate?.restoreFromTrash() }
    toasts = ProductUndoToasts(detail, unfinishedEditBar, in: delegate)
    let place = Box(.vertical)
    root = place
    place.append(
      Box.messages(
        Box(.vertical, children: [editedElsewhereBar.root, unfinishedEditBar.root]),
        above: pages.root
      )
      .expand(horizontally: true, vertically: true))
    listen()
    showContent()
  }

  /// How wide it is.
  func fit(_ width: Int) {
    head.isNarrow = width < 480
    head.isStacked = width < min(Int(420 * root.textScale), 560)
    head.hasPhotosBeside = width >= FormPhotos.columnRoom
    tabs.fit(width)
    formPlace.fit(width)
    head.hasRoomForWords = width >= Int(370 * root.textScale)
  }

  /// Puts a code into the field for codes that has the keyboard. Returns whether one has.
  func take(_ code: ScannedCode) -> Bool { formPlace.view?.take(code) ?? false }

  func askToDeleteForEver(over window: Window) {
    if hasSeveral {
      delegate?.deleteForEver()
      return
    }
    // An arrow key may have selected it right before.
    if detail.isBeingRead {
      return detail.onceRead { [weak self] in self?.askToDeleteForEver(over: window) }
    }
    guard let product = detail.trashedProduct else { return }
    Task { [weak self] in
      guard let self else { return }
      let variants = await detail.variantsErased(with: product.id)
      guard detail.trashedProduct?.id == product.id else { return }
      Confirmation.ask(
        over: window, tr("Permanently Delete “%@”?", product.title.text),
        text: variants == 0
          ? tr("Its notes and photos are deleted with it.")
          : tr("Its notes, photos and variants are deleted with it."),
        button: tr("_Delete Permanently")
      ) { [weak self] in
        if self?.detail.trashedProduct?.id == product.id { self?.delegate?.deleteForEver() }
      }
    }
  }

  /// Offers the commands that act on the product shown.
  func offer(in commands: OfferedCommands) {
    commands.offer(self)
    commands.offer(templateCommands)
    commands.offer(tabs.noteCommands)
    commands.offer(tabs.valueCommands)
    if let window = delegate?.frame.window { photoCommands.offer(in: commands, over: window) }
    keptFields.offer(in: commands)
    commands.follow(detail.changed)
    commands.follow(detail.catalogue.templates.changed)
    commands.follow(detail.catalogue.sharing.changed)
    showForm()
  }

  /// Opens the photo that has the keyboard, if one has. Returns whether one has.
  func openFocusedPicture() -> Bool {
    guard let picture = tabs.focusedPicture else { return false }
    open(picture: picture)
    return true
  }

  private func say(_ text: String) { delegate?.frame.say(text) }

  private var hasSeveral: Bool { delegate?.hasSeveral == true }

  private func listen() {
    detail.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .content: showContentInTurn()
      case .form where turn.isComing: if detail.form != nil { showContent() }
      case .form: showForm()
      case .facts:
        guard !turn.isComing, let product = detail.product ?? detail.trashedProduct else { break }
        head.showCover(of: product)
        tabs.showFacts(of: product)
      case .tab: tabs.showChosen()
      case .keyboard: leadKeys()
      case .writing, .setAside, .discarded, .movedToTrash: break
      }
    }
  }

  private func showContentInTurn() {
    guard root.isMapped, detail.form == nil, let product = detail.product, let shown = turn.shown,
      product.id != shown
    else { return showContent() }
    turn.wait(for: root) { [weak self] in self?.showContent() }
    // Commands already mean this product.
    templateCommands.show()
  }

  private func showContent() {
    turn.end()
    if detail.content != .loading { turn.shown = detail.product?.id }
    switch detail.content {
    case .product(let product), .trashed(let product):
      head.show(product)
      tabs.show(product)
    case .new: head.show(nil)
    case .nothing, .loading, .missing, .failed: break
    }
    pages.show(detail.content)
    trashBar.show()
    editedElsewhereBar.show()
    showForm()
    templateCommands.show()
  }

  /// A moment later than the form has the keyboard: nothing may overtake what was kept back.
  private func leadKeys() {
    guard detail.formIsComing else {
      return MainLoop.whenIdle { [weak self] in
        if self?.detail.formIsComing == false { self?.keys?.passOn() }
      }
    }
    keys = keys ?? delegate.map { KeysOnTheWay(to: $0.frame.window) }
    keys?.hold()
  }

  private func showForm() {
    let hasLostFocus = formPlace.show()
    tabs.showForm(isOpen: formPlace.view != nil, isNew: detail.content == .new)
    head.showForm()
    // To the row of the list, if the form was opened from there.
    if hasLostFocus, !root.giveFocusBackInWindow() { head.takeFocus() }
    if detail.content == .missing { pages.show(.missing) }
    unfinishedEditBar.show()
  }
}

extension DetailView: CommandHandler {
  func run(_ command: ProductCommand, _ thing: String) {
    if isBeingRead, waits(command, thing) { return }
    switch command {
    case .edit:
      if delegate?.canEditSeveral == true {
        delegate?.editSeveral()
      } else {
        delegate?.showDetailInFront()
        detail.beginEditing()
      }
    case .addNote:
      guard detail.product != nil else { return }
      delegate?.showDetailInFront()
      detail.addNote()
    case .save:
      if delegate?.applySeveral() == true || tabs.saveFocusedNote() { break }
      if detail.form == nil, detail.tab == .variants {
        if detail.variants.isMaking { return detail.variants.make() }
        detail.variants.finishPlace()
      }
      if detail.form?.isReady == false { formPlace.view?.goToObstacle() }
      detail.finishEditing()
    case .saveAndAddAnother: detail.finishAndAddAnother()
    case .copyShownLink:
      guard let id = detail.product?.id else { return }
      delegate?.frame.window.copy(VitrineLink.product(id, tab: detail.tab).text)
      say(tr("Link copied"))
    case .showPast:
      guard let product = detail.product, let window = delegate?.frame.window,
        let past = ProductPast(of: product, detail.catalogue.sharing)
      else { return }
      ProductPastDialog.show(over: window, past)
    case .duplicate: detail.duplicate()
    case .newFromThis:
      if detail.product != nil { delegate?.beginNewProduct(with: detail.textsInCommon) }
    case .makeVariants:
      guard detail.product?.variant == nil else { return }
      delegate?.showDetailInFront()
      detail.onceVariantsAreRead { [weak self] in self?.tabs.beginMakingVariants() }
    case .leaveHead: if let product = detail.product { detail.variants.leave(product.id) }
    case .moveToTrash: delegate?.moveToTrash()
    case .restore: delegate?.restoreFromTrash()
    case .deleteForEver: if let delegate { askToDeleteForEver(over: delegate.frame.window) }
    case .tab:
      guard let tab = ProductDetail.Tab(rawValue: thing) else { return }
      delegate?.showDetailInFront()
      detail.tab = tab
      if tab == .variants, detail.form == nil {
        detail.onceVariantsAreRead { [weak self] in self?.tabs.leadIntoVariants() }
      }
    case .openPicture: if let id = UUID(uuidString: thing) { open(picture: id) }
    case .copyCode:
      delegate?.frame.window.copy(thing)
      say(tr("“%@” copied", thing))
    }
  }

  /// Whether it is done once the product is read, which an arrow key may have selected right before.
  private func waits(_ command: ProductCommand, _ thing: String) -> Bool {
    switch command {
    case .edit:
      delegate?.showDetailInFront()
      detail.editOnceRead()
    case .addNote:
      delegate?.showDetailInFront()
      detail.addNoteOnceRead()
    case .duplicate, .newFromThis, .copyShownLink:
      detail.onceRead { [weak self] in self?.run(command, thing) }
    case .save, .saveAndAddAnother, .showPast, .makeVariants, .leaveHead, .moveToTrash, .restore,
      .deleteForEver, .tab, .openPicture, .copyCode:
      return false
    }
    return true
  }

  private var isBeingRead: Bool { delegate?.hasList == true && !hasSeveral && detail.isBeingRead }
  private var isThere: Bool { detail.product != nil || isBeingRead }

  /// That depends on what is shown, and on what is selected beside it.
  func state(of command: ProductCommand) -> CommandState {
    switch command {
    case .edit: .available(if: isThere || delegate?.canEditSeveral == true)
    case .copyShownLink, .duplicate, .newFromThis: .available(if: isThere)
    case .showPast: .available(if: detail.product != nil && detail.catalogue.sharing.isShared)
    case .makeVariants:
      .available(
        if: isBeingRead || detail.isBeingWritten
          || detail.product.map { $0.variant == nil } ?? false && detail.form == nil)
    case .leaveHead: .available(if: detail.product?.variant != nil)
    case .moveToTrash: .available(if: isThere || hasSeveral)
    case .restore, .deleteForEver: .available(if: detail.trashedProduct != nil || hasSeveral)
    case .saveAndAddAnother:
      .available(if: detail.form?.isNew == true || detail.nextUntitled != nil)
    case .tab: .value(detail.tab.rawValue)
    case .addNote, .save, .openPicture, .copyCode: .available
    }
  }
}

extension DetailView: PicturesTabDelegate {
  func openLists(_ files: [URL]) { delegate?.openLists(files) }

  func open(picture: UUID) {
    guard let product = detail.product ?? detail.trashedProduct else { return }
    delegate?.openPicture(picture, of: product.id, title: product.title.text)
  }

  func run(_ command: PhotoCommand, on picture: UUID) {
    photoCommands.run(command, picture.uuidString)
  }
}
