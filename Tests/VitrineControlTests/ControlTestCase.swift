// SPDX-License-Identifier: Apache-2.0
// Runs the built `vitrinectl` like a script, on a temporary catalogue. Tests also use the tool to
// prepare the catalogue, unless it can't, so that they see no more of the catalogue than a script
// does.

import Foundation
import XCTest

class ControlTestCase: XCTestCase {
  private var base = URL(fileURLWithPath: "/nonexistent")

  /// Where the catalogue is. Nothing is there before the tool creates it.
  var catalog: URL { base.appendingPathComponent("catalog") }

  override func setUpWithError() throws {
    base = FileManager.default.temporaryDirectory
      .appendingPathComponent("control-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: base)
  }

  /// A path beside the catalogue, for files passed to or from the tool.
  func beside(_ name: String) -> URL { base.appendingPathComponent(name) }

  /// A picture of one pixel; what comes after its end makes it another one.
  static let smallPicture =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ) ?? Data()

  /// A call's output and status.
  struct Answer {
    let output: String
    let complaint: String
    let status: Int
    var words: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// A call that has not been started yet.
  func call(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["XDG_CONFIG_HOME": beside("config").path]) { $1 }
    // Before anything after “--”.
    process.arguments = words.prefix(1) + ["--directory", catalog.path] + words.dropFirst()
    return process
  }

  func run(_ words: String...) throws -> Answer { try run(words) }

  /// What a call with --json prints: an object on each line.
  func objects(_ words: String..., file: StaticString = #filePath, line: UInt = #line) throws
    -> [[String: Any]]
  {
    let answer = try run(words + ["--json"])
    XCTAssertEqual(answer.status, 0, answer.complaint, file: file, line: line)
    return try answer.output.split(separator: "\n").map {
      try XCTUnwrap(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)",
        file: file, line: line)
    }
  }

  /// Waits for a call's output; `input` is its standard input.
  func run(
    _ words: [String], input: String? = nil, inCatalogue: Bool = true, locale: String? = nil
  ) throws -> Answer {
    let process = call(words)
    if let locale { process.environment?["LC_ALL"] = locale }
    if !inCatalogue { process.arguments = words }
    if let input {
      let file = beside("input")
      try Data(input.utf8).write(to: file)
      process.standardInput = try FileHandle(forReadingFrom: file)
    }
    let (output, complaint) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaint
    try process.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    let complained = complaint.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return Answer(
      output: String(decoding: said, as: UTF8.self),
      complaint: String(decoding: complained, as: UTF8.self),
      status: Int(process.terminationStatus))
  }

  /// Adds a product and returns its identifier.
  @discardableResult
  func add(
    _ title: String, _ options: String..., file: StaticString = #filePath, line: UInt = #line
  ) throws -> String {
    let answer = try run(["add", "--title", title] + options)
    XCTAssertEqual(answer.status, 0, answer.complaint, file: file, line: line)
    return answer.words
  }

  /// What another program does to the catalogue.
  func change(_ sql: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["sqlite3", catalog.appendingPathComponent("catalog.sqlite").path]
    let input = Pipe()
    process.standardInput = input
    try process.run()
    input.fileHandleForWriting.write(Data((sql + ";\n").utf8))
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 0)
  }

  /// A call on a terminal, where lines are typed.
  func runOnTerminal(_ words: [String], answering answer: String) throws -> Answer {
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
