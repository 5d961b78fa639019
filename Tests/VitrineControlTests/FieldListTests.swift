// SPDX-License-Identifier: Apache-2.0
// Custom fields wherever lists and counts name fields, and days that do not have 24 hours.

import Catalog
import Foundation
import XCTest

final class FieldListTests: ControlTestCase {
  private func make() throws {
    for words in [
      ["Width, outside", "--kind", "number", "--unit", "cm"],
      ["Wood", "--kind", "choice", "--choice", "Oak", "--choice", "Ash"],
      ["Marks", "--kind", "tags"], ["Remark", "--kind", "text"],
    ] {
      XCTAssertEqual(try run(["field", "add"] + words).complaint, "")
    }
    try add(
      "Table", "--set", "Width, outside=120", "--set", "Wood=oak", "--set", "Marks=new, big",
      "--supplier", "Müller", "--description", "Heavy", "--tag", "red", "--minimum-stock", "10")
    try add(
      "Chair", "--set", "Width, outside=45.5", "--set", "Wood=Oak", "--set", "Marks=new",
      "--supplier", "müller", "--minimum-stock", "9")
    try add("Bare")
  }

  func testProductsAreCountedByEveryField() throws {
    try make()
    let help = try run("count", "--help").output
    for grouping in ProductGrouping.builtIn {
      XCTAssertTrue(help.contains(grouping.name), grouping.name)
      let answer = try run("count", "--by", grouping.name)
      XCTAssertEqual(answer.complaint, "", grouping.name)
      XCTAssertTrue(answer.output.hasSuffix("\n"), grouping.name)
    }
    for (words, output) in [
      ("Wood", "2\tOak\n1\t\n"), ("wood", "2\tOak\n1\t\n"), ("Marks", "1\tbig\n2\tnew\n1\t\n"),
      ("Width, outside", "1\t45.5 cm\n1\t120 cm\n1\t\n"), ("supplier", "2\tMüller\n1\t\n"),
      ("minimumStock", "1\t9\n1\t10\n1\t\n"), ("tags", "1\tred\n"), ("tag", "1\tred\n"),
    ] {
      XCTAssertEqual(try run("count", "--by", words).output, output, words)
      // Through another way: of a part of the catalogue.
      let part = output.replacingOccurrences(of: "1\t\n", with: "")
      XCTAssertEqual(
        try run("count", "--by", words, "--present", "Wood").output, part, words)
    }
    let json = try run("count", "--by", "Wood", "--json").output
    XCTAssertTrue(json.contains("\"Oak\""), json)
    for name in ["Remark", "colour", "title", "price"] {
      let answer = try run("count", "--by", name)
      XCTAssertEqual(answer.status, 2, name)
      XCTAssertTrue(answer.complaint.contains("Wood"), answer.complaint)
    }
  }

  func testWhatIsSoldByWeightIsShownWithItsUnitPrice() throws {
    let id = try add(
      "Tea", "--unit", "g", "--pack-size", "250", "--price", "6.00 EUR", "--stock", "2.5")
    let shown = try run(["show", id], locale: "de_DE").output
    XCTAssertTrue(shown.contains("24.00 EUR / kg"), shown)
    XCTAssertTrue(shown.contains(" 250 g\n"), shown)
    XCTAssertEqual(
      try run("list", "--columns", "unit,packSize,stock").output, "\(id)\tg\t250\t2.5\n")
    XCTAssertEqual(try run("count", "--stock", "2.4..2.5").output, "1\n")
    XCTAssertEqual(try run("count", "--stock", "2.6..").output, "0\n")
    let pens = try add("Pens", "--pack-size", "12", "--price", "6.00 EUR")
    XCTAssertTrue(try run("show", pens).output.contains("0.50 EUR each\n"))
    let wrong = try run("edit", id, "--unit", "stone")
    XCTAssertEqual(wrong.status, 2)
    XCTAssertTrue(wrong.complaint.contains("kg"), wrong.complaint)
  }

  /// What is chosen in the windows' Preferences goes for terminal, labels and exports, too.
  func testUnitPricesAreForWhatWasChosenInTheWindows() throws {
    let id = try add("Tea", "--unit", "g", "--pack-size", "250", "--price", "6.00 EUR")
    let settings = beside("config/org.vitrine.Vitrine")
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    for (content, locale, shown, base) in [
      ("{}", "C", "24.00 EUR / kg", "1 kg"), ("{}", "en_US.UTF-8", "10.89 EUR / lb", "1 lb"),
      ("{\"products.unitPrice\": \"smallPacks\"}", "en_US", "2.40 EUR / 100 g", "100 g"),
      ("{\"products.unitPrice\": \"parsec\"}", "de_DE", "24.00 EUR / kg", "1 kg"),
      ("{\"products.unit", "de_DE", "24.00 EUR / kg", "1 kg"),
    ] {
      try Data(content.utf8).write(to: settings.appendingPathComponent("settings.json"))
      let text = try run(["show", id], locale: locale).output
      XCTAssertTrue(text.contains(shown), "\(content) \(locale): \(text)")
      let list = try run(["export", "--as", "google", "-"], locale: locale).output
      XCTAssertTrue(list.contains("\t250 g\t\(base)\n"), "\(content) \(locale): \(list)")
    }
  }

