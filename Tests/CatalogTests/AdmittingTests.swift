// SPDX-License-Identifier: Apache-2.0
// A step of another copy brings nothing that this program would not take from a person, whoever has made its bytes, and
// nothing that each copy works out for itself.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class AdmittingTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private static let picture = String(repeating: "ab", count: 32)

  /// What a step may not bring: its table, the row that it is about, and its new values.
  private static let wrong: [(what: String, table: String, row: String, new: String)] = {
    func product(_ what: String, _ column: String, _ value: String) -> (
      String, String, String, String
    ) {
      (what, "product", "{\"id\":\"ROSE\"}", "{\"\(column)\":\(value)}")
    }
    let product = [
      product("escape", "title", "\"Ro\\u001bse\""),
      product("long title", "title", "\"\(String(repeating: "x", count: 1_000))\""),
      product("number as title", "title", "7"),
      product("text as stock", "minimum_stock", "\"many\""),
      product("place at the end of all numbers", "position", "9223372036854775807"),
      product("moment after all years", "changed", "9223372036854775807"),
      product("stock", "minimum_stock", "9223372036854775807"),
      product("year", "year", "123456"), product("category", "category", "\"A/\\u0007\""),
      product("GTIN", "gtin", "\"x\""), product("line break in a SKU", "sku", "\"a\\nb\""),
    ]
    let parts = [
      (
        "currency", "product", "{\"id\":\"ROSE\"}", "{\"price\":5,\"currency\":\"ZZZ\"}"
      ),
      (
        "tag", "product_tag", "{\"product\":\"ROSE\",\"position\":0}", "{\"tag\":\"a\\u0000b\"}"
      ),
      (
        "one tag too many", "product_tag", "{\"product\":\"ROSE\",\"position\":1000}",
        "{\"product\":\"ROSE\",\"position\":1000,\"tag\":\"a\"}"
      ),
      (
        "note", "note", "{\"id\":\"\(UUID().uuidString)\"}",
        """
        {"id":"\(UUID().uuidString)","product":"ROSE","position":0,"title":"\\u0000","text":"",\
        "revision":1,"created":0,"changed":0}
        """
      ),
      (
        "picture", "product_image", "{\"id\":\"\(UUID().uuidString)\"}",
        """
        {"id":"\(UUID().uuidString)","product":"ROSE","position":0,"hash":"../../x","extension":"png",\
        "caption":"","turn":0}
        """
      ),
      (
        "field", "field", "{\"id\":\"\(UUID().uuidString)\"}",
        """
        {"id":"\(UUID().uuidString)","name":"a=b","kind":"line","detail":"","category":null,"position":1}
        """
      ),
      (
        "kind", "field", "{\"id\":\"\(UUID().uuidString)\"}",
        """
        {"id":"\(UUID().uuidString)","name":"a","kind":"zzz","detail":"","category":null,"position":1}
        """
      ),
      (
        "saved search", "saved_search", "{\"id\":\"\(UUID().uuidString)\"}",
        """
        {"id":"\(UUID().uuidString)","name":"a\\nb","content":"{}","position":1}
        """
      ),
      (
        "template", "template", "{\"category\":\"A//B\"}",
        "{\"category\":\"A//B\",\"content\":\"{}\"}"
      ),
    ]
    return product + parts
  }()

  private func step(_ table: String, row: String, old: String?, new: String) throws -> StepBytes {
    let lines = """
      {"version":2,"step":"\(UUID().uuidString)","command":"editProduct","count":1,"moment":0,"turn":0}
      {"table":"\(table)","row":\(row)\(old.map { ",\"old\":\($0)" } ?? ""),"new":\(new)}
      {"patches":1}

      """
    return try StepBytes(Array(lines.utf8))
  }

  func testAValueThatNobodyCouldTypeIsRefusedInWordsAndNothingIsStored() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let before = try await CopiedHistoryTests.content(store)
    let place = try await store.database.read { try $0.integer("SELECT position FROM product") }
    for wrong in Self.wrong {
      let row = wrong.row.replacingOccurrences(of: "ROSE", with: rose.id.uuidString)
      let new = wrong.new.replacingOccurrences(of: "ROSE", with: rose.id.uuidString)
      // What it says was there before is what is there, so that nothing else is in its way.
      let present = [
        "title": "\"Rose\"", "minimum_stock": "null", "year": "null", "category": "null",
        "gtin": "null", "sku": "null", "price": "null", "currency": "null",
        "position": "\(place)",
      ]
      let old =
        wrong.table == "product"
        ? "{"
          + present.filter { new.contains("\"\($0.key)\":") }.map { "\"\($0.key)\":\($0.value)" }
          .joined(separator: ",") + "}" : nil
      do {
        let step = try step(wrong.table, row: row, old: old, new: new)
        _ = try await store.applySteps([step]) {
          throw CocoaError(.fileNoSuchFile, userInfo: ["": $0])
        }
        XCTFail("\(wrong.what) was taken")
      } catch let error as CatalogError {
        guard case .stepRefused(_, let refusal) = error else {
          XCTFail("\(wrong.what): \(error)")
          continue
        }
        switch refusal {
        case .unacceptable, .impossible:
          XCTAssertTrue(error.sentence.hasSuffix("."), error.sentence)
        default:
          // A picture that is named in another way is not even looked for.
          XCTAssertEqual(wrong.what, "picture", "\(refusal)")
        }
      } catch let problem as LineProblem {
        XCTAssertTrue(problem.sentence.hasSuffix("."), "\(wrong.what): \(problem.sentence)")
      }
      let after = try await CopiedHistoryTests.content(store)
      XCTAssertEqual(before, after, wrong.what)
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testWhatFollowsFromATitleIsWorkedOutHereAndDoesNotTravel() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    // As an older version sent it.
    let sent = try step(
      "product", row: "{\"id\":\"\(rose.id.uuidString)\"}",
      old: "{\"title\":\"Rose\",\"title_key\":\"rose\",\"revision\":1}",
      new: "{\"title\":\"Tulip\",\"title_key\":\"zzz\",\"revision\":2}")
    let arrival = try await store.applySteps([sent]) {
      throw CocoaError(.fileNoSuchFile, userInfo: ["": $0])
    }
    XCTAssertEqual(arrival.applied, 1)
    let key = try await store.database.read { connection in
      try connection.first("SELECT title_key FROM product") { $0.text("title_key") }
    }
    XCTAssertEqual(key, "tulip")
    let lines = Lines()
    _ = try await store.exportHistory { lines.text += String(decoding: $0, as: UTF8.self) }
    XCTAssertTrue(lines.text.contains("\"Tulip\""))
    for column in RecordedTable.derived { XCTAssertFalse(lines.text.contains(column), column) }
    await store.close()
  }
}

/// Sendable because it is written by one call at a time.
private final class Lines: @unchecked Sendable { var text = "" }
