// SPDX-License-Identifier: Apache-2.0
// The refused rows of a list as a file of their own, which is corrected and imported again: the head and the rows as
// the list has them. A text keeps its delimiter, quotes and encoding; any other list becomes CSV.

import Foundation

public struct RefusedRows {
  private let plan: ListImport

  public init(_ plan: ListImport) { self.plan = plan }

  /// The rows of these numbers; nil for all that are refused.
  public func bytes(of numbers: Set<Int>? = nil) throws -> [UInt8] {
    let numbers =
      numbers ?? Set(plan.rows.rows(.refused).map(\.read.number))
    let dialect = plan.file.dialect ?? TextDialect(delimiter: ",")
    let delimiter = dialect.delimiter.isEmpty ? "," : dialect.delimiter
    // What has a delimiter or a line break in it is always quoted, whatever the list did.
    let quote = dialect.quote ?? "\""
    var text = ""
    try forEachRow { row, isHead in
      guard isHead || numbers.contains(row.number) else { return }
      let cells = row.cells.map { quoted($0.text, delimiter, by: quote) }
      text += cells.joined(separator: delimiter) + "\r\n"
    }
    return dialect.encoding.encoded(text) ?? Array(text.utf8)
  }

  private func quoted(_ text: String, _ delimiter: String, by quote: Character) -> String {
    let needsQuotes =
      text.contains(delimiter) || text.contains(quote) || text.contains(where: \.isNewline)
      || text.first?.isWhitespace ?? false || text.last?.isWhitespace ?? false
    guard needsQuotes else { return text }
    let mark = String(quote)
    return mark + text.replacingOccurrences(of: mark, with: mark + mark) + mark
  }

  private func forEachRow(_ body: (TableRow, Bool) -> Void) throws {
    let reader = plan.file.reader
    try reader.open(plan.table)
    let layout = plan.understanding.layout
    // A known list may have its head in a row with the number of the first product.
    let isKnown = plan.understanding.known != nil
    var count = 0
    while true {
      let rows = try reader.nextRows()
      if rows.isEmpty { break }
      for row in rows where !row.isBlank {
        count += 1
        let isHead = isKnown ? count <= layout.headCount : row.number <= layout.headEnd
        body(row, isHead && layout.hasHead)
      }
    }
  }
}
