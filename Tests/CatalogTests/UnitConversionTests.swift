// SPDX-License-Identifier: Apache-2.0
// A product in another unit has as much as before, or the change is refused.

import Foundation
import XCTest

@testable import Catalog

final class UnitConversionTests: CatalogTestCase {
  private func measure(_ symbol: String?, _ pack: String? = nil) throws -> SaleMeasure {
    SaleMeasure(
      unit: try symbol.map { try SaleUnit($0) },
      pack: try pack.map { try Quantity(packSize: XCTUnwrap(DecimalNumber($0))) })
  }

  func testAmountsAreConvertedExactlyOrNotAtAll() throws {
    for (text, from, to, expected) in [
      ("12.5", "kg", "g", "12500"), ("500", "g", "kg", "0.5"), ("1", "g", "kg", "0.001"),
      ("0.000001", "g", "kg", nil), ("75", "cl", "l", "0.75"), ("1", "in", "mm", "25.4"),
      ("1", "mm", "in", nil), ("1", "lb", "oz", "16"), ("1", "m²", "cm²", "10000"),
      ("1", "kg", "l", nil), ("9000000000000", "kg", "g", nil), ("0", "kg", "oz", "0"),
    ] as [(String, String, String, String?)] {
      let amount = try XCTUnwrap(DecimalNumber(text))
      let found = try measure(from).amount(amount, in: measure(to))
      XCTAssertEqual(found?.text, expected, "\(text) \(from) in \(to)")
    }
    XCTAssertEqual(try measure("g").amount(500, in: measure("kg", "0.25"))?.text, "2")
    XCTAssertNil(try measure(nil).amount(3, in: measure("kg")))
    let euro = try Currency("EUR")
    XCTAssertEqual(
      try measure("g", "100").price(Price("1.99", currency: euro), per: measure("kg"))?.decimalText,
      "19.90")
    XCTAssertEqual(
      try measure("kg").price(Price("24.00", currency: euro), per: measure("kg", "0.5"))?
        .decimalText, "12.00")
    XCTAssertNil(try measure("kg").price(Price("24.00", currency: euro), per: measure("g")))
  }

