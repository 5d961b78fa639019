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

  func testWhatAFieldIsBesideItsValuesIsSaidToBeLost() async throws {
    let kinds: [(kind: FieldKind, isCost: Bool, isLost: Bool)] = [
      (.line, false, false), (.number(unit: ""), false, false), (.number(unit: "%"), false, false),
      (.number(unit: "kg"), false, true), (.choice(["red", "blue"]), false, true),
      (.money, true, true),
    ]
    for (number, field) in kinds.enumerated() {
      let store = try await CatalogStore.open(in: folder.appendingPathComponent("kinds \(number)"))
      try await store.addField(
        CustomField(name: "Own", kind: field.kind, isCost: field.isCost))
      for format in [ExportFormat.woocommerce, .shopify] {
        let losses = try await ProductExport(ProductQuery(), as: format).losses(in: store)
        XCTAssertEqual(losses.contains(.kindsOfFields), field.isLost, "\(format): \(field)")
      }
      // Google has no place for the field at all, and a table of ours has all of it.
      for format in [ExportFormat.google, .csv] {
        let losses = try await ProductExport(ProductQuery(), as: format).losses(in: store)
        XCTAssertFalse(losses.contains(.kindsOfFields), "\(format): \(field)")
      }
      await store.close()
    }
  }

  func testACommaOfATagIsReplacedWhereAShopHasNone() async throws {
    var product = Product(title: try ProductTitle("Vase"))
    for tag in ["red, large", "C:\\", "plain"] { product.tags.add(try Tag(tag)) }
    let shopify = try await text(.shopify, of: product)
    XCTAssertTrue(shopify.text.contains("\"red; large, C:/, plain\""), shopify.text)
    XCTAssertEqual(shopify.faults, [.signs(2)])
  }

  func testAVariantIsSeenInAShopWithThePhotoOfItsHead() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("photos"))
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let photo = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("data/sample/mango.png")
    let head = try await store.add(
      CatalogEntry(product: Product(title: try ProductTitle("Shirt"))), pictures: [photo])
    try await store.makeVariants(
      of: head.product.id, options: [(size.id, [.text("S"), .text("M")])])
    var export = ProductExport(ProductQuery(), as: .google)
    export.hasPictures = true
    let file = folder.appendingPathComponent("google.tsv")
    _ = try await export.write(to: .file(file.path), of: store)
    let rows = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(whereSeparator: \.isNewline).dropFirst()
    XCTAssertEqual(rows.count, 2)
    for row in rows { XCTAssertTrue(row.contains("google-pictures/"), String(row)) }
    await store.close()
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
    XCTAssertTrue(magento.contains("sku=A2,size="), magento)
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

  func testBMEcatSaysUnitsAndWhichGroupsHaveNoOthers() async throws {
    var product = Product(title: try ProductTitle("Flour"))
    product.category = try CategoryPath("Food/Baking")
    product.unit = try SaleUnit("kg")
    let text = try await text(.bmecat, of: product).text
    XCTAssertTrue(text.contains("<ORDER_UNIT>KGM</ORDER_UNIT>"), text)
    product.packSize = try Quantity(packSize: XCTUnwrap(DecimalNumber("2.5")))
    let pack = try await self.text(.bmecat, of: product).text
    XCTAssertTrue(
      pack.contains(
        "<ORDER_UNIT>PK</ORDER_UNIT>\n<CONTENT_UNIT>KGM</CONTENT_UNIT>\n<NO_CU_PER_OU>2.5</NO_CU_PER_OU>"
      ), pack)
    let number = product.id.uuidString.replacing("-", with: "")
    XCTAssertTrue(text.contains("<SUPPLIER_PID>\(number)</SUPPLIER_PID>"), text)
    for kind in ["root", "node", "leaf"] {
      XCTAssertEqual(text.components(separatedBy: "type=\"\(kind)\"").count, 2, kind)
    }
  }

  func testXMLHasNothingThatXMLMayNotHave() async throws {
    var product = Product(title: try ProductTitle("Vase"))
    product.description = try FreeText(description: "a\u{1}b\u{FFFF}c\u{FFFE}d\rend")
    let bmecat = try await text(.bmecat, of: product)
    XCTAssertTrue(
      bmecat.text.contains("a\u{FFFD}b\u{FFFD}c\u{FFFD}d&#10;end"), bmecat.text)
    XCTAssertEqual(bmecat.faults, [.characters(3)])
  }

  /// A shirt in these sizes, which take title and price from it.
  private func shirts(_ sizes: [String], in store: CatalogStore) async throws -> [UUID] {
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    var shirt = Product(title: try ProductTitle("Shirt"))
    shirt.sku = try SKU("S")
    shirt.price = try Price("20", currency: Currency("EUR"))
    shirt.category = try CategoryPath("Clothes/Shirts")
    let head = try await store.add(CatalogEntry(product: shirt)).product.id
    let variants = try await store.makeVariants(
      of: head, options: [(size.id, sizes.map { .text($0) })])
    for (place, id) in variants.enumerated() {
      _ = try await store.change([id]) { $0.product.sku = try SKU("S-\(place)") }
    }
    return [head] + variants
  }

  private func write(_ format: ExportFormat, of store: CatalogStore) async throws -> URL {
    let file = folder.appendingPathComponent(UUID().uuidString + "." + format.ending)
    _ = try await ProductExport(ProductQuery(), as: format).write(to: .file(file.path), of: store)
    return file
  }

  func testAProductWithVariantsIsNotOfferedBesideThem() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("shirts"))
    _ = try await shirts(["S", "M"], in: store)
    let text = try String(contentsOf: try await write(.google, of: store), encoding: .utf8)
    XCTAssertTrue(text.contains("S-0") && text.contains("S-1"), text)
    XCTAssertFalse(text.contains("\nS\t"), text)
    let losses = try await ProductExport(ProductQuery(), as: .google).losses(in: store)
    XCTAssertTrue(losses.contains(.heads), "\(losses)")
    // There, it is what they are variants of.
    let bmecat = try String(contentsOf: try await write(.bmecat, of: store), encoding: .utf8)
    let reference = "<PRODUCT_REFERENCE type=\"base_product\">\n<PROD_ID_TO>S</PROD_ID_TO>"
    XCTAssertEqual(bmecat.components(separatedBy: reference).count, 3, bmecat)
    await store.close()
  }

  func testWooCommerceKeepsWhatVariantsTake() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("shirts"))
    let ids = try await shirts(["S", "M"], in: store)
    let file = try await write(.woocommerce, of: store)
    let copy = try await CatalogStore.open(in: folder.appendingPathComponent("copy"))
    let plan = try await ListImport.prepare(.open(file.path), ImportChoices(), with: copy)
    XCTAssertEqual(plan.understanding.questions, [])
    _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
    let all = try await copy.identifiers(of: ProductQuery()).products
    var taken: [String: Set<FieldID>] = [:]
    for id in all {
      guard let product = try await copy.product(id), let place = product.variant else { continue }
      taken[product.sku?.text ?? ""] = place.taken
    }
    let old = try await store.product(ids[1])?.variant?.taken
    XCTAssertTrue(old?.contains(.price) ?? false)
    for sku in ["S-0", "S-1"] { XCTAssertEqual(taken[sku], old, sku) }
    let again = try await ListImport.prepare(.open(file.path), ImportChoices(), with: store)
    XCTAssertEqual(again.counts, [.same: 3])
    await store.close()
    await copy.close()
  }

  func testShopifyHasAProductWithOneVariantAsSuch() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("shirt"))
    let ids = try await shirts(["M"], in: store)
    _ = try await store.change([ids[1]]) {
      $0.product.stock = try Quantity(stock: DecimalNumber("2.5") ?? DecimalNumber(whole: 0))
    }
    let export = ProductExport(ProductQuery(), as: .shopify)
    let file = folder.appendingPathComponent("shop.csv")
    let result = try await export.write(to: .file(file.path), of: store)
    XCTAssertEqual(result.faults, [.decimals(1)])
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    XCTAssertTrue(lines[1].contains(",Shirt,"), "\(lines)")
    let head = lines[0].split(separator: ",", omittingEmptySubsequences: false)
    let cells = lines[1].split(separator: ",", omittingEmptySubsequences: false)
    XCTAssertEqual(cells.count, head.count, "rows are as wide as the head")
    let type = try XCTUnwrap(head.firstIndex(of: "Type"))
    XCTAssertEqual(cells[type], "Clothes > Shirts")
    let again = try await ListImport.prepare(.open(file.path), ImportChoices(), with: store)
    XCTAssertEqual(again.understanding.questions, [])
    XCTAssertEqual(again.rows.first { $0.product?.id == ids[1] }?.outcome, .same)
    let copy = try await CatalogStore.open(in: folder.appendingPathComponent("copy"))
    let plan = try await ListImport.prepare(.open(file.path), ImportChoices(), with: copy)
    _ = try await copy.importProducts(from: plan.source().0, isUpdating: true)
    let titles = try await copy.identifiers(of: ProductQuery()).products
    XCTAssertEqual(titles.count, 2)
    let first = try await copy.product(try XCTUnwrap(titles.first))
    XCTAssertEqual(first?.category, try CategoryPath("Clothes/Shirts"))
    let fields = try await copy.fields()
    XCTAssertEqual(fields.map(\.name), ["Size"])
    await store.close()
    await copy.close()
  }
}

