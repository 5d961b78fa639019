// SPDX-License-Identifier: Apache-2.0
// A hub as one file, and a hub of such a file in an empty database, by PostgreSQL's own programs: what they write,
// whoever looks after the server can read, too. Members and their passwords are the server's and not in it.

import Catalog
import Foundation

public enum HubBackup {
  /// Writes the hub at an address to a file, as its owner.
  public static func write(_ address: String, to file: URL) async throws {
    // Nothing is in the place of an older one before it is whole.
    let unfinished = file.appendingPathExtension("unfinished")
    do {
      try await run(
        "pg_dump", "--format=custom", "--schema=vitrine_1", "--schema=vitrine",
        "--file=\(unfinished.path)", reaching: address)
      try flush(unfinished)
      guard rename(unfinished.path, file.path) == 0 else { throw failure() }
      try flush(file.deletingLastPathComponent())
    } catch {
      unlink(unfinished.path)
      throw error
    }
  }

  /// Makes the hub of such a file in an empty database, which is its owner's who connects. It is another one to whoever
  /// knew the old one.
  public static func restore(_ file: URL, to address: String) async throws {
    guard access(file.path, R_OK) == 0 else { throw failure() }
    let server = try await HubServer(address)
    do {
      let schemas = try await server.rows(
        "SELECT 1 FROM pg_namespace WHERE nspname IN ('vitrine_1', 'vitrine')")
      guard schemas.isEmpty else { throw HubError.hubExists }
      // The groups are the server's, and what the file grants is granted to them.
      try await server.runScript(Hub.groups)
      try await run(
        "pg_restore", "--no-owner", "--single-transaction", "--exit-on-error", file.path,
        reaching: address)
      _ = try await server.rows("SELECT vitrine_1.restored()")
    } catch let error as ServerError { throw error.hubError }
  }

  private static func failure() -> HubError { .failed(reason: String(cString: strerror(errno))) }

  private static func flush(_ place: URL) throws {
    let file = open(place.path, O_RDONLY)
    guard file >= 0 else { throw failure() }
    defer { close(file) }
    guard fsync(file) == 0 else { throw failure() }
  }

  /// Runs a program of PostgreSQL to its end, with the same rules for a network as everything else.
  private static func run(_ words: String..., reaching address: String) async throws {
    var environment = ProcessInfo.processInfo.environment
    if try HubServer.needsProof(address) { environment["PGSSLMODE"] = "verify-full" }
    let (status, text) = try await withCheckedThrowingContinuation {
      [environment] (waiting: CheckedContinuation<(Int32, String), any Error>) in
      DispatchQueue.global().async {
        waiting.resume(
          with: Result { try end(words + ["--no-password", "--dbname=\(address)"], environment) })
      }
    }
    // What env says where there is no such program.
    if status == 127 { throw HubError.toolMissing(words[0]) }
    guard status == 0 else {
      let line = text.split(separator: "\n").first.map(String.init) ?? "\(status)"
      throw HubError.failed(
        reason: line.replacingOccurrences(of: "\(words[0]): error: ", with: ""))
    }
  }

  /// How a program ended, and what it complained of.
  private static func end(_ words: [String], _ environment: [String: String]) throws -> (
    Int32, String
  ) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    (process.arguments, process.environment) = (words, environment)
    let said = Pipe()
    process.standardError = said
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let bytes = said.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
