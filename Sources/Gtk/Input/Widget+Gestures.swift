// SPDX-License-Identifier: Apache-2.0
// Keys and pointer presses that no widget handles itself.

import CGtk
import CGtkShim

/// A button of the pointer.
public enum PointerButton: Int, Sendable {
  /// The one that chooses things.
  case primary = 1
  /// The one that opens a context menu.
  case secondary = 3
}

extension Widget {
  /// `before`: called before the focused widget gets the key. Return true to consume the key.
  public func onKey(before: Bool = false, _ handler: @escaping @MainActor (KeyPress) -> Bool) {
    // transfer full
    let controller = Object(adopting: Pointer(gtk_event_controller_key_new()))
    if before { gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE) }
    controller.connectKey("key-pressed") { handler(KeyPress($0, $1)) }
    add(controller)
  }

  /// Escape was pressed, and nothing in the widget has a use for it.
  public func onEscape(_ handler: @escaping @MainActor () -> Void) {
    onKey { press in
      guard press.key == .escape else { return false }
      handler()
      return true
    }
  }

  /// The button was pressed over the widget, for the `count`th time in quick succession, at this
  /// point.
  public func onPress(
    _ button: PointerButton, _ handler: @escaping @MainActor (_ count: Int, Point) -> Void
  ) {
    // transfer full
    let gesture = Object(adopting: Pointer(gtk_gesture_click_new()))
    gtk_gesture_single_set_button(gesture.opaque, guint(button.rawValue))
    gesture.connectPress("pressed", handler)
    add(gesture)
  }

  /// A long press with a finger, which stands for the secondary button.
  public func onLongPress(_ handler: @escaping @MainActor (Point) -> Void) {
    // transfer full
    let gesture = Object(adopting: Pointer(gtk_gesture_long_press_new()))
    gtk_gesture_single_set_touch_only(gesture.opaque, 1)
    gesture.connectCoordinates("pressed", handler)
    add(gesture)
  }

  /// The keyboard focus came into the widget or left it.
  public func onFocus(
    entered: @escaping @MainActor () -> Void, left: @escaping @MainActor () -> Void
  ) {
    // transfer full
    let controller = Object(adopting: Pointer(gtk_event_controller_focus_new()))
    controller.connect("enter", entered)
    controller.connect("leave", left)
    add(controller)
  }
}
