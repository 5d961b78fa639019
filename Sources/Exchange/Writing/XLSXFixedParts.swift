// SPDX-License-Identifier: Apache-2.0
// The parts of a workbook that are the same in all, and the beginning of its sheet.

import Catalog

enum XLSXFixedParts {
  static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006"

  static func contentTypes(hasPictures: Bool) -> String {
    let spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    var text = declaration + "<Types xmlns=\"\(package)/content-types\">"
    var endings = [
      ("rels", "application/vnd.openxmlformats-package.relationships+xml"),
      ("xml", "application/xml"),
    ]
    if hasPictures {
      endings += [("png", "image/png"), ("jpg", "image/jpeg"), ("gif", "image/gif")]
    }
    for (ending, type) in endings {
      text += "<Default Extension=\"\(ending)\" ContentType=\"\(type)\"/>"
    }
    var parts = [
      ("xl/workbook.xml", spreadsheet + "sheet.main+xml"),
      ("xl/worksheets/sheet1.xml", spreadsheet + "worksheet+xml"),
      ("xl/styles.xml", spreadsheet + "styles+xml"),
    ]
    if hasPictures {
      parts.append(
        ("xl/drawings/drawing1.xml", "application/vnd.openxmlformats-officedocument.drawing+xml"))
    }
    for (part, type) in parts {
      text += "<Override PartName=\"/\(part)\" ContentType=\"\(type)\"/>"
    }
    return text + "</Types>"
  }

  static let relations = relations([("officeDocument", "xl/workbook.xml")])
  static let workbookRelations = relations([
    ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"),
  ])

  /// By their numbers, from 1.
  static func relations(_ all: [(type: String, target: String)]) -> String {
    var text = declaration + "<Relationships xmlns=\"\(package)/relationships\">"
    for (place, relation) in all.enumerated() {
      text +=
        "<Relationship Id=\"rId\(place + 1)\" Type=\"\(office)/\(relation.type)\" Target=\"\(relation.target)\"/>"
    }
    return text + "</Relationships>"
  }

  static let workbook =
    declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(office)\">"
    + "<sheets><sheet name=\"\(sheetName)\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"

  static let sheetName = "Products"

  /// The head stays in sight, and columns are about as wide as what stands in them.
  static func sheetBegin(_ columns: [WrittenColumn]) -> String {
    var text = declaration + "<worksheet xmlns=\"\(main)\" xmlns:r=\"\(office)\">"
    text += "<sheetViews><sheetView tabSelected=\"1\" workbookViewId=\"0\">"
    text += "<pane ySplit=\"1\" topLeftCell=\"A2\" activePane=\"bottomLeft\" state=\"frozen\"/>"
    text += "</sheetView></sheetViews><sheetFormatPr defaultRowHeight=\"15\"/><cols>"
    for (place, column) in columns.enumerated() {
      text +=
        "<col min=\"\(place + 1)\" max=\"\(place + 1)\" width=\"\(column.width)\" customWidth=\"1\"/>"
    }
    return text + "</cols><sheetData>"
  }
}

extension WrittenColumn {
  /// In characters.
  var width: Int {
    switch column {
    case .id, .variantOf: 14
    case .field(.builtIn(.title)): 36
    case .field(let field):
      switch field.kind {
      case .text: 50
      case .line, .category, .tags, .link, .code: 18
      default: 12
      }
    default: 12
    }
  }
}

enum TableLetters {
  /// “A” to “Z”, “AA” …
  static func of(_ column: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(column % 26)))
    return column < 26 ? letter : of(column / 26 - 1) + letter
  }
}
