// SPDX-License-Identifier: Apache-2.0
// What the form of a variant shows in grey: what it takes from its head, where it says nothing itself.

import Catalog

extension ProductForm {
  /// What a variant takes from its head, for a field that is empty: what is typed there is its own, and what is
  /// emptied again the head's.
  public func takenText(of field: Field) -> String {
    guard text(of: field).isEmpty, let base, takes(base, field) else { return "" }
    return byID[field]?.text(of: base, style: style) ?? ""
  }

  /// Every product has a title of its own: one that is taken has the options behind it.
  func takes(_ product: Product, _ field: Field) -> Bool {
    field != .title && product.variant?.taken.contains(field) == true
  }

  func effectiveText(of field: Field) -> String {
    let own = text(of: field)
    return own.isEmpty ? takenText(of: field) : own
  }
}
