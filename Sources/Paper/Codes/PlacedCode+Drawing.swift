// SPDX-License-Identifier: Apache-2.0
// Draws a code where it was placed.

import Foundation

extension PlacedCode {
  public func draw(on canvas: Canvas, by typesetter: Typesetter) {
    canvas.fill(bars.map { $0.insetBy(dx: Self.gain, dy: Self.gain) }, .black)
    for (text, area) in captions {
      let set = Self.fitted(text, in: area, by: typesetter)
      canvas.draw(
        set,
        at: CGPoint(
          x: area.midX - set.size.width / 2, y: area.maxY - set.size.height))
    }
  }

  /// Many printers blacken every dot that an area touches. cairo rounds to 256ths of a point, so an area up to the edge
  /// of a dot would reach into the next one, and of three light dots one would be left.
  private static let gain = 1.0 / 128

  /// As large as there is room: for digits, nearly as high as a line of the text.
  private static func fitted(
    _ text: String, in area: CGRect, by typesetter: Typesetter
  ) -> SetText {
    let size = area.height * 0.78
    let set = typesetter.set(text, TextStyle(size: size))
    let width = set.size.width
    return width <= area.width
      ? set : typesetter.set(text, TextStyle(size: size * area.width / width))
  }
}
