// SPDX-License-Identifier: Apache-2.0
// Splits UTF-8 into records and cells. What is not well quoted is still read so that no cell is lost:
// a quote that can't be the end of a cell is data, and so is one that is never closed.

/// Splits text into the cells of records.
struct RecordSplitter {
  /// Where a cell stands among the bytes.
  struct Field {
    var begin: Int
    var end: Int
    /// Whether doubled quotes, backslashes or line ends are in it.
    var needsCleaning = false
  }

  private let delimiter: [UInt8]
  private let quote: UInt8
  private let hasBackslashes: Bool

  /// The cells of the last record.
  private(set) var fields: [Field] = []
  /// How many line ends stand within its cells.
  private(set) var innerLines = 0
  /// How many quotes were not as they should be.
  private(set) var faults = 0
  private(set) var quoted = 0
  /// Up to here no quote ends a cell that began before.
  private var unclosedUntil = 0

  init(_ dialect: TextDialect) {
    delimiter = Array(dialect.delimiter.utf8)
    quote = dialect.quote?.asciiValue ?? 0
    hasBackslashes = dialect.hasBackslashes
  }

  /// Reads the record that begins at `begin`. Nil if more bytes are needed to know where it ends;
  /// otherwise where the next one begins.
  mutating func split<Bytes: RandomAccessCollection>(
    _ bytes: Bytes, from begin: Int, isLast: Bool
  ) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
    fields.removeAll(keepingCapacity: true)
    innerLines = 0
    let count = bytes.endIndex
    let first = delimiter.first ?? 0
    let single = delimiter.count == 1
    var index = begin
    while true {
      var isQuoted = false
      if quote != 0, let opening = quoteAt(index, in: bytes) {
        switch close(opening + 1, in: bytes, isLast: isLast) {
        case .unfinished: return nil
        case .closed(let end, let next, let needsCleaning):
          add(Field(begin: opening + 1, end: end, needsCleaning: needsCleaning))
          index = next
          isQuoted = true
          quoted += 1
        case .data: faults += 1
        }
      }
      if !isQuoted {
        let start = index
        while index < count {
          let byte = bytes[index]
          if byte == first, single || isDelimiter(at: index, in: bytes), first != 0 { break }
          if byte == 0x0A || byte == 0x0D { break }
          index += 1
        }
        if index == count, !isLast { return nil }
        add(Field(begin: start, end: index))
      }
      guard index < count else { return isLast ? count : nil }
      let byte = bytes[index]
      if byte == 0x0A { return index + 1 }
      if byte == 0x0D {
        if index + 1 == count { return isLast ? count : nil }
        return bytes[index + 1] == 0x0A ? index + 2 : index + 1
      }
      index += delimiter.count
    }
  }

  /// One more than a table may have is enough to tell that it has too many.
  private mutating func add(_ field: Field) {
    if fields.count <= SheetSize.columns { fields.append(field) }
  }

  /// Bytes were removed in front.
  mutating func moved(by count: Int) { unclosedUntil = max(0, unclosedUntil - count) }

  /// The text of a cell.
  func text<Bytes: RandomAccessCollection>(_ field: Field, in bytes: Bytes) -> String
  where Bytes.Element == UInt8, Bytes.Index == Int {
    guard field.needsCleaning else {
      return String(decoding: bytes[field.begin..<field.end], as: UTF8.self)
    }
    var clean: [UInt8] = []
    clean.reserveCapacity(field.end - field.begin)
    var index = field.begin
    while index < field.end {
      let byte = bytes[index]
      let next = index + 1 < field.end ? bytes[index + 1] : 0
      index += 1
      switch byte {
      case quote where next == quote: index += 1
      case 0x5C where hasBackslashes && (next == quote || next == 0x5C):
        clean.append(next)
        index += 1
        continue
      case 0x0D:
        clean.append(0x0A)
        if next == 0x0A { index += 1 }
        continue
      default: break
      }
      clean.append(byte)
    }
    return String(decoding: clean, as: UTF8.self)
  }

  // MARK: Quotes

  private enum Closing {
    case unfinished
    case closed(end: Int, next: Int, needsCleaning: Bool)
    /// The quote doesn't enclose anything.
    case data
  }

  /// The quote that begins this cell; spaces may stand before it.
  private func quoteAt<Bytes: RandomAccessCollection>(
    _ begin: Int, in bytes: Bytes
  ) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
    let count = bytes.endIndex
    var index = begin
    while index < count, bytes[index] == 0x20 { index += 1 }
    return index < count && bytes[index] == quote ? index : nil
  }

  private mutating func close<Bytes: RandomAccessCollection>(
    _ begin: Int, in bytes: Bytes, isLast: Bool
  ) -> Closing where Bytes.Element == UInt8, Bytes.Index == Int {
    let count = bytes.endIndex
    var index = begin
    var lines = 0
    var needsCleaning = false
    var strays = 0
    let limit = count - begin > EncodingDetection.longestLine
    if begin < unclosedUntil { return .data }
    while index < count {
      let byte = bytes[index]
      if byte == 0x0A || (byte == 0x0D && (index + 1 == count || bytes[index + 1] != 0x0A)) {
        lines += 1
        // After a stray quote only the same line can close the cell.
        if strays > 0 { return .data }
      }
      if byte == 0x0D { needsCleaning = true }
      if hasBackslashes, byte == 0x5C, index + 1 < count {
        needsCleaning = true
        index += 2
        continue
      }
      guard byte == quote else {
        index += 1
        continue
      }
      if index + 1 == count, !isLast { return .unfinished }
      if let next = cellEnd(after: index, in: bytes) {
        if next == count, !isLast { return .unfinished }
        innerLines += lines
        faults += strays
        return .closed(end: index, next: next, needsCleaning: needsCleaning)
      }
      if index + 1 < count, bytes[index + 1] == quote {
        needsCleaning = true
        index += 2
        continue
      }
      // A cell that begins here shows that ours should have ended long ago, or began with a word in quotes.
      if lines > 0 || strays > 0, index > begin, isBoundary(before: index, in: bytes) {
        return .data
      }
      strays += 1
      index += 1
    }
    guard isLast || limit else { return .unfinished }
    unclosedUntil = count
    return .data
  }

  /// Where the delimiter or line end behind a closing quote stands; nil if something else follows.
  private func cellEnd<Bytes: RandomAccessCollection>(
    after quote: Int, in bytes: Bytes
  ) -> Int? where Bytes.Element == UInt8, Bytes.Index == Int {
    let count = bytes.endIndex
    var index = quote + 1
    while index < count, bytes[index] == 0x20, !isDelimiter(at: index, in: bytes) {
      index += 1
    }
    guard index < count else { return count }
    let byte = bytes[index]
    return byte == 0x0A || byte == 0x0D || isDelimiter(at: index, in: bytes) ? index : nil
  }

  private func isBoundary<Bytes: RandomAccessCollection>(
    before index: Int, in bytes: Bytes
  ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
    let byte = bytes[index - 1]
    return byte == 0x0A || byte == 0x0D || byte == delimiter.last
  }

  private func isDelimiter<Bytes: RandomAccessCollection>(
    at index: Int, in bytes: Bytes
  ) -> Bool where Bytes.Element == UInt8, Bytes.Index == Int {
    guard !delimiter.isEmpty, index + delimiter.count <= bytes.endIndex else { return false }
    for offset in delimiter.indices where bytes[index + offset] != delimiter[offset] {
      return false
    }
    return true
  }
}
