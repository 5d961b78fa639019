// Bubbles that belong to a widget without being among its children: it does not know about them, so
// they must be removed when it is destroyed, or GTK complains.

import CGtk

extension Widget {
  /// Makes a popover a part of `parent` for as long as that lives: GTK 4.8 leaks a popover that is
  /// removed right after it closed. The parent must be a widget that allocates popovers, as a box does
  /// and a list does not.
  func stay(with parent: Widget) {
    gtk_widget_set_parent(widget, parent.widget)
    // The handler keeps the popover.
    parent.connect("destroy") { [self] in
      if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
    }
  }
}
