// SPDX-License-Identifier: Apache-2.0
// What is asked about a column is a whole sentence, whatever the column is called.

import Exchange
import XCTest

@testable import Wording

final class ColumnQuestionTextTests: XCTestCase {
  func testWhatAFormatSaysOfItsPricesIsNotCut() {
    func sentence(_ column: String) -> String {
      ColumnQuestion.Doubt.kindOfPrice(columns: [column]).sentence.filter {
        !("\u{2066}"..."\u{2069}").contains($0)
      }
    }
    XCTAssertEqual(
      sentence("PRICE_AMOUNT (net_customer_exp)"),
      "PRICE_AMOUNT (net_customer_exp): your price for express delivery, without tax. "
        + "This may be what the products are sold for, or another price.")
    XCTAssertEqual(
      sentence("Nettopreis"),
      "“Nettopreis” may be what the products are sold for, or another price.")
  }
}
