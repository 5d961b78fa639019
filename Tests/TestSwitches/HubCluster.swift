// SPDX-License-Identifier: Apache-2.0
// A cluster of PostgreSQL for the tests of one process: in a temporary directory, on a socket there, without a port.
// PostgreSQL refuses to run as root; then it runs as the user that Debian has for it. It ends with this process,
// however that ends.

import Foundation
import XCTest

public final class HubCluster: @unchecked Sendable {
  /// Nil where PostgreSQL is not installed.
  public static let shared = programs().map { try? HubCluster($0) } ?? nil

  /// The directory with the socket.
  public let directory: URL
  private let programs: String
  private var server = Process()
  /// One for each start. When one closes, the directory goes.
  private var lives: [Pipe] = []

  public static func require() throws -> HubCluster {
    guard programs() != nil else {
      throw XCTSkip("PostgreSQL is not installed: its tests need the package “postgresql”")
    }
    return try XCTUnwrap(shared, "PostgreSQL does not start")
  }

  /// One more, as on another machine.
  public static func another() throws -> HubCluster {
    guard let programs = programs() else { throw XCTSkip("PostgreSQL is not installed") }
    return try HubCluster(programs)
  }

  /// Where the newest version's programs are.
  private static func programs() -> String? {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.compactMap { Int($0) }.sorted().reversed().map { "\(root)/\($0)/bin" }
      .first { access("\($0)/initdb", X_OK) == 0 }
  }

  private init(_ programs: String) throws {
    self.programs = programs
    directory = URL(fileURLWithPath: "/tmp/vitrine-hub-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    if getuid() == 0, let user = getpwnam("postgres") {
      chown(directory.path, user.pointee.pw_uid, user.pointee.pw_gid)
    }
    let made = try run(
      "initdb", "-D", "\(directory.path)/data", "-U", "owner", "-A", "trust", "-E", "UTF8",
      "--no-locale", "-N")
    guard made == 0 else { throw CocoaError(.executableLoad) }
    try start()
  }

  /// What runs a program of PostgreSQL as somebody it runs for.
  private func words(_ words: [String]) -> [String] {
    getuid() == 0
      ? ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words : words
  }

  private func run(_ program: String, _ arguments: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words(["\(programs)/\(program)"] + arguments)
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Nothing has to survive a power cut here, so nothing is flushed.
  public func start() throws {
    guard try run("pg_isready", "-h", directory.path, "-U", "owner") != 0 else { return }
    server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let script = """
      # What runs beside would have nothing for its input.
      exec 3<&0
      # Until whoever started this has ended.
      (cat <&3 >/dev/null; kill -QUIT $$; sleep 1; rm -rf "$1") &
      exec "$0" -D "$1/data" -k "$1" -c listen_addresses= -c fsync=off -c max_connections=150 3<&-
      """
    server.arguments = words(["sh", "-c", script, "\(programs)/postgres", directory.path])
    server.currentDirectoryURL = URL(fileURLWithPath: "/")
    let life = Pipe()
    lives.append(life)
    server.standardInput = life
    server.standardOutput = FileHandle.nullDevice
    server.standardError = FileHandle.nullDevice
    try server.run()
    for _ in 0..<200 where try run("pg_isready", "-h", directory.path, "-U", "owner") != 0 {
      usleep(50_000)
    }
  }

  /// Lets a member in with a password alone.
  public func demandPassword(of member: String) throws {
    let rules = directory.appendingPathComponent("data/pg_hba.conf")
    let others = try String(contentsOf: rules, encoding: .utf8)
    try Data("local all \(member) scram-sha-256\n\(others)".utf8).write(to: rules)
    _ = try run("pg_ctl", "-D", "\(directory.path)/data", "reload")
  }

  /// Ends the server as a power cut would.
  public func stop() throws {
    _ = try run("pg_ctl", "-D", "\(directory.path)/data", "-m", "immediate", "-w", "stop")
  }

  /// Ends the server as a power cut would, and starts it again.
  public func restart() throws {
    // It has ended when this returns. What runs beside it has not: `Process` would wait for that, too.
    try stop()
    try start()
  }

  /// Makes an empty database, and returns its address.
  public func makeDatabase() throws -> String {
    let name = "d\(UUID().uuidString.prefix(8).lowercased())"
    _ = try run("createdb", "-h", directory.path, "-U", "owner", name)
    return address(name)
  }

  /// The address of a database for somebody.
  public func address(_ database: String, as user: String = "owner", through socket: String? = nil)
    -> String
  {
    "postgresql:///\(database)?host=\(socket ?? directory.path)&user=\(user)"
  }
}
