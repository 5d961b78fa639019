// SPDX-License-Identifier: Apache-2.0
// Shows and hides a widget gradually.

import CGtk
import CGtkShim

/// Reveals and hides a message.
@MainActor
public final class Revealer: Widget {
  /// How the message appears.
  public enum Transition: Sendable {
    /// It slides down from above.
    case slideDown
    /// It fades in.
    case crossfade
  }

  /// A screen reader reads the labels in its message aloud when it appears.
  public init(alert transition: Transition) {
    super.init(fresh: vitrine_revealer_new_with_role(GTK_ACCESSIBLE_ROLE_ALERT))
    gtk_widget_set_visible(widget, 0)
    // The revealer is alive whenever it signals; its wrapper may be gone by then.
    let (widget, revealer) = (widget, opaque)
    connectNotify("child-revealed") {
      if gtk_revealer_get_child_revealed(revealer) == 0 { gtk_widget_set_visible(widget, 0) }
    }
    gtk_revealer_set_transition_type(
      opaque,
      transition == .slideDown
        ? GTK_REVEALER_TRANSITION_TYPE_SLIDE_DOWN : GTK_REVEALER_TRANSITION_TYPE_CROSSFADE)
  }

  /// What it reveals: most messages are never shown, and need not be made before.
  public func setMessage(_ message: Widget) { gtk_revealer_set_child(opaque, message.widget) }

  /// While it has nothing to show, it is not visible at all: the pointer reaches what is below, and
  /// screen readers notice when it comes back.
  public var isRevealed: Bool {
    get { gtk_revealer_get_reveal_child(opaque) != 0 }
    set {
      if newValue { isVisible = true }
      gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0)
    }
  }
}
