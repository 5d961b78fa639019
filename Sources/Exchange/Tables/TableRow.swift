// SPDX-License-Identifier: Apache-2.0
// One row of a table. Empty cells at its end are left out, since a spreadsheet may claim thousands of them.

public struct TableRow: Sendable, Equatable {
  /// As the person counts: the line where it begins in a text, the row in a spreadsheet, from 1.
  public var number: Int
  public var cells: [Cell]
  /// In a spreadsheet, a row that is not shown.
  public var isHidden: Bool

  public init(_ number: Int, _ cells: [Cell], isHidden: Bool = false) {
    self.number = number
    self.cells = cells
    self.isHidden = isHidden
  }

  var isBlank: Bool { cells.allSatisfy(\.isBlank) }

  public subscript(column: Int) -> Cell {
    cells.indices.contains(column) ? cells[column] : .empty
  }
}
