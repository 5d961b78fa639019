// SPDX-License-Identifier: Apache-2.0
// Whether a person has done anything in a window since it was made. Until then, whatever scrolls or moves the caret there
// is GTK, which follows the keyboard, or lays out anew.

import CGtk
import CGtkShim

extension Window {
  private static var key: String { "vitrine-used" }

  /// Notices what a person does in it.
  func watchUse() {
    let window = pointer.assumingMemoryBound(to: GObject.self)
    // The controller is the window's, which is there whenever it handles an event.
    add(
      Self.watching {
        if Self.isUse($0) { g_object_set_data(window, Self.key, UnsafeMutableRawPointer(window)) }
      })
  }

  /// Sees every event of a window before anything else in it.
  fileprivate static func watching(
    _ look: @escaping @MainActor (OpaquePointer) -> Void
  ) -> Object {
    // transfer full
    let controller = Object(adopting: Pointer(gtk_event_controller_legacy_new()))
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.connectDecision("event") { event in
      look(event)
      return false
    }
    return controller
  }

  fileprivate static func isUse(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_KEY_PRESS: gdk_key_event_is_modifier(event) == 0
    case GDK_BUTTON_PRESS, GDK_SCROLL, GDK_TOUCH_BEGIN, GDK_TOUCHPAD_SWIPE, GDK_TOUCHPAD_PINCH,
      GDK_DROP_START:
      true
    default: false
    }
  }

  fileprivate static func isUsed(_ window: Pointer) -> Bool {
    g_object_get_data(window.assumingMemoryBound(to: GObject.self), key) != nil
  }
}

extension Widget {
  /// Called each time a person presses a key, clicks or turns the wheel in its window, as soon as it is in one.
  public func onWindowUse(_ handler: @escaping @MainActor () -> Void) {
    onceMapped { widget in
      guard let root = gtk_widget_get_root(widget) else { return }
      let controller = Window.watching { if Window.isUse($0) { handler() } }
      // transfer full
      g_object_ref(controller.pointer)
      gtk_widget_add_controller(
        Pointer(root).assumingMemoryBound(to: GtkWidget.self), controller.opaque)
    }
  }

  /// Called whenever all of its window has been laid out, before that is painted.
  public func onWindowLayout(_ handler: @escaping @MainActor () -> Void) {
    onceMapped { widget in
      guard let surface = gtk_widget_get_native(widget).flatMap({ gtk_native_get_surface($0) })
      else { return }
      // GTK connected before anything was mapped, so it has already laid out the window.
      Object(retaining: Pointer(surface)).connectSize("layout", handler)
    }
  }

  /// Called when it is shown for the first time: it is in a window then.
  private func onceMapped(
    _ handler: @escaping @MainActor (UnsafeMutablePointer<GtkWidget>) -> Void
  ) {
    var wasMapped = false
    // The widget exists whenever it is mapped; its wrapper may be gone by then.
    let widget = widget
    onMap {
      if !wasMapped { handler(widget) }
      wasMapped = true
    }
  }

  /// Whether a person has pressed a key, clicked, or turned the wheel in its window since that was made. What comes
  /// through the accessibility tree is not noticed.
  public var isWindowUsed: Bool {
    gtk_widget_get_root(widget).map { Window.isUsed(Pointer($0)) } ?? false
  }
}
