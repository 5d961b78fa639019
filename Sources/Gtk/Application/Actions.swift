// Commands with names, for menus, shortcuts and screen readers, and the menus that list them.

import CGtk
import CGtkShim

/// Something commands can be added to: the application (`app.`) or a window (`win.`).
@MainActor
public protocol ActionGroup: AnyObject {}

extension ActionGroup where Self: Object {
  /// Adds a command. The handler must hold its window weakly.
  @discardableResult
  public func addAction(_ name: String, _ handler: @escaping @MainActor () -> Void) -> Action {
    let action = Action(name: name, takesString: false, state: nil)
    action.connectArgument("activate") { _ in handler() }
    g_action_map_add_action(opaque, action.opaque)
    return action
  }

  /// Adds a command with a parameter that says which thing is meant.
  @discardableResult
  public func addAction(
    _ name: String, taking handler: @escaping @MainActor (String) -> Void
  ) -> Action {
    let action = Action(name: name, takesString: true, state: nil)
    action.connectString(handler)
    g_action_map_add_action(opaque, action.opaque)
    return action
  }

  /// Adds a choice between several values; menus mark the current one.
  @discardableResult
  public func addChoice(
    _ name: String, value: String, _ handler: @escaping @MainActor (String) -> Void
  ) -> Action {
    let action = Action(name: name, takesString: true, state: value)
    action.connectString(handler)
    g_action_map_add_action(opaque, action.opaque)
    return action
  }

  /// Adds a switch; buttons and menus show whether it is on.
  @discardableResult
  public func addSwitch(
    _ name: String, isOn: Bool, _ handler: @escaping @MainActor () -> Void
  ) -> Action {
    // The floating state is sunk by the action; the result is transfer full.
    let action = Action(
      adopting: Pointer(
        g_simple_action_new_stateful(name, nil, g_variant_new_boolean(isOn ? 1 : 0))
          .unsafelyUnwrapped))
    action.connectArgument("activate") { _ in handler() }
    g_action_map_add_action(opaque, action.opaque)
    return action
  }
}

extension Widget {
  /// Runs a command of the window or the application that takes a parameter.
  public func runAction(_ name: String, _ parameter: String) {
    // The floating variant is sunk by the call.
    gtk_widget_activate_action_variant(widget, name, g_variant_new_string(parameter))
  }
}

/// A command that can be disabled, or a choice with a value.
@MainActor
public final class Action: Object {
  override init(adopting pointer: UnsafeMutableRawPointer) { super.init(adopting: pointer) }

  init(name: String, takesString: Bool, state: String?) {
    // The type and the floating state are copied or sunk by the action; the type is ours to free.
    let type = takesString ? g_variant_type_new("s") : nil
    defer { if let type { g_variant_type_free(type) } }
    let action =
      state.map { g_simple_action_new_stateful(name, type, g_variant_new_string($0)) }
      ?? g_simple_action_new(name, type)
    // transfer full
    super.init(adopting: Pointer(action.unsafelyUnwrapped))
  }

  /// Whether it can be run; menus and buttons show it.
  public var isEnabled: Bool {
    get { g_action_get_enabled(opaque) != 0 }
    set { g_simple_action_set_enabled(opaque, newValue ? 1 : 0) }
  }

  /// Changes the current value without running the handler.
  public func show(value: String) {
    g_simple_action_set_state(opaque, g_variant_new_string(value))
  }

  /// Shows a switch as on or off without running the handler.
  public func show(isOn: Bool) {
    g_simple_action_set_state(opaque, g_variant_new_boolean(isOn ? 1 : 0))
  }

  func connectString(_ handler: @escaping @MainActor (String) -> Void) {
    connectArgument("activate") { argument in
      guard let argument, let text = g_variant_get_string(OpaquePointer(argument), nil) else {
        return
      }
      handler(String(cString: text))
    }
  }
}

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
        let entry = item.submenu.map({ g_menu_item_new_submenu(item.label, $0.model) })
          ?? g_menu_item_new(item.label, item.action)
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
