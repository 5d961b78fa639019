// SPDX-License-Identifier: Apache-2.0
// Other programs, started and waited for: the program under test, the desktop's own servers, and
// the small X11 tools that press keys. Foundation's Process reports an end through a run loop that
// these synchronous tests never run, so this asks the kernel instead. A child gets exactly the
// environment it is given, never the user's own, and a process group of its own, so that an
// interrupt at the terminal reaches the tests alone.

import Foundation

/// How a process ended.
enum Ending: Equatable, CustomStringConvertible {
  case exited(Int32)
  case killed(signal: Int32)

  init(waitStatus: Int32) {
    let signal = waitStatus & 0x7f
    self = signal == 0 ? .exited((waitStatus >> 8) & 0xff) : .killed(signal: signal)
  }

  var description: String {
    switch self {
    case .exited(let status): "exited with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}

/// A command that could not be started, or a tool that answered with an error.
struct CommandFailure: Error, CustomStringConvertible {
  let description: String
}

/// A process of ours: started here, and reaped here and nowhere else.
final class Child {
  let name: String
  let pid: pid_t
  private var knownEnding: Ending?

  /// Starts `program`, a path or a name to look up in PATH. Its standard output and standard error
  /// are appended to the files named; its standard input is `input`, or nothing.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    output: URL, errors: URL? = nil, input: Int32? = nil
  ) throws {
    let path = try Child.locate(program)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    }
    let append = O_WRONLY | O_CREAT | O_APPEND
    posix_spawn_file_actions_addopen(&actions, 1, output.path, append, 0o600)
    if let errors {
      posix_spawn_file_actions_addopen(&actions, 2, errors.path, append, 0o600)
    } else {
      posix_spawn_file_actions_adddup2(&actions, 1, 2)
    }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))

    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }

    var child: pid_t = 0
    let status = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    guard status == 0 else {
      throw CommandFailure(
        description: "cannot start \(path): \(String(cString: strerror(status)))")
    }
    name = (program as NSString).lastPathComponent
    pid = child
  }

  /// How it ended, or nil while it runs.
  var ending: Ending? {
    if let knownEnding { return knownEnding }
    var status: Int32 = 0
    guard waitpid(pid, &status, WNOHANG) == pid else { return nil }
    knownEnding = Ending(waitStatus: status)
    return knownEnding
  }

  /// Sends a signal; does nothing once the process has been seen to end, when the number may
  /// already be another's.
  func send(signal: Int32) {
    if ending == nil { Foundation.kill(pid, signal) }
  }

  /// Waits for the end.
  @discardableResult
  func waitForEnd(
    timeout: TimeInterval = patience, file: StaticString = #filePath, line: UInt = #line
  ) throws -> Ending {
    // Most tools end within milliseconds, and a look costs next to nothing.
    try obtain(
      "\(name) (process \(pid)) ends", timeout: timeout, longestPause: 4_000, file: file, line: line
    ) { ending }
  }

  /// The path of an installed program; a sentence naming its package when it is not there.
  static func locate(
    _ program: String,
    in path: String = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
  ) throws -> String {
    if program.contains("/") { return program }
    for folder in "\(path):/usr/libexec:/usr/lib/at-spi2-core".split(separator: ":") {
      let path = "\(folder)/\(program)"
      if access(path, X_OK) == 0 { return path }
    }
    let package = packages[program] ?? program
    throw CommandFailure(
      description: "The UI tests need \(program), which is not installed:"
        + " install the package \(package) (Debian: apt install \(package)).")
  }

  /// The Debian packages of the programs whose names do not say it.
  private static let packages = [
    "Xvfb": "xvfb", "dbus-daemon": "dbus-daemon", "at-spi-bus-launcher": "at-spi2-core",
    "xwininfo": "x11-utils", "xprop": "x11-utils", "import": "imagemagick",
  ]
}

/// What a command that ran to its end left behind.
struct CommandResult {
  let ending: Ending
  let output: String
  let errors: String
}

/// Runs a command to its end.
func runToEnd(
  _ program: String, _ arguments: [String], environment: [String: String],
  timeout: TimeInterval = patience
) throws -> CommandResult {
  let folder = try makeFolder(named: "run", in: environment[DesktopSession.mark] ?? "/tmp")
  defer { try? FileManager.default.removeItem(at: folder) }
  let output = folder.appendingPathComponent("output")
  let errors = folder.appendingPathComponent("errors")
  let child = try Child(
    program, arguments, environment: environment, output: output, errors: errors)
  defer { child.send(signal: SIGKILL) }
  let ending = try child.waitForEnd(timeout: timeout)
  return CommandResult(
    ending: ending, output: try String(contentsOf: output, encoding: .utf8),
    errors: try String(contentsOf: errors, encoding: .utf8))
}

/// Makes a folder that only this user may read, under /tmp or in `parent`, and not under $TMPDIR,
/// which may be long: paths of sockets end at 107 bytes. The caller removes it.
func makeFolder(named name: String, in parent: String = "/tmp") throws -> URL {
  var template = Array("\(parent)/\(name)-XXXXXX".utf8CString)
  guard mkdtemp(&template) != nil else {
    throw CommandFailure(description: "no folder in \(parent): \(String(cString: strerror(errno)))")
  }
  let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  return URL(fileURLWithPath: path, isDirectory: true)
}