  func testThereAndBackIsTheSame() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<5_000 {
      let (a, b) = (
        SaleMeasure(
          unit: SaleUnit.symbols.randomElement(using: &random).map { SaleUnit(stored: $0) }),
        SaleMeasure(
          unit: SaleUnit.symbols.randomElement(using: &random).map { SaleUnit(stored: $0) },
          pack: Bool.random(using: &random)
            ? Quantity(storedMillionths: .random(in: 1...1_000_000_000_000_000, using: &random))
            : nil)
      )
      let amount = DecimalNumber(
        millionths: .random(in: .min...(.max), using: &random)
          >> Int64.random(
            in: 0...62, using: &random))
      guard let other = a.amount(amount, in: b) else { continue }
      XCTAssertEqual(b.amount(other, in: a), amount, "\(amount) \(a) \(b)")
    }
  }

  func testAnotherUnitKeepsHowMuchThereIs() throws {
    let euro = try Currency("EUR")
    var product = Product(title: try ProductTitle("Gouda"))
    product.unit = try SaleUnit("g")
    product.stock = try Quantity(stock: 12_500)
    product.minimumStock = try Quantity(minimum: 500)
    product.price = try Price("0.02", currency: euro)
    var change = ProductChange()
    change.unit = try SaleUnit("kg")
    var kilos = try change.convertingAmounts(of: product).applied(to: product)
    XCTAssertEqual(kilos.stock?.value.text, "12.5")
    XCTAssertEqual(kilos.minimumStock?.value.text, "0.5")
    XCTAssertEqual(kilos.price?.decimalText, "20.00")
    XCTAssertFalse(change.keepsNumbers(of: product))
    // What is said is said in the new unit.
    change.stock = try Quantity(stock: 3)
    XCTAssertEqual(
      try change.convertingAmounts(of: product).applied(to: product).stock?.value.text, "3")

    kilos.price = try Price("24.00", currency: euro)
    let grams = try ProductChange { try $0.set(.unit, .text("g")) }
    XCTAssertThrowsError(try grams.convertingAmounts(of: kilos)) {
      XCTAssertEqual(($0 as? InvalidValue)?.problem, .notExact(in: "g"))
    }
    // Of packs there are as many.
    kilos.packSize = try Quantity(packSize: 2)
    let packs = try grams.convertingAmounts(of: kilos).applied(to: kilos)
    XCTAssertEqual(packs.packSize?.value.text, "2000")
    XCTAssertEqual(packs.price?.decimalText, "24.00")
    XCTAssertEqual(packs.stock?.value.text, "12.5")

    let litres = try ProductChange { try $0.set(.unit, .text("l")) }
    XCTAssertEqual(
      try litres.convertingAmounts(of: product).applied(to: product).stock, product.stock)
    XCTAssertTrue(litres.keepsNumbers(of: product))
  }

  func testAnAmountMaySayItsUnit() throws {
    var cheese = Product(title: try ProductTitle("Gouda"))
    cheese.unit = try SaleUnit("kg")
    func stock(_ text: String, _ style: WritingStyle = .neutral) -> String {
      do {
        let value = try ProductField.stock.value(from: text, style: style) {
          cheese.measure(of: .stock)
        }
        if case .number(let number)? = value { return number.text }
        return "nothing"
      } catch {
        return (error as? InvalidValue).map { "\($0.problem)" } ?? "\(error)"
      }
    }
    let german = WritingStyle(decimalSeparator: ",")
    for (text, expected) in [
      ("12.5 kg", "12.5"), ("12,5kg", "12.5"), ("500 g", "0.5"), ("2 KG", "2"), ("3", "3"),
      ("1 l", "otherMeasure(Optional(\"kg\"))"),
      ("0.000001 g", "notExact(in: Optional(\"kg\"))"), ("1 stone", "notADecimal(digits: 6)"),
      ("kg", "notADecimal(digits: 6)"), ("-1 kg", "outOfRange(least: 0, most: 1000000000)"),
      ("", "nothing"), ("32", "32"),
    ] {
      XCTAssertEqual(stock(text), expected, text)
    }
    XCTAssertEqual(stock("1.250,5 g", german), "1.2505")
    cheese.packSize = try Quantity(packSize: XCTUnwrap(DecimalNumber("0.25")))
    XCTAssertEqual(stock("500 g"), "2", "packs")
    cheese.packSize = nil
    cheese.unit = try SaleUnit("m²")
    XCTAssertEqual(stock("3 m2"), "3")
    XCTAssertEqual(stock("5000 cm²"), "0.5")
    cheese.unit = nil
    XCTAssertEqual(stock("5 kg"), "otherMeasure(nil)")
    XCTAssertEqual(try ProductField.unit.value(from: "m2"), .text("m²"))
  }

  func testPricesMaySayForHowMuchTheyAre() throws {
    var cheese = Product(title: try ProductTitle("Gouda"))
    cheese.unit = try SaleUnit("kg")
    func price(_ text: String, _ style: WritingStyle) -> String {
      do {
        let value = try ProductField.price.value(from: text, style: style) {
          cheese.measure(of: .price)
        }
        if case .money(let price)? = value { return price.decimalText }
        return "nothing"
      } catch {
        return (error as? InvalidValue).map { "\($0.problem)" } ?? "\(error)"
      }
    }
    let euro = WritingStyle(decimalSeparator: ",", currency: try Currency("EUR"))
    for (text, expected) in [
      ("2,40 / 100 g", "24.00"), ("2,40 EUR/100g", "24.00"), ("24/kg", "24.00"),
      ("24 / KG", "24.00"), ("12 / 0,5 kg", "24.00"), ("24", "24.00"),
      ("3 / l", "otherMeasure(Optional(\"kg\"))"), ("1 / 0 g", "notPositive"),
      ("1 / 3 kg", "notExact(in: Optional(\"kg\"))"),
    ] {
      XCTAssertEqual(price(text, euro), expected, text)
    }
    cheese.packSize = try Quantity(packSize: XCTUnwrap(DecimalNumber("0.25")))
    XCTAssertEqual(price("2,40 / 100 g", euro), "6.00", "a pack")
    cheese.packSize = nil
    cheese.unit = try SaleUnit("m²")
    XCTAssertEqual(price("3 / m2", euro), "3.00")
  }

  /// Every product has as much as was said, in its own unit or pack, and what is sold by the piece is refused.
  func testBulkEditPutsWhatIsSaidIntoEachUnit() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("units"))
    var ids: [UUID] = []
    for (unit, pack) in [("kg", nil), ("g", nil), ("kg", "0.25"), (nil, nil)]
      as [(String?, String?)]
    {
      var product = Product(title: try ProductTitle("Gouda"))
      product.unit = try unit.map { try SaleUnit($0) }
      product.packSize = try pack.map { try Quantity(packSize: XCTUnwrap(DecimalNumber($0))) }
      product.stock = try Quantity(stock: 1)
      _ = try await store.add(CatalogEntry(product: product))
      ids.append(product.id)
    }
    func stocks() async throws -> [String?] {
      var stocks: [String?] = []
      for id in ids { stocks.append(try await store.product(id)?.stock?.value.text) }
      return stocks
    }
    let grams = SaleMeasure(unit: try SaleUnit("g"))
    let set = ProductChange { $0.set(.stock, .number(500), saidIn: grams) }
    var outcome = try await store.edit(ids, applying: [.set(set)], leavingOutRefused: true)
    XCTAssertEqual(Set(outcome.refused.keys), [ids[3]])
    var found = try await stocks()
    XCTAssertEqual(found, ["0.5", "500", "2", "1"])
    let more = ProductAdjustment.calculate(
      .builtIn(.stock), Calculation(.addAmount(-250, grams)))
    outcome = try await store.edit(ids, applying: [more], leavingOutRefused: true)
    XCTAssertEqual(Set(outcome.refused.keys), [ids[3]])
    found = try await stocks()
    XCTAssertEqual(found, ["0.25", "250", "1", "1"])
    // The pack and what is in stock of it, said at once.
    let packs = ProductChange {
      $0.set(.stock, .number(1000), saidIn: grams)
      $0.set(.packSize, .number(100), saidIn: grams)
    }
    _ = try await store.edit([ids[0]], applying: [.set(packs)])
    found = try await stocks()
    XCTAssertEqual(found[0], "10")
    await store.close()
  }

  func testBulkEditConverts() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    var product = Product(title: try ProductTitle("Gouda"))
    product.unit = try SaleUnit("kg")
    product.stock = try Quantity(stock: 2)
    _ = try await store.add(CatalogEntry(product: product))
    let grams = try ProductChange { try $0.set(.unit, .text("g")) }
    try await store.edit([product.id], applying: [.set(grams)])
    let stored = try await store.product(product.id)
    XCTAssertEqual(stored?.stock?.value.text, "2000")
    try await store.edit(
      [product.id],
      applying: [
        .set(
          try ProductChange { try $0.set(.price, .money(Price("1", currency: Currency("JPY")))) })
      ])
    try await store.edit(
      [product.id], applying: [.set(try ProductChange { try $0.set(.unit, .text("kg")) })])
    let kilos = try await store.product(product.id)
    XCTAssertEqual(kilos?.price?.minorUnits, 1000)
    XCTAssertEqual(kilos?.stock?.value.text, "2")
  }

  func testVariantsFollowWithTheirOwnAmounts() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    var head = Product(title: try ProductTitle("Gouda"))
    head.unit = try SaleUnit("kg")
    var young = Product(title: try ProductTitle("Young"))
    young.stock = try Quantity(stock: try XCTUnwrap(DecimalNumber("12.5")))
    for product in [head, young] { _ = try await store.add(CatalogEntry(product: product)) }
    try await store.join([young.id], to: head.id)
    let grams = try ProductChange { try $0.set(.unit, .text("g")) }
    try await store.edit([head.id], applying: [.set(grams)])
    let variant = try await store.product(young.id)
    XCTAssertEqual(variant?.unit?.symbol, "g")
    XCTAssertEqual(variant?.stock?.value.text, "12500")
    _ = try await store.undo()
    let undone = try await store.product(young.id)
    XCTAssertEqual(undone?.unit?.symbol, "kg")
    XCTAssertEqual(undone?.stock?.value.text, "12.5")
    // A price that would have to be rounded is refused, and nothing is changed.
    try await store.edit(
      [young.id],
      applying: [
        .set(
          try ProductChange { try $0.set(.price, .money(Price("24", currency: Currency("EUR")))) })
      ])
    do {
      try await store.edit([head.id], applying: [.set(grams)])
      XCTFail("There are no thousandths of a cent.")
    } catch let refusal as InvalidValue {
      XCTAssertEqual(refusal.problem, .notExact(in: "g"))
      XCTAssertEqual(refusal.product, "Young")
    }
    let kept = try await store.product(head.id)
    XCTAssertEqual(kept?.unit?.symbol, "kg")
  }
}
