// SPDX-License-Identifier: Apache-2.0
// What becomes of one product's values when many are changed: sums and roundings, texts replaced,
// numbers in a row; and what is said beforehand about all of them.

import Foundation
import XCTest

@testable import Catalog

final class AdjustmentTests: CatalogTestCase {
  private func price(
    _ text: String, _ code: String = "EUR", after step: Calculation.Step,
    _ rounding: Calculation.Rounding = .exact
  ) throws -> String? {
    var product = try makeProduct("p")
    product.price = try Price(text, currency: Currency(code))
    let change = ProductAdjustment.calculate(
      .builtIn(.price), Calculation(step, rounding: rounding))
    return try change.applied(to: product).price?.decimalText
  }

  func testATextIsComposedOfFieldsAndNumbers() throws {
    var product = try makeProduct("Penny", category: "Coins/Great Britain", year: 1895)
    let mint = try CustomField(name: "Mint", kind: .line)
    product.values[mint.id] = .text("London")
    func title(_ pattern: String, at position: Int = 0) throws -> String {
      let pattern = try TextPattern(pattern) { name in
        switch name {
        case "category": .field(.builtIn(.category))
        case "year": .field(.builtIn(.year))
        case "title": .field(.builtIn(.title))
        case "sku": .field(.builtIn(.sku))
        case "Mint": .field(.custom(mint))
        default: nil
        }
      }
      let change = ProductAdjustment.compose(.builtIn(.title), pattern)
      return try change.applied(to: product, at: position).title.text
    }
    XCTAssertEqual(try title("{category} {007}", at: 4), "Great Britain 011")
    XCTAssertEqual(try title("{title} {sku} {year}, {Mint}"), "Penny 1895, London")
    XCTAssertEqual(try title("{sku} "), "Penny", "what says nothing changes nothing")
    XCTAssertEqual(try title("Coin"), "Coin")
    for wrong in ["{colour}", "{", "{}", "a {year", "{9999999999999999999}"] {
      XCTAssertThrowsError(try title(wrong), wrong) { XCTAssertTrue($0 is InvalidValue, wrong) }
    }
    XCTAssertThrowsError(try title("{999999999999999999}", at: .max))
  }

  func testPricesAreRoundedToTheNearestEnding() throws {
    XCTAssertEqual(try price("9.99", after: .percent(7)), "10.69")
    XCTAssertEqual(try price("9.99", after: .percent(7), .ending99), "10.99")
    XCTAssertEqual(try price("10.40", after: .percent(0), .ending99), "9.99")
    XCTAssertEqual(try price("10.49", after: .add(0), .ending99), "10.99")
    XCTAssertEqual(try price("10.40", after: .add(1), .ending95), "10.95")
    XCTAssertEqual(try price("10.40", after: .multiply(2), .ending50), "20.50")
    XCTAssertEqual(try price("10.50", after: .add(0), .whole), "11.00")
    XCTAssertEqual(try price("10.39", after: .add(0), .ending90), "9.90")
    XCTAssertEqual(try price("0.01", after: .percent(7), .ending99), "0.99")
    XCTAssertEqual(try price("0.00", after: .percent(7), .ending99), "0.00")
    XCTAssertEqual(try price("1005", "JPY", after: .percent(10), .ending99), "1106")
    XCTAssertEqual(try price("1.234", "KWD", after: .percent(0), .ending95), "0.950")
    XCTAssertEqual(try price("1.00", after: .percent(DecimalNumber(millionths: 500_000))), "1.01")
    XCTAssertEqual(try price("995.00", after: .add(0), .tens), "1000.00")
    XCTAssertEqual(try price("994.99", after: .add(0), .tens), "990.00")
    XCTAssertEqual(try price("150.00", after: .add(0), .hundreds), "200.00")
    XCTAssertEqual(try price("1250", "JPY", after: .percent(10), .hundreds), "1400")
    XCTAssertThrowsError(try price("1.00", after: .add(-2))) {
      XCTAssertEqual($0 as? InvalidValue, InvalidValue(.price, .negative))
    }
    let most = DecimalNumber(millionths: .max)
    XCTAssertEqual(try price("0.01", after: .multiply(most)), "92233720368.55")
    for step in [Calculation.Step.multiply(most), .percent(most)] {
      XCTAssertThrowsError(try price("92233720368547758.07", after: step)) {
        XCTAssertEqual($0 as? InvalidValue, InvalidValue(.price, .tooLarge))
      }
    }
  }

  func testCountsAndNumbersOfCustomFields() throws {
    let width = try CustomField(name: "Width", kind: .number(unit: "cm"))
    var product = try makeProduct("p")
    product.stock = 3
    product.values = [width.id: .number(DecimalNumber(millionths: -2_400_000))]
    let changes: [ProductAdjustment] = [
      .calculate(
        .builtIn(.stock), Calculation(.multiply(DecimalNumber(millionths: 1_500_000)))),
      .calculate(.builtIn(.minimumStock), Calculation(.add(1))),
      .calculate(.custom(width), Calculation(.add(-1), rounding: .ending50)),
    ]
    let after = try changes.reduce(product) { try $1.applied(to: $0) }
    XCTAssertEqual(after.stock, 5, "a number of pieces is a whole one")
    product.unit = SaleUnit(stored: "kg")
    let ofWeight = try changes.reduce(product) { try $1.applied(to: $0) }
    XCTAssertEqual(ofWeight.stock, 4.5)
    product.packSize = 0.25
    let ofPacks = try changes.reduce(product) { try $1.applied(to: $0) }
    XCTAssertEqual(ofPacks.stock, 5)
    XCTAssertNil(after.minimumStock, "what is not known stays so")
    XCTAssertEqual(
      after.values[width.id], .number(DecimalNumber(millionths: -3_500_000)))
    func stock(after difference: Int64) throws -> Quantity? {
      try ProductAdjustment.calculate(
        .builtIn(.stock),
        Calculation(.add(DecimalNumber(millionths: difference * 1_000_000)))
      ).applied(to: product).stock
    }
    XCTAssertEqual(try [-3, 0, 4, 999_999_997].map(stock), [0, 3, 7, 1_000_000_000])
    for difference: Int64 in [-4, 999_999_998] {
      XCTAssertThrowsError(try stock(after: difference)) {
        XCTAssertEqual(($0 as? InvalidValue)?.field, .stock)
      }
    }
    // Another program may have written anything.
    product.stock = Quantity(storedMillionths: .max)
    let more = ProductAdjustment.calculate(.builtIn(.stock), Calculation(.add(1)))
    XCTAssertThrowsError(try more.applied(to: product))
  }

