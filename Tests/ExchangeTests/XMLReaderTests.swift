// SPDX-License-Identifier: Apache-2.0
// XML comes in parts that end anywhere, also within a character: drawn at random.

import XCTest

@testable import Exchange

final class XMLReaderTests: XCTestCase {
  func testPartsEndAnywhere() throws {
    for _ in 0..<40 {
      let text = Self.text()
      for head in [
        "", "\u{FEFF}", "<?xml version=\"1.0\"?>", "<?xml version='1.0' encoding='UTF-8'?>",
      ] {
        XCTAssertEqual(try read(Array("\(head)<a>\(text)</a>".utf8)), text)
      }
    }
  }

  /// Also with bytes that are no UTF-8, what stands around them stays.
  func testPartsWithFaults() throws {
    for _ in 0..<40 {
      let (first, second) = (Self.text(), Self.text())
      let bytes = Array("<a>ü\(first)".utf8) + [0xFF] + Array("\(second)</a>".utf8)
      let read = try read(bytes, largestPart: bytes.count)
      XCTAssertEqual(read.filter { $0 != "\u{FFFD}" && $0 != "ÿ" }, "ü\(first)\(second)")
    }
  }

  func testWhatSaysUTF8AndIsNot() throws {
    let bytes =
      Array("<?xml version='1.0' encoding='UTF-8'?><a>K".utf8) + [0xE4] + Array("se</a>".utf8)
    XCTAssertEqual(try read(bytes), "Käse")
  }

  private static func text() -> String {
    let characters: [Character] = ["a", "é", "Ж", "語", "€", "𝄞", "😀", " "]
    return String((0..<Int.random(in: 1...600)).map { _ in characters.randomElement() ?? "a" })
  }

  private func read(_ bytes: [UInt8], largestPart: Int = .random(in: 1...2_000)) throws -> String {
    let handler = Collector()
    try XMLReader(Parts(bytes, largest: largestPart)).read(for: handler)
    return handler.text
  }

  private final class Collector: XMLHandler {
    var text = ""

    func begin(_ name: String, in xml: XMLReader) { xml.collects = true }
    func end(_ name: String, in xml: XMLReader) { text = xml.takeText() }
  }

  /// Gives bytes in parts of random lengths.
  private final class Parts: ByteStream {
    private var rest: ArraySlice<UInt8>
    private let largest: Int
    let fraction: Double? = nil

    init(_ bytes: [UInt8], largest: Int) { (rest, self.largest) = (bytes[...], largest) }

    func next() -> [UInt8] {
      let part = rest.prefix(.random(in: 1...largest))
      rest = rest.dropFirst(part.count)
      return Array(part)
    }
  }
}
