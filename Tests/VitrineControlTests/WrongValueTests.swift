// SPDX-License-Identifier: Apache-2.0
// Wrong values and ranges on the command line, for every field: each is refused as a wrong use, with
// a sentence that shows what is right, and nothing changes.

import Catalog
import Foundation
import TestSwitches
import XCTest

final class WrongValueTests: ControlTestCase {
  /// A range that ends before it begins, one that is none, and what a right one looks like.
  private struct Ranges {
    let reversed: String
    let wrong: [String]
    let example: String
  }

  private static let numbers = Ranges(
    reversed: "5..1", wrong: ["5", "a..b", "5-10", "..x"], example: "5..10")
  private static let prices = Ranges(
    reversed: "10..5 EUR", wrong: ["5 EUR", "5..10", "5"], example: "“5..10 EUR”")
  private static let days = Ranges(
    reversed: "2026-02-01..2026-01-31",
    wrong: ["5..10", "2026-01-01", "yesterday..", "2026-02-30..", "..31.01.2026"],
    example: "2026-01-01..2026-01-31")

  func testAnEmptyPathIsNone() throws {
    try add("Rose")
    for words in [
      ["publish", ""], ["export", ""], ["export", "", "--as", "csv"], ["print", "--to", ""],
      ["backup", ""], ["labels", "--size", "50x30", "--to", ""], ["import", ""],
    ] {
      XCTAssertEqual(try run(words).status, 2, "\(words)")
    }
    XCTAssertEqual(
      try FileManager.default.contentsOfDirectory(atPath: beside("").path), ["catalog"])
  }

  private func refuse(
    _ words: [String], saying part: String, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    let answer = try run(words)
    XCTAssertEqual(answer.status, 2, "\(words): \(answer.complaint)", file: file, line: line)
    XCTAssertTrue(
      answer.complaint.contains(part), "\(words): \(answer.complaint)", file: file, line: line)
    XCTAssertEqual(answer.output, "", "\(words)", file: file, line: line)
  }

  func testRangesOfEveryFieldOfAllProducts() throws {
    try add("Mango")
    let ofNumbers = ProductField.all.filter { ProductFilter.numberFields.contains($0.id) }
    let options =
      ofNumbers.map { ($0.option, Self.numbers) }
      + [("--price", Self.prices), ("--created", Self.days), ("--changed", Self.days)]
    XCTAssertGreaterThan(ofNumbers.count, 2)
    for (option, ranges) in some(3, of: options) {
      for verb in ["list", "count"] {
        try refuse([verb, option, ranges.reversed], saying: "wrong way round")
      }
      for wrong in ranges.wrong { try refuse(["list", option, wrong], saying: ranges.example) }
      XCTAssertEqual(try run("list", option, ranges.example.unquoted).status, 0, option)
    }
  }

  func testRangesOfFieldsOfOnesOwn() throws {
    try add("Mango")
    let kinds = [
      ("wholeNumber", Self.numbers), ("year", Self.numbers), ("money", Self.prices),
      ("date", Self.days),
    ]
    for (kind, ranges) in [("number", Self.numbers)] + some(1, of: kinds) {
      let name = "Own \(kind)"
      XCTAssertEqual(try run("field", "add", name, "--kind", kind).status, 0)
      try refuse(["list", "--range", "\(name)=\(ranges.reversed)"], saying: "wrong way round")
      for wrong in ranges.wrong {
        // A bound that is no value is told as it is when it is set.
        let isRange = wrong.contains("..")
        try refuse(["list", "--range", "\(name)=\(wrong)"], saying: isRange ? "." : ranges.example)
      }
      let right = "\(name)=\(ranges.example.unquoted)"
      XCTAssertEqual(try run("list", "--range", right).status, 0, right)
    }
    // Numbers are compared, not their digits.
    XCTAssertEqual(try run("list", "--range", "Own number=9..10.5").status, 0)
  }

  func testNumbersOfOptions() throws {
    let id = try add("Mango")
    for (words, least) in [
      (["list", "--limit"], 0), (["generate", "--seed"], 0), (["edit", id, "--revision"], 1),
    ] {
      for wrong in ["-1", "x", "", "1.5", "99999999999999999999"] {
        try refuse(words + [wrong], saying: "at least \(least)")
      }
    }
  }

  func testWhatMeansNothingIsNotEverything() throws {
    try add("Mango!", "--tag", "ripe")
    for nothing in ["", "  "] {
      try refuse(["search", nothing], saying: "needs words")
      try refuse(["list", "--tag", nothing], saying: "must not be empty")
    }
    try refuse(["generate", "99999999999999"], saying: "at most 10")
    XCTAssertEqual(try run("count", "--tag", " ripe ").words, "1")
    XCTAssertEqual(try run("search", "!").status, 0)
  }

  func testValuesOfEveryField() throws {
    let id = try add("Mango")
    let before = try run("show", "--json", id).output
    for field in some(4, of: ProductField.all) {
      for wrong in Self.wrongValues(of: field.kind) {
        try refuse(["edit", id, "--set", "\(field.name)=\(wrong)"], saying: "vitrinectl: ")
        try refuse(["add", "--title", "B", "--set", "\(field.name)=\(wrong)"], saying: ".")
        if field.kind != .tags { try refuse(["edit", id, field.option, wrong], saying: ".") }
      }
    }
    XCTAssertEqual(try run("show", "--json", id).output, before)
    XCTAssertEqual(try run("count").words, "1")
  }

  private static func wrongValues(of kind: FieldKind) -> [String] {
    let long = String(repeating: "x", count: 2_000)
    return switch kind {
    case .line: [long, "a\nb"]
    case .text: []
    case .wholeNumber: ["many", "1.5", "-1", "99999999999999999999"]
    case .number: ["wide", "1e999"]
    case .money: ["cheap", "5", "EUR", "5 EURO", "-1 EUR", "1.2.3 EUR", "99999999999999999999 EUR"]
    case .date: ["soon", "2026-02-30", "31.01.2026"]
    case .year: ["soon", "0", "10000", "1999.5"]
    case .choice: ["none of them"]
    case .yesNo: ["perhaps"]
    case .code: ["12", "40063813339x1"]
    case .link: ["not a link"]
    case .tags: [long]
    case .category: [Array(repeating: "a", count: 100).joined(separator: "/")]
    }
  }
}

extension ProductField {
  fileprivate var option: String { "--" + words(joinedBy: "-") }
}

extension String {
  fileprivate var unquoted: String { filter { !"“”".contains($0) } }
}
