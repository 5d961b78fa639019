// SPDX-License-Identifier: Apache-2.0
// The window that lists the keyboard shortcuts. GTK only creates it from an interface description,
// so one is generated here.

import CGtk
import CGtkShim
import Foundation

/// The window that lists the keyboard shortcuts.
@MainActor
public enum ShortcutsDialog {
  /// A heading and the shortcuts below it.
  public struct Group {
    let title: String
    let shortcuts: [(title: String, keys: String)]

    /// `keys` in GTK's notation, `<Control>n`.
    public init(_ title: String, _ shortcuts: [(title: String, keys: String)]) {
      self.title = title
      self.shortcuts = shortcuts
    }
  }

  /// What is shown at once, by its title.
  public struct Page {
    let title: String
    let groups: [Group]

    /// At most twice 15 lines, headings included: GTK would put the rest on pages without a title.
    public init(_ title: String, _ groups: [Group]) {
      self.title = title
      self.groups = groups
    }
  }

  /// Shows the list over a window, with the first page on top. The title is what a screen reader says, and
  /// `search` what it says of the button that opens the search.
  public static func present(
    over window: Window, titled title: String, search: String, pages: [Page]
  ) {
    // Each takes 5 MB.
    if let open = openWindow(of: gtk_shortcuts_window_get_type()) {
      return gtk_window_present(open)
    }
    let sections = pages.enumerated().map { number, page in
      object(
        "GtkShortcutsSection",
        ["section-name": "\(number)", "title": page.title, "max-height": "15"],
        children: groups(page))
    }
    // Quirk: shortcuts-window. GTK gives it no role in particular, and a screen reader does not say the name of that.
    let dialog = object(
      "GtkShortcutsWindow", ["accessible-role": "window", "modal": "1"], children: sections,
      id: "shortcuts")
    let description = "<interface>\(dialog)</interface>"
    // transfer full; what it created lives on as a window until it is closed.
    guard let builder = gtk_builder_new_from_string(description, -1) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let made = gtk_builder_get_object(builder, "shortcuts") else { return }
    // Quirk: shortcuts-window. GTK shows the last page that has two columns.
    var first = GValue()
    g_value_init(&first, vitrine_type_string())
    g_value_set_string(&first, "0")
    g_object_set_property(made, "section-name", &first)
    g_value_unset(&first)
    let shortcuts = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_title(shortcuts, title)
    gtk_window_set_transient_for(shortcuts, window.cast(to: GtkWindow.self))
    gtk_window_set_destroy_with_parent(shortcuts, 1)
    if let titlebar = gtk_window_get_titlebar(shortcuts) { name(search, buttonIn: titlebar) }
    gtk_window_present(shortcuts)
  }

  /// Quirk: shortcuts-window. GTK 4.8 gives its button only an icon. The other one there leads to the pages, and has
  /// a text.
  private static func name(_ name: String, buttonIn widget: UnsafeMutablePointer<GtkWidget>) {
    if isInstance(widget, of: gtk_toggle_button_get_type()) {
      let button = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkButton.self)
      guard gtk_button_get_icon_name(button) != nil else { return }
      vitrine_accessible_set_label(widget, name)
      return gtk_widget_set_tooltip_text(widget, name)
    }
    var child = gtk_widget_get_first_child(widget)
    while let next = child {
      Self.name(name, buttonIn: next)
      child = gtk_widget_get_next_sibling(next)
    }
  }

  private static func groups(_ page: Page) -> [String] {
    page.groups.map { group in
      let lines = group.shortcuts.map { shortcut in
        object(
          "GtkShortcutsShortcut", ["title": shortcut.title, "accelerator": shortcut.keys],
          children: [])
      }
      return object("GtkShortcutsGroup", ["title": group.title], children: lines)
    }
  }

  private static func object(
    _ name: String, _ properties: [String: String], children: [String], id: String? = nil
  ) -> String {
    let values = properties.sorted { $0.key < $1.key }
      .map { "<property name='\($0.key)'>\(escaped($0.value))</property>" }.joined()
    let inner = children.map { "<child>\($0)</child>" }.joined()
    let identity = id.map { " id='\($0)'" } ?? ""
    return "<object class='\(name)'\(identity)>\(values)\(inner)</object>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;", options: .literal)
      .replacingOccurrences(of: "<", with: "&lt;", options: .literal)
      .replacingOccurrences(of: ">", with: "&gt;", options: .literal)
  }
}
