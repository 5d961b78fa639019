// SPDX-License-Identifier: Apache-2.0
// What is looked at before printing, and what a printer gets, is what the file has.

import Catalog
import Foundation
import PictureScaling
import Wording
import XCTest

@testable import Paper
@testable import Publishing

final class LookedAtPagesTests: PublishingTestCase {
  private var file: URL { base.appendingPathComponent("out.pdf") }

  private func shop() async throws -> (CatalogStore, [UUID]) {
    let store = try await openStore()
    for number in 0..<8 {
      let pictures = number.isMultiple(of: 3) ? [Self.sample("mango.png")] : []
      try await add("Vase \(number)", to: store, pictures: pictures) {
        $0.category = try CategoryPath(number < 4 ? "Glass" : "Wood/Carved")
        $0.price = try Price("\(number).50", currency: Currency("EUR"))
        $0.description = try FreeText(
          description: String(repeating: "A vase for flowers. ", count: number * 20))
      }
    }
    return (store, try await store.identifiers(of: ProductQuery()).products)
  }

  private func document(_ kind: PrintedDocument.Kind) -> PrintedDocument {
    var document = PrintedDocument(title: "Ostler", fields: .usual, language: PublicLanguage("en"))
    document.kind = kind
    document.decoder = PictureScaler.program()
    return document
  }

