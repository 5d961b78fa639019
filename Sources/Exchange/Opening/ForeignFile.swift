// SPDX-License-Identifier: Apache-2.0
// A list of another program, opened: its format, its tables, and what is known of them. What a file is,
// is told from its content: its name says nothing.

/// A file of another program, open for reading.
public final class ForeignFile: Sendable {
  /// Empty for what was pasted.
  public let path: String
  /// Without its folder.
  var fileName: String { Self.fileName(of: path) }
  public let format: ForeignFormat
  public let reader: any TableReader
  /// What was found out about a text, with the choices put in; nil if the file is no text.
  public let dialect: TextDialect?
  /// Of the first sheet that is shown; nil if the format does not say what its columns mean.
  public let known: KnownTable?
  private let pictures: any PictureSource
  private let chosen: ForeignFormat?

  /// Opens a file and finds out what it is; what is chosen is not found out.
  public static func open(
    _ path: String, choosing choices: ReadingChoices = ReadingChoices()
  ) throws -> ForeignFile {
    do {
      return try ForeignFile(path, choices: choices)
    } catch let problem as UnreadableFile {
      throw ForeignFileError(file: fileName(of: path), problem: problem)
    }
  }

  /// Cells that were copied in a spreadsheet, as text. Nothing lies beside them.
  public static func open(
    pasted text: String, choosing choices: ReadingChoices = ReadingChoices()
  ) throws -> ForeignFile {
    let bytes = Array(text.utf8)
    guard !bytes.isEmpty else { throw ForeignFileError(file: "", problem: .empty) }
    var choices = choices
    choices.encoding = .utf8
    do {
      let table = try TextTable(HeldBytes(bytes: bytes), choices: choices)
      return try ForeignFile(
        "", OpenedTables(text: table, pictures: NoPictures()), choices: choices)
    } catch let problem as UnreadableFile {
      throw ForeignFileError(file: "", problem: problem)
    }
  }

  /// A picture that a cell names: beside the file, in it, or at a cell of a sheet. Nil if there is none.
  public func picture(named name: String) -> [UInt8]? { pictures.picture(named: name) }

  private convenience init(_ path: String, choices: ReadingChoices) throws {
    let opened = try OpenedTables.of(
      OpenFile(path), beside: PicturesBeside(path), choices: choices)
    try self.init(path, opened, choices: choices)
  }

  private init(_ path: String, _ opened: OpenedTables, choices: ReadingChoices) throws {
    self.path = path
    dialect = opened.dialect
    chosen = choices.format
    known =
      try opened.known
      ?? Self.known(of: Self.shown(opened.reader), in: opened.reader, as: choices.format)
    format = known?.format ?? opened.format
    // A text is one whatever stands between its cells.
    if let wanted = choices.format, wanted != format,
      opened.dialect == nil || ![.csv, .tsv].contains(wanted)
    {
      throw UnreadableFile.isNot(wanted, but: format)
    }
    pictures = opened.pictures
    // What takes longest to read is no text.
    var reader = dialect == nil ? RereadTable(opened.reader) : opened.reader
    if let known, known.format == .woocommerce { reader = WooCommerceTable(reader, known) }
    if dialect != nil, known?.isOwn ?? false { reader = OwnTextTable(reader) }
    self.reader = NamedReader(reader, file: Self.fileName(of: path))
  }

  /// What is known of a sheet.
  func known(of table: Int) throws -> KnownTable? {
    table == Self.shown(reader) ? known : try Self.known(of: table, in: reader, as: chosen)
  }

  /// The first sheet that is shown.
  private static func shown(_ reader: any TableReader) -> Int {
    reader.tables.firstIndex { !$0.isHidden } ?? 0
  }

  private static func known(
    of table: Int, in reader: any TableReader, as format: ForeignFormat?
  ) throws -> KnownTable? {
    try reader.open(table)
    let rows = try reader.nextRows()
    try reader.open(table)
    return KnownFormats.table(beginning: rows, as: format)
  }

  private static func fileName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }
}
