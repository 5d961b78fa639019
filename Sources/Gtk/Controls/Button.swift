// SPDX-License-Identifier: Apache-2.0
// What is pressed.

import CGtk
import CGtkShim

/// A button with a text or an icon.
@MainActor
public class Button: Widget {
  private var text: Label?

  /// A letter after `_` presses the button together with Alt.
  public init(_ label: String) {
    // Our own label. Quirk: button-label. GTK reports its own to screen readers both as a name and as a label,
    // so they say it twice.
    super.init(fresh: gtk_button_new())
    addLabel(label)
  }

  func addLabel(_ label: String) {
    let text = Label().centered()
    self.text = text
    show(label, in: text)
    gtk_button_set_child(cast(to: GtkButton.self), text.widget)
    gtk_widget_add_css_class(widget, "text-button")
    accessibleName(label.onButton.replacingOccurrences(of: "_", with: ""))
  }

  /// An icon button; `label` is its accessible name and its tooltip.
  public init(icon: String, label: String) {
    super.init(fresh: gtk_button_new_from_icon_name(icon))
    tooltip(label).accessibleName(label)
  }

  /// A button with a content of its own, and a name for screen readers.
  public init(child: Widget, label: String) {
    super.init(fresh: gtk_button_new())
    gtk_button_set_child(cast(to: GtkButton.self), child.widget)
    accessibleName(label)
  }

  override init(fresh widget: UnsafeMutablePointer<GtkWidget>) { super.init(fresh: widget) }

  private func show(_ label: String, in text: Label) {
    vitrine_label_show_mnemonic(text.widget, label.onButton)
  }

  /// Changes the label of a button that has one.
  public func setLabel(_ label: String) {
    guard let text else { return }
    show(label, in: text)
    accessibleName(label.onButton.replacingOccurrences(of: "_", with: ""))
  }

  /// Truncates a long label in its middle: what it ends with stays. All of it appears when the pointer
  /// rests over it.
  @discardableResult
  public func ellipsized() -> Self {
    if let text { gtk_label_set_ellipsize(text.ellipsized().opaque, PANGO_ELLIPSIZE_MIDDLE) }
    return self
  }

  /// Changes the icon of a button that has one; `label` is its accessible name and its tooltip.
  public func setIcon(_ icon: String, label: String) {
    gtk_button_set_icon_name(cast(to: GtkButton.self), icon)
    tooltip(label).accessibleName(label)
  }

  /// It was clicked, or activated with the keyboard.
  public func onClick(_ handler: @escaping @MainActor () -> Void) { connect("clicked", handler) }

  /// Pressing it activates a command of the window or the application.
  @discardableResult
  public func action(_ name: String) -> Self {
    gtk_actionable_set_action_name(opaque, name)
    return self
  }

  /// Pressing it chooses a value.
  @discardableResult
  public func action(_ detailed: (name: String, value: String)) -> Self {
    gtk_actionable_set_action_name(opaque, detailed.name)
    // The floating variant is sunk by the call.
    gtk_actionable_set_action_target_value(opaque, g_variant_new_string(detailed.value))
    return self
  }
}

/// A button that stays pressed.
@MainActor
public final class ToggleButton: Button {
  /// A toggle button with an icon, and a label for screen readers.
  public init(toggleIcon icon: String, label: String) {
    super.init(fresh: gtk_toggle_button_new())
    gtk_button_set_icon_name(cast(to: GtkButton.self), icon)
    tooltip(label).accessibleName(label)
  }

  /// One of several with a text, of which one is pressed; those of its group have the same `first`.
  public init(choice label: String, besides first: ToggleButton?) {
    super.init(fresh: gtk_toggle_button_new())
    addLabel(label)
    if let first {
      gtk_toggle_button_set_group(
        cast(to: GtkToggleButton.self), first.cast(to: GtkToggleButton.self))
    }
  }

  /// Whether it is pressed. Setting it does not call `onToggle`.
  public var isOn: Bool {
    get { gtk_toggle_button_get_active(cast(to: GtkToggleButton.self)) != 0 }
    set {
      guard newValue != isOn else { return }
      blockingHandlers(of: "toggled") {
        gtk_toggle_button_set_active(cast(to: GtkToggleButton.self), newValue ? 1 : 0)
      }
    }
  }

  /// The user pressed it, or another one of its group.
  public func onToggle(_ handler: @escaping @MainActor () -> Void) { connect("toggled", handler) }
}
