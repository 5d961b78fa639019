// Real processes that write, bring the log home, close and open again, all at once and for some
// time, while a foreign program reads: what SQLite's WAL-reset race would damage sooner or later.
// `ConcurrencyTests` and `DiskFaultTests` show why it cannot: no write without the lock.

import Foundation
import XCTest

@testable import Catalog

final class ManyProcessesTests: CatalogTestCase {
  private static let directoryVariable = "CATALOG_TEST_DIRECTORY"
  private static let nameVariable = "CATALOG_TEST_NAME"
  private static let rounds = 12
  private static let products = 8

  func testProcessesThatWriteCheckpointAndCloseLoseNothing() async throws {
    await (try CatalogStore.open(in: directory)).close()
    let names = ["a", "b", "c"]
    let children = try names.map { try child(named: $0) }
    defer { children.filter(\.isRunning).forEach { $0.terminate() } }
    var lastCount = 0
    while children.contains(where: \.isRunning) {
      // Each time a foreign program that has never heard of our lock: it only reads.
      let count = try shell("SELECT count(*) FROM product")
      XCTAssertGreaterThanOrEqual(count, lastCount, "products were gone again")
      lastCount = max(lastCount, count)
    }
    XCTAssertEqual(children.map(\.terminationStatus), [0, 0, 0])

    let store = try await CatalogStore.open(in: directory)
    let titles = try await store.rows(ProductQuery()).map(\.title).sorted()
    let expected = names.flatMap { name in
      (0..<Self.rounds).flatMap { round in
        (0..<Self.products).map { "\(name) \(round) \($0) done" }
      }
    }
    XCTAssertEqual(titles, expected.sorted())
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// Not a test by itself: what each process does.
  func testTheWorkOfAChild() async throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment[Self.directoryVariable], let name = environment[Self.nameVariable]
    else { throw XCTSkip("only in a child process") }
    for round in 0..<Self.rounds {
      // The log is brought home after nearly every command, and reset by nearly every next one.
      let store = try CatalogStore(
        URL(fileURLWithPath: path), patience: 60, checkpointPages: 1 + round % 3)
      for number in 0..<Self.products {
        let product = try await store.create(makeProduct("\(name) \(round) \(number)"))
        let change = ProductChange(title: try ProductTitle("\(name) \(round) \(number) done"))
        _ = try await store.edit(product.id, basedOn: product.revision, change)
      }
      await store.close()
    }
    // Whatever goes wrong is thrown before. A sanitizer might have a status of its own at the exit.
    _exit(0)
  }

  /// Starts this test program again, to do nothing but the work of a child.
  private func child(named name: String) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments =
      CommandLine.arguments.dropFirst().filter { $0.hasSuffix(".xctest") }
      + ["CatalogTests.ManyProcessesTests/testTheWorkOfAChild"]
    process.environment = ProcessInfo.processInfo.environment.merging([
      Self.directoryVariable: directory.path, Self.nameVariable: name,
    ]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func shell(_ query: String) throws -> Int {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", "-readonly", "-cmd", ".timeout 60000", file.path, query]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: said, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return try XCTUnwrap(Int(text), "sqlite3 ended with \(process.terminationStatus)")
  }
}
