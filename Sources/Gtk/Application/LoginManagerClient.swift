// SPDX-License-Identifier: Apache-2.0
// logind, which every desktop and the power button ask to suspend the machine or to shut it down. It
// waits a few seconds for programs that have asked it to: a battery may run flat in a machine that
// sleeps, and whoever turns it off may not have logged out.

import CGtk
import Foundation

@MainActor
final class LoginManagerClient {
  private let prepare: @MainActor () async -> Void
  private let reason: String
  private static let interface = "org.freedesktop.login1.Manager"
  private let applicationID: String
  private var manager: BusObject?
  /// The machine waits for whoever holds this file open. The kernel closes it with the process.
  private var delay: Int32?
  /// What is being done before the machine sleeps; ended when it is back, whether it is done or not.
  private var preparing: Task<Void, Never>?

  /// - Parameters:
  ///   - reason: what programs that list such delays show for this one.
  ///   - prepare: what is to be done first. The machine waits until it returns, but not for long.
  init(
    applicationID: String, reason: String, prepare: @escaping @MainActor () async -> Void
  ) {
    (self.applicationID, self.reason, self.prepare) = (applicationID, reason, prepare)
  }

  /// Makes the machine wait from now on, if it has a login manager.
  func register() {
    // The callback owns this reference.
    let owner = Unmanaged.passRetained(self).toOpaque()
    g_bus_get(
      G_BUS_TYPE_SYSTEM, nil,
      { _, result, data in
        guard let data else { return }
        nonisolated(unsafe) let (result, owner) = (result, data)
        MainActor.assumeIsolated {
          let client = Unmanaged<LoginManagerClient>.fromOpaque(owner).takeRetainedValue()
          // transfer full, and never given back; nil if there is no such bus.
          guard let connection = g_bus_get_finish(result, nil) else { return }
          // A program that works must not end because this bus does.
          g_dbus_connection_set_exit_on_close(connection, 0)
          client.begin(on: connection)
        }
      }, owner)
  }

  private func begin(on connection: OpaquePointer) {
    let manager = BusObject(
      connection: connection, name: "org.freedesktop.login1", path: "/org/freedesktop/login1")
    self.manager = manager
    manager.listen(to: Self.interface) { [weak self] signal, values in
      guard ["PrepareForSleep", "PrepareForShutdown"].contains(signal) else { return }
      // It also signals afterwards: the machine woke up, or the shutdown was cancelled.
      if values?.truth == true { self?.letGo() } else { self?.goOn() }
    }
    takeDelay()
  }

  private func takeDelay() {
    guard delay == nil else { return }
    manager?.call(
      "Inhibit", of: Self.interface,
      with: [.text("shutdown:sleep"), .text(applicationID), .text(reason), .text("delay")]
    ) { [weak self] answer in
      guard let file = answer?.takeFile() else { return }
      guard let self, delay == nil else {
        close(file)
        return
      }
      delay = file
    }
  }

  private func letGo() {
    let file = delay
    delay = nil
    preparing?.cancel()
    preparing = Task { [prepare] in
      await prepare()
      if let file { close(file) }
    }
  }

  private func goOn() {
    preparing?.cancel()
    takeDelay()
  }
}
