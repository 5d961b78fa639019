// SPDX-License-Identifier: Apache-2.0
// The pictures that lie on the cells of a sheet: the first one of each product. Where they lie is written behind the
// rows; the same picture is in the archive once.

import Catalog

final class SheetPictures {
  private let picture: (String) throws -> [UInt8]
  private var numbers: [String: Int] = [:]
  private var names: [String] = []
  private var places: [(row: Int, picture: Int)] = []
  private var column = 0
  /// No workbook here has more files besides its pictures.
  private static let otherFiles = 20
  private(set) var faults: [ExportFault] = []

  init(_ picture: @escaping (String) throws -> [UInt8]) { self.picture = picture }

  /// The first picture of a row that a spreadsheet can show; nil if it has none.
  func cover(of row: TableCells, _ columns: [WrittenColumn]) throws -> String? {
    guard let place = columns.firstIndex(where: { $0.column == .pictures }) else { return nil }
    column = place
    let all = String(decoding: row.bytes[row.cells[place].text], as: UTF8.self)
    return all.split(separator: "\n").map(String.init).first { name in
      ["png", "jpg", "gif"].contains { name.hasSuffix(".\($0)") }
    }
  }

  /// Throws if there are more than an archive has room for: at the end, hours may have been spent.
  func place(_ name: String, row: Int) throws {
    let number = numbers[name] ?? names.count
    if number == names.count {
      guard number < ZipWriter.mostFiles - Self.otherFiles else { throw ZipWriter.TooLarge() }
      numbers[name] = number
      names.append(name)
    }
    places.append((row, number))
  }

  /// Writes the pictures and where they lie. One that is missing is named, and the rest goes on.
  func writeDrawing(to zip: ZipWriter) throws {
    var there: [String] = []
    var relations: [Int: Int] = [:]
    for (number, name) in names.enumerated() {
      do {
        try zip.add("xl/media/\(name)", try picture(name), isPacked: true)
      } catch CatalogError.picture {
        faults.append(.missingPicture(name))
        continue
      }
      there.append(name)
      relations[number] = there.count
    }
    try zip.begin("xl/drawings/drawing1.xml")
    try zip.write(Array(Self.begin.utf8)[...])
    for (id, place) in places.enumerated() {
      guard let relation = relations[place.picture] else { continue }
      let name = names[place.picture]
      try zip.write(Array(anchor(place.row, name, relation: relation, id: id + 1).utf8)[...])
    }
    try zip.write(Array("</xdr:wsDr>".utf8)[...])
    try zip.end()
    try zip.add(
      "xl/drawings/_rels/drawing1.xml.rels",
      Array(XLSXFixedParts.relations(there.map { ("image", "../media/\($0)") }).utf8))
    try zip.add(
      "xl/worksheets/_rels/sheet1.xml.rels",
      Array(XLSXFixedParts.relations([("drawing", "../drawings/drawing1.xml")]).utf8))
  }

  private static let begin =
    XLSXFixedParts.declaration
    + "<xdr:wsDr xmlns:xdr=\"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing\" xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"\(XLSXFixedParts.office)\">"

  /// As high as its row, and as wide.
  private func anchor(_ row: Int, _ name: String, relation: Int, id: Int) -> String {
    let size = 720_000
    return "<xdr:oneCellAnchor><xdr:from><xdr:col>\(column)</xdr:col><xdr:colOff>0</xdr:colOff>"
      + "<xdr:row>\(row)</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from>"
      + "<xdr:ext cx=\"\(size)\" cy=\"\(size)\"/><xdr:pic><xdr:nvPicPr><xdr:cNvPr id=\"\(id)\" name=\"\(name)\"/>"
      + "<xdr:cNvPicPr><a:picLocks noChangeAspect=\"1\"/></xdr:cNvPicPr></xdr:nvPicPr>"
      + "<xdr:blipFill><a:blip r:embed=\"rId\(relation)\"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>"
      + "<xdr:spPr><a:xfrm><a:off x=\"0\" y=\"0\"/><a:ext cx=\"\(size)\" cy=\"\(size)\"/></a:xfrm>"
      + "<a:prstGeom prst=\"rect\"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic><xdr:clientData/></xdr:oneCellAnchor>"
  }
}
