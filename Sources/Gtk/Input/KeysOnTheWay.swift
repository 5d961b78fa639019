// SPDX-License-Identifier: Apache-2.0
// Keys that come before what they are meant for is there: a form is asked for by a key, and takes a moment, in which the
// next keys would still go to what had the keyboard before.

import CGtk

/// Keeps the keys of a window back for a moment, and then lets them go on, to what has the keyboard by then.
@MainActor
public final class KeysOnTheWay {
  private let native: Pointer
  private var kept: [InputEvent] = []
  private var isHolding = false
  /// Counts how often keys were kept back.
  private var number = 0

  /// - Parameter window: outlives this.
  public init(to window: Widget) {
    native = window.pointer
    // transfer full, here and when it is added
    let controller = Object(adopting: Pointer(gtk_event_controller_legacy_new()))
    gtk_event_controller_set_propagation_phase(controller.opaque, GTK_PHASE_CAPTURE)
    controller.connectDecision("event") { [weak self] in self?.take($0) ?? false }
    g_object_ref(controller.pointer)
    gtk_widget_add_controller(window.widget, controller.opaque)
  }

  /// What comes from now on waits, but not for long: nothing may swallow the keys.
  public func hold() {
    isHolding = true
    number += 1
    MainLoop.after(milliseconds: 2_000) { [weak self, number] in
      if self?.number == number { self?.passOn() }
    }
  }

  /// Lets them go on, in their order.
  public func passOn() {
    isHolding = false
    let events = kept
    kept = []
    InputEvents.pass(events)
  }

  private func take(_ event: OpaquePointer) -> Bool {
    guard isHolding else { return false }
    // A click must not overtake the keys before it.
    if InputEvent.isOfPointer(event) {
      passOn()
      return false
    }
    guard let input = InputEvent(event, native: native) else { return false }
    // The release of a key whose press has gone on.
    guard input.isPress || kept.contains(where: { $0.code == input.code }) else { return false }
    kept.append(input)
    return true
  }
}
