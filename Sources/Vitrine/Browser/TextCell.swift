// SPDX-License-Identifier: Apache-2.0
// The other cells of a row in the product list.

import Catalog
import Gtk
import VitrineModel

/// A column of plain text.
@MainActor
final class TextCell: ItemView {
  let root: Widget
  private let label: ListText
  private var item: ListedProduct?
  private var isNew = true
  private let isNumber: Bool

  init(isNumber: Bool) {
    self.isNumber = isNumber
    label = ListText(isNumber: isNumber)
    if !isNumber { label.style("dim-label") }
    root = label
  }

  /// Shows a field of a product, and returns its text if it shows another product now, or another state of
  /// it. How a date is written also depends on the day.
  func show(_ field: FormField, of new: ListedProduct?) -> String? {
    guard isNew || item != new || field.kind == .date else { return nil }
    (item, isNew) = (new, false)
    let text = new.map { field.text(of: $0) } ?? ""
    label.show(text)
    label.setStyle("stray", new?.isStray == true)
    if isNumber { label.setStyle("dim-label", new?.takes(field.id) == true) }
    return text
  }
}
