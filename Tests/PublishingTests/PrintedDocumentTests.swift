// SPDX-License-Identifier: Apache-2.0
// PDFs of products, as another program reads them.

import Catalog
import Foundation
import Paper
import PictureScaling
import Wording
import XCTest

@testable import Publishing

final class PrintedDocumentTests: PublishingTestCase {
  private var file: URL { base.appendingPathComponent("out.pdf") }

  private func output(of program: String, _ words: String...) throws -> String {
    let path = "/usr/bin/\(program)"
    try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: path), "needs \(program)")
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  private func document(_ kind: PrintedDocument.Kind, _ fields: PublicFields = .usual)
    -> PrintedDocument
  {
    var document = PrintedDocument(title: "Ostler", fields: fields, language: PublicLanguage("en"))
    document.kind = kind
    document.decoder = PictureScaler.program()
    return document
  }

  private func write(
    _ document: PrintedDocument, _ store: CatalogStore
  ) async throws -> PrintedDocument.Result {
    let ids = try await store.identifiers(of: ProductQuery()).products
    return try await document.write(ids, of: store, to: file)
  }

  func testAFileStaysIfAllItsProductsAreGone() async throws {
    let store = try await openStore()
    try Data("the list of yesterday".utf8).write(to: file)
    for kind in PrintedDocument.Kind.allCases {
      do {
        _ = try await document(kind).write([UUID()], of: store, to: file)
        XCTFail("nothing was printed as \(kind)")
      } catch is NothingToPrint {}
    }
    XCTAssertEqual(try String(contentsOf: file, encoding: .utf8), "the list of yesterday")
    await store.close()
  }

  func testAProductIsPricedAsItsVariantsAre() async throws {
    let store = try await openStore()
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let head = try await add("Shirt", to: store)
    let ids = try await store.makeVariants(
      of: head, options: [(size.id, [.text("S"), .text("L")])])
    for (place, id) in ids.enumerated() {
      _ = try await store.change([id]) {
        $0.product.price = try Price("\(20 - place)", currency: Currency("EUR"))
        $0.product.stock = place == 0 ? try Quantity(stock: 2) : try Quantity(stock: 3)
      }
    }
    var list = document(
      .list, PublicFields([ProductField.title, .price, .stock].map { .builtIn($0) }))
    _ = try await list.write([head, ids[0]], of: store, to: file)
    let rows = try output(of: "pdftotext", "-layout", file.path, "-").split(separator: "\n")
      .filter { $0.contains("Shirt") }.map { $0.split(separator: " ").joined(separator: " ") }
    XCTAssertEqual(rows, ["Shirt €19.00 – €20.00 5", "Shirt · S €20.00 2"])
    list.fields = list.fields.withoutPrices
    _ = try await list.write([head], of: store, to: file)
    XCTAssertFalse(try output(of: "pdftotext", "-layout", file.path, "-").contains("€"))
    for kind in [PrintedDocument.Kind.sheets, .catalogue] {
      _ = try await document(kind).write([head], of: store, to: file)
      XCTAssertTrue(
        try output(of: "pdftotext", "-layout", file.path, "-").contains("from €19.00"), "\(kind)")
    }
    await store.close()
  }

  func testAVariantIsPrintedWithThePhotoOfItsHead() async throws {
    try XCTSkipIf(PictureScaler.program() == nil, "needs vitrine beside the tests")
    let store = try await openStore()
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let head = try await add("Shirt", to: store, pictures: [Self.sample("mango.png")])
    let ids = try await store.makeVariants(of: head, options: [(size.id, [.text("S")])])
    for kind in [PrintedDocument.Kind.sheets, .catalogue] {
      _ = try await document(kind).write(ids, of: store, to: file)
      let images = try output(of: "pdfimages", "-list", file.path)
      XCTAssertTrue(images.contains(" image "), "\(kind): \(images)")
    }
    await store.close()
  }

  func testAListHasItsHeadOnEveryPageAndEveryRow() async throws {
    let store = try await openStore()
    for number in 0..<150 {
      try await add("Product number \(number)", to: store) {
        $0.price = try Price("\(number).50", currency: Currency("EUR"))
      }
    }
    let result = try await write(document(.list, PrintedDocument.usualListFields), store)
    XCTAssertEqual(result.products, 150)
    let text = try output(of: "pdftotext", "-layout", file.path, "-")
    let pages = text.split(separator: "\u{c}")
    XCTAssertEqual(pages.count, result.pages)
    XCTAssertGreaterThan(pages.count, 2)
    for page in pages { XCTAssertTrue(page.contains("Category"), String(page.prefix(200))) }
    for number in 0..<150 {
      XCTAssertTrue(text.contains("Product number \(number) "), "\(number)")
      XCTAssertTrue(text.contains("€\(number).50"), "\(number)")
    }
    await store.close()
  }

  func testAPriceByWeightIsNoneOfAPiece() async throws {
    let store = try await openStore()
    try await add("Walnuts", to: store) {
      $0.price = try Price("12.50", currency: Currency("EUR"))
      $0.unit = try SaleUnit("kg")
      $0.stock = try Quantity(stock: 3)
    }
    let fields: [ProductField] = [.title, .price, .stock]
    _ = try await write(document(.list, PublicFields(fields.map { .builtIn($0) })), store)
    let text = try output(of: "pdftotext", "-layout", file.path, "-")
    XCTAssertTrue(text.contains("€12.50 / kg") && text.contains("3 kg"), text)
    // Nor on a web page, whatever else is shown there.
    try await publish(store, PublicFields([.builtIn(.price)]))
    XCTAssertTrue(try self.text("products/walnuts.html").contains("€12.50 / kg"))
    await store.close()
  }

  func testManyWideColumnsFit() async throws {
    let store = try await openStore()
    try await add("A rather long title of a product", to: store) {
      $0.description = try FreeText(
        description: String(repeating: "Quite a long description. ", count: 30))
      $0.category = try CategoryPath("One category/Another one below it")
      $0.price = try Price("1234567.50", currency: Currency("EUR"))
      $0.supplier = try LineText("A supplier with a long name", for: .init("supplier"))
    }
    _ = try await write(document(.list, PublicFields(ProductField.all.map { .builtIn($0) })), store)
    let facts = try output(of: "pdfinfo", file.path)
    XCTAssertTrue(facts.contains("841.89 x 595.276"), "across the paper: \(facts)")
    XCTAssertTrue(try output(of: "pdftotext", "-layout", file.path, "-").contains("€1,234,567.50"))
    await store.close()
  }

  func testACatalogueHasContentsThatLeadToItsPages() async throws {
    let store = try await openStore()
    for number in 0..<40 {
      try await add("Vase \(number)", to: store) {
        $0.category = try CategoryPath(number < 20 ? "Glass/Vases" : "It's/Wood")
        $0.price = try Price("5", currency: Currency("EUR"))
      }
    }
    try await add("Cup", to: store)
    for layout in PrintedDocument.Layout.allCases {
      var catalogue = document(.catalogue)
      catalogue.layout = layout
      catalogue.taxLine = "With 19 % tax"
      let result = try await write(catalogue, store)
      XCTAssertEqual(result.products, 41)
      let pages = try output(of: "pdftotext", "-layout", file.path, "-").split(
        separator: "\u{c}", omittingEmptySubsequences: false)
      for (name, line) in [("Glass", "Glass"), ("Wood", "Wood"), ("Other products", "Other")] {
        let entry = try XCTUnwrap(pages[1].split(separator: "\n").first { $0.contains(line) })
        let number = try XCTUnwrap(Int(entry.split(separator: " ").last ?? ""), "\(entry)")
        XCTAssertTrue(pages[number - 1].contains(name), "\(name) is not on page \(number)")
      }
      XCTAssertTrue(pages[2].contains("With 19 % tax") && pages[2].contains("€5.00"))
      XCTAssertTrue(try output(of: "pdfinfo", file.path).contains("Tagged:          yes"))
    }
    var catalogue = document(.catalogue, PublicFields.usual.withoutPrices)
    catalogue.taxLine = "With 19 % tax"
    _ = try await write(catalogue, store)
    let text = try output(of: "pdftotext", file.path, "-")
    XCTAssertFalse(text.contains("€") || text.contains("tax"))
    await store.close()
  }

  func testALongSheetGoesOnAndEveryWordIsThere() async throws {
    let store = try await openStore()
    let words = (0..<3_000).map { "word\($0)" }
    let id = try await add("Vase", to: store, pictures: [Self.sample("mango.png")]) {
      $0.description = try FreeText(description: words.joined(separator: " "))
    }
    _ = try await store.addNote(
      to: id, title: try NoteTitle("Handle"), text: try FreeText(note: "with care"))
    var sheets = document(.sheets)
    let withoutNotes = try await write(sheets, store)
    XCTAssertGreaterThan(withoutNotes.pages, 2)
    let text = try output(of: "pdftotext", file.path, "-")
    let found = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    XCTAssertEqual(words.filter { !found.contains($0) }, [])
    XCTAssertFalse(text.contains("with care"))
    sheets.hasNotes = true
    _ = try await write(sheets, store)
    XCTAssertTrue(try output(of: "pdftotext", file.path, "-").contains("with care"))
    if sheets.decoder != nil {
      let images = try output(of: "pdfimages", "-list", file.path)
      XCTAssertTrue(images.contains("jpeg"), "passed through: \(images)")
    }
    await store.close()
  }

  func testAMissingPictureIsNamedAndAFailureLeavesNothing() async throws {
    let store = try await openStore()
    let id = try await add("Vase", to: store, pictures: [Self.sample("mango.png")])
    let picture = try await unwrapped(store.product(id)).pictures[0]
    try FileManager.default.removeItem(at: store.pictureFile(picture))
    let result = try await write(document(.catalogue), store)
    XCTAssertEqual(result.problems.map(\.product), ["Vase"])
    try FileManager.default.removeItem(at: file)
    do {
      let missing = base.appendingPathComponent("missing/out.pdf")
      _ = try await document(.list).write([id], of: store, to: missing)
      XCTFail("written into a folder that is not there")
    } catch CatalogError.noSuchFile {}
    struct Stopped: Error {}
    do {
      _ = try await document(.sheets).write([id], of: store, to: file) { _, _ in throw Stopped() }
      XCTFail("not stopped")
    } catch is Stopped {}
    let left = try FileManager.default.contentsOfDirectory(atPath: base.path)
    XCTAssertFalse(left.contains { $0.hasPrefix("out") }, "\(left)")
    await store.close()
  }

  private func unwrapped<Value>(_ value: Value?) throws -> Value { try XCTUnwrap(value) }
}
