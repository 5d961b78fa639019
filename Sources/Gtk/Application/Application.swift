// SPDX-License-Identifier: Apache-2.0
// GtkApplication: one process per session bus name, with its actions, shortcuts and lifecycle.

import CGtk
import CGtkShim
import Foundation

/// The process as the desktop knows it: its name on the bus, its actions and shortcuts, its life.
@MainActor
public final class Application: Object, ActionGroup {
  /// What its windows offer as `app.`.
  public let actions = ActionMap()
  private let id: String
  private let isService: Bool
  private lazy var session = SessionManagerClient(applicationID: id, delegate: self)
  private var machine: LoginManagerClient?
  private var mayEnd, willEnd: (@MainActor () -> Void)?

  /// `isService`: started by the bus, to wait for requests instead of showing a window. A session
  /// manager asks every application before it logs out: see `onQueryEnd`.
  public init(id: String, isService: Bool) {
    // transfer full
    let application: UnsafeMutablePointer<GtkApplication> = gtk_application_new(
      id, vitrine_application_flags(isService ? 1 : 0))
    (self.id, self.isService) = (id, isService)
    super.init(adopting: application)
    onStartup { [weak self] in
      guard let self else { return }
      // Borrowed from the application.
      session.register(on: g_application_get_dbus_connection(cast(to: GApplication.self)))
      machine?.register()
    }
  }

  /// Whether there is a display. Must be checked before `run`, which would otherwise end the
  /// process with a message of its own.
  public static func hasDisplay() -> Bool {
    gtk_init_check() != 0
  }

