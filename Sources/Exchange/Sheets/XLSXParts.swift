// SPDX-License-Identifier: Apache-2.0
// The parts of a workbook and how they refer to each other.

/// The workbook's own part: the names of its sheets, and where they are.
final class XLSXParts: XMLHandler {
  struct Sheet {
    var name: String
    var part: String
    var isHidden: Bool
  }

  private(set) var sheets: [Sheet] = []
  private(set) var from1904 = false
  private let relations: [XLSXRelations.Relation]

  /// The part that is the workbook.
  static func workbook(of archive: ZipArchive) throws -> String {
    let relations = try XLSXRelations.read(of: "", in: archive)
    if let part = relations.first(where: { $0.type == "officeDocument" })?.target,
      archive.has(part)
    {
      return part
    }
    guard archive.has("xl/workbook.xml") else {
      throw UnreadableFile.damaged(.missingPart("xl/workbook.xml"))
    }
    return "xl/workbook.xml"
  }

  init(_ archive: ZipArchive, part: String) throws {
    relations = try XLSXRelations.read(of: part, in: archive)
    guard let source = try archive.source(part) else {
      throw UnreadableFile.damaged(.missingPart(part))
    }
    try XMLReader(source.open()).read(for: self)
  }

  /// The first part of a kind.
  func part(ofType type: String) -> String? { relations.first { $0.type == type }?.target }

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "workbookPr": from1904 = ["1", "true"].contains(xml.attribute("date1904") ?? "")
    case "sheet":
      guard let id = xml.attribute("r:id") ?? xml.attribute("id"),
        let relation = relations.first(where: { $0.id == id }), relation.type == "worksheet"
      else { return }
      sheets.append(
        Sheet(
          name: xml.attribute("name") ?? "", part: relation.target,
          isHidden: xml.attribute("state").map { $0 != "visible" } ?? false))
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {}
}

/// The file beside a part that says what its ids mean.
final class XLSXRelations: XMLHandler {
  struct Relation {
    var id: String
    /// The last word of it, which is the same in both kinds of the format.
    var type: String
    var target: String
  }

  private let folder: [Substring]
  private var relations: [Relation] = []

  private init(folder: [Substring]) { self.folder = folder }

  /// - Parameter part: as “xl/workbook.xml”; empty for the whole package.
  static func read(of part: String, in archive: ZipArchive) throws -> [Relation] {
    let path = part.split(separator: "/")
    let folder = Array(path.dropLast())
    let file = (folder + ["_rels", "\(path.last ?? "").rels"]).joined(separator: "/")
    guard let source = try archive.source(file) else { return [] }
    let reader = XLSXRelations(folder: folder)
    try XMLReader(source.open()).read(for: reader)
    return reader.relations
  }

  func begin(_ name: String, in xml: XMLReader) {
    guard name == "Relationship", let id = xml.attribute("Id"), let target = xml.attribute("Target")
    else { return }
    let type = xml.attribute("Type")?.split(separator: "/").last.map(String.init) ?? ""
    relations.append(Relation(id: id, type: type, target: absolute(target)))
  }

  func end(_ name: String, in xml: XMLReader) {}

  private func absolute(_ target: String) -> String {
    var path = target.hasPrefix("/") ? [] : folder
    for step in target.split(separator: "/") {
      if step == ".." { _ = path.popLast() } else if step != "." { path.append(step) }
    }
    return path.joined(separator: "/")
  }
}
