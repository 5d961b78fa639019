// SPDX-License-Identifier: Apache-2.0
// A display, a bus and a window manager with nothing else on them, and a home directory whose settings
// let nothing move by itself: with a blinking cursor or an animation, painting would never be over.

import BenchTables
import Foundation

final class PrivateDesktop {
  private let display = Process()
  private let bus = Process()
  private let manager = Process()
  /// For the programs on it.
  private(set) var environment: [String: String]
  let directory: URL

  init(in directory: URL) throws {
    self.directory = directory
    for place in ["runtime", "config/gtk-4.0"] {
      try FileManager.default.createDirectory(
        at: directory.appendingPathComponent(place), withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    }
    try Data("[Settings]\ngtk-cursor-blink=false\ngtk-enable-animations=false\n".utf8)
      .write(to: directory.appendingPathComponent("config/gtk-4.0/settings.ini"))
    let socket = directory.appendingPathComponent("runtime/bus").path
    let number = Pipe()
    environment = ["PATH", "LD_LIBRARY_PATH"].reduce(into: [:]) { found, name in
      found[name] = ProcessInfo.processInfo.environment[name]
    }
    for (name, value) in [
      ("HOME", directory.path), ("LANG", "C.UTF-8"), ("GDK_BACKEND", "x11"),
      ("XDG_RUNTIME_DIR", directory.appendingPathComponent("runtime").path),
      ("XDG_CONFIG_HOME", directory.appendingPathComponent("config").path),
      ("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(socket)"),
      ("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=\(socket)"),
      // A display without a graphics card: its drivers would take long to load and say so.
      ("GSK_RENDERER", "cairo"), ("GDK_DEBUG", "gl-disable"), ("GDK_DISABLE", "gl,vulkan"),
      ("GSETTINGS_BACKEND", "memory"), ("GIO_USE_VFS", "local"), ("GTK_A11Y", "none"),
    ] { environment[name] = value }
    try start(
      display, "Xvfb",
      arguments: [
        "-displayfd", "1", "-screen", "0", "1280x1024x24", "-noreset", "-nolisten", "tcp",
      ],
      output: number)
    let line = String(bytes: number.fileHandleForReading.availableData, encoding: .utf8) ?? ""
    guard !line.isEmpty else { throw Failure("There is no display: Xvfb did not start.") }
    environment["DISPLAY"] = ":" + line.filter(\.isNumber)
    do {
      let ready = Pipe()
      let configuration = directory.appendingPathComponent("bus.conf")
      try Data(
        """
        <busconfig>
          <type>session</type><listen>unix:path=\(socket)</listen>
          <policy context="default">
            <allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/>
          </policy>
        </busconfig>
        """.utf8
      ).write(to: configuration)
      try start(
        bus, "dbus-daemon",
        arguments: ["--config-file=\(configuration.path)", "--nofork", "--print-address=1"],
        output: ready)
      _ = ready.fileHandleForReading.availableData
      try start(
        manager, "openbox", arguments: ["--sm-disable"], output: FileHandle.nullDevice)
    } catch {
      end()
      throw error
    }
  }

  private func start(
    _ process: Process, _ program: String, arguments: [String], output: Any
  ) throws {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Runs a program to its end.
  func run(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    try start(process, program, arguments: arguments, output: FileHandle.nullDevice)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("\(program) failed.") }
  }

  /// Gives keys to the window that has the keyboard.
  func press(_ keys: [String]) throws { try run("xdotool", ["key", "--delay", "0"] + keys) }

  // What a thread of Swift's starts may have the other signals blocked.
  func end() {
    for process in [manager, bus, display] where process.isRunning {
      kill(process.processIdentifier, SIGKILL)
    }
  }
}
