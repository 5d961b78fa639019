// SPDX-License-Identifier: Apache-2.0
// `vitrinectl merge`, called like a script does.

import Foundation
import XCTest

final class MergingVerbTests: ControlTestCase {
  func testProductsWithOneCodeBecomeOneAndComeBack() throws {
    let poor = try run(
      "add", "--title", "Rose", "--sku", "R-1", "--tag", "red", "--description", "By hand"
    ).words
    let full = try run(
      "add", "--title", "Red Rose", "--sku", "R-1", "--price", "9.99 EUR", "--note", "Thorns",
      "--description", "Longer, and from a supplier"
    ).words
    let merged = try run("merge", "--sku", "R-1", "--all-matching", "--keep", poor)
    XCTAssertEqual(merged.output, "2 products merged into “Rose”, \(poor).\n", merged.complaint)
    let shown = try run("show", poor).output
    for text in ["Rose", "9.99", "Thorns", "red", "By hand"] {
      XCTAssertTrue(shown.contains(text), "\(text) in \(shown)")
    }
    XCTAssertTrue(try run("trash").output.contains(full))
    XCTAssertEqual(try run("undo").output, "Undone: Merge 2 Products\n")
    XCTAssertEqual(try run("count").output, "2\n")

    XCTAssertEqual(try run("merge", poor).status, 1)
    XCTAssertEqual(try run("merge", poor, poor).status, 1)
    XCTAssertEqual(try run("merge", poor, full, "--keep", UUID().uuidString).status, 1)
    XCTAssertEqual(try run("merge", poor, UUID().uuidString).status, 1)
    XCTAssertEqual(try run("merge").status, 2)
    let json = try run("merge", poor, full, "--json")
    XCTAssertTrue(json.output.contains(full), "the fullest stays: \(json.output)")
  }
}
