// SPDX-License-Identifier: Apache-2.0
// A list is read twice: once to understand its columns, once for its rows. A spreadsheet takes long to unpack and to
// parse, so what came out of it the first time is kept for the second, as bytes, in memory or in a file without a name.

final class RereadTable: TableReader, @unchecked Sendable {
  // One thread at a time uses a reader.
  private let reader: any TableReader
  private var blocks: [Block] = []
  private var inMemory = 0
  private var file: TemporaryFile?
  /// The table that is read, and whether the blocks have all of it so far.
  private var table = -1
  private var isRecording = false
  /// The next block, if the table is there as a whole.
  private var next: Int?

  private static let mostInMemory = 8 << 20

  private enum Block {
    case held([UInt8])
    case written(offset: Int, count: Int)
  }

  init(_ reader: any TableReader) { self.reader = reader }

  var tables: [TableDescription] { reader.tables }
  var countsFrom1904: Bool { reader.countsFrom1904 }
  var dropped: Int { reader.dropped }

  var fraction: Double? {
    next.map { blocks.isEmpty ? 1 : Double($0) / Double(blocks.count) } ?? reader.fraction
  }

  func open(_ table: Int) throws {
    if table == self.table, next != nil {
      next = 0
      return
    }
    (blocks, inMemory, next) = ([], 0, nil)
    (self.table, isRecording) = (table, true)
    try reader.open(table)
  }

  func nextRows() throws -> [TableRow] {
    if let place = next {
      guard place < blocks.count else { return [] }
      next = place + 1
      return try RowBytes.rows(bytes(of: blocks[place]))
    }
    let rows = try reader.nextRows()
    guard isRecording else { return rows }
    if rows.isEmpty {
      // Whole from now on.
      isRecording = false
      next = blocks.count
    } else {
      keep(RowBytes.bytes(of: rows))
    }
    return rows
  }

  private func keep(_ bytes: [UInt8]) {
    guard inMemory + bytes.count > Self.mostInMemory else {
      inMemory += bytes.count
      return blocks.append(.held(bytes))
    }
    do {
      let file = try file ?? TemporaryFile()
      self.file = file
      blocks.append(.written(offset: try file.append(bytes), count: bytes.count))
    } catch {
      // Without room for it, it is read again.
      (blocks, isRecording, table) = ([], false, -1)
    }
  }

  private func bytes(of block: Block) throws -> [UInt8] {
    switch block {
    case .held(let bytes): bytes
    case .written(let offset, let count): try file?.bytes(at: offset, count: count) ?? []
    }
  }
}

/// Rows as bytes, and back.
private enum RowBytes {
  static func bytes(of rows: [TableRow]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(rows.count * 128)
    func append(_ number: Int) {
      var rest = UInt(bitPattern: number)
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    func append(_ text: String) {
      append(text.utf8.count)
      bytes.append(contentsOf: text.utf8)
    }
    append(rows.count)
    for row in rows {
      append(row.number << 1 | (row.isHidden ? 1 : 0))
      append(row.cells.count)
      for cell in row.cells {
        bytes.append(cell.kind.number << 1 | (cell.isCalculated ? 1 : 0))
        if case .empty = cell.kind, cell.text.isEmpty { continue }
        if case .money(let currency) = cell.kind { append(currency) }
        append(cell.text)
      }
    }
    return bytes
  }

  static func rows(_ bytes: [UInt8]) -> [TableRow] {
    bytes.withUnsafeBufferPointer { bytes in
      var place = 0
      func number() -> Int {
        var (number, shift) = (UInt(0), UInt(0))
        while place < bytes.count {
          let byte = bytes[place]
          place += 1
          number |= UInt(byte & 0x7F) << shift
          shift += 7
          if byte < 0x80 { break }
        }
        return Int(bitPattern: number)
      }
      func text() -> String {
        let count = number()
        defer { place += count }
        return String(decoding: bytes[place..<min(place + count, bytes.count)], as: UTF8.self)
      }
      return (0..<number()).map { _ in
        let first = number()
        let count = number()
        var cells: [Cell] = []
        cells.reserveCapacity(count)
        for _ in 0..<count {
          let kind = place < bytes.count ? bytes[place] : 0
          place += 1
          if kind >> 1 == 0 {
            cells.append(.empty)
            continue
          }
          let currency = kind >> 1 == Cell.Kind.money(currency: "").number ? text() : ""
          cells.append(
            Cell(
              Cell.Kind(number: kind >> 1, currency: currency), text(),
              isCalculated: kind & 1 == 1))
        }
        return TableRow(first >> 1, cells, isHidden: first & 1 == 1)
      }
    }
  }
}

extension Cell.Kind {
  fileprivate var number: UInt8 {
    switch self {
    case .empty: 0
    case .text: 1
    case .number: 2
    case .percent: 3
    case .money: 4
    case .day: 5
    case .moment: 6
    case .time: 7
    case .yesNo: 8
    case .failed: 9
    }
  }

  fileprivate init(number: UInt8, currency: String) {
    switch number {
    case 1: self = .text
    case 2: self = .number
    case 3: self = .percent
    case 4: self = .money(currency: currency)
    case 5: self = .day
    case 6: self = .moment
    case 7: self = .time
    case 8: self = .yesNo
    case 9: self = .failed
    default: self = .empty
    }
  }
}
