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

  /// What programs write although XML forbids it, wherever the parts end.
  func testForbiddenCharactersAreLeftAway() throws {
    let pieces: [(written: String, read: String, dropped: Int)] = [
      ("a", "a", 0), ("ü€", "ü€", 0), ("&amp;", "&", 0), ("&#65;", "A", 0), ("&eacute;", "é", 0),
      ("\u{1}", "", 1), ("\u{B}", " ", 1), ("&#1;", "", 1), ("&#x1F;", "", 1), ("&#xFFFF;", "", 1),
      ("\u{FFFE}", "", 1), ("\u{FFFF}", "", 1), ("\u{FFFD}", "\u{FFFD}", 0), (" & ", " & ", 0),
      ("&&", "&&", 0), ("&x ", "&x ", 0), (" < 5", " < 5", 0), ("]]", "]]", 0), ("\t\n", "\t\n", 0),
      ("<![CDATA[a & b &amp; <i> ]] &#1; ]]>", "a & b &amp; <i> ]] &#1; ", 0),
      ("<![CDATA[\u{2}]]>", "", 1),
    ]
    for _ in 0..<200 {
      let drawn = (0..<Int.random(in: 1...40)).compactMap { _ in pieces.randomElement() }
      // What begins with a name may go on with the next piece.
      let text = drawn.map(\.written).joined(separator: "|")
      let handler = Collector()
      let xml = try XMLReader(Parts(Array("<a>\(text)</a>".utf8), largest: .random(in: 1...60)))
      try xml.read(for: handler)
      XCTAssertEqual(handler.text, drawn.map(\.read).joined(separator: "|"), text)
      XCTAssertEqual(xml.dropped, drawn.reduce(0) { $0 + $1.dropped }, text)
    }
  }

  /// Whatever encoding it is in, and says to be in.
  func testEncodings() throws {
    let text = "<?xml version='1.0' encoding='%'?><a>Käse “5 €”</a>"
    func document(_ stated: String, _ encoding: String) throws -> [UInt8] {
      try XCTUnwrap(
        TextEncoding(encoding).encoded(text.replacing("%", with: stated)), encoding)
    }
    for (stated, encoding) in [
      ("windows-1252", "Windows-1252"), ("ISO-8859-1", "Windows-1252"), ("UTF-16", "UTF-16LE"),
      ("UTF-16", "UTF-16BE"), ("utf-8", "UTF-16LE"), ("ISO-8859-1", "UTF-8"),
    ] {
      XCTAssertEqual(try read(document(stated, encoding)), "Käse “5 €”", "\(stated), \(encoding)")
    }
    for (stated, encoding, words) in [
      ("Shift_JIS", "Shift_JIS", "日本酒"), ("EUC-JP", "EUC-JP", "日本酒"), ("GB2312", "GB18030", "奶酪"),
      ("Big5", "Big5", "乳酪"), ("windows-1251", "Windows-1251", "Сыр"), ("KOI8-R", "KOI8-R", "Сыр"),
    ] {
      let document = "<?xml version=\"1.0\" encoding=\"\(stated)\"?><a>\(words)</a>"
      XCTAssertEqual(
        try read(XCTUnwrap(TextEncoding(encoding).encoded(document))), words, stated)
    }
    XCTAssertThrowsError(try read(Array("<?xml version='1.0' encoding='none'?><a>x</a>".utf8)))
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
