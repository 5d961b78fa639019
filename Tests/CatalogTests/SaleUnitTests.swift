// SPDX-License-Identifier: Apache-2.0
// Products that are sold by weight, length, area or volume: exact amounts, what a kilogram costs, and
// catalogues of before, which had whole numbers alone.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class SaleUnitTests: CatalogTestCase {
  // MARK: Prices

  func testWhatAKilogramCosts() throws {
    for (price, unit, pack, expected) in [
      ("6.00", "g", 250, "2.40 100 g"), ("6.01", "g", 251, "23.94 1 kg"),
      ("0.025", "g", nil, "2.500 100 g"), ("12.90", "kg", nil, nil),
      ("9.99", "kg", 0.75, "13.32 1 kg"),
      ("1.19", "l", 1.5, "0.79 1 l"), ("0.89", "ml", 200, "0.45 100 ml"),
      ("0.89", "cl", 33, "2.70 1 l"), ("5", "m", nil, nil), ("0.05", "cm", nil, "5.00 1 m"),
      ("30", "cm²", 600, "500.00 1 m²"), ("24.00", "m²", 2.5, "9.60 1 m²"),
      ("2.99", nil, 6, "0.50 1"),
      ("2.99", nil, nil, nil), ("1", "stone", 3, nil), ("2.49", "kg", 0.04, "6.23 100 g"),
      ("2.00", "l", 0.25, "0.80 100 ml"), ("4.99", nil, 1_000, "0.50 100"),
      ("4.99", "kg", 1_000, "0.50 100 kg"), ("0.01", nil, 1_000_000, nil),
      ("0.00", nil, 3, "0.00 1"), ("0.10", nil, 2, "0.05 1"),
    ] as [(String, String?, Double?, String?)] {
      let text = try unitPrice(price, unit, pack, in: .smallPacks)
      XCTAssertEqual(text, expected, "\(price) \(unit ?? "piece") \(pack ?? 0)")
    }
  }

  /// The same packs as shops of several countries must show them.
  func testAUnitPriceIsForWhatTheShopChose() throws {
    for (price, unit, pack, expected) in [
      (
        "6.00", "g", 250,
        ["24.00 1 kg", "2.40 100 g", "2.40 100 g", "10.89 1 lb", "0.68 1 oz"]
      ),
      (
        "9.99", "kg", 0.75,
        ["13.32 1 kg", "13.32 1 kg", "1.33 100 g", "6.04 1 lb", "0.38 1 oz"]
      ),
      ("0.89", "ml", 200, ["4.45 1 l", "0.45 100 ml", "0.45 100 ml", "4.45 1 l", "4.45 1 l"]),
      ("1.19", "l", 1.5, ["0.79 1 l", "0.79 1 l", "7.93 10000 ml", "0.79 1 l", "0.79 1 l"]),
      ("4", "lb", 2, ["4.41 1 kg", "4.41 1 kg", "0.44 100 g", "2.00 1 lb", "0.13 1 oz"]),
      ("4", "oz", 8, ["17.64 1 kg", "1.76 100 g", "1.76 100 g", "8.00 1 lb", "0.50 1 oz"]),
      ("4", "lb", nil, ["8.82 1 kg", "8.82 1 kg", "0.88 100 g", nil, "0.25 1 oz"]),
      ("3", "in", 6, ["19.69 1 m", "19.69 1 m", "19.69 1 m", "0.50 1 in", "0.50 1 in"]),
      ("3", "m", 6, ["0.50 1 m", "0.50 1 m", "0.50 1 m", "0.50 1 m", "0.50 1 m"]),
      (
        "9", "ft²", 3,
        ["32.29 1 m²", "32.29 1 m²", "32.29 1 m²", "3.00 1 ft²", "3.00 1 ft²"]
      ),
      ("2.99", nil, 6, ["0.50 1", "0.50 1", "0.50 1", "0.50 1", "0.50 1"]),
    ] as [(String, String?, Double?, [String?])] {
      XCTAssertEqual(
        try UnitPriceMeasure.allCases.map { try unitPrice(price, unit, pack, in: $0) }, expected,
        "\(price) \(unit ?? "piece") \(pack ?? 0)")
    }
  }

  func testTheUsualUnitPriceIsThatOfTheCountry() {
    for (country, measure) in [
      ("DE", .kilogram), ("GB", .kilogram), ("US", .pound), ("AU", .hundredGrams),
      (nil, .kilogram), ("001", .kilogram),
    ] as [(String?, UnitPriceMeasure)] {
      XCTAssertEqual(UnitPriceMeasure(country: country), measure, country ?? "")
    }
  }

  private func unitPrice(
    _ price: String, _ unit: String?, _ pack: Double?, in measure: UnitPriceMeasure
  ) throws -> String? {
    let currency = try Currency(price.hasPrefix("0.025") ? "KWD" : "EUR")
    let found = try Price(price, currency: currency).perUnit(
      unit.map { SaleUnit(stored: $0) }, pack: pack.map { Quantity(floatLiteral: $0) }, in: measure)
    return found.map {
      ([$0.price.decimalText, "\($0.amount)"] + [$0.unit?.symbol].compactMap(\.self))
        .joined(separator: " ")
    }
  }

  func testUnitPricesAreExactAndNeverOverflow() throws {
    var random = SystemRandomNumberGenerator()
    let euro = try Currency("EUR")
    for _ in 0..<5_000 {
      let symbol = try XCTUnwrap((SaleUnit.symbols + [nil]).randomElement(using: &random))
      let bits = Int64.random(in: 0...62, using: &random)
      let price = Price(
        storedMinorUnits: .random(in: 0...(1 << bits), using: &random), currency: euro)
      let pack = Quantity(
        storedMillionths: .random(in: 1...1_000_000_000_000_000, using: &random))
      let unit = symbol.map { SaleUnit(stored: $0) }
      let measure = try XCTUnwrap(UnitPriceMeasure.allCases.randomElement(using: &random))
      guard let found = price.perUnit(unit, pack: pack, in: measure) else { continue }
      let own = Decimal(unit?.size?.units ?? 1)
      let shown = Decimal(found.unit?.size?.units ?? 1) * Decimal(found.amount)
      let exact =
        Decimal(price.minorUnits) * shown * 1_000_000 / (own * Decimal(pack.value.millionths))
      XCTAssertLessThanOrEqual(
        abs(exact - Decimal(found.price.minorUnits)), Decimal(string: "0.5000001") ?? 0,
        "\(price) \(pack) \(symbol ?? "")")
    }
    for millionths in [Int64.min, -1, 0, 1, .max] {
      for symbol in SaleUnit.symbols {
        for measure in UnitPriceMeasure.allCases {
          _ = Price(storedMinorUnits: .max, currency: euro).perUnit(
            SaleUnit(stored: symbol), pack: Quantity(storedMillionths: millionths), in: measure)
        }
      }
    }
  }

  // MARK: Amounts

  func testAmountsStayExactEverywhere() async throws {
    let store = try await CatalogStore.open(in: directory)
    var cheese = try makeProduct("Cheese")
    cheese.unit = try SaleUnit("kg")
    cheese.stock = 12.5
    cheese.minimumStock = 12.500001
    cheese = try await store.create(cheese)
    var cup = try makeProduct("Cup")
    cup.stock = 3
    _ = try await store.create(cup)

    let low = try await store.products(ProductQuery(filters: [.lowStock]))
    XCTAssertEqual(low.map(\.title), ["Cheese"])
    let half = DecimalNumber(millionths: 12_500_000)
    for (from, through, titles) in [
      (half, nil, ["Cheese"]), (DecimalNumber(millionths: 12_500_001), nil, []),
      (nil, half, ["Cheese", "Cup"]), (3, 3, ["Cup"]),
    ] as [(DecimalNumber?, DecimalNumber?, [String])] {
      let found = try await store.products(
        ProductQuery(filters: [.number(.stock, from: from, through: through)], sort: .title))
      XCTAssertEqual(found.map(\.title), titles)
    }
    // A hundred thousand times a gram, and back: binary fractions would drift.
    let gram = DecimalNumber(millionths: 1_000)
    for _ in 0..<20 {
      _ = try await store.edit(
        [cheese.id], applying: [.calculate(.builtIn(.stock), Calculation(.add(gram)))])
    }
    var stock = try await store.product(cheese.id)?.stock
    XCTAssertEqual(stock, 12.52)
    for _ in 0..<20 { _ = try await store.undo() }
    stock = try await store.product(cheese.id)?.stock
    XCTAssertEqual(stock, 12.5)
    let groups = try await store.groupCounts(ProductQuery(), by: .field(.minimumStock))
    XCTAssertEqual(groups.map(\.value), ["12.500001", nil])
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testALineHasNumbersAndMayHaveTexts() throws {
    for (json, stock) in [
      ("12.5", 12.5), ("\"12.5\"", 12.5), ("7", 7), ("\"7\"", 7), ("0.000001", 0.000001),
      ("null", nil),
    ] as [(String, Quantity?)] {
      let line = #"{"title":"x","unit":"kg","stock":\#(json)}"#
      guard case .entry(let read) = try EntryLine.content(of: Array(line.utf8)) else {
        return XCTFail(json)
      }
      XCTAssertEqual(read.change.stock, .some(stock), json)
      guard let stock else { continue }
      var product = try makeProduct("x")
      product.stock = stock
      let bytes = EntryLine.bytes(of: CatalogEntry(product: product), files: nil, fields: [])
      let number = json.replacingOccurrences(of: "\"", with: "")
      XCTAssertTrue(String(decoding: bytes, as: UTF8.self).contains("\"stock\":\(number),"), json)
    }
    for wrong in [
      #""stock":1e3"#, #""stock":0.0000001"#, #""stock":-1"#, #""stock":true"#, #""stock":"#,
      #""stock":-"#, #""packSize":0"#, #""packSize":-2.5"#, #""unit":"stone""#, #""unit":7"#,
    ] {
      XCTAssertThrowsError(
        try EntryLine.content(of: Array("{\"title\":\"x\",\(wrong)}".utf8)), wrong)
    }
  }

  func testACustomFieldMayHaveTheNameOfOneThatCameLater() async throws {
    let store = try await CatalogStore.open(in: directory)
    let own = try CustomField(name: "Unit", kind: .line)
    try await store.addField(own)
    var product = try makeProduct("Ribbon")
    product.unit = try SaleUnit("m")
    product.values = [own.id: .text("reel")]
    _ = try await store.create(product)
    let place = directory.appendingPathComponent("out")
    _ = try await store.exportProducts(to: place)
    await store.close()
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("other"))
    _ = try await other.importProducts(from: place.path)
    let found = try await other.product(product.id)
    XCTAssertEqual(found?.unit?.symbol, "m")
    XCTAssertEqual(found?.values.values.first, .text("reel"))
    await other.close()
  }

  func testAFilterOfBeforeIsReadAndAWholeOneIsWrittenAsBefore() throws {
    let old = #"{"number":{"_0":"stock","from":3,"through":200}}"#
    let filter = ProductFilter.number(.stock, from: 3, through: 200)
    XCTAssertEqual(try JSONDecoder().decode(ProductFilter.self, from: Data(old.utf8)), filter)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    XCTAssertEqual(String(decoding: try encoder.encode(filter), as: UTF8.self), old)
    for millionths in [Int64.min, -1, 1, 1_500_000, .max] {
      let filter = ProductFilter.number(
        .stock, from: DecimalNumber(millionths: millionths), through: nil)
      XCTAssertEqual(
        try JSONDecoder().decode(ProductFilter.self, from: encoder.encode(filter)), filter)
    }
    // A year is a whole number, whatever the bounds are.
    let numbers = [-1_500_000, -1_000_000, -1, 0, 1, 1_999_999].map {
      DecimalNumber(millionths: $0)
    }
    XCTAssertEqual(numbers.map { $0.whole(isAbove: true) }, [-1, -1, 0, 0, 1, 2])
    XCTAssertEqual(numbers.map { $0.whole(isAbove: false) }, [-2, -1, -1, 0, 0, 1])
  }

  func testSumsAreOfEachUnit() throws {
    var totals = ProductTotals()
    let euro = try Price("2.50", currency: Currency("EUR"))
    totals.add(stock: 3, unit: nil, price: euro)
    totals.add(stock: 1.25, unit: SaleUnit(stored: "kg"), price: euro)
    totals.add(stock: 0.000001, unit: SaleUnit(stored: "kg"), price: nil)
    totals.add(stock: nil, unit: SaleUnit(stored: "m"), price: euro)
    totals.add(stock: 4, unit: SaleUnit(stored: "stone"), price: nil)
    totals.add(stock: 7, unit: SaleUnit(stored: "g"), price: nil)
    XCTAssertEqual(totals.stockSums.map { $0.unit?.symbol }, [nil, "g", "kg", "stone"])
    XCTAssertEqual(
      totals.stockSums.map { "\($0.amount)" }, ["3", "7", "1.250001", "4"])
    XCTAssertEqual(totals.stockValues.map { "\($0.amount)" }, ["10.625"])
    XCTAssertEqual([totals.count, totals.counted], [6, 5])
  }

  // MARK: Catalogues of before

  /// Random amounts in the tables and in the history of the last version without decimals.
  func testAmountsOfBeforeAreConvertedWithTheirHistory() async throws {
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
    try Schema.migrator.migrate(connection, to: 18)
    let ids = (0..<12).map { _ in UUID() }
    var states: [[Int?]] = [ids.map { _ in .random(in: 0...1_000_000_000) }]
    for (key, (id, stock)) in zip(ids, states[0]).enumerated() {
      try connection.run(
        """
        INSERT INTO product (key, id, title, title_key, description, stock, minimum_stock, position,
          revision, created, changed)
        VALUES (?1, ?2, 'p', 'p', '', ?3, ?4, ?1, 1, 0, 0)
        """, key + 1, id, stock, key.isMultiple(of: 2) ? nil : key)
    }
    // Each step gives some products another stock, or none; one at least, as a step without a change is no step.
    for step in 1...8 {
      var state = states[step - 1]
      for (key, old) in state.enumerated() where key == step || Bool.random() {
        let any: Int? = Bool.random() ? .random(in: 0...5) : nil
        let new = key == step ? (old ?? 0) % 5 + 1 : any
        guard new != old else { continue }
        state[key] = new
        try connection.run(
          """
          INSERT INTO history_product (step, existed, remains, key, id, new_id, stock, new_stock,
            revision, new_revision)
          VALUES (?1, 1, 1, ?2, ?3, ?3, ?4, ?5, ?1, ?1 + 1)
          """, step, key + 1, ids[key], old, new)
        try connection.run("UPDATE product SET stock = ? WHERE key = ?", new, key + 1)
      }
      try connection.run(
        """
        INSERT INTO history (step, id, command, count, moment, undone, size)
        VALUES (?, ?, 'editProduct', 1, 0, 0, 100)
        """, step, UUID())
      states.append(state)
    }
    try connection.run("UPDATE history_size SET bytes = 800")
    connection.close()

    let store = try await CatalogStore.open(in: directory)
    func stocks() async throws -> [Quantity?] {
      var found: [Quantity?] = []
      for id in ids { found.append(try await store.product(id)?.stock) }
      return found
    }
    func expected(_ state: [Int?]) -> [Quantity?] {
      state.map { $0.map { Quantity(integerLiteral: $0) } }
    }
    var now = try await stocks()
    XCTAssertEqual(now, expected(states[8]))
    for state in states.dropLast().reversed() {
      _ = try await store.undo()
      now = try await stocks()
      XCTAssertEqual(now, expected(state))
    }
    for state in states.dropFirst() {
      _ = try await store.redo()
      now = try await stocks()
      XCTAssertEqual(now, expected(state))
    }
    let least = try await store.product(ids[3])?.minimumStock
    XCTAssertEqual(least, 3)
    // The test has not told the search.
    let problems = try await store.check().filter { $0 != .staleSearchIndex }
    XCTAssertEqual(problems, [])

    // As it was before, it is among the backups.
    let backups = try await store.backups()
    XCTAssertEqual(backups.map(\.kind), [.beforeConverting])
    await store.close()
    let before = try Connection(
      directory.appendingPathComponent("backups/\(backups[0].name)").path, .readOnly)
    XCTAssertEqual(try Schema.migrator.version(of: before), 18)
  }

  func testNothingIsConvertedWithoutACopyOfWhatWasThere() async throws {
    let path = directory.resolvingSymlinksInPath().appendingPathComponent("catalog.sqlite").path
    XCTAssertTrue(FileManager.default.createFile(atPath: path, contents: nil))
    let connection = try Connection(path, .readWrite)
    try connection.execute("PRAGMA application_id = \(Schema.applicationID)")
    try Schema.migrator.migrate(connection, to: 18)
    connection.close()
    // Where the backups should be, there is something else.
    let place = directory.appendingPathComponent("backups")
    try Data().write(to: place)
    do {
      await (try CatalogStore.open(in: directory)).close()
      XCTFail("it was opened")
    } catch {
      XCTAssertEqual(try Schema.migrator.version(of: Connection(path, .readOnly)), 18, "\(error)")
    }
    try FileManager.default.removeItem(at: place)
    await (try CatalogStore.open(in: directory)).close()
    XCTAssertEqual(
      try Schema.migrator.version(of: Connection(path, .readOnly)), Schema.migrator.newestVersion)
  }
}