extension ShopLackTests {
  func testATextThatWasCutForItsCellIsTheSame() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("long"))
    for (sku, end) in [("A", "x"), ("B", "\u{1F339}")] {
      var product = Product(title: try ProductTitle("Vase \(sku)"))
      product.sku = try SKU(sku)
      product.description = try FreeText(
        description: String(repeating: "x", count: 32_766) + end + "and more")
      _ = try await store.add(CatalogEntry(product: product))
    }
    let file = folder.appendingPathComponent("long.xlsx")
    let export = ProductExport(ProductQuery(), as: .xlsx)
    let result = try await export.write(to: .file(file.path), of: store)
    XCTAssertEqual(result.faults, [.cut(texts: 2)])
    let plan = try await ListImport.prepare(.open(file.path), ImportChoices(), with: store)
    XCTAssertEqual(plan.counts, [.same: 2])
    await store.close()
  }

  func testPricesByWeightAreSaidOrLost() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("units"))
    let colour = try CustomField(name: "Colour", kind: .line)
    try await store.addField(colour)
    var product = Product(title: try ProductTitle("Gouda"))
    product.unit = try SaleUnit("g")
    product.packSize = try Quantity(packSize: 250)
    product.price = try Price("6.00", currency: Currency("EUR"))
    product.values[colour.id] = .text("yellow")
    _ = try await store.add(CatalogEntry(product: product))
    let file = folder.appendingPathComponent("google.txt")
    var export = ProductExport(ProductQuery(), as: .google)
    export.unitPrices = .smallPacks
    var losses = try await export.losses(in: store)
    XCTAssertFalse(losses.contains(.pricesByUnit), "a pack is a piece")
    _ = try await export.write(to: .file(file.path), of: store)
    let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
    XCTAssertTrue(
      text.contains("unit_pricing_measure\tunit_pricing_base_measure\tcolor\n"), text)
    XCTAssertTrue(text.contains("250 g\t100 g\tyellow\n"), text)
    let plan = try await ListImport.prepare(
      ForeignFile.open(file.path), ImportChoices(), with: store)
    XCTAssertEqual(plan.rows.map(\.outcome), [.same])

    _ = try await store.change([product.id]) { $0.product.packSize = nil }
    for format in [ExportFormat.shopify, .woocommerce, .google] {
      losses = try await ProductExport(ProductQuery(), as: format).losses(in: store)
      XCTAssertTrue(losses.contains(.pricesByUnit), format.name)
    }
    losses = try await ProductExport(ProductQuery(), as: .bmecat).losses(in: store)
    XCTAssertFalse(losses.contains(.pricesByUnit), "it says what prices are by")
    await store.close()
  }
}
