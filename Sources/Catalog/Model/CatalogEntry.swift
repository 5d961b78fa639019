// SPDX-License-Identifier: Apache-2.0
// One product with everything that belongs to it: what a line of an export holds, and what an
// import adds.

import Foundation

/// A product with its notes, including one in the trash.
public struct CatalogEntry: Sendable, Equatable {
  public var product: Product
  /// In their order.
  public var notes: [Note]
  /// When the product was moved to the trash; nil if it is not in it.
  public var deleted: Date?

  public init(product: Product, notes: [Note] = [], deleted: Date? = nil) {
    self.product = product
    self.notes = notes
    self.deleted = deleted
  }
}
