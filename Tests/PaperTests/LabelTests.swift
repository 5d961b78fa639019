// SPDX-License-Identifier: Apache-2.0
// Labels before they are on paper: nothing lies on anything else, a price is whole or refused, and what cannot be printed
// is named.

import Catalog
import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Paper

final class LabelTests: PaperTestCase {
  func testNothingLiesOnAnythingElseOnAnySheet() throws {
    let typesetter = Typesetter()
    let products = try Self.products()
    var count = 0
    // Half of the sheets are of the same size as another one.
    let all = Dictionary(SheetTable.all.map { ("\($0.label)", $0) }) { first, _ in first }.values
    let sheets = all.shuffled().prefix(rounds(10, withFaults: 20, withAll: .max))
    for sheet in sheets {
      for layout in LabelLayout.ready {
        for product in products {
          let content = try LabelContent(
            product, CheckedLayout(layout, fields: []), in: PublicLanguage("de"))
          let frame = sheet.frame(ofLabel: sheet.count - 1)
          let label: ComposedLabel
          do {
            label = try ComposedLabel(content, in: frame, dotsPerInch: 203, by: typesetter)
          } catch is CodeRefusal { continue } catch is LabelRefusal { continue }
          count += 1
          Self.check(label, "\(sheet.name), \(layout.name), \(product.title.text)")
        }
      }
    }
    // Those that were drawn may be small ones.
    XCTAssertGreaterThan(count, sheets.count == all.count ? sheets.count * 3 : 0)
  }

  private static func check(_ label: ComposedLabel, _ what: String) {
    let frame = label.frame
    if let code = label.code {
      for area in [code.area, code.quietArea] {
        XCTAssertGreaterThan(area.minX, frame.minX, what)
        XCTAssertGreaterThan(area.minY, frame.minY, what)
        XCTAssertLessThan(area.maxX, frame.maxX, what)
        XCTAssertLessThan(area.maxY, frame.maxY, what)
      }
    }
    var last = frame.minY
    for (text, place) in label.texts {
      let area = CGRect(origin: place, size: text.size)
      XCTAssertLessThanOrEqual(area.maxY, frame.maxY, what)
      XCTAssertGreaterThanOrEqual(area.minY, last - 0.01, "\(what): lines on each other")
      last = area.maxY
      let inside = area.insetBy(dx: 0.01, dy: 0.01)
      if let code = label.code {
        XCTAssertFalse(inside.intersects(code.quietArea), "\(what): in the light margin")
        XCTAssertFalse(inside.intersects(code.area), "\(what): in the code")
      }
    }
  }

  func testAPriceIsWholeOrRefusedAndATitleIsShortened() throws {
    let typesetter = Typesetter()
    var layout = LabelLayout(name: "", lines: [])
    layout.lines = [.init(show: "title"), .init(show: "price", size: 30, bold: true)]
    let product = Product(
      title: try ProductTitle(String(repeating: "Long title ", count: 15)),
      price: try Price("123456.78", currency: Currency("EUR")))
    let content = try LabelContent(
      product, CheckedLayout(layout, fields: []), in: PublicLanguage("en"))
    let small = CGRect(x: 0, y: 0, width: Double.mm(25), height: .mm(10))
    let label = try ComposedLabel(content, in: small, dotsPerInch: 300, by: typesetter)
    XCTAssertEqual(label.texts.map(\.text.isShortened), [true, false])
    XCTAssertLessThanOrEqual(label.texts[1].text.size.width, small.width)
    let tiny = CGRect(x: 0, y: 0, width: Double.mm(9), height: .mm(10))
    XCTAssertThrowsError(
      try ComposedLabel(content, in: tiny, dotsPerInch: 300, by: typesetter)
    ) {
      XCTAssertEqual($0 as? LabelRefusal, .tooSmall(for: "€123,456.78"))
    }
    let flat = CGRect(x: 0, y: 0, width: Double.mm(60), height: .mm(3))
    XCTAssertThrowsError(
      try ComposedLabel(content, in: flat, dotsPerInch: 300, by: typesetter)
    ) {
      XCTAssertEqual(
        $0 as? LabelRefusal, .tooSmall(for: "\(product.title.text) · €123,456.78"))
    }
  }

