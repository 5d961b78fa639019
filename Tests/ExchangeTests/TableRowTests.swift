// SPDX-License-Identifier: Apache-2.0
// A row has every column, whatever the file left out.

import Exchange
import XCTest

final class TableRowTests: XCTestCase {
  func testAColumnBehindTheLastCellIsEmpty() {
    let row = TableRow(3, [Cell(.text, "0012")])
    XCTAssertEqual(row[0].text, "0012")
    XCTAssertEqual(row[1], .empty)
    XCTAssertEqual(row[-1], .empty)
  }
}
