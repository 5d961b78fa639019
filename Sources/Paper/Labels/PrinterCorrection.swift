// SPDX-License-Identifier: Apache-2.0
// What a printer does to a page, and what is done beforehand against it: it starts too low or too far to the right, and
// feeds the paper a little too far, so that labels drift from row to row. Only places are moved: a code that was made
// larger or smaller would no longer have whole dots.

import Foundation

public struct PrinterCorrection: Equatable, Sendable {
  /// In points, to the right and down.
  public var shift: CGSize
  /// Of distances from the top left corner; 1 for none.
  public var scale: CGSize

  public static let none = PrinterCorrection(
    shift: .zero, scale: CGSize(width: 1, height: 1))

  public init(shift: CGSize, scale: CGSize) { (self.shift, self.scale) = (shift, scale) }

  /// The label keeps its size.
  func corrected(_ frame: CGRect) -> CGRect {
    CGRect(
      origin: CGPoint(
        x: frame.minX * scale.width + shift.width, y: frame.minY * scale.height + shift.height),
      size: frame.size)
  }

  func corrected(_ point: CGPoint) -> CGPoint {
    corrected(CGRect(origin: point, size: .zero)).origin
  }
}
