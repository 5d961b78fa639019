// SPDX-License-Identifier: Apache-2.0
// Every field of a product on the command line: set by its option and by its name, then shown,
// listed and filtered.

import Catalog
import Foundation
import TestSwitches
import XCTest

final class EveryFieldOptionTests: ControlTestCase {
  private func typed(_ field: ProductField) -> String {
    switch field.kind {
    case .line, .text: "Alder \(field.name)"
    case .wholeNumber: "3"
    case .number: "1.5"
    case .money: "9.50 EUR"
    case .date: "2025-01-31"
    case .year: "1999"
    case .choice(let choices): choices[0]
    case .yesNo: "yes"
    case .code: "4006381333931"
    case .link: "https://a.example"
    case .tags: "autumn, late"
    case .category: "Crafts/Wood"
    }
  }

  func testEveryFieldIsSetShownListedAndFiltered() throws {
    let id = try run("add", "--title", "Thing").output.trimmingCharacters(
      in: .whitespacesAndNewlines)
    _ = try run("add", "--title", "Other")
    let help = try run("edit", "--help").output
    for field in some(6, of: ProductField.all) {
      let text = typed(field)
      let byName = try run("edit", id, "--set", "\(field.name)=\(text)")
      XCTAssertEqual(byName.status, 0, "\(field.name): \(byName.complaint)")
      if field.kind != .tags {
        let option = "--" + field.words(joinedBy: "-")
        XCTAssertTrue(help.contains(option + " "), "\(option) in the help")
        XCTAssertEqual(try run("edit", id, option, text).status, 0, option)
      }
      XCTAssertTrue(try run("show", id).output.contains(text), "\(field.name) shown")
      let json = try JSONSerialization.jsonObject(
        with: Data(run("show", "--json", id).output.utf8))
      let shown = (json as? [String: Any])?[field.exchangeKeys[0]]
      XCTAssertNotNil(shown, "\(field.name) as JSON")

      let present = try run("list", "--present", field.name)
      XCTAssertTrue(present.output.contains(id) || field.isRequired, "\(field.name) filtered")
      if ProductFilter.textFields.contains(field.id), field.kind != .tags {
        let found = try run("count", "--contains", "\(field.name)=\(text)").output
        XCTAssertEqual(found, "1\n", "\(field.name) contains")
      }
      let line = try run("list", "--columns", field.name).output
      XCTAssertTrue(line.contains("\(id)\t\(text)\n"), "\(field.name) listed")
      let row = try objects("list").first { $0["id"] as? String == id }
      XCTAssertNotNil(row?[field.exchangeKeys[0]], "\(field.name) listed as JSON")
      if field.sorts {
        XCTAssertEqual(try run("list", "--sort", field.name).status, 0, "\(field.name) sorts")
      }
    }
  }
}
