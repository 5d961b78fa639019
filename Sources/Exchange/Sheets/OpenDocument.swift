// SPDX-License-Identifier: Apache-2.0
// OpenDocument spreadsheets, in an archive or as one flat file. All sheets are in one stream of XML, so
// that a later one is found by reading over those before it.

final class OpenDocument: TableReader, PictureSource, @unchecked Sendable {
  // One thread at a time uses a reader; pictures come from the archive, which does not change.
  private let content: any ByteSource
  private let archive: ZipArchive?
  private var sheet: OpenDocumentSheet?

  let tables: [TableDescription]

  convenience init(_ archive: ZipArchive) throws {
    if let manifest = try archive.source("META-INF/manifest.xml"),
      !places(of: Array("encryption-data".utf8), in: try manifest.all(limit: 16 << 20)).isEmpty
    {
      throw UnreadableFile.password
    }
    guard let content = try archive.source("content.xml") else {
      throw UnreadableFile.damaged(.missingPart("content.xml"))
    }
    try self.init(content: content, archive: archive)
  }

  /// A flat file.
  convenience init(flat: any ByteSource) throws { try self.init(content: flat, archive: nil) }

  private init(content: any ByteSource, archive: ZipArchive?) throws {
    self.content = content
    self.archive = archive
    let names = OpenDocumentNames()
    try XMLReader(content.open()).read(for: names)
    tables = names.tables
    guard !tables.isEmpty else { throw UnreadableFile.noTable(.noSheets) }
  }

  var fraction: Double? { sheet?.xml.fraction }

  func open(_ table: Int) throws {
    sheet = try OpenDocumentSheet(content.open(), table: table)
  }

  func nextRows() throws -> [TableRow] { try sheet?.nextRows() ?? [] }

  func picture(named name: String) -> [UInt8]? {
    guard let name = PicturesBeside.inside(name) else { return nil }
    return try? archive?.source(name)?.all(limit: Self.largest)
  }
}

/// The names of the sheets, and which of them are not shown.
private final class OpenDocumentNames: XMLHandler {
  private(set) var tables: [TableDescription] = []
  private var hiddenStyles: Set<String> = []
  private var style = ""
  private var nesting = 0

  func begin(_ name: String, in xml: XMLReader) {
    switch name {
    case "style": style = xml.attribute("style:name") ?? ""
    case "table-properties":
      if xml.attribute("display") == "false" { hiddenStyles.insert(style) }
    case "table":
      if nesting == 0 {
        let isHidden = xml.attribute("style-name").map(hiddenStyles.contains) ?? false
        tables.append(
          TableDescription(name: xml.attribute("table:name") ?? "", isHidden: isHidden))
      }
      nesting += 1
    default: break
    }
  }

  func end(_ name: String, in xml: XMLReader) {
    if name == "table" { nesting -= 1 }
  }
}
