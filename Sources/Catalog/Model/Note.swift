// SPDX-License-Identifier: Apache-2.0
// Notes that belong to a product, in an order arranged by hand.

import Foundation

/// A note on a product.
public struct Note: Sendable, Equatable, Identifiable {
  public let id: UUID
  public let productID: UUID
  public var title: NoteTitle
  public var text: FreeText
  /// Counts the changes to this note.
  public var revision: Int
  public var created: Date
  public var changed: Date

  public init(
    id: UUID = UUID(), productID: UUID, title: NoteTitle, text: FreeText, revision: Int = 0,
    created: Date = Date(), changed: Date = Date()
  ) {
    self.id = id
    self.productID = productID
    self.title = title
    self.text = text
    self.revision = revision
    self.created = created
    self.changed = changed
  }
}
