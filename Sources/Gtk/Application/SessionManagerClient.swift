// SPDX-License-Identifier: Apache-2.0
// The desktop's session manager says before a log-out that one is coming, and waits for programs that
// ask it to. GTK 4.24 no longer registers programs with it, so we do, with every GTK in the same way.

import Foundation

/// What the session manager has to say.
@MainActor
protocol SessionManagerClientDelegate: AnyObject {
  /// A log-out may be coming: now is the time to hold it up.
  func sessionMayEnd()
  func sessionEnds()
}

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

  private weak var delegate: (any SessionManagerClientDelegate)?
  private let applicationID: String
  private var manager: Manager?
  /// The session manager, and what it calls this program.
  private var service: BusObject?
  private var client: BusObject?

  init(applicationID: String, delegate: any SessionManagerClientDelegate) {
    (self.applicationID, self.delegate) = (applicationID, delegate)
  }

  /// Registers the program with the session manager that runs, if one does. The connection is that of
  /// the application, which lives as long as the process.
  func register(on connection: OpaquePointer?) {
    guard let connection else { return }
    register(with: Manager.all[...], on: connection)
  }

  private func register(with managers: ArraySlice<Manager>, on connection: OpaquePointer) {
    guard let manager = managers.first else { return }
    let service = BusObject(connection: connection, name: manager.name, path: manager.path)
    // Older versions of GTK have removed it by now.
    let startup = ProcessInfo.processInfo.environment["DESKTOP_AUTOSTART_ID"] ?? ""
    service.call(
      "RegisterClient", of: manager.interface, with: [.text(applicationID), .text(startup)]
    ) { [weak self] answer in
      guard let self else { return }
      guard let path = answer?.path else {
        return register(with: managers.dropFirst(), on: connection)
      }
      self.manager = manager
      self.service = service
      let client = BusObject(connection: connection, name: manager.name, path: path)
      self.client = client
      client.listen(to: manager.clientInterface) { [weak self] signal, _ in self?.heard(signal) }
    }
  }

  private func heard(_ signal: String) {
    switch signal {
    case "QueryEndSession":
      // Whoever wants to hold the log-out up asks for that before we answer.
      delegate?.sessionMayEnd()
      answer()
    case "EndSession":
      answer()
      delegate?.sessionEnds()
    case "Stop": delegate?.sessionEnds()
    default: break
    }
  }

  private func answer() {
    guard let manager else { return }
    client?.call(
      "EndSessionResponse", of: manager.clientInterface, with: [.truth(true), .text("")])
  }

  // MARK: Holding a log-out up

  /// Nil if there is nobody to ask: Xfce's session manager offers no such call.
  func inhibit(_ reason: String) -> Application.Inhibition? {
    guard let manager, manager.name == Manager.all[0].name else { return nil }
    let inhibition = Application.Inhibition()
    let logOut: UInt32 = 1
    service?.call(
      "Inhibit", of: manager.interface,
      with: [.text(applicationID), .natural(0), .text(reason), .natural(logOut)]
    ) { [weak self] answer in
      inhibition.cookie = answer?.number
      if inhibition.isOver { self?.end(inhibition) }
    }
    return inhibition
  }

  func end(_ inhibition: Application.Inhibition) {
    inhibition.isOver = true
    guard let manager, let cookie = inhibition.cookie else { return }
    service?.call("Uninhibit", of: manager.interface, with: [.natural(cookie)])
  }
}
