// What the items of a list are to the keyboard and to a screen reader.

import CGtk
import CGtkShim

extension ItemView {
  /// What a screen reader says of the whole item. `isOpen`: whether what is inside it is shown; nil if
  /// there is nothing inside. To be called while the item is bound.
  public func nameItem(_ name: String, isOpen: Bool? = nil) {
    guard let item = gtk_widget_get_parent(root.widget) else { return }
    vitrine_accessible_set_label(item, name)
    vitrine_accessible_set_expanded(item, isOpen.map { $0 ? 1 : 0 } ?? -1)
  }
}

extension ListWidget {
  /// Makes Tab leave the list: GTK 4.8 stops at each of its items.
  public func makeOneTabStop() {
    onKey(before: true) { [weak self] press in
      guard let self, press.key == .tab, !press.isControl, !press.isAlt,
        let window = gtk_widget_get_root(self.widget)
      else { return false }
      // The window looks for the next widget as if this one could not have the focus.
      gtk_widget_set_can_focus(self.widget, 0)
      defer { gtk_widget_set_can_focus(self.widget, 1) }
      let direction = press.isShift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD
      return gtk_widget_child_focus(
        UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self), direction) != 0
    }
  }
}
