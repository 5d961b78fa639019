// SPDX-License-Identifier: Apache-2.0
// Shared by the catalogue's tests: a temporary directory, and products.

import Foundation
import Wording
import XCTest

@testable import Catalog

/// A test with its own directory, which is removed afterwards.
class CatalogTestCase: XCTestCase {
  private(set) var directory = URL(fileURLWithPath: "/nonexistent")

  override func setUpWithError() throws {
    directory = parentDirectory.appendingPathComponent("catalog-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: directory)
  }

  /// Where the directory is created.
  var parentDirectory: URL { FileManager.default.temporaryDirectory }

  /// In memory where there is room for files, for what would only wait for the disk thousands of times.
  final var memory: URL {
    access("/dev/shm", W_OK) == 0
      ? URL(fileURLWithPath: "/dev/shm") : FileManager.default.temporaryDirectory
  }

  var file: URL { directory.appendingPathComponent("catalog.sqlite") }

  /// Another process that uses the catalogue.
  func vitrinectl(_ words: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    process.arguments = words.prefix(1) + ["--directory", directory.path] + words.dropFirst()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  var repository: URL {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
  }
}

func makeProduct(
  _ title: String, category: String? = nil, price: String? = nil, year: Int? = nil
) throws -> Product {
  Product(
    title: try ProductTitle(title),
    category: try category.map { try CategoryPath($0) },
    price: try price.map { try Price($0, currency: Currency("EUR")) },
    year: try year.map { try IntroductionYear($0) })
}

/// Waits for a condition.
func waitUntil(
  file: StaticString = #filePath, line: UInt = #line, _ condition: () async throws -> Bool
) async throws {
  let deadline = Date(timeIntervalSinceNow: 20)
  while Date() < deadline {
    if try await condition() { return }
    try await Task.sleep(for: .milliseconds(2))
  }
  XCTFail("it did not come to be", file: file, line: line)
  throw CancellationError()
}

/// Checks that `body` throws an error that `matches` and has a sentence.
func assertThrows<Value>(
  _ body: () async throws -> Value, file: StaticString = #filePath, line: UInt = #line,
  where matches: (any Error) -> Bool
) async {
  do {
    _ = try await body()
    XCTFail("nothing was thrown", file: file, line: line)
  } catch {
    XCTAssertTrue(matches(error), "unexpected error: \(error)", file: file, line: line)
    let sentence = error.sentence
    XCTAssertTrue(sentence.hasSuffix("."), "not a sentence: \(sentence)", file: file, line: line)
  }
}

func assertThrows<Value>(
  _ expected: CatalogError, file: StaticString = #filePath, line: UInt = #line,
  _ body: () async throws -> Value
) async {
  await assertThrows(body, file: file, line: line) { $0 as? CatalogError == expected }
}

/// Runs rounds that need nothing of each other, two at a time: where one class takes minutes, a
/// processor would have nothing to do at the end. Returns what went wrong in them.
func inTwoLines(
  _ rounds: Int, _ body: @escaping @Sendable (Int) async throws -> [String]
) async throws -> [String] {
  try await withThrowingTaskGroup(of: [String].self) { group in
    for first in 0..<2 {
      group.addTask {
        var failures: [String] = []
        for round in stride(from: first, to: rounds, by: 2) { failures += try await body(round) }
        return failures
      }
    }
    return try await group.reduce(into: []) { $0 += $1 }
  }
}

/// Every row of every table, except for the revisions, which only increase.
func snapshot(_ store: CatalogStore) async throws -> [String] {
  try await store.database.read { connection in
    try RecordedTable.all.flatMap { table in
      let columns = (table.key + table.columns.filter { $0 != "revision" })
        .map { "quote(\($0))" }.joined(separator: " || ' ' || ")
      return try connection.rows("SELECT \(columns) FROM \(table.name) ORDER BY 1") {
        "\(table.name) \($0.onlyText)"
      }
    }
  }
}

/// Runs `body` with a limit on the size of files, which acts like a full disk. SIGXFSZ must be ignored.
func limitingFiles<Value: Sendable>(
  to size: Int, _ body: @Sendable () async throws -> Value
) async -> Result<Value, any Error> {
  var limit = rlimit()
  getrlimit(fileSize, &limit)
  let before = limit
  limit.rlim_cur = rlim_t(size)
  setrlimit(fileSize, &limit)
  defer {
    limit = before
    setrlimit(fileSize, &limit)
  }
  do { return .success(try await body()) } catch { return .failure(error) }
}

private let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
