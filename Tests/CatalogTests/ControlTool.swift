// The built `vitrinectl` as a script runs it. The programs lie beside the tests.

import Foundation
import XCTest

extension CatalogTestCase {
  /// What a call said, and how it ended.
  struct Answer {
    let output: String
    let complaint: String
    let status: Int
    var words: String { output.trimmingCharacters(in: .whitespacesAndNewlines) }
  }

  /// A call that is not started yet, on the catalogue in `place`.
  func vitrinectl(_ words: [String], in place: URL) -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    // Before what may be after “--”.
    process.arguments = words.prefix(1) + ["--directory", place.path] + words.dropFirst()
    return process
  }

  /// What a call says, waited for.
  func answer(to words: [String], in place: URL) throws -> Answer {
    let process = vitrinectl(words, in: place)
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
}
