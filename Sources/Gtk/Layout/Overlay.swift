// SPDX-License-Identifier: Apache-2.0
// Widgets above another one.

import CGtk

/// Widgets on top of another one, such as a message over a list.
@MainActor
public final class Overlay: Widget {
  /// An overlay over this widget.
  public init(_ child: Widget) {
    super.init(fresh: gtk_overlay_new())
    gtk_overlay_set_child(opaque, child.widget)
  }

  /// Lays a widget over the others.
  public func addOverlay(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.widget) }
}
