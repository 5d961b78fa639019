// SPDX-License-Identifier: Apache-2.0
// `publish` and `print`, and what is said and left when they can't go on.

import Foundation
import XCTest

final class PublishVerbTests: ControlTestCase {
  private func left() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: beside("").path)
      .filter { $0 != "catalog" }.sorted()
  }

  func testAPageIsPublishedAndGoneOnWith() throws {
    let rose = try add("Rose", "--category", "Flowers", "--price", "5 EUR", "--supplier", "Secret")
    try add("Lily", "--category", "Plants")
    let site = beside("site").path
    let first = try run("publish", site, "--title", "My Shop", "--language", "de")
    XCTAssertEqual(first.status, 0, first.complaint)
    XCTAssertTrue(first.words.hasPrefix("2 products and 0 pictures published."), first.output)
    let page = try String(contentsOfFile: "\(site)/products/rose.html", encoding: .utf8)
    XCTAssertTrue(page.contains("My Shop") && page.contains("5,00"), page)
    XCTAssertFalse(page.contains("Secret"))
    let again = try objects("publish", site, "--title", "My Shop", "--language", "de")
    XCTAssertEqual(again.first?["written"] as? Int, 0)
    // A part of it is another page: what is not in it goes.
    for words in [["--category", "Flowers"], [rose]] {
      let part = try run(["publish", site] + words + ["--json"])
      XCTAssertEqual(part.status, 0, part.complaint)
      XCTAssertFalse(FileManager.default.fileExists(atPath: "\(site)/products/lily.html"))
    }
    XCTAssertEqual(try run("publish", site, "--fields", "titel").status, 2)
    XCTAssertEqual(try run("publish", site, rose, "--category", "Flowers").status, 2)
    XCTAssertEqual(try run("publish", site, "--category", "None").status, 1)
  }

  func testProductsThatAreGoneAreNamedAndTakeNothingAway() throws {
    let rose = try add("Rose")
    let (site, list, gone) = (beside("site").path, beside("list.pdf"), UUID().uuidString)
    XCTAssertEqual(try run("publish", site).status, 0)
    XCTAssertEqual(try run("print", "--to", list.path).status, 0)
    let printed = try Data(contentsOf: list)
    for words in [["publish", site, gone], ["print", "--to", list.path, gone]] {
      let answer = try run(words)
      XCTAssertEqual(answer.status, 1, "\(words)")
      XCTAssertTrue(answer.complaint.contains(gone), answer.complaint)
    }
    XCTAssertEqual(try Data(contentsOf: list), printed)
    XCTAssertTrue(FileManager.default.fileExists(atPath: "\(site)/products/rose.html"))
    // What is there is published all the same, once.
    let part = try run("publish", site, rose, gone, rose)
    XCTAssertEqual(part.status, 1)
    XCTAssertTrue(part.complaint.contains(gone), part.complaint)
    XCTAssertTrue(part.words.hasPrefix("1 product "), part.output)
  }

  func testWhatCannotBeWrittenIsSaidAndLeavesNothing() throws {
    try add("Rose", "--description", String(repeating: "Red and white and ", count: 400))
    XCTAssertEqual(try run("print").status, 2)
    XCTAssertEqual(try run("print", "--to", "x.pdf", "--as", "poster").status, 2)
    try Data("mine".utf8).write(to: beside("file"))
    for words in [
      ["print", "--to", beside("missing/x.pdf").path], ["publish", beside("file/site").path],
      ["print", "--as", "catalogue", "--logo", beside("file").path, "--to", beside("x.pdf").path],
    ] {
      let answer = try run(words)
      XCTAssertEqual(answer.status, 1, "\(words)")
      XCTAssertFalse(answer.complaint.isEmpty, "\(words)")
    }
    XCTAssertEqual(try left(), ["file"])
  }

  func testAFullDiskLeavesTheFileThatWasThere() throws {
    try add("Rose", "--description", String(repeating: "Red and white and ", count: 400))
    let file = beside("list.pdf")
    try Data("the list of yesterday".utf8).write(to: file)
    // Like a full disk: no file may grow beyond four blocks.
    let process = call(["print", "--as", "sheets", "--to", file.path])
    let words = [try XCTUnwrap(process.executableURL).path] + (process.arguments ?? [])
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "trap '' XFSZ; ulimit -f 4; exec \"$@\"", "sh"] + words
    let complaint = Pipe()
    process.standardError = complaint
    try process.run()
    let said = String(
      decoding: complaint.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    XCTAssertEqual(process.terminationStatus, 1)
    XCTAssertTrue(said.contains("The disk is full"), said)
    XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "the list of yesterday")
    XCTAssertEqual(try left(), ["list.pdf"])
  }
}
