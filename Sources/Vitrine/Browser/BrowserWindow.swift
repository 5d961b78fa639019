// SPDX-License-Identifier: Apache-2.0
// A browser window: categories, products, and the selected product beside them.

import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class BrowserWindow: SceneWindow {
  let frame: SceneFrame
  let browser: ProductBrowser
  private(set) lazy var sidebar = Sidebar(browser, delegate: self)
  private(set) lazy var products = ProductsPane(
    browser, pictures: windows.pictures, columnMenu: columnMenu.columns, delegate: self)
  private(set) lazy var detailView = DetailView(
    browser.detail, pictures: windows.pictures, delegate: self)
  private(set) lazy var selectionPage = SelectionPage(browser)
  private(set) lazy var bulkEditForm = BulkEditFormView(browser, delegate: self)
  /// The product, or what can be done with several.
  let detailPane = Stack()
  private let columnMenu: ColumnMenu
  private let sortMenu: SortMenu
  private lazy var savedSearches = SavedSearchCommands(browser, sidebar, products: products)
  let widths: PaneWidths
  /// The width the panes were last fitted to, and the list's edge that resulted.
  var fittedWidth = 0
  var fittedPosition = 0
  /// Whether a folded sidebar is unfolded over the list.
  var isSidebarInFront = false
  /// Header buttons that act on the list.
  private(set) var listButtons: [Widget] = []
  let layoutButtons = Box(.horizontal).style("linked")
  private(set) var newButton: Widget?
  /// In a narrow window they give way to the title, the first one first.
  private(set) var sparedButtons: [Widget] = []
  let header: HeaderBar
  let titleLabel = Label()
  let countLabel = Label()
  let back = Button(icon: "go-previous-symbolic", BrowserCommand.back)
  /// What it shows the products of, if not of today's catalogue.
  private let of: String?
  private(set) lazy var panes = Paned(
    start: sidebar.root, end: listAndDetail, startGrows: false, endGrows: true, endMayBeCut: true)
  private(set) lazy var listAndDetail = Paned(
    start: products.root, end: detailPane, startGrows: false, endGrows: true, endMayBeCut: true)
  unowned let windows: any WindowHost

  var typedNames: TypedNames { browser.typedNames }

  var isFilled: Bool {
    browser.list.isLoaded && browser.sidebar.isComplete && browser.detail.content != .loading
  }

  init(
    _ windows: any WindowHost, _ catalogue: OpenCatalogue, session: SceneSession,
    opensForms: Bool, within shell: BrowserShell? = nil
  ) {
    self.windows = windows
    browser = ProductBrowser(catalogue, session, opensForms: opensForms)
    columnMenu = ColumnMenu(browser)
    sortMenu = SortMenu(browser)
    widths = PaneWidths(detailPane)
    header = shell?.header ?? HeaderBar()
    frame =
      shell?.frame ?? SceneFrame(windows, session, header: header, defaultSize: Self.usualSize)
    of = shell?.name
    sidebar.root.request(width: widths.sidebarMinimum)
    listAndDetail.position = browser.listed.state.listWidth
    panes.position = browser.listed.state.sidebarWidth
    detailPane.add(detailView.root, name: "product")
    detailPane.add(name: "selection") { [unowned self] in selectionPage.root }
    detailPane.add(name: "several") { [unowned self] in bulkEditForm.root }
    if shell == nil { frame.fill(with: panes) }
    fillHeader()
    showTitle()
    listAndDetail.onPositionChange { [weak self] in self?.keepPaneWidths() }
    panes.onPositionChange { [weak self] in self?.keepPaneWidths() }
    frame.window.onWidthChange { [weak self] in self?.fitWidth() }
    browser.detail.changed.add(self) { [weak self] change in
      if case .content = change { self?.fitWidth() }
    }
    browser.list.changed.add(self) { [weak self] change in
      switch change {
      case .items: self?.fitWidth()
      case .completed: self?.showTitle()
      case .content, .failed: break
      }
    }
    connectPanes()
    listen()
    offerCommands()
    fitWidth()
    session.restore(self)
    if browser.selectionCommands.isEditingSeveral {
      detailPane.whenOnScreen { [weak self] in self?.bulkEditForm.takeFocus() }
    }
  }

  static let usualSize = (width: 1120, height: 720)

  private func fillHeader() {
    header.setTitle(titleLabel, subtitle: countLabel)
    header.addAtStart(back)
    header.addAtStart(
      ToggleButton(toggleIcon: "sidebar-show-symbolic", BrowserCommand.sidebar))
    let new = Button(icon: "list-add-symbolic", BrowserCommand.newProduct)
    header.addAtStart(new)
    header.addMainMenu(
      .primary(
        windows,
        view: Menu.items(
          .browserView,
          submenus: [
            SortCommand.sort.inMenu: sortMenu.menu,
            FilterCommand.filter.inMenu: products.filterBar.menu,
            FieldsCommand.showColumn.inMenu: columnMenu.columns,
          ]), exporting: Menu.items(.exporting)))
    for (icon, layout) in [
      ("view-list-symbolic", BrowserState.Layout.list), ("view-grid-symbolic", .grid),
    ] {
      layoutButtons.append(
        ToggleButton(toggleIcon: icon, BrowserCommand.layout, value: layout.rawValue))
    }
    let search = ToggleButton(toggleIcon: "edit-find-symbolic", BrowserCommand.search)
    for button in [layoutButtons, search] {
      header.addAtEnd(button)
      listButtons.append(button)
    }
    (newButton, sparedButtons) = (new, [search, new])
  }

  func showTitle() {
    let isSample = windows.profile.isSample
    let title = browser.listed.title
    if let of {
      frame.title = tr("%1$@ — %2$@", title, of)
    } else {
      frame.title = isSample ? tr("%@ — Sample", title) : title
    }
    // If the product is shown alone, Back leads to the list.
    guard products.root.isVisible || browser.selected.hasSeveral else {
      titleLabel.text = browser.detail.product?.title.text ?? ""
      countLabel.text = browser.listed.title
      return
    }
    titleLabel.text = browser.listed.title
    // Until the new count is known, the old one stays.
    guard
      let count = browser.selected.hasSeveral ? browser.selected.title : browser.listed.countText
    else { return }
    countLabel.text = isSample && !isNarrow ? tr("%@ — Sample", count) : count
  }

  private func connectPanes() {
    browser.fromPhotos.messages.add(self) { [weak frame] in frame?.say($0) }
    // The window comes back with what was chosen for several products, so that must not have been carried out.
    frame.window.onCloseRequest { [weak self] in
      self?.browser.bulkEdit.cancelApplying()
      return false
    }
    browser.savedSearches.messages.add(self) { [weak frame] message in
      switch message {
      case .failed(let sentence): frame?.say(sentence)
      case .deleted(let name, let undo):
        frame?.offer(tr("“%@” deleted", name), tr("Undo", context: "button"), undo)
      }
    }
  }

  private func offerCommands() {
    let commands = frame.commands
    columnMenu.offer(in: commands)
    commands.offer(sortMenu)
    commands.offer(products.filterBar)
    commands.offer(savedSearches)
    detailView.offer(in: commands)
    commands.follow(browser.changed)
    commands.follow(browser.selected.changed)
  }

  private func listen() {
    products.photos.add(
      to: frame.window, list: products.root, detail: detailPane, windows: windows)
    frame.window.onKey { [weak self] press in
      guard let self, press.key == .escape, back.isVisible else { return false }
      goBack()
      return true
    }
    listenToBulkEdit()
    browser.exporting.messages.add(self) { [weak self] in self?.frame.say($0) }
    browser.changed.add(self) { [weak self] change in
      guard let self else { return }
      switch change {
      case .query:
        showTitle()
        placeWasChosen()
        if back.isVisible { goBack() }
      case .selection: fitWidth()
      // A saved search may have another name.
      case .places: showTitle()
      case .layout, .search, .columns: break
      }
    }
    browser.selected.changed.add(self) { [weak self] _ in self?.showTitle() }
  }

  func show(_ activity: UserActivity) {
    guard activity.tab != nil else { return }
    browser.detail.show(activity)
    showDetailInFront()
  }

  func resumeNewProduct(_ id: UUID) {
    browser.resumeNewProduct(id)
    showDetailInFront()
  }

  /// Shows the list of a place, as a link to it does.
  func follow(_ place: Place) {
    browser.listed.follow(place)
    if back.isVisible { goBack() }
  }

  func openInNewWindow(_ id: UUID) {
    // Windows of their own show today's products.
    if browser.isOfBackup { return showDetailInFront() }
    let title = browser.list.item(of: id)?.title ?? ""
    windows.openProduct(id, title: title)
  }
}

