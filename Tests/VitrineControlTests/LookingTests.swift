// SPDX-License-Identifier: Apache-2.0
// `vitrinectl list`, `search`, `show` and `check`: their output for people and as JSON, and the
// errors for invalid calls.

import Foundation
import XCTest

final class LookingTests: ControlTestCase {
  func testListSearchShowAndCheck() throws {
    let id = try makeCatalogue()
    var answer = try run("list")
    XCTAssertEqual(answer.output, "\(id)\tRed Rose\t24.99 EUR\t2011\tFlowers/Roses\n")
    XCTAssertEqual(answer.status, 0)
    XCTAssertEqual(answer.complaint, "")
    for (arguments, expected) in [
      (["list", "--category", "Flowers"], 1), (["list", "--category", "Tools"], 0),
      (["list", "--trash"], 1), (["list", "--sort", "price", "--reverse"], 1),
      (["search", "ros"], 1), (["search", "ros", "--snippet"], 2), (["search", "--", "--odd"], 0),
      (["search", "\"unfinished"], 0),
    ] {
      answer = try run(arguments)
      XCTAssertEqual(answer.status, 0, "\(arguments)")
      XCTAssertEqual(answer.output.split(separator: "\n").count, expected, "\(arguments)")
    }
    answer = try run("show", id)
    for words in ["Red Rose", id, "24.99 EUR", "Line one\nLine \u{FFFD}two", "— Care\nWater"] {
      XCTAssertTrue(answer.output.contains(words), "\(words) in \(answer.output)")
    }
    answer = try run("check")
    XCTAssertEqual(answer.output, "1 product, nothing wrong.\n")
    XCTAssertEqual(answer.status, 0)
  }

  func testJSON() throws {
    let id = try makeCatalogue()
    struct Record: Decodable {
      let id: UUID
      let title: String
      let price: String?
      let snippet: String?
      let notes: [Note]?
    }
    struct Note: Decodable {
      let text: String
    }
    let decoder = JSONDecoder()
    func records(_ words: String...) throws -> [Record] {
      try run(words).output.split(separator: "\n").map {
        try decoder.decode(Record.self, from: Data($0.utf8))
      }
    }
    let list = try records("list", "--json")
    XCTAssertEqual(list.map(\.id.uuidString), [id])
    XCTAssertEqual(list[0].price, "24.99")
    let found = try records("search", "--json", "care")
    XCTAssertEqual(found.map(\.snippet), ["Care Water"])
    let shown = try run("show", "--json", id).output
    let record = try decoder.decode(Record.self, from: Data(shown.utf8))
    XCTAssertEqual(record.notes?.first?.text, "Water")
    XCTAssertEqual(try run("list", "--json", "--category", "Tools").output, "")
  }

  func testMistakesAreNamed() throws {
    try makeCatalogue()
    for (arguments, words) in [
      (["list", "extra"], "extra"), (["list", "--odd"], "--odd"), (["search"], "WORD"),
      (["list", "--sort", "colour"], "colour"), (["list", "--sort"], "needs a value"),
      (["list", "--category", "a//b"], "category"), (["show"], "identifier"),
      (["show", "Rose"], "identifier"), (["check", "--odd"], "--odd"),
      (["trash", "empty", "now"], "“now”"),
    ] {
      let answer = try run(arguments)
      XCTAssertEqual(answer.status, 2, "\(arguments)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
      XCTAssertEqual(answer.output, "")
    }
    // What could have been meant is named, whether there are custom fields or not.
    for hasCustomFields in [false, true] {
      if hasCustomFields {
        XCTAssertEqual(try run("field", "add", "Wood", "--kind", "line").complaint, "")
      }
      for (option, word) in [
        ("--present", "gtin"), ("--empty", "sku"), ("--sort", "price"), ("--contains", "title"),
      ] {
        let answer = try run("list", option, option == "--contains" ? "colour=red" : "colour")
        XCTAssertEqual(answer.status, 2, option)
        XCTAssertTrue(answer.complaint.contains(word), answer.complaint)
      }
      let answer = try run("list", "--value", "colour=red")
      XCTAssertEqual(answer.status, 2)
      XCTAssertTrue(
        answer.complaint.contains(hasCustomFields ? "Wood" : "none"), answer.complaint)
    }
    let unknown = try run("show", UUID().uuidString)
    XCTAssertEqual(unknown.status, 1)
    XCTAssertTrue(unknown.complaint.contains("no product"), unknown.complaint)
  }

  func testReadingCommandsCreateNothing() throws {
    let answer = try run("list")
    XCTAssertEqual(answer.status, 1)
    XCTAssertTrue(answer.complaint.contains("no catalogue"), answer.complaint)
    XCTAssertFalse(FileManager.default.fileExists(atPath: catalog.path))
    try FileManager.default.createDirectory(at: catalog, withIntermediateDirectories: false)
    let file = catalog.appendingPathComponent("catalog.sqlite")
    try Data("mine".utf8).write(to: file)
    let foreign = try run("check")
    XCTAssertEqual(foreign.status, 1)
    XCTAssertTrue(foreign.complaint.contains("not a database"), foreign.complaint)
    XCTAssertEqual(try Data(contentsOf: file), Data("mine".utf8))
  }

  /// A red rose with a note, whose identifier is returned, and a tulip in the trash.
  @discardableResult
  private func makeCatalogue() throws -> String {
    let rose = try add(
      "Red Rose", "--category", "Flowers/Roses", "--price", "24.99 EUR", "--year", "2011",
      "--description", "Line one\nLine \u{1b}two", "--note", "Care\nWater")
    let tulip = try add("Tulip")
    XCTAssertEqual(try run("delete", tulip).status, 0)
    return rose
  }
}
