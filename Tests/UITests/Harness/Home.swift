// SPDX-License-Identifier: Apache-2.0
// A user's home for one test: HOME and the XDG directories, empty at first, and the programs
// started from it. Two starts from one home are the same person coming back.

import CGtk
import Foundation

/// The files of the sample catalogue.
let sampleFiles = URL(fileURLWithPath: #filePath)
  .appendingPathComponent("../../../../data/sample", isDirectory: true).standardizedFileURL

/// A fresh home on the desktop of the tests.
final class Home {
  let desktop: DesktopSession
  let folder: URL
  let screen: Screen
  /// Every program started from here, in order.
  private(set) var programs: [Program] = []

  init(on desktop: DesktopSession) throws {
    self.desktop = desktop
    screen = Screen(environment: desktop.environment)
    folder = try makeFolder(named: "home", in: desktop.folder.path)
    for directory in [data, state, configuration, cache] {
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    guard Home.hasNoPadding else { return }
    let style = configuration.appendingPathComponent("gtk-4.0", isDirectory: true)
    try FileManager.default.createDirectory(at: style, withIntermediateDirectories: false)
    try Home.style.write(
      to: style.appendingPathComponent("gtk.css"), atomically: false, encoding: .utf8)
  }

  /// The user's own style sheet. From 4.10 on, the positions that GTK reports leave out the
  /// padding and the border of a widget's parents, so a pointer would miss: parents have neither.
  /// (A separator and the bar of a progress bar have nothing inside, and margins that rely on what is around it.)
  private static let style = ":not(separator):not(progress) { padding: 0; border-width: 0; }\n"

  /// Whether programs here have that style sheet.
  static let hasNoPadding = gtk_get_minor_version() >= 10

  var data: URL { folder.appendingPathComponent(".local/share", isDirectory: true) }
  var state: URL { folder.appendingPathComponent(".local/state", isDirectory: true) }
  var configuration: URL { folder.appendingPathComponent(".config", isDirectory: true) }
  var cache: URL { folder.appendingPathComponent(".cache", isDirectory: true) }

  /// Whether the programs are to survive what GTK's file dialog says of itself.
  var hasFileDialogs = false

  /// In what language the programs speak, if not in that of the tests.
  var speech: [String: String] = [:]

  /// The environment of programs started from here.
  var environment: [String: String] {
    desktop.environment.merging([
      "HOME": folder.path, "XDG_DATA_HOME": data.path, "XDG_STATE_HOME": state.path,
      "XDG_CONFIG_HOME": configuration.path, "XDG_CACHE_HOME": cache.path,
      "GTK_A11Y": "atspi", "GSK_RENDERER": "cairo",
      "G_DEBUG": hasFileDialogs ? "" : "fatal-criticals",
    ]) { _, ours in ours }.merging(speech) { $1 }
  }

  /// The program of that name that was built together with these tests.
  static func built(_ name: String) throws -> String {
    let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    let path = tests.deletingLastPathComponent().appendingPathComponent(name).path
    guard access(path, X_OK) == 0 else {
      throw CommandFailure(description: "\(path) is not built: swift build --product \(name)")
    }
    return path
  }

  /// What `.ci/run` installs and names.
  static var installed: String? {
    ProcessInfo.processInfo.environment["VITRINE_INSTALLED"].map { $0 + "/bin/vitrine" }
  }

  /// The same if it is a release: for what is measured, which a debug build tells little of.
  static var release: String? {
    ProcessInfo.processInfo.environment["VITRINE_RELEASE"].map { $0 + "/bin/vitrine" }
  }

  /// Puts the sample catalogue here, as a first start makes it. The tests of a process share one:
  /// a debug build takes most of a second to read its pictures.
  func placeSample() throws {
    let name = "vitrine-sample"
    let place = data.appendingPathComponent(name)
    guard access(place.path, F_OK) != 0 else { return }
    let made = desktop.folder.appendingPathComponent("sample", isDirectory: true)
    if access(made.path, F_OK) != 0 {
      let result = try runToEnd(
        Home.built("vitrinectl"), ["import", "--sample", sampleFiles.path],
        environment: changed(["XDG_DATA_HOME": made.path]))
      guard result.ending == .exited(0) else {
        throw CommandFailure(description: "no sample: \(result.errors)")
      }
    }
    try FileManager.default.copyItem(at: made.appendingPathComponent(name), to: place)
  }

  /// What makes a program speak as in this country. The locale is made for it: GTK complains of one that is
  /// not installed.
  func locale(_ name: String) throws -> [String: String?] {
    let locales = folder.appendingPathComponent("locales")
    try FileManager.default.createDirectory(at: locales, withIntermediateDirectories: true)
    let made = try runToEnd(
      "localedef", ["-i", name, "-f", "UTF-8", "\(locales.path)/\(name).UTF-8"],
      environment: environment)
    guard made.ending == .exited(0) else { throw CommandFailure(description: made.errors) }
    return ["LANG": "\(name).UTF-8", "LOCPATH": locales.path]
  }

  /// Starts Vitrine, or another program, and waits for its first window.
  func start(
    _ arguments: String..., program: String? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Program {
    let started = try launch(arguments, program: program)
    try eventually(timeout: 2 * patience, "a window of \(started.name)", file: file, line: line) {
      try started.insistOnRunning()
      return try !started.windows.isEmpty
    }
    return started
  }

  /// Starts Vitrine, or another program, and waits for nothing.
  func launch(
    _ arguments: [String], program: String? = nil, environment changes: [String: String?] = [:]
  ) throws -> Program {
    let path = try program ?? Home.built("vitrine")
    let name = (path as NSString).lastPathComponent
    let log = folder.appendingPathComponent("\(name)-\(programs.count + 1).log")
    let child = try Child(path, arguments, environment: changed(changes), output: log)
    let started = Program(child: child, home: self, logFile: log)
    programs.append(started)
    return started
  }

  /// Runs Vitrine, or another program, that is expected to end by itself.
  func run(
    _ arguments: String..., program: String? = nil, environment changes: [String: String?] = [:]
  ) throws -> CommandResult {
    try runToEnd(
      program ?? Home.built("vitrine"), arguments, environment: changed(changes))
  }

  /// Ends every program started from here.
  func endPrograms() {
    for program in programs where program.isRunning { try? program.kill() }
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// The environment with variables set, or taken away where the change is nil.
  private func changed(_ changes: [String: String?]) -> [String: String] {
    changes.reduce(into: environment) { environment, change in
      environment[change.key] = change.value
    }
  }
}
