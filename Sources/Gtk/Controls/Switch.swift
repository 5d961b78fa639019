// A switch, for what takes effect at once.

import CGtk

/// A switch, which is on or off at once.
@MainActor
public final class Switch: Widget {
  /// A switch that is off.
  public init() { super.init(fresh: gtk_switch_new()) }

  /// Whether it is on. Setting it does not call `onChange`.
  public var isOn: Bool {
    get { gtk_switch_get_active(opaque) != 0 }
    set {
      guard newValue != isOn else { return }
      blockingHandlers(of: "notify::active") { gtk_switch_set_active(opaque, newValue ? 1 : 0) }
    }
  }

  /// The user turned it on or off.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("active", handler)
  }
}
