// SPDX-License-Identifier: Apache-2.0
// The keys of all windows, before any widget gets them, for as long as there is a gate for them. They can be kept back
// for a moment and are then delivered at once, as GDK does it: by the signal of their surface. What comes after them,
// such as a click, cannot overtake them that way, and input methods see no difference. (Put back into the display's queue,
// they would come after a click that is there already.) A click itself is never kept: GTK counts what it does before any
// widget sees it.
//
// A menu and a popover have the keyboard for themselves while they are open, even before their window: so
// each is watched, also those that GTK makes inside a drop-down list or a text field.

import CGtk
import CGtkShim

/// The keys of all windows, and what must not overtake them.
@MainActor
public enum InputEvents {
  /// What they go through; nil for nothing, and then nothing is looked at.
  public static weak var gate: (any KeyGate)? {
    didSet {
      if gate == nil {
        hooks.forEach { $0.remove() }
        hooks = []
      } else if hooks.isEmpty {
        hooks = makeHooks()
        watchWhatIsOpen()
      }
    }
  }

  private static var hooks: [EmissionHook] = []

  /// Events that have gone on: a popover inside the window sees them, too, and an input method may send one
  /// again. Each is retained until it is forgotten, so that no other event gets its address.
  private static var passed: [OpaquePointer] = []
  /// The window or popover that the last key was for; only compared, never dereferenced.
  private static var lastNative: Pointer?
  /// How many deliveries are under way, one inside the other.
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
    guard let gate, depth == 0, !passed.contains(event),
      let input = InputEvent(event, native: native)
    else { return false }
    lastNative = native
    let going = gate.take(input)
    if going.count == 1, going.first === input {
      remember(event)
      return false
    }
    pass(going)
    return true
  }

  // MARK: Watching

  // A function, because Swift 6.0 sees only in one that what is passed into `assumeIsolated` stays there.
  private static func makeHooks() -> [EmissionHook] {
    let realized = EmissionHook("realize", of: gtk_widget_get_type()) { _, _, values, _ in
      if let widget = values.flatMap({ g_value_get_object($0) }) {
        nonisolated(unsafe) let widget = widget
        MainActor.assumeIsolated { InputEvents.watch(widget) }
      }
      return 1
    }
    // Called before GTK looks what the event is for, whatever has grabbed the keyboard.
    let surface = EmissionHook("event", of: gdk_surface_get_type()) { _, count, values, _ in
      if count > 1, let event = values.flatMap({ g_value_peek_pointer($0 + 1) }) {
        nonisolated(unsafe) let event = OpaquePointer(event)
        MainActor.assumeIsolated { InputEvents.look(at: event) }
      }
      return 1
    }
    // On Wayland an input method sends text that is no key.
    let text = EmissionHook("commit", of: gtk_im_context_get_type()) { _, _, _, _ in
      MainActor.assumeIsolated { InputEvents.interrupt() }
      return 1
    }
    return [realized, surface, text]
  }

  private static func watchWhatIsOpen() {
    // transfer container
    let windows = gtk_window_list_toplevels()
    defer { g_list_free(windows) }
    var place = windows
    while let link = place?.pointee {
      if let window = link.data { watchAll(in: window.assumingMemoryBound(to: GtkWidget.self)) }
      place = link.next
    }
  }

  private static func watchAll(in widget: UnsafeMutablePointer<GtkWidget>) {
    if gtk_widget_get_realized(widget) != 0 { watch(Pointer(widget)) }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      watchAll(in: next)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  private static func watch(_ widget: Pointer) {
    let isPopover = isInstance(widget, of: gtk_popover_get_type())
    guard isPopover || isInstance(widget, of: gtk_window_get_type()) else { return }
    if isPopover, let surface = gtk_native_get_surface(OpaquePointer(widget)) {
      // A click beside the popover closes it, and is seen nowhere else.
      Object(retaining: Pointer(surface)).connectNotify("mapped") {
        if lastNative == widget, gdk_surface_get_mapped(surface) == 0 { interrupt() }
      }
    }
    // It is realised again when it opens again.
    let object = widget.assumingMemoryBound(to: GObject.self)
    guard g_object_get_data(object, key) == nil else { return }
    // transfer full, here and when it is added
    let controller = Object(adopting: Pointer(gtk_event_controller_legacy_new()))
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    // The controller is the widget's, which is there whenever it handles an event. It stays when there is no gate
    // any more, and lets everything through.
    controller.connectDecision("event") { take($0, in: widget) }
    g_object_ref(controller.pointer)
    gtk_widget_add_controller(widget.assumingMemoryBound(to: GtkWidget.self), controller.opaque)
    g_object_set_data(object, key, controller.pointer)
  }

  private static let key = "vitrine-input-events"

  private static func look(at event: OpaquePointer) {
    guard depth == 0 else { return }
    switch gdk_event_get_event_type(event) {
    case GDK_FOCUS_CHANGE: gate?.keyboardMoves()
    case GDK_DELETE, GDK_DROP_START: gate?.interrupt()
    default: if InputEvent.isOfPointer(event) { gate?.pointerComes() }
    }
  }

  /// Called when the program closes what the last key was for, so that it is not taken for a click beside it.
  static func forgetPopovers() { lastNative = nil }

  private static func interrupt() { if depth == 0 { gate?.interrupt() } }
}
