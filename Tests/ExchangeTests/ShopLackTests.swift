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
      // And for Shopify, of the backslash before a comma.
      XCTAssertEqual(shop.faults, [.signs(format == .shopify ? 2 : 1)])
    }
  }

  func testACommaOfATagIsReplacedWhereAShopHasNone() async throws {
    var product = Product(title: try ProductTitle("Vase"))
    for tag in ["red, large", "C:\\", "plain"] { product.tags.add(try Tag(tag)) }
    let shopify = try await text(.shopify, of: product)
    XCTAssertTrue(shopify.text.contains("\"red; large, C:/, plain\""), shopify.text)
    XCTAssertEqual(shopify.faults, [.signs(2)])
  }

  func testAVariantThatCannotBeNamedIsSaidAndStaysInSight() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("variants"))
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let head = try await store.add(CatalogEntry(product: Product(title: try ProductTitle("Shirt"))))
    let made = try await store.makeVariants(
      of: head.product.id, options: [(size.id, [.text("S"), .text("M")])])
    XCTAssertNotNil(made)
    let ids = try await store.identifiers(of: ProductQuery()).products
    for (place, id) in ids.enumerated() where id != head.product.id {
      _ = try await store.change([id]) { $0.product.sku = try SKU(place == 1 ? "A,1" : "A2") }
    }
    func text(_ format: ExportFormat) async throws -> (String, [ExportFault]) {
      let file = folder.appendingPathComponent(format.name)
      let result = try await ProductExport(ProductQuery(), as: format).write(
        to: .file(file.path), of: store)
      return (String(decoding: try Data(contentsOf: file), as: UTF8.self), result.faults)
    }
    let (magento, faults) = try await text(.magento)
    XCTAssertTrue(magento.contains("sku=A2,Size="), magento)
    XCTAssertFalse(magento.contains("sku=A,1"), magento)
    XCTAssertEqual(magento.components(separatedBy: "Not Visible Individually").count, 2)
    XCTAssertEqual(faults, [.signs(1), .withoutSKU(["Shirt"], count: 1)])
    let losses = try await ProductExport(ProductQuery(), as: .magento).losses(in: store)
    XCTAssertFalse(losses.contains(.variants), "its table says which variant is whose")
    let (_, loose) = try await text(.woocommerce)
    XCTAssertEqual(loose, [.looseVariants(["Shirt"], count: 1)])
    await store.close()
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
