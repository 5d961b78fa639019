// SPDX-License-Identifier: Apache-2.0
// Paper with labels on it: how large they are, and where. A label from a roll is a page of its own.

import Foundation

public struct LabelSheet: Equatable, Sendable {
  /// Empty for a size of one's own.
  public let maker: String
  /// The first one is what it is called; the others are of the same labels, in another material or pack.
  public let numbers: [String]
  public let page: CGSize
  public let label: CGSize
  public let columns, rows: Int
  /// The top left corner of the first label.
  public let start: CGPoint
  /// From one label to the next.
  public let pitch: CGSize

  public var name: String { maker.isEmpty ? numbers[0] : "\(maker) \(numbers[0])" }
  public var count: Int { columns * rows }

  /// The place of a label on its page, from 0 on, row by row.
  public func frame(ofLabel index: Int) -> CGRect {
    let (row, column) = index.quotientAndRemainder(dividingBy: columns)
    return CGRect(
      x: start.x + Double(column) * pitch.width, y: start.y + Double(row) * pitch.height,
      width: label.width, height: label.height)
  }

  /// A roll with labels of this size, in points.
  public static func roll(maker: String = "", _ numbers: [String], label: CGSize) -> LabelSheet {
    LabelSheet(
      maker: maker, numbers: numbers, page: label, label: label, columns: 1, rows: 1, start: .zero,
      pitch: label)
  }

  /// Labels of a size such as “50x30” or “50 × 30 mm”, on pages of their own; nil if it is none.
  public init?(size text: String) {
    let parts = text.lowercased().replacingOccurrences(of: "×", with: "x").split(separator: "x")
    let sides = parts.compactMap { part -> Double? in
      var side = part.filter { !$0.isWhitespace }
      if side.hasSuffix("mm") { side.removeLast(2) }
      return Double(side.replacingOccurrences(of: ",", with: "."))
    }
    guard parts.count == 2, sides.count == 2, sides.allSatisfy({ (5...1_000).contains($0) }) else {
      return nil
    }
    self = .roll([text], label: CGSize(width: .mm(sides[0]), height: .mm(sides[1])))
  }

  init(
    maker: String, numbers: [String], page: CGSize, label: CGSize, columns: Int, rows: Int,
    start: CGPoint, pitch: CGSize
  ) {
    (self.maker, self.numbers, self.page, self.label) = (maker, numbers, page, label)
    (self.columns, self.rows, self.start, self.pitch) = (columns, rows, start, pitch)
  }
}
