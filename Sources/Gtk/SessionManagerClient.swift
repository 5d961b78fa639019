// The desktop's session manager says before a log-out that one is coming, and waits for programs that
// ask it to. GTK 4.24 no longer registers programs with it, so we do, with every GTK in the same way.

import CGtk
import Foundation

@MainActor
final class SessionManagerClient {
  /// How a desktop calls its session manager and the client in it.
  private struct Manager {
    let name: String
    let path: String
    let interface: String
    let clientInterface: String

    static let all = [
      Manager(
        name: "org.gnome.SessionManager", path: "/org/gnome/SessionManager",
        interface: "org.gnome.SessionManager",
        clientInterface: "org.gnome.SessionManager.ClientPrivate"),
      Manager(
        name: "org.xfce.SessionManager", path: "/org/xfce/SessionManager",
        interface: "org.xfce.Session.Manager", clientInterface: "org.xfce.Session.Client"),
    ]
  }

  /// A log-out may be coming: now is the time to hold it up.
  var onQuery: @MainActor () -> Void = {}
  /// The session ends.
  var onEnd: @MainActor () -> Void = {}

  private let applicationID: String
  private var connection: OpaquePointer?
  private var manager: Manager?
  private var client = ""

  init(applicationID: String) { self.applicationID = applicationID }

  /// Registers the program with the session manager that runs, if one does. The connection is that of
  /// the application, which lives as long as the process.
  func register(on connection: OpaquePointer?) {
    self.connection = connection
    register(with: Manager.all[...])
  }

  private func register(with managers: ArraySlice<Manager>) {
    guard let manager = managers.first else { return }
    // Older GTKs take it away before.
    let startup = ProcessInfo.processInfo.environment["DESKTOP_AUTOSTART_ID"] ?? ""
    call(
      "RegisterClient", of: manager.interface, at: manager.path, name: manager.name,
      with: .text(applicationID), .text(startup)
    ) { [weak self] answer in
      guard let self else { return }
      guard let path = answer.flatMap({ Self.path(in: $0) }) else {
        return register(with: managers.dropFirst())
      }
      self.manager = manager
      client = path
      listen()
    }
  }

  // MARK: What it says

  private func listen() {
    guard let connection, let manager else { return }
    // The subscription owns the listener.
    let listener = Unmanaged.passRetained(Listener(self)).toOpaque()
    g_dbus_connection_signal_subscribe(
      connection, manager.name, manager.clientInterface, nil, client, nil,
      GDBusSignalFlags(rawValue: 0),
      { _, _, _, _, signal, _, data in
        guard let data, let signal = signal.map({ String(cString: $0) }) else { return }
        nonisolated(unsafe) let listener = data
        MainActor.assumeIsolated {
          Unmanaged<Listener>.fromOpaque(listener).takeUnretainedValue().client?.heard(signal)
        }
      }, listener, { if let data = $0 { Unmanaged<Listener>.fromOpaque(data).release() } })
  }

  private func heard(_ signal: String) {
    switch signal {
    case "QueryEndSession":
      // What holds the log-out up is asked for before the answer.
      onQuery()
      answer()
    case "EndSession":
      answer()
      onEnd()
    case "Stop": onEnd()
    default: break
    }
  }

  private func answer() {
    guard let manager else { return }
    call(
      "EndSessionResponse", of: manager.clientInterface, at: client, name: manager.name,
      with: .truth(true), .text(""))
  }

  // MARK: Holding a log-out up

  /// Nil if there is nobody to ask: Xfce's session manager cannot be.
  func inhibit(_ reason: String) -> Application.Inhibition? {
    guard let manager, manager.name == Manager.all[0].name else { return nil }
    let inhibition = Application.Inhibition()
    let logOut: UInt32 = 1
    call(
      "Inhibit", of: manager.interface, at: manager.path, name: manager.name,
      with: .text(applicationID), .natural(0), .text(reason), .natural(logOut)
    ) { [weak self] answer in
      inhibition.cookie = answer.flatMap { Self.number(in: $0) }
      if inhibition.isOver { self?.end(inhibition) }
    }
    return inhibition
  }

  func end(_ inhibition: Application.Inhibition) {
    inhibition.isOver = true
    guard let manager, let cookie = inhibition.cookie else { return }
    call(
      "Uninhibit", of: manager.interface, at: manager.path, name: manager.name,
      with: .natural(cookie))
  }

  // MARK: Calls

  private func call(
    _ method: String, of interface: String, at path: String, name: String,
    with arguments: BusValue...,
    answer: @escaping @MainActor (_ values: OpaquePointer?) -> Void = { _ in }
  ) {
    guard let connection else { return }
    // Released by the callback, which is called once.
    let waiting = Unmanaged.passRetained(Answer(answer)).toOpaque()
    let doNotStart = GDBusCallFlags(rawValue: 1)
    // Takes in the floating tuple.
    g_dbus_connection_call(
      connection, name, path, interface, method, BusValue.tuple(arguments).floating, nil,
      doNotStart, -1, nil,
      { source, result, data in
        guard let data else { return }
        nonisolated(unsafe) let (source, result, waiting) = (source, result, data)
        MainActor.assumeIsolated {
          let answer = Unmanaged<Answer>.fromOpaque(waiting).takeRetainedValue()
          // transfer full; nil for an error: then there is no such session manager.
          let values = g_dbus_connection_call_finish(source.map { OpaquePointer($0) }, result, nil)
          answer.body(values)
          if let values { g_variant_unref(values) }
        }
      }, waiting)
  }

  private static func path(in values: OpaquePointer) -> String? {
    guard String(cString: g_variant_get_type_string(values)) == "(o)",
      // transfer full
      let value = g_variant_get_child_value(values, 0)
    else { return nil }
    defer { g_variant_unref(value) }
    // Borrowed from the value.
    return g_variant_get_string(value, nil).map { String(cString: $0) }
  }

  private static func number(in values: OpaquePointer) -> UInt32? {
    guard String(cString: g_variant_get_type_string(values)) == "(u)",
      // transfer full
      let value = g_variant_get_child_value(values, 0)
    else { return nil }
    defer { g_variant_unref(value) }
    return g_variant_get_uint32(value)
  }
}

private final class Listener {
  weak var client: SessionManagerClient?
  init(_ client: SessionManagerClient) { self.client = client }
}

private final class Answer {
  let body: @MainActor (OpaquePointer?) -> Void
  init(_ body: @escaping @MainActor (OpaquePointer?) -> Void) { self.body = body }
}
