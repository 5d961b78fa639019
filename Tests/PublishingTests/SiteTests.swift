// SPDX-License-Identifier: Apache-2.0
// The pages of a published catalogue: whole, linked, and without anything that nobody should see.

import Catalog
import Foundation
import PictureScaling
import Wording
import XCTest

@testable import Publishing

final class SiteTests: PublishingTestCase {
  /// Texts that would be markup or code if they were not escaped.
  private static let hostile = [
    "</script><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "'\"`${alert(1)}\\",
    "<!--", "]]>", "&lt;b&gt; & <b>", "javascript:alert(1)",
  ]

  func testTheEndOfALineIsNoUnknownCharacter() {
    let html: HTML = "<p>\("a\r\nb\u{1}")</p>"
    XCTAssertEqual(html.text, "<p>a\r\nb\u{fffd}</p>")
  }

  func testHostileTextsStayTexts() async throws {
    let store = try await openStore()
    let field = try CustomField(name: "<i>Mark", kind: .line)
    try await store.addField(field)
    for text in Self.hostile {
      try await add(text, to: store) {
        $0.description = try FreeText(description: text + "\n\na\u{2028}\u{202e}" + text)
        $0.category = try CategoryPath(text.replacingOccurrences(of: "/", with: "⁄") + "/Sub")
        $0.tags = try Tags([Tag(text)])
        $0.sku = try SKU(text)
        $0.values[field.id] = .text(text)
      }
    }
    let fields = PublicFields.usual.fields + [.custom(field)]
    try await publish(store, PublicFields(fields), titled: Self.hostile[0])
    let pages = try pages()
    XCTAssertGreaterThan(pages.count, 2 * Self.hostile.count)
    var names: Set<String> = []
    for (path, page) in pages {
      XCTAssertEqual(page.all("script").count, 2, path)
      XCTAssertEqual(page.all("b").count + page.all("i").count, 0, path)
      for element in page.elements {
        XCTAssertFalse(element.attributes.keys.contains { $0.hasPrefix("on") }, path)
        let link = element.attributes["href"] ?? ""
        XCTAssertFalse(link.hasPrefix("javascript:"), path)
      }
      let facts = try XCTUnwrap(page.facts, "\(path) has no facts that can be read")
      if path.hasPrefix("products/") { names.insert(try XCTUnwrap(facts["name"] as? String)) }
    }
    XCTAssertEqual(names, Set(Self.hostile))
    let rows = try index(1)
    XCTAssertEqual(Set(rows.compactMap { $0[1] as? String }), Set(Self.hostile))
    XCTAssertFalse(try text("search/1.js").unicodeScalars.contains("\u{2028}"))
    XCTAssertFalse(try text("search/1.js").contains("<"))
    await store.close()
  }