  /// Whether there is a session bus, which makes the application unique and serves screen readers.
  public static func hasSessionBus() -> Bool {
    // transfer full; if nobody else has it, this closes the connection.
    guard let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return false }
    g_object_unref(Pointer(connection))
    return true
  }

  /// Turns accessibility off; call it before opening the display. Without a session bus, GTK would
  /// try to announce every widget, with a complaint for each.
  public static func doWithoutAccessibility() {
    setenv("GTK_A11Y", "none", 1)
  }

  /// The program's name in window lists; desktops match it against the desktop entry.
  public static func setProgramName(_ name: String) {
    g_set_prgname(name)
  }

  /// Called once, before the first window.
  public func onStartup(_ handler: @escaping @MainActor () -> Void) { connect("startup", handler) }
  /// Called when the user starts the application, also while it is running.
  public func onActivate(_ handler: @escaping @MainActor () -> Void) {
    connect("activate", handler)
  }
  /// Called once, after the last window.
  public func onShutdown(_ handler: @escaping @MainActor () -> Void) {
    connect("shutdown", handler)
  }
  /// Links and files the application was asked to open, as URIs.
  public func onOpen(_ handler: @escaping @MainActor ([String]) -> Void) { connectOpen(handler) }
  /// The desktop session is about to end.
  public func onQueryEnd(_ handler: @escaping @MainActor () -> Void) { mayEnd = handler }

  /// The desktop session ends, and this program with it.
  public func onSessionEnd(_ handler: @escaping @MainActor () -> Void) { willEnd = handler }

  /// The machine is about to sleep or to shut down, and waits some seconds for this to return. `reason`:
  /// what is shown for this delay. Call it before the application is registered.
  public func beforeSleep(
    _ reason: String, _ handler: @escaping @MainActor () async -> Void
  ) {
    machine = LoginManagerClient(applicationID: id, reason: reason, prepare: handler)
  }

  /// Asks the session manager not to log out yet, for a reason that it shows. Nil if there is no
  /// session manager that can be asked.
  public func inhibitLogOut(_ reason: String) -> Inhibition? { session.inhibit(reason) }

  /// Lets the log-out continue.
  public func end(_ inhibition: Inhibition) { session.end(inhibition) }

  /// A request not to log out yet.
  @MainActor
  public final class Inhibition {
    /// What the session manager calls it, once it has answered.
    var cookie: UInt32?
    var isOver = false
  }

  /// Kept until the process ends. Quirk: released-application. GLib complains about one that is released while it is
  /// registered, as it is after a request was only passed on.
  private static var registered: Application?

  /// Claims the name on the bus. Returns an error message, or nil.
  public func register() -> String? {
    Self.registered = self
    if isService, let bus = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) {
      // It is GApplication's, too, and stays until the process ends. Before anything can come from there.
      vitrine_watch_calls(bus)
    }
    var problem: String?
    for _ in 1...5 {
      var error: UnsafeMutablePointer<GError>?
      guard g_application_register(cast(to: GApplication.self), nil, &error) == 0 else {
        if isService { activateIfNobodyAsks() }
        return nil
      }
      // transfer full
      defer { g_error_free(error) }
      problem = error.map { String(cString: $0.pointee.message) } ?? "unknown"
      // A process that was killed keeps its name until the system has cleaned up: a call in that time is
      // not answered, and then the name is free.
      let hasEnded = [G_DBUS_ERROR_NO_REPLY, G_DBUS_ERROR_NAME_HAS_NO_OWNER].contains {
        g_error_matches(error, g_dbus_error_quark(), Int32($0.rawValue)) != 0
      }
      guard hasEnded else { break }
    }
    return problem
  }

  /// Quirk: lost-request. Whoever has the bus start this process may be gone before it is there, and the bus forgets what
  /// such a one has asked. A start for nothing can only have been for a window.
  private func activateIfNobodyAsks() {
    MainLoop.after(milliseconds: 3_000) { [weak self] in
      guard let self, !isRemote, vitrine_was_called() == 0 else { return }
      activate()
    }
  }

  /// Whether another process is already running this application and receives our requests.
  public var isRemote: Bool {
    g_application_get_is_remote(cast(to: GApplication.self)) != 0
  }

  /// Runs until `quit` or until nothing holds the application. `arguments`: links to open.
  public func run(programName: String, opening arguments: [String]) -> Int32 {
    var argv = ([programName] + arguments).map { strdup($0) }
    defer { argv.forEach { free($0) } }
    return g_application_run(cast(to: GApplication.self), Int32(argv.count), &argv)
  }

  /// Ends the application.
  public func quit() { g_application_quit(cast(to: GApplication.self)) }

  /// Keeps the application running without a window, until `release`.
  public func hold() { g_application_hold(cast(to: GApplication.self)) }
  /// The counterpart of `hold`.
  public func release() { g_application_release(cast(to: GApplication.self)) }

  /// How long the application stays when nothing holds it any more, neither a window nor `hold`.
  public func linger(for seconds: Double) {
    g_application_set_inactivity_timeout(
      cast(to: GApplication.self), guint(max(0, min(seconds, 86_400)) * 1_000))
  }

  /// Starts another program that does not end with this one. Returns an error message, or nil.
  public static func start(_ program: String, _ arguments: [String]) -> String? {
    var argv = ([program] + arguments).map { strdup($0) } + [nil]
    defer { argv.forEach { free($0) } }
    var error: UnsafeMutablePointer<GError>?
    // Without flags GLib waits for the end of the process, and gives it nothing to read. Copies all.
    guard
      g_spawn_async(nil, &argv, nil, GSpawnFlags(rawValue: 0), nil, nil, nil, &error) == 0
    else { return nil }
    // transfer full
    defer { g_error_free(error) }
    return error.map { String(cString: $0.pointee.message) } ?? "unknown"
  }

  /// Requests a window, here or in the process that owns the name.
  public func activate() { g_application_activate(cast(to: GApplication.self)) }

  /// Lets other programs run a command, too, such as the desktop in its menus.
  public func export(_ action: Action) { g_action_map_add_action(opaque, action.opaque) }

  /// Requests one of the exported commands, here or in the process that owns the name.
  public func activate(action: String) {
    g_action_group_activate_action(opaque, action, nil)
  }

  /// The same for one that takes a parameter.
  public func activate(action: String, of parameter: String) {
    // The floating variant is sunk by the call.
    g_action_group_activate_action(opaque, action, g_variant_new_string(parameter))
  }

  /// Sends pending bus messages before a process without a main loop exits.
  public func flushBus() {
    guard let connection = g_application_get_dbus_connection(cast(to: GApplication.self)) else {
      return
    }
    g_dbus_connection_flush_sync(connection, nil, nil)
  }

  /// Shortcuts in GTK's notation (`<Control>n`) for a detailed action (`win.new`, `win.tab::notes`).
  public func setShortcuts(_ shortcuts: [String], for action: String) {
    var list: [UnsafePointer<CChar>?] = shortcuts.map { UnsafePointer(strdup($0)) }
    defer { list.forEach { free(UnsafeMutablePointer(mutating: $0)) } }
    list.append(nil)
    gtk_application_set_accels_for_action(cast(to: GtkApplication.self), action, &list)
  }
}

extension Application: SessionManagerClientDelegate {
  func sessionMayEnd() { mayEnd?() }
  func sessionEnds() {
    willEnd?()
    quit()
  }
}
