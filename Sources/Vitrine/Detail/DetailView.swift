// One product: its head with picture, title, price and year, or the form in the head's place, and
// the tabs below. The same view in a browser window and in a product window.

import Catalog
import Foundation
import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

/// What a window does with the product that it shows, or with several that are selected beside it.
@MainActor
protocol DetailViewDelegate: SceneWindow {
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
}

@MainActor
final class DetailView {
  let root: Widget
  private weak var delegate: (any DetailViewDelegate)?
  let detail: ProductDetail
  private let trashBar = MessageBanner(isWarning: false)
  private let draftBar = MessageBanner(isWarning: false)
  private let templateCommands: TemplateCommands
  private let pages = Stack()
  private let tabs = Stack()
  private let head: DetailHead
  private let keptFields: KeptFieldsMenu
  private let detailsTab: DetailsTab
  private let pictures: Pictures
  private lazy var picturesTab = PicturesTab(
    detail.catalogue, detail.pictures, from: pictures, delegate: self)
  private lazy var photoCommands = PhotoCommands(
    detail, picturesTab, catalogue: detail.catalogue, pictures: pictures)
  private let notesTab: NotesTab
  private let switcher: StackSwitcher
  private let missing: MissingProductPage
  private let failure: StatusPage
  private var shownProduct: UUID?
  /// Whether the content is shown soon.
  private var isToShowContent = false
  /// When another product was chosen last.
  private var lastMove: ContinuousClock.Instant?

  init(_ detail: ProductDetail, pictures: Pictures, delegate: any DetailViewDelegate) {
    (self.detail, self.pictures, self.delegate) = (detail, pictures, delegate)
    keptFields = KeptFieldsMenu(detail)
    templateCommands = TemplateCommands(detail)
    head = DetailHead(detail, detail.catalogue, pictures: pictures, keptFields: keptFields)
    detailsTab = DetailsTab()
    notesTab = NotesTab(detail.notes)
    missing = MissingProductPage(detail)
    let again = Button(tr("_Try Again"))
    again.onClick { [weak detail] in detail?.tryAgain() }
    failure = StatusPage(
      icon: "dialog-warning-symbolic", title: tr("The Product Can’t Be Read"), text: "",
      buttons: [again])
    tabs.expand(horizontally: true, vertically: true)
    switcher = StackSwitcher(tabs)
    switcher.align(.center).margins(bottom: 6)
    let product = Box(.vertical, children: [trashBar.root, .page(head.root), switcher, tabs])
    let nothing =
      detail.isWholeWindow
      ? StatusPage(
        icon: "view-list-symbolic", title: tr("No Product"),
        text: tr("The new product is not in the catalogue."),
        buttons: [Button(WindowCommand.close).style("pill")],
        compact: true)
      : StatusPage(
        icon: "view-list-symbolic", title: tr("No Product Selected"),
        text: tr("Choose a product in the list to see it here."), compact: true)
    pages.add(nothing.root, name: "nothing")
    pages.add(product, name: "product")
    pages.add(missing.root, name: "missing")
    pages.add(failure.root, name: "failure")
    pages.expand(horizontally: true, vertically: true)
    root = Box(.vertical, children: [draftBar.root, pages])

    tabs.add(detailsTab.root, name: ProductDetail.Tab.details.rawValue, title: tr("Details"))
    tabs.add(picturesTab.root, name: ProductDetail.Tab.pictures.rawValue, title: tr("Photos"))
    tabs.add(notesTab.root, name: ProductDetail.Tab.notes.rawValue, title: tr("Notes"))
    draftBar.onDismiss(tr("_Discard")) { [weak detail] in detail?.discardEditAside() }
    tabs.showAtOnce(detail.tab.rawValue)
    tabs.onVisibleChange { [weak self] in
      guard let self, let tab = ProductDetail.Tab(rawValue: self.tabs.visibleName) else { return }
      self.detail.tab = tab
    }
    keepScroll(of: detailsTab.scroll, "details", whenLaidOut: { true })
    keepScroll(
      of: picturesTab.scroll, "photos",
      whenLaidOut: { [weak picturesTab] in picturesTab?.isLaidOut == true })
    listen()
    showContent()
  }

  /// How wide it is.
  func fit(_ width: Int) {
    head.isNarrow = width < 480
    head.hasRoomForWords = width >= Int(290 * root.textScale)
  }

  /// Puts a code into the field for codes that has the keyboard. Returns whether one has.
  func take(_ code: ScannedCode) -> Bool { head.formView?.take(code) ?? false }

  /// The commands for the template of its category, for the main menu.
  var templateMenu: Menu { templateCommands.menu }

