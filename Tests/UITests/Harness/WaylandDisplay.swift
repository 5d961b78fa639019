// SPDX-License-Identifier: Apache-2.0
// A Wayland desktop without a screen. There, no test can type or point: only the accessibility tree and the
// command line lead through the program.

import Foundation

final class WaylandDisplay {
  private let server: Child
  private let name = "wayland-\(UUID().uuidString)"

  /// Starts it, and returns once windows can be opened on it.
  init(_ home: Home) throws {
    let log = home.folder.appendingPathComponent("weston.log")
    server = try Child(
      "weston",
      ["--backend=headless-backend.so", "--socket=\(name)", "--idle-time=0", "--no-config"],
      environment: home.environment, output: log)
    let socket = "\(home.environment["XDG_RUNTIME_DIR"] ?? "")/\(name)"
    try eventually("the Wayland desktop listens") {
      try server.insistOnRunning(log: log)
      return FileManager.default.fileExists(atPath: socket)
    }
  }

  deinit { server.send(signal: SIGKILL) }

  /// What makes a program open its windows there.
  var environment: [String: String?] {
    ["GDK_BACKEND": "wayland", "WAYLAND_DISPLAY": name, "DISPLAY": nil]
  }
}
