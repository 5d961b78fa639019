// SPDX-License-Identifier: Apache-2.0
// The products in the middle of a browser window, as a list or as a grid over the same items and
// the same selection, and what can be done with one: open it, drag it out, its menu.

import Catalog
import Foundation
import Gtk
import StateRestorationGtk
import VitrineModel
import Wording

/// What a window does with the products of its list.
@MainActor
protocol ProductsPaneDelegate: SceneWindow {
  /// Where files are kept that can be made again.
  var cache: URL { get }
  /// Opens products in windows of their own.
  func open(_ products: [UUID])
  /// The user chose a product, perhaps the one that is selected already.
  func showDetailInFront()
  func emptyTrash()
  /// Moves what is selected to the Trash; what is there, it deletes for ever.
  func deleteSelected()
}

@MainActor
final class ProductsPane {
  let root: Widget
  private(set) weak var delegate: (any ProductsPaneDelegate)?
  let browser: ProductBrowser
  private let pictures: Pictures
  private let columnMenu: Menu
  private lazy var selection = ManySelection(self)
  private lazy var announced = AnnouncedProducts(browser.list, selection, in: pages)
  private lazy var keys = ProductKeys(browser, selection, announced: announced)
  /// Whether the list itself is what changes the selection.
  private var isSelecting = false
  /// The list, the grid, or both if both have been shown.
  private var listings: [any ProductListing] = []
  private lazy var table = add(
    ProductColumns(
      browser, selection, catalogue: browser.detail.catalogue, pictures: pictures,
      menu: columnMenu))
  private lazy var grid = add(
    ProductGrid(browser, selection, catalogue: browser.detail.catalogue, pictures: pictures))
  private let pages = Stack()
  let filterBar: FilterBar
  let photos: ProductsFromDroppedPhotos
  let searchBar: SearchBar
  private let trashBar = MessageBanner(isWarning: false)
  /// How far the writing of a list has come.
  private let exportBar = MessageBanner(isWarning: false)
  /// Says what is listed instead of what was searched for.
  private let searchNote = Label(status: "").wrapped(at: 40).style("search-note")
  private lazy var failure = StatusPage(
    icon: "dialog-warning-symbolic", title: tr("The Products Can’t Be Read"), text: "",
    compact: true)
  private var tookFirstFocus = false
  private var shownQuery: ProductQuery
  /// Whether what is shown is still of the search before this one.
  private var isOfOlderSearch = false
  /// What was pressed before the products were there that are searched for.
  var keyForResults: KeyPress.Key?

  /// - Parameter columnMenu: which columns the list has.
  init(
    _ browser: ProductBrowser, pictures: Pictures, columnMenu: Menu,
    delegate: any ProductsPaneDelegate
  ) {
    (self.browser, self.delegate) = (browser, delegate)
    (self.pictures, self.columnMenu) = (pictures, columnMenu)
    let catalogue = browser.detail.catalogue
    shownQuery = browser.listed.query
    pages.expand(horizontally: true, vertically: true)
    searchBar = SearchBar(label: tr("Search Products"), keysFrom: pages)
    filterBar = FilterBar(browser)
    photos = ProductsFromDroppedPhotos(browser, catalogue)
    let messages: [Widget] = [photos.progress.root, exportBar.root, trashBar.root, searchNote]
    let list = Box.messages(Box(.vertical, children: messages), above: pages)
    root = Box(
      .vertical,
      children: [searchBar, filterBar.root, list.expand(horizontally: true, vertically: true)])

    pages.add(name: BrowserState.Layout.list.rawValue) { [unowned self] in table.root }
    pages.add(name: BrowserState.Layout.grid.rawValue) { [unowned self] in grid.root }
    for reason in EmptyList.allCases {
      pages.add(name: reason.rawValue) { reason.makePage().root }
    }
    pages.add(name: "failure") { [unowned self] in failure.root }
    pages.showAtOnce(browser.listed.layout.rawValue)
    browser.list.changed.add(self) { [weak self] in self?.listChanged($0) }
    browser.exporting.changed.add(self) { [weak self] _ in self?.showExport() }
    catalogue.unfinished.changed.add(self) { [weak self] _ in
      self?.listings.forEach { $0.refresh() }
    }
    browser.changed.add(self) { [weak self] change in
      switch change {
      case .layout: self?.changeLayout()
      case .selection: self?.selectionChanged()
      case .search: self?.showSearch()
      case .query: self?.showQuery()
      case .places, .columns: break
      }
    }
    searchBar.text = browser.listed.query.searchText
    connectSearch()
    showSearch()
    showPage()
  }

  // MARK: What is shown

