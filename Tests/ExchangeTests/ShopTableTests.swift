// SPDX-License-Identifier: Apache-2.0
// What the tables of shops and collections say in ways of their own, from the head to the value.

import Catalog
import XCTest

@testable import Exchange

final class ShopTableTests: XCTestCase {
  /// A table whose format is told by its head.
  private func table(_ text: String, answers: [String: [String]] = [:]) throws -> UnderstoodTable {
    let memory = MemoryTable(text)
    let known = try XCTUnwrap(KnownFormats.table(beginning: memory.nextRows(), as: nil))
    return try UnderstoodTable(MemoryTable(text), answers: answers, known: known)
  }

  func testPrestaShop() throws {
    let text = """
      Product ID|Active (0/1)|Name *|Categories (x,y,z...)|Price tax excluded|Reference #|Image URLs (x,y,z...)
      1|1|Brie|Home,Käse|5.000000|007|https://x.org/1.jpg,https://x.org/2.jpg
      2|1|Korb|Home|6.500000|008|
      """
    let table = try table(text, answers: ["Price tax excluded": ["EUR"]])
    XCTAssertEqual(table.texts("category"), ["Käse", "-"])
    XCTAssertEqual(
      table.texts("Image URLs (x,y,z...)"), ["https://x.org/1.jpg\nhttps://x.org/2.jpg", "-"])
    let both = """
      Product ID|Image|Name|Reference|Category|Price (tax excl.)|Price (tax incl.)|Quantity
      1|https://x.org/1.jpg|Brie|007|Käse|€5.00|€5.35|10
      """
    XCTAssertEqual(try self.table(both).asked, ["Price (tax excl.)"])
    let gross = try self.table(both, answers: ["Price (tax excl.)": ["Price (tax incl.)"]])
    XCTAssertEqual(gross.texts("price"), ["5.35 EUR"])
    XCTAssertEqual(gross.texts("Price (tax excl.)"), ["5.00 EUR"])
    XCTAssertEqual(gross.texts("Image"), ["https://x.org/1.jpg"])
  }

  func testMedusa() throws {
    let one = """
      Product Handle|Product Title|Product Weight|Variant SKU|Variant Price EUR|Variant Option 1 Name|Variant Option 1 Value
      shirt|Shirt|400|S-S|10|Size|S
      shirt|Shirt|400|S-M|10|Size|M
      """
    let table = try table(one)
    XCTAssertEqual(table.texts("price"), ["-", "10.00 EUR", "10.00 EUR"])
    XCTAssertEqual(table.texts("Product Weight"), ["400", "-", "-"])
    let two = one.replacing(
      "|Variant Option 1 Name", with: "|Variant Price USD|Variant Option 1 Name"
    )
    .replacing("|10|Size", with: "|10|15|Size")
    XCTAssertEqual(try self.table(two).asked, ["Variant Price EUR"])
    let dollars = try self.table(two, answers: ["Variant Price EUR": ["Variant Price USD"]])
    XCTAssertEqual(dollars.texts("price"), ["-", "15.00 USD", "15.00 USD"])
    XCTAssertEqual(dollars.texts("Variant Price EUR"), ["-", "10.00 EUR", "10.00 EUR"])
  }

  func testBagisto() throws {
    let text = """
      sku|locale|attribute_family_code|parent_sku|type|name|url_key|price|inventories|configurable_variants
      SH||default||configurable|Shirt|shirt|||sku=SH-S,size=S;sku=SH-M,size=M
      SH-S||default||simple|Shirt S|shirt-s|10 EUR|default=5|
      SH-M||default||simple|Shirt M|shirt-m|11 EUR|default=7,second=3.5|
      """
    // “|” stands between the cells here.
    let rows = MemoryTable(text)
    let cells = try rows.nextRows().map { row in
      TableRow(row.number, row.cells.map { Cell($0.kind, $0.text.replacing(";", with: "|")) })
    }
    let known = try XCTUnwrap(KnownFormats.table(beginning: cells, as: nil))
    let table = try UnderstoodTable(MemoryTable(cells), known: known)
    XCTAssertEqual(table.texts("stock"), ["-", "5", "10.5"])
    XCTAssertEqual(table.rows.map { $0.family.head != nil }, [false, true, true])
    XCTAssertNil(StockOfPlaces.sum(of: "default=x"))
    XCTAssertNil(StockOfPlaces.sum(of: "5"))
    XCTAssertNil(StockOfPlaces.sum(of: "a=9223372036854,b=9223372036854"))
  }

