// SPDX-License-Identifier: Apache-2.0
// The sidebar of a window, from top to bottom, as data. A section without rows takes no room.

import Catalog
import Foundation
import Wording

/// A line of the sidebar.
public enum SidebarItem: Equatable, Sendable {
  case heading(String)
  case place(Entry)
  /// An unfinished form of a product that is not in the catalogue yet.
  case newProduct(UnfinishedNewProduct)
  /// So much waits for a decision.
  case decisions(Int)
  /// Shows the other tags, or hides them again.
  case moreTags(isOpen: Bool)
  /// Something that the user has to know about a section.
  case remark(String)

  /// A place with its number of products.
  public struct Entry: Equatable, Sendable {
    public let place: Place
    public let name: String
    /// Nil while it is counted.
    public var count: Int?
    /// How many categories it is inside.
    public var depth = 0
    /// Whether the categories inside it are shown; nil if there are none.
    public var isOpen: Bool?
  }

  public var place: Place? {
    if case .place(let entry) = self { entry.place } else { nil }
  }
}

extension SidebarItem.Entry {
  /// What a screen reader says: "Fruit, 26 products".
  public var accessibleName: String {
    guard let count else { return name.asName }
    return tr(
      "%1$@, %2$@", name.asName, tr("1 product", "%@ products", count: count))
  }
}