  /// What is cut off at the end is what tells one size from another.
  func testVariantsAreToldApartOnTheSmallestLabels() throws {
    let size = try CustomField(name: "Size", kind: .choice(["S", "XXL"]))
    let colour = try CustomField(name: "Colour", kind: .line)
    let head = "Organic cotton long sleeve shirt for gardeners · and others"
    var product = Product(
      title: try ProductTitle("\(head) · XXL · midnight blue"),
      sku: try SKU("SH-1"), price: try Price("29.90", currency: Currency("EUR")))
    product.values = [size.id: .text("XXL"), colour.id: .text("midnight blue")]
    let typesetter = Typesetter()
    let frame = CGRect(x: 0, y: 0, width: Double.mm(38), height: .mm(21))
    func lines(_ layout: LabelLayout) throws -> [LabelContent.Line] {
      let content = try LabelContent(
        product, CheckedLayout(layout, fields: [colour, size]), in: PublicLanguage("en"))
      _ = try ComposedLabel(content, in: frame, dotsPerInch: 300, by: typesetter)
      return content.above + content.below
    }
    for layout in LabelLayout.ready {
      product.variant = nil
      XCTAssertFalse(try lines(layout).contains { $0.text == "XXL · midnight blue" })
      product.variant = VariantPlace(head: UUID(), taken: [.title])
      let found = try lines(layout)
      XCTAssertEqual(
        found.first { $0.text == "XXL · midnight blue" }?.mayBeShortened, false, layout.name)
      XCTAssertEqual(found.first { $0.text == head }?.mayBeShortened, true, layout.name)
    }
    // One that has a title of its own.
    product.title = try ProductTitle("XXL")
    XCTAssertEqual(try lines(LabelLayout.ready[0]).first?.text, "XXL")
  }

  /// As shops must show it, without having to choose it.
  func testAPackHasItsUnitPriceUnlessThereIsNone() throws {
    var product = Product(
      title: try ProductTitle("Tea"), price: try Price("6.00", currency: Currency("EUR")))
    func texts(_ measure: UnitPriceMeasure = .kilogram) throws -> [String] {
      let content = try LabelContent(
        product, CheckedLayout(LabelLayout.ready[0], fields: []),
        in: PublicLanguage("en", unitPrices: measure))
      return (content.above + content.below).map(\.text)
    }
    XCTAssertEqual(try texts(), ["Tea", "€6.00"])
    product.unit = try SaleUnit("g")
    product.packSize = try Quantity(packSize: DecimalNumber(whole: 250))
    XCTAssertEqual(try texts(), ["Tea", "€6.00", "€24.00 / kg"])
    XCTAssertEqual(try texts(.smallPacks), ["Tea", "€6.00", "€2.40 / 100 g"])
  }

  func testATextWithoutAFontIsRefused() throws {
    let content = try LabelContent(
      Product(title: ProductTitle("A \u{10FFFD}")),
      CheckedLayout(LabelLayout(name: "", lines: [.init(show: "title")]), fields: []),
      in: PublicLanguage("en"))
    let frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    XCTAssertThrowsError(
      try ComposedLabel(content, in: frame, dotsPerInch: 300, by: Typesetter())
    ) {
      XCTAssertEqual($0 as? LabelRefusal, .lacksCharacters("A \u{10FFFD}"))
    }
  }

