// SPDX-License-Identifier: Apache-2.0
// A key on its way to a window, and what it does, whatever the keyboard's layout. It can be kept and passed on
// later, the same as it was.

import CGtk
import CGtkShim

/// A key that was pressed or released and has not reached any widget yet.
@MainActor
public final class InputEvent {
  /// What it does.
  public enum Meaning: Equatable, Sendable {
    /// It types this.
    case character(Character)
    /// One of these, with no other key held down.
    case enter, tab
    /// Shift and its like.
    case modifier
    /// Backspace or Delete.
    case erase
    /// Any other key, such as a shortcut.
    case other
  }

  /// Whether it was pressed; otherwise released.
  public let isPress: Bool
  /// What it does.
  public let meaning: Meaning
  /// The place of the key on the keyboard.
  public let code: UInt32
  /// When it happened, in milliseconds by the display's clock.
  public let time: UInt32

  nonisolated(unsafe) let event: OpaquePointer
  private let native: Object

  /// nil if it is no key. `native`: the window or popover that is the first to get it.
  init?(_ event: OpaquePointer, native: Pointer) {
    let type = gdk_event_get_event_type(event)
    guard type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE else { return nil }
    isPress = type == GDK_KEY_PRESS
    meaning = Self.meaning(of: event)
    code = gdk_key_event_get_keycode(event)
    time = gdk_event_get_time(event)
    self.native = Object(retaining: native)
    self.event = gdk_event_ref(event)
  }

  deinit { gdk_event_unref(event) }

  /// Whether the pointer does more than move: a click, a turn of the wheel, a touch.
  static func isOfPointer(_ event: OpaquePointer) -> Bool {
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS, GDK_BUTTON_RELEASE, GDK_SCROLL, GDK_TOUCH_BEGIN, GDK_TOUCH_UPDATE,
      GDK_TOUCH_END, GDK_TOUCH_CANCEL, GDK_TOUCHPAD_SWIPE, GDK_TOUCHPAD_PINCH,
      GDK_PAD_BUTTON_PRESS, GDK_PAD_BUTTON_RELEASE, GDK_PAD_RING, GDK_PAD_STRIP:
      true
    default: false
    }
  }

  static func meaning(of event: OpaquePointer) -> Meaning {
    if gdk_key_event_is_modifier(event) != 0 { return .modifier }
    let value = gdk_key_event_get_keyval(event)
    let state = gdk_event_get_modifier_state(event).rawValue
    let commands = [
      GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK, GDK_HYPER_MASK, GDK_META_MASK,
    ].reduce(0) { $0 | $1.rawValue }
    guard state & commands == 0 else { return .other }
    let press = KeyPress(value, gdk_event_get_modifier_state(event))
    if press.key == .tab { return press.isShift ? .other : .tab }
    // Some scanners end a line as printers do.
    if press.key == .enter || Int32(value) == GDK_KEY_Linefeed {
      return press.isShift ? .other : .enter
    }
    if [GDK_KEY_BackSpace, GDK_KEY_Delete].contains(Int32(value)) { return .erase }
    guard let letter = UnicodeScalar(gdk_keyval_to_unicode(value)), letter.value != 0 else {
      return .other
    }
    return .character(Character(letter))
  }

  /// Whether it is for something that waits for an answer: a dialog, or a popover in which a text is typed.
  public var isForQuestion: Bool {
    guard let root = gtk_widget_get_root(native.cast(to: GtkWidget.self)) else { return false }
    if !isInstance(Pointer(root), of: gtk_application_window_get_type()) { return true }
    guard isInstance(native.pointer, of: gtk_popover_get_type()),
      let focus = gtk_root_get_focus(root)
    else { return false }
    return [gtk_text_get_type(), gtk_text_view_get_type()].contains {
      isInstance(Pointer(focus), of: $0)
    }
  }

  /// Closes the menu or the list that the key is for, and those from which that one was opened.
  public func closeMenus() {
    InputEvents.forgetPopovers()
    var place: UnsafeMutablePointer<GtkWidget>? = native.cast(to: GtkWidget.self)
    while let widget = place {
      if isInstance(Pointer(widget), of: gtk_popover_get_type()) {
        gtk_popover_popdown(Pointer(widget).assumingMemoryBound(to: GtkPopover.self))
      }
      place = gtk_widget_get_parent(widget)
    }
  }
}
