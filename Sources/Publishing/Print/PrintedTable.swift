// SPDX-License-Identifier: Apache-2.0
// How a table is set: the widths of its columns and the size of its letters.

import Foundation
import Paper

struct PrintedTable {
  let widths: [Double]
  /// Columns whose figures stand below each other.
  let isNumber: [Bool]
  /// Of the letters, in points.
  let size: Double
  let gap: Double
  let isLandscape: Bool
  let mostLines: Int
  private static let padding = 3.0

  /// A row that is set but not placed.
  struct Row {
    fileprivate let cells: [(text: SetText, place: Double, width: Double)]
    let height: Double

    func place(_ flow: PageFlow) throws {
      try flow.place(height) { [cells] canvas, top in
        for cell in cells {
          let x = flow.x(cell.place, width: cell.width)
          canvas.draw(cell.text, at: CGPoint(x: x, y: top + PrintedTable.padding))
        }
        let bottom = top + height
        canvas.line(
          from: CGPoint(x: flow.area.minX, y: bottom), to: CGPoint(x: flow.area.maxX, y: bottom),
          width: 0.4, ink: .rule)
      }
    }
  }

  func row(_ texts: [String], _ flow: PageFlow) -> Row {
    row(texts, TextStyle(size: size), in: flow)
  }

  func placeHead(_ texts: [String], _ flow: PageFlow) throws {
    let head = row(texts, TextStyle(size: size, isBold: true), in: flow)
    try flow.place(0) { canvas, top in
      canvas.fill(
        CGRect(x: flow.area.minX, y: top, width: flow.area.width, height: head.height), .shade)
    }
    try head.place(flow)
  }

  private func row(_ texts: [String], _ style: TextStyle, in flow: PageFlow) -> Row {
    var place = 0.0
    var cells: [(text: SetText, place: Double, width: Double)] = []
    for (column, text) in texts.enumerated() where column < widths.count {
      var style = style
      if isNumber[column] { style.alignment = .trailing }
      let set = flow.set(text, style, width: widths[column], lines: mostLines)
      cells.append((set, place, widths[column]))
      place += widths[column] + gap
    }
    let height = (cells.map { $0.text.size.height }.max() ?? size) + 2 * Self.padding
    return Row(cells: cells, height: height)
  }
}
