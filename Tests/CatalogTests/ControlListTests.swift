// `vitrinectl list` and `count` with every condition there is, as a script calls them.

import Foundation
import XCTest

@testable import Catalog

final class ControlListTests: CatalogTestCase {
  func testEveryConditionNarrowsTheList() async throws {
    let store = try await CatalogStore.open(in: directory)
    var rose = try makeProduct("Red Rose", category: "Flowers/Roses", price: "24.99", year: 2011)
    (rose.tags, rose.stock, rose.minimumStock) = (["red", "gift"], 2, 5)
    rose.description = "Thorns, and a Café au lait heart"
    _ = try await store.create(rose)
    var tulip = try makeProduct("Tulip", category: "Flowers", price: "3.50", year: 2020)
    (tulip.tags, tulip.stock, tulip.gtin) = (["red"], 40, try GTIN("4006381333931"))
    _ = try await store.create(tulip)
    var vase = try makeProduct("Vase")
    vase.gtin = try GTIN("4006381333931")
    _ = try await store.create(vase)
    await store.close()

    let today = ISO8601DateFormatter.string(
      from: Date(), timeZone: .current, formatOptions: [.withFullDate])
    for (words, expected) in [
      ("", "Red Rose, Tulip, Vase"), ("--category Flowers", "Red Rose, Tulip"),
      ("--tag red", "Red Rose, Tulip"), ("--tag red --tag gift", "Red Rose"),
      ("--contains description=cafe", "Red Rose"), ("--contains tags=GIFT", "Red Rose"),
      ("--empty category", "Vase"), ("--present gtin", "Tulip, Vase"),
      ("--price 3.50..10_EUR", "Tulip"), ("--price 5.._EUR", "Red Rose"), ("--price .._USD", ""),
      ("--stock ..10", "Red Rose"), ("--minimum-stock 5..5", "Red Rose"),
      ("--year 2012..", "Tulip"),
      ("--low-stock", "Red Rose"), ("--duplicate-gtin", "Tulip, Vase"), ("--bad-gtin", ""),
      ("--created \(today)..\(today)", "Red Rose, Tulip, Vase"), ("--changed ..2001-01-01", ""),
      ("--trash", ""), ("--category Flowers --sort price", "Tulip, Red Rose"),
      ("--present tags --sort stock --reverse", "Tulip, Red Rose"),
    ] {
      let options = words.split(separator: " ").map {
        $0.replacingOccurrences(of: "_", with: " ")
      }
      let list = try answer(to: ["list"] + options, in: directory)
      let titles = list.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
      XCTAssertEqual(titles.joined(separator: ", "), expected, words)
      XCTAssertEqual(list.complaint, "", words)
      if !words.contains("--sort") {
        let count = try answer(to: ["count"] + options, in: directory)
        XCTAssertEqual(count.output, "\(titles.count)\n", words)
      }
    }
    XCTAssertEqual(
      try answer(to: ["count", "--by", "tag"], in: directory).output, "1\tgift\n2\tred\n")
    XCTAssertEqual(
      try answer(to: ["count", "--by", "currency", "rose"], in: directory).output, "1\tEUR\n")
  }

  func testConditionsThatMeanNothingAreRefused() async throws {
    await (try CatalogStore.open(in: directory)).close()
    for (options, words) in [
      (["--empty", "colour"], "colour"), (["--contains", "rose"], "FIELD=TEXT"),
      (["--price", "5..10"], "“5..10”"), (["--price", "x..y EUR"], "number"),
      (["--stock", "5"], "5..10"),
      (["--stock", "a..b"], "a..b"), (["--created", "2026-13-40.."], "2026-13-40"),
      (["--by", "colour"], "colour"), (["--tag"], "--tag"),
    ] {
      let answer = try answer(
        to: [options[0] == "--by" ? "count" : "list"] + options, in: directory)
      XCTAssertEqual(answer.status, 2, "\(options)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
    }
  }
}
