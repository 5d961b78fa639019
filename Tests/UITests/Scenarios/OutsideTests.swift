// What the guide of StateRestoration promises a stranger: its program builds in a folder of its own,
// its tests pass, and what was typed is there again after a kill. All of it is taken from the guide.

import Foundation
import XCTest

final class OutsideTests: UITestCase {
  private static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  func testTheProgramOfTheGuideBuildsElsewhereAndComesBackAfterAKill() throws {
    try XCTSkipUnless(
      ProcessInfo.processInfo.environment["VITRINE_TEST_FAULTS"] != nil,
      "./dev test --faults runs it")
    let folder = try home().folder.appendingPathComponent("outside", isDirectory: true)
    let notes = folder.appendingPathComponent("notes", isDirectory: true)
    try writePackage(notes)
    // The name of the checkout means nothing.
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("another-name"), withDestinationURL: Self.checkout)
    try swift("build", "--build-tests", in: notes)
    try swift("test", "--skip-build", in: notes)

    let program = notes.appendingPathComponent(".build/debug/Notes").path
    let first = try home().start(program: program)
    try first.window().find(.entry, "Text").type("Dear diary")
    try eventuallyOnDisk(["\"Note.draft\": \"Dear diary\"", "\"title\": \"Dear diary\""])
    try first.kill()
    let second = try home().start(program: program)
    try second.window(titled: "Dear diary").find(.entry, "Text").expectText("Dear diary")
    try second.quit()
  }

  private func writePackage(_ notes: URL) throws {
    let program = try code(on: "CompleteProgram.md")
    XCTAssertEqual(program.count, 2, "the manifest and the program")
    let tests = try code(on: "Testing.md")
    for (path, text) in [
      ("Package.swift", program[0].replacingOccurrences(of: "../vitrine", with: "../another-name")),
      ("Sources/Notes/main.swift", program[1]),
      ("Tests/NotesTests/RestartTests.swift", tests[0]),
    ] {
      let file = notes.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// What stands between the fences of a page.
  private func code(on page: String) throws -> [String] {
    let guide = Self.checkout.appendingPathComponent(
      "Sources/StateRestoration/StateRestoration.docc")
    return try String(contentsOf: guide.appendingPathComponent(page), encoding: .utf8)
      .components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  private func swift(_ verb: String, _ option: String, in package: URL) throws {
    let result = try runToEnd(
      "swift", [verb, option, "--package-path", package.path],
      environment: ProcessInfo.processInfo.environment, timeout: 1_800)
    guard result.ending == .exited(0) else {
      throw StepFailure(
        sentence:
          "swift \(verb) \(result.ending): \((result.output + result.errors).suffix(3_000))",
        file: #filePath, line: #line)
    }
  }
}
