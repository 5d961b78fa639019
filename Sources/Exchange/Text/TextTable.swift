// SPDX-License-Identifier: Apache-2.0
// A text as a table: one record after the other, decoded as it is read.

import Synchronization

/// The table of a text file.
final class TextTable: TableReader, @unchecked Sendable {
  // One thread at a time uses a reader.
  let dialect: TextDialect
  private let source: any ByteSource
  private let mark: Int
  /// Whether Vitrine wrote it: then every cell is as it was written.
  private let isOwn: Bool
  /// The bytes of a line “sep=;”, once decoded.
  private let stated: Int

  let tables = [TableDescription()]

  private var stream: (any ByteStream)?
  private var decoder: TextDecoder?
  private var splitter: RecordSplitter
  /// Takes the lines out of their quotes, if each is one cell.
  private var quotedLines: QuotedLines?
  private var bytes: [UInt8] = []
  private var place = 0
  private var line = 1
  private var isAtEnd = false

  /// Finds out what is not given.
  init(_ source: any ByteSource, choices: ReadingChoices) throws {
    self.source = source
    let detected = try EncodingDetection.detect(source)
    var encoding = detected.encoding
    if !detected.isCertain, let likely = choices.likelyEncoding { encoding = likely }
    if let chosen = choices.encoding { encoding = chosen }
    mark = encoding == detected.encoding ? detected.mark : 0
    guard let decoder = TextDecoder(encoding) else { throw UnreadableFile.unknownContent }
    var sampled = mark + 256 << 10
    var head = try source.head(sampled)
    if head.count == sampled, !head.contains(0x0A), !head.contains(0x0D) {
      // The names of thousands of columns.
      sampled = mark + 4 << 20
      head = try source.head(sampled)
    }
    let isCut = head.count == sampled
    let text = decoder.decode(Array(head.dropFirst(mark)), isLast: !isCut)
    guard isCut || text.contains(where: { $0 > 0x20 }) else { throw UnreadableFile.empty }
    guard Self.isText(text) else { throw UnreadableFile.unknownContent }
    let statement = DialectDetection.stated(in: text)
    stated = statement?.length ?? 0
    let sample = Array(text.dropFirst(stated))
    let isTabbed = choices.format == .tsv && text.contains(0x09)
    let chosen = choices.delimiter ?? (isTabbed ? "\t" : nil)
    func detect(_ sample: [UInt8]) -> TextDialect {
      DialectDetection(sample, isCut: isCut).detect(delimiter: chosen ?? statement?.delimiter)
    }
    let own = chosen == nil ? OwnTable.delimiter(of: text) : nil
    isOwn = own != nil
    var dialect = own.map { TextDialect(delimiter: $0) } ?? detect(sample)
    if own == nil, let lines = QuotedLines.unpacked(sample, isCut: isCut) {
      let inner = detect(lines)
      if QuotedLines.isTable(lines, inner) {
        dialect = inner
        quotedLines = QuotedLines(inner)
      } else if chosen == nil {
        dialect = TextDialect(delimiter: "")
      }
    }
    dialect.encoding = encoding
    self.dialect = dialect
    splitter = Self.splitter(dialect, ofLines: quotedLines != nil)
    try open(0)
  }

  private static func splitter(_ dialect: TextDialect, ofLines: Bool) -> RecordSplitter {
    RecordSplitter(ofLines ? TextDialect(delimiter: "") : dialect)
  }

  var fraction: Double? { stream?.fraction }

  func open(_ table: Int) throws {
    stream = try source.open()
    decoder = TextDecoder(dialect.encoding)
    splitter = Self.splitter(dialect, ofLines: quotedLines != nil)
    bytes = []
    place = 0
    line = stated > 0 ? 2 : 1
    isAtEnd = false
    var head = mark
    while head > 0 {
      guard let part = try stream?.next(), !part.isEmpty else { break }
      add(part.dropFirst(head))
      head -= min(head, part.count)
    }
    while stated > bytes.count, !isAtEnd { try readMore() }
    place = min(stated, bytes.count)
  }

  func nextRows() throws -> [TableRow] {
    var rows: [TableRow] = []
    while rows.isEmpty, !(isAtEnd && place == bytes.count) {
      try takeRows(&rows)
      if rows.isEmpty, !isAtEnd { try readMore() }
    }
    return rows
  }

  private func takeRows(_ rows: inout [TableRow]) throws {
    var taken = 0
    try bytes.withUnsafeBufferPointer { buffer in
      while rows.count < 500, taken < SheetSize.atOnce, place < buffer.count,
        let next = splitter.split(buffer, from: place, isLast: isAtEnd)
      {
        var cells: [Cell] = []
        let fields = splitter.fields
        guard fields.count <= SheetSize.columns else { throw UnreadableFile.tooLarge(.cells) }
        var count = fields.count
        while count > 0, fields[count - 1].begin == fields[count - 1].end { count -= 1 }
        cells.reserveCapacity(count)
        for index in 0..<count {
          let field = fields[index]
          guard field.begin < field.end else {
            cells.append(.empty)
            continue
          }
          // Without a copy of the splitter for each cell.
          let text =
            field.needsCleaning
            ? splitter.text(field, in: buffer)
            : String(decoding: buffer[field.begin..<field.end], as: UTF8.self)
          let isProtected = !isOwn && buffer[field.begin] == 0x3D
          cells.append(Cell(.text, isProtected ? Self.protected(text) : text))
        }
        if let line = cells.first, let unpacked = quotedLines?.cells(of: line.text) {
          cells = unpacked
        }
        taken += cells.count
        rows.append(TableRow(line, cells))
        line += 1 + splitter.innerLines
        guard line <= SheetSize.lines else {
          throw UnreadableFile.tooLarge(.lines(millions: SheetSize.lines / 1_000_000))
        }
        place = next
      }
    }
  }

  /// `="007"` is written so that Excel takes a code for text.
  private static func protected(_ text: String) -> String {
    guard text.utf8.count > 3, text.hasPrefix("=\""), text.hasSuffix("\"") else { return text }
    let inside = text.dropFirst(2).dropLast()
    return inside.contains("\"") ? text : String(inside)
  }

  private func readMore() throws {
    guard bytes.count - place <= EncodingDetection.longestLine * 2 else {
      throw UnreadableFile.tooLarge(
        .line(number: line, megabytes: EncodingDetection.longestLine >> 20))
    }
    bytes.removeSubrange(..<place)
    splitter.moved(by: place)
    place = 0
    // A long record is looked at from its beginning each time: twice as much of it must have come.
    let wanted = bytes.count * 2
    repeat {
      let part = try stream?.next() ?? []
      if part.isEmpty { isAtEnd = true }
      add(part[...])
    } while !isAtEnd && bytes.count < wanted
    // The end of a text under DOS.
    if isAtEnd, bytes.last == 0x1A { bytes.removeLast() }
  }

  private func add(_ part: ArraySlice<UInt8>) {
    guard dialect.encoding != .utf8 else {
      bytes.append(contentsOf: part)
      return
    }
    bytes.append(contentsOf: decoder?.decode(Array(part), isLast: part.isEmpty) ?? [])
  }

  /// Programs, pictures and the like are full of control characters.
  private static func isText(_ text: [UInt8]) -> Bool {
    var strange = 0
    for byte in text.prefix(64 << 10) {
      switch byte {
      // May stand between cells.
      case 1: break
      case 0...8, 0x0E...0x1A, 0x7F: strange += 1
      default: break
      }
    }
    return strange < 3 || strange * 20 <= min(text.count, 64 << 10)
  }
}
