// SPDX-License-Identifier: Apache-2.0
// What the items of a list are to the keyboard and to a screen reader.

import CGtk
import CGtkShim

extension ItemView {
  /// What a screen reader says of the whole item. `isOpen`: whether what is inside it is shown; nil if
  /// there is nothing inside. To be called while the item is bound.
  public func nameItem(_ name: String, isOpen: Bool? = nil) {
    guard var item = gtk_widget_get_parent(root.widget) else { return }
    // In a view with columns, this is a cell of the item.
    if String(cString: gtk_widget_get_css_name(item)) == "cell",
      let row = gtk_widget_get_parent(item)
    {
      item = row
    }
    vitrine_accessible_set_label(item, name.laidOut)
    vitrine_accessible_set_expanded(item, isOpen.map { $0 ? 1 : 0 } ?? -1)
  }
}
