// SPDX-License-Identifier: Apache-2.0
// How the cells of a workbook are shown: days as the country has them, amounts with their currency, codes as texts that
// stay texts when somebody edits them. Which currencies there are is known when all rows are written.

import Catalog

struct XLSXStyleTable {
  static let head = 1
  static let day = 2
  private static let code = 3
  private static let lines = 4
  /// Of numbers, by how many decimals they have.
  private static let firstOfDecimals = 5
  private static let firstOfMoney = 12

  private var currencies: [(code: [UInt8], decimals: Int)] = []
  private var last = 0

  func style(ofTexts column: WrittenColumn) -> Int {
    switch column.kind {
    case .code?: Self.code
    case .text?: Self.lines
    default: column.column == .field(.builtIn(.sku)) || column.column == .id ? Self.code : 0
    }
  }

  func style(ofDecimals decimals: Int) -> Int {
    decimals == 0 ? 0 : Self.firstOfDecimals + min(decimals, 6)
  }

  mutating func style(ofMoney code: ArraySlice<UInt8>, decimals: Int) -> Int {
    if last < currencies.count, currencies[last].code.elementsEqual(code) {
      return Self.firstOfMoney + last
    }
    last = currencies.firstIndex { $0.code.elementsEqual(code) } ?? currencies.count
    if last == currencies.count { currencies.append((Array(code), decimals)) }
    return Self.firstOfMoney + last
  }

  var xml: [UInt8] {
    let decimals = (0...6).map { "0" + ($0 > 0 ? "." + String(repeating: "0", count: $0) : "") }
    let money = currencies.map { currency in
      "#,##0"
        + (currency.decimals > 0 ? "." + String(repeating: "0", count: currency.decimals) : "")
        + "\\ [$" + String(decoding: currency.code, as: UTF8.self) + "]"
    }
    var text = XLSXFixedParts.declaration
    text += "<styleSheet xmlns=\"\(XLSXFixedParts.main)\">"
    let formats = decimals + money
    text += "<numFmts count=\"\(formats.count)\">"
    for (place, format) in formats.enumerated() {
      text += "<numFmt numFmtId=\"\(170 + place)\" formatCode=\"\(format)\"/>"
    }
    text += "</numFmts>"
    text += "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
    text += "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
    text += "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
    text += "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
    text +=
      "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
    text +=
      "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
    var cells = [
      cell(0), cell(0, font: 1), cell(14), cell(49),
      "<xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyAlignment=\"1\"><alignment vertical=\"top\" wrapText=\"1\"/></xf>",
    ]
    cells += formats.indices.map { cell(170 + $0) }
    text += "<cellXfs count=\"\(cells.count)\">\(cells.joined())</cellXfs>"
    text +=
      "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>"
    return Array((text + "</styleSheet>").utf8)
  }

  private func cell(_ format: Int, font: Int = 0) -> String {
    let applies = format == 0 ? "" : " applyNumberFormat=\"1\""
    return
      "<xf numFmtId=\"\(format)\" fontId=\"\(font)\" fillId=\"0\" borderId=\"0\" xfId=\"0\"\(applies)/>"
  }
}
