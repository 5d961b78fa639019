// SPDX-License-Identifier: Apache-2.0
// The widgets that show a long list with a selection.

import CGtk
import CGtkShim

/// What the three list views share; the one with columns is in ColumnView.swift.
@MainActor
public class ListWidget: Widget {
  override init(fresh widget: UnsafeMutablePointer<GtkWidget>) {
    super.init(fresh: widget)
    makeOneTabStop()
  }

  /// A double click, or Enter on an item.
  public func onActivate(_ handler: @escaping @MainActor (_ position: Int) -> Void) {
    connectPosition("activate", handler)
  }

  /// Scrolls as far as it takes to see an item. Does nothing before the first layout.
  public func scroll(to position: Int) {
    // The floating variant is sunk by the call.
    gtk_widget_activate_action_variant(
      itemsWidget, "list.scroll-to-item", g_variant_new_uint32(guint32(position)))
  }

  /// Shows what a selection contains; nil for nothing. A list that is not on screen has no use for items:
  /// it would make views for two hundred of them, and again whenever they change.
  public func show(_ selection: ListSelection?) {
    selection?.isShown(in: self)
    let model = selection?.opaque
    switch self {
    case is ColumnView: gtk_column_view_set_model(opaque, model)
    case is GridView: gtk_grid_view_set_model(opaque, model)
    default: gtk_list_view_set_model(opaque, model)
    }
  }

  /// Tells screen readers that several items can be selected. Quirk: own-selections. GTK only knows that of
  /// its own selections.
  @discardableResult
  public func selectsMany() -> Self {
    vitrine_accessible_set_multi_selectable(itemsWidget)
    return self
  }

  /// The widget with the actions of a list: in a view with columns there is one inside.
  var itemsWidget: UnsafeMutablePointer<GtkWidget> {
    self is ColumnView ? gtk_widget_get_last_child(widget).unsafelyUnwrapped : widget
  }
}

/// A list of items that exist only while they are visible.
@MainActor
public final class ListView: ListWidget {
  /// A list of what a selection contains, with items from this factory.
  public init<View>(_ selection: ListSelection, _ factory: ItemFactory<View>) {
    // The constructor takes over one reference of each.
    super.init(
      fresh: gtk_list_view_new(
        OpaquePointer(g_object_ref(selection.pointer)),
        OpaquePointer(g_object_ref(factory.pointer))))
    selection.isShown(in: self)
  }
}

/// A list whose items are laid out as cards, several to a line.
@MainActor
public final class GridView: ListWidget {
  /// A grid of what a selection contains, with cards from this factory.
  public init<View>(_ selection: ListSelection, _ factory: ItemFactory<View>) {
    // The constructor takes over one reference of each.
    super.init(
      fresh: gtk_grid_view_new(
        OpaquePointer(g_object_ref(selection.pointer)),
        OpaquePointer(g_object_ref(factory.pointer))))
    selection.isShown(in: self)
  }

  /// How many columns it has, depending on its width.
  public func setColumns(minimum: Int, maximum: Int) {
    gtk_grid_view_set_min_columns(opaque, guint(minimum))
    gtk_grid_view_set_max_columns(opaque, guint(maximum))
  }
}
