// What `vitrinectl` asks a person on a terminal, under a pseudo-terminal.

import Foundation
import TestSwitches
import XCTest

final class PromptTests: ControlTestCase {
  func testWhatDoesNotFitIsDroppedOnlyWhenThePersonSaysSo() throws {
    XCTAssertEqual(try run("field", "add", "Size", "--kind", "line").status, 0)
    try add("Table", "--set", "Size=small")
    let words = ["field", "edit", "Size", "--kind", "wholeNumber"]
    for (answer, status) in [("", 1), ("n", 1), ("what?", 1), ("y", 0)] {
      let said = try runOnTerminal(words, answering: answer)
      XCTAssertEqual(said.status, status, "“\(answer)”: \(said.complaint)")
      XCTAssertTrue(said.complaint.contains("Drop them? [y/N]"), said.complaint)
      let values = status == 0 ? "0 values" : "1 value"
      XCTAssertTrue(try run("field", "list").output.contains(values), "“\(answer)”")
    }
  }

  /// Old texts of more than 64 MB are more than the history keeps.
  func testHistoryIsForgottenOnlyWhenThePersonSaysSo() throws {
    try skipWithoutFaults()
    let lines = beside("lines.jsonl").path
    func write(_ text: String) throws {
      try "{\"sku\": \"1\", \"title\": \"T\", \"description\": \"\(text)\"}"
        .write(toFile: lines, atomically: true, encoding: .utf8)
    }
    try write(String(repeating: "long ", count: 14_000_000))
    XCTAssertEqual(try run("import", lines).status, 0)
    try write("short")
    let refused = try runOnTerminal(["import", lines, "--update"], answering: "n")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("[y/N]"), refused.complaint)
    XCTAssertEqual(try run("history").output.split(separator: "\n").count, 1)
    XCTAssertEqual(try run("count", "--contains", "description=short").words, "0")
    let done = try runOnTerminal(["import", lines, "--update"], answering: "y")
    XCTAssertEqual(done.status, 0, done.complaint)
    XCTAssertEqual(try run("count", "--contains", "description=short").words, "1")
    XCTAssertEqual(try run("undo").status, 1)
  }

  /// A call whose input and errors are a terminal, with one line typed.
  private func runOnTerminal(_ words: [String], answering answer: String) throws -> Answer {
    let person = posix_openpt(O_RDWR | O_NOCTTY)
    guard person >= 0, grantpt(person) == 0, unlockpt(person) == 0, let name = ptsname(person),
      case let terminal = open(name, O_RDWR | O_NOCTTY), terminal >= 0
    else { throw XCTSkip("there are no pseudo-terminals here") }
    defer { close(person) }
    let process = call(words)
    let output = Pipe()
    let side = FileHandle(fileDescriptor: terminal, closeOnDealloc: false)
    process.standardInput = side
    process.standardError = side
    process.standardOutput = output
    try process.run()
    close(terminal)
    // The terminal keeps the line until somebody reads it.
    let typed = Array("\(answer)\n".utf8)
    XCTAssertEqual(write(person, typed, typed.count), typed.count)
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    // It fails when the last program on the other side is gone.
    while case let count = read(person, &buffer, buffer.count), count > 0 {
      seen += buffer.prefix(count)
    }
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      output: String(decoding: said, as: UTF8.self),
      complaint: String(decoding: seen, as: UTF8.self), status: Int(process.terminationStatus))
  }
}
