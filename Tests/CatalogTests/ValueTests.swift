// SPDX-License-Identifier: Apache-2.0
// Values can only be created valid, and explain why they cannot be.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class ValueTests: XCTestCase {
  func testTitleIsTrimmedComposedAndOneLine() throws {
    XCTAssertEqual(try ProductTitle("  Red Rose\n").text, "Red Rose")
    XCTAssertEqual(try ProductTitle("e\u{301}clair").text.unicodeScalars.first, "\u{e9}")
    XCTAssertEqual(try ProductTitle(String(repeating: "👩‍👩‍👧", count: 40)).text.count, 40)
    XCTAssertNoThrow(try ProductTitle(String(repeating: "x", count: 200)))
    // Letters that are joined, and that are not.
    for text in ["می\u{200c}خواهم", "क्\u{200d}ष", "👩\u{200d}👧"] {
      XCTAssertEqual(try ProductTitle(text).text, text.precomposedStringWithCanonicalMapping)
    }
    let zalgo = "x" + String(repeating: "\u{301}", count: 5000)
    for text in [
      "", "  \n ", "a\nb", "a\tb", "a\u{0}b", "a\u{2028}b", String(repeating: "x", count: 201),
      zalgo, "data\u{202e}live", "a\u{200f}b", "a\u{2067}b", "a\u{85}b", "a\u{9b}b", "a\u{1b}b",
    ] {
      assertRefused(.title) { try ProductTitle(text) }
    }
  }

  func testYear() throws {
    XCTAssertEqual(try IntroductionYear(" 2007 ").value, 2007)
    XCTAssertEqual(try IntroductionYear("0007").value, 7)
    XCTAssertEqual(try IntroductionYear(9999).value, 9999)
    for text in ["", " ", "0", "10000", "-5", "+5", "20.7", "２００７", "٢٠٠٧", "1e3", "00001"] {
      assertRefused(.year) { try IntroductionYear(text) }
    }
    for value in [0, -1, 10_000, Int.min, Int.max] {
      assertRefused(.year) { try IntroductionYear(value) }
    }
  }

  func testCurrency() throws {
    XCTAssertEqual(try Currency(" eur ").code, "EUR")
    XCTAssertEqual(
      try ["EUR", "JPY", "KWD", "CLF"].map { try Currency($0).minorUnitDigits }, [2, 0, 3, 4])
    XCTAssertEqual(Currency.allCodes, Currency.allCodes.sorted())
    XCTAssertTrue(Currency.allCodes.allSatisfy { $0.count == 3 })
    for text in ["", "EU", "EURO", "€", "XYZ"] {
      assertRefused(.currency) { try Currency(text) }
    }
  }

  func testPriceReadsWhatAUserWrites() throws {
    for (text, code, minorUnits, decimal) in [
      ("49.98", "EUR", 4998, "49.98"), (" 12,5 ", "EUR", 1250, "12.50"), ("7", "EUR", 700, "7.00"),
      ("0.05", "EUR", 5, "0.05"), ("0", "EUR", 0, "0.00"), ("007.10", "EUR", 710, "7.10"),
      ("12.", "EUR", 1200, "12.00"), ("1200", "JPY", 1200, "1200"), ("1.234", "KWD", 1234, "1.234"),
      ("92233720368547758.07", "EUR", Int64.max, "92233720368547758.07"),
    ] {
      let price = try Price(text, currency: Currency(code))
      XCTAssertEqual(price.minorUnits, minorUnits, text)
      XCTAssertEqual(price.decimalText, decimal, text)
      XCTAssertEqual(try Price(price.decimalText, currency: price.currency), price)
    }
  }

  func testPriceRefusesWhatCouldMeanTwoThings() throws {
    let euro = try Currency("EUR")
    for (text, words) in [
      ("", "a number"), ("abc", "a number"), ("1e5", "a number"), ("٣", "a number"),
      ("１２", "a number"), ("0x10", "a number"), (".", "a number"), (",5", "a number"),
      ("+5", "a number"), ("5 €", "a number"), ("NaN", "a number"), ("1 234", "a number"),
      ("-5", "negative"), ("−5", "negative"), ("1,234.5", "grouping"), ("1.2.3", "grouping"),
      ("1,234", "at most 2"), ("5.001", "at most 2"), ("92233720368547758.08", "too large"),
      (String(repeating: "9", count: 400), "too large"),
    ] {
      let refusal = assertRefused(.price) { try Price(text, currency: euro) }
      XCTAssertTrue(refusal.contains(words), "\(text): \(refusal)")
    }
    let yen = assertRefused(.price) { try Price("12.5", currency: Currency("JPY")) }
    XCTAssertTrue(yen.contains("no decimals"), yen)
    assertRefused(.price) { try Price(minorUnits: -1, currency: euro) }
  }

  func testGTINChecksItsDigit() throws {
    for text in ["4006381333931", "96385074", "036000291452", "10012345678902", "00000000"] {
      XCTAssertEqual(try GTIN(" \(text) ").text, text)
    }
    for text in ["", "4006381333930", "400638133393", "123", "4006-38133393", "４００６３８１３３３９３１"] {
      assertRefused(.gtin) { try GTIN(text) }
    }
    XCTAssertTrue(
      assertRefused(.gtin) { try GTIN("4006381333930") }.contains("should be 1"))
  }

  func testSKU() throws {
    XCTAssertEqual(try SKU(" FL-001 ").text, "FL-001")
    for text in ["", "a\u{7}b", String(repeating: "x", count: 65)] {
      assertRefused(.sku) { try SKU(text) }
    }
  }

  func testCategoryPath() throws {
    let roses = try CategoryPath(" Flowers / Roses ")
    XCTAssertEqual(roses.components, ["Flowers", "Roses"])
    XCTAssertEqual(roses.text, "Flowers/Roses")
    XCTAssertEqual(roses.parent, try CategoryPath("Flowers"))
    XCTAssertNil(roses.parent?.parent)
    XCTAssertTrue(try CategoryPath("Flowers").contains(roses))
    XCTAssertFalse(try CategoryPath("Flow").contains(roses))
    for text in [
      "", "/", "a/", "/a", "a//b", "a/\u{0}",
      Array(repeating: "a", count: 17).joined(separator: "/"),
    ] {
      assertRefused(.category) { try CategoryPath(text) }
    }
  }

  func testTagIsTrimmedComposedAndOneLine() throws {
    XCTAssertEqual(try Tag(" cut flowers\t").text, "cut flowers")
    let composed = try Tag("e\u{301}te\u{301}")
    XCTAssertEqual(Array(composed.text.unicodeScalars), Array("\u{e9}t\u{e9}".unicodeScalars))
    XCTAssertEqual(try Tag(String(repeating: "x", count: 100)).text.count, 100)
    XCTAssertEqual(try Tag(String(repeating: "e\u{301}", count: 100)).text.count, 100)
    let letters = String(repeating: "👩‍👩‍👧", count: 100)
    for (text, message) in [
      ("", "A tag must not be empty."), (" \n\t ", "A tag must not be empty."),
      ("a\nb", "A tag must be one line without control characters."),
      ("a\u{0}b", "A tag must be one line without control characters."),
      ("a\u{2029}b", "A tag must be one line without control characters."),
      (String(repeating: "x", count: 101), "A tag must not be longer than 100 characters."),
      (String(repeating: "é", count: 101), "A tag must not be longer than 100 characters."),
      (letters, "A tag must not be longer than 100 characters."),
    ] {
      XCTAssertEqual(assertRefused(.tags) { try Tag(text) }, message)
    }
  }

  func testTagsAreThereOnce() throws {
    let (red, cut) = (try Tag("red"), try Tag("cut"))
    var tags = try Tags([red, cut])
    XCTAssertEqual(Array(tags), [red, cut], "in their order")
    XCTAssertEqual(try Tags([]), Tags())
    XCTAssertNotEqual(try Tags([cut, red]), tags)
    tags.add(red)
    XCTAssertEqual(Array(tags), [red, cut], "it is there already")
    tags.remove(red)
    tags.add(red)
    XCTAssertEqual(Array(tags), [cut, red], "after the others")
    tags.remove(try Tag("blue"))
    XCTAssertEqual(tags.count, 2)
    XCTAssertNoThrow(try Tags([red, Tag("Red")]))
    for twice in [[red, red], [red, cut, red], [try Tag("\u{e9}"), try Tag("e\u{301}")]] {
      XCTAssertEqual(
        assertRefused(.tags) { try Tags(twice) }, "The same tag appears twice.")
    }
  }

  func testQuantity() throws {
    let most = DecimalNumber(whole: 1_000_000_000)
    let least = DecimalNumber(millionths: 1)
    for value in [0, least, 1, most] {
      XCTAssertEqual(try Quantity(stock: value).value, value)
      XCTAssertEqual(try Quantity(minimum: value), try Quantity(stock: value))
      if value > 0 { XCTAssertEqual(try Quantity(packSize: value), try Quantity(stock: value)) }
    }
    XCTAssertEqual(
      assertRefused(.packSize) { try Quantity(packSize: 0) }, "The pack size must be more than 0.")
    for value in [
      -1, DecimalNumber(millionths: -1), DecimalNumber(millionths: most.millionths + 1),
      DecimalNumber(millionths: .min), DecimalNumber(millionths: .max),
    ] {
      XCTAssertEqual(
        assertRefused(.stock) { try Quantity(stock: value) },
        "The stock must be from 0 to 1,000,000,000.")
      XCTAssertEqual(
        assertRefused(.minimumStock) { try Quantity(minimum: value) },
        "The minimum stock must be from 0 to 1,000,000,000.")
    }
  }

  func testFreeTextIsKeptToTheLetter() throws {
    let decomposed = " e\u{301}\r\n\t\u{1}\u{2028}👩‍👩‍👧 "
    for text in ["", " ", decomposed, String(repeating: "x", count: 1_000_000)] {
      for made in [
        try FreeText(description: text), try FreeText(caption: text), try FreeText(note: text),
      ] {
        // But for line ends, which are those of one system.
        let kept = text.unicodeScalars.filter { $0 != "\r" }
        XCTAssertEqual(Array(made.text.unicodeScalars), Array(kept))
      }
    }
    XCTAssertEqual(try FreeText(note: "a\rb\r\nc\n\r").text, "a\nb\nc\n\n")
    XCTAssertEqual(try FreeText(note: ""), .empty)
    for text in ["\0", "a\0b", "é\0", String(repeating: "x", count: 100) + "\0"] {
      XCTAssertEqual(
        assertRefused(.description) { try FreeText(description: text) },
        "The description must not contain the character NUL.")
      XCTAssertEqual(
        assertRefused(.caption) { try FreeText(caption: text) },
        "A caption must not contain the character NUL.")
      XCTAssertEqual(
        assertRefused(.noteText) { try FreeText(note: text) },
        "A note must not contain the character NUL.")
      XCTAssertEqual(
        assertRefused(.noteTitle) { try NoteTitle(text) },
        "The title of a note must not contain the character NUL.")
    }
  }

  func testNoteTitle() throws {
    XCTAssertEqual(try NoteTitle(""), .empty)
    XCTAssertEqual(try NoteTitle(" Two\nlines ").text, " Two\nlines ")
    for letter in ["x", "é", "🧺"] {
      XCTAssertNoThrow(try NoteTitle(String(repeating: letter, count: 1000)))
      XCTAssertEqual(
        assertRefused(.noteTitle) { try NoteTitle(String(repeating: letter, count: 1001)) },
        "The title of a note must not be longer than 1,000 characters.")
    }
    // Combining marks count, or there could be any number of them.
    XCTAssertNoThrow(try NoteTitle(String(repeating: "e\u{301}", count: 500)))
    assertRefused(.noteTitle) { try NoteTitle(String(repeating: "e\u{301}", count: 501)) }
  }

  func testImageNamesNoFileElsewhere() throws {
    let hash = String(repeating: "0a", count: 32)
    XCTAssertNoThrow(try ProductPicture(contentHash: hash, fileExtension: "png"))
    for (hash, ext) in [
      ("../../etc/passwd", "png"), (hash, "png/../x"), (hash.uppercased(), "png"), (hash, "exe"),
      (hash + "0", "png"), ("", "png"), (hash, ""),
    ] {
      assertRefused(.pictures) { try ProductPicture(contentHash: hash, fileExtension: ext) }
    }
  }

  func testChangeLeavesTheRestAlone() throws {
    let product = Product(
      title: try ProductTitle("Rose"), stock: 3, minimumStock: 2, year: try IntroductionYear(2011))
    XCTAssertEqual(ProductChange().applied(to: product), product)
    let changed = ProductChange(title: try ProductTitle("White Rose"), stock: .some(nil))
      .applied(to: product)
    XCTAssertEqual(changed.title.text, "White Rose")
    XCTAssertNil(changed.stock)
    XCTAssertEqual(changed.minimumStock, 2)
    XCTAssertEqual(changed.year?.value, 2011)
  }

  func testSHA256() {
    // FIPS 180-4's own examples, and the lengths around the end of a block.
    for (message, digest) in [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        String(repeating: "a", count: 55),
        "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"
      ),
      (
        String(repeating: "a", count: 56),
        "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"
      ),
      (
        String(repeating: "a", count: 63),
        "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"
      ),
      (
        String(repeating: "a", count: 64),
        "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"
      ),
      (
        String(repeating: "a", count: 65),
        "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0"
      ),
      (
        String(repeating: "a", count: 119),
        "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"
      ),
      (
        String(repeating: "a", count: 120),
        "2f3d335432c70b580af0e8e1b3674a7c020d683aa5f73aaaedfdc55af904c21c"
      ),
      (
        String(repeating: "a", count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
    ] {
      XCTAssertEqual(SHA256.hexDigest(of: message.utf8), digest, "\(message.utf8.count) bytes")
    }
  }

  @discardableResult
  private func assertRefused<Value>(
    _ field: InvalidValue.Field, file: StaticString = #filePath, line: UInt = #line,
    _ make: () throws -> Value
  ) -> String {
    do {
      XCTFail("\(try make()) was accepted", file: file, line: line)
    } catch let refusal as InvalidValue {
      XCTAssertEqual(refusal.field, field, file: file, line: line)
      let sentence = (refusal as any Error).sentence
      XCTAssertTrue(sentence.hasSuffix("."), sentence, file: file, line: line)
      XCTAssertEqual(refusal.sentence, sentence, file: file, line: line)
      return sentence
    } catch {
      XCTFail("unexpected error: \(error)", file: file, line: line)
    }
    return ""
  }
}
