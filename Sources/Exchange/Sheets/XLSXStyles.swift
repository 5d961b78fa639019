// SPDX-License-Identifier: Apache-2.0
// How the cells of a workbook are shown, as far as it tells what a number means.

final class XLSXStyles: XMLHandler {
  private var formats: [Int: NumberFormat] = [:]
  private var cells: [NumberFormat] = []
  private var isAmongCells = false

  init(_ source: (any ByteSource)?) throws {
    guard let source else { return }
    try XMLReader(source.open()).read(for: self)
  }

  subscript(style: Int) -> NumberFormat { cells.indices.contains(style) ? cells[style] : .number }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "numFmt":
      if let id = xml.attribute("numFmtId").flatMap({ Int($0) }),
        let code = xml.attribute("formatCode")
      {
        formats[id] = NumberFormat(code)
      }
    case "cellXfs": isAmongCells = true
    case "xf" where isAmongCells:
      let id = xml.attribute("numFmtId").flatMap { Int($0) } ?? 0
      cells.append(formats[id] ?? NumberFormat(builtIn: id))
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    if name == "cellXfs" { isAmongCells = false }
  }
}
