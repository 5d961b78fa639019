// SPDX-License-Identifier: Apache-2.0
// The pictures that lie on the cells of a sheet. A cell has the name of the one that begins there.

final class XLSXPictures: XMLHandler {
  /// By id: a sheet may have very many pictures.
  private let targets: [String: String]
  private var pictures: [SheetPlace: String] = [:]
  private var isFrom = false
  private var row = 0
  private var column = 0

  private init(_ relations: [XLSXRelations.Relation]) {
    targets = Dictionary(relations.map { ($0.id, $0.target) }) { first, _ in first }
  }

  static func ofSheet(_ part: String, in archive: ZipArchive) throws -> [SheetPlace: String] {
    var all: [SheetPlace: String] = [:]
    for relation in try XLSXRelations.read(of: part, in: archive) where relation.type == "drawing" {
      guard let source = try archive.source(relation.target) else { continue }
      let reader = XLSXPictures(try XLSXRelations.read(of: relation.target, in: archive))
      try XMLReader(source.open()).read(for: reader)
      all.merge(reader.pictures) { first, _ in first }
    }
    return all.filter { archive.has($0.value) }
  }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "from": isFrom = true
    case "row", "col": xml.collects = isFrom
    case "blip":
      let place = SheetPlace(row: row, column: column)
      guard (1...SheetSize.rows).contains(row), (0..<SheetSize.columns).contains(column) else {
        return
      }
      if let target = xml.attribute("embed").flatMap({ targets[$0] }), pictures[place] == nil {
        pictures[place] = target
      }
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    switch name {
    case "from": isFrom = false
    case "row" where isFrom: row = min(Int(xml.takeText()) ?? 0, SheetSize.rows) + 1
    case "col" where isFrom: column = Int(xml.takeText()) ?? 0
    default: break
    }
    xml.collects = false
  }
}
