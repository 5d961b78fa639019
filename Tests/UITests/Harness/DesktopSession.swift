// SPDX-License-Identifier: Apache-2.0
// A desktop of the tests' own: an X server, a session bus, the accessibility bus and a window
// manager, none of which touches the user's. There is one for a test process, started by the
// first test that needs it. Whatever ends that process — its last test, a crash, SIGKILL — closes a
// pipe, and the shell that reads it ends everything that carries the desktop's mark in its
// environment, programs that the bus activated included.

import CAtspi
import CGtk
import Foundation

/// A running private desktop.
final class DesktopSession: Sendable {
  /// The environment of every program on this desktop; nothing is inherited from the user's but
  /// what finds programs and libraries, and what sanitizers and coverage want.
  let environment: [String: String]
  /// Its files: sockets, logs, the homes of tests. Gone with the desktop.
  let folder: URL

  private let lifeline: Int32
  private let watchdog: pid_t

  /// The variable that marks what belongs to a desktop; its value is the desktop's folder.
  static let mark = "VITRINE_TEST_DESKTOP"

  private static let started = Result { () throws -> DesktopSession in
    let session = try DesktopSession()
    try session.adopt()
    return session
  }

  /// The desktop of this test process.
  static func shared() throws -> DesktopSession { try started.get() }

