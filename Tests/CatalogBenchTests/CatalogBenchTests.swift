// SPDX-License-Identifier: Apache-2.0
// A small run of the benchmark: it succeeds and reports everything it should. The figures are not
// checked, because a busy machine must not decide whether a test passes.

import BenchTables
import Foundation
import TestSwitches
import XCTest

@testable import CatalogBench

final class CatalogBenchTests: XCTestCase {
  func testEveryRowIsPrinted() throws {
    try skipWithoutFaults()
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    try Data("mine".utf8).write(to: scratch.appendingPathComponent("mine"))
    // The programs are beside the tests.
    let program = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("CatalogBench")
    let printed = try outputOfProgram(
      program.path, ["--products", "2000", "--quick", "--scratch", scratch.path],
      in: FileManager.default.temporaryDirectory)
    for words in [
      "2,000 products", "first page by title", "| all texts after opening",
      "all, by stock, reversed", "| a category of",
      "| both tags", "| filter: low stock", "| search: an exact SKU",
      "The complete order of 2,000 products", "| by manual |", "| first page of the newer", "VmRSS",
      "| cold: ", "| warm: what is shown of 10 results",
      "a new title, of 1,000", "a new price, of 2,000",
      "The complete order by one of five fields, of 2,000 products", "| filter: a word in a text",
      "2,000 variants under 200 heads", "| opening a head |", "which ten variants follow",
      "Undo of a change to 1,000 products", "| undo: ", "Insert 2,000 products",
      "within their limits.",
    ] {
      XCTAssertTrue(printed.contains(words), "\(words) is missing in:\n\(printed)")
    }
    XCTAssertFalse(printed.contains("nan"), printed)
    // It removes everything of its own and nothing else.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: scratch.path), ["mine"])
  }

  func testMistakesAreNamed() {
    for (arguments, words) in [
      (["--products", "7"], "1,000"), (["--products"], "needs a value"), (["--odd"], "--odd"),
      (["--only", "nothing"], "nothing"), (["--child", "nothing"], "internal"),
    ] {
      XCTAssertThrowsError(try Options(arguments)) { error in
        let message = (error as? UsageError)?.message ?? ""
        XCTAssertTrue(message.contains(words), message)
      }
    }
  }

  func testTheMedianOfPairsDecides() throws {
    let times = Times([4, 1, 3, 2, 100])
    XCTAssertEqual(times.median, 3)
    XCTAssertEqual(times.middle, 2...4)
    // A busy moment that affected only one side.
    let pairs = Pairs(ours: [2, 2, 90, 3], theirs: [1, 2, 1, 2])
    XCTAssertEqual(pairs.ratio.median, 1.75)
    XCTAssertTrue(Finding("x", pairs, limit: .times(1.75)).holds)
    XCTAssertFalse(Finding("x", pairs, limit: .times(1.74)).holds)
    XCTAssertTrue(Finding("x", pairs, limit: .timesOrMilliseconds(1, 2.5)).holds)
    XCTAssertFalse(Finding("x", pairs, limit: .timesOrMilliseconds(1, 2.4)).holds)
    XCTAssertEqual(
      Finding("x", pairs, limit: .times(1.75)).line,
      "| x | 2.50 ms | 1.50 ms | 1.75 (1.38–24.00) | 1.75× | yes |")
  }

  func testSizesAreReadable() {
    XCTAssertEqual([0, 999, 1000, 1_000_000].map(grouped), ["0", "999", "1,000", "1,000,000"])
  }
}
