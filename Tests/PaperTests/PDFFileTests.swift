// SPDX-License-Identifier: Apache-2.0
// PDFs as other programs read them, and what is left of one that fails.

import Catalog
import Foundation
import XCTest

@testable import Paper

final class PDFFileTests: PaperTestCase {
  func testAnotherProgramReadsPagesTextsAndOutline() throws {
    let file = directory.appendingPathComponent("It's a list.pdf")
    let pdf = try PDFFile(file, title: "It's a “list”")
    for number in 1...2 {
      try pdf.addPage(.a4) { page in
        let text = pdf.typesetter.set("Page \(number)", TextStyle(size: 12))
        page.tagged(.heading) { page.draw(text, at: CGPoint(x: 50, y: 50)) }
        page.markPlace("it's \(number)", at: CGPoint(x: 50, y: 50))
        page.linked(to: "it's \(3 - number)") {
          page.draw(
            pdf.typesetter.set("other", TextStyle(size: 9)),
            at: CGPoint(x: 50, y: 90))
        }
      }
    }
    let first = pdf.addToOutline("First", at: "it's 1")
    pdf.addToOutline("Second", at: "it's 2", within: first)
    XCTAssertFalse(FileManager.default.fileExists(atPath: file.path), "not before it is whole")
    try pdf.finish()
    let facts = try output(of: "pdfinfo", [file.path])
    XCTAssertTrue(facts.contains("It's a “list”"), facts)
    XCTAssertTrue(facts.contains("Pages:           2"), facts)
    XCTAssertTrue(facts.contains("Tagged:          yes"), facts)
    XCTAssertTrue(facts.contains("(A4)"), facts)
    XCTAssertTrue(try output(of: "pdftotext", [file.path, "-"]).contains("Page 2"))
    XCTAssertTrue(try output(of: "pdfinfo", ["-dests", file.path]).contains("it's 2"))
  }

  /// A quote before a combining mark is one character with it, but not for cairo.
  func testNoQuoteEndsTheNameOfAPlace() {
    XCTAssertEqual(TagText.quoted("it'\u{301}s \\\u{301}\0"), "it\\'\u{301}s \\\\\u{301}")
  }

  func testWhatFailsLeavesNothing() throws {
    struct Stopped: Error {}
    let file = directory.appendingPathComponent("list.pdf")
    do {
      let pdf = try PDFFile(file, title: "List")
      try pdf.addPage(.a4) { _ in }
      XCTAssertThrowsError(try pdf.addPage(.a4) { _ in throw Stopped() })
    }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory.path), [])
    // Nor does a process that ends in the middle of it.
    let unfinished = try PDFFile(file, title: "List")
    withExtendedLifetime(unfinished) { NewFile.removeUnfinished() }
    XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: directory.path), [])
    XCTAssertThrowsError(try PDFFile(directory, title: "")) {
      guard case CatalogError.notAFile = $0 else { return XCTFail("\($0)") }
    }
    let missing = directory.appendingPathComponent("missing/list.pdf")
    XCTAssertThrowsError(try PDFFile(missing, title: "")) {
      guard case CatalogError.noSuchFile = $0 else { return XCTFail("\($0)") }
    }
  }

  func testATextOfManyParagraphsHasNoMoreLinesThanItMay() {
    let (typesetter, style) = (Typesetter(), TextStyle(size: 10))
    let line = typesetter.set("A line", style)
    // One has room for more on its lines, one has not.
    for width in [200, line.size.width] {
      for texts in [
        Array(repeating: "A line", count: 150), ["A line, and then another one", "A line"],
      ] {
        let text = typesetter.set(
          texts.joined(separator: "\n"), style, width: width, lines: 2)
        XCTAssertLessThanOrEqual(text.lineCount, 2)
        XCTAssertEqual(text.isShortened, texts.count > 2 || width < 200)
      }
    }
  }

  func testATextKnowsWhetherAllOfItIsThere() {
    let typesetter = Typesetter()
    let style = TextStyle(size: 10)
    let whole = typesetter.set("A word", style)
    XCTAssertFalse(whole.isShortened)
    XCTAssertFalse(whole.lacksCharacters)
    let width = whole.size.width * 0.8
    XCTAssertTrue(typesetter.set("A word", style, width: width, lines: 1).isShortened)
    let broken = typesetter.set("A word", style, width: width, lines: 2)
    XCTAssertEqual(broken.lineCount, 2)
    XCTAssertFalse(broken.isShortened)
    XCTAssertTrue(typesetter.set("\u{10FFFD}", style).lacksCharacters, "no font has it")
    XCTAssertEqual(typesetter.set("A\0B", style).size, typesetter.set("AB", style).size)
  }
}
