// SPDX-License-Identifier: Apache-2.0
// The parts of an OpenDocument spreadsheet that are the same in all, and the beginning of its content.

import Catalog

enum OpenDocumentParts {
  static let type = "application/vnd.oasis.opendocument.spreadsheet"
  private static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

  private static let spaces = [
    ("office", "office"), ("table", "table"), ("text", "text"), ("style", "style"),
    ("number", "datastyle"), ("config", "config"), ("fo", "xsl-fo-compatible"),
  ].map { " xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($1):1.0\"" }.joined()

  static func contentBegin(_ columns: [WrittenColumn]) -> String {
    var text = declaration + "<office:document-content\(spaces) office:version=\"1.2\">"
    text += "<office:automatic-styles>" + styleOfDays
    for code in Currency.allCodes { text += style(ofMoney: code) }
    text += cellStyle("t", format: "N") + cellStyle("d", format: "D")
    text +=
      "<style:style style:name=\"h\" style:family=\"table-cell\" style:parent-style-name=\"Default\"><style:text-properties fo:font-weight=\"bold\"/></style:style>"
    for width in Set(columns.map(\.width)).sorted() {
      text += "<style:style style:name=\"w\(width)\" style:family=\"table-column\">"
      text += "<style:table-column-properties style:column-width=\"\(width * 2)mm\"/></style:style>"
    }
    text += "</office:automatic-styles><office:body><office:spreadsheet>"
    text += "<table:table table:name=\"\(XLSXFixedParts.sheetName)\">"
    for column in columns { text += "<table:table-column table:style-name=\"w\(column.width)\"/>" }
    return text
  }

  private static let styleOfDays =
    "<number:text-style style:name=\"N\"><number:text-content/></number:text-style>"
    + "<number:date-style style:name=\"D\" number:automatic-order=\"true\"><number:year number:style=\"long\"/><number:text>-</number:text><number:month number:style=\"long\"/><number:text>-</number:text><number:day number:style=\"long\"/></number:date-style>"

  private static func style(ofMoney code: String) -> String {
    let digits = (try? Currency(code))?.minorUnitDigits ?? 2
    return "<number:currency-style style:name=\"M\(code)\">"
      + "<number:number number:decimal-places=\"\(digits)\" number:min-integer-digits=\"1\" number:grouping=\"true\"/>"
      + "<number:text> </number:text><number:currency-symbol>\(code)</number:currency-symbol></number:currency-style>"
      + cellStyle("m\(code)", format: "M\(code)")
  }

  private static func cellStyle(_ name: String, format: String) -> String {
    "<style:style style:name=\"\(name)\" style:family=\"table-cell\" style:parent-style-name=\"Default\" style:data-style-name=\"\(format)\"/>"
  }

  static let styles =
    declaration + "<office:document-styles\(spaces) office:version=\"1.2\"><office:styles>"
    + "<style:style style:name=\"Default\" style:family=\"table-cell\"/></office:styles></office:document-styles>"

  /// The head stays in sight.
  static let settings: String = {
    let items = [
      ("HorizontalSplitMode", "short", "0"), ("VerticalSplitMode", "short", "2"),
      ("HorizontalSplitPosition", "int", "0"), ("VerticalSplitPosition", "int", "1"),
      ("ActiveSplitRange", "short", "2"), ("PositionTop", "int", "0"),
      ("PositionBottom", "int", "1"),
    ].map {
      "<config:config-item config:name=\"\($0)\" config:type=\"\($1)\">\($2)</config:config-item>"
    }
    return declaration
      + "<office:document-settings\(spaces) office:version=\"1.2\"><office:settings>"
      + "<config:config-item-set config:name=\"ooo:view-settings\"><config:config-item-map-indexed config:name=\"Views\"><config:config-item-map-entry>"
      + "<config:config-item config:name=\"ActiveTable\" config:type=\"string\">\(XLSXFixedParts.sheetName)</config:config-item>"
      + "<config:config-item-map-named config:name=\"Tables\"><config:config-item-map-entry config:name=\"\(XLSXFixedParts.sheetName)\">"
      + items.joined()
      + "</config:config-item-map-entry></config:config-item-map-named></config:config-item-map-entry></config:config-item-map-indexed></config:config-item-set>"
      + "</office:settings></office:document-settings>"
  }()

  static let manifest: String = {
    let space = "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
    let files =
      [("/", type)] + ["content.xml", "styles.xml", "settings.xml"].map { ($0, "text/xml") }
    return declaration + "<manifest:manifest xmlns:manifest=\"\(space)\" manifest:version=\"1.2\">"
      + files.map {
        "<manifest:file-entry manifest:full-path=\"\($0)\" manifest:media-type=\"\($1)\"/>"
      }.joined() + "</manifest:manifest>"
  }()
}
