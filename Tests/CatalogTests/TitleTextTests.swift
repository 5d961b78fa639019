// SPDX-License-Identifier: Apache-2.0
// A text within titles is found in the packed titles exactly as by reading every title, whatever was
// done to the products.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class TitleTextTests: CatalogTestCase {
  private static let parts = [
    "Rose", "rosé", "ROS", "wood", "Éclair", "ß", "ss", "İz", "ı", "ＡＢ", "ab", "花", "花瓶", "ガラス",
    "ｶﾞ",
    "กา", "🌹", "👩‍🌾", "e\u{301}", "ﬁ", "Ångström", "zq", "z", "-", "%", "_", "\"", "'", "12",
    "\u{AD}", "x",
  ]

  private static func text(_ random: inout SeededRandom, most: Int) -> String {
    (0...random.below(most)).map { _ in
      random.pick(parts) + (random.chance(40) ? " " : "")
    }.joined()
  }

  /// A title in which every text may begin and end.
  private static func title(_ random: inout SeededRandom) throws -> ProductTitle {
    try ProductTitle("." + text(&random, most: 6) + ".")
  }

  private static func product(_ random: inout SeededRandom) throws -> Product {
    Product(title: try title(&random))
  }

  func testEveryTextIsFoundWhateverWasDone() async throws {
    var random = SeededRandom(seed: .random(in: 0 ... .max))
    let seed = random
    var store = try await CatalogStore.open(in: directory)
    for round in 0..<60 {
      let all = try await store.products(ProductQuery()).map(\.id)
      let some = Set(all.filter { _ in random.chance(30) })
      switch random.below(9) {
      case 0: _ = try await store.create(Self.product(&random))
      case 1, 2:
        let lines = try (0..<random.below(80)).map { _ in
          #"{"title":"\#(try Self.title(&random).text.replacingOccurrences(of: "\"", with: "'"))"}"#
        }
        let file = directory.appendingPathComponent("\(round).jsonl")
        try Data(lines.joined(separator: "\n").utf8).write(to: file)
        if !lines.isEmpty { _ = try await store.importProducts(from: file.path) }
      case 3:
        let change = ProductChange(title: try Self.title(&random))
        _ = try await store.edit(some, applying: [.set(change)])
      case 4: _ = try await store.delete(some)
      case 5: try await store.emptyTrash()
      case 6: if try await !store.history().undoable.isEmpty { try await store.undo() }
      case 7: if try await !store.history().redoable.isEmpty { try await store.redo() }
      default:
        _ = try await store.compact()
        await store.close()
        store = try await CatalogStore.open(in: directory)
      }
      for _ in 0..<5 { try await assertFound(Self.text(&random, most: 2), store, "\(seed)") }
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [], "\(seed)")
    for part in Self.parts { try await assertFound(part, store, "\(seed)") }
    await store.close()
  }

  private func assertFound(_ text: String, _ store: CatalogStore, _ seed: String) async throws {
    try await store.database.read { connection in
      for limits in [ProductFinder.Limits(), ProductFinder.Limits(few: 5, titles: 6)] {
        for inTrash in [false, true] {
          let query = ProductQuery(filters: [.contains(.title, text)], inTrash: inTrash)
          let finder = try ProductFinder(query, connection, limits: limits)
          let expected = try connection.keys(
            SQLPiece(
              sql: """
                SELECT key FROM product
                WHERE instr(title_key, ?) > 0 AND (deleted IS NOT NULL) = ?
                """, arguments: [text.folded, inTrash ? 1 : 0]))
          XCTAssertEqual(try finder.all().keys, expected.keys, "“\(text)” \(seed)")
          let page = try finder.firstPage(5)
          XCTAssertEqual(page.keys.count, min(expected.count, page.isComplete ? .max : 5), seed)
          XCTAssertTrue(page.keys.allSatisfy(expected.contains), "“\(text)” \(seed)")
        }
      }
    }
  }

  func testATextIsFoundInEachLineThatContainsIt() throws {
    var random = SeededRandom(seed: .random(in: 0 ... .max))
    let seed = random
    let connection = try Connection(":memory:", .readWrite)
    for _ in 0..<rounds(200, withFaults: 2_000) {
      // Short lines and long ones, of letters that repeat.
      let longest = [0, 1, 3, 40, 400][random.below(5)]
      let letters = Array("abcü".prefix(1 + random.below(4)))
      let lines = (0...random.below(300)).map { _ in
        String((0..<random.below(longest + 1)).map { _ in random.pick(letters) })
      }
      let text = String((0...random.below(5)).map { _ in random.pick(letters) })
      var found: [Int] = []
      try connection.forEachRow(
        "SELECT ? AS lines", arguments: [lines.joined(separator: "\n")]
      ) { row in
        row.forEachLine(of: "lines", with: SoughtText(text)) { found.append($0) }
        return true
      }
      let expected = lines.indices.filter { lines[$0].contains(text) }
      XCTAssertEqual(found, expected, "“\(text)” \(seed)")
    }
  }

  func testWhatAnotherProgramChangedIsFoundByTheCheckAndMended() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(600))
    for sql in [
      "UPDATE title_block SET titles = replace(titles, 'a', 'b') WHERE block = 1",
      "DELETE FROM title_block WHERE block = 0",
      "INSERT INTO title_block VALUES (99, char(10) || 'rose')",
      "INSERT INTO title_block VALUES (36028797018963967, replace(hex(zeroblob(300)), '00', 'rose' || char(10)))",
    ] {
      let before = try await store.check()
      XCTAssertEqual(before, [], sql)
      let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
      try connection.execute(sql)
      connection.close()
      let problems = try await store.check()
      XCTAssertEqual(problems, [.staleSearchIndex], sql)
      _ = try await store.products(ProductQuery(filters: [.contains(.title, "rose")]))
      _ = try await store.compact()
    }
    let after = try await store.check()
    XCTAssertEqual(after, [])
    await store.close()
  }
}
