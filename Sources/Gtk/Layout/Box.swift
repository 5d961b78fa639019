// SPDX-License-Identifier: Apache-2.0
// Widgets in a row or a column.

import CGtk
import CGtkShim

/// Widgets side by side, or one below the other.
@MainActor
public final class Box: Widget {
  /// A box with these children, `spacing` pixels apart.
  public init(_ orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
    super.init(fresh: gtk_box_new(orientation.gtk, Int32(spacing)))
    children.forEach { append($0) }
  }

  /// A box that screen readers treat as one named group, such as a form.
  public init(group orientation: Orientation, spacing: Int = 0, children: [Widget] = []) {
    super.init(
      fresh: vitrine_box_new_with_role(
        orientation.gtk, Int32(spacing), GTK_ACCESSIBLE_ROLE_GROUP))
    children.forEach { append($0) }
  }

  private var box: UnsafeMutablePointer<GtkBox> { cast(to: GtkBox.self) }

  /// From now on its children stand beside each other, or one below the other.
  public func turn(_ orientation: Orientation) {
    gtk_orientable_set_orientation(opaque, orientation.gtk)
  }

  /// Adds a child at the end.
  public func append(_ child: Widget) { gtk_box_append(box, child.widget) }
  /// Puts a child after another; nil: first.
  public func insert(_ child: Widget, after sibling: Widget?) {
    gtk_box_insert_child_after(box, child.widget, sibling?.widget)
  }

  /// Moves a child behind another; nil: to the first place.
  public func move(_ child: Widget, after sibling: Widget?) {
    gtk_box_reorder_child_after(box, child.widget, sibling?.widget)
  }

  /// Removes a child.
  public func remove(_ child: Widget) { gtk_box_remove(box, child.widget) }

  /// Removes all children.
  public func removeAll() {
    while let child = gtk_widget_get_first_child(widget) { gtk_box_remove(box, child) }
  }

  /// Gives all children the same size.
  @discardableResult
  public func homogeneous() -> Self {
    gtk_box_set_homogeneous(box, 1)
    return self
  }
}
