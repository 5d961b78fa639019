// SPDX-License-Identifier: Apache-2.0
// `vitrinectl hub` of one who may see what costs and of one who may not, each with a catalogue of their own.

import Foundation
import TestSwitches
import XCTest

final class HubVerbTests: ControlTestCase {
  /// What the clerk's program says.
  private func clerk(_ words: String...) throws -> Answer {
    let process = ["--directory", beside("clerk").path]
    return try run(words + process, input: "", inCatalogue: false)
  }

  func testWhatCostsIsNotThereForAMemberWithoutCosts() throws {
    let cluster = try HubCluster.require()
    let address = try cluster.makeDatabase()
    let rose = try add("Rose")
    XCTAssertEqual(try run("field", "add", "Cost", "--kind", "money", "--cost").status, 0)
    XCTAssertTrue(try run("field").words.hasSuffix("\tcost"))
    XCTAssertEqual(try objects("field").first?["cost"] as? Bool, true)
    XCTAssertEqual(try run("edit", rose, "--set", "Cost=12.34 EUR").status, 0)
    XCTAssertEqual(try run("hub", "create", address).status, 0)
    let name = "clerk\(UUID().uuidString.prefix(6).lowercased())"
    let added = try run(["hub", "member", "add", name, "--no-costs"], input: "")
    XCTAssertEqual(added.status, 0, added.complaint)
    XCTAssertTrue(try run("hub", "status").words.contains("\(name)\teditor\t–\twithout costs"))

    let theirs = address.replacingOccurrences(of: "user=owner", with: "user=\(name)")
    XCTAssertEqual(try clerk("hub", "join", theirs).status, 0)
    XCTAssertEqual(try clerk("field").words, "")
    for format in ["csv", "jsonl"] {
      let exported = try clerk("export", "--as", format, beside("list.\(format)").path)
      XCTAssertEqual(exported.status, 0, exported.complaint)
      let text = try String(contentsOf: beside("list.\(format)"), encoding: .utf8)
      XCTAssertTrue(text.contains("Rose"), text)
      XCTAssertFalse(text.contains("Cost") || text.contains("12.34"), text)
    }
    XCTAssertFalse(try clerk("hub", "history", rose).output.contains("12.34"))
    let refused = try clerk("edit", rose, "--set", "Cost=1.00 EUR")
    XCTAssertNotEqual(refused.status, 0)
    XCTAssertEqual(try clerk("edit", rose, "--title", "Tulip").status, 0)
    XCTAssertEqual(try clerk("hub", "sync").status, 0)
    XCTAssertEqual(try run("hub", "sync").status, 0)
    let shown = try run("show", rose).output
    XCTAssertTrue(shown.contains("Tulip") && shown.contains("12.34"), shown)

    // Nobody gives the right who has it not; and it comes with what it is for.
    let own = try clerk("hub", "member", "add", name, "--costs")
    XCTAssertEqual(own.status, 1)
    XCTAssertTrue(own.complaint.contains("You have no right"), own.complaint)
    XCTAssertEqual(
      try run(["hub", "member", "add", name, "--costs"], input: "").status, 0)
    XCTAssertEqual(try clerk("hub", "sync").status, 0)
    XCTAssertTrue(try clerk("show", rose).output.contains("12.34"))
    XCTAssertEqual(try run("hub", "upgrade").status, 0)
  }
}