/// The window that a list is shown in, if that is not one of its own.
@MainActor
struct BrowserShell {
  let frame: SceneFrame
  let header: HeaderBar
  /// What it is, for its title.
  let name: String
}

extension BrowserWindow: SidebarDelegate {
  func resume(_ product: UnfinishedNewProduct) { windows.resume(product) }

  func openDecisions() { windows.openDecisions() }
}

extension BrowserWindow: ProductsPaneDelegate {
  var cache: URL { windows.profile.cacheDirectory }

  func emptyTrash() {
    Confirmation.ask(
      over: frame.window, tr("Empty the Trash?"),
      text: tr("All products in it will be permanently deleted."), button: tr("_Empty Trash")
    ) { [weak self] in self?.windows.emptyTrash() }
  }

  func deleteSelected() {
    if browser.listed.place == .trash {
      detailView.askToDeleteForEver(over: frame.window)
    } else {
      moveToTrash()
    }
  }
}

extension BrowserWindow: DetailViewDelegate {
  var hasList: Bool { true }
  var hasSeveral: Bool { browser.selected.hasSeveral }
  var canEditSeveral: Bool { browser.selectionCommands.canEditSeveral }

  func restoreFromTrash() { browser.restoreFromTrash() }

  func beginNewProduct(with texts: [ProductForm.Field: String]) {
    guard browser.beginNewProduct(with: texts, areTyped: false) else {
      return windows.openNewProduct(with: texts, areTyped: false)
    }
    showDetailInFront()
  }

  func openLists(_ files: [URL]) { windows.openImports(of: files) }

  func openPicture(_ picture: UUID, of product: UUID, title: String) {
    if browser.isOfBackup {
      return frame.say(tr("Put the product back to see its photos in windows of their own."))
    }
    windows.openPicture(picture, of: product, title: title)
  }
}

extension BrowserWindow: StateRestoring {
  var restorationIdentifier: String? { "browser" }
  var restorationClass: String { "Browser" }  // Not for translation.
  var restorationChildren: [any StateRestoring] { [sidebar.scroll] }
}
