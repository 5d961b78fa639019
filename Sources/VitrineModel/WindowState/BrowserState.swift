// SPDX-License-Identifier: Apache-2.0
// What a browser window saves, as one value: which products it lists and how, which one is
// selected, and how far it is scrolled. The names of the parts are stored on disk: a name never
// gets a second meaning, and a dropped one is not reused.

import Catalog
import Foundation
import StateRestoration

public struct BrowserState: SavedByParts {
  public enum Layout: String, Codable, Sendable {
    case list, grid
  }

  /// The first product on screen and how much of it is scrolled out at the top: this survives
  /// another order, other items and another font size.
  public struct ScrollAnchor: Codable, Equatable, Sendable {
    public var product: UUID
    public var offset: Double

    public init(product: UUID, offset: Double) {
      self.product = product
      self.offset = offset
    }
  }

  /// How a list is sorted, and its columns.
  public struct Arrangement: Codable, Equatable, Sendable {
    public var order: [ProductOrder]
    public var columns: [ListColumn]
    public var hiddenColumns: [String]
  }

  /// Which products are listed, and in what order.
  public var query = ProductQuery()
  /// The row of the sidebar that is shown, unless the query tells.
  public var namedList: NamedList?
  /// How other lists are arranged while one with an arrangement of its own is shown.
  public var elsewhere: Arrangement?
  public var isSearching = false
  /// What was searched for when the search bar was closed: it is there when it opens again.
  public var leftSearch = ""
  public var layout = Layout.list
  /// How large the pictures of the grid are.
  public var cardSide = CardSide.usual
  /// The order and widths the user gave columns; those that are not among them follow.
  public var columns: [ListColumn] = []
  /// The columns the user does not want to see.
  public var hiddenColumns: [String] = []
  public var selection: UUID?
  /// Whether the list that is shown does not have it: then it waits for one that has.
  public var isSelectionAway = false
  /// Where in the list it was: its neighbour takes over if it is gone.
  public var selectedPlace: Int?
  /// Whether the user went back from the selected product to the list, in a window with room for only
  /// one of them.
  public var isListInFront = false
  public var scrollAnchor: ScrollAnchor?
  public var hasSidebar = true
  public var sidebarWidth = 200
  public var listWidth = 480
  /// The heads whose variants the list shows, the one opened last at the end.
  public var openHeads: [UUID] = []
  /// The categories whose subcategories the sidebar shows.
  public var openCategories: [CategoryPath] = []
  /// Whether the sidebar shows all tags, or only the most used ones.
  public var showsAllTags = false
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("category", \.query.category),
      SavedPart("tags", \.query.tags),
      SavedPart("trash", \.query.inTrash),
      SavedPart("search", \.query.searchText),
      SavedPart("filters", \.query.filters),
      SavedPart("order", \.query.order, isValid: { !$0.isEmpty }),
      SavedPart("namedList", \.namedList),
      SavedPart("elsewhere", \.elsewhere),
      SavedPart("isSearching", \.isSearching),
      SavedPart("leftSearch", \.leftSearch),
      SavedPart("layout", \.layout),
      SavedPart("cardSide", \.cardSide, isValid: CardSide.all.contains),
      SavedPart("columns", \.columns),
      SavedPart("hiddenColumns", \.hiddenColumns),
      SavedPart("selection", \.selection),
      SavedPart("isSelectionAway", \.isSelectionAway),
      SavedPart("selectedPlace", \.selectedPlace),
      SavedPart("isListInFront", \.isListInFront),
      SavedPart("scrollAnchor", \.scrollAnchor),
      SavedPart("hasSidebar", \.hasSidebar),
      SavedPart("sidebarWidth", \.sidebarWidth, isValid: widths.contains),
      SavedPart("listWidth", \.listWidth, isValid: widths.contains),
      SavedPart("openHeads", \.openHeads),
      SavedPart("openCategories", \.openCategories),
      SavedPart("showsAllTags", \.showsAllTags),
    ]
  }

  private static let widths = 1...20_000
}

/// How large the pictures of the grid can be.
public enum CardSide {
  public static let all = [96, 128, 160, 200, 256, 320]
  public static let usual = 160

  /// The next larger one, or smaller one.
  public static func next(to side: Int, isLarger: Bool) -> Int {
    isLarger ? all.first { $0 > side } ?? side : all.last { $0 < side } ?? side
  }

  /// The one that is nearest to a size that fingers ask for.
  public static func nearest(to side: Double) -> Int {
    all.min { abs(Double($0) - side) < abs(Double($1) - side) } ?? usual
  }
}
