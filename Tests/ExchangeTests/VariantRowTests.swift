// SPDX-License-Identifier: Apache-2.0
// Rows of shops' lists that are variants of a product become variants in the catalogue, and stay what they are when
// the list comes again, or another one that does not speak of options.

import Catalog
import Foundation
import XCTest

@testable import Exchange

final class VariantRowTests: XCTestCase {
  private var directory = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  }

  override func tearDown() { try? FileManager.default.removeItem(at: directory) }

  private func prepare(_ text: String, _ store: CatalogStore) async throws -> ListImport {
    try await ListImport.prepare(ForeignFile.open(pasted: text), ImportChoices(), with: store)
  }

  @discardableResult
  private func take(_ text: String, into store: CatalogStore) async throws -> [PlannedRow.Outcome] {
    let plan = try await prepare(text, store)
    XCTAssertEqual(plan.questions, [])
    _ = try await store.importProducts(from: plan.source().0, isUpdating: true)
    return plan.rows.map(\.outcome)
  }

  /// Each product as its title, the title of its head, its options or their values, and its price.
  private func content(_ store: CatalogStore) async throws -> [String] {
    let fields = try await store.fields()
    var products: [Product] = []
    for listed in try await store.products(ProductQuery()) {
      if let product = try await store.product(listed.id) { products.append(product) }
    }
    var lines: [String] = []
    for product in products {
      let head = products.first { $0.id == product.variant?.head }
      var values: [String] = []
      for (id, value) in product.values {
        guard let field = fields.first(where: { $0.id == id }) else { continue }
        values.append("\(field.name)=\(field.kind.text(of: value))")
      }
      var parts = [product.title.text, head?.title.text ?? "-"]
      parts += product.options.names(among: fields)
      parts += values.sorted()
      if let price = product.price { parts.append(price.decimalText) }
      parts += product.tags.map(\.text)
      lines.append(parts.joined(separator: "|"))
    }
    return lines.sorted()
  }

  private let shopify = """
    Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Price / EUR
    tee,Tee,Shop,cotton,Size,S,,5.00 EUR,
    tee,,,,,M,,6.00 EUR,
    cap,Cap,Shop,,Title,Default Title,C,7.00 EUR,
    mug,Mug,Shop,,Colour,red,G,8.00 EUR,

    """

  func testVariantsOfShopify() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(shopify, into: store)
    let expected = [
      "Cap|-|7.00", "Mug|-|Colour=red|8.00", "Tee · M|Tee|Size=M|6.00|cotton",
      "Tee · S|Tee|Size=S|5.00|cotton", "Tee|-|Size|cotton",
    ]
    var found = try await content(store)
    XCTAssertEqual(found, expected)
    let again = try await prepare(shopify, store)
    XCTAssertEqual(Set(again.rows.map(\.outcome)), [.same])
    // A list without options, and one without a variant, take nothing away.
    try await take("Title,Price\nTee,\nTee · S,5.50 EUR\n", into: store)
    found = try await content(store)
    XCTAssertEqual(
      found, expected.map { $0.replacingOccurrences(of: "5.00", with: "5.50") })
    await store.close()
  }

  func testVariantsOfTills() async throws {
    let lists = [
      """
      Handle,SKU,Name,Category,Sold by weight,Option 1 name,Option 1 value,Default price,Cost,In stock [A],Track stock
      cap,C,Cap,,N,,,7.00 EUR,,1,Y
      tee,S,Tee,,N,Size,S,5.00 EUR,,4,Y
      tee,M,,,N,Size,M,6.00 EUR,,2,Y

      """,
      """
      Token,Item Name,Variation Name,SKU,Price,Current Quantity A,Option Name 1,Option Value 1,Tax
      1,Cap,Regular,C,7.00 EUR,1,,,Y
      2,Tee,,S,5.00 EUR,4,Size,S,Y
      3,Tee,,M,6.00 EUR,2,Size,M,Y

      """,
      """
      id,handle,sku,name,product_category,variant_option_one_name,variant_option_one_value,supply_price,retail_price,track_inventory,inventory_A
      1,cap,C,Cap,,,,,7.00 EUR,1,1
      2,tee,S,Tee,,Size,S,,5.00 EUR,1,4
      3,tee,M,Tee,,Size,M,,6.00 EUR,1,2

      """,
      """
      Item name,Variations,Option set 1,Option 1,Price,Quantity,SKU
      Cap,,,,7.00 EUR,1,C
      Tee,,Size,S,5.00 EUR,4,S
      ,,,M,6.00 EUR,2,M

      """,
    ]
    for (list, format) in zip(lists, [ForeignFormat.loyverse, .square, .vend, .sumup]) {
      try? FileManager.default.removeItem(at: directory)
      let store = try await CatalogStore.open(in: directory)
      XCTAssertEqual(try ForeignFile.open(pasted: list).format, format)
      try await take(list, into: store)
      // Loyverse says of each item whether it is weighed.
      let found = try await content(store).map {
        $0.replacingOccurrences(of: "|Sold by weight=no", with: "")
      }
      XCTAssertEqual(
        found, ["Cap|-|7.00", "Tee · M|Tee|Size=M|6.00", "Tee · S|Tee|Size=S|5.00", "Tee|-|Size"],
        format.name)
      let again = try await prepare(list, store)
      XCTAssertEqual(Set(again.rows.map(\.outcome)), [.same], format.name)
      await store.close()
    }
  }

  func testVariantsOfWooCommerceComeInAnyOrder() async throws {
    let store = try await CatalogStore.open(in: directory)
    let text = """
      ID,Type,SKU,Name,Published,Regular price,Tags,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 2 name,Attribute 2 value(s)
      3,variation,,Tee,1,5 EUR,,tee,Size,S,Fit,
      4,variation,,Tee,1,6 EUR,,id:1,Size,M,Fit,
      1,variable,tee,Tee,1,,cotton,,Size,"S, M",Fit,loose
      2,simple,mug,Mug,1,7 EUR,,,Colour,red,,

      """
    try await take(text, into: store)
    let found = try await content(store)
    XCTAssertEqual(
      found,
      [
        "Mug|-|Colour=red|7.00", "Tee · M|Tee|Fit=loose|Size=M|6.00|cotton",
        "Tee · S|Tee|Fit=loose|Size=S|5.00|cotton", "Tee|-|Size|Fit=loose|cotton",
      ])
    let again = try await prepare(text, store)
    XCTAssertEqual(Set(again.rows.map(\.outcome)), [.same])
    await store.close()
  }

  func testProductsOfMagentoNameTheirVariants() async throws {
    let store = try await CatalogStore.open(in: directory)
    let text = """
      sku,attribute_set_code,product_type,name,price,url_key,configurable_variations
      T-S,Top,simple,Tee small,5 EUR,a,
      T,Top,configurable,Tee,,b,"sku=T-S,size=S|sku=T-M,size=M"
      T-M,Top,simple,Tee medium,6 EUR,c,

      """
    try await take(text, into: store)
    let found = try await content(store)
    XCTAssertEqual(
      found, ["Tee medium|Tee|size=M|6.00", "Tee small|Tee|size=S|5.00", "Tee|-|size"])
    let again = try await prepare(text, store)
    XCTAssertEqual(Set(again.rows.map(\.outcome)), [.same])
    await store.close()
  }

  func testMagentosCodesAreCalledByTheirLabels() async throws {
    let store = try await CatalogStore.open(in: directory)
    let text = """
      sku,attribute_set_code,product_type,name,price,url_key,configurable_variations,\
      configurable_variation_labels,additional_attributes
      T,Top,configurable,Tee,,b,"sku=T-S,shoe_size=S|sku=T-M,shoe_size=M","shoe_size=Shoe size",
      T-S,Top,simple,Tee small,5 EUR,a,,,shoe_size=S
      T-M,Top,simple,Tee medium,6 EUR,c,,,"shoe_size=M"

      """
    try await take(text, into: store)
    let found = try await content(store)
    XCTAssertEqual(
      found,
      ["Tee medium|Tee|Shoe size=M|6.00", "Tee small|Tee|Shoe size=S|5.00", "Tee|-|Shoe size"])
    let names = try await store.fields().map(\.name)
    XCTAssertEqual(names, ["Shoe size"], "no other field")
    await store.close()
  }

  func testAColumnThatNamesOtherRowsMakesVariants() async throws {
    let store = try await CatalogStore.open(in: directory)
    let text = "SKU,Parent SKU,Name,Price\nT-R,T,Tee red,5 EUR\nT,,Tee,\nX,,Other,7 EUR\n"
    try await take(text, into: store)
    let found = try await content(store)
    XCTAssertEqual(found, ["Other|-|7.00", "Tee red|Tee|5.00", "Tee|-"])
    let again = try await prepare(text, store)
    XCTAssertEqual(Set(again.rows.map(\.outcome)), [.same])
    // Codes that are of no row are values like others.
    let plain = try UnderstoodTable("SKU|Parent|Name\n1|Smith|A\n2|Jones|B")
    XCTAssertEqual(plain.head, ["sku", "Parent", "title"])
    await store.close()
  }

  func testAListWithoutOptionsLeavesTitlesOfVariantsAlone() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(shopify, into: store)
    let before = try await content(store)
    let skus = """
      Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price
      mug,Mug,Size,S,MS,5.00 EUR
      mug,,,L,ML,6.00 EUR

      """
    try await take(skus, into: store)
    let withMugs = try await content(store)
    XCTAssertNotEqual(before, withMugs)
    let outcomes = try await take("SKU,Title,Stock\nMS,Mug,3\nML,Mug · L,4\n", into: store)
    XCTAssertEqual(outcomes, [.changed, .changed])
    let titles = try await content(store).map { $0.split(separator: "|").first }
    XCTAssertEqual(titles, withMugs.map { $0.split(separator: "|").first })
    try await take("SKU,Title\nMS,Small mug\n", into: store)
    let renamed = try await content(store)
    XCTAssertTrue(renamed.contains { $0.hasPrefix("Small mug|Mug|") }, "\(renamed)")
  }

  func testColumnsInWhichVariantsDifferAreTheirOptions() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(
      """
      SKU;Title;Variant of;Size;Colour;Weight;MPN;Price
      SH;Shirt;;;;;;20.00 EUR
      S1;;SH;S;red;200 g;A-17;
      S2;;SH;S;blue;200 g;A-18;
      S3;;SH;M;red;210 g;A-19;22.00 EUR
      CU;Cup;;;;;;5.00 EUR

      """, into: store)
    let found = try await content(store)
    XCTAssertTrue(found.contains("Shirt|-|Size|Colour|20.00"), "\(found)")
    XCTAssertTrue(
      found.contains("Shirt · M · red|Shirt|Colour=red|MPN=A-19|Size=M|Weight=210 g|22.00"),
      "\(found)")
    XCTAssertTrue(found.contains("Cup|-|5.00"), "\(found)")
  }

  func testWhatIsNotCalledAnOptionIsOneIfItTellsVariantsApart() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await take(
      """
      SKU;Title;Variant of;Voltage;MPN
      LA;Lamp;;;
      L1;;LA;110 V;A-17
      L2;;LA;230 V;A-18
      CU;Clock;;;
      C1;;CU;110 V;A-19
      C2;;CU;230 V;A-20

      """, into: store)
    let titles = try await content(store).map { String($0.split(separator: "|")[0]) }
    XCTAssertEqual(
      titles.sorted(),
      ["Clock", "Clock · 110 V", "Clock · 230 V", "Lamp", "Lamp · 110 V", "Lamp · 230 V"])
  }
}
