// `vitrinectl` as a person and a script call it: the built program, its output and its status.

import Foundation
import XCTest

@testable import Catalog

final class ControlTests: CatalogTestCase {
  func testListSearchShowAndCheck() async throws {
    let rose = try await makeCatalogue()
    let id = rose.id.uuidString
    var answer = try run("list")
    XCTAssertEqual(answer.output, "\(id)\tRed Rose\t24.99 EUR\t2011\tFlowers/Roses\n")
    XCTAssertEqual(answer.status, 0)
    XCTAssertEqual(answer.complaint, "")
    for (arguments, expected) in [
      (["list", "--category", "Flowers"], 1), (["list", "--category", "Tools"], 0),
      (["list", "--trash"], 1), (["list", "--sort", "price", "--reverse"], 1),
      (["search", "ros"], 2), (["search", "--", "--odd"], 0), (["search", "\"unfinished"], 0),
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

  func testJSON() async throws {
    let rose = try await makeCatalogue()
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
    let list = try decoder.decode([Record].self, from: Data(run("list", "--json").output.utf8))
    XCTAssertEqual(list.map(\.id), [rose.id])
    XCTAssertEqual(list[0].price, "24.99")
    let found = try decoder.decode(
      [Record].self, from: Data(run("search", "--json", "care").output.utf8))
    XCTAssertEqual(found.map(\.snippet), ["Care Water"])
    let shown = try run("show", "--json", rose.id.uuidString).output
    let record = try decoder.decode(Record.self, from: Data(shown.utf8))
    XCTAssertEqual(record.notes?.first?.text, "Water")
    XCTAssertEqual(try run("list", "--json", "--category", "Tools").output, "[\n\n]\n")
  }

  func testMistakesAreNamed() async throws {
    _ = try await makeCatalogue()
    for (arguments, words) in [
      (["list", "extra"], "extra"), (["list", "--odd"], "--odd"), (["search"], "words"),
      (["list", "--sort", "colour"], "colour"), (["list", "--sort"], "followed by a word"),
      (["list", "--category", "a//b"], "category"), (["show"], "identifier"),
      (["show", "Rose"], "identifier"), (["check", "--odd"], "--odd"),
    ] {
      let answer = try run(arguments)
      XCTAssertEqual(answer.status, 2, "\(arguments)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
      XCTAssertEqual(answer.output, "")
    }
    let unknown = try run("show", UUID().uuidString)
    XCTAssertEqual(unknown.status, 1)
    XCTAssertTrue(unknown.complaint.contains("no product"), unknown.complaint)
  }

  func testLookingMakesNothing() throws {
    let answer = try run("list")
    XCTAssertEqual(answer.status, 1)
    XCTAssertTrue(answer.complaint.contains("no catalogue"), answer.complaint)
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory.path), [])
    try Data("mine".utf8).write(to: file)
    let foreign = try run("check")
    XCTAssertEqual(foreign.status, 1)
    XCTAssertTrue(foreign.complaint.contains("not a database"), foreign.complaint)
    XCTAssertEqual(try Data(contentsOf: file), Data("mine".utf8))
  }

  /// A red rose with a note, and a tulip in the trash; the store stays closed.
  private func makeCatalogue() async throws -> Product {
    let store = try await CatalogStore.open(in: directory)
    var rose = try makeProduct("Red Rose", category: "Flowers/Roses", price: "24.99", year: 2011)
    rose.description = "Line one\nLine \u{1b}two"
    rose = try await store.create(rose)
    _ = try await store.addNote(to: rose.id, title: "Care", text: "Water")
    let tulip = try await store.create(makeProduct("Tulip"))
    try await store.delete([tulip.id])
    await store.close()
    return rose
  }

  private func run(_ words: String...) throws -> Answer { try run(words) }

  private func run(_ words: [String]) throws -> Answer { try answer(to: words, in: directory) }
}
