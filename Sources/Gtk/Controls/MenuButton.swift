// SPDX-License-Identifier: Apache-2.0
// A button that opens a menu. The menu's widgets are made when it is opened: most menus of a window never are.

import CGtk

/// A button that opens a menu.
@MainActor
public final class MenuButton: Widget {
  /// `isPrimary`: the window's main menu, which F10 opens. The menu's widgets are made when it is opened
  /// for the first time.
  public init(icon: String, label: String, menu: Menu, isPrimary: Bool = false) {
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_icon_name(opaque, icon)
    gtk_menu_button_set_primary(opaque, isPrimary ? 1 : 0)
    open(menu)
    tooltip(label).accessibleName(label)
  }

  /// One that says in a word what it opens.
  ///
  /// - Parameters:
  ///   - text: what it shows; an underscore marks the key.
  ///   - label: the same at length, for the tooltip and for screen readers.
  ///   - menu: what it opens.
  public init(text: String, label: String, menu: Menu) {
    super.init(fresh: gtk_menu_button_new())
    gtk_menu_button_set_label(opaque, text.asTitle)
    gtk_menu_button_set_use_underline(opaque, 1)
    open(menu)
    tooltip(label).accessibleName(label)
  }

  private func open(_ menu: Menu) {
    // A click leaves the keyboard where it is, and so does the menu when it closes.
    gtk_widget_set_focus_on_click(widget, 0)
    if let button = gtk_widget_get_first_child(widget) { gtk_widget_set_focus_on_click(button, 0) }
    // It keeps a reference of the menu.
    gtk_menu_button_set_create_popup_func(
      opaque,
      { button, data in
        nonisolated(unsafe) let (button, data) = (button, data)
        MainActor.assumeIsolated {
          guard let button, let data, gtk_menu_button_get_popover(button) == nil else { return }
          gtk_menu_button_set_menu_model(
            button, data.assumingMemoryBound(to: GMenuModel.self))
          takeFocusFromClosedMenu(of: button)
        }
      }, g_object_ref(menu.pointer), { g_object_unref($0) })
  }
}

/// Quirk: submenu-focus. After something in a submenu was chosen, GTK before 4.16 leaves the window without a focus that keys
/// could go to: no shortcut works any longer.
@MainActor
private func takeFocusFromClosedMenu(of button: OpaquePointer) {
  guard let popover = gtk_menu_button_get_popover(button) else { return }
  Object(retaining: Pointer(popover)).connect("closed") {
    let owner = Object(retaining: Pointer(button))
    MainLoop.whenIdle {
      let button = owner.cast(to: GtkWidget.self)
      guard let root = gtk_widget_get_root(button) else { return }
      let focus = gtk_root_get_focus(root)
      guard focus.map({ gtk_widget_get_mapped($0) == 0 }) ?? true,
        !giveFocusBack(in: Pointer(root))
      else { return }
      movingFocus(to: button) { _ = gtk_widget_grab_focus(button) }
    }
  }
}
