// SPDX-License-Identifier: Apache-2.0
// What is exported and imported again changes nothing: by the real writers and the real reader.

import Catalog
import Exchange
import Foundation
import TestSwitches
import XCTest

final class ExportRoundTripTests: ForeignFileTestCase {
  fileprivate func store(_ name: String) async throws -> CatalogStore {
    try await CatalogStore.open(in: folder.appendingPathComponent(name))
  }

  fileprivate func write(_ export: ProductExport, of store: CatalogStore) async throws -> String {
    let path = folder.appendingPathComponent(UUID().uuidString + "." + export.format.ending).path
    let result = try await export.write(to: .file(path), of: store)
    // Of a value with its separators, Magento's table has nothing.
    let faults = result.faults.filter {
      if case .signs = $0 { export.format != .magento } else { true }
    }
    XCTAssertEqual(faults, [])
    return path
  }

  /// Exports in a shop's format, and expects that nothing changes when it is imported.
  fileprivate func checkShop(
    _ export: ProductExport, of store: CatalogStore, _ seed: UInt64,
    answers: [String: [String]] = [:]
  ) async throws {
    let about = "\(export.format) of seed \(seed)"
    let path = try await write(export, of: store)
    var choices = ImportChoices()
    choices.answers = answers
    let plan = try await ListImport.prepare(.open(path), choices, with: store)
    XCTAssertEqual(plan.file.format.name, export.format.name)
    XCTAssertEqual(plan.understanding.questions, [], about)
    XCTAssertGreaterThan(plan.rows.count, 0, about)
    for row in plan.rows where row.outcome != .same {
      XCTFail(
        "\(about): row \(row.read.number) \(row.outcome) \(String(describing: row.read.refusal)) \(row.changes)"
      )
      break
    }
  }

  /// In another catalogue, where nothing was there before.
  fileprivate func checkUnitsOfMagento(_ store: CatalogStore, _ seed: UInt64) async throws {
    // None of those that were drawn need have one.
    var cheese = Product(title: try ProductTitle("Cheese"))
    cheese.sku = try SKU("CHEESE")
    cheese.unit = try SaleUnit("kg")
    _ = try await store.add(CatalogEntry(product: cheese))
    let path = try await write(ProductExport(ProductQuery(), as: .magento), of: store)
    let copy = try await self.store(UUID().uuidString)
    var choices = ImportChoices()
    choices.answers = ["price": ["EUR"]]
    let plan = try await ListImport.prepare(.open(path), choices, with: copy)
    _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
    let (old, new) = (try await units(in: store), try await units(in: copy))
    XCTAssertEqual(new, old, "seed \(seed)")
    XCTAssertTrue(old.contains("CHEESE  kg"), "seed \(seed)")
    await copy.close()
  }

  /// What each product is sold by, of those with an SKU.
  private func units(in store: CatalogStore) async throws -> [String] {
    var units: [String] = []
    for listed in try await store.products(ProductQuery()) {
      guard let product = try await store.product(listed.id), let sku = product.sku else {
        continue
      }
      let size = product.packSize.map { $0.value.text } ?? ""
      units.append("\(sku.text) \(size) \(product.unit?.symbol ?? "")")
    }
    return units.sorted()
  }

  private func check(_ export: ProductExport, of store: CatalogStore, _ seed: UInt64) async throws {
    let about = "\(export.format) \(export.isLocal) of seed \(seed)"
    let path = try await write(export, of: store)
    let plan = try await ListImport.prepare(.open(path), ImportChoices(), with: store)
    XCTAssertEqual(plan.understanding.questions, [], about)
    for row in plan.rows where row.outcome != .same {
      XCTFail(
        "\(about): row \(row.read.number) \(row.outcome) \(String(describing: row.read.refusal)) \(row.changes)"
      )
      break
    }
    let count = try await store.count(export.query)
    XCTAssertEqual(plan.rows.count, count, about)
    // And into another catalogue.
    let copy = try await self.store(UUID().uuidString)
    let empty = try await ListImport.prepare(.open(path), ImportChoices(), with: copy)
    XCTAssertEqual(empty.counts, [.new: plan.rows.count], about)
    _ = try await copy.importProducts(from: empty.source().0, isUpdating: true)
    let (old, new) = (
      try await write(ProductExport(ProductQuery(), as: .csv), of: store),
      try await write(ProductExport(ProductQuery(), as: .csv), of: copy)
    )
    let (before, after) = (try lines(old), try lines(new))
    XCTAssertEqual(before.count, after.count, about)
    for (a, b) in zip(before, after) where a != b {
      XCTAssertEqual(b, a, about)
      break
    }
    await copy.close()
  }

  fileprivate func lines(_ path: String) throws -> [String] {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      .components(separatedBy: "\r\n")
  }

  func testWhatIsExportedIsReadAgainAsItIs() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let store = try await store("original")
    let count = rounds(16, withFaults: 16, withAll: 1_000)
    _ = try await store.importProducts(from: RandomProducts(count, seed: seed))
    for format in ExportFormat.allCases where format.isExact {
      try await check(ProductExport(ProductQuery(), as: format), of: store, seed)
    }
    var local = ProductExport(ProductQuery(), as: .csv)
    local.isLocal = true
    try await check(local, of: store, seed)
    var raw = ProductExport(ProductQuery(), as: .csv)
    raw.isUnguarded = true
    try await check(raw, of: store, seed)
    await store.close()
  }
}

