// SPDX-License-Identifier: Apache-2.0
// The model of a browser window: places, the products of one of them, and the selected product
// beside them. Each part lives in a type of its own; here they are brought together: the detail follows the
// selection, and of several selected products it shows none.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductBrowser: ProductDetailDelegate, ProductsFromPhotosDelegate {
  public let changed = Observers<BrowserChange>()
  public let session: SceneSession
  public private(set) lazy var detail = ProductDetail(
    catalogue, session, opensForms: opensForms, delegate: self)
  /// The place that is listed, with its search, filters and order.
  public private(set) lazy var listed = ListedPlace(catalogue, session, changed: changed)
  public var list: ProductList { listed.list }
  /// Which products are selected.
  public var selected: BrowserSelection { listed.selected }
  public private(set) lazy var columns = ListColumns(listed, changed: changed)
  public private(set) lazy var sorting = ListSorting(listed, columns)
  public private(set) lazy var filters = ListFilters(listed)
  public private(set) lazy var savedSearches = SavedSearchActions(listed, filters)
  public private(set) lazy var sidebar = SidebarContent(listed)
  /// An edit of all selected products.
  public let bulkEdit: BulkEditForm
  /// What is done with all selected products.
  public private(set) lazy var selectionCommands = SelectionCommands(
    listed, detail, bulkEdit: bulkEdit)
  /// What was typed into questions for a name and not given.
  public private(set) lazy var typedNames = TypedNames(session)
  /// Writes them, or the list, to a file.
  public private(set) lazy var exporting = ListExporting(listed, columns)
  /// Products made of photos.
  public private(set) lazy var fromPhotos = ProductsFromPhotos(
    catalogue, detail.untitled, underWay: detail.pictures.underWay, delegate: self)
  let catalogue: OpenCatalogue
  public var sharing: CatalogueSharing { catalogue.sharing }
  private let opensForms: Bool
  /// The product that the detail showed last.
  private var lastShown: UUID?

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    (self.catalogue, self.session, self.opensForms) = (catalogue, session, opensForms)
    session.takeOverSeparateKeys()
    bulkEdit = BulkEditForm(catalogue, session, opens: opensForms)
    // It says what is unfinished in it, and the list may be that of the drafts.
    _ = detail
    catalogue.counts.changed.add(self) { [weak self] _ in
      self?.listed.leaveLostPlace()
      self?.changed.notify(.places)
    }
    catalogue.searches.changed.add(self) { [weak self] _ in
      self?.listed.leaveLostPlace()
      self?.changed.notify(.places)
    }
    catalogue.unfinished.changed.add(self) { [weak self] _ in self?.draftsChanged() }
    var asked = catalogue.sharing.questions.count
    catalogue.sharing.changed.add(self) { [weak self] _ in
      guard let self, catalogue.sharing.questions.count != asked else { return }
      asked = catalogue.sharing.questions.count
      changed.notify(.places)
    }
    catalogue.unfinished.newChanged.add(self) { [weak self] _ in self?.changed.notify(.places) }
    list.changed.add(self) { [weak self] change in
      switch change {
      case .items, .completed:
        self?.locateSelection()
        self?.leaveLost()
        self?.followList()
        self?.catalogue.counts.begin()
      case .content, .failed: break
      }
    }
    detail.changed.add(self) { [weak self] change in
      switch change {
      case .content: self?.detailChanged()
      case .form:
        self?.leaveLost()
        self?.followList()
      default: break
      }
    }
    detail.notes.changed.add(self) { [weak self] change in
      if change == .list { self?.followList() }
    }
    catalogue.fields.changed.add(self) { [weak self] _ in self?.changed.notify(.columns) }
    selected.changed.add(self) { [weak self] change in
      if change == .products { self?.selectionChanged() }
    }
    if !selected.hasSeveral { detail.show(selection) }
    listed.leaveLostPlace()
    if opensForms { fromPhotos.goOn() }
  }

  // MARK: Selection

  /// The selected product; of several, the one that was selected by itself last.
  public var selection: UUID? { selected.main }

  /// Where it is in the list, if that is known.
  public var selectedPosition: Int? { list.position(of: selection) }

  /// Selects one product alone, or none.
  public func select(_ id: UUID?) { selected.select(id) }

  private func selectionChanged() {
    detail.show(selected.hasSeveral ? nil : selection)
    updateActivity()
    changed.notify(.selection)
    locateSelection()
  }

  /// Begins with the category and the tags of the list, or the new product would not be in it.
  public func beginNewProduct() {
    if listed.place == .trash { listed.show(.allProducts) }
    let query = listed.query
    var texts: [ProductForm.Field: String] = [:]
    texts[.category] = query.category?.text
    var tags = Tags()
    for tag in query.tags { if let tag = try? Tag(tag) { tags.add(tag) } }
    if !tags.isEmpty {
      texts[.tags] = FieldKind.tags.text(of: .tags(tags), style: catalogue.writingStyle(for: nil))
    }
    detail.beginNewProduct(with: texts, from: query.category)
  }

  /// Goes on with the form of a product that is not in the catalogue yet.
  public func resumeNewProduct(_ id: UUID) {
    if listed.place == .trash { listed.show(.allProducts) }
    detail.resumeNewProduct(id)
  }

  /// Begins a new product with these texts, unless something is being edited here or another new product
  /// waits to be resumed.
  public func beginNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool) -> Bool {
    guard !isBusy, detail.drafts.newProduct == nil else { return false }
    if listed.place == .trash { listed.show(.allProducts) }
    detail.beginNewProduct(with: texts, areTyped: areTyped)
    return true
  }

  /// Shows the products that were made of photos among the drafts, to be named one after the other;
  /// but not to a user who has gone on meanwhile, who would lose their place and type into a title.
  func photosBegin() -> @MainActor ([UUID]) -> Void {
    let before = listed.state
    return { [weak self] products in
      guard let self, before.namedList == listed.state.namedList, before.query == listed.query,
        before.isSearching == listed.isSearching, before.selection == listed.state.selection,
        !isBusy
      else { return }
      listed.follow(.drafts)
      self.select(products.first)
      self.detail.beginNaming()
    }
  }

  /// Whether something is being edited, or several products are selected.
  var isBusy: Bool {
    selected.hasSeveral || detail.hasUnfinishedEdit || detail.pictures.openCaption != nil
  }

  /// Moves what is selected to the trash and selects its neighbour.
  public func moveToTrash() {
    if selected.hasSeveral { return selectionCommands.moveSeveralToTrash() }
    // An arrow key may have selected it right before.
    if detail.isBeingRead { return detail.onceRead { [weak self] in self?.moveToTrash() } }
    let next = neighbour()
    detail.moveToTrash { [weak self] gone in
      if self?.selection == gone { self?.select(next) }
    }
  }

  /// Takes what is selected out of the trash and selects its neighbour there.
  public func restoreFromTrash() {
    if selected.hasSeveral { return selectionCommands.restoreSeveral() }
    if detail.isBeingRead { return detail.onceRead { [weak self] in self?.restoreFromTrash() } }
    let next = listed.place == .trash ? neighbour() : selection
    detail.restoreFromTrash { [weak self] back in
      if self?.selection == back { self?.select(next) }
    }
  }

  /// Removes what is selected from the trash for ever and selects its neighbour there.
  public func deleteForEver() {
    if selected.hasSeveral { return selectionCommands.eraseSeveral() }
    let next = neighbour()
    detail.deleteForEver { [weak self] gone in
      if self?.selection == gone || self?.selection == nil { self?.select(next) }
    }
  }

  private func neighbour() -> UUID? {
    guard let position = list.position(of: selection) else { return nil }
    var next = position + 1
    // What is below a head goes with it.
    while let head = list.head(above: next), head == position { next += 1 }
    return (list.item(at: next) ?? list.item(at: position - 1))?.id
  }

  private func detailChanged() {
    if detail.product != nil { updateActivity() }
    if let shown = detail.product ?? detail.trashedProduct { lastShown = shown.id }
    leaveLost()
  }

  // One that was just undone, or deleted for ever, perhaps before the window came back. One that was never in the list,
  // as of a window from another machine, gets a message.
  private func leaveLost() {
    guard detail.content == .missing, !selected.hasSeveral, detail.textsLeft.isEmpty,
      list.position(of: selection) == nil,
      lastShown == selection || listed.place == .trash || selected.hasPlace && list.isComplete
    else { return }
    selected.selectNeighbourOfLost()
  }

  // What is being typed stays beside any list until it is done or left; a new product is in none.
  private func followList() {
    let isWritten = detail.form?.isChanged == true || detail.notes.hasUnfinishedEdit
    guard !isWritten, detail.pictures.openCaption == nil,
      ![.new, .missing].contains(detail.content)
    else { return }
    selected.follow()
  }

  /// Whether what is listed is a backup, in which nothing changes.
  public var isOfBackup: Bool { catalogue.isBackup }

  private func updateActivity() {
    // Who asks for a product means today's.
    guard !isOfBackup else { return }
    let product = selected.hasSeveral ? nil : selection
    let title = detail.product?.title.text ?? product.flatMap { list.item(of: $0)?.title }
    session.updateActivity(product, title: title, fallback: .browser)
  }

  private func draftsChanged() {
    listed.draftsChanged()
    changed.notify(.places)
  }

  // The selected product may never have been on screen: restored, or just added.
  private func locateSelection() {
    guard let id = selection, list.position(of: id) == nil else { return }
    list.locate(id) { [weak self] position in
      if position != nil, self?.selection == id { self?.changed.notify(.selection) }
    }
  }
}
