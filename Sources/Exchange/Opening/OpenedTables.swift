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
    if archive.has("content.xml"), try mimeType(of: archive).contains("spreadsheet") {
      let document = try OpenDocument(archive)
      return OpenedTables(
        format: .ods, reader: document, pictures: PicturesInWorkbook(document, otherwise: beside))
    }
    if archive.has("word/document.xml") || archive.has("content.xml") {
      throw UnreadableFile.noTable(.word)
    }
    if archive.has("ppt/presentation.xml") { throw UnreadableFile.noTable(.presentation) }
    if archive.has("xl/workbook.bin") { throw UnreadableFile.noTable(.binaryExcel) }
    if archive.has("[Content_Types].xml") || archive.has("xl/workbook.xml") {
      let workbook = try XLSXWorkbook(archive)
      return OpenedTables(
        format: .xlsx, reader: workbook, pictures: PicturesInWorkbook(workbook, otherwise: beside))
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
      case "html": return try page(source, pictures: pictures, choices: choices)
      default: return try records(in: source, root: root, pictures: pictures)
      }
    case .html where !isText(choices): return try page(source, pictures: pictures, choices: choices)
    case .json where !isText(choices):
      let json = try HeldRecords(json: UTF8Text.of(source, limit: HeldRecords.largest))
      return try OpenedTables(records: json, pictures: pictures)
    case .html, .json, .text:
      return OpenedTables(text: try TextTable(source, choices: choices), pictures: pictures)
    }
  }

  init(text table: TextTable, pictures: any PictureSource) {
    self.init(
      format: table.dialect.delimiter == "\t" ? .tsv : .csv, reader: table, pictures: pictures,
      dialect: table.dialect)
  }

  private init(records source: any RecordSource, pictures: any PictureSource) throws {
    let table = try RecordTable(source)
    self.init(format: source.format, reader: table, pictures: pictures, known: table.known)
  }

  private init(
    format: ForeignFormat, reader: any TableReader, pictures: any PictureSource,
    dialect: TextDialect? = nil, known: KnownTable? = nil
  ) {
    self.format = format
    self.reader = reader
    self.pictures = pictures
    self.dialect = dialect
    self.known = known
  }

  private static func records(
    in source: any ByteSource, root: String, pictures: any PictureSource
  ) throws -> OpenedTables {
    let head = try source.head(64 << 10)
    switch root {
    case "mysqldump": return try OpenedTables(records: PartKeepr(source), pictures: pictures)
    case "tellico", "bookcase":
      return try OpenedTables(
        records: Tellico(source), pictures: TellicoPictures(source, otherwise: pictures))
    case "collection": return try OpenedTables(records: GCstar(source), pictures: pictures)
    case "data-crow-objects":
      return try OpenedTables(records: DataCrow(source: source), pictures: pictures)
    case "BMECAT": return try OpenedTables(records: BMEcat(source), pictures: pictures)
    case "rss", "feed", "RDF", "channel":
      guard GoogleFeed.isFeed(head) else { throw UnreadableFile.noTable(.noProducts) }
      return try OpenedTables(records: GoogleFeed(source: source), pictures: pictures)
    case "": throw UnreadableFile.damaged(.markup(line: 1))
    default: throw UnreadableFile.noTable(.noProducts)
    }
  }

  /// Whether the person says that it is a plain table, whatever it begins with.
  private static func isText(_ choices: ReadingChoices) -> Bool {
    choices.format == .csv || choices.format == .tsv
  }

  private static func page(
    _ source: any ByteSource, pictures: any PictureSource, choices: ReadingChoices
  ) throws -> OpenedTables {
    let bytes = try UTF8Text.of(source, limit: HeldRecords.largest)
    if choices.format != .html, let products = try HeldRecords(page: bytes) {
      return try OpenedTables(records: products, pictures: pictures)
    }
    guard let table = try WebTable(page: bytes) else { throw UnreadableFile.noTable(.noProducts) }
    return OpenedTables(format: .html, reader: table, pictures: pictures)
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
