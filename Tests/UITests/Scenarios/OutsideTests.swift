// SPDX-License-Identifier: Apache-2.0
// What the guides promise a stranger: their programs build in a folder of their own, their tests pass,
// and after a kill everything is as it was. All of it is taken from the guides.

import Foundation
import TestSwitches
import XCTest

final class OutsideTests: UITestCase {
  private static let checkout = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().appendingPathComponent("../../..").standardizedFileURL

  func testTheProgramsOfTheGuidesBuildElsewhereAndComeBackAfterAKill() throws {
    try skipUnlessTouched()
    let folder = try home().folder.appendingPathComponent("outside", isDirectory: true)
    let notes = folder.appendingPathComponent("notes", isDirectory: true)
    try writePackage(notes)
    // The name of the checkout means nothing.
    try FileManager.default.createSymbolicLink(
      at: folder.appendingPathComponent("another-name"), withDestinationURL: Self.checkout)
    try swift("build", "--build-tests", in: notes)
    try swift("test", "--skip-build", in: notes)

    let programs = notes.appendingPathComponent(".build/debug")
    try notesComeBack(programs.appendingPathComponent("Notes").path)
    try viewsComeBack(programs.appendingPathComponent("Reader").path)
  }

  private func notesComeBack(_ program: String) throws {
    let first = try home().start(program: program)
    let note = try first.window()
    try note.find(.entry, "Text").type("Dear diary")
    for _ in 1...3 { try note.press("Left") }
    try eventuallyOnDisk([
      "\"Note.draft\": \"Dear diary\"", "\"title\": \"Dear diary\"", "\"caret\": 7",
    ])
    try first.kill()
    let second = try home().start(program: program)
    let text = try second.window(titled: "Dear diary").find(.entry, "Text")
    try text.expectText("Dear diary")
    try text.expect("has its caret where it was") { try $0.caret == 7 }
    try second.quit()
  }

  /// The edge between the panes, the selected row, how far the list is scrolled, the caret, the size.
  private func viewsComeBack(_ program: String) throws {
    let first = try home().start(program: program)
    let window = try first.window()
    try window.resize(width: 720, height: 460)
    let isWide = try window.dragEdge(of: "Chapters", by: 60)
    try window.find(.row, "Chapter 3").select()
    let chapter = { (window: Window) in try window.find(.label, "Chapter 20") }
    try window.scroll(chapter(window))
    let isScrolled = try window.samePlace(chapter)
    let size = try window.place
    try window.find(.entry, "Note").type("Half a note")
    for _ in 1...3 { try window.press("Left") }
    // The last change: when it is on the disk, so is what came before it. Not 7: that stands in the record of
    // the other program's window.
    try eventuallyOnDisk(["Half a note", "\"caret\": 8", "\"Chapter 3\"", "\"Reader.scroll\": {"])
    try first.kill()

    let again = try home().start(program: program).window()
    // Before the keyboard can come into the entry: then GTK selects all of it.
    let note = try again.find(.entry, "Note")
    try note.expectText("Half a note")
    try note.expect("has its caret where it was") { try $0.caret == 8 }
    // What happened takes its room from the list.
    try again.find(.button, "Dismiss").click()
    try isWide(again)
    try isScrolled(again)
    try again.find(.row, "Chapter 3").expect("is chosen") { $0.isSelected }
    let now = try again.place
    XCTAssertEqual([now.width, now.height], [size.width, size.height])
    try again.program.quit()
  }

  private func writePackage(_ notes: URL) throws {
    let program = try code(on: "StateRestoration/StateRestoration.docc/CompleteProgram.md")
    XCTAssertEqual(program.count, 2, "the manifest and the program")
    let tests = try code(on: "StateRestoration/StateRestoration.docc/Testing.md")
    let views = try code(on: "StateRestorationGtk/StateRestorationGtk.docc/KeepingViews.md")
    // One package for both programs, so that the libraries are built once.
    let products = ["Gtk", "StateRestoration", "StateRestorationGtk"]
      .map { ".product(name: \"\($0)\", package: \"vitrine\")" }.joined(separator: ", ")
    let manifest = program[0].replacingOccurrences(of: "../vitrine", with: "../another-name")
      .replacingOccurrences(
        of: "  targets: [\n",
        with: "  targets: [\n.executableTarget(name: \"Reader\", dependencies: [\(products)]),\n")
    for (path, text) in [
      ("Package.swift", manifest),
      ("Sources/Reader/main.swift", views[0]),
      ("Sources/Notes/main.swift", program[1]),
      ("Tests/NotesTests/RestartTests.swift", tests[0]),
    ] {
      let file = notes.appendingPathComponent(path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }
  }

  /// What is between the fences of a page.
  private func code(on page: String) throws -> [String] {
    let file = Self.checkout.appendingPathComponent("Sources/\(page)")
    return try String(contentsOf: file, encoding: .utf8)
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
