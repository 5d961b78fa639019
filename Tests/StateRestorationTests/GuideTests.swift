// SPDX-License-Identifier: Apache-2.0
// The guide must match the code.

import Foundation
import XCTest

final class GuideTests: XCTestCase {
  private static let sources = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources")
  private static let guide = sources.appendingPathComponent(
    "StateRestoration/StateRestoration.docc")

  func testTheCompleteProgramCompiles() throws {
    let blocks = try Self.code(on: "CompleteProgram.md")
    XCTAssertEqual(blocks.count, 2, "the manifest and the program")
    let program = try XCTUnwrap(blocks.last)
    XCTAssertLessThanOrEqual(program.split(separator: "\n").count, 60)
    try compile(program, as: "main.swift")
  }

  func testTheWalkThroughTheNotesProgramShowsItAsItIs() throws {
    let folder = Self.sources.appendingPathComponent("NotesExample")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let program = try files.map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    let blocks = try Self.code(on: "NotesProgram.md")
    XCTAssertGreaterThan(blocks.count, 5)
    for block in blocks {
      XCTAssertTrue(program.contains { $0.contains(block) }, "no longer so:\n\(block)")
    }
  }

  func testTheStepsOfTheGuideCompileAsOneProgram() throws {
    let blocks = try Self.code(on: "Adopting.md")
    XCTAssertGreaterThan(blocks.count, 5)
    try compile(blocks.joined(separator: "\n"), as: "Notes.swift")
  }

  func testTheProgramsOfTheOtherGuidesCompile() throws {
    for page in [
      "StateRestorationGtk/StateRestorationGtk.docc/KeepingViews.md", "Gtk/Gtk.docc/Gtk.md",
    ] {
      let blocks = try Self.code(on: page, of: Self.sources)
      XCTAssertEqual(blocks.count, 1, page)
      try compile(blocks.joined(), as: "main.swift")
    }
  }

  /// The code blocks of a page.
  private static func code(on page: String, of guide: URL = guide) throws -> [String] {
    let text = try String(contentsOf: guide.appendingPathComponent(page), encoding: .utf8)
    return text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
  }

  private func compile(_ program: String, as name: String) throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "guide-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appendingPathComponent(name)
    try program.write(to: file, atomically: false, encoding: .utf8)
    let (status, output) = try Self.typecheck(file)
    XCTAssertEqual(status, 0, output)
  }

  /// Compiles a program against the modules built for the tests.
  private static func typecheck(_ file: URL) throws -> (status: Int32, output: String) {
    let built = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      """
      include=$(pkg-config --cflags-only-I gtk4 | sed 's/-I/-Xcc -I/g')
      for map in "$1"/*.build/module.modulemap; do include="$include -Xcc -fmodule-map-file=$map"; done
      exec swiftc -typecheck -swift-version 6 -warnings-as-errors -I "$1/Modules" $include \
        -Xcc -fmodule-map-file="$2/CGtk/module.modulemap" \
        -module-cache-path "$3" "$4" 2>&1
      """,
      "sh", built.path, sources.path, file.deletingLastPathComponent().path + "/cache", file.path,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: output, as: UTF8.self))
  }

  func testEveryPageIsReachedFromTheFirst() throws {
    let first = try String(
      contentsOf: Self.guide.appendingPathComponent("StateRestoration.md"), encoding: .utf8)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.guide.path)
    where name.hasSuffix(".md") && name != "StateRestoration.md" {
      XCTAssertTrue(first.contains("<doc:\(name.dropLast(3))>"), name)
    }
  }
}
