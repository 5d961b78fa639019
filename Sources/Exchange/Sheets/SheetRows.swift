// SPDX-License-Identifier: Apache-2.0
// The rows of a sheet while its XML is read: they come faster than they are taken, and one may be
// repeated very often.

/// Collects cells to rows.
struct SheetRows {
  private struct Repeated {
    var row: TableRow
    var count: Int
  }

  private static let blanks = [Cell](repeating: .empty, count: SheetSize.columns)

  private var waiting: [Repeated] = []
  private var first = 0
  private var cells: [Cell] = []
  private var claimed = 0
  /// Of the row that is read, from 1.
  private(set) var number = 0
  private var lastGiven = 0
  private var isHidden = false
  /// By column.
  private var spans: [Int: Span] = [:]

  /// A cell that reaches over the rows below.
  private struct Span {
    var cell: Cell
    var last: Int
  }

  var isEmpty: Bool { first == waiting.count }
  /// So many that some should be taken before more are read.
  var isFull: Bool { waitingCells > SheetSize.atOnce || waitingText > 16 << 20 }
  private var waitingCells = 0
  private var waitingText = 0
  /// Of the row that is read, in bytes.
  private var rowText = 0
  /// The column of the next cell.
  var column: Int { cells.count }

  mutating func beginRow(_ given: Int?, isHidden: Bool) throws {
    if let given, given > 0 {
      guard given <= SheetSize.rows else { throw UnreadableFile.tooLarge(.cells) }
      number = given
    } else {
      number += 1
    }
    self.isHidden = isHidden
    cells.removeAll(keepingCapacity: true)
    rowText = 0
  }

  mutating func add(_ cell: Cell, at column: Int, count: Int = 1) throws {
    guard column < SheetSize.columns, cell.kind == .empty || count <= SheetSize.columns - column
    else { throw UnreadableFile.tooLarge(.cells) }
    try SheetSize.check(text: cell.text.utf8.count)
    rowText += cell.text.utf8.count
    guard rowText <= SheetSize.rowText else {
      throw UnreadableFile.tooLarge(.text(megabytes: SheetSize.rowText >> 20))
    }
    // Spreadsheets repeat an empty cell to the end of their room.
    let count = min(count, SheetSize.columns - column)
    let gap = max(0, column - cells.count)
    try claim(gap > 64 ? gap : 0, count > 64 ? count : 0)
    if gap > 0 { cells += Self.blanks[..<gap] }
    if column < cells.count {
      if cell.kind != .empty { cells[column] = cell }
    } else {
      cells.append(contentsOf: repeatElement(cell, count: count))
    }
  }

  /// Whether there is nothing at this column of the row.
  func isBlank(_ column: Int) -> Bool { column >= cells.count || cells[column].kind == .empty }

  /// The cell reaches over so many rows, this one included. It is then in all of them: it was written
  /// once because it is the same, such as a category beside its products.
  mutating func span(_ cell: Cell, at column: Int, rows: Int) {
    guard rows > 1, cell.kind != .empty else { return }
    spans[column] = Span(cell: cell, last: number + min(rows, SheetSize.rows) - 1)
  }

  /// - Parameter count: how often the row stands there.
  mutating func endRow(count: Int = 1) throws {
    if !spans.isEmpty { spans = spans.filter { $0.value.last >= number } }
    for (column, span) in spans where isBlank(column) {
      try claim(1, 0)
      try add(span.cell, at: column)
    }
    while cells.last?.kind == .empty { cells.removeLast() }
    // Empty rows may be repeated far beyond the end of the sheet.
    defer { number += min(count, SheetSize.rows) - 1 }
    guard !cells.isEmpty else { return }
    guard count <= SheetSize.rows else { throw UnreadableFile.tooLarge(.cells) }
    if count > 1 { try claim(count * cells.count, 0) }
    // Blank rows tell tables apart; more than two say no more than two.
    if number > lastGiven + 1, lastGiven > 0 {
      for blank in max(lastGiven + 1, number - 2)..<number {
        waiting.append(Repeated(row: TableRow(blank, []), count: 1))
      }
    }
    waiting.append(Repeated(row: TableRow(number, cells, isHidden: isHidden), count: count))
    waitingCells += cells.count
    waitingText += rowText
    lastGiven = number + count - 1
  }

  /// The rows that are there, some hundreds at most.
  mutating func take() -> [TableRow] {
    var rows: [TableRow] = []
    while rows.count < 500, first < waiting.count {
      rows.append(waiting[first].row)
      waiting[first].count -= 1
      waiting[first].row.number += 1
      if waiting[first].count == 0 { first += 1 }
    }
    if first == waiting.count {
      waiting.removeAll(keepingCapacity: true)
      first = 0
      waitingCells = 0
      waitingText = 0
    }
    return rows
  }

  private mutating func claim(_ first: Int, _ second: Int) throws {
    claimed += first + second
    guard claimed <= SheetSize.claimed else { throw UnreadableFile.tooLarge(.cells) }
  }
}
