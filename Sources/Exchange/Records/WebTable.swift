// SPDX-License-Identifier: Apache-2.0
// The tables of a page. Many programs write one and call it .xls, since Excel opens it.

final class WebTable: TableReader, @unchecked Sendable {
  // One thread at a time uses a reader.
  let tables: [TableDescription]
  private let rows: [[TableRow]]
  private var waiting: ArraySlice<TableRow> = []

  /// Nil if there is none with several cells.
  init?(page bytes: [UInt8]) throws {
    var finder = Finder()
    for token in HTMLTokens(bytes) {
      finder.take(token)
      if finder.isTooLarge { throw UnreadableFile.tooLarge(.cells) }
    }
    finder.finish()
    rows = finder.tables.filter { $0.contains { $0.cells.count > 1 } }
    tables = rows.map { _ in TableDescription() }
    guard let first = rows.first else { return nil }
    waiting = first[...]
  }

  var fraction: Double? { waiting.isEmpty ? 1 : 0 }

  func open(_ table: Int) { waiting = rows.indices.contains(table) ? rows[table][...] : [] }

  func nextRows() -> [TableRow] {
    defer { waiting = waiting.dropFirst(500) }
    return Array(waiting.prefix(500))
  }

  private struct Finder {
    /// The rows are all in memory: so many cells may be claimed by a number, without being there.
    private static let mostClaimed = 2_000_000

    var tables: [[TableRow]] = []
    private(set) var isTooLarge = false
    private var claimed = 0
    private var nesting = 0
    private var cells: [Cell]?
    private var text: String?
    private var span = 1

    mutating func take(_ token: HTMLTokens.Token) {
      switch token {
      case .begin("table", _):
        nesting += 1
        if nesting == 1 { tables.append([]) }
      case .end("table"):
        if nesting == 1 { finish() }
        nesting = max(0, nesting - 1)
      case .begin("tr", _) where nesting == 1: endRow()
      case .end("tr") where nesting == 1: endRow()
      case .begin("td", let attributes) where nesting == 1,
        .begin("th", let attributes) where nesting == 1:
        endCell()
        cells = cells ?? []
        text = ""
        span = min(1_000, max(1, attributes["colspan"].flatMap { Int($0) } ?? 1))
      case .end("td") where nesting == 1, .end("th") where nesting == 1: endCell()
      case .begin("br", _): text?.append("\u{1}")
      case .text(let part): text?.append(part)
      default: break
      }
    }

    mutating func finish() { endRow() }

    private mutating func endCell() {
      guard let text else { return }
      let lines = text.split(separator: "\u{1}").map {
        $0.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      }
      let words = lines.joined(separator: "\n")
      cells?.append(words.isEmpty ? .empty : Cell(.text, words))
      claimed += span - 1
      isTooLarge =
        isTooLarge || claimed > Self.mostClaimed || cells?.count ?? 0 > SheetSize.columns
      for _ in 0..<(span - 1) where !isTooLarge { cells?.append(.empty) }
      self.text = nil
      span = 1
    }

    private mutating func endRow() {
      endCell()
      guard var row = cells, !tables.isEmpty else { return }
      while row.last?.kind == .empty { row.removeLast() }
      tables[tables.count - 1].append(TableRow(tables[tables.count - 1].count + 1, row))
      cells = nil
    }
  }
}
