// SPDX-License-Identifier: Apache-2.0
// A product's fields, each with its name before it.

import Foundation
import Paper

struct FactTable {
  private let rows: [(name: SetText, value: SetText, height: Double)]
  private let width: Double
  let height: Double
  private static let gap = 8.0
  private static let padding = 3.0

  init(_ facts: [PublicProduct.Fact], width: Double, in flow: PageFlow) {
    self.width = width
    let nameWidth = width * 0.34
    rows = facts.map { fact in
      let name = flow.set(fact.name, TextStyle(size: 9, ink: .soft), width: nameWidth)
      let value = flow.set(
        fact.text, TextStyle(size: 9.5), width: width - nameWidth - Self.gap)
      return (name, value, max(name.size.height, value.size.height) + 2 * Self.padding)
    }
    height = rows.reduce(0) { $0 + $1.height }
  }

  /// - Parameter start: where it begins across the page.
  func draw(_ canvas: Canvas, _ top: Double, from start: Double, in flow: PageFlow) {
    var y = top
    for row in rows {
      draw(row, canvas, at: y, from: start, in: flow)
      y += row.height
    }
  }

  /// Places it over the whole width, row by row.
  func place(_ flow: PageFlow) throws {
    for row in rows {
      // A value may be longer than a page.
      if row.height > flow.area.height / 2 {
        try flow.place(row.name, as: .paragraph, width: width)
        try flow.place(row.value, as: .paragraph, width: width)
      } else {
        try flow.place(row.height) { canvas, top in draw(row, canvas, at: top, from: 0, in: flow) }
      }
    }
  }

  private func draw(
    _ row: (name: SetText, value: SetText, height: Double), _ canvas: Canvas, at top: Double,
    from start: Double, in flow: PageFlow
  ) {
    let (nameWidth, y) = (width * 0.34, top + Self.padding)
    let valueWidth = width - nameWidth - Self.gap
    canvas.tagged(.paragraph) {
      canvas.draw(row.name, at: CGPoint(x: flow.x(start, width: nameWidth), y: y))
      canvas.draw(
        row.value, at: CGPoint(x: flow.x(start + nameWidth + Self.gap, width: valueWidth), y: y))
    }
    let bottom = top + row.height
    let x = flow.x(start, width: width)
    canvas.line(
      from: CGPoint(x: x, y: bottom), to: CGPoint(x: x + width, y: bottom), width: 0.4, ink: .rule)
  }
}
