// SPDX-License-Identifier: Apache-2.0
// Chooses by a mark: yes or no, or one of a few.

import CGtk
import CGtkShim

/// One of several choices, with anything in it; choosing one unchooses the others of its group.
@MainActor
public final class ChoiceButton: Widget {
  /// A choice of the same group as another one, or the first of its group.
  public init(_ content: Widget, in group: ChoiceButton? = nil) {
    // Quirk: radio-role. GTK calls it a check box, also in a group.
    super.init(fresh: vitrine_check_button_new_with_role(GTK_ACCESSIBLE_ROLE_RADIO))
    gtk_check_button_set_child(button, content.widget)
    if let group { gtk_check_button_set_group(button, group.button) }
    // The dot stands beside the first line.
    gtk_widget_set_valign(gtk_widget_get_first_child(widget), GTK_ALIGN_START)
  }

  private var button: UnsafeMutablePointer<GtkCheckButton> { cast(to: GtkCheckButton.self) }

  /// Whether it is the chosen one. Setting it does not call `onChoose`.
  public var isChosen: Bool {
    get { gtk_check_button_get_active(button) != 0 }
    set {
      guard newValue != isChosen else { return }
      blockingHandlers(of: "toggled") { gtk_check_button_set_active(button, newValue ? 1 : 0) }
    }
  }

  /// The user chose it.
  public func onChoose(_ handler: @escaping @MainActor () -> Void) {
    connect("toggled") { [weak self] in if self?.isChosen == true { handler() } }
  }
}
