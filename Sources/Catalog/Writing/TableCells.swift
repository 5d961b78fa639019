// SPDX-License-Identifier: Apache-2.0
// The cells of one product, in one buffer that is used again for the next: a million products come through here, and
// making a value of each cell would take longer than writing it.

import Foundation

/// The cells of one row of an exported table.
public struct TableCells: Sendable {
  public enum Kind: Sendable {
    case empty, text
    case number
    /// A number, and as a text its currency.
    case money
    /// A number such as 20261121.
    case day
    /// 0 or 1.
    case yesNo
  }

  public struct Cell: Sendable {
    public let kind: Kind
    /// Where its text is among the bytes.
    public let text: Range<Int>
    /// With this many of its digits behind the point.
    public let number: Int64
    public let decimals: Int
  }

  /// The texts of all cells, in UTF-8.
  public private(set) var bytes: [UInt8] = []
  public private(set) var cells: [Cell] = []

  static let empty = Cell(kind: .empty, text: 0..<0, number: 0, decimals: 0)

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
  }

  mutating func append(_ cell: Cell) { cells.append(cell) }

  /// A cell of the text that `write` appends; without one, an empty cell.
  mutating func text(
    _ kind: Kind = .text, number: Int64 = 0, decimals: Int = 0, _ write: (inout [UInt8]) -> Void
  ) -> Cell {
    let start = bytes.count
    write(&bytes)
    guard bytes.count > start else { return Self.empty }
    return Cell(kind: kind, text: start..<bytes.count, number: number, decimals: decimals)
  }

  static func number(_ number: Int64) -> Cell {
    Cell(kind: .number, text: 0..<0, number: number, decimals: 0)
  }

  /// Without zeros at its end.
  static func millionths(_ millionths: Int64) -> Cell {
    var (number, decimals) = (millionths, 6)
    if number.isMultiple(of: 1_000_000) { (number, decimals) = (number / 1_000_000, 0) }
    while decimals > 0, number.isMultiple(of: 10) {
      (number, decimals) = (number / 10, decimals - 1)
    }
    return Cell(kind: .number, text: 0..<0, number: number, decimals: decimals)
  }

  static func day(_ number: Int64) -> Cell {
    Cell(kind: .day, text: 0..<0, number: number, decimals: 0)
  }

  static func yesNo(_ isYes: Bool) -> Cell {
    Cell(kind: .yesNo, text: 0..<0, number: isYes ? 1 : 0, decimals: 0)
  }

  /// With another text in one of its cells.
  public func replacing(_ place: Int, with text: String) -> TableCells {
    var row = self
    let cell = row.text { $0 += text.utf8 }
    row.cells[place] = cell
    return row
  }

  // MARK: Reading

  /// Appends the number of a cell, as digits.
  public func appendDigits(
    of cell: Cell, decimalSign: UInt8 = UInt8(ascii: "."), to output: inout [UInt8]
  ) {
    output.append(cell.number, decimals: cell.decimals, point: decimalSign)
  }

  /// Appends the day of a cell, as 2026-11-21.
  public static func appendDay(_ number: Int64, to output: inout [UInt8]) {
    func append(_ number: Int64, digits: Int) {
      var divisor = Int64.power(ofTen: digits - 1)
      while divisor > 0 {
        output.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
        divisor /= 10
      }
    }
    append(number / 10_000, digits: 4)
    output.append(UInt8(ascii: "-"))
    append(number / 100 % 100, digits: 2)
    output.append(UInt8(ascii: "-"))
    append(number % 100, digits: 2)
  }
}