  func testALayoutComesFromAFileAndSaysWhatIsWrongWithIt() throws {
    let file = directory.appendingPathComponent("own.json")
    for layout in LabelLayout.ready {
      try JSONEncoder().encode(layout).write(to: file)
      XCTAssertEqual(try LabelLayout.named(file.path), layout)
      XCTAssertNoThrow(try CheckedLayout(layout, fields: []))
    }
    for (text, reason) in [
      (#"{"name":"x","lines":[{"show":"title","blod":true}]}"#, "blod"),
      (#"{"name":"x","lines":[{"show":"code","kind":"ean"}]}"#, "kind"),
      (#"{"name":"x","lines":[{"show":"title","size":0}]}"#, "size"),
      (#"{"name":"x"}"#, "lines"), ("[", "JSON"),
    ] {
      try Data(text.utf8).write(to: file)
      XCTAssertThrowsError(try LabelLayout.named(file.path)) {
        XCTAssertTrue($0.sentence.contains(reason), $0.sentence)
      }
    }
    XCTAssertThrowsError(try LabelLayout.named("prize")) {
      XCTAssertEqual($0 as? LayoutRefusal, .unknown("prize", known: ["price", "shelf", "code"]))
    }
    XCTAssertThrowsError(try LabelLayout.named(directory.path + "/none.json")) {
      XCTAssertEqual($0 as? LayoutRefusal, .unreadable(directory.path + "/none.json"))
    }
    // A pipe is not waited for, nor a device read without end.
    let pipe = directory.appendingPathComponent("pipe.json").path
    XCTAssertEqual(mkfifo(pipe, 0o600), 0)
    for name in [pipe, "/dev/zero", directory.path + "/"] {
      XCTAssertThrowsError(try LabelLayout.named(name)) {
        XCTAssertEqual($0 as? LayoutRefusal, .unreadable(name))
      }
      XCTAssertThrowsError(try LabelLogo(name)) {
        XCTAssertEqual($0 as? LayoutRefusal, .unreadable(name))
      }
    }
    let lines = [LabelLayout.Line](repeating: .init(show: "title"), count: 201)
    try JSONEncoder().encode(LabelLayout(name: "x", lines: lines)).write(to: file)
    XCTAssertThrowsError(try LabelLayout.named(file.path)) {
      XCTAssertEqual($0 as? LayoutRefusal, .notALayout(file.path, reason: "lines: more than 200"))
    }
    let twice = LabelLayout(
      name: "x", lines: [.init(show: "code"), .init(show: "code", of: "sku")])
    XCTAssertThrowsError(try CheckedLayout(twice, fields: [])) {
      XCTAssertEqual($0 as? LayoutRefusal, .severalCodes("x"))
    }
    let unknown = LabelLayout(name: "", lines: [.init(show: "colour")])
    XCTAssertThrowsError(try CheckedLayout(unknown, fields: [])) {
      guard case LayoutRefusal.unknownField("colour", let known) = $0 else {
        return XCTFail("\($0)")
      }
      XCTAssertTrue(known.contains("unitPrice") && known.contains("sku"))
    }
  }

  func testAllLabelsOfASheetAreTheSameDotByDot() throws {
    let content = try LabelContent(
      Self.products()[0], CheckedLayout(LabelLayout.ready[0], fields: []), in: PublicLanguage("en"))
    let typesetter = Typesetter()
    var job = LabelJob(LabelLayout.ready[0], on: try SheetTable.sheet(named: "L7160"))
    job.printer.dotsPerInch = 203
    job.printer.correction.scale = CGSize(width: 1.0037, height: 0.9981)
    let offsets = try (0..<job.sheet.count).map { index in
      let frame = job.frame(ofLabel: index)
      let code = try ComposedLabel(content, in: frame, dotsPerInch: 203, by: typesetter).code
      return try XCTUnwrap(code).bars.map {
        [$0.minX - frame.minX, $0.minY - frame.minY, $0.width, $0.height].map {
          ($0 * 1_000).rounded()
        }
      }
    }
    XCTAssertEqual(Set(offsets).count, 1)
  }

  func testALogoIsAJPEGBesideItsLayout() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("catalog"))
    let product = try await store.create(Product(title: try ProductTitle("Tea")))
    let layout = directory.appendingPathComponent("own.json")
    try Data(#"{"name":"x","logo":"logo.jpg","lines":[{"show":"title"}]}"#.utf8).write(to: layout)
    let file = directory.appendingPathComponent("labels.pdf")
    let logo = directory.appendingPathComponent("logo.jpg")
    func write() async throws {
      let job = LabelJob(
        try LabelLayout.named(layout.path), on: try XCTUnwrap(LabelSheet(size: "50x30")))
      _ = try await job.write([product.id], of: store, to: file)
    }
    for (content, refusal) in [
      (nil, LayoutRefusal.unreadable(logo.path)), ("no picture", .notAJPEG(logo.path)),
    ] {
      try content.map { try Data($0.utf8).write(to: logo) }
      do {
        try await write()
        XCTFail("a logo that is none")
      } catch let error as LayoutRefusal { XCTAssertEqual(error, refusal) }
      XCTAssertFalse(FileManager.default.fileExists(atPath: file.path))
    }
    try XCTUnwrap(Data(base64Encoded: Self.smallJPEG)).write(to: logo)
    try await write()
    XCTAssertTrue(try output(of: "pdfimages", ["-list", file.path]).contains("jpeg"))
    // A printer gets it, too, and who looks at the page sees where it is.
    let job = LabelJob(
      try LabelLayout.named(layout.path), on: try XCTUnwrap(LabelSheet(size: "50x30")))
    let placed = try await PlacedLabels(job, of: [product.id], in: store)
    try await placed.check()
    let drawn = try await placed.drawn(0)
    let pdf = try PDFFile(file, title: "Printed")
    try pdf.addPage(drawn.size) { drawn.paint(on: $0.context) }
    try pdf.finish()
    XCTAssertTrue(try output(of: "pdfimages", ["-list", file.path]).contains("jpeg"))
    let grey = try await placed.preview(0, scale: 2).image.pixels
    let red = PicturePixels([255, 0, 0], width: 1, height: 1)
    let shown = try await placed.preview(0, scale: 2, logo: red).image.pixels
    XCTAssertNotEqual(grey, shown)
    await store.close()
  }

  func testTheCodeSuitsItsText() throws {
    func code(_ product: Product) throws -> Code? {
      try LabelContent(
        product, CheckedLayout(LabelLayout.ready[2], fields: []), in: PublicLanguage("en")
      ).code
    }
    let title = try ProductTitle("Tea")
    for (gtin, kind) in [
      ("4006381333931", CodeKind.ean13), ("96385074", .ean8), ("036000291452", .upc),
      ("14006381333938", .itf),
    ] {
      let made = try code(Product(title: title, sku: try SKU("A"), gtin: try GTIN(gtin)))
      XCTAssertEqual(made?.kind, kind)
      XCTAssertEqual(made?.text, gtin)
    }
    XCTAssertEqual(try code(Product(title: title, sku: try SKU("A-1")))?.kind, .code128)
    XCTAssertEqual(try code(Product(title: title, sku: try SKU("Käse")))?.kind, .qr)
    let bare = Product(title: title)
    XCTAssertEqual(try code(bare)?.text, "vitrine:product/\(bare.id.uuidString)")
  }

  func testACorrectionMovesLabelsAndKeepsTheirSize() {
    let correction = PrinterCorrection(
      shift: CGSize(width: 10, height: -5), scale: CGSize(width: 1.01, height: 0.99))
    let corrected = correction.corrected(CGRect(x: 100, y: 200, width: 50, height: 30))
    XCTAssertEqual(corrected.minX, 111, accuracy: 1e-9)
    XCTAssertEqual(corrected.minY, 193, accuracy: 1e-9)
    XCTAssertEqual(corrected.size, CGSize(width: 50, height: 30))
  }

  func testWhatIsRememberedOfAPrinterIsInMillimetresAndWhatMakesNoSenseIsAsUsual() throws {
    let traits = PrinterTraits(
      dotsPerInch: 203,
      correction: PrinterCorrection(millimetres: (-1, 0.5), percent: (100.6, 99.7)))
    let kept = try JSONEncoder().encode(traits)
    let values = try XCTUnwrap(JSONSerialization.jsonObject(with: kept) as? [String: Double])
    XCTAssertEqual(values["millimetresRight"], -1)
    XCTAssertEqual(values["percentDown"], 99.7)
    let read = try JSONDecoder().decode(PrinterTraits.self, from: kept)
    XCTAssertEqual(read, traits)
    XCTAssertEqual(Double(read.correction.shift.width), Double.mm(-1), accuracy: 1e-9)
    let odd = #"{"dotsPerInch": 7, "millimetresRight": 1e9, "percentAcross": "wide", "x": 1}"#
    XCTAssertEqual(
      try JSONDecoder().decode(PrinterTraits.self, from: Data(odd.utf8)), PrinterTraits())
  }

  func testLabelsForAnotherPrinterAreOfItsDotsAndMoved() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("catalog"))
    let id = try await store.create(
      Product(title: try ProductTitle("Tea"), gtin: try GTIN("4006381333931"))
    ).id
    let job = LabelJob(LabelLayout.ready[2], on: try XCTUnwrap(LabelSheet(size: "40x20")))
    let placed = try await PlacedLabels(job, of: [id], in: store)
    var coarse = PrinterTraits()
    coarse.dotsPerInch = 203
    let other = placed.forPrinter(coarse)
    XCTAssertEqual([placed.printer.dotsPerInch, other.printer.dotsPerInch], [300, 203])
    try await other.check()
    let page = try await placed.preview(0, scale: 4).image.pixels
    let coarser = try await other.preview(0, scale: 4).image.pixels
    XCTAssertNotEqual(page, coarser)
    // What its dots are too large for is refused before it is printed.
    coarse.dotsPerInch = 100
    do {
      try await placed.forPrinter(coarse).check()
      XCTFail("modules of less than a dot")
    } catch { XCTAssertTrue(error.sentence.contains("EAN-13"), error.sentence) }
    coarse.dotsPerInch = 203
    coarse.correction.shift = CGSize(width: .mm(30), height: 0)
    do {
      try await placed.forPrinter(coarse).check()
      XCTFail("off the paper")
    } catch { XCTAssertTrue(error.sentence.contains("off the paper"), error.sentence) }
    await store.close()
  }

  func testACodeThatWouldBeOffThePaperIsRefused() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("catalog"))
    let id = try await store.create(
      Product(title: try ProductTitle("Tea"), gtin: try GTIN("4006381333931"))
    ).id
    let file = directory.appendingPathComponent("labels.pdf")
    var job = LabelJob(LabelLayout.ready[2], on: try XCTUnwrap(LabelSheet(size: "50 x 30mm")))
    for (shift, isRefused) in [(0.0, false), (0.3, false), (30, true), (-30, true)] {
      job.printer.correction.shift = CGSize(width: .mm(shift), height: 0)
      do {
        _ = try await job.write([id], of: store, to: file)
        XCTAssertFalse(isRefused, "\(shift)")
      } catch {
        XCTAssertTrue(isRefused && error.sentence.contains("off the paper"), error.sentence)
      }
      let placed = try await PlacedLabels(job, of: [id], in: store)
      let refusals = try await placed.preview(0, scale: 1).refusals
      XCTAssertEqual(refusals.isEmpty, !isRefused, "\(shift)")
      do {
        try await placed.check()
        XCTAssertFalse(isRefused, "\(shift)")
      } catch { XCTAssertTrue(isRefused, error.sentence) }
    }
    // The last rows of a sheet drift off, the first ones do not.
    var sheet = LabelJob(LabelLayout.ready[2], on: try SheetTable.sheet(named: "L7160"))
    sheet.printer.correction.scale = CGSize(width: 1, height: 1.2)
    _ = try await sheet.write([id], of: store, to: file)
    sheet.copies = .each(sheet.sheet.count)
    do {
      _ = try await sheet.write([id], of: store, to: file)
      XCTFail("a code was printed off the paper")
    } catch { XCTAssertTrue(error.sentence.contains("off the paper"), error.sentence) }
    await store.close()
  }

  func testASizeIsReadAsPeopleWriteIt() {
    for text in ["50x30", "50 x 30", "50x30mm", "50 mm × 30 mm", "50,0X30.0 MM"] {
      XCTAssertEqual(LabelSheet(size: text)?.label, LabelSheet(size: "50x30")?.label, text)
    }
    for text in ["50", "50x", "x30", "50x30x2", "50x30cm", "mmxmm", "1x30"] {
      XCTAssertNil(LabelSheet(size: text), text)
    }
  }

  private static let smallJPEG =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQ"
    + "c1tdhbWGkJ6jq62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk"
    + "pKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAACAAMDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA"
    + "AAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABAb/xAAUEQEAAAAAAAAAAAAAAAAA"
    + "AAAA/9oADAMBAAIRAxEAPwCAANSP/9k="

  static func products() throws -> [Product] {
    [
      Product(
        title: try ProductTitle("Aged Mountain Cheese with Herbs from the Upper Valley"),
        sku: try SKU("CH-0042"), gtin: try GTIN("4006381333931"),
        price: try Price("24.90", currency: Currency("EUR")), unit: try SaleUnit("g"),
        packSize: try Quantity(packSize: 250)),
      Product(
        title: try ProductTitle("جبنة جبلية معتقة مع أعشاب"), sku: try SKU("AR-17"),
        price: try Price("1234.50", currency: Currency("SAR"))),
      Product(title: try ProductTitle("高山陈年奶酪配香草")),
    ]
  }
}
