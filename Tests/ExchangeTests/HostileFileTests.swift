// SPDX-License-Identifier: Apache-2.0
// Files that are broken, that lie, or that were made to do harm: refused, never a crash.

import Catalog
import Foundation
import TestSwitches
import XCTest

@testable import Exchange

final class HostileFileTests: ForeignFileTestCase {
  func testWhatIsSomethingElse() throws {
    XCTAssertEqual(try problem(Array("%PDF-1.7\n".utf8)), .noTable(.pdf))
    XCTAssertEqual(
      try problem([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), .noTable(.picture))
    let compound: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]
    XCTAssertEqual(try problem(compound + [UInt8](repeating: 0, count: 600)), .noTable(.oldExcel))
    let encrypted = "EncryptedPackage".utf8.flatMap { [$0, UInt8(0)] }
    XCTAssertEqual(try problem(compound + [UInt8](repeating: 0, count: 600) + encrypted), .password)
    XCTAssertEqual(try problem(TestArchive([("word/document.xml", "")]).bytes), .noTable(.word))
    XCTAssertEqual(try problem(Array("<svg/>".utf8)), .noTable(.noProducts))
    XCTAssertEqual(try problem(Array("<html><p>Hello</html>".utf8)), .noTable(.noProducts))
  }

  func testPasswords() throws {
    var archive = TestArchive([("list.csv", "A,B\n1,2\n")])
    archive.flags = 1
    XCTAssertEqual(try problem(archive.bytes), .password)
    let document = TestArchive.openDocument("", manifest: "<a><encryption-data/></a>")
    XCTAssertEqual(try problem(document.bytes), .password)
  }

  func testArchives() throws {
    var archive = TestArchive([("list.csv", "A,B\n1,2\n")])
    XCTAssertNil(try problem(archive.bytes))
    XCTAssertEqual(try problem(archive.bytes.dropLast(30)), .damaged(.archive))
    archive.fault = 1
    XCTAssertEqual(try problem(archive.bytes), .damaged(.packed))
    archive.fault = 0
    archive.statedSize = 600 << 20
    XCTAssertEqual(try problem(archive.bytes), .tooLarge(.unpacked(megabytes: 600)))
    var shared = TestArchive([("list.csv", "A,B\n1,2\n"), ("other.csv", "A,B\n1,2\n")])
    XCTAssertNil(try problem(shared.bytes))
    shared.isShared = true
    XCTAssertEqual(try problem(shared.bytes), .damaged(.archive))
    for name in ["../list.csv", "/etc/list.csv", "a\\..\\..\\list.csv"] {
      let problem = try problem(TestArchive([(name, "A,B\n")]).bytes)
      guard case .escapingName = problem else {
        return XCTFail("\(name): \(String(describing: problem))")
      }
    }
  }

  /// Before its rows are compared.
  func testMoreColumnsThanACatalogueHasFields() async throws {
    let store = try await CatalogStore.open(in: folder.appendingPathComponent("catalog"))
    for (count, isRefused) in [(999, false), (1_002, true)] {
      let names = (1...count).map { "Trait \($0)" }.joined(separator: ",")
      let values = String(repeating: ",x", count: count)
      let path = try write(Array("Title,\(names)\nChair\(values)\nTable\(values)\n".utf8))
      do {
        _ = try await ListImport.prepare(.open(path), ImportChoices(), with: store)
        XCTAssertFalse(isRefused)
      } catch let error as InvalidValue {
        XCTAssertTrue(isRefused, "\(error)")
        XCTAssertEqual(error, InvalidValue(.fieldName, .tooManyFields(limit: 1_000)))
      }
    }
    await store.close()
  }

  func testPicturesStayInTheirFolder() throws {
    let path = try write(Array("A,B\n1,2\n".utf8))
    let secret = folder.deletingLastPathComponent().appendingPathComponent("secret-\(UUID()).png")
    try Data([1]).write(to: secret)
    defer { try? FileManager.default.removeItem(at: secret) }
    let file = try ForeignFile.open(path)
    XCTAssertNil(file.picture(named: "../\(secret.lastPathComponent)"))
    XCTAssertNil(file.picture(named: secret.path))
    try Data([2]).write(to: folder.appendingPathComponent("own.png"))
    XCTAssertEqual(file.picture(named: "own.png"), [2])
  }

  func testAMarkOfXMLThatDoesNotEndIsRefused() throws {
    let long = String(repeating: "x", count: 6 << 20)
    for text in ["<collection type=\"\(long)", "<collection><!-- \(long)", "<collection><\(long)"] {
      XCTAssertEqual(try problem(Array(text.utf8)), .tooLarge(.text(megabytes: 4)))
    }
    // A text may be longer.
    let title = "<tellico><collection><entry><title>\(long)</title></entry></collection></tellico>"
    XCTAssertNotEqual(try? problem(Array(title.utf8)), .tooLarge(.text(megabytes: 4)))
  }

