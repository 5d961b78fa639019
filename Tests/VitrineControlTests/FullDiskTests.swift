// SPDX-License-Identifier: Apache-2.0
// On a disk that is really full, something can be freed: room was kept for that.

import Foundation
import XCTest

final class FullDiskTests: ControlTestCase {
  private var disk: URL { super.catalog.deletingLastPathComponent().appendingPathComponent("disk") }
  override var catalog: URL { disk.appendingPathComponent("shop") }
  private var filler: URL { disk.appendingPathComponent("filler") }
  private var reserve: URL { catalog.appendingPathComponent("catalog.reserve") }

  override func tearDownWithError() throws {
    _ = try? program("umount", disk.path)
    try super.tearDownWithError()
  }

  private func program(_ name: String, _ words: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [name] + words
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private func size(of file: URL) -> Int {
    (try? FileManager.default.attributesOfItem(atPath: file.path)[.size]) as? Int ?? 0
  }

  /// Nothing is left, not even for an empty file's name.
  private func fill() throws {
    let file = open(filler.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    defer { close(file) }
    for count in [1 << 20, 4_096, 1] {
      let bytes = [UInt8](repeating: 7, count: count)
      while write(file, bytes, count) == count {}
    }
  }

  func testSomethingCanBeFreedOnAFullDisk() throws {
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
    try XCTSkipUnless(
      program("mount", "-t", "tmpfs", "-o", "size=44m", "tmpfs", disk.path) == 0,
      "a disk of its own needs the right to mount one")
    let text = String(repeating: "long text ", count: 3_000)
    var ids: [String] = []
    for number in 1...6 {
      let added = try run("add", "--title", "Rose \(number)", "--description", text)
      XCTAssertEqual(added.status, 0, added.complaint)
      ids.append(added.words)
    }
    XCTAssertEqual(size(of: reserve), 4 << 20)
    try fill()
    let refused = try run("add", "--title", "Tulip")
    XCTAssertEqual(refused.status, 1)
    XCTAssertTrue(refused.complaint.contains("full"), refused.complaint)
    XCTAssertEqual(size(of: reserve), 4 << 20, "that frees nothing")
    XCTAssertEqual(try run("count").words, "6")
    for words in [
      ["delete", ids[0]], ["delete", ids[1]], ["trash", "empty"], ["history", "--forget"],
      ["compact"],
    ] {
      // Whatever room they leave is taken at once.
      try fill()
      let done = try run(words)
      XCTAssertEqual(done.status, 0, "\(words): \(done.complaint)")
      XCTAssertEqual(try run("count").words, words[0] == "delete" && words[1] == ids[0] ? "5" : "4")
    }
    XCTAssertEqual(try run("check").status, 0)
    try FileManager.default.removeItem(at: filler)
    XCTAssertEqual(try run("add", "--title", "Tulip").status, 0)
    XCTAssertEqual(size(of: reserve), 4 << 20, "made anew")
  }
}
