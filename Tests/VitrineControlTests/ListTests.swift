// SPDX-License-Identifier: Apache-2.0
// `vitrinectl list` and `count` with every condition.

import Catalog
import Foundation
import XCTest

final class ListTests: ControlTestCase {
  func testEveryConditionNarrowsTheList() throws {
    try add(
      "Red Rose", "--category", "Flowers/Roses", "--price", "24.99 EUR", "--year", "2011",
      "--tag", "red", "--tag", "gift", "--stock", "2", "--minimum-stock", "5",
      "--description", "Thorns, and a Café au lait heart")
    try add(
      "Tulip", "--category", "Flowers", "--price", "3.50 EUR", "--year", "2020", "--tag", "red",
      "--stock", "40", "--gtin", "4006381333931")
    try add("Vase", "--gtin", "4006381333931")

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
      let list = try run(["list"] + options)
      let titles = list.output.split(separator: "\n").map { $0.split(separator: "\t")[1] }
      XCTAssertEqual(titles.joined(separator: ", "), expected, words)
      XCTAssertEqual(list.complaint, "", words)
      if !words.contains("--sort") {
        let count = try run(["count"] + options)
        XCTAssertEqual(count.output, "\(titles.count)\n", words)
      }
    }
    XCTAssertEqual(try run("count", "--by", "tag").output, "1\tgift\n2\tred\n")
    XCTAssertEqual(try run("count", "--by", "currency", "rose").output, "1\tEUR\n")
  }

  func testConditionsThatMeanNothingAreRefused() throws {
    try add("Rose")
    for (options, words) in [
      (["--empty", "colour"], "colour"), (["--contains", "rose"], "FIELD=TEXT"),
      (["--price", "5..10"], "“5..10”"), (["--price", "x..y EUR"], "number"),
      (["--stock", "5"], "5..10"),
      (["--stock", "a..b"], "a..b"), (["--created", "2026-13-40.."], "2026-13-40"),
      (["--by", "colour"], "colour"), (["--tag"], "--tag"),
    ] {
      let answer = try run([options[0] == "--by" ? "count" : "list"] + options)
      XCTAssertEqual(answer.status, 2, "\(options)")
      XCTAssertTrue(answer.complaint.contains(words), answer.complaint)
    }
  }

  func testSavedSearchesAreListedWithTheirCounts() async throws {
    try add("Red Rose", "--tag", "red")
    try add("Tulip", "--tag", "red")
    XCTAssertEqual(try run("saved").output, "")
    let store = try await CatalogStore.open(in: catalog)
    try await store.addSavedSearch(SavedSearch(name: "Red", query: ProductQuery(tags: ["red"])))
    try await store.addSavedSearch(
      SavedSearch(name: "Rose", query: ProductQuery(searchText: "rose")))
    await store.close()
    XCTAssertEqual(try run("saved").output, "2\tRed\n1\tRose\n")
    XCTAssertTrue(try run("saved", "--json").output.contains("\"products\""))
    XCTAssertNotEqual(try run("saved", "Red").status, 0)
  }

  func testTemplatesAreSetListedAndRemoved() throws {
    XCTAssertEqual(try run("template").output, "")
    XCTAssertEqual(try run("field", "add", "Wood", "--kind", "line").status, 0)
    let id = try add(
      "Table", "--category", "Furniture", "--price", "129 EUR", "--sku", "T-1", "--set", "Wood=Oak")
    let bare = try add("Chair", "--category", "Furniture")
    XCTAssertEqual(try run("template", "set", bare).status, 1)
    let line = "Furniture\tWood=Oak\tprice=129.00 EUR\n"
    XCTAssertEqual(try run("template", "set", id).output, line)
    XCTAssertEqual(try run("template").output, line)
    XCTAssertTrue(try run("template", "--json").output.contains("\"Wood\":\"Oak\""))
    let none = try run("template", "remove", "Fruit")
    XCTAssertEqual(none.status, 1)
    XCTAssertTrue(none.complaint.contains("The category has no template."), none.complaint)
    XCTAssertEqual(try run("template", "remove", "Furniture").status, 0)
    XCTAssertEqual(try run("template").output, "")
    XCTAssertTrue(try run("undo").output.contains("Remove Template"))
    XCTAssertEqual(try run("template").output, line)
    for words in [["set"], ["remove"], ["set", "Table"], ["list"], ["remove", ""]] {
      XCTAssertEqual(try run(["template"] + words).status, 2, "\(words)")
    }
  }

  func testTheFieldsOfFormsAreChosenForACategory() throws {
    XCTAssertEqual(try run("field", "add", "Milk", "--kind", "line").status, 0)
    func fields(_ category: String) throws -> [String] {
      try run("template", "fields", category).output.split(separator: "\n").map(String.init)
    }
    let all = try fields("Cheese")
    XCTAssertTrue(Set(["title", "year", "category", "Milk"]).isSubset(of: all), "\(all)")
    XCTAssertEqual(try run("template", "fields", "Cheese", "milk", "price", "title").status, 0)
    XCTAssertEqual(try fields("Cheese"), ["Milk", "price", "title", "category"])
    XCTAssertEqual(try fields("Cheese/Hard"), try fields("Cheese"), "those of the category above")
    XCTAssertEqual(try fields("Fruit"), all)
    XCTAssertTrue(
      try run("template", "fields", "Cheese", "--json").output.contains("{\"name\":\"Milk\"}"))
    // What products begin with is something else, and stays.
    let id = try add("Gouda", "--category", "Cheese", "--set", "Milk=Cow")
    XCTAssertEqual(try run("template", "set", id).status, 0)
    XCTAssertEqual(try fields("Cheese"), ["Milk", "price", "title", "category"])
    XCTAssertEqual(try run("template", "fields", "Cheese", "").status, 0)
    XCTAssertEqual(try fields("Cheese"), all)
    XCTAssertEqual(try run("template").output, "Cheese\tMilk=Cow\n")
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try fields("Cheese"), ["Milk", "price", "title", "category"])
    let wrong = try run("template", "fields", "Cheese", "Mlik")
    XCTAssertEqual(wrong.status, 2)
    XCTAssertTrue(wrong.complaint.contains("Milk"), wrong.complaint)
  }
}
