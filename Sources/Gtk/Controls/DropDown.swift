// SPDX-License-Identifier: Apache-2.0
// Chooses one of a few things from a list that opens.

import CGtk
import CGtkShim

/// A button that shows one of several texts and opens a list of them.
@MainActor
public final class DropDown: Widget {
  /// A drop-down with these texts; the first is chosen.
  public init(_ texts: [String]) {
    let list = gtk_string_list_new(nil)
    for text in texts { gtk_string_list_append(list, text.asTitle) }
    // The drop-down takes the list over.
    super.init(fresh: gtk_drop_down_new(list, nil))
    // Quirk: drop-down-name. GTK names it after the chosen text, which would count more than its name.
    gtk_accessible_reset_relation(opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    // Quirk: drop-down-focus. Its button does not take the keyboard when it is clicked: when the list closes, the
    // keyboard would go back to where it was before, and a page scroll there.
    if let button = gtk_widget_get_first_child(widget) { gtk_widget_set_focus_on_click(button, 1) }
  }

  /// The name for screen readers, also of the button in it, which is what has the keyboard.
  @discardableResult
  public override func accessibleName(_ name: String) -> Self {
    super.accessibleName(name)
    nameButton(name)
    return self
  }

  func nameButton(_ name: String) {
    if let button = gtk_widget_get_first_child(widget) {
      vitrine_accessible_set_label(button, name.laidOut)
    }
  }

  public override func setAccessibleDescription(_ description: String) {
    super.setAccessibleDescription(description)
    if let button = gtk_widget_get_first_child(widget) {
      vitrine_accessible_set_description(button, description.laidOut)
    }
  }

  /// An entry above the list finds texts that begin with what is typed, for a list too long to look through.
  @discardableResult
  public func searchable() -> Self {
    // The drop-down takes the expression over: transfer full.
    gtk_drop_down_set_expression(
      opaque, gtk_property_expression_new(gtk_string_object_get_type(), nil, "string"))
    gtk_drop_down_set_enable_search(opaque, 1)
    return self
  }

  /// Shows other texts, of which one is chosen. Does not call `onChange`.
  public func show(_ texts: [String], chosen: Int) {
    blockingHandlers(of: "notify::selected") {
      // transfer full; the drop-down takes a reference of its own
      let list = Object(adopting: Pointer(gtk_string_list_new(nil).unsafelyUnwrapped))
      for text in texts { gtk_string_list_append(list.opaque, text.asTitle) }
      gtk_drop_down_set_model(opaque, list.opaque)
      gtk_drop_down_set_selected(opaque, UInt32(clamping: chosen))
    }
  }

  /// Adds a text at the end.
  public func append(_ text: String) {
    gtk_string_list_append(gtk_drop_down_get_model(opaque), text.asTitle)
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
