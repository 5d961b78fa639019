// Controls for choosing rather than typing.

import CGtk
import CGtkShim

/// A button that shows one of several texts and opens a list of them.
@MainActor
public final class DropDown: Widget {
  /// A drop-down with these texts; the first is chosen.
  public init(_ texts: [String]) {
    let list = gtk_string_list_new(nil)
    for text in texts { gtk_string_list_append(list, text) }
    // The drop-down takes the list over.
    super.init(fresh: gtk_drop_down_new(list, nil))
    // GTK 4.10 and newer name it after the chosen text, which would count more than its name.
    gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
  }

  /// Adds a text at the end.
  public func append(_ text: String) {
    gtk_string_list_append(gtk_drop_down_get_model(opaque), text)
  }

  /// The index of the chosen text.
  public var position: Int {
    get { Int(gtk_drop_down_get_selected(opaque)) }
    set {
      guard newValue != position else { return }
      blockingHandlers(of: "notify::selected") {
        gtk_drop_down_set_selected(opaque, UInt32(clamping: newValue))
      }
    }
  }

  /// The user chose another text; setting `position` does not count.
  public func onChange(_ handler: @escaping @MainActor () -> Void) {
    connectNotify("selected", handler)
  }
}

/// One of several choices, with anything in it; choosing one unchooses the others of its group.
@MainActor
public final class ChoiceButton: Widget {
  /// A choice of the same group as another one, or the first of its group.
  public init(_ content: Widget, in group: ChoiceButton? = nil) {
    // GTK 4.8 calls it a check box, also in a group.
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