extension ExportRoundTripTests {
  func testShopsReadWhatTheyCanHold() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let store = try await store("shop")
    let count = rounds(30, withFaults: 30, withAll: 1_000)
    _ = try await store.importProducts(from: RandomProducts(count, seed: seed, isPlain: true))
    // Magento has no currency.
    try await checkShop(
      ProductExport(ProductQuery(), as: .magento), of: store, seed, answers: ["price": ["EUR"]])
    try await checkUnitsOfMagento(store, seed)
    // A variant may have another price than its head, and in another currency than the variant before it.
    let heads = Set(try await store.identifiers(of: ProductQuery(filters: [.notVariant])).products)
    let variants = try await store.identifiers(of: ProductQuery()).products.filter {
      !heads.contains($0)
    }.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
    XCTAssertGreaterThan(variants.count, 0)
    _ = try await store.change(variants) {
      $0.product.price = try Price("8", currency: Currency("USD"))
    }
    for format in [ExportFormat.woocommerce, .shopify, .google, .bmecat] {
      try await checkShop(ProductExport(ProductQuery(), as: format), of: store, seed)
    }
    let losses = try await ProductExport(ProductQuery(), as: .shopify).losses(in: store)
    XCTAssertTrue(losses.contains(.ownOfHeads) && losses.contains(.ownOfVariants), "\(losses)")
    await store.close()
  }
}

extension ExportRoundTripTests {
  /// Stock, heads, variants and the kinds of fields, too, in a catalogue in which nothing was before.
  func testAnEmptyCatalogueGetsAllOfABMEcat() async throws {
    let seed = UInt64.random(in: 0..<1_000_000)
    let store = try await store("filled")
    let count = rounds(30, withFaults: 30, withAll: 300)
    _ = try await store.importProducts(from: RandomProducts(count, seed: seed, isPlain: true))
    let path = try await write(ProductExport(ProductQuery(), as: .bmecat), of: store)
    let copy = try await self.store("copy")
    let plan = try await ListImport.prepare(.open(path), ImportChoices(), with: copy)
    XCTAssertEqual(plan.understanding.questions, [], "\(seed)")
    XCTAssertEqual(plan.counts, [.new: plan.rows.count], "\(seed)")
    _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
    // A field without a value is in no product.
    let fields = try await copy.fields()
    var table = ProductExport(ProductQuery(), as: .csv)
    table.columns = (TableColumn.builtIn.map(\.name) + fields.map(\.name)).filter { $0 != "images" }
    // This is the day of programs that have none, and read as none.
    let old = try await lines(write(table, of: store)).map {
      $0.replacing(",0001-01-01,", with: ",,")
    }
    let new = try await lines(write(table, of: copy))
    XCTAssertEqual(new.count, old.count, "\(seed)")
    for (a, b) in zip(old, new) where a != b {
      XCTAssertEqual(b, a, "\(seed)")
      break
    }
    XCTAssertTrue(fields.contains { $0.isCost }, "\(seed)")
    let losses = try await ProductExport(ProductQuery(), as: .bmecat).losses(in: store)
    XCTAssertEqual(losses, [.dates])
    await copy.close()
    await store.close()
  }
}

extension ExportRoundTripTests {
  func testProductsWithoutSKUGetNone() async throws {
    let store = try await store("shop")
    var vase = Product(title: try ProductTitle("Vase"))
    vase.category = try CategoryPath("Glass > all/Blown, by hand")
    _ = try await store.add(CatalogEntry(product: vase))
    var cup = Product(title: try ProductTitle("Cup"))
    (cup.sku, cup.gtin) = (try SKU("C1"), try GTIN("4006381333931"))
    cup.category = try CategoryPath("Cups &amp; <b>")
    _ = try await store.add(CatalogEntry(product: cup))
    for format in [ExportFormat.google, .bmecat] {
      let export = ProductExport(ProductQuery(), as: format)
      let losses = try await export.losses(in: store)
      XCTAssertTrue(losses.contains(.lackOfSKU), "\(losses)")
      let path = folder.appendingPathComponent("list." + format.ending).path
      _ = try await export.write(to: .file(path), of: store)
      let plan = try await ListImport.prepare(.open(path), ImportChoices(), with: store)
      // Google has nothing for a “>” within a name, which both have.
      let changed = format == .google ? 2 : 0
      XCTAssertEqual(plan.rows.filter { $0.outcome == .changed }.count, changed, "\(format)")
      let copy = try await self.store(format.name)
      let empty = try await ListImport.prepare(.open(path), ImportChoices(), with: copy)
      _ = try await copy.importProducts(from: empty.source().0, isUpdating: true)
      let copied = try await copy.product(vase.id)
      XCTAssertNotNil(copied, "\(format)")
      XCTAssertNil(copied?.sku, "\(format)")
      await copy.close()
    }
    await store.close()
  }
}

extension ExportFormat {
  /// Whether it holds every product as it is.
  fileprivate var isExact: Bool { isTable || self == .jsonl }
}
