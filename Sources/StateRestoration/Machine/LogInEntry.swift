// SPDX-License-Identifier: Apache-2.0
// Opens a program again after a log-in: an entry for the desktop, written when a session ends with windows open, and
// removed at the next start, whoever starts it. It has a name of its own, so that one that a person made is never touched.

import Foundation

/// What a desktop starts at the next log-in.
public struct LogInEntry: Sendable {
  private let url: URL?
  private let text: String
  private let environment: [String: String]

  /// - Parameters:
  ///   - applicationID: as of the program's desktop entry; its icon has this name, too.
  ///   - name: of the program, as a person sees it.
  ///   - command: the program, by its whole path, and its arguments.
  ///   - environment: where the person's settings and the desktop's name are looked up.
  public init(
    applicationID: String, name: String, command: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.environment = environment
    url = Self.file(applicationID, environment)
    text = """
      [Desktop Entry]
      Type=Application
      Name=\(Self.asValue(name))
      Icon=\(Self.asValue(applicationID))
      Exec=\(command.map(Self.quoted).joined(separator: " "))
      NoDisplay=true
      StartupNotify=false
      X-GNOME-Autostart-enabled=true

      """
  }

  /// Writes it, in less time than a person notices. Nothing where the desktop itself starts again what was running.
  public func write() throws {
    guard let url, !isNeedless else { return }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  /// Removes that of a program, if there is one.
  public static func remove(
    applicationID: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    if let file = file(applicationID, environment) { unlink(file.path) }
  }

  private static func file(_ applicationID: String, _ environment: [String: String]) -> URL? {
    guard BaseDirectory.isName(applicationID) else { return nil }
    return BaseDirectory.configuration(environment)?
      .appendingPathComponent("autostart/\(applicationID).after-log-in.desktop")
  }

  /// Plasma starts all windows of the last session again under Wayland, unless a person chose an empty session. Under X11
  /// it does so only for programs that register in an old way, which GTK 4 has not.
  private var isNeedless: Bool {
    let desktops = (environment["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":")
    guard desktops.contains("KDE"), environment["WAYLAND_DISPLAY"]?.isEmpty == false else {
      return false
    }
    let choices = BaseDirectory.configuration(environment)?.appendingPathComponent("ksmserverrc")
    let lines = choices.flatMap { try? String(contentsOf: $0, encoding: .utf8) }?
      .split(whereSeparator: \.isNewline).map { $0.filter { !$0.isWhitespace } }
    return lines?.contains("loginMode=emptySession") != true
  }

  /// An argument as the specification of desktop entries wants it: quoted, then escaped as a value, with a percent sign
  /// doubled.
  private static func quoted(_ argument: String) -> String {
    var quoted = ""
    for scalar in argument.unicodeScalars {
      if "\"`$\\".unicodeScalars.contains(scalar) { quoted.append("\\") }
      quoted.unicodeScalars.append(scalar)
      if scalar == "%" { quoted.append("%") }
    }
    return asValue("\"\(quoted)\"")
  }

  private static func asValue(_ text: String) -> String {
    text.replacingOccurrences(of: "\\", with: "\\\\", options: .literal).replacingOccurrences(
      of: "\n", with: "\\n"
    )
    .replacingOccurrences(of: "\r", with: "\\r").replacingOccurrences(of: "\t", with: "\\t")
  }
}
