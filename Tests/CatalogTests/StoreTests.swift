// The catalogue's everyday life: what is put in comes out, in order, after closing too.

import Foundation
import XCTest

@testable import Catalog

final class StoreTests: CatalogTestCase {
  func testWhatIsPutInComesOutAfterClosing() async throws {
    let product = Product(
      title: try ProductTitle("Éclair"), description: "Choux\npastry",
      category: try CategoryPath("Food/Cakes"),
      tags: ["sweet", "french"], sku: try SKU("EC-1"), gtin: try GTIN("4006381333931"),
      price: try Price("2,40", currency: Currency("EUR")), stock: 12, minimumStock: 3,
      year: try IntroductionYear(1850))
    XCTAssertFalse(CatalogStore.exists(in: directory))
    var store = try await CatalogStore.open(in: directory)
    XCTAssertFalse(store.isReadOnly)
    let stored = try await store.create(product)
    XCTAssertEqual(stored.revision, 1)
    await store.close()

    XCTAssertTrue(CatalogStore.exists(in: directory))
    store = try await CatalogStore.open(in: directory)
    let found = try await store.product(product.id)
    XCTAssertEqual(found, stored)
    XCTAssertEqual(found?.title.text, "Éclair")
    XCTAssertEqual(found?.tags, ["sweet", "french"])
    XCTAssertEqual(found?.price?.decimalText, "2.40")
    let count = try await store.productCount()
    XCTAssertEqual(count, 1)
    await store.close()
  }
}