  func testValuesStandBelowEachOtherHoweverLongTheirNamesAre() throws {
    _ = try run("field", "add", "How it is best washed", "--kind", "line")
    let tea = try add(
      "Tea", "--gtin", "4006381333931", "--price", "6.00 EUR", "--category", "Drinks")
    let shirt = try add("Shirt", "--sku", "S-1", "--set", "How it is best washed=cold")
    for id in [tea, shirt] {
      let lines = try run("show", id).output.split(separator: "\n").filter { $0.hasPrefix("  ") }
      XCTAssertGreaterThan(lines.count, 3)
      let places = try lines.map { line in
        let found = try XCTUnwrap(line.wholeMatch(of: /\ \ (\S+ )+ +(\S.*)/), "\(line)")
        return line.distance(from: line.startIndex, to: found.2.startIndex)
      }
      XCTAssertEqual(Set(places).count, 1, "\(lines)")
    }
  }

  func testColumnsAndJSONHaveEveryField() throws {
    try make()
    let list = try run(
      "list", "--sort", "title", "--columns", "title,wood,Remark", "--columns", "Width, outside")
    XCTAssertEqual(list.complaint, "")
    let lines = list.output.split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).dropFirst()
        .joined(separator: "|")
    }
    XCTAssertEqual(lines, ["Bare|||", "Chair|Oak||45.5 cm", "Table|Oak||120 cm"])
    let unknown = try run("list", "--columns", "title,colour")
    XCTAssertEqual(unknown.status, 2)
    XCTAssertTrue(unknown.complaint.contains("Wood"), unknown.complaint)

    for rows in [try objects("list"), try objects("search", "table")] {
      let table = try XCTUnwrap(rows.first { $0["title"] as? String == "Table" })
      XCTAssertEqual(table["description"] as? String, "Heavy")
      XCTAssertEqual(table["tags"] as? [String], ["red"])
      // As in an export.
      let fields: NSDictionary = [
        "Width, outside": "120 cm", "Wood": "Oak", "Marks": ["new", "big"],
      ]
      XCTAssertEqual(table["fields"] as? NSDictionary, fields)
    }
  }

  func testFieldsArePutInOrder() throws {
    try make()
    func names() throws -> [String] {
      try run("field", "list").output.split(separator: "\n").map {
        String($0.prefix { $0 != "\t" })
      }
    }
    XCTAssertEqual(try names(), ["Width, outside", "Wood", "Marks", "Remark"])
    XCTAssertEqual(try run("field", "edit", "Remark", "--before", "wood").complaint, "")
    XCTAssertEqual(try names(), ["Width, outside", "Remark", "Wood", "Marks"])
    XCTAssertEqual(
      try run("field", "edit", "Width, outside", "--last", "--name", "Width").complaint, "")
    XCTAssertEqual(try names(), ["Remark", "Wood", "Marks", "Width"])
    XCTAssertEqual(try run("undo").status, 0)
    XCTAssertEqual(try names(), ["Width, outside", "Remark", "Wood", "Marks"])
    XCTAssertEqual(try run("redo").status, 0)
    XCTAssertEqual(try names(), ["Remark", "Wood", "Marks", "Width"])
    XCTAssertEqual(try run("field", "edit", "Wood", "--before", "Wood").status, 0)
    XCTAssertEqual(try names(), ["Remark", "Wood", "Marks", "Width"])
    let missing = try run("field", "edit", "Wood", "--before", "Colour")
    XCTAssertEqual(missing.status, 1)
    XCTAssertTrue(missing.complaint.contains("“Colour”"), missing.complaint)
  }

  /// The clocks in Berlin went forward on 30 March 2025 and back on 26 October.
  func testADayMayHave23HoursOr25() throws {
    try XCTSkipUnless(
      FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin"),
      "no time zones are installed")
    let lines = beside("lines.jsonl")
    try """
    {"title": "short day", "created": "2025-03-30T21:59:00Z"}
    {"title": "after it", "created": "2025-03-30T22:30:00Z"}
    {"title": "long day", "created": "2025-10-26T22:30:00Z"}
    {"title": "after that", "created": "2025-10-26T23:00:00Z"}
    """.write(to: lines, atomically: true, encoding: .utf8)
    XCTAssertEqual(try run("import", lines.path).complaint, "")
    for (day, title) in [
      ("2025-03-30", "short day"), ("2025-03-31", "after it"), ("2025-10-26", "long day"),
      ("2025-10-27", "after that"),
    ] {
      let process = call(["list", "--columns", "title", "--created", "\(day)..\(day)"])
      process.environment = ProcessInfo.processInfo.environment.merging(
        ["TZ": "Europe/Berlin"]) { $1 }
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let said = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
      XCTAssertEqual(lines.map { $0.split(separator: "\t").last.map(String.init) }, [title], day)
    }
  }

  func testTheStateCommandHasHelp() throws {
    for (words, says) in [
      (["state", "--help"], "vitrinectl state restore-history N"),
      (["state", "-h"], "vitrinectl state restore-history N"),
      (["state", "show", "--help"], "Usage: vitrinectl state show"),
    ] {
      let process = call([])
      process.arguments = words
      let (output, complaint) = (Pipe(), Pipe())
      process.standardOutput = output
      process.standardError = complaint
      try process.run()
      let said = String(
        decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let complained = complaint.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      XCTAssertEqual(process.terminationStatus, 0, "\(words)")
      XCTAssertEqual(complained, Data(), "\(words)")
      XCTAssertTrue(said.contains(says), said)
    }
  }
}
