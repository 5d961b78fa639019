// SPDX-License-Identifier: Apache-2.0
// What a format has no place for is said, and does not damage what it has.

import Catalog
import Exchange
import Foundation
import XCTest

final class ShopLackTests: ForeignFileTestCase {
  private func text(
    _ format: ExportFormat, of product: Product
  ) async throws -> (text: String, faults: [ExportFault]) {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent(UUID().uuidString))
    _ = try await store.add(CatalogEntry(product: product))
    let file = folder.appendingPathComponent(UUID().uuidString)
    let result = try await ProductExport(ProductQuery(), as: format).write(
      to: .file(file.path), of: store)
    await store.close()
    return (String(decoding: try Data(contentsOf: file), as: UTF8.self), result.faults)
  }

  func testSignsThatAShopSeparatesByAreReplacedAndSaid() async throws {
    var product = Product(title: try ProductTitle("Vase"))
    product.category = try CategoryPath("Flowers/Roses, red > all")
    product.tags.add(try Tag("C:\\"))
    product.tags.add(try Tag("next"))
    let magento = try await text(.magento, of: product)
    XCTAssertTrue(magento.text.contains("Flowers/Roses; red"), magento.text)
    XCTAssertEqual(magento.faults, [.signs(1), .withoutSKU(["Vase"], count: 1)])
    let woocommerce = try await text(.woocommerce, of: product)
    XCTAssertTrue(woocommerce.text.contains("Flowers > Roses\\, red › all"), woocommerce.text)
    XCTAssertTrue(woocommerce.text.contains("C:/, next"), woocommerce.text)
    XCTAssertEqual(woocommerce.faults, [.signs(2)])
    for format in [ExportFormat.shopify, .google] {
      let shop = try await text(format, of: product)
      XCTAssertTrue(shop.text.contains("Flowers > Roses, red › all"), shop.text)
      XCTAssertEqual(shop.faults, [.signs(1)])
    }
  }

  func testOnlyAShopThatTakesItAwayGetsAnApostrophe() async throws {
    var product = Product(title: try ProductTitle("-20 °C box"))
    product.sku = try SKU("=A1")
    for format in [ExportFormat.shopify, .google, .magento] {
      let shop = try await text(format, of: product)
      XCTAssertTrue(shop.text.contains("-20 °C box"), shop.text)
      XCTAssertFalse(shop.text.contains("'"), shop.text)
    }
    let woocommerce = try await text(.woocommerce, of: product)
    XCTAssertTrue(woocommerce.text.contains("'=A1,,'-20 °C box,"), woocommerce.text)
    product.sku = try SKU("-1.25")
    let number = try await text(.woocommerce, of: product)
    XCTAssertTrue(number.text.contains("simple,-1.25,"), number.text)
  }

  func testXMLHasNothingThatXMLMayNotHave() async throws {
    var product = Product(title: try ProductTitle("Vase"))
    product.description = try FreeText(description: "a\u{1}b\u{FFFF}c\u{FFFE}d\rend")
    let bmecat = try await text(.bmecat, of: product)
    XCTAssertTrue(
      bmecat.text.contains("a\u{FFFD}b\u{FFFD}c\u{FFFD}d&#10;end"), bmecat.text)
    XCTAssertEqual(bmecat.faults, [.characters(3)])
  }
}
