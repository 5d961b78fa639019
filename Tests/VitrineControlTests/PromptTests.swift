// SPDX-License-Identifier: Apache-2.0
// What `vitrinectl` asks a user on a terminal, under a pseudo-terminal.

import Foundation
import XCTest

final class PromptTests: ControlTestCase {
  func testWhatDoesNotFitIsDroppedOnlyWhenTheUserAgrees() throws {
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

  /// A call on a terminal, where a line is typed.
  private func runOnTerminal(_ words: [String], answering answer: String) throws -> Answer {
    let script = URL(fileURLWithPath: "/usr/bin/script")
    try XCTSkipUnless(
      FileManager.default.isExecutableFile(atPath: script.path), "there is no “script”")
    let call = call(words)
    let command = [try XCTUnwrap(call.executableURL).path] + (call.arguments ?? [])
    let quoted = command.map { "'\($0.replacingOccurrences(of: "'", with: "'\\''"))'" }
    let process = Process()
    process.executableURL = script
    process.arguments = ["-qec", quoted.joined(separator: " "), "/dev/null"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = output
    try process.run()
    // The terminal keeps the line until somebody reads it.
    try input.fileHandleForWriting.write(contentsOf: Data("\(answer)\n".utf8))
    let said = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    let text = String(decoding: said, as: UTF8.self)
    return Answer(output: text, complaint: text, status: Int(process.terminationStatus))
  }
}
