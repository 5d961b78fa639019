// SPDX-License-Identifier: Apache-2.0
// Amounts of money as people read them: none is rounded.

import Catalog
import Wording
import XCTest

final class MoneyTextTests: XCTestCase {
  func testNoDigitOfAPriceIsLost() throws {
    let language = PublicLanguage("en")
    for code in Currency.allCodes {
      let currency = try Currency(code)
      let decimals = "5678".prefix(currency.minorUnitDigits)
      let price = try Price(decimals.isEmpty ? "12" : "12.\(decimals)", currency: currency)
      XCTAssertEqual(language.text(of: price).filter(\.isNumber), "12" + decimals, code)
    }
  }
}
