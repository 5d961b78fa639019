// SPDX-License-Identifier: Apache-2.0
// Two panes side by side. One of them may be cut: a window must be able to become narrower than its
// panes need before its layout hides one.

import CGtk
import CGtkShim

/// Two panes with an edge between them that the user can drag.
@MainActor
public final class Paned: Widget {
  /// `startGrows`, `endGrows`: which side gets the extra room when the window grows. `endMayBeCut`:
  /// the window may become narrower than both sides need; its owner must then hide one of them.
  public init(
    start: Widget, end: Widget, startGrows: Bool, endGrows: Bool, endMayBeCut: Bool = false
  ) {
    super.init(fresh: gtk_paned_new(GTK_ORIENTATION_HORIZONTAL))
    gtk_paned_set_start_child(opaque, start.widget)
    withExtendedLifetime(endMayBeCut ? cutting(end) : end) {
      gtk_paned_set_end_child(opaque, $0.widget)
    }
    gtk_paned_set_resize_start_child(opaque, startGrows ? 1 : 0)
    gtk_paned_set_resize_end_child(opaque, endGrows ? 1 : 0)
    gtk_paned_set_shrink_start_child(opaque, 0)
    gtk_paned_set_shrink_end_child(opaque, 0)
    for side in [start, end] {
      side.connectNotify("visible") { [weak self, weak start, weak end] in
        guard let self, let start, let end else { return }
        self.isDivided = start.isVisible && end.isVisible
      }
    }
    onMap { [weak self] in MainLoop.whenIdle { [weak self] in self?.followDivision() } }
  }

  private var isDivided = true {
    didSet { if isMapped { followDivision() } }
  }

  // Quirk: hidden-divider. While one side is hidden, the divider is too, but it goes on taking the clicks
  // where it was last, and the focus, and with that the Escape key.
  //
  // Quirk: unheard-window. Not before it is shown: changing whether a widget takes the focus makes GTK tell
  // screen readers of its window before they know it, and they never hear of it again.
  private func followDivision() {
    gtk_widget_set_focusable(widget, isDivided ? 1 : 0)
    // transfer full, as are its items
    guard let controllers = gtk_widget_observe_controllers(widget) else { return }
    defer { g_object_unref(Pointer(controllers)) }
    for index in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, index) else { continue }
      defer { g_object_unref(item) }
      guard isInstance(item, of: gtk_gesture_drag_get_type()) else { continue }
      gtk_event_controller_set_propagation_phase(
        OpaquePointer(item), isDivided ? GTK_PHASE_CAPTURE : GTK_PHASE_NONE)
    }
  }

  /// The edge, in pixels from the start.
  public var position: Int {
    get { Int(gtk_paned_get_position(opaque)) }
    set {
      blockingHandlers(of: "notify::position") {
        gtk_paned_set_position(opaque, Int32(clamping: newValue))
      }
    }
  }

  /// The user or a layout moved the divider; setting `position` does not count.
  public func onPositionChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("position", handler)
  }
}

/// A widget that may be narrower than its child, which is then cut on both sides alike. (Quirk: cut-pane.
/// GTK's panes can cut a child, too, but ask it for its height in less width than it needs, and complain.)
@MainActor
private func cutting(_ child: Widget) -> Widget {
  let frame = Box(.horizontal, children: [child]).clipped()
  let layout = gtk_custom_layout_new(
    { gtk_widget_get_request_mode(gtk_widget_get_first_child($0)) },
    { frame, orientation, size, minimum, natural, _, _ in
      guard let child = gtk_widget_get_first_child(frame) else { return }
      let isWidth = orientation == GTK_ORIENTATION_HORIZONTAL
      let size = isWidth || size < 0 ? size : max(size, leastWidth(of: child))
      gtk_widget_measure(child, orientation, size, minimum, natural, nil, nil)
      // With no width at all, GTK takes it off the screen, and the keyboard goes from it to the next field
      // that there is once the owner has made room.
      if isWidth { minimum?.pointee = 1 }
    },
    { frame, width, height, baseline in
      guard let child = gtk_widget_get_first_child(frame) else { return }
      let childWidth = max(width, leastWidth(of: child))
      var start = graphene_point_t(x: Float((width - childWidth) / 2), y: 0)
      // transfer full
      let place = gsk_transform_translate(nil, &start)
      gtk_widget_allocate(child, childWidth, height, baseline, place)
    })
  gtk_widget_set_layout_manager(frame.widget, layout)  // transfer full
  // A pane is there or not as a whole.
  let flags = GBindingFlags(rawValue: 1 << 1)  // G_BINDING_SYNC_CREATE
  g_object_bind_property(child.pointer, "visible", frame.pointer, "visible", flags)
  return frame
}

private func leastWidth(of widget: UnsafeMutablePointer<GtkWidget>) -> Int32 {
  var width: Int32 = 0
  gtk_widget_measure(widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
  return width
}
