// SPDX-License-Identifier: Apache-2.0
// A menu at a point inside a widget. Each parent reuses one popover for its whole life.

import CGtk

/// A menu at a point inside a widget.
@MainActor
public enum ContextMenu {
  /// The parent must be a widget that allocates popovers, as a box does and a list does not.
  public static func open(_ menu: Menu, in parent: Widget, at point: Point) {
    let popover = popover(of: parent)
    gtk_popover_menu_set_menu_model(OpaquePointer(popover), menu.model)
    var area = GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(popover.assumingMemoryBound(to: GtkPopover.self), &area)
    gtk_popover_popup(popover.assumingMemoryBound(to: GtkPopover.self))
  }

  private static func popover(of parent: Widget) -> Pointer {
    if let known = g_object_get_data(parent.cast(to: GObject.self), key) { return known }
    let popover = Widget(fresh: gtk_popover_menu_new_from_model(nil))
    gtk_popover_set_has_arrow(popover.cast(to: GtkPopover.self), 0)
    gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
    g_object_set_data(parent.cast(to: GObject.self), key, popover.pointer)
    popover.stay(with: parent)
    return popover.pointer
  }

  private static let key = "vitrine-context-menu"
}
