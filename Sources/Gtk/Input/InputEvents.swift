// The keys of all windows, before any widget gets them. They can be kept back for a moment and are then
// delivered at once, as GDK does it: by the signal of their surface. What comes after them, such as a click,
// cannot overtake them so, and input methods see no difference. (In the display's queue once more, they came
// after a click that was there already.) A click itself is never kept: GTK counts what it does before any
// widget sees it.
//
// A menu and a popover have the keyboard for themselves while they are open, even before their window: so
// each is watched, also those that GTK makes inside a drop-down list or a text field.

import CGtk
import CGtkShim

/// The keys of all windows, and what must not overtake them.
@MainActor
public enum InputEvents {
  /// Called before any widget gets one; returns what goes on now, in this order. What it keeps back it
  /// passes on later with `pass`, or never.
  public static var filter: (@MainActor (InputEvent) -> [InputEvent])?
  /// Something else happens that must not overtake what is kept back: pass it on now.
  public static var onInterruption: (@MainActor () -> Void)?
  /// The pointer does something, and GTK does not know yet.
  public static var onPointer: (@MainActor () -> Void)?
  /// The keyboard goes from one window to another.
  public static var onKeyboardMove: (@MainActor () -> Void)?

  /// Those that have gone on: the popover inside a window sees them, too, and an input method may send one
  /// once more. Each is kept until it is forgotten, so that no other has its address.
  private static var passed: [OpaquePointer] = []
  /// The window or popover that the last one was for; never followed.
  private static var lastNative: Pointer?
  /// How many are being delivered, one by the other.
  private static var depth = 0

  /// Passes on what was kept back.
  public static func pass(_ events: [InputEvent]) {
    for event in events {
      remember(event.event)
      depth += 1
      vitrine_event_deliver(event.event)
      depth -= 1
    }
  }

  private static func remember(_ event: OpaquePointer) {
    passed.append(gdk_event_ref(event))
    if passed.count > 8 { gdk_event_unref(passed.removeFirst()) }
  }

  /// Returns whether the event goes no further for now.
  private static func take(_ event: OpaquePointer, in native: Pointer) -> Bool {
    guard let filter, depth == 0, !passed.contains(event),
      let input = InputEvent(event, native: native)
    else { return false }
    lastNative = native
    let going = filter(input)
    if going.count == 1, going.first === input {
      remember(event)
      return false
    }
    pass(going)
    return true
  }

  // MARK: Watching

  /// Watches all windows and popovers from now on.
  static func watch() { _ = watched }

  private static let watched: Void = hookAll()

  // A function, because only in one does Swift 6.0 see that what is passed into `assumeIsolated` stays there.
  private static func hookAll() {
    hook("realize", of: gtk_widget_get_type()) { _, _, values, _ in
      if let widget = values.flatMap({ g_value_get_object($0) }) {
        nonisolated(unsafe) let widget = widget
        MainActor.assumeIsolated { InputEvents.watch(widget) }
      }
      return 1
    }
    // Before GTK looks where it is, and whatever has the keyboard for itself.
    hook("event", of: gdk_surface_get_type()) { _, count, values, _ in
      if count > 1, let event = values.flatMap({ g_value_peek_pointer($0 + 1) }) {
        nonisolated(unsafe) let event = OpaquePointer(event)
        MainActor.assumeIsolated { InputEvents.look(at: event) }
      }
      return 1
    }
    // On Wayland an input method sends text that is no key.
    hook("commit", of: gtk_im_context_get_type()) { _, _, _, _ in
      MainActor.assumeIsolated { InputEvents.interrupt() }
      return 1
    }
  }

  private static func hook(
    _ signal: String, of type: GType, handler: @escaping GSignalEmissionHook
  ) {
    // A class has no signals before it is used; it stays for the life of the process.
    g_type_class_ref(type)
    g_signal_add_emission_hook(g_signal_lookup(signal, type), 0, handler, nil, nil)
  }

  private static func watch(_ widget: Pointer) {
    let isPopover = isInstance(widget, of: gtk_popover_get_type())
    guard isPopover || isInstance(widget, of: gtk_window_get_type()) else { return }
    if isPopover, let surface = gtk_native_get_surface(OpaquePointer(widget)) {
      // A click beside it closes it, and is seen nowhere else.
      Object(retaining: Pointer(surface)).connectNotify("mapped") {
        if lastNative == widget, gdk_surface_get_mapped(surface) == 0 { interrupt() }
      }
    }
    // It is realised again when it opens again.
    let object = widget.assumingMemoryBound(to: GObject.self)
    guard g_object_get_data(object, key) == nil else { return }
    if isPopover { keepPagesStill(behind: widget) }
    // transfer full, here and when it is added
    let controller = Object(adopting: Pointer(gtk_event_controller_legacy_new()))
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    // The controller is the widget's, which is there whenever it handles an event.
    controller.connectDecision("event") { take($0, in: widget) }
    g_object_ref(controller.pointer)
    gtk_widget_add_controller(widget.assumingMemoryBound(to: GtkWidget.self), controller.opaque)
    g_object_set_data(object, key, controller.pointer)
  }

  private static let key = "vitrine-input-events"

  private static func look(at event: OpaquePointer) {
    guard depth == 0 else { return }
    switch gdk_event_get_event_type(event) {
    case GDK_FOCUS_CHANGE: onKeyboardMove?()
    case GDK_DELETE, GDK_DROP_START: onInterruption?()
    default: if InputEvent.isOfPointer(event) { onPointer?() }
    }
  }

  /// The program closes what the last key was for: nobody has clicked beside it.
  static func forgetPopovers() { lastNative = nil }

  private static func interrupt() { if depth == 0 { onInterruption?() } }
}
