// SPDX-License-Identifier: Apache-2.0
// A step of the history in words: which product, which field, and from what to what.

import Catalog
import Wording

extension CatalogCommand {
  /// What it did, such as “Price of Gouda: €12.00 → €12.50”; its name alone, as long as nothing is known of it.
  ///
  /// - Parameters:
  ///   - detail: what it is about.
  ///   - fields: the fields of products, in the order of the form.
  func sentence(_ detail: StepDetail?, fields: [FormField]) -> String {
    guard let title = detail?.title?.printable(), !title.isEmpty else { return name }
    let changed = detail.map { detail in fields.filter { detail.changes($0) } } ?? []
    let labels = changed.map(\.label).joined(separator: ", ")
    guard kind == .editProduct, let first = changed.first, let detail else {
      return count > 1
        ? tr("%1$@: %2$@ and others", name, title) : tr("%1$@: %2$@", name, title)
    }
    if count > 1 { return tr("%1$@: %2$@ (%3$@ and others)", name, labels, title) }
    guard changed.count == 1, first.kind != .tags else {
      return tr("%1$@ of %2$@", labels, title)
    }
    return tr(
      "%1$@ of %2$@: %3$@ → %4$@", first.label, title, detail.text(of: first, detail.before),
      detail.text(of: first, detail.after))
  }
}

extension StepDetail {
  fileprivate func changes(_ field: FormField) -> Bool {
    guard let before, let after else { return false }
    return field.value(of: before) != field.value(of: after)
  }

  /// A value on one line, and no longer than there is room for.
  fileprivate func text(of field: FormField, _ product: Product?) -> String {
    let text = product.flatMap { field.displayText(in: $0) }
    guard let text else { return tr("(empty)", context: "instead of a value that is not there") }
    return text.shortened(to: 40).printable()
  }
}
