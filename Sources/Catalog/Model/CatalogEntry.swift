// One product with all that belongs to it: what a line of an export holds, and what is put into
// the catalogue when many products come at once.

import Foundation

/// A product with its notes, be it in the trash.
public struct CatalogEntry: Sendable, Equatable {
  public var product: Product
  /// In their order.
  public var notes: [Note]
  /// When the product went to the trash; nil when it is not in there.
  public var deleted: Date?

  public init(product: Product, notes: [Note] = [], deleted: Date? = nil) {
    self.product = product
    self.notes = notes
    self.deleted = deleted
  }
}
