// SPDX-License-Identifier: Apache-2.0
// The tabs below the head of a product: its details, its photos, its notes.

import Catalog
import Foundation
import Gtk
import VitrineModel
import Wording

extension VariantsTab: ScrolledTab {}

@MainActor
final class DetailTabs {
  let root = Stack()
  /// The tabs' names, in a line that can be scrolled where even close together they need more room than there is.
  let switcher: ScrolledWindow
  private let names: StackSwitcher
  private var width = 0
  /// Made when they come to the front for the first time.
  private(set) lazy var pictures = makePictures()
  private(set) lazy var notes = NotesTab(detail.notes, noteCommands)
  private lazy var variants = makeVariants()
  let noteCommands: NoteCommands
  let valueCommands: VariantValueCommands
  private let details: DetailsTab
  private let detail: ProductDetail
  private let source: Pictures
  private weak var delegate: (any PicturesTabDelegate)?
  private var scrolls: [TabScroll]
  private var shown: Product?
  /// The photo that was added last, if the photos have not been in front yet.
  private var added: UUID?

  /// - Parameter form: what is in the place of the details while they are edited.
  init(
    _ detail: ProductDetail, from pictures: Pictures, form: Widget,
    delegate: any PicturesTabDelegate
  ) {
    (self.detail, source, self.delegate) = (detail, pictures, delegate)
    noteCommands = NoteCommands(detail.notes)
    valueCommands = VariantValueCommands(detail.variants)
    names = StackSwitcher(root)
    switcher = ScrolledWindow(sideways: names.align(.center))
    switcher.margins(bottom: 6)
    details = DetailsTab { [weak detail] in detail?.open(relative: $0) }
    scrolls = [TabScroll(details, detail, name: "details")]
    root.add(
      Box(.vertical, children: [details.root.expand(horizontally: true, vertically: true), form]),
      name: ProductDetail.Tab.details.rawValue,
      title: tr("Details", context: "tab of a product"))
    root.add(
      name: ProductDetail.Tab.pictures.rawValue, title: tr("Photos", context: "tab of a product")
    ) { [unowned self] in self.pictures.root }
    root.add(
      name: ProductDetail.Tab.notes.rawValue, title: tr("Notes", context: "tab of a product")
    ) { [unowned self] in notes.root }
    root.add(
      name: ProductDetail.Tab.variants.rawValue, title: tr("Variants", context: "tab of a product")
    ) { [unowned self] in variants.root }
    root.expand(horizontally: true, vertically: true)
    root.offer(ProductDetail.Tab.variants.rawValue, false)
    root.showAtOnce(shownTab.rawValue)
    root.onVisibleChange { [weak self] in
      guard let self, let tab = ProductDetail.Tab(rawValue: root.visibleName) else { return }
      self.detail.tab = tab
    }
    detail.pictures.changed.add(self) { [weak self] change in
      if case .added(let id) = change, self?.hasMade(.pictures) == false { self?.added = id }
    }
    detail.variants.changed.add(self) { [weak self] change in
      if case .rows = change { self?.offerVariants() }
    }
  }

  private func makeVariants() -> VariantsTab {
    let tab = VariantsTab(detail, from: source) { [weak detail] in detail?.open(relative: $0) }
    scrolls.append(TabScroll(tab, detail, name: "variants"))
    return tab
  }

  /// Only what has variants, or is about to get some, has a tab for them.
  private func offerVariants() {
    let areThere = detail.variants.areThere
    let name = ProductDetail.Tab.variants.rawValue
    if areThere { root.offer(name, true) }
    showChosen()
    if !areThere { root.offer(name, false) }
    fit(width)
  }

  /// How wide they are: where there is too little room for the names, these move closer together.
  func fit(_ width: Int) {
    self.width = width
    details.fit(width)
    names.setStyle("tight", names.looseWidth > width - 2 * Self.margin)
  }

  private static let margin = 6

  /// The chosen tab, or the first one where the product has none of that name.
  private var shownTab: ProductDetail.Tab {
    detail.tab == .variants && !detail.variants.areThere ? .details : detail.tab
  }

  /// Begins to make variants of the product, or goes on with it.
  func beginMakingVariants() {
    detail.variants.beginMaking()
    detail.tab = .variants
    showChosen()
    variants.takeFocus()
  }

  /// Puts the keyboard into the variants if they are in front.
  func leadIntoVariants() {
    guard shownTab == .variants else { return detail.variants.keyboard(isComing: false) }
    variants.takeFocus()
  }

  private func hasMade(_ tab: ProductDetail.Tab) -> Bool { root.hasMade(tab.rawValue) }

  private func makePictures() -> PicturesTab {
    let tab = PicturesTab(detail.catalogue, detail.pictures, from: source, delegate: delegate)
    scrolls.append(TabScroll(tab, detail, name: "photos"))
    if let shown { tab.show(shown) }
    if let added { tab.reveal(added) }
    return tab
  }

  /// The photo that has the keyboard.
  var focusedPicture: UUID? { hasMade(.pictures) ? pictures.focusedPicture : nil }

  /// Whether the photos are on screen.
  var showsPictures: Bool { hasMade(.pictures) && pictures.root.isMapped }

  /// Saves the note that is being written in, if the keyboard is in one.
  func saveFocusedNote() -> Bool { hasMade(.notes) && notes.saveFocused() }

  /// A new product only has details, and of one that is edited they are in the form.
  func showForm(isOpen: Bool, isNew: Bool) {
    details.root.isVisible = !isOpen
    switcher.isVisible = !isNew
    if isNew != self.isNew {
      self.isNew = isNew
      showChosen()
    }
  }

  private var isNew = false

  func show(_ product: Product) {
    shown = product
    showFacts(of: product)
    if hasMade(.pictures) { pictures.show(product) }
  }

  func showFacts(of product: Product) {
    details.show(
      product, detail.customFields, chosen: detail.chosenFields, doubts: detail.doubts,
      relations: detail.relations, unitPrices: detail.catalogue.unitPrices)
  }

  /// Brings the tab to the front that the window is to show.
  func showChosen() {
    let hadFocus = root.hasFocus
    root.visibleName = (isNew ? .details : shownTab).rawValue
    // The keyboard can't stay in what is no longer seen.
    if hadFocus, !root.hasFocusInSight { root.takeFocusInside() }
  }
}
