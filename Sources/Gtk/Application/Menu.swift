// SPDX-License-Identifier: Apache-2.0
// Menus, which list actions.

import CGtk

/// A menu as data: sections of labelled commands.
@MainActor
public final class Menu: Object {
  /// A command in a menu, with its label.
  public struct Item {
    let label: String
    let action: String
    let keys: String?
    let submenu: Menu?

    /// `action` in its detailed form: `win.close`, `win.layout::grid`. `keys`: shown beside it, if
    /// they are not the shortcut set for the action.
    public init(_ label: String, _ action: String, keys: String? = nil) {
      self.label = label
      self.action = action
      self.keys = keys
      submenu = nil
    }

    /// An item that opens another menu; with an action, only while that is enabled.
    @MainActor
    public init(_ label: String, _ submenu: Menu, enabledWith action: String = "") {
      self.label = label
      self.action = action
      keys = nil
      self.submenu = submenu
    }
  }

  /// A section whose commands change their labels, in every menu that contains it.
  public init(section items: [Item]) {
    // transfer full
    super.init(adopting: Pointer(g_menu_new().unsafelyUnwrapped))
    show(items)
  }

  /// A menu with these sections.
  public convenience init(sections: [[Item]]) {
    self.init(sections: sections.map { Menu(section: $0) })
  }

  /// A menu with these sections, each of which may change.
  public init(sections: [Menu]) {
    // transfer full
    super.init(adopting: Pointer(g_menu_new().unsafelyUnwrapped))
    for section in sections { g_menu_append_section(opaque, nil, section.model) }
  }

  /// Replaces the commands.
  public func show(_ items: [Item]) {
    g_menu_remove_all(opaque)
    for item in items {
      // transfer full
      guard
        let entry = item.submenu.map({ g_menu_item_new_submenu(item.label.asTitle, $0.model) })
          ?? g_menu_item_new(item.label.asTitle, item.action)
      else { continue }
      if item.submenu != nil, !item.action.isEmpty {
        g_menu_item_set_detailed_action(entry, item.action)
      }
      if let keys = item.keys {
        g_menu_item_set_attribute_value(entry, "accel", g_variant_new_string(keys))
      }
      g_menu_append_item(opaque, entry)
      g_object_unref(Pointer(entry))
    }
  }

  var model: UnsafeMutablePointer<GMenuModel> { cast(to: GMenuModel.self) }
}
