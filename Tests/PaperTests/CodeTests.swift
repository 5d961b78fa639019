// SPDX-License-Identifier: Apache-2.0
// Codes before they are on paper: what is refused and why, and where everything lies.

import Foundation
import XCTest

@testable import Paper

final class CodeTests: PaperTestCase {
  func testWhatCannotBeACodeIsRefusedWithItsReason() {
    let refusals: [(String, CodeKind, CodeRefusal)] = [
      ("", .qr, .empty),
      ("4006381333932", .ean13, .wrongCheckDigit("4006381333932", .ean13, expected: 1)),
      ("96385075", .ean8, .wrongCheckDigit("96385075", .ean8, expected: 4)),
      ("036000291453", .upc, .wrongCheckDigit("036000291453", .upc, expected: 2)),
      ("400638133393", .ean13, .wrongLength("400638133393", .ean13, digits: 13)),
      ("40063813339X1", .ean13, .notDigits("40063813339X1", .ean13)),
      ("12-34", .itf, .notDigits("12-34", .itf)),
      ("123", .itf, .oddLength("123")),
      ("Käse", .code128, .character("ä", in: "Käse", .code128)),
      ("a\nb", .code128, .character("\n", in: "a\nb", .code128)),
    ]
    for (text, kind, refusal) in refusals {
      XCTAssertThrowsError(try Code(text, as: kind)) {
        XCTAssertEqual($0 as? CodeRefusal, refusal, text)
      }
    }
    for kind in [CodeKind.code128, .qr, .dataMatrix] {
      let text = String(repeating: "x", count: 5_000)
      XCTAssertThrowsError(try Code(text, as: kind)) {
        XCTAssertEqual($0 as? CodeRefusal, .tooLong(text, kind))
      }
    }
    XCTAssertEqual(
      CodeRefusal.wrongCheckDigit("4006381333932", .ean13, expected: 1).errorDescription,
      "The check digit of “4006381333932” is wrong: in EAN-13 it would be 1.")
  }

  func testModulesAreWholeDotsAndTheMarginStaysLight() throws {
    let texts: [(String, CodeKind)] = [
      ("4006381333931", .ean13), ("96385074", .ean8), ("036000291452", .upc), ("A-1/b", .code128),
      ("14006381333938", .itf), ("vitrine:product/1", .qr), ("vitrine:product/1", .dataMatrix),
    ]
    for (text, kind) in texts {
      let code = try Code(text, as: kind)
      for dotsPerInch in [203, 300, 600] {
        let place = CGRect(x: 11.1, y: 7.7, width: 160.3, height: 90.9)
        let placed = try PlacedCode(code, in: place, dotsPerInch: dotsPerInch, captionSize: 8)
        XCTAssertTrue(place.insetBy(dx: -1e-6, dy: -1e-6).contains(placed.area), text)
        for edge in placed.bars.flatMap({ [$0.minX, $0.maxX, $0.minY, $0.maxY] }) {
          let dots = edge * Double(dotsPerInch) / 72
          XCTAssertEqual(dots, dots.rounded(), accuracy: 1e-6, "\(text) at \(dotsPerInch)")
        }
        let (left, right, above) = kind.quiet
        let dark = placed.bars.reduce(CGRect.null) { $0.union($1) }
        XCTAssertEqual(
          dark.minX - placed.quietArea.minX, Double(left) * placed.module, accuracy: 1e-6)
        XCTAssertEqual(
          placed.quietArea.maxX - dark.maxX, Double(right) * placed.module, accuracy: 1e-6)
        XCTAssertEqual(
          dark.minY - placed.quietArea.minY, Double(above) * placed.module, accuracy: 1e-6)
        for caption in placed.captions {
          XCTAssertFalse(
            placed.bars.contains { $0.insetBy(dx: 1e-6, dy: 1e-6).intersects(caption.area) }, text)
          XCTAssertFalse(
            placed.quietArea.insetBy(dx: 1e-6, dy: 1e-6).intersects(caption.area), text)
        }
        XCTAssertEqual(placed.captions.map(\.text).joined(), kind.isSquare ? "" : text)
      }
    }
  }

  func testWhatIsTooSmallSaysWhatWouldDoAndThatDoes() throws {
    for (text, kind) in [("4006381333931", CodeKind.ean13), ("vitrine:product/1", .qr)] {
      let code = try Code(text, as: kind)
      for dotsPerInch in [203, 300, 600] {
        let tight = CGRect(x: 0, y: 0, width: Double.mm(9), height: .mm(4))
        do {
          _ = try PlacedCode(code, in: tight, dotsPerInch: dotsPerInch)
          XCTFail("\(text) at \(dotsPerInch)")
        } catch CodeRefusal.tooSmall(text, kind, let needs, let has) {
          XCTAssertEqual(has.text, "9 × 4 mm")
          let width = Double.mm(Double(needs.width) / 10)
          let height = Double.mm(Double(needs.height) / 10)
          let enough = CGRect(x: 0, y: 0, width: width, height: height)
          XCTAssertNoThrow(try PlacedCode(code, in: enough, dotsPerInch: dotsPerInch))
          let less = CGRect(x: 0, y: 0, width: width - .mm(0.2), height: height)
          XCTAssertThrowsError(try PlacedCode(code, in: less, dotsPerInch: dotsPerInch))
        }
      }
    }
  }

  func testACodeOnTheScreenIsAsSmallAsItsTextAllows() throws {
    // From 998 bytes on there is only room with less protection.
    for (length, side) in [(14, 21), (15, 25), (500, 85), (997, 117), (998, 105), (1_273, 117)] {
      let code = try XCTUnwrap(ScreenCode(String(repeating: "x", count: length)))
      XCTAssertEqual(code.side, side, "\(length) bytes")
    }
    XCTAssertNil(ScreenCode(String(repeating: "x", count: 1_274)))
    XCTAssertNil(ScreenCode(""))
    XCTAssertNotNil(ScreenCode(String(repeating: "é", count: 600)), "bytes, not letters")
  }

  func testACodeOnTheScreenIsReadByAnotherProgram() throws {
    for text in ["vitrine:search?q=rose", String(repeating: "vitrine:product/é?", count: 60)] {
      let code = try XCTUnwrap(ScreenCode(text))
      let (margin, square) = (ScreenCode.margin, 3)
      let side = (code.side + 2 * margin) * square
      // As the window draws it.
      let pixels = (0..<side * side).map { index in
        let (x, y) = (index % side / square - margin, index / side / square - margin)
        let isInside = (0..<code.side).contains(x) && (0..<code.side).contains(y)
        return isInside && code.isDark(x, y) ? "1" : "0"
      }
      let file = directory.appendingPathComponent("code.pbm")
      try Data("P1 \(side) \(side)\n\(pixels.joined(separator: " "))\n".utf8).write(to: file)
      XCTAssertEqual(try output(of: "zbarimg", ["-q", "--raw", file.path]), text + "\n")
    }
  }
}
