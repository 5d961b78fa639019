// SPDX-License-Identifier: Apache-2.0
// What is copied for other programs to paste: codes stay codes there, and amounts have their currency.

import Catalog
import Exchange
import Foundation
import XCTest

final class CopiedTableTests: ForeignFileTestCase {
  func testCodesStayTextsAndAmountsHaveTheirCurrency() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    let cost = try CustomField(name: "Cost", kind: .money)
    let unit = try CustomField(name: "unit", kind: .line)
    for field in [cost, unit] { try await store.addField(field) }
    for title in ["Cup", "Vase"] {
      var product = Product(title: try ProductTitle(title))
      product.sku = try SKU("0012")
      product.description = try FreeText(description: "one\r\ntwo")
      product.price = try Price("8", currency: Currency("EUR"))
      product.values[cost.id] = .money(try Price("3.20", currency: Currency("USD")))
      product.values[unit.id] = .text("a pair")
      _ = try await store.add(CatalogEntry(product: product))
    }
    var export = ProductExport(ProductQuery(), as: .tsv)
    export.columns = ["title", "sku", "description", "price", "Cost"]
    // A field that is called like another column.
    export.columns?.append(TableColumn.field(.custom(unit)).name)
    export.limit = 1
    let table = try await export.copied(from: store)
    let text = "<td style=\"mso-number-format:'\\@'\" sdnum=\"1033;0;@\">"
    XCTAssertTrue(table.html.contains("\(text)0012</td>"), table.html)
    XCTAssertTrue(table.html.contains("<td>8.00</td>"), table.html)
    XCTAssertTrue(table.html.contains("\(text)3.20 USD</td>"), table.html)
    XCTAssertTrue(
      table.html.contains("one<br style=\"mso-data-placement:same-cell\">two"), table.html)
    XCTAssertTrue(table.html.contains("\(text)a pair</td>"), table.html)
    XCTAssertEqual([table.products, table.all], [1, 2])
    await store.close()
  }
}
