// SPDX-License-Identifier: Apache-2.0
// What the rows of a list say of its columns, counted beside the thread that reads them: counting takes longer than reading.

import Foundation

/// Sendable because only its own queue uses what it has, until all is counted.
final class CountedRows: @unchecked Sendable {
  private var evidence: [ColumnEvidence]
  private let optionColumns: [(place: Int, KnownColumn.Meaning)]
  /// The names of options that rows have in their cells.
  private var options: Set<String> = []
  /// Rows that have not been handed over.
  private var waiting: [ListRow] = []
  private var cells = 0
  private let queue = DispatchQueue(label: "counted-rows")
  /// How many parts may wait: whoever reads faster holds up.
  private let room = DispatchSemaphore(value: 2)
  private static let cellsAtOnce = 6_000

  init(_ evidence: [ColumnEvidence], optionColumns: [(place: Int, KnownColumn.Meaning)]) {
    (self.evidence, self.optionColumns) = (evidence, optionColumns)
  }

  func add(_ row: ListRow) {
    waiting.append(row)
    cells += row.cells.count
    if cells >= Self.cellsAtOnce { handOver() }
  }

  private func handOver() {
    let rows = waiting
    (waiting, cells) = ([], 0)
    room.wait()
    queue.async { [self] in
      count(rows)
      room.signal()
    }
  }

  /// Waits until all are counted.
  func end() -> ([ColumnEvidence], options: Set<String>) {
    handOver()
    return queue.sync { (evidence, options) }
  }

  private func count(_ rows: [ListRow]) {
    for row in rows {
      for (place, cell) in row.cells.enumerated() where evidence.indices.contains(place) {
        evidence[place].add(cell, row: row.number)
      }
      for (place, meaning) in optionColumns {
        options.formUnion(Self.options(in: row[place], meaning))
      }
    }
  }

  private static func options(in cell: Cell, _ meaning: KnownColumn.Meaning) -> [String] {
    let text = CellText.plain(cell)
    guard !text.isEmpty, cell.kind != .failed, !RowWords.isNone(text) else { return [] }
    switch meaning {
    case .variants: return VariantLinking.variants(text).flatMap { $0.options.map(\.name) }
    case .variantLabels: return VariantLinking.pairs(text).map(\.value)
    default: return [text]
    }
  }
}
