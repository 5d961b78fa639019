// SPDX-License-Identifier: Apache-2.0
// Excel's workbooks (ECMA-376, also the strict kind): what is the same for all sheets is read at once,
// a sheet as its rows are asked for.

final class XLSXWorkbook: TableReader, PictureSource, @unchecked Sendable {
  // One thread at a time uses a reader; pictures come from the archive, which does not change.
  private let archive: ZipArchive
  private let sheets: [XLSXParts.Sheet]
  private let styles: XLSXStyles
  let countsFrom1904: Bool
  private let textsPart: String
  private var texts: StoredTexts?
  private var sheet: XLSXSheet?

  let tables: [TableDescription]

  init(_ archive: ZipArchive) throws {
    self.archive = archive
    let main = try XLSXParts.workbook(of: archive)
    let workbook = try XLSXParts(archive, part: main)
    sheets = workbook.sheets
    countsFrom1904 = workbook.from1904
    tables = sheets.map { TableDescription(name: $0.name, isHidden: $0.isHidden) }
    guard !sheets.isEmpty else { throw UnreadableFile.noTable(.noSheets) }
    styles = try XLSXStyles(
      workbook.part(ofType: "styles").map { try Self.source($0, in: archive) })
    textsPart = workbook.part(ofType: "sharedStrings") ?? "xl/sharedStrings.xml"
  }

  var fraction: Double? { sheet?.xml.fraction }

  func open(_ table: Int) throws {
    guard sheets.indices.contains(table) else { return sheet = nil }
    let part = sheets[table].part
    let source = try Self.source(part, in: archive)
    if texts == nil { texts = try SharedTexts.read(archive.source(textsPart)) }
    sheet = try XLSXSheet(
      source, texts: texts, from: textsPart, styles: styles, from1904: countsFrom1904,
      pictures: try XLSXPictures.ofSheet(part, in: archive))
  }

  private static func source(_ part: String, in archive: ZipArchive) throws -> any ByteSource {
    guard let source = try archive.source(part) else {
      throw UnreadableFile.damaged(.missingPart(part))
    }
    return source
  }

  func nextRows() throws -> [TableRow] { try sheet?.nextRows() ?? [] }

  func picture(named name: String) -> [UInt8]? {
    guard let name = PicturesBeside.inside(name) else { return nil }
    return try? archive.source(name)?.all(limit: Self.largest)
  }
}