  private func showQuery() {
    searchBar.text = browser.listed.query.searchText
    showTrashBar()
    // In another place the keyboard also begins at the top, which it only does among other items.
    shownQuery.searchText = browser.listed.query.searchText
    isOfOlderSearch = shownQuery == browser.listed.query
    shownQuery = browser.listed.query
    // The matching words of items that stay have changed.
    listings.forEach { $0.refreshMatches() }
  }

  private func showTrashBar() {
    if browser.listed.place == .trash, browser.list.count > 0 {
      trashBar.show(
        tr("Kept until the Trash is emptied."), tr("_Empty Trash…")
      ) { [weak self] in self?.delegate?.emptyTrash() }
    } else {
      trashBar.hide()
    }
  }

  // MARK: Items

  private func showExport() {
    guard let text = browser.exporting.progress else { return exportBar.hide() }
    exportBar.show(text, tr("_Cancel", context: "button")) { [weak browser] in
      browser?.exporting.cancel()
    }
  }

  private func listChanged(_ change: ProductList.Change) {
    switch change {
    case .items(let changes):
      let isFollowed = isKeyboardOnSelection
      // The best matches of a search are only known when all are.
      let areMany = !browser.list.isComplete && changes.count > Self.mostChanges
      if isOfOlderSearch || areMany || isNewAndAtTop {
        announced.announceCount()
      } else {
        announced.announce(changes)
      }
      isOfOlderSearch = false
      showSelection()
      showPage()
      if let key = keyForResults, browser.list.isCurrent {
        keyForResults = nil
        if searchBar.isTyping { _ = goToResults(key) }
      }
      if isFollowed { bringKeyboardToSelection() }
      takeFirstFocus()
    case .content: listings.forEach { $0.refresh() }
    case .completed:
      announced.complete()
      keys.goOnToEnd(in: shown)
    case .failed(let sentence):
      failure.show(title: tr("The Products Can’t Be Read"), text: sentence)
      pages.showAtOnce("failure")
    }
  }

  /// Whether no product is shown yet, and the first ones will be.
  private var isNewAndAtTop: Bool {
    selection.count == 0 && browser.listed.state.scrollAnchor == nil
      && (browser.selection == nil
        || browser.selectedPosition.map { $0 < Self.surelySeen } ?? false)
  }
  private static let surelySeen = 10

  /// Each makes GTK look at all its rows.
  private static let mostChanges = 16

  // The list gets the keyboard focus first, unless something being edited was restored.
  private func takeFirstFocus() {
    guard !tookFirstFocus, browser.list.count > 0 else { return }
    tookFirstFocus = true
    root.whenOnScreen { [weak self] in
      guard let self, !browser.detail.hasUnfinishedEdit, !browser.selectionCommands.isEditingSeveral
      else { return }
      takeFocus()
      shown.listScroll.stay()
    }
  }

  func takeFocus() {
    if let position = browser.selectedPosition, shown.focus(position) { return }
    shown.list.takeFocus()
  }

  /// Whichever of the two is on screen. The other is not made before it is shown for the first time.
  private var shown: any ProductListing { browser.listed.layout == .list ? table : grid }

  /// Of the grid.
  func resizePictures(isLarger: Bool) { grid.resize(isLarger: isLarger) }

  private func changeLayout() {
    let hadFocus = listings.contains { $0.list.hasFocus }
    let (before, now): (any ProductListing, any ProductListing) =
      browser.listed.layout == .list ? (grid, table) : (table, grid)
    now.listScroll.keepInSight(
      browser.selectedPosition.flatMap { before.frame(of: $0) == nil ? nil : $0 },
      // It may be further down, where there is no card yet.
      then: { [weak self] in if self?.shown.list.hasFocus == true { self?.takeFocus() } })
    showPage()
    pages.layOutNow()
    showSelection()
    if hadFocus { takeFocus() }
  }

  private func showPage() {
    guard browser.list.isLoaded else { return }
    let reason = browser.list.count > 0 ? nil : EmptyList(browser.listed)
    pages.showAtOnce(reason?.rawValue ?? browser.listed.layout.rawValue)
    showTrashBar()
    let note = browser.list.searchNote
    searchNote.text = note ?? ""
    searchNote.isVisible = note != nil
  }

  private func change(_ change: (BrowserSelection) -> Void) {
    isSelecting = true
    change(browser.selected)
    isSelecting = false
    // Not all that the list asks for is done: one product stays selected.
    selection.refresh()
    shownSelection = browser.selectedPosition
    if !browser.selected.hasSeveral { delegate?.showDetailInFront() }
  }

  private func showSelection() {
    guard !isSelecting else { return }
    selection.refresh()
    shownSelection = browser.selectedPosition
    guard let position = shownSelection else { return }
    selection.begin(at: position, in: shown.list)
  }

