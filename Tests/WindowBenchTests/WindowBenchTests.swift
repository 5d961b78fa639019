// SPDX-License-Identifier: Apache-2.0
// A small run of the benchmark of windows: it succeeds and reports everything it should. The figures are
// not checked, because a busy machine must not decide whether a test passes.

import BenchTables
import Foundation
import TestSwitches
import XCTest

@testable import WindowBench

final class WindowBenchTests: XCTestCase {
  func testEveryRowIsPrinted() throws {
    try skipWithoutFaults()
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("bench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: scratch) }
    // The programs are beside the tests.
    let program = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("WindowBench")
    let printed = try outputOfProgram(
      program.path, ["--products", "2000", "--quick", "--scratch", scratch.path],
      in: FileManager.default.temporaryDirectory)
    for words in [
      "Start with 1 window", "Start with 10 windows", "| every window painted once |",
      "Start with 2,000 products", "| first paint |", "| resident (VmRSS) |",
      "Typing into the search, 2,000 products", "| first results painted", "Scrolling, 2,000",
      "| longest stall of the main thread |", "within their limits.",
    ] {
      XCTAssertTrue(printed.contains(words), "\(words) is missing in:\n\(printed)")
    }
    XCTAssertFalse(printed.contains("nan"), printed)
    // It removes everything of its own.
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: scratch.path), [])
  }

  func testMistakesAreNamed() {
    for (arguments, words) in [
      (["--products", "7"], "1,000"), (["--rounds", "none"], "number"), (["--odd"], "--odd"),
      (["--only", "nothing"], "nothing"), (["--scratch"], "needs a value"),
    ] {
      XCTAssertThrowsError(try WindowOptions(arguments)) { error in
        let message = (error as? UsageError)?.message ?? ""
        XCTAssertTrue(message.contains(words), message)
      }
    }
  }

  func testKindsThatHaveOneWindowComeOnce() {
    let fifty = MeasuredWindow.first(50)
    XCTAssertEqual(fifty.count, 50)
    XCTAssertEqual(Set(fifty), Set(MeasuredWindow.allCases))
    for kind in [MeasuredWindow.notes, .history, .duplicates, .preferences] {
      XCTAssertEqual(fifty.filter { $0 == kind }.count, 1)
    }
    XCTAssertEqual(MeasuredWindow.first(1), [.browser])
  }

  func testWhatTheWatcherTellsIsRead() {
    let watched = Watched(
      """
      paint 0xa 1000000 3000000
      busy 500000 3500000 2000000
      key 4000000
      row 5000000
      paint 0xb 6000000 7000000
      paint 0xa 8000000 9000000
      type GtkLabel 5 3
      windows 2
      widgets 9 6
      paint 0xc 9000000
      """)
    XCTAssertEqual(watched.paints.map(\.length), [2, 1, 1])
    XCTAssertEqual(watched.painted, ["0xa": 3, "0xb": 7])
    XCTAssertEqual(watched.painted(after: 4), 7)
    XCTAssertEqual([watched.firstPaint, watched.lastPaint], [3, 9])
    XCTAssertEqual(watched.keys + watched.rows, [4, 5])
    XCTAssertEqual(watched.stall(from: 0).length, 3)
    XCTAssertEqual(watched.stall(from: 0).onProcessor, 2)
    XCTAssertEqual(watched.stall(from: 1).length, 0)
    XCTAssertEqual(watched.census?.windows, 2)
    XCTAssertEqual(watched.census?.types["GtkLabel"]?.shown, 3)
  }
}
