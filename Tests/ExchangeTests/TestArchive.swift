// SPDX-License-Identifier: Apache-2.0
// Zip archives whose files are not packed, made byte by byte, so that a test can also make wrong ones.

import Foundation

struct TestArchive {
  var files: [(name: String, bytes: [UInt8])] = []
  /// Added to each checksum, and set in each file's flags.
  var fault: UInt32 = 0
  var flags: UInt16 = 0
  /// What the directory says of the size of each file, if it lies.
  var statedSize: Int?
  /// Whether all files are said to stand where the first one does.
  var isShared = false

  init(_ files: [(name: String, text: String)]) {
    self.files = files.map { ($0.name, Array($0.text.utf8)) }
  }

  var bytes: [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for (name, bytes) in files {
      let sum = Self.checksum(bytes) &+ fault
      let common = number(flags) + number(UInt16(0)) + number(UInt32(0)) + number(sum)
      let sizes = number(UInt32(bytes.count)) + number(UInt32(statedSize ?? bytes.count))
      let names = number(UInt16(name.utf8.count)) + number(UInt16(0))
      directory += number(UInt32(0x0201_4B50)) + number(UInt16(20)) + number(UInt16(20)) + common
      directory += sizes + names + number(UInt16(0)) + number(UInt32(0)) + number(UInt32(0))
      directory += number(UInt32(isShared ? 0 : archive.count)) + Array(name.utf8)
      archive += number(UInt32(0x0403_4B50)) + number(UInt16(20)) + common + sizes + names
      archive += Array(name.utf8) + bytes
    }
    let count = number(UInt16(files.count))
    let end = number(UInt32(0x0605_4B50)) + number(UInt32(0)) + count + count
    return archive + directory + end + number(UInt32(directory.count))
      + number(UInt32(archive.count)) + number(UInt16(0))
  }

  private func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return ~sum
  }
}

extension TestArchive {
  /// A workbook with one sheet, of the XML of its rows.
  static func workbook(
    _ rows: String, behind: String = "", styles: String = "", texts: String = "",
    is1904: Bool = false, prefix: String = "", others: [(name: String, text: String)] = []
  ) -> TestArchive {
    let colon = prefix.isEmpty ? "" : prefix + ":"
    let space =
      prefix.isEmpty ? "" : " xmlns:\(prefix)=\"http://purl.oclc.org/ooxml/spreadsheetml/main\""
    let types = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    func relations(_ all: [(String, String, String)]) -> String {
      "<Relationships>"
        + all.map { "<Relationship Id=\"\($0)\" Type=\"\(types)\($1)\" Target=\"\($2)\"/>" }
        .joined()
        + "</Relationships>"
    }
    return TestArchive(
      [
        ("[Content_Types].xml", "<Types/>"),
        ("_rels/.rels", relations([("r1", "officeDocument", "xl/workbook.xml")])),
        (
          "xl/workbook.xml",
          "<\(colon)workbook\(space) xmlns:r=\"\(types)\"><\(colon)workbookPr date1904=\"\(is1904 ? 1 : 0)\"/><\(colon)sheets><\(colon)sheet name=\"Prices\" sheetId=\"1\" r:id=\"r1\"/><\(colon)sheet name=\"Secret\" state=\"hidden\" sheetId=\"2\" r:id=\"r2\"/></\(colon)sheets></\(colon)workbook>"
        ),
        (
          "xl/_rels/workbook.xml.rels",
          relations([
            ("r1", "worksheet", "/xl/worksheets/a.xml"), ("r2", "worksheet", "worksheets/b.xml"),
            ("r3", "styles", "styles.xml"), ("r4", "sharedStrings", "texts.xml"),
          ])
        ),
        (
          "xl/worksheets/a.xml",
          "<\(colon)worksheet\(space)><\(colon)sheetData>\(rows)</\(colon)sheetData>\(behind)</\(colon)worksheet>"
        ),
        ("xl/worksheets/b.xml", "<worksheet><sheetData/></worksheet>"),
        ("xl/styles.xml", "<styleSheet>\(styles)</styleSheet>"),
        ("xl/texts.xml", "<sst>\(texts)</sst>"),
      ] + others)
  }

  /// An OpenDocument spreadsheet, of the XML of its tables.
  static func openDocument(_ tables: String, manifest: String = "<manifest/>") -> TestArchive {
    TestArchive([
      ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      ("META-INF/manifest.xml", manifest), ("content.xml", content(tables)),
    ])
  }

  static func content(_ tables: String, root: String = "document-content") -> String {
    let spaces = ["office", "table", "text", "style", "calcext"].map {
      " xmlns:\($0)=\"urn:\($0)\""
    }
    return
      "<office:\(root)\(spaces.joined())><office:automatic-styles><style:style style:name=\"ta2\"><style:table-properties table:display=\"false\"/></style:style></office:automatic-styles><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:\(root)>"
  }
}
