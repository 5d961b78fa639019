// SPDX-License-Identifier: Apache-2.0
// Amounts that say what they count end in the unit of their product, as much as they were, or are refused.

import Catalog
import Foundation
import XCTest

@testable import Exchange

final class CountedAmountTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: directory) }

  /// Imports lists one after the other. Returns each product as its unit, pack size, stock, minimum and price, and
  /// why rows of the last list were refused.
  private func take(_ lists: String...) async throws -> [String] {
    let store = try await CatalogStore.open(
      in: directory.appendingPathComponent(UUID().uuidString))
    var refused: [String] = []
    for list in lists {
      let plan = try await ListImport.prepare(
        ForeignFile.open(pasted: list), ImportChoices(), with: store)
      XCTAssertEqual(plan.questions, [])
      _ = try await store.importProducts(from: plan.source().0, isUpdating: true)
      refused = plan.rows.compactMap { row in
        guard case .value(let column, let text, let value)? = row.read.refusal else { return nil }
        return "\(column): \(text) \(value.problem)"
      }
    }
    var products: [String] = []
    for listed in try await store.products(ProductQuery()) {
      guard let product = try await store.product(listed.id) else { continue }
      products.append(
        [.unit, .packSize, .stock, .minimumStock, .price].map { (field: ProductField) in
          field.text(of: product)
        }.joined(separator: "|"))
    }
    return products.sorted() + refused
  }

  private let cheese = "SKU;Name;Bestand;Preis;Einheit\nY;Gouda;12,5;24,00 EUR;kg\n"

  func testAmountsOfAKnownProductGetItsUnit() async throws {
    let found = try await take(cheese, "SKU;Bestand\nY;500 g\n")
    XCTAssertEqual(found, ["kg||0.5||24.00 EUR"])
    let other = try await take(cheese, "SKU;Bestand\nY;5 l\n")
    XCTAssertEqual(other, ["kg||12.5||24.00 EUR", "Bestand: 5 l otherMeasure(Optional(\"kg\"))"])
  }

  func testAmountsOfARowAreOfOneUnit() async throws {
    let found = try await take("SKU;Name;Bestand;Mindestbestand\nY;Gouda;12,5 kg;500 g\n")
    XCTAssertEqual(found, ["kg||12.5|0.5|"])
    for order in ["Preis;Einheit\nY;Gouda;24,00 €/kg;g", "Einheit;Preis\nY;Gouda;g;24,00 €/kg"] {
      let refused = try await take("SKU;Name;\(order)\n")
      XCTAssertEqual(refused, ["Preis: 24,00 €/kg notExact(in: Optional(\"g\"))"])
    }
    let grams = try await take("SKU;Name;Einheit;Preis\nY;Gouda;g;20,00 €/kg\n")
    XCTAssertEqual(grams, ["g||||0.02 EUR"])
    let packs = try await take(
      "SKU;Name;Packungsgröße;Preis;Bestand\nY;Gouda;500 g;24,00 €/kg;3 kg\n")
    XCTAssertEqual(packs, ["kg|0.5|6||12.00 EUR"])
  }

  func testAnotherUnitOfTheRowConvertsWhatTheProductHas() async throws {
    let found = try await take(
      "SKU;Name;Bestand;Mindestbestand;Einheit\nY;Gouda;12,5;1;kg\n",
      "SKU;Einheit;Bestand\nY;g;700\n")
    XCTAssertEqual(found, ["g||700|1000|"])
    let refused = try await take(cheese, "SKU;Einheit\nY;g\n")
    XCTAssertEqual(
      refused, ["kg||12.5||24.00 EUR", "Einheit: g notExact(in: Optional(\"g\"))"])
  }

  func testWhatIsSoldByThePieceStaysSo() async throws {
    let found = try await take(
      "SKU;Name;Bestand;Preis\nY;Gouda;3;24,00 EUR\n", "SKU;Bestand\nY;5 kg\n")
    XCTAssertEqual(found, ["||3||24.00 EUR", "Bestand: 5 kg otherMeasure(nil)"])
    let all = try await take("SKU;Name;Bestand\nY;Gouda;3\n", "SKU;Bestand\nY;5 kg\n")
    XCTAssertEqual(all, ["kg||5||"])
    let wine = try await take("SKU;Name;Bestand\nY;Riesling;3\n", "SKU;Packungsgröße\nY;75 cl\n")
    XCTAssertEqual(wine, ["cl|75|3||"])
  }

  func testUnitsThatTheCatalogueLacksBecomeThoseThatItHas() async throws {
    for (list, expected) in [
      (
        "SKU;Name;Preis\nY;Gouda;1.99 €/100g\nZ;Brie;2,49 € pro 100 g\n",
        ["kg||||19.90 EUR", "kg||||24.90 EUR"]
      ),
      ("SKU;Name;Preis je 100 g (EUR)\nY;Gouda;1,99\n", ["kg||||19.90 EUR"]),
      ("SKU;Name;Preis;Bestand\nY;Gouda;5.00 EUR per kg;3 Pfund\n", ["kg||1.5||5.00 EUR"]),
      ("SKU;Name;Einheit;Bestand;Preis\nY;Most;dl;25;0,30 EUR\n", ["l||2.5||3.00 EUR"]),
      ("SKU;Name;Einheit;Bestand\nY;Stoff;lfm;25\nZ;Band;Laufmeter;3\n", ["m||25||", "m||3||"]),
      (
        "SKU;Name;Packungsgröße;Preis\nY;Riesling;75 cl;8,00 EUR\nZ;Mehl;1 kg;2,00 EUR\n",
        ["cl|75|||8.00 EUR", "kg|1|||2.00 EUR"]
      ),
      ("SKU;Name;Packungsgröße;Preis\nY;Schrauben;100;9,99 € / 100 St\n", ["|100|||9.99 EUR"]),
    ] {
      let found = try await take(list)
      XCTAssertEqual(found, expected, list)
    }
  }

  func testAColumnOfUnitsIsOneDespiteAFewMistakes() async throws {
    let found = try await take(
      "SKU;Name;Einheit;Bestand\nW;Gouda;kg;1\nX;Most;l;2\nY;Becher;Stk;3\nZ;Schrauben;100 St;4\n")
    XCTAssertEqual(found.count, 4)
    XCTAssertTrue(found[3].hasPrefix("Einheit: 100 St notOneOf"), "\(found)")
  }

  func testAPriceIsNoPartOfTheHead() throws {
    let table = try UnderstoodTable("SKU|Name|Preis\nY|Gouda|1.99 €/100g\nZ|Brie|2.49 €/100g")
    XCTAssertEqual(table.head, ["sku", "title", "price"])
    XCTAssertEqual(table.rows.count, 2)
  }
}
