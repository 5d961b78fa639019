// SPDX-License-Identifier: Apache-2.0
// A browser that opens published pages from a disk, without a window, and what it has seen of them: the page that looks
// at the others asks this test for an address, which holds its report. That is the one way out that all browsers have.

import Foundation
import XCTest

enum Browser: String, CaseIterable {
  case chromium, firefox

  struct Report: Decodable {
    let texts: Int
    let problems: [String]
  }

  /// What the looker asks to be told.
  struct Asked: Encodable {
    let pages: [String]
    let isDark, runsScripts: Bool
    /// In pixels of the page.
    var width = 360
    var answer = ""
  }

  private var program: String? {
    let names = self == .chromium ? ["chromium"] : ["firefox-esr", "firefox"]
    return names.map { "/usr/bin/\($0)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// Where it is; a test that needs it is skipped where it is not.
  func required() throws -> String {
    try Self.require([self])
    return program ?? ""
  }

  static func requireAny() throws { try require(allCases) }

  private static func require(_ some: [Browser]) throws {
    let names = some.map(\.rawValue).joined(separator: ", ")
    try XCTSkipUnless(
      some.contains { $0.program != nil }, "./dev prepare browsers installs \(names)")
  }

  /// - Parameter base: a directory of the test's own, in which the site is.
  /// - Returns: nil without this browser.
  func report(on asked: Asked, in base: URL) throws -> Report? {
    guard let program else { return nil }
    let answers = try Answers()
    var asked = asked
    asked.answer = "http://127.0.0.1:\(answers.port)/?"
    let looker = try String(contentsOf: fixture("looker.js"), encoding: .utf8)
    let page = base.appendingPathComponent("looker.html")
    let words = String(decoding: try JSONEncoder().encode(asked), as: UTF8.self)
    try """
    <!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">
    <body><script>const asked = \(words);
    \(looker)</script>
    """.write(to: page, atomically: true, encoding: .utf8)
    let profile = base.appendingPathComponent("profile-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: profile, withIntermediateDirectories: false)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = try arguments(asked.isDark, profile) + [page.absoluteString]
    process.environment = ProcessInfo.processInfo.environment.merging(["HOME": base.path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    defer {
      // Firefox does not end by SIGTERM.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    return try JSONDecoder().decode(Report.self, from: answers.next())
  }

  private func arguments(_ isDark: Bool, _ profile: URL) throws -> [String] {
    switch self {
    case .chromium:
      return [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
        "--remote-debugging-port=0", "--user-data-dir=\(profile.path)",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
      ]
    case .firefox:
      try """
      user_pref("layout.css.prefers-color-scheme.content-override", \(isDark ? 0 : 1));
      user_pref("security.fileuri.strict_origin_policy", false);
      user_pref("datareporting.policy.dataSubmissionEnabled", false);
      """.write(to: profile.appendingPathComponent("user.js"), atomically: true, encoding: .utf8)
      return ["--headless", "--no-remote", "--profile", profile.path]
    }
  }

  private func fixture(_ name: String) -> URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/Publishing/\(name)")
  }
}

/// A port of this machine's own on which the report arrives.
private final class Answers {
  let port: UInt16
  private let socket: Int32

  init() throws {
    socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { [socket] place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && listen(socket, 8) == 0
          && getsockname(socket, $0, &length) == 0
      }
    }
    guard isOpen else { throw CocoaError(.fileReadUnknown) }
    port = UInt16(bigEndian: address.sin_port)
  }

  deinit { close(socket) }

  /// The next report; a browser asks for other things, too, and opens connections that it does not use.
  func next() throws -> Data {
    let end = Date(timeIntervalSinceNow: 120)
    while Date() < end {
      var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 1_000) == 1 else { continue }
      let client = accept(socket, nil, nil)
      guard client >= 0 else { continue }
      defer { close(client) }
      ready.fd = client
      var request: [UInt8] = []
      while !request.contains(UInt8(ascii: "\r")), poll(&ready, 1, 1_000) == 1 {
        var part = [UInt8](repeating: 0, count: 65_536)
        let count = recv(client, &part, part.count, 0)
        guard count > 0 else { break }
        request += part.prefix(count)
      }
      let line = String(decoding: request.prefix { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      let words = line.split(separator: " ")
      if words.count > 1, words[1].hasPrefix("/?"),
        let report = words[1].dropFirst(2).removingPercentEncoding
      {
        return Data(report.utf8)
      }
    }
    throw CocoaError(.fileReadUnknown)
  }
}
