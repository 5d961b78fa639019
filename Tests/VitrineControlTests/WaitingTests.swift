// SPDX-License-Identifier: Apache-2.0
// Several processes at one catalogue: reading waits for nobody, an import keeps nobody waiting while
// its input is not there yet, and a command that must wait says so.

import Foundation
import XCTest

final class WaitingTests: ControlTestCase {
  /// The lock of those who write, held by this process.
  private func holdLock() throws -> FileHandle {
    let file = try FileHandle(
      forUpdating: catalog.appendingPathComponent("catalog.lock"))
    XCTAssertEqual(flock(file.fileDescriptor, LOCK_EX | LOCK_NB), 0)
    return file
  }

  func testReadingNeverWaits() throws {
    let id = try add("Rose")
    let lock = try holdLock()
    for words in [
      ["list"], ["list", "--json"], ["search", "rose"], ["count"], ["show", id], ["history"],
      ["category"], ["trash"], ["export", "-"], ["field", "list"],
    ] {
      // One that waited for the lock would say so, and never come back.
      let answer = try run(words)
      XCTAssertEqual(answer.status, 0, "\(words): \(answer.complaint)")
      XCTAssertEqual(answer.complaint, "", "\(words)")
    }
    try lock.close()
  }

  func testAnotherWriterWaitsAndSaysSo() throws {
    let id = try add("Rose")
    let lock = try holdLock()
    let process = call(["edit", id, "--stock", "3"])
    let complaint = Pipe()
    process.standardError = complaint
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    // It says so while it waits, so this does not block for long.
    let said = String(decoding: complaint.fileHandleForReading.availableData, as: UTF8.self)
    XCTAssertTrue(said.contains("waiting"), said)
    XCTAssertEqual(try run("count", "--stock", "3..3").output, "0\n")
    try lock.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    XCTAssertEqual(try run("count", "--stock", "3..3").output, "1\n")
  }

  func testAnImportFromAPipeSaysThatItWaits() throws {
    try add("Rose")
    let pipe = beside("pipe")
    XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
    let process = call(["import", pipe.path])
    let complaint = Pipe()
    process.standardError = complaint
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let said = String(decoding: complaint.fileHandleForReading.availableData, as: UTF8.self)
    XCTAssertTrue(said.contains("Waiting until another program writes to"), said)
    let writer = try FileHandle(forWritingTo: pipe)
    try writer.write(contentsOf: Data("{\"title\":\"Fern\"}\n".utf8))
    try writer.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    XCTAssertEqual(try run("count").output, "2\n")
  }

  func testAStalledImportBlocksNobody() throws {
    try add("Rose")
    let process = call(["import", "-"])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("{\"title\":\"Fern\"}\n".utf8))
    try add("Spade")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try run("count").output, "1\n")
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
    XCTAssertEqual(try run("count").output, "2\n")
  }

  func testASignalStopsAStalledImportAtOnce() throws {
    try add("Rose")
    for (number, name) in [(SIGTERM, "SIGTERM"), (SIGINT, "SIGINT")] {
      // A shell's background job ignores Ctrl-C, and so would the process until it asks for it.
      signal(number, SIG_DFL)
      let process = call(["import", "-"])
      let (input, complaint) = (Pipe(), Pipe())
      process.standardInput = input
      process.standardError = complaint
      try process.run()
      try input.fileHandleForWriting.write(contentsOf: Data("{\"title\":\"Fern\"}\n".utf8))
      // Until it catches signals: before that they end it, which is as well.
      while try !catches(number, process.processIdentifier), process.isRunning { usleep(2_000) }
      kill(process.processIdentifier, number)
      // Its input goes on for as long as this process has the other end.
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 128 + number, name)
      XCTAssertEqual(try run("count").output, "1\n")
      XCTAssertEqual(try run("check").status, 0)
    }
  }

  /// Whether a signal has another effect on a process than its usual one.
  private func catches(_ number: Int32, _ process: Int32) throws -> Bool {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    return status.split(separator: "\n").contains { line in
      guard line.hasPrefix("SigCgt:") else { return false }
      let set = UInt64(line.split(whereSeparator: \.isWhitespace).last ?? "", radix: 16) ?? 0
      return set & (1 << UInt64(number - 1)) != 0
    }
  }

  /// More lines than are kept in memory are read from where the pipe was kept.
  func testALargeImportFromAPipe() throws {
    let text = String(repeating: "x", count: 50_000)
    let lines = (0..<170).map { "{\"title\":\"P\($0)\",\"description\":\"\(text)\"}\n" }.joined()
    let answer = try run(["import", "-"], input: lines)
    XCTAssertEqual(answer.output, "170 products added.\n", answer.complaint)
    XCTAssertEqual(try run(["import", "-"], input: lines + "no\n").status, 1)
    XCTAssertEqual(try run("count").output, "170\n")
    let left = try FileManager.default.contentsOfDirectory(atPath: catalog.path)
    XCTAssertFalse(left.contains { $0.hasSuffix(".tmp") }, "\(left)")
  }

  func testCompacting() throws {
    let file = catalog.appendingPathComponent("catalog.sqlite").path
    /// The file's size after so many products have come and gone.
    func size(afterMaking count: Int) throws -> Int {
      XCTAssertEqual(try run("generate", "\(count)").status, 0)
      for step in ["undo", "redo"] { XCTAssertEqual(try run(step).status, 0) }
      XCTAssertEqual(try run("delete", "--all").status, 0)
      XCTAssertEqual(try run("trash", "empty").status, 0)
      XCTAssertEqual(try run("history", "--forget").status, 0)
      let answer = try run("compact")
      XCTAssertEqual(answer.status, 0, answer.complaint)
      return try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int ?? 0
    }
    let small = try size(afterMaking: 2)
    XCTAssertLessThan(try size(afterMaking: 2_000), small * 11 / 10)
    XCTAssertEqual(try run("check").status, 0)
    XCTAssertEqual(try run("add", "--title", "Rose").status, 0)
  }

  /// A list is looked at more than once.
  func testAPipeThatIsRefusedIsNotWaitedFor() throws {
    try add("Rose")
    let pipe = beside("pipe.csv")
    XCTAssertEqual(mkfifo(pipe.path, 0o600), 0)
    let answer = try run("import", "--dry-run", pipe.path)
    XCTAssertNotEqual(answer.status, 0)
    XCTAssertTrue(answer.complaint.contains("a regular file is needed"), answer.complaint)
    XCTAssertFalse(answer.complaint.contains("Waiting"), answer.complaint)
  }
}
