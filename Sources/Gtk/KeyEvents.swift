// Keys on their way to the windows, before any widget gets them. They can be kept back for a moment: GTK
// forwards only the key that is just being handled, so one that was kept back goes through the display's
// queue of events once more, the same as it was: input methods see no difference.

import CGtk
import CGtkShim

/// A key that was pressed or released.
@MainActor
public final class KeyEvent {
  /// What a key does.
  public enum Meaning: Equatable, Sendable {
    /// It types this, whatever the keyboard's layout.
    case character(Character)
    /// Enter or Tab, with no other key held down.
    case end
    /// Shift and its like.
    case modifier
    /// Anything else, such as a shortcut.
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
  /// Whether it is for a dialog, which must be answered first.
  public let isInDialog: Bool

  nonisolated(unsafe) fileprivate let event: OpaquePointer

  fileprivate init?(_ event: OpaquePointer, isInDialog: Bool) {
    let type = gdk_event_get_event_type(event)
    guard type == GDK_KEY_PRESS || type == GDK_KEY_RELEASE else { return nil }
    isPress = type == GDK_KEY_PRESS
    code = gdk_key_event_get_keycode(event)
    time = gdk_event_get_time(event)
    self.isInDialog = isInDialog
    meaning = Self.meaning(of: event)
    self.event = gdk_event_ref(event)
  }

  deinit { gdk_event_unref(event) }

  private static func meaning(of event: OpaquePointer) -> Meaning {
    if gdk_key_event_is_modifier(event) != 0 { return .modifier }
    let value = gdk_key_event_get_keyval(event)
    let state = gdk_event_get_modifier_state(event).rawValue
    let commands = [
      GDK_CONTROL_MASK, GDK_ALT_MASK, GDK_SUPER_MASK, GDK_HYPER_MASK, GDK_META_MASK,
    ].reduce(0) { $0 | $1.rawValue }
    guard state & commands == 0 else { return .other }
    let press = KeyPress(value, gdk_event_get_modifier_state(event))
    // Some scanners end a line as printers do.
    if [.enter, .tab].contains(press.key) || Int32(value) == GDK_KEY_Linefeed {
      return press.isShift ? .other : .end
    }
    guard let letter = UnicodeScalar(gdk_keyval_to_unicode(value)), letter.value != 0 else {
      return .other
    }
    return .character(Character(letter))
  }
}

/// The keys of all windows.
@MainActor
public enum KeyEvents {
  /// Called before any widget gets a key; returns what goes on now, in this order. What it keeps back it
  /// passes on later with `pass`, or never.
  public static var filter: (@MainActor (KeyEvent) -> [KeyEvent])?

  /// Those that are in the queue once more; each is kept until it arrives.
  private static var returning: [OpaquePointer] = []

  /// Passes on what was kept back.
  public static func pass(_ events: [KeyEvent]) {
    for event in events {
      returning.append(gdk_event_ref(event.event))
      gdk_display_put_event(gdk_event_get_display(event.event), event.event)
    }
  }

  /// Returns whether the key goes no further for now.
  fileprivate static func take(_ event: OpaquePointer, isInDialog: Bool) -> Bool {
    // Most events are no keys, and most people have no scanner.
    guard filter != nil || !returning.isEmpty else { return false }
    // Those before it were for a window that has closed.
    if let place = returning.firstIndex(of: event) {
      for arrived in returning[...place] { gdk_event_unref(arrived) }
      returning.removeSubrange(...place)
      return false
    }
    guard let key = KeyEvent(event, isInDialog: isInDialog) else { return false }
    let passed = filter?(key) ?? [key]
    // What came after those in the queue must not overtake them.
    if passed.count == 1, passed.first === key, returning.isEmpty { return false }
    pass(passed)
    return true
  }

  /// Lets the filter see the keys of a window.
  static func watch(_ window: Pointer, isDialog: Bool) {
    // transfer full, here and when it is added
    let controller = Object(adopting: Pointer(gtk_event_controller_legacy_new()))
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.connectDecision("event") { take($0, isInDialog: isDialog) }
    g_object_ref(controller.pointer)
    gtk_widget_add_controller(window.assumingMemoryBound(to: GtkWidget.self), controller.opaque)
  }
}
