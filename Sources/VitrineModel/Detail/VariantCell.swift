// SPDX-License-Identifier: Apache-2.0
// A place in the grid of a product's variants.

import Catalog
import Foundation

public struct VariantCell: Hashable, Sendable {
  public let variant: UUID
  public let field: FieldID

  public init(variant: UUID, field: FieldID) {
    (self.variant, self.field) = (variant, field)
  }

  /// As a draft names it.
  var text: String { "\(variant.uuidString) \(field.text)" }

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let variant = UUID(uuidString: String(parts[0])) else { return nil }
    self.init(variant: variant, field: FieldID(String(parts[1])))
  }
}
