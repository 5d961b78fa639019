// A browser window: the categories, the products of one of them, and the selected product beside
// them. What it shows and how is kept in its scene as it changes.

import Catalog
import Foundation
import StateRestoration

@MainActor
public final class ProductBrowser {
  public enum Layout: String, Codable, Sendable {
    case list, grid
  }

  /// The first product in view and how far it is scrolled out at the top.
  public struct ScrollAnchor: Codable, Equatable, Sendable {
    public var product: UUID
    public var offset: Double

    public init(product: UUID, offset: Double) {
      self.product = product
      self.offset = offset
    }
  }

  public enum Change {
    case categories
    case category
    case layout
  }

  public let changed = Observers<Change>()
  public let session: SceneSession
  public let list: ProductList
  public let detail: ProductDetail
  public private(set) var categories: [CategoryCount] = []
  public private(set) var productCount = 0
  @SceneStorage public var sidebarWidth: Int
  @SceneStorage public var listWidth: Int
  @SceneStorage public var scrollAnchor: ScrollAnchor?
  @SceneStorage private var categoryText: String?
  @SceneStorage private var storedLayout: Layout

  private let catalogue: OpenCatalogue
  private var isCounting = false
  private var needsCount = false

  public init(_ catalogue: OpenCatalogue, _ session: SceneSession, opensForms: Bool = true) {
    self.catalogue = catalogue
    self.session = session
    _sidebarWidth = SceneStorage(wrappedValue: 200, SceneKey.sidebarWidth, in: session)
    _listWidth = SceneStorage(wrappedValue: 440, SceneKey.listWidth, in: session)
    _scrollAnchor = SceneStorage(wrappedValue: nil, SceneKey.scrollAnchor, in: session)
    _categoryText = SceneStorage(wrappedValue: nil, SceneKey.category, in: session)
    _storedLayout = SceneStorage(wrappedValue: .list, SceneKey.layout, in: session)
    detail = ProductDetail(catalogue, session, opensForms: opensForms)
    let category = _categoryText.wrappedValue.flatMap { try? CategoryPath($0) }
    list = ProductList(catalogue, ProductQuery(category: category))
    catalogue.changes.add(self) { [weak self] change in
      if change.touches(.category) { self?.reloadCategories() }
    }
    list.changed.add(self) { [weak self] change in
      if case .rows = change { self?.keepActivityTitle() }
    }
    detail.changed.add(self) { [weak self] change in
      if case .content = change { self?.detailMovedOn() }
    }
    if let id = session.activity?.productID { select(id) }
    reloadCategories()
  }

  public var category: CategoryPath? { categoryText.flatMap { try? CategoryPath($0) } }

  public func show(category: CategoryPath?) {
    guard category != self.category else { return }
    categoryText = category?.text
    list.show(category: category)
    changed.notify(.category)
  }

  public var layout: Layout {
    get { storedLayout }
    set {
      guard newValue != storedLayout else { return }
      storedLayout = newValue
      changed.notify(.layout)
    }
  }

  public func select(_ id: UUID?) {
    list.select(id)
    detail.show(id)
    keepActivityTitle()
  }

  public func beginNewProduct() {
    detail.beginNewProduct()
    list.select(detail.productID)
    keepActivityTitle()
  }

  // A new product was cancelled, or Done made it one of the list.
  private func detailMovedOn() {
    if list.selectedID != detail.productID { list.select(detail.productID) }
    keepActivityTitle()
  }

  private func keepActivityTitle() {
    session.updateActivity(
      list.selectedID, title: detail.product?.title.text, fallback: .browsing)
  }

  // One count at a time: a catalogue of a million takes a moment, and many changes may come in it.
  private func reloadCategories() {
    needsCount = true
    guard !isCounting else { return }
    isCounting = true
    Task { [weak self, catalogue] in
      while self?.beginCounting() == true {
        // What can't be counted now is counted at the next change; the list says what is wrong.
        let groups = try? await catalogue.store.groupCounts(ProductQuery(), by: .category)
        if let groups { self?.show(groups) }
      }
    }
  }

  private func beginCounting() -> Bool {
    isCounting = needsCount
    needsCount = false
    return isCounting
  }

  private func show(_ groups: [GroupCount]) {
    categories = groups.categoryTree
    productCount = groups.reduce(0) { $0 + $1.count }
    changed.notify(.categories)
  }
}
