// SPDX-License-Identifier: Apache-2.0
// It cannot print what does not scan: codes as small as they may be, in black and white dots of label printers, are read
// back by two other programs, and none is lost.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import Paper

final class ScannedCodeTests: PaperTestCase {
  func testEveryCodeIsReadBackAtEveryResolution() throws {
    // Without all of it: three of the 21 combinations, drawn anew each time, with fewer codes.
    let all = CodeKind.allCases.flatMap { kind in [203, 300, 600].map { (kind, $0) } }
    let tried = all.shuffled().prefix(rounds(2, withFaults: 4, withAll: all.count))
    for (kind, dotsPerInch) in tried {
      let texts = Self.texts(kind, count: rounds(20, withFaults: 20, withAll: 40))
      let file = try pages(of: texts, kind, dotsPerInch)
      let read = try readBack(file, kind, dotsPerInch)
      XCTAssertEqual(
        Set(texts).subtracting(read), [], "\(kind.name) at \(dotsPerInch): not read back")
      XCTAssertEqual(Set(read).subtracting(texts), [], "\(kind.name) at \(dotsPerInch)")
    }
  }

  /// Each as small as it may be.
  private func pages(of texts: [String], _ kind: CodeKind, _ dotsPerInch: Int) throws -> URL {
    let file = directory.appendingPathComponent("\(kind.rawValue)-\(dotsPerInch).pdf")
    let pdf = try PDFFile(file, title: "")
    for text in texts {
      let code = try Code(text, as: kind)
      // Not where the dots of the page begin.
      let place = CGRect(x: .mm(3.37), y: .mm(2.23), width: .mm(60), height: .mm(30))
      try pdf.addPage(CGSize(width: .mm(66), height: .mm(36))) { page in
        try Self.smallest(code, in: place, dotsPerInch).draw(on: page, by: pdf.typesetter)
      }
    }
    try pdf.finish()
    return file
  }

  /// In the least room that is accepted.
  private static func smallest(
    _ code: Code, in place: CGRect, _ dotsPerInch: Int
  ) throws -> PlacedCode {
    let caption: Double? = code.kind.isSquare ? nil : 8
    do {
      let tiny = CGRect(origin: place.origin, size: CGSize(width: 1, height: 1))
      return try PlacedCode(code, in: tiny, dotsPerInch: dotsPerInch, captionSize: caption)
    } catch CodeRefusal.tooSmall(_, _, let needs, _) {
      let size = CGSize(
        width: .mm(Double(needs.width) / 10) + 72 / Double(dotsPerInch),
        height: .mm(Double(needs.height) / 10) + 72 / Double(dotsPerInch))
      return try PlacedCode(
        code, in: CGRect(origin: place.origin, size: size), dotsPerInch: dotsPerInch,
        captionSize: caption)
    }
  }

  private func readBack(_ file: URL, _ kind: CodeKind, _ dotsPerInch: Int) throws -> [String] {
    let pages = file.deletingPathExtension()
    try FileManager.default.createDirectory(at: pages, withIntermediateDirectories: true)
    _ = try output(
      of: "pdftoppm", ["-mono", "-png", "-r", "\(dotsPerInch)", file.path, pages.path + "/page"])
    let images = try FileManager.default.contentsOfDirectory(atPath: pages.path)
      .map { "\(pages.path)/\($0)" }
    // It does not know DataMatrix.
    if kind == .dataMatrix {
      return try output(of: "dmtxread", ["-N1", "-n"] + images).split(separator: "\n")
        .map(String.init)
    }
    return try output(of: "zbarimg", ["-q", "--raw"] + images).split(separator: "\n").map {
      // It tells a UPC-A as the EAN-13 that it is, too.
      String(kind == .upc && $0.count == 13 ? $0.dropFirst() : $0)
    }
  }

  private static func texts(_ kind: CodeKind, count: Int) -> [String] {
    var numbers = SystemRandomNumberGenerator()
    func digits(_ count: Int) -> String {
      String((0..<count).map { _ in Character("\(Int.random(in: 0...9, using: &numbers))") })
    }
    func gtin(_ count: Int) -> String {
      let body = digits(count - 1)
      return body + String(decoding: [GTIN.checkDigit(of: body.utf8)], as: UTF8.self)
    }
    return (0..<count).map { index in
      switch kind {
      case .ean13: gtin(13)
      case .ean8: gtin(8)
      case .upc: gtin(12)
      case .code128: "AB-\(digits(6))/x"
      case .itf: digits(14)
      case .qr, .dataMatrix: "vitrine:product/\(UUID().uuidString)"
      }
    }
  }
}
