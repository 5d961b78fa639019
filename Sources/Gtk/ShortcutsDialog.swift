// The window that lists the keyboard shortcuts. GTK only creates it from an interface description,
// so one is generated here.

import CGtk
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

  /// Shows the list over a window.
  public static func present(over window: Window, _ groups: [Group]) {
    let body = groups.map { group in
      let lines = group.shortcuts.map { shortcut in
        object(
          "GtkShortcutsShortcut", ["title": shortcut.title, "accelerator": shortcut.keys],
          children: [])
      }
      return object("GtkShortcutsGroup", ["title": group.title], children: lines)
    }
    let section = object(
      "GtkShortcutsSection", ["section-name": "all", "max-height": "12"], children: body)
    let dialog = object("GtkShortcutsWindow", ["modal": "1"], children: [section], id: "shortcuts")
    let description = "<interface>\(dialog)</interface>"
    // transfer full; what it created lives on as a window until it is closed.
    guard let builder = gtk_builder_new_from_string(description, -1) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(builder)) }
    guard let made = gtk_builder_get_object(builder, "shortcuts") else { return }
    let shortcuts = UnsafeMutableRawPointer(made).assumingMemoryBound(to: GtkWindow.self)
    gtk_window_set_transient_for(shortcuts, window.cast(to: GtkWindow.self))
    gtk_window_set_destroy_with_parent(shortcuts, 1)
    gtk_window_present(shortcuts)
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
    text.replacingOccurrences(of: "&", with: "&amp;")
      .replacingOccurrences(of: "<", with: "&lt;")
      .replacingOccurrences(of: ">", with: "&gt;")
  }
}