  /// The rows of a part of the index, which is a script with nothing but one call.
  private func index(_ part: Int) throws -> [[Any]] {
    let script = try text("search/\(part).js")
    XCTAssertTrue(script.hasPrefix("vitrine(") && script.hasSuffix(");\n"))
    let json = script.dropFirst("vitrine(".count).dropLast(");\n".count)
    return try XCTUnwrap(
      try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[Any]])
  }

  func testAllLinksLeadSomewhere() async throws {
    let store = try await openStore()
    for number in 0..<5 {
      try await add("Vase \(number)", to: store, pictures: [Self.sample("mango.png")]) {
        $0.category = try CategoryPath("Things/Vases \(number % 2)")
      }
    }
    try await add("Loose", to: store)
    try await publish(store)
    for (path, page) in try pages() {
      let folder = site.appendingPathComponent(path).deletingLastPathComponent()
      for address in page.addresses where !address.hasPrefix("#") && address != "data:," {
        XCTAssertFalse(address.contains(":"), "\(address) of \(path) leads out of the folder")
        let file = folder.appendingPathComponent(address).standardizedFileURL
        XCTAssertTrue(
          FileManager.default.fileExists(atPath: file.path), "\(address) of \(path) is missing")
      }
      XCTAssertEqual(page.all("main").count, 1, path)
      XCTAssertEqual(page.all("h1").count, 1, path)
      for image in page.all("img") { XCTAssertNotNil(image.attributes["alt"], path) }
      for field in page.all("input") + page.all("select") {
        let isNamed =
          field.attributes["aria-label"] != nil || field.attributes["id"] != nil
          || page.all("label").contains { !$0.text.isEmpty }
        XCTAssertTrue(isNamed, path)
      }
      // Without a script nothing is offered that needs one.
      for form in page.all("form") { XCTAssertNotNil(form.attributes["hidden"], path) }
    }
    await store.close()
  }

  func testOnlyWhatWasChosenIsPublished() async throws {
    let store = try await openStore()
    let cost = try CustomField(name: "Cost", kind: .money)
    try await store.addField(cost)
    let id = try await add("Vase", to: store) {
      $0.price = try Price("12.50", currency: Currency("EUR"))
      $0.supplier = try LineText("Secret Supplier", for: .init("supplier"))
      $0.stock = try Quantity(stock: 7777)
      $0.values[cost.id] = .money(try Price("3.33", currency: Currency("EUR")))
    }
    _ = try await store.addNote(
      to: id, title: try NoteTitle("Secret Note"), text: try FreeText(note: "Secret"))
    try await publish(store)
    let secrets = ["Secret", "7777", "3.33", "Cost", "availability"]
    for file in try files() {
      let text = try text(file)
      for secret in secrets { XCTAssertFalse(text.contains(secret), "\(secret) in \(file)") }
    }
    XCTAssertTrue(try text("products/vase.html").contains("€12.50"))
    try await publish(store, PublicFields([.builtIn(.price), .builtIn(.stock), .custom(cost)]))
    let page = try text("products/vase.html")
    XCTAssertTrue(page.contains("€3.33") && page.contains("7777"))
    XCTAssertTrue(page.contains("https://schema.org/InStock"))
    XCTAssertFalse(page.contains("Secret"))
    await store.close()
  }

  func testCaptionsAreThereOnlyIfTheyAreChosen() async throws {
    let store = try await openStore()
    let id = try await add("Mango", to: store, pictures: [Self.sample("mango.png")])
    let product = try await store.product(id)
    let picture = try XCTUnwrap(product?.pictures.first)
    _ = try await store.editCaption(
      of: picture.id, from: .empty, to: try FreeText(caption: "Invoice Miller"))
    try await publish(store)
    for file in try files() where file.hasSuffix(".html") || file.hasSuffix(".js") {
      XCTAssertFalse(try text(file).contains("Miller"), file)
    }
    let page = try ParsedPage(try text("products/mango.html"))
    XCTAssertTrue(page.all("img").contains { $0.attributes["alt"] == "Mango" })
    let ids = try await store.identifiers(of: ProductQuery()).products
    var publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: nil)
    publication.hasCaptions = true
    _ = try await publication.write(ids, of: store, to: site)
    XCTAssertTrue(
      try text("products/mango.html").contains("<figcaption dir=\"auto\">Invoice Miller"))
    await store.close()
  }

  func testVariantsAreShownWithTheirHead() async throws {
    let store = try await openStore()
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let head = try await add("Shirt", to: store) {
      $0.price = try Price("20", currency: Currency("EUR"))
    }
    try await store.makeVariants(of: head, options: [(size.id, [.text("S"), .text("XXL")])])
    let result = try await publish(store)
    XCTAssertEqual(result.products, 3)
    XCTAssertEqual(try files().filter { $0.hasPrefix("products/") }, ["products/shirt.html"])
    let page = try ParsedPage(try text("products/shirt.html"))
    XCTAssertTrue(page.all("td").contains { $0.text == "XXL" })
    let facts = try XCTUnwrap(page.facts)
    XCTAssertEqual(facts["@type"] as? String, "ProductGroup")
    XCTAssertEqual((facts["hasVariant"] as? [Any])?.count, 2)
    let found = try index(1)
    XCTAssertEqual(found.count, 1)
    XCTAssertTrue((found[0][7] as? String)?.contains("XXL") ?? false, "found by its variants")
    await store.close()
  }

  func testAVariantAloneIsSeenWithThePhotoOfItsHead() async throws {
    let decoder = PictureScaler.program()
    try XCTSkipIf(decoder == nil, "needs vitrine beside the tests")
    let store = try await openStore()
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let head = try await add("Shirt", to: store, pictures: [Self.sample("mango.png")])
    let ids = try await store.makeVariants(of: head, options: [(size.id, [.text("S")])])
    let publication = Publication(
      title: "Shop", fields: .usual, language: PublicLanguage("en"), decoder: decoder)
    let result = try await publication.write(ids, of: store, to: site)
    XCTAssertEqual(result.pictures, 1)
    let name = try XCTUnwrap(try files().first { $0.hasPrefix("products/") })
    let sources = try ParsedPage(try text(name)).all("img").compactMap { $0.attributes["src"] }
    XCTAssertTrue(sources.contains { $0.contains("photos/") }, "\(sources)")
    await store.close()
  }

  func testWhatVariantsDifferInIsShownAndTheirPricesAreFound() async throws {
    let store = try await openStore()
    let (size, batch) = (
      try CustomField(name: "Size", kind: .line), try CustomField(name: "Batch", kind: .line)
    )
    for field in [size, batch] { try await store.addField(field) }
    let head = try await add("Tea", to: store) {
      $0.unit = try SaleUnit("g")
      $0.values[batch.id] = .text("All alike")
    }
    let ids = try await store.makeVariants(
      of: head, options: [(size.id, [.text("S"), .text("L")])])
    for (place, id) in ids.enumerated() {
      _ = try await store.change([id]) {
        $0.product.price = try Price("\(10 + 15 * place)", currency: Currency("EUR"))
        $0.product.stock = try Quantity(stock: DecimalNumber(whole: 70_001 + place))
        $0.product.packSize = try Quantity(packSize: DecimalNumber(whole: 100 + place))
      }
    }
    try await add("Cup", to: store) { $0.price = try Price("5", currency: Currency("EUR")) }
    try await publish(
      store,
      PublicFields(
        [ProductField.price, .unit, .packSize, .stock].map { .builtIn($0) } + [.custom(batch)]))
    let page = try ParsedPage(try text("products/tea.html"))
    let heads = page.all("th").map(\.text)
    XCTAssertTrue(heads.contains("In Stock"), "\(heads)")
    XCTAssertFalse(heads.contains("Batch"), "the same of all: \(heads)")
    let cells = page.all("td").map(\.text)
    for text in ["70001", "70002", "S", "L"] {
      XCTAssertTrue(cells.contains { $0.contains(text) }, "\(text) of \(cells)")
    }
    let source = try text("products/tea.html")
    XCTAssertTrue(source.contains("€10.00<span class=\"unit-price\">"), source)
    for list in ["list.html", "index.html", "products/tea.html"] {
      XCTAssertTrue(try text(list).contains(">from €10.00<"), list)
    }
    let tea = try XCTUnwrap(try index(1).first { $0[1] as? String == "Tea" })
    XCTAssertEqual(tea[3] as? Double, 10)
    XCTAssertEqual(tea[8] as? Double, 25)
    XCTAssertFalse(try text("search/1.js").contains("7000"), "the stock is not searched")
    await store.close()
  }

  func testALanguageDecidesDirectionAndAmounts() async throws {
    let store = try await openStore()
    try await add("كرز", to: store) { $0.price = try Price("9.50", currency: Currency("EUR")) }
    try await publish(store, language: "ar")
    let arabic = try ParsedPage(try text("index.html")).all("html")[0].attributes
    XCTAssertEqual(arabic, ["lang": "ar", "dir": "rtl"])
    try await publish(store, language: "de-AT")
    let start = try text("index.html")
    XCTAssertTrue(start.contains("lang=\"de-AT\" dir=\"ltr\"") && start.contains("9,50"), start)
    await store.close()
  }

  func testPhotosHaveThreeSizes() async throws {
    let decoder = PictureScaler.program()
    try XCTSkipIf(decoder == nil, "needs vitrine beside the tests")
    let store = try await openStore()
    try await add("Mango", to: store, pictures: [Self.sample("mango.png")])
    try await publish(store)
    let photos = try files().filter { $0.hasPrefix("photos/") }
    XCTAssertEqual(
      photos.map { $0.hasSuffix("-1600.jpg") || $0.hasSuffix("-1600.png") }.filter { $0 }.count, 1)
    XCTAssertEqual(photos.count, 3, "\(photos)")
    let sizes = try photos.map { try Data(contentsOf: site.appendingPathComponent($0)).count }
    let own = try Data(contentsOf: Self.sample("mango.png")).count
    XCTAssertTrue(sizes.allSatisfy { $0 <= own }, "a photo is larger than the picture itself")
    let image = try XCTUnwrap(ParsedPage(try text("index.html")).all("img").first)
    XCTAssertEqual(image.attributes["width"], "320")
    await store.close()
  }

  /// The copy for the photo by itself may be larger than others are.
  func testALeanJPEGOfMoreThanSixteenHundredPixelsStaysAsLargeAsItIs() async throws {
    let decoder = try XCTUnwrap(PictureScaler.program(), "needs vitrine beside the tests")
    let drawing = base.appendingPathComponent("photo.svg")
    let svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000">
      <rect width="100%" height="100%" fill="#fa0"/><circle cx="600" cy="700" r="500"/></svg>
      """
    try Data(svg.utf8).write(to: drawing)
    let photo = try XCTUnwrap(
      PictureScaler(program: decoder).scaled(drawing, .svg, to: 2_000, turn: .none, forPaper: true))
    XCTAssertEqual(photo.width, 2_000)
    let file = base.appendingPathComponent("photo.jpg")
    try Data(photo.bytes).write(to: file)
    let store = try await openStore()
    try await add("Sun", to: store, pictures: [file])
    try await publish(store)
    let largest = try XCTUnwrap(try files().first { $0.hasSuffix("-1600.jpg") })
    XCTAssertEqual(
      try Array(Data(contentsOf: site.appendingPathComponent(largest))), photo.bytes)
    await store.close()
  }

  func testALeanJPEGIsPublishedAsItIsBesideItsSmallerCopies() async throws {
    let decoder = try XCTUnwrap(PictureScaler.program(), "needs vitrine beside the tests")
    let scaler = PictureScaler(program: decoder)
    let photo = try XCTUnwrap(
      scaler.scaled(Self.sample("mango.png"), .png, to: 1_000, turn: .none, forPaper: true))
    let file = base.appendingPathComponent("photo.jpg")
    try Data(photo.bytes).write(to: file)
    let store = try await openStore()
    let id = try await add("Mango", to: store, pictures: [file])
    try await publish(store)
    func sizes() throws -> [String: Int] {
      let photos = try files().filter { $0.hasPrefix("photos/") }
      return try Dictionary(
        uniqueKeysWithValues: photos.map { photo in
          let bytes = try Data(contentsOf: site.appendingPathComponent(photo)).count
          return (String(photo.split(separator: "-").last ?? ""), bytes)
        })
    }
    let published = try sizes()
    XCTAssertEqual(published.keys.sorted(), ["1600.jpg", "320.jpg", "800.jpg"])
    XCTAssertEqual(published["1600.jpg"], photo.bytes.count)
    // Turned, it is compressed again.
    _ = try await store.change([id]) { $0.product.pictures[0].turn = .right }
    try await publish(store)
    XCTAssertEqual(try sizes().count, 3)
    await store.close()
  }
}