  func testTextIsReplacedLetterByLetter() throws {
    let link = try CustomField(name: "Page", kind: .link)
    var product = try makeProduct("Red Rose, red", category: "Flowers/Red")
    product.values = [link.id: .text("https://old.example/red")]
    func replaced(_ field: AnyField, _ text: String, _ new: String) throws -> FieldValue? {
      field.value(
        of: try ProductAdjustment.replace(field, text, with: new).applied(to: product))
    }
    XCTAssertEqual(try replaced(.builtIn(.title), "Red", "Blue"), .text("Blue Rose, red"))
    XCTAssertEqual(try replaced(.builtIn(.title), "", "x"), .text("Red Rose, red"))
    XCTAssertEqual(
      try replaced(.builtIn(.category), "Red", "Blue"),
      .category(try CategoryPath("Flowers/Blue")))
    XCTAssertEqual(try replaced(.builtIn(.supplier), "a", "b"), nil)
    XCTAssertEqual(
      try replaced(.custom(link), "old.", "new."), .text("https://new.example/red"))
    XCTAssertThrowsError(try replaced(.builtIn(.title), "Red Rose, red", " ")) {
      XCTAssertEqual($0 as? InvalidValue, InvalidValue(.title, .empty))
    }
    XCTAssertThrowsError(try replaced(.custom(link), "https", "ftp"))
  }

  func testSeriesKeepTheirZeros() throws {
    func series(_ text: String, _ positions: [Int], step: Int = 1) -> [String?]? {
      NumberSeries(text, step: step).map { series in positions.map { series.text(at: $0) } }
    }
    XCTAssertEqual(series("A-0099", [0, 1, 2]), ["A-0099", "A-0100", "A-0101"])
    XCTAssertEqual(series("2 of 09 b", [0, 1], step: 10), ["2 of 09 b", "2 of 19 b"])
    XCTAssertEqual(series("9", [0, 1, 1000]), ["9", "10", "1009"])
    XCTAssertEqual(series("1", [1, 2, .max], step: -1), ["0", nil, nil])
    XCTAssertNil(series("none", [0]))
    XCTAssertNil(series("1234567890123456789", [0]))
  }

  func testThePreviewSaysWhatTheEditDoes() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for (title, price, sku) in [
      ("a", "1.00", nil), ("b", nil, nil), ("c", "0.10", "S-1"), ("d", "5.00", "S-9"),
    ] as [(String, String?, String?)] {
      var product = try makeProduct(title, price: price)
      product.sku = try sku.map { try SKU($0) }
      ids.append(try await store.create(product).id)
    }
    let cheaper = ProductAdjustment.calculate(.builtIn(.price), Calculation(.add(-1)))
    let preview = try await store.preview(ids + [UUID()], applying: [cheaper], examples: 1)
    XCTAssertEqual([preview.changed, preview.unchanged, preview.refused], [2, 1, 1])
    // What becomes free is odd, and apart from the others.
    XCTAssertEqual(preview.odd, [.zero: 1])
    XCTAssertEqual(preview.oddities.map(\.before.title.text), ["a"])
    XCTAssertEqual(try preview.oddities.first?.after.get().price?.decimalText, "0.00")
    XCTAssertEqual(preview.changes.map(\.before.title.text), ["d"])
    XCTAssertEqual(preview.same.map(\.before.title.text), ["b"])
    XCTAssertEqual(preview.refusals.map(\.before.title.text), ["c"])
    let outcome = try await store.edit(ids, applying: [cheaper], leavingOutRefused: true)
    XCTAssertEqual(outcome.saved, [ids[0], ids[3]])
    XCTAssertEqual(outcome.unchanged, [ids[1]])
    XCTAssertEqual(
      outcome.refused, [ids[2]: InvalidValue(.price, .negative, product: "c")])
    try await store.undo()

    // In the order given.
    let series = ProductAdjustment.number(
      .builtIn(.sku), try XCTUnwrap(NumberSeries("S-8")))
    let order = [ids[1], ids[0], ids[3]]
    let numbering = try await store.preview(order, applying: [series])
    XCTAssertEqual(
      numbering.changes.map { try? $0.after.get().sku?.text }, ["S-8", "S-9", "S-10"])
    let numbered = try await store.edit(order, applying: [series])
    XCTAssertEqual(numbered.saved, Set(order))
    let name = try await store.undo()?.name
    XCTAssertEqual(name, "Edit 3 Products")
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.preview(ids, applying: [cheaper])
    }
    do {
      _ = try await cancelled.value
      XCTFail("it was cancelled")
    } catch { XCTAssertTrue(error is CancellationError, "\(error)") }
    await store.close()
  }
}
