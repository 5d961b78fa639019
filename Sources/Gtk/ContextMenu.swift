// A menu at a place inside a widget. A popover is a child that its parent does not know of: somebody
// must take it away when it has closed, and at the latest when the parent goes, or GTK complains
// of a parent that died with children.

import CGtk

@MainActor
public enum ContextMenu {
  /// The parent must be a widget that lays out its menus, as a box does and a list does not.
  public static func open(_ menu: Menu, in parent: Widget, at point: Point) {
    let popover = Widget(fresh: gtk_popover_menu_new_from_model(menu.model))
    let pointer = popover.cast(to: GtkPopover.self)
    gtk_widget_set_parent(popover.widget, parent.widget)
    gtk_popover_set_has_arrow(pointer, 0)
    gtk_widget_set_halign(popover.widget, GTK_ALIGN_START)
    var area = GdkRectangle(x: Int32(point.x), y: Int32(point.y), width: 1, height: 1)
    gtk_popover_set_pointing_to(pointer, &area)
    OpenMenu(popover).listen(to: parent)
    gtk_popover_popup(pointer)
  }
}

/// A menu from its opening to its end. The two handlers hold it, and it holds the popover.
@MainActor
private final class OpenMenu {
  private let popover: Widget
  private var takeHandlersAway: @MainActor () -> Void = {}

  init(_ popover: Widget) { self.popover = popover }

  func listen(to parent: Widget) {
    // The parent is not held: kept alive by its own menu, it would never be destroyed.
    let (popover, parentPointer) = (self.popover, parent.pointer)
    // Not from inside the popover's own signal; and the chosen command runs after it, which is
    // looked for from the popover upwards.
    let closed = popover.connect("closed") { MainLoop.whenIdle { self.end() } }
    let destroyed = parent.connect("destroy") { self.end() }
    takeHandlersAway = {
      disconnect(closed, from: popover.pointer)
      disconnect(destroyed, from: parentPointer)
    }
  }

  /// Once only: after that the parent may be gone.
  private func end() {
    takeHandlersAway()
    takeHandlersAway = {}
    if gtk_widget_get_parent(popover.widget) != nil { gtk_widget_unparent(popover.widget) }
  }
}
