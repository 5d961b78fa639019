// The model of a browser window: places, the products of one of them, and the selected product
// beside them. What it shows and how is `state`, which is saved as it changes. It owns the
// selection: the list and the detail follow. Of several selected products, the detail shows none.

import Catalog
import Foundation
import StateRestoration
import Wording

@MainActor
public final class ProductBrowser: ProductDetailDelegate, ProductsFromPhotosDelegate {
  public typealias Layout = BrowserState.Layout
  public typealias ScrollAnchor = BrowserState.ScrollAnchor

  public enum Change {
    /// The sidebar's items or their counts.
    case places
    case query
    case layout
    /// Which columns there are.
    case columns
    /// The search bar opened or closed.
    case search
    /// Other products were selected, or the selected one moved in the list.
    case selection
  }

  public let changed = Observers<Change>()
  public let session: SceneSession
  public let list: ProductList
  public let detail: ProductDetail
  /// Which products are selected.
  public let selected: BrowserSelection
  /// An edit of all selected products.
  public let bulkEdit: BulkEditForm
  /// Products made of photos.
  public let fromPhotos: ProductsFromPhotos
  /// What was done to several products, and how to take it back.
  public let offers = Observers<UndoOffer>()
  /// Set directly only for what nobody else observes: widths, columns, the scroll position.
  @SceneStorage public var state: BrowserState

