// SPDX-License-Identifier: Apache-2.0
// A session manager or logind on the tests' own bus, which says what programs ask of it and announces a
// log-out, sleep or a shutdown when a test wants one.

import CGtk
import Foundation
import XCTest

final class SessionManager {
  private let child: Child
  private let log: URL
  private let input = Pipe()

  enum Kind: String { case gnome, xfce, logind }

  /// Starts it, and returns once programs can find it.
  init(_ home: Home, _ kind: Kind = .gnome) throws {
    log = home.folder.appendingPathComponent("session-manager.log")
    child = try Child(
      Home.built("SessionManagerStandIn"), [kind.rawValue], environment: home.environment,
      output: log,
      input: input.fileHandleForReading.fileDescriptor)
    try expect("ready ")
  }

  deinit { child.send(signal: SIGKILL) }

  /// What it was asked, in this order.
  var lines: [String] {
    String(decoding: FileManager.default.contents(atPath: log.path) ?? Data(), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  func expect(_ start: String, file: StaticString = #filePath, line: UInt = #line) throws {
    try eventually("“\(start)” in what the session manager was asked", file: file, line: line) {
      lines.contains { $0.hasPrefix(start) }
    }
  }

  /// Asks whether everybody is ready for a log-out, and waits for the answer.
  func askBeforeLogOut(file: StaticString = #filePath, line: UInt = #line) throws {
    let before = answers
    tell("query")
    try eventually("an answer before the log-out", file: file, line: line) { answers > before }
  }

  /// Logs out.
  func logOut() { tell("end") }

  /// Says that something begins or, with "back", that it was given up or is over.
  func tell(_ what: String) { input.fileHandleForWriting.write(Data("\(what)\n".utf8)) }

  private var answers: Int { lines.filter { $0.hasPrefix("answered") }.count }
}

extension Home {
  /// What the desktop starts at the next log-in, as GLib reads it; nil if there is nothing.
  var startedAtLogIn: [String]? {
    let folder = configuration.appendingPathComponent("autostart")
    guard let file = try? FileManager.default.contentsOfDirectory(atPath: folder.path).first
    else { return nil }
    let keys = g_key_file_new()
    defer { g_key_file_free(keys) }
    let path = folder.appendingPathComponent(file).path
    guard g_key_file_load_from_file(keys, path, GKeyFileFlags(rawValue: 0), nil) != 0,
      let text = g_key_file_get_string(keys, "Desktop Entry", "Exec", nil)
    else { return [] }
    // transfer full
    defer { g_free(text) }
    var count: gint = 0
    var words: UnsafeMutablePointer<UnsafeMutablePointer<gchar>?>?
    guard g_shell_parse_argv(text, &count, &words, nil) != 0 else { return [] }
    // transfer full
    defer { g_strfreev(words) }
    return (0..<Int(count)).compactMap { words?[$0].map { String(cString: $0) } }
  }
}