  func testNamesOfPicturesMayBeSpelledOtherwise() throws {
    let path = try write(Array("A,B\n1,2\n".utf8))
    let inner = folder.appendingPathComponent("Bilder")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    for (name, byte) in [("Hut.PNG", UInt8(1)), ("a.png", 2), ("A.png", 3)] {
      try Data([byte]).write(to: inner.appendingPathComponent(name))
    }
    let file = try ForeignFile.open(path)
    XCTAssertEqual(file.picture(named: "bilder\\hut.png"), [1])
    XCTAssertEqual(file.picture(named: "BILDER/A.png"), [3])
    XCTAssertNil(file.picture(named: "Bilder/A.PNG"), "it may be either")
    XCTAssertNil(file.picture(named: "Bilder/../Bilder/hut.png"))
  }

  func testClaimedCells() throws {
    func cell(_ attributes: String) -> String {
      "<table:table><table:table-row \(attributes)><table:table-cell office:value-type=\"float\" office:value=\"1\" \(attributes)/></table:table-row></table:table>"
    }
    for attribute in ["table:number-columns-repeated", "table:number-rows-repeated"] {
      XCTAssertEqual(
        try problem(TestArchive.openDocument(cell("\(attribute)=\"1000000000\"")).bytes),
        .tooLarge(.cells))
    }
  }

  func testCellsFarToTheRight() throws {
    try skipWithoutFaults()
    let far = String(repeating: "<row><c r=\"XFD1\"><v>1</v></c></row>", count: 2_500)
    XCTAssertEqual(try problem(TestArchive.workbook(far).bytes), .tooLarge(.cells))
  }

  /// Behind a quote that nobody closed.
  func testLinesWithoutEnd() throws {
    try skipWithoutFaults()
    let lines = [UInt8](repeating: 0x0A, count: 40_000_002)
    XCTAssertEqual(try problem([0x22] + lines), .tooLarge(.lines(millions: 40)))
  }

  func testMarkup() throws {
    XCTAssertEqual(
      try problem(TestArchive.workbook(String(repeating: "<a>", count: 5_000)).bytes),
      .tooLarge(.nesting))
    var entities = "<!DOCTYPE l [<!ENTITY e0 \"aaaaaaaaaa\">"
    for level in 1..<9 {
      let inner = String(repeating: "&e\(level - 1);", count: 10)
      entities += "<!ENTITY e\(level) \"\(inner)\">"
    }
    XCTAssertEqual(
      try problem(Array((entities + "]><collection><item><a>&e8;</a></item></collection>").utf8)),
      .tooLarge(.entities))
    XCTAssertEqual(try problem(Array("<tellico><collection>".utf8)), .damaged(.markup(line: 1)))
    let deep = String(repeating: "[", count: 100_000)
    XCTAssertEqual(try problem(Array(deep.utf8)), .tooLarge(.nesting))
  }

  /// A file that refers to another one gets nothing of it.
  func testNothingIsFetched() throws {
    let secret = try write(Array("secret".utf8))
    let file = try open(
      "<!DOCTYPE c [<!ENTITY x SYSTEM \"file://\(secret)\">]><collection><item title=\"a\"><b>&x;</b></item></collection>"
    )
    XCTAssertEqual(try cells(file), [["title"], ["a"]])
  }

  /// A slash before a combining mark is one character with it, but not for a disk.
  func testNoNameLeadsOutOfItsFolder() {
    for name in [
      "../x", "..\\x", "../\u{301}x", "a/..\\\u{301}x", "a/\u{301}/../x", "/x", "/\u{301}x", "",
    ] {
      XCTAssertNil(PicturesBeside.inside(name), name.debugDescription)
    }
    XCTAssertEqual(PicturesBeside.inside("a\\\u{301}x.jpg"), "a/\u{301}x.jpg")
  }

  func testFlippedAndCutBytes() throws {
    let files: [[UInt8]] = [
      TestArchive.workbook("<row><c t=\"s\"><v>0</v></c></row>", texts: "<si><t>a</t></si>").bytes,
      TestArchive.openDocument(
        "<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>"
      ).bytes,
      Array("SKU;Name\n1;\"Kä;se\"\n2;'x'\n".utf8),
      Array("{\"@type\":\"Product\",\"name\":\"a\",\"offers\":[{\"price\":1}]}".utf8),
      Array(
        "<html><table><tr><td>a<td>b</table><script type='application/ld+json'>{}</script>".utf8),
      Array(
        "<tellico><collection><fields><field name='a' type='8'/></fields><entry><as><a><column>x</column></a></as></entry></collection></tellico>"
          .utf8),
      Array(
        "<BMECAT><T_NEW_CATALOG><ARTICLE><SUPPLIER_AID>1</SUPPLIER_AID></ARTICLE></T_NEW_CATALOG></BMECAT>"
          .utf8),
      Array("\u{FEFF}Handle,Title,Vendor,Type\na,b,c,d\n".utf16).flatMap {
        [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      },
    ]
    for round in FuzzRounds("lists", most: rounds(20, withFaults: 300) * files.count) {
      var bytes = files[round % files.count]
      for _ in 0..<Int.random(in: 1...4) {
        let index = Int.random(in: bytes.indices)
        bytes[index] =
          Bool.random() ? UInt8.random(in: 0...255) : bytes[index] ^ 1 << UInt8.random(in: 0...7)
      }
      if Bool.random() { bytes.removeLast(Int.random(in: 0..<bytes.count)) }
      // Read or refused: only that it ends matters.
      _ = try problem(bytes)
    }
  }
}