  /// Where the selected product was in the list when that was shown last.
  private var shownSelection: Int?

  // Something else has chosen: a scan, Undo, a merge.
  private func selectionChanged() {
    showSelection()
    if !isSelecting { bringKeyboardToSelection() }
  }

  /// With Control it may be elsewhere.
  private var isKeyboardOnSelection: Bool {
    guard let shownSelection, let focused = shown.focusedPosition else { return true }
    return focused == shownSelection
  }

  /// What Delete is for and what has the keyboard are the same product.
  private func bringKeyboardToSelection() {
    guard shown.list.hasFocus, !browser.selected.hasSeveral else { return }
    MainLoop.whenIdle { [weak self] in
      guard let self, shown.list.hasFocus, !browser.selected.hasSeveral,
        let position = browser.selectedPosition, shown.focusedPosition != position
      else { return }
      _ = shown.focus(position)
    }
  }

  func id(at position: Int) -> UUID? {
    browser.list.item(at: position)?.id
  }

  // MARK: What can be done with a product

  private func add<Listing: ProductListing>(_ view: Listing) -> Listing {
    listings.append(view)
    let widget = view.list
    widget.onKey(before: true) { [weak self, weak view] press in
      guard let self, let view else { return false }
      return self.keys.take(press, in: view, isList: view is ProductColumns)
    }
    widget.onActivate { [weak self] position in
      guard let self, let id = self.id(at: position) else { return }
      self.delegate?.open([id])
    }
    widget.onPress(.secondary) { [weak self, weak view] _, point in
      guard let self, let view, let position = view.position(at: point) else { return }
      self.openMenu(for: position, in: view, at: point)
    }
    widget.onLongPress { [weak self, weak view] point in
      guard let self, let view, let position = view.position(at: point) else { return }
      self.openMenu(for: position, in: view, at: point)
    }
    widget.onKey { [weak self, weak view] press in
      guard let self, let view else { return false }
      let main = self.browser.selectedPosition
      if self.delete(press) { return true }
      switch press.key {
      case .escape where self.browser.selected.hasSeveral:
        self.browser.selected.selectOne(at: view.focusedPosition)
        self.takeFocus()
        return true
      case .menu: break
      default: return false
      }
      guard let position = view.focusedPosition ?? main else { return false }
      let frame = view.frame(of: position)
      self.openMenu(
        for: position, in: view,
        at: Point(x: (frame?.x ?? 0) + 24, y: (frame?.y ?? 0) + (frame?.height ?? 0)))
      return true
    }
    addDragging(view)
    return view
  }

  private func delete(_ press: KeyPress) -> Bool {
    guard browser.selectedPosition != nil || browser.selected.hasSeveral, !browser.isOfBackup
    else { return false }
    switch ProductCommand.of(press) {
    case .moveToTrash, .deleteForEver: delegate?.deleteSelected()
    case .edit, .addNote, .save, .saveAndAddAnother, .copyShownLink, .showPast, .duplicate,
      .newFromThis,
      .makeVariants, .leaveHead, .restore, .tab, .openPicture, .copyCode, nil:
      return false
    }
    return true
  }

  private func openMenu(for position: Int, in view: any ProductListing, at point: Point) {
    guard let id = id(at: position) else { return }
    if !browser.selected.contains(position) { browser.select(id) }
    let isInTrash = browser.listed.place == .trash
    let menu: Menu =
      switch (browser.selected.hasSeveral, isInTrash) {
      case _ where browser.isOfBackup: .productsOfBackup
      case (true, true): .severalTrashedProducts
      case (true, false):
        .severalProducts(
          editing: browser.selected.editLabel, merging: browser.selected.mergeLabel)
      case (false, true): .trashedProduct(id.uuidString)
      case (false, false): .product(id.uuidString)
      }
    // List widgets only lay out their items; a popover needs a parent that lays out popovers, too.
    let place = view.list.frame(in: root) ?? Rect(x: 0, y: 0, width: 0, height: 0)
    ContextMenu.open(menu, in: root, at: Point(x: place.x + point.x, y: place.y + point.y))
  }

  /// What is being dragged.
  var dragged: [UUID] = []
  /// The product onto which they would be dropped.
  weak var joinMark: Widget?
  /// The one under the pointer.
  var grasped: UUID?
}

extension ProductsPane: ManySelectionDelegate {
  func isSelected(_ position: Int) -> Bool { browser.selected.contains(position) }
  func select(_ items: Range<Int>, only: Bool) { change { $0.select(at: items, only: only) } }
  func unselect(_ items: Range<Int>) { change { $0.unselect(at: items) } }
}
