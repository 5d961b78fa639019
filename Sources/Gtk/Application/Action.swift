// SPDX-License-Identifier: Apache-2.0
// Commands with names, for menus, shortcuts and screen readers. GTK puts the actions of an application and of its
// windows on the session bus, where every program can call them: so ours are in groups of their own.

import CGtk
import CGtkShim

/// What commands can be added to: the application (`app.`) or a window (`win.`).
@MainActor
public protocol ActionGroup: AnyObject {
  /// Those that were added.
  var actions: ActionMap { get }
}

/// Commands by their names. No other program can call them.
@MainActor
public final class ActionMap: Object {
  /// An empty one.
  public init() {
    // transfer full
    super.init(adopting: Pointer(g_simple_action_group_new().unsafelyUnwrapped))
  }

  func add(_ action: Action) { g_action_map_add_action(opaque, action.opaque) }
}

extension ActionGroup {
  /// Adds a command. The handler must hold its window weakly.
  @discardableResult
  public func addAction(_ name: String, _ handler: @escaping @MainActor () -> Void) -> Action {
    let action = Action(name: name, takesString: false, state: nil)
    action.connectArgument("activate") { _ in handler() }
    actions.add(action)
    return action
  }

  /// Adds a command with a parameter that says which thing is meant.
  @discardableResult
  public func addAction(
    _ name: String, taking handler: @escaping @MainActor (String) -> Void
  ) -> Action {
    let action = Action(name: name, takesString: true, state: nil)
    action.connectString(handler)
    actions.add(action)
    return action
  }

  /// Adds a choice between several values; menus mark the current one.
  @discardableResult
  public func addChoice(
    _ name: String, value: String, _ handler: @escaping @MainActor (String) -> Void
  ) -> Action {
    let action = Action(name: name, takesString: true, state: value)
    action.connectString(handler)
    actions.add(action)
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
    actions.add(action)
    return action
  }
}

/// Those of one widget.
@MainActor
private final class OwnActions: ActionGroup {
  let actions = ActionMap()
}

extension Widget {
  /// Menus, buttons and keys in this widget find these commands under their names with `prefix` before them.
  func offer(_ actions: ActionMap, as prefix: String) {
    gtk_widget_insert_action_group(widget, prefix, actions.opaque)
  }

  /// What can be done with it, for screen readers: they are told of these names, with `prefix` before them, and need
  /// neither a menu nor a key.
  public func offer(
    _ names: [String], as prefix: String, _ run: @escaping @MainActor (_ name: String) -> Void
  ) {
    let own = OwnActions()
    for name in names { own.addAction(name) { run(name) } }
    offer(own.actions, as: prefix)
  }

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
