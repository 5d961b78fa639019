// SPDX-License-Identifier: Apache-2.0
// Real processes on one catalogue: several that write, checkpoint, open, close and are killed, and
// a foreign program among them.

import CFaultyDisk
import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class ProcessesTests: CatalogTestCase {
  private static let directoryVariable = "CATALOG_TEST_DIRECTORY"
  /// So much is done before it is over: enough to say something.
  private static let (enoughForeignWrites, enoughCommits) = (
    rounds(0, withFaults: 20, withAll: 99), 40
  )

  /// Nothing that was reported as done is lost, and nothing is written without the lock: neither
  /// when opening or closing, nor during a checkpoint every few commits.
  func testManyProcessesAndAForeignOneLoseNothing() async throws {
    try skipWithoutFaults()
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    var children = try (0..<3).map { _ in try child() }
    var random = SeededRandom(seed: 7)
    var foreignWrites = 0
    func done() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasPrefix("done-") }
    }
    while try foreignWrites < Self.enoughForeignWrites || done().count < Self.enoughCommits {
      let year = 1900 + foreignWrites
      let sql = "UPDATE product SET year = \(year) WHERE title = 'Rose'; SELECT count(*) FROM note;"
      if try await run("/usr/bin/sqlite3", ["-cmd", ".timeout 5000", file.path, sql]) == 0 {
        foreignWrites += 1
        let seen = try await store.product(rose.id)
        XCTAssertEqual(seen?.year?.value, year)
      }
      let victim = Int.random(in: 0..<children.count, using: &random)
      if children[victim].isRunning { kill(children[victim].processIdentifier, SIGKILL) }
      children[victim].waitUntilExit()
      children[victim] = try child()
    }
    for child in children {
      kill(child.processIdentifier, SIGKILL)
      child.waitUntilExit()
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    let titles = Set(try await store.products(ProductQuery()).map(\.title))
    for name in try done() {
      XCTAssertTrue(titles.contains(String(name.dropFirst("done-".count))), "\(name) is lost")
    }
    XCTAssertFalse(
      FileManager.default.fileExists(atPath: directory.appendingPathComponent("unlocked").path))
    await store.close()
  }

  /// Not a test itself: what a child process does until it is killed.
  func testTheJobOfAChild() async throws {
    guard let path = ProcessInfo.processInfo.environment[Self.directoryVariable] else {
      throw XCTSkip("only in a child process")
    }
    XCTAssertEqual(faulty_disk_install("\(path)/catalog.lock"), 0)
    let place = URL(fileURLWithPath: path)
    while true {
      let store = try CatalogStore(place, patience: 20, checkpointPages: 20)
      for _ in 0..<6 {
        let title = UUID().uuidString
        _ = try await store.create(makeProduct(title))
        XCTAssertTrue(
          FileManager.default.createFile(atPath: "\(path)/done-\(title)", contents: nil))
      }
      await store.close()
      if faulty_disk_unlocked_writes() > 0 {
        XCTAssertTrue(
          FileManager.default.createFile(atPath: "\(path)/unlocked", contents: nil))
      }
    }
  }

  /// Starts this test program again, as a child process.
  private func child() throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".xctest") }
      + ["CatalogTests.ProcessesTests/testTheJobOfAChild"]
    process.environment = ProcessInfo.processInfo.environment.merging(
      [Self.directoryVariable: directory.resolvingSymlinksInPath().path]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Runs a program and returns its status.
  private func run(_ program: String, _ arguments: [String]) async throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