  func testEveryPageLooksAsInTheFile() async throws {
    let tool = "/usr/bin/pdftoppm"
    try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: tool), "needs pdftoppm")
    let (store, ids) = try await shop()
    for kind in PrintedDocument.Kind.allCases {
      let document = document(kind)
      let result = try await document.write(ids, of: store, to: file)
      let seen = Seen()
      // One point is one pixel.
      let found = try await document.look(at: 0..<100, of: ids, in: store, scale: 1) {
        seen.add($0, $1)
      }
      XCTAssertEqual(found.pages, result.pages)
      let counted = try await document.count(ids, in: store).pages
      XCTAssertEqual(counted, result.pages)
      let images = seen.images
      XCTAssertEqual(images.keys.sorted(), Array(0..<result.pages))
      XCTAssertEqual(found.problems, [])
      let printed = PrinterPages(document, of: ids, in: store, count: counted)
      for (page, image) in images.sorted(by: { $0.key < $1.key }) {
        let inFile = try lightness(ofPage: page + 1, by: tool)
        assertAlike(lightness(of: image), inFile, "\(kind), page \(page + 1) on the screen")
        let drawn = try await printed.page(page)
        let onPrinter = try PageImage(drawn.size, scale: 1) { drawn.paint(on: $0.context) }
        // A printer's file takes pictures as they are; pixels have none of them.
        if kind == .list {
          assertAlike(lightness(of: onPrinter), inFile, "\(kind), page \(page + 1) printed")
        }
      }
    }
    await store.close()
  }

  func testOnlyWhatIsWantedIsDrawnAndALongListIsNotCounted() async throws {
    let (store, ids) = try await shop()
    let many = (0..<1_600).flatMap { _ in ids }
    let seen = Seen()
    let found = try await document(.list).look(
      at: 2..<4, of: many, in: store, scale: 0.5,
      progress: { products, _ in seen.products = products }
    ) { seen.add($0, $1) }
    XCTAssertEqual(seen.images.keys.sorted(), [2, 3])
    XCTAssertNil(found.pages)
    XCTAssertLessThan(seen.products, 1_000, "it goes no further than to those pages")
    await store.close()
  }

  func testAPrinterGetsJPEGsAndMayAskForAPageAgain() async throws {
    let (store, ids) = try await shop()
    let document = document(.sheets)
    try XCTSkipUnless(document.decoder != nil, "needs vitrine")
    let count = try await document.count(ids, in: store).pages
    let pages = PrinterPages(document, of: ids, in: store, count: count)
    let pdf = try PDFFile(file, title: "Printed")
    for page in [0, 3, 1, 6, count - 1] {
      let drawn = try await pages.page(page)
      try pdf.addPage(drawn.size) { drawn.paint(on: $0.context) }
    }
    try pdf.finish()
    let text = try said(by: "/usr/bin/pdftotext", file.path, "-")
    let titles = text.split(separator: "\u{c}").map { page in
      page.split(separator: "\n").first { $0.hasPrefix("Vase") }.map(String.init)
    }
    XCTAssertEqual(titles.prefix(3), ["Vase 0", "Vase 3", "Vase 1"])
    let images = try said(by: "/usr/bin/pdfimages", "-list", file.path)
    XCTAssertTrue(images.contains("jpeg"), images)
    // The last one first, as some printers want it.
    let backwards = PrinterPages(document, of: ids, in: store, count: count)
    let reversed = try PDFFile(file, title: "Reversed")
    for page in [3, 2, 1] {
      let drawn = try await backwards.page(page)
      try reversed.addPage(drawn.size) { drawn.paint(on: $0.context) }
    }
    try reversed.finish()
    let last = try said(by: "/usr/bin/pdftotext", file.path, "-")
    let order = ["Vase 3", "Vase 2", "Vase 1"].compactMap { last.range(of: $0)?.lowerBound }
    XCTAssertEqual(order.count, 3)
    XCTAssertEqual(order, order.sorted())
    await store.close()
  }

  func testAPhotoThatIsMissingIsNamedWhenItsPageIsPrinted() async throws {
    let store = try await openStore()
    for (number, name) in ["mango", "ginger", "orchid"].enumerated() {
      try await add("Vase \(number)", to: store, pictures: [Self.sample("\(name).png")])
    }
    let ids = try await store.identifiers(of: ProductQuery()).products
    let vase = try await store.product(ids[1])
    let picture = try XCTUnwrap(vase?.pictures.first)
    try FileManager.default.removeItem(at: store.pictureFile(picture))
    let document = document(.sheets)
    try XCTSkipUnless(document.decoder != nil, "needs vitrine")
    let pages = PrinterPages(document, of: ids, in: store, count: 3)
    _ = try await pages.page(0)
    for page in [1, 2, 1] { _ = try await pages.page(page) }
    let problems = await pages.found.problems
    XCTAssertEqual(problems.map(\.product), ["Vase 1"])
    await store.close()
  }

  // MARK: Looking

  private func said(by program: String, _ words: String...) throws -> String {
    try XCTSkipUnless(FileManager.default.isExecutableFile(atPath: program), "needs \(program)")
    return String(decoding: try output(of: program, words), as: UTF8.self)
  }

  private func output(of program: String, _ words: [String]) throws -> Data {
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = words
    process.standardOutput = pipe
    try process.run()
    let said = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return said
  }

  private static let parts = (across: 12, down: 16)

  private func lightness(of image: PageImage) -> [Double] {
    lightness(image.width, image.height) { x, y in
      let place = (y * image.width + x) * 4
      return (0..<3).reduce(0) { $0 + Double(image.pixels[place + $1]) } / 3
    }
  }

  private func lightness(ofPage page: Int, by tool: String) throws -> [Double] {
    let (page, path) = (String(page), file.path)
    let data = try output(of: tool, ["-r", "72", "-gray", "-f", page, "-l", page, path])
    // P5, the width and the height, the greatest value.
    let fields = data.prefix(40).split(whereSeparator: { $0 == 10 || $0 == 32 }, maxSplits: 4)
    let numbers = fields.dropFirst().prefix(3).compactMap {
      Int(String(decoding: $0, as: UTF8.self))
    }
    let (width, height) = (try XCTUnwrap(numbers.first), try XCTUnwrap(numbers.dropFirst().first))
    let pixels = Array(data.suffix(width * height))
    return lightness(width, height) { x, y in Double(pixels[y * width + x]) }
  }

  /// Of each part of the page, from 0 to 255.
  private func lightness(
    _ width: Int, _ height: Int, _ value: (Int, Int) -> Double
  ) -> [Double] {
    var sums = [Double](repeating: 0, count: Self.parts.across * Self.parts.down)
    var counts = sums
    for y in stride(from: 0, to: height, by: 2) {
      for x in stride(from: 0, to: width, by: 2) {
        let part = y * Self.parts.down / height * Self.parts.across + x * Self.parts.across / width
        sums[part] += value(x, y)
        counts[part] += 1
      }
    }
    return zip(sums, counts).map { $0 / max(1, $1) }
  }

  private func assertAlike(
    _ a: [Double], _ b: [Double], _ what: String, file: StaticString = #filePath, line: UInt = #line
  ) {
    XCTAssertEqual(a.count, b.count, what, file: file, line: line)
    let worst = zip(a, b).map { abs($0 - $1) }.max() ?? 255
    XCTAssertLessThan(worst, 24, what, file: file, line: line)
  }
}

/// Sendable because of its lock.
private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var pages: [Int: PageImage] = [:]
  private var read = 0

  var images: [Int: PageImage] { lock.withLock { pages } }

  func add(_ page: Int, _ image: PageImage) { lock.withLock { pages[page] = image } }

  var products: Int {
    get { lock.withLock { read } }
    set { lock.withLock { read = newValue } }
  }
}

extension Data {
  fileprivate func split(
    whereSeparator isSeparator: (UInt8) -> Bool, maxSplits: Int
  ) -> [Data.SubSequence] {
    split(maxSplits: maxSplits, omittingEmptySubsequences: true, whereSeparator: isSeparator)
  }
}
