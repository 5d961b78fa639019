// SPDX-License-Identifier: Apache-2.0
// What `vitrinectl` asks a user on a terminal, under a pseudo-terminal.

import Foundation
import XCTest

final class PromptTests: ControlTestCase {
  func testWhatDoesNotFitIsDroppedOnlyWhenTheUserAgrees() throws {
    XCTAssertEqual(try run("field", "add", "Size", "--kind", "line").status, 0)
    try add("Table", "--set", "Size=small")
    let words = ["field", "edit", "Size", "--kind", "wholeNumber"]
    for (answer, status) in [("", 1), ("n", 1), ("what?", 1), ("y", 0)] {
      let said = try runOnTerminal(words, answering: answer)
      XCTAssertEqual(said.status, status, "“\(answer)”: \(said.complaint)")
      XCTAssertTrue(said.complaint.contains("Drop them? [y/N]"), said.complaint)
      let values = status == 0 ? "0 values" : "1 value"
      XCTAssertTrue(try run("field", "list").output.contains(values), "“\(answer)”")
    }
  }
}