  /// Starts a desktop and returns once windows can be opened on it.
  init() throws {
    for tool in ["xdotool", "xwininfo", "xprop", "import"] { _ = try Child.locate(tool) }
    folder = try makeFolder(named: "vitrine-desktop-\(getpid())")
    let folder = folder
    let log = folder.appendingPathComponent("log")

    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else {
      throw CommandFailure(description: "no pipe: \(String(cString: strerror(errno)))")
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    lifeline = ends[1]
    watchdog = try Child(
      "sh", ["-c", DesktopSession.ending, "watchdog", DesktopSession.mark, folder.path],
      environment: ["PATH": "/usr/bin:/bin"], output: URL(fileURLWithPath: "/dev/null"),
      input: ends[0]
    ).pid
    close(ends[0])

    for name in ["home", "runtime", "services"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    }
    let bus = folder.appendingPathComponent("runtime/bus")
    var environment = DesktopSession.inherited
    environment[DesktopSession.mark] = folder.path
    environment["HOME"] = folder.appendingPathComponent("home").path
    environment["XDG_RUNTIME_DIR"] = folder.appendingPathComponent("runtime").path
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(bus.path)"
    // Nothing here may ask, or hear, what manages the machine.
    environment["DBUS_SYSTEM_BUS_ADDRESS"] = environment["DBUS_SESSION_BUS_ADDRESS"]
    // Nor print on the printers of whoever runs the tests.
    environment["CUPS_SERVER"] = folder.appendingPathComponent("no-printers").path
    environment["LANG"] = "C.UTF-8"
    environment["GDK_BACKEND"] = "x11"
    // Drivers for a display that has no graphics card complain on the standard error, and each start
    // takes a tenth of a second longer to load them.
    if gtk_get_minor_version() >= 16 {
      environment["GDK_DISABLE"] = "gl,vulkan"
    } else {
      environment["GDK_DEBUG"] = "gl-disable"
    }
    environment["GSETTINGS_BACKEND"] = "memory"
    environment["GIO_USE_VFS"] = "local"

    let display = folder.appendingPathComponent("display")
    let server = try Child(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-noreset", "-nolisten", "tcp"],
      environment: environment, output: display, errors: log)
    environment["DISPLAY"] =
      try obtain("the X server says its display") {
        try server.insistOnRunning(log: log)
        let said = try String(contentsOf: display, encoding: .utf8)
        return said.hasSuffix("\n") ? ":\(said.dropLast())" : nil
      }

    let configuration = folder.appendingPathComponent("bus.conf")
    try DesktopSession.busConfiguration(
      address: "unix:path=\(bus.path)",
      services: folder.appendingPathComponent("services").path
    ).write(to: configuration, atomically: false, encoding: .utf8)
    // It prints its address once it listens. Its socket is there a moment earlier, and refuses who comes then.
    let address = folder.appendingPathComponent("address")
    let daemon = try Child(
      "dbus-daemon",
      ["--config-file=\(configuration.path)", "--nofork", "--nopidfile", "--print-address"],
      environment: environment, output: address, errors: log)
    try eventually("the session bus listens") {
      try daemon.insistOnRunning(log: log)
      return try String(contentsOf: address, encoding: .utf8).hasSuffix("\n")
    }

    let manager = try Child("openbox", ["--sm-disable"], environment: environment, output: log)
    let launcher = try Child(
      "at-spi-bus-launcher", ["--launch-immediately"],
      environment: environment, output: log)
    self.environment = environment
    try eventually("the window manager and the accessibility bus are there") {
      try manager.insistOnRunning(log: log)
      try launcher.insistOnRunning(log: log)
      let properties = try runToEnd(
        "xprop", ["-root", "_NET_SUPPORTING_WM_CHECK", "AT_SPI_BUS"], environment: environment
      ).output
      return properties.contains("window id #") && properties.contains("unix:")
    }
  }

  /// Makes this the desktop of the test process itself, which then sees its accessibility tree.
  private func adopt() throws {
    for name in ProcessInfo.processInfo.environment.keys
    where name.hasPrefix("XDG_") || name.hasPrefix("AT_SPI_") || name == "WAYLAND_DISPLAY" {
      unsetenv(name)
    }
    for (name, value) in environment where name != DesktopSession.mark { setenv(name, value, 1) }
    guard atspi_init() <= 1 else {
      throw AccessibilityFailure(description: "the accessibility bus cannot be reached")
    }
    // libatspi asks every program for a cache that GTK 4 does not keep, and says so each time.
    // G_LOG_LEVEL_WARNING by its number, because GLib 2.90 hides the names of flags from Swift.
    g_log_set_handler("dbind", GLogLevelFlags(rawValue: 1 << 4), { _, _, _, _ in }, nil)
    // A program that computes for long answers late; GTK answers in under 10 ms otherwise.
    atspi_set_timeout(3_000, 15_000)
  }

  /// Ends the desktop and everything on it, as the end of the test process does by itself.
  func end() {
    close(lifeline)
    var status: Int32 = 0
    waitpid(watchdog, &status, 0)
  }

  /// The processes that belong to this desktop.
  var processes: [pid_t] { DesktopSession.processes(markedWith: folder.path) }

  /// The living processes that carry the mark of the desktop in `folder`.
  static func processes(markedWith folder: String) -> [pid_t] {
    let wanted = "\(mark)=\(folder)"
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { pid_t($0) }.filter { pid in
      guard let environment = FileManager.default.contents(atPath: "/proc/\(pid)/environ") else {
        return false
      }
      return environment.split(separator: 0).contains { $0.elementsEqual(wanted.utf8) }
    }
  }

  // MARK: Details

  private static var inherited: [String: String] {
    ProcessInfo.processInfo.environment.filter { name, _ in
      ["PATH", "LD_LIBRARY_PATH", "LLVM_PROFILE_FILE", "VITRINE_MUTANT"].contains(name)
        || name.hasSuffix("SAN_OPTIONS")
    }
  }

  /// Asks politely first, so that the X server takes its lock and socket with it.
  private static let ending = """
    read -r _
    marked() {
      for process in /proc/[0-9]*; do
        grep -qzxF "$1=$2" "$process/environ" 2>/dev/null && echo "${process#/proc/}"
      done
    }
    for signal in TERM TERM TERM TERM KILL KILL KILL; do
      found=$(marked "$1" "$2")
      test -z "$found" && break
      kill -s "$signal" $found
      sleep 0.1
    done
    rm -rf "$2"
    """

  /// Only the accessibility bus can be activated here, whatever else is installed; a test adds
  /// what it wants to the folder of services.
  private static func busConfiguration(address: String, services: String) -> String {
    """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig>
      <type>session</type>
      <listen>\(address)</listen>
      <servicedir>\(services)</servicedir>
      <policy context="default">
        <allow send_destination="*" eavesdrop="true"/>
        <allow eavesdrop="true"/>
        <allow own="*"/>
      </policy>
    </busconfig>
    """
  }
}

extension Child {
  /// Says at once, and with its own words, that a server has ended.
  func insistOnRunning(log: URL) throws {
    guard let ending else { return }
    let words = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
    throw Hopeless(sentence: "\(name) \(ending): \(words)")
  }
}
