// SPDX-License-Identifier: Apache-2.0
// A switch, for what takes effect at once. Quirk: switch-slides. GTK only turns it when its handle has slid to the
// other side, and not at all if its window is closed before that: here it is turned at the beginning.

import CGtk

/// A switch, which is on or off at once.
@MainActor
public final class Switch: Widget {
  /// As far as it was told of. If it is otherwise when the user has turned it, GTK has not waited.
  private var wasOn = false

  /// A switch that is off.
  public init() {
    super.init(fresh: gtk_switch_new())
    connect("activate") { [weak self] in self?.turn() }
    clicks()?.connectPress("released") { [weak self] _, _ in self?.turn() }
  }

  /// Whether it is on. Setting it does not call `onChange`.
  public var isOn: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set {
      wasOn = newValue
      guard newValue != isOn else { return }
      blockingHandlers(of: "notify::active") { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }
  }

  /// The user turned it on or off.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("active", handler)
  }

  // After GTK has begun to slide it.
  private func turn() {
    if isOn == wasOn { gtk_switch_set_active(opaque, isOn ? 0 : 1) }
    wasOn = isOn
  }

  /// GTK's own controller for clicks.
  private func clicks() -> Object? {
    // transfer full, as are its items
    guard let controllers = gtk_widget_observe_controllers(widget) else { return nil }
    defer { g_object_unref(Pointer(controllers)) }
    for position in 0..<g_list_model_get_n_items(controllers) {
      guard let item = g_list_model_get_item(controllers, position) else { continue }
      if isInstance(item, of: gtk_gesture_click_get_type()) { return Object(adopting: item) }
      g_object_unref(item)
    }
    return nil
  }
}