  /// What happened to saved searches.
  public let searchMessages = Observers<SearchMessage>()
  let catalogue: OpenCatalogue
  var customFields: CustomFields { catalogue.fields }
  var counts: PlaceCounts { catalogue.counts }
  var filled = FilledColumns()
  /// Whether the place that was restored is known to be there, or was left.
  var hasCheckedPlace = false
  /// The product that the detail showed last.
  private var lastShown: UUID?
  /// Waits to keep the arrangement of a saved search.
  var keeping: Task<Void, Never>?

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.session = session
    session.takeOverSeparateKeys()
    _state = SceneStorage(wrappedValue: BrowserState(), SceneKey.browser, in: session)
    detail = ProductDetail(catalogue, session, opensForms: opensForms)
    self.catalogue = catalogue
    list = ProductList(
      catalogue, Self.listedQuery(of: _state.wrappedValue, catalogue.unfinished.all))
    selected = BrowserSelection(list, catalogue, state: _state, in: session)
    bulkEdit = BulkEditForm(catalogue, session, opens: opensForms)
    fromPhotos = ProductsFromPhotos(catalogue, detail.untitled)
    counts.changed.add(self) { [weak self] _ in
      self?.leaveLostPlace()
      self?.changed.notify(.places)
    }
    catalogue.searches.changed.add(self) { [weak self] _ in
      self?.leaveLostPlace()
      self?.changed.notify(.places)
    }
    catalogue.unfinished.changed.add(self) { [weak self] _ in self?.draftsChanged() }
    catalogue.unfinished.newChanged.add(self) { [weak self] _ in self?.changed.notify(.places) }
    list.changed.add(self) { [weak self] change in
      switch change {
      case .items, .completed:
        self?.locateSelection()
        self?.leaveLost()
        self?.counts.begin()
      case .content, .failed: break
      }
    }
    detail.changed.add(self) { [weak self] change in
      switch change {
      case .content: self?.detailChanged()
      case .form: self?.leaveLost()
      default: break
      }
    }
    catalogue.fields.changed.add(self) { [weak self] _ in self?.changed.notify(.columns) }
    detail.delegate = self
    fromPhotos.delegate = self
    selected.changed.add(self) { [weak self] change in
      if change == .products { self?.selectionChanged() }
    }
    list.rows.watched = { [weak self] in self?.watched ?? [] }
    if !selected.hasSeveral { detail.show(selection) }
    if state.openCategories.isEmpty { reveal(place) }
    leaveLostPlace()
  }

  // MARK: Query

  public var query: ProductQuery { state.query }

  /// Lists other products, or in another order. In another place, the window leaves the list it had.
  public func show(_ query: ProductQuery) {
    var new = state
    new.query = query
    if Place(query) != Place(state.query) { (new.namedList, new.elsewhere) = (nil, nil) }
    change(to: new)
  }

  /// How many products are listed; nil while they are counted.
  public var countText: String? {
    let count = list.count
    guard list.isLoaded, list.isComplete else { return nil }
    return tr("1 product", "%@ products", count: count)
  }

  // MARK: Search

  /// Whether the search bar is open. Closing it ends the search.
  public var isSearching: Bool {
    get { state.isSearching }
    set {
      guard newValue != state.isSearching else { return }
      state.isSearching = newValue
      if !newValue { search("") }
      changed.notify(.search)
    }
  }

  public func search(_ text: String) {
    var query = query
    query.searchText = text
    show(query)
  }

  public var layout: Layout {
    get { state.layout }
    set {
      guard newValue != state.layout else { return }
      state.layout = newValue
      changed.notify(.layout)
    }
  }

  // MARK: Selection

  /// The selected product; of several, the one that was selected by itself last.
  public var selection: UUID? { state.selection }

  /// Where it is in the list, if that is known.
  public var selectedPosition: Int? { list.position(of: selection) }

  /// Selects one product alone, or none.
  public func select(_ id: UUID?) { selected.select(id) }

  /// What a user is looking at. Of several that are selected none is, and they are gone where a command takes
  /// them to.
  private var watched: Set<UUID> {
    selected.hasSeveral ? [] : Set([detail.productID].compactMap { $0 })
  }

  private func selectionChanged() {
    detail.show(selected.hasSeveral ? nil : selection)
    updateActivity()
    changed.notify(.selection)
    locateSelection()
  }

  /// Begins with the category and the tags of the list, or the new product would not be in it.
  public func beginNewProduct() {
    if place == .trash { show(.allProducts) }
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
    if place == .trash { show(.allProducts) }
    detail.resumeNewProduct(id)
  }

  /// Begins a new product with these texts, unless something is being edited here or another new product
  /// waits to be resumed.
  public func beginNewProduct(with texts: [ProductForm.Field: String], areTyped: Bool) -> Bool {
    guard !isBusy, detail.drafts.newProduct == nil else { return false }
    if place == .trash { show(.allProducts) }
    detail.beginNewProduct(with: texts, areTyped: areTyped)
    return true
  }

  /// Shows the products that were made of photos among the drafts, to be named one after the other;
  /// not to a user who has gone on meanwhile: they would lose their place, and type into a title.
  func photosBegin() -> @MainActor ([UUID]) -> Void {
    let (place, query, isSearching, selection) = (place, query, isSearching, selection)
    return { [weak self] products in
      guard let self, place == self.place, query == self.query, isSearching == self.isSearching,
        selection == self.selection, !self.isBusy
      else { return }
      self.follow(.drafts)
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
    if selected.hasSeveral { return moveSeveralToTrash() }
    let next = neighbour()
    detail.moveToTrash { [weak self] gone in
      if self?.selection == gone { self?.select(next) }
    }
  }

  /// Takes what is selected out of the trash and selects its neighbour there.
  public func restoreFromTrash() {
    if selected.hasSeveral { return restoreSeveral() }
    let next = place == .trash ? neighbour() : selection
    detail.restoreFromTrash { [weak self] back in
      if self?.selection == back { self?.select(next) }
    }
  }

  /// Removes what is selected from the trash for ever and selects its neighbour there.
  public func deleteForEver() {
    if selected.hasSeveral { return eraseSeveral() }
    let next = neighbour()
    detail.deleteForEver { [weak self] gone in
      if self?.selection == gone || self?.selection == nil { self?.select(next) }
    }
  }

  private func neighbour() -> UUID? {
    guard let position = list.position(of: selection) else { return nil }
    return (list.item(at: position + 1) ?? list.item(at: position - 1))?.id
  }

  private func detailChanged() {
    if detail.product != nil { updateActivity() }
    if let shown = detail.product ?? detail.trashedProduct { lastShown = shown.id }
    leaveLost()
  }

  // One that was just undone, or deleted for ever. What was gone before the window came back is said.
  private func leaveLost() {
    guard detail.content == .missing, !selected.hasSeveral, detail.textsLeft.isEmpty,
      list.position(of: selection) == nil, lastShown == selection || place == .trash
    else { return }
    selected.selectNeighbourOfLost()
  }

  private func updateActivity() {
    let product = selected.hasSeveral ? nil : selection
    let title = detail.product?.title.text ?? product.flatMap { list.item(of: $0)?.title }
    session.updateActivity(product, title: title, fallback: .browser)
  }

  private func draftsChanged() {
    if place == .drafts { list.show(Self.listedQuery(of: state, catalogue.unfinished.all)) }
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

extension ProductQuery {
  /// Whether only the order differs, at most.
  func lists(theSameAs other: ProductQuery) -> Bool {
    var other = other
    other.order = order
    return self == other
  }
}