  func askToDeleteForEver(over window: Window) {
    if hasSeveral { delegate?.deleteForEver(); return }
    guard let product = detail.trashedProduct else { return }
    Confirmation.ask(
      over: window, tr("Delete “%@” for Ever?", product.title.text),
      text: tr("Its notes and photos are deleted with it."), button: tr("_Delete for Ever")
    ) { [weak self] in
      if self?.detail.trashedProduct?.id == product.id { self?.delegate?.deleteForEver() }
    }
  }

  /// Offers the commands that act on the product shown.
  func offer(in commands: OfferedCommands) {
    commands.offer(self)
    commands.offer(templateCommands)
    if let window = delegate?.frame.window { photoCommands.offer(in: commands, over: window) }
    keptFields.offer(in: commands)
    commands.follow(detail.changed)
    commands.follow(detail.catalogue.templates.changed)
    showForm()
  }

  /// Opens the photo that has the keyboard, if one has. Returns whether one has.
  func openFocusedPicture() -> Bool {
    guard let picture = picturesTab.focusedPicture else { return false }
    open(picture: picture)
    return true
  }

  private func say(_ text: String) { delegate?.frame.say(text) }

  private func offer(_ text: String, _ button: String, _ action: @escaping @MainActor () -> Void) {
    delegate?.frame.offer(text, button, action)
  }

  private var hasSeveral: Bool { delegate?.hasSeveral == true }

  private func listen() {
    detail.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .content: self.showContentInTurn()
      case .form where self.isToShowContent: if self.detail.form != nil { self.showContent() }
      case .form: self.showForm()
      case .doubts:
        guard !self.isToShowContent, let product = self.detail.product ?? self.detail.trashedProduct
        else { break }
        self.detailsTab.show(product, self.detail.customFields, doubts: self.detail.doubts)
      case .tab:
        self.tabs.visibleName = self.detail.tab.rawValue
      case .setAside(let id):
        // A window without room for a product that is not there does not show what stands above it.
        MainLoop.whenIdle { [weak self] in
          guard let self, !draftBar.root.isMapped else { return }
          offer(tr("Draft kept"), tr("_Resume")) { [weak self] in
            self?.delegate?.resumeNewProduct(id)
          }
        }
      case .discarded(let draft, let id):
        self.offer(tr("Edit discarded"), tr("Undo")) { [weak self] in
          self?.detail.takeBack(draft, of: id)
        }
      case .movedToTrash(let product):
        self.offer(tr("“%@” moved to the Trash", product.title.text), tr("Undo")) { [weak self] in
          self?.detail.restore(product.id)
        }
      }
    }
    detail.messages.add(self) { [weak self] in self?.say($0) }
    for offers in [detail.offers, detail.pictures.offers] {
      offers.add(self) { [weak self] in self?.offer($0.sentence, tr("Undo"), $0.undo) }
    }
    detail.notes.changed.add(self) { [weak self] change in
      guard let self, case .deleted(let note, let position) = change else { return }
      self.offer(tr("Note deleted"), tr("Undo")) { [weak self] in
        self?.detail.notes.restore(note, at: position)
      }
    }
  }

  /// Shows another product once the list that it was chosen in is painted, and after several in a row only
  /// the one that is stopped at: both in one frame hold up the keys of somebody who pages through a list.
  private func showContentInTurn() {
    guard root.isMapped, detail.form == nil, let product = detail.product, let shownProduct,
      product.id != shownProduct
    else { return showContent() }
    let now = ContinuousClock.now
    let isInRow = lastMove.map { now - $0 < .milliseconds(Self.rest) } ?? false
    lastMove = now
    isToShowContent = true
    // Commands already mean this product.
    templateCommands.show()
    let show: @MainActor () -> Void = { [weak self] in
      if let self, isToShowContent, lastMove == now { showContent() }
    }
    if isInRow {
      MainLoop.after(milliseconds: Self.rest, show)
    } else {
      MainLoop.after(paintOf: root, show)
    }
  }

  /// Longer than from one press to the next of a key that is held down, in milliseconds.
  private static let rest = 60

  private func showContent() {
    isToShowContent = false
    if detail.content != .loading { shownProduct = detail.product?.id }
    switch detail.content {
    case .nothing: pages.showAtOnce("nothing")
    case .loading: break
    case .product(let product), .trashed(let product):
      head.show(product)
      detailsTab.show(product, detail.customFields, doubts: detail.doubts)
      picturesTab.show(product)
      setTabsShown(true)
      pages.showAtOnce("product")
    case .new:
      head.show(nil)
      setTabsShown(false)
      pages.showAtOnce("product")
    case .missing:
      missing.show()
      pages.showAtOnce("missing")
    case .failed(let sentence):
      failure.show(title: tr("The Product Can’t Be Read"), text: sentence)
      pages.showAtOnce("failure")
    }
    if detail.trashedProduct != nil {
      let text =
        detail.waitsForRestoring
        ? tr("This product is in the Trash. What you typed goes on when it is restored.")
        : tr("This product is in the Trash.")
      trashBar.show(text, tr("_Restore")) { [weak self] in
        self?.delegate?.restoreFromTrash()
      }
    } else {
      trashBar.hide()
    }
    showForm()
    templateCommands.show()
  }

  private func showForm() {
    head.showForm()
    if detail.content == .missing { missing.show() }
    if let draft = detail.editAside {
      let text =
        draft.isNew
        ? tr("A new product is unfinished.") : tr("An edit of this product is unfinished.")
      draftBar.show(text, tr("_Resume")) { [weak self] in self?.detail.resumeEditing() }
    } else {
      draftBar.hide()
    }
  }

  // A new product has no tabs yet.
  private func setTabsShown(_ isShown: Bool) {
    tabs.isVisible = isShown
    switcher.isVisible = isShown
  }

  // The position is restored once the content is tall enough, and stored from then on. A window that
  // has moved on to another product starts at the top.
  private func keepScroll(
    of scroll: ScrolledWindow, _ tab: String, whenLaidOut isLaidOut: @escaping @MainActor () -> Bool
  ) {
    var wanted = detail.scroll[tab] ?? 0
    let vertical = scroll.vertical
    vertical.onRangeChange { [weak self, weak scroll] in
      guard let self, let vertical = scroll?.vertical, wanted > 0 else { return }
      if self.detail.scroll[tab] == nil {
        wanted = 0
      } else if vertical.upper >= wanted + vertical.pageSize {
        let value = wanted
        // What is above it may still get another height.
        if isLaidOut() { wanted = 0 }
        vertical.value = value
      }
    }
    vertical.onValueChange { [weak self, weak scroll] in
      guard let self, let scroll else { return }
      if wanted > 0, isLaidOut() { wanted = 0 }
      guard wanted == 0 else { return }
      self.detail.scroll[tab] = scroll.vertical.value.rounded()
    }
  }
}