  func testTheStoreViewsOfMagentoAreOneProduct() throws {
    let text = """
      sku|store_view_code|attribute_set_code|product_type|name|description|url_key|price|configurable_variations
      S||Default|simple|Shirt S||shirt-s|19.9 EUR|
      T||Default|configurable|Shirt|Soft|shirt||sku=S,size=S
      S|de|||Hemd S||||
      T|de|||Hemd||||
      """
    let open = try table(text)
    XCTAssertEqual(open.asked, ["store_view_code"])
    XCTAssertEqual(open.texts("title"), ["Shirt", "Shirt S"])
    let german = try table(text, answers: ["store_view_code": ["de"]])
    XCTAssertEqual(german.texts("title"), ["Hemd", "Hemd S"])
    XCTAssertEqual(german.texts("price"), ["-", "19.90 EUR"])
    XCTAssertEqual(german.texts("description"), ["Soft", "-"])
    XCTAssertEqual(german.rows.map { $0.family.head != nil }, [false, true])
    let locales = """
      sku|locale|channel|attribute_family_code|type|name|url_key|price
      1|en|default|default|simple|Shirt|shirt|5 EUR
      1|de|default|default|simple|Hemd|hemd|5 EUR
      """
    XCTAssertEqual(try table(locales).asked, ["locale"])
    XCTAssertEqual(try table(locales, answers: ["locale": ["de"]]).texts("title"), ["Hemd"])
  }

  func testSeveralValuesOfEtsyAreNoNumber() throws {
    let text = """
      TITLE|DESCRIPTION|PRICE|CURRENCY_CODE|QUANTITY|TAGS|MATERIALS|IMAGE1|VARIATION 1 TYPE|VARIATION 1 NAME|VARIATION 1 VALUES
      Ring||30.00|EUR|2|ring|silver||Custom|Size|50,52
      """
    XCTAssertEqual(try table(text).texts("VARIATION 1 VALUES"), ["50,52"])
  }

  func testInvenTreeNamesPartsByTheirNumbers() throws {
    let table = try table(
      """
      pk|name|IPN|category_name|minimum_stock|variant_of|is_template|assembly
      12|Shirt red|SH-R|Clothes|0|3|False|False
      3|Shirt|SH|Clothes|0||True|False
      """)
    XCTAssertEqual(table.texts("title"), ["Shirt", "Shirt red"])
    XCTAssertEqual(table.rows.map { $0.family.head != nil }, [false, true])
  }

  func testLibraryThingPutsItsNumbersIntoBrackets() throws {
    let table = try table(
      """
      Book Id|Title|Primary Author|ISBN|ISBNs
      1|Dune|Herbert, Frank|[0441172717]|0441172717, 9780441172719
      2|Map|Nobody|[]|
      """)
    XCTAssertEqual(table.texts("ISBN"), ["0441172717", "-"])
    XCTAssertEqual(table.rows.compactMap(\.refusal), [])
  }

  func testHomeboxHasADayForNone() throws {
    let table = try table(
      "HB.name|HB.location|HB.warranty_expires\nDrill|Room|0001-01-01\nSaw|Room|2027-05-01")
    XCTAssertEqual(table.texts("Warranty expires"), ["-", "2027-05-01"])
  }

  func testWhatASupplierDeletesIsGone() async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: directory) }
    let store = try await CatalogStore.open(in: directory)
    func catalogue(_ transaction: String, _ articles: String) throws -> ForeignFile {
      let file = directory.appendingPathComponent(UUID().uuidString)
      let text = "<BMECAT version=\"1.2\"><\(transaction)>\(articles)</\(transaction)></BMECAT>"
      try Data(text.utf8).write(to: file)
      return try ForeignFile.open(file.path)
    }
    func article(_ code: String, mode: String) -> String {
      "<ARTICLE mode=\"\(mode)\"><SUPPLIER_AID>\(code)</SUPPLIER_AID><ARTICLE_DETAILS><DESCRIPTION_SHORT>Saw</DESCRIPTION_SHORT></ARTICLE_DETAILS></ARTICLE>"
    }
    let all = article("1", mode: "new") + article("2", mode: "new")
    let choice = SourceChoice("Tools", gone: .trash, mark: "gone")
    func prepare(_ file: ForeignFile) async throws -> ListImport {
      try await ListImport.prepare(file, ImportChoices(), with: store, from: choice)
    }
    let first = try await prepare(catalogue("T_NEW_CATALOG", all))
    _ = try await store.importProducts(from: first.source().0, isUpdating: true)
    let update = try await prepare(
      catalogue("T_UPDATE_PRODUCTS", article("1", mode: "delete") + article("9", mode: "delete")))
    XCTAssertEqual(update.rows.map(\.outcome), [.gone, .same])
    _ = try await store.importProducts(from: update.source().0, isUpdating: true)
    let left = try await store.products(ProductQuery())
    XCTAssertEqual(left.count, 1)
  }
}
