// SPDX-License-Identifier: Apache-2.0
// What unfolds over a window and moves nothing in it.

import CGtk

/// A bubble with anything in it, which points at the widget that it belongs to.
@MainActor
public final class Bubble: Widget {
  /// The parent must be a widget that allocates popovers, as a box does and a list does not.
  public init(_ content: Widget, in parent: Widget) {
    super.init(fresh: gtk_popover_new())
    gtk_popover_set_child(popover, content.widget)
    stay(with: parent)
  }

  private var popover: UnsafeMutablePointer<GtkPopover> { cast(to: GtkPopover.self) }

  /// Opens it; Escape and a click elsewhere close it.
  public func open() { gtk_popover_popup(popover) }

  /// Closes it.
  public func close() { gtk_popover_popdown(popover) }
}