extension DetailView: CommandHandler {
  func run(_ command: ProductCommand, _ thing: String) {
    switch command {
    case .edit:
      if delegate?.canEditSeveral == true { delegate?.editSeveral() } else { detail.beginEditing() }
    case .addNote:
      guard detail.product != nil else { return }
      detail.tab = .notes
      detail.notes.beginAdding()
    case .save:
      if delegate?.applySeveral() != true, !notesTab.saveFocused() { detail.finishEditing() }
    case .saveAndAddAnother: detail.finishAndAddAnother()
    case .copyShownLink:
      guard let id = detail.product?.id else { return }
      delegate?.frame.window.copy(VitrineLink.product(id, tab: detail.tab).text)
      say(tr("Link copied"))
    case .duplicate: detail.duplicate()
    case .newFromThis:
      if detail.product != nil { delegate?.beginNewProduct(with: detail.textsInCommon) }
    case .moveToTrash: delegate?.moveToTrash()
    case .restore: delegate?.restoreFromTrash()
    case .deleteForEver: if let delegate { askToDeleteForEver(over: delegate.frame.window) }
    case .tab: if let tab = ProductDetail.Tab(rawValue: thing) { detail.tab = tab }
    case .openPicture: if let id = UUID(uuidString: thing) { open(picture: id) }
    case .copyCode:
      delegate?.frame.window.copy(thing)
      say(tr("“%@” copied", thing))
    }
  }

  /// That depends on what is shown, and on what is selected beside it.
  func isAvailable(_ command: ProductCommand) -> Bool {
    switch command {
    case .edit: detail.product != nil || delegate?.canEditSeveral == true
    case .copyShownLink, .duplicate, .newFromThis: detail.product != nil
    case .moveToTrash: detail.product != nil || hasSeveral
    case .restore, .deleteForEver: detail.trashedProduct != nil || hasSeveral
    case .saveAndAddAnother: detail.form?.isNew == true || detail.nextUntitled != nil
    case .addNote, .save, .tab, .openPicture, .copyCode: true
    }
  }

  func state(of command: ProductCommand) -> CommandState {
    command == .tab ? .value(detail.tab.rawValue) : .none
  }
}

extension DetailView: PicturesTabDelegate {
  func open(picture: UUID) {
    guard let product = detail.product ?? detail.trashedProduct else { return }
    delegate?.openPicture(picture, of: product.id, title: product.title.text)
  }

  func copy(picture: UUID) { photoCommands.copy(picture) }
}
