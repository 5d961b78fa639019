// SPDX-License-Identifier: Apache-2.0
// The entry that starts a program after a log-in: what the desktop reads of it is what was meant, whatever the path is,
// and nothing that a person made is touched.

import Foundation
import XCTest

@testable import StateRestoration

final class LogInEntryTests: XCTestCase {
  private let home = FileManager.default.temporaryDirectory
    .appendingPathComponent("log-in-\(UUID().uuidString)")

  override func tearDown() { try? FileManager.default.removeItem(at: home) }

  private var file: URL {
    home.appendingPathComponent("autostart/org.example.Shop.after-log-in.desktop")
  }

  private func entry(
    _ command: [String], name: String = "Shop", _ variables: [String: String] = [:]
  ) -> LogInEntry {
    LogInEntry(
      applicationID: "org.example.Shop", name: name, command: command,
      environment: variables.merging(["XDG_CONFIG_HOME": home.path]) { $1 })
  }

  /// The value of a key as the specification has it.
  private func value(_ key: String) throws -> String {
    let text = try String(contentsOf: file, encoding: .utf8)
    XCTAssertTrue(text.hasPrefix("[Desktop Entry]\n"))
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("\(key)=") }
    XCTAssertEqual(lines.count, 1, text)
    return unescaped(lines[0].dropFirst(key.count + 1), ["n": "\n", "r": "\r", "t": "\t"])
  }

  private func unescaped(_ text: Substring, _ known: [Character: Character]) -> String {
    var (result, rest) = ("", text[...])
    while let character = rest.popFirst() {
      guard character == "\\", let next = rest.popFirst() else {
        result.append(character)
        continue
      }
      result.append(known[next] ?? next)
    }
    return result
  }

  /// The arguments of a command in which all are quoted.
  private func arguments(of command: String) -> [String] {
    var (all, rest) = ([String](), command[...])
    while rest.popFirst() == "\"" {
      var argument = ""
      while let character = rest.popFirst(), character != "\"" {
        switch character {
        case "\\": argument.append(rest.popFirst() ?? " ")
        case "%":
          XCTAssertEqual(rest.popFirst(), "%", "a field code")
          argument.append("%")
        default: argument.append(character)
        }
      }
      all.append(argument)
      _ = rest.popFirst()
    }
    return all
  }

  func testWhateverThePathIsItIsTheOneThatIsStarted() throws {
    var random = SystemRandomNumberGenerator()
    let letters = Array("ab /\\\"$`%;'\n\t=#é&|<>()*?[]~")
    for _ in 1...300 {
      let command = (0...Int.random(in: 0...2, using: &random)).map { _ in
        "/" + String((0...12).map { _ in letters.randomElement(using: &random) ?? "a" })
      }
      let name = String((0...6).map { _ in letters.randomElement(using: &random) ?? "a" })
      try entry(command, name: "N\(name)").write()
      XCTAssertEqual(arguments(of: try value("Exec")), command)
      XCTAssertEqual(try value("Name"), "N\(name)")
    }
  }

  func testOnlyItsOwnEntryIsRemoved() throws {
    try entry(["/usr/bin/shop", "--after-log-in"]).write()
    let own = home.appendingPathComponent("autostart/org.example.Shop.desktop")
    try Data("[Desktop Entry]\n".utf8).write(to: own)
    LogInEntry.remove(
      applicationID: "org.example.Shop", environment: ["XDG_CONFIG_HOME": home.path])
    let left = try FileManager.default.contentsOfDirectory(
      atPath: home.appendingPathComponent("autostart").path)
    XCTAssertEqual(left, ["org.example.Shop.desktop"])
    // There may be none, or no place for one.
    LogInEntry.remove(
      applicationID: "org.example.Shop", environment: ["XDG_CONFIG_HOME": home.path])
    LogInEntry.remove(applicationID: "../x", environment: ["XDG_CONFIG_HOME": home.path])
  }

  func testWherePlasmaStartsEverythingAgainThereIsNone() throws {
    let plasma = ["XDG_CURRENT_DESKTOP": "KDE", "WAYLAND_DISPLAY": "wayland-0"]
    func isWritten(_ variables: [String: String]) throws -> Bool {
      try? FileManager.default.removeItem(at: file)
      try entry(["/usr/bin/shop"], variables).write()
      return FileManager.default.fileExists(atPath: file.path)
    }
    XCTAssertFalse(try isWritten(plasma))
    XCTAssertTrue(try isWritten(["XDG_CURRENT_DESKTOP": "KDE"]), "not under X11")
    XCTAssertTrue(
      try isWritten(["XDG_CURRENT_DESKTOP": "GNOME", "WAYLAND_DISPLAY": "wayland-0"]))
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let choices = home.appendingPathComponent("ksmserverrc")
    try Data("[General]\nloginMode=restorePreviousLogout\n".utf8).write(to: choices)
    XCTAssertFalse(try isWritten(plasma))
    try Data("[General]\nloginMode = emptySession\n".utf8).write(to: choices)
    XCTAssertTrue(try isWritten(plasma), "the person chose that nothing is started again")
  }
}
