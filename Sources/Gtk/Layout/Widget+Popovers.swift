// SPDX-License-Identifier: Apache-2.0
// Bubbles that belong to a widget without being among its children: it does not know about them, so
// they must be removed when it is destroyed, or GTK complains. Nor does GTK before 4.20 know it: a page scrolls to
// show what has the keyboard in a popover, as if that were a part of the page (quirk: popover-scrolls).

import CGtk

extension Widget {
  /// Makes a popover a part of `parent` for as long as that lives. Quirk: popover-leak. GTK leaks a popover
  /// that is removed right after it closed. The parent must be a widget that allocates popovers, as a box does
  /// and a list does not.
  func stay(with parent: Widget) {
    gtk_widget_set_parent(widget, parent.widget)
    // The handler keeps the popover.
    parent.connect("destroy") { [self] in
      if gtk_widget_get_parent(widget) != nil { gtk_widget_unparent(widget) }
    }
  }
}

/// Keeps the pages around each popover where they are while it is open: the next click would miss what has moved
/// with them. The popover may be one that GTK has made, such as a drop-down list's.
@MainActor
func keepPagesStillBehindPopovers() { _ = pagesAreKeptStill }

@MainActor private let pagesAreKeptStill = watchPopovers()

@MainActor
private func watchPopovers() -> EmissionHook {
  EmissionHook("realize", of: gtk_widget_get_type()) { _, _, values, _ in
    if let widget = values.flatMap({ g_value_get_object($0) }) {
      nonisolated(unsafe) let widget = widget
      MainActor.assumeIsolated { keepPagesStill(behind: widget) }
    }
    return 1
  }
}

@MainActor
private func keepPagesStill(behind popover: Pointer) {
  let key = "vitrine-keeps-pages-still"
  // It is realised again when it opens again.
  guard isInstance(popover, of: gtk_popover_get_type()),
    g_object_get_data(popover.assumingMemoryBound(to: GObject.self), key) == nil
  else { return }
  g_object_set_data(popover.assumingMemoryBound(to: GObject.self), key, popover)
  let object = Object(retaining: popover)
  object.connect("map") { letPagesFollowFocus(around: popover, false) }
  object.connect("unmap") { letPagesFollowFocus(around: popover, true) }
}

@MainActor
private func letPagesFollowFocus(around popover: Pointer, _ follow: Bool) {
  var ancestor = gtk_widget_get_parent(popover.assumingMemoryBound(to: GtkWidget.self))
  // Another popover around this one keeps those behind it still for itself.
  while let widget = ancestor, !isInstance(Pointer(widget), of: gtk_native_get_type()) {
    if isInstance(Pointer(widget), of: gtk_viewport_get_type()) {
      gtk_viewport_set_scroll_to_focus(OpaquePointer(widget), follow ? 1 : 0)
    }
    ancestor = gtk_widget_get_parent(widget)
  }
}
