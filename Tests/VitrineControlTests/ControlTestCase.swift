// The built `vitrinectl` as a script runs it, on a catalogue in a directory of the test's own. The
// programs lie beside the tests. What a test needs in its catalogue it adds with the tool too,
// unless the tool can't: so these tests see no more of the catalogue than a script does.

import Foundation
import XCTest

class ControlTestCase: XCTestCase {
  private var base = URL(fileURLWithPath: "/nonexistent")

  /// Where the catalogue is. Nothing is there before the tool makes it.
  var catalog: URL { base.appendingPathComponent("catalog") }

  override func setUpWithError() throws {
    base = FileManager.default.temporaryDirectory
      .appendingPathComponent("control-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: base, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: base)
  }

  /// A place beside the catalogue, for what a test hands to the tool or gets from it.
  func beside(_ name: String) -> URL { base.appendingPathComponent(name) }

  /// What a call said, and how it ended.
  struct Answer {
    let output: String
    let complaint: String
    let status: Int
    var words: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// A call that is not started yet.
  func call(_ words: [String]) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    // Before what may be after “--”.
    process.arguments = words.prefix(1) + ["--directory", catalog.path] + words.dropFirst()
    return process
  }

  func run(_ words: String...) throws -> Answer { try run(words) }

  /// What a call says, waited for.
  func run(_ words: [String]) throws -> Answer {
    let process = call(words)
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
}
