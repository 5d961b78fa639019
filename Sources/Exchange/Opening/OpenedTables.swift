// SPDX-License-Identifier: Apache-2.0
// Chooses the reader for what a file is.

struct OpenedTables {
  var format: ForeignFormat
  var reader: any TableReader
  var pictures: any PictureSource
  var dialect: TextDialect?
  var known: KnownTable?

  static func of(
    _ file: OpenFile, beside: any PictureSource, choices: ReadingChoices
  ) throws -> OpenedTables {
    switch try ContentDetection.content(of: file) {
    case .zip: return try packed(ZipArchive(file), beside: beside, choices: choices)
    case .gzip:
      let unpacked = Inflated(packed: file, wrapping: .gzip, size: nil)
      let content = try ContentDetection.content(of: unpacked)
      return try of(unpacked, as: content, pictures: beside, choices: choices)
    case let content: return try of(file, as: content, pictures: beside, choices: choices)
    }
  }

  private static func packed(
    _ archive: ZipArchive, beside: any PictureSource, choices: ReadingChoices
  ) throws -> OpenedTables {
    let entries = archive.entries
    if entries["content.xml"] != nil, try mimeType(of: archive).contains("spreadsheet") {
      let document = try OpenDocument(archive)
      return OpenedTables(format: .ods, reader: document, pictures: document)
    }
    if entries["word/document.xml"] != nil || entries["content.xml"] != nil {
      throw UnreadableFile.noTable(.word)
    }
    if entries["ppt/presentation.xml"] != nil { throw UnreadableFile.noTable(.presentation) }
    if entries["xl/workbook.bin"] != nil { throw UnreadableFile.noTable(.binaryExcel) }
    if entries["[Content_Types].xml"] != nil || entries["xl/workbook.xml"] != nil {
      let workbook = try XLSXWorkbook(archive)
      return OpenedTables(format: .xlsx, reader: workbook, pictures: workbook)
    }
    guard let name = list(in: archive), let source = try archive.source(name) else {
      throw UnreadableFile.noTable(archive.names.isEmpty ? .emptyArchive : .archive)
    }
    return try of(
      source, as: ContentDetection.content(of: source),
      pictures: PicturesInArchive(archive, otherwise: beside), choices: choices)
  }

  private static func of(
    _ source: any ByteSource, as content: ContentDetection.Content, pictures: any PictureSource,
    choices: ReadingChoices
  ) throws -> OpenedTables {
    switch content {
    case .zip, .gzip: throw UnreadableFile.noTable(.archive)
    case .other(let problem): throw problem
    case .xml(let root):
      switch root {
      case "Workbook":
        return OpenedTables(
          format: .spreadsheetml, reader: try SpreadsheetML(source), pictures: pictures)
      case "document", "document-content":
        return OpenedTables(
          format: .fods, reader: try OpenDocument(flat: source), pictures: pictures)
      default: throw UnreadableFile.noTable(.noProducts)
      }
    case .html, .json, .text:
      let table = try TextTable(source, choices: choices)
      return OpenedTables(
        format: table.dialect.delimiter == "\t" ? .tsv : .csv, reader: table, pictures: pictures,
        dialect: table.dialect)
    }
  }

  private static func mimeType(of archive: ZipArchive) throws -> String {
    guard let source = try archive.source("mimetype") else { return "spreadsheet" }
    return String(decoding: try source.head(200), as: UTF8.self)
  }

  /// The list in an archive of a list with its pictures.
  private static func list(in archive: ZipArchive) -> String? {
    let names = archive.names.filter { !$0.hasPrefix("__MACOSX/") && !$0.hasSuffix("/") }
    if names.contains("tellico.xml") { return "tellico.xml" }
    for ending in ["csv", "tsv", "txt", "xml", "json", "jsonl", "html", "htm", "gcs", "fods"] {
      if let name = names.first(where: { $0.lowercased().hasSuffix(".\(ending)") }) { return name }
    }
    return names.count == 1 ? names.first : nil
  }
}
