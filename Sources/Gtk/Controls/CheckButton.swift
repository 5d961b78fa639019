// SPDX-License-Identifier: Apache-2.0
// A box with a check mark.

import CGtk

/// Something that is chosen or not, whatever else is.
@MainActor
public final class CheckButton: Widget {
  /// One without a mark, and without a text.
  public init() { super.init(fresh: gtk_check_button_new()) }

  /// One with a text beside it, which sets it, too. A letter after an underscore is its key.
  public init(_ text: String) {
    super.init(fresh: gtk_check_button_new_with_mnemonic(text.onButton))
  }

  private var button: UnsafeMutablePointer<GtkCheckButton> { cast(to: GtkCheckButton.self) }

  /// Whether it has the mark. Setting it does not call `onToggle`.
  public var isOn: Bool {
    get { gtk_check_button_get_active(button) != 0 }
    set {
      guard newValue != isOn else { return }
      blockingHandlers(of: "toggled") { gtk_check_button_set_active(button, newValue ? 1 : 0) }
    }
  }

  /// The user set the mark or took it away.
  public func onToggle(_ handler: @escaping @MainActor () -> Void) { connect("toggled", handler) }
}
