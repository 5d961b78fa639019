// SPDX-License-Identifier: Apache-2.0
// The lines of a text one by one, so that it can go on on the next page.

import CCairo
import Foundation

extension SetText {
  /// How high each line is.
  public var lineHeights: [Double] {
    var heights: [Double] = []
    eachLine { _, extents, _ in heights.append(Double(extents.height) / Double(PANGO_SCALE)) }
    return heights
  }

  /// - Parameter body: gets the line, what it takes up in the layout, and where its letters stand there.
  fileprivate func eachLine(
    _ body: (UnsafeMutablePointer<PangoLayoutLine>, PangoRectangle, Int32) -> Void
  ) {
    guard let place = pango_layout_get_iter(layout) else { return }
    defer { pango_layout_iter_free(place) }
    repeat {
      var extents = PangoRectangle()
      pango_layout_iter_get_line_extents(place, nil, &extents)
      // Borrowed.
      if let line = pango_layout_iter_get_line_readonly(place) {
        body(line, extents, pango_layout_iter_get_baseline(place))
      }
    } while pango_layout_iter_next_line(place) != 0
  }
}

extension Canvas {
  /// Some lines of a text, the first of them at the top.
  public func draw(_ text: SetText, lines: Range<Int>, at place: CGPoint) {
    use(text.ink)
    var (number, top): (Int, Int32) = (0, 0)
    text.eachLine { line, extents, baseline in
      defer { number += 1 }
      guard lines.contains(number) else { return }
      if number == lines.lowerBound { top = extents.y }
      let scale = Double(PANGO_SCALE)
      // From the top of a text of very many lines Pango counts beyond its numbers, and begins again.
      cairo_move_to(
        context, place.x + Double(extents.x) / scale, place.y + Double(baseline &- top) / scale)
      pango_cairo_show_layout_line(context, line)
    }
  }
}
