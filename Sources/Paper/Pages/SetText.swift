// SPDX-License-Identifier: Apache-2.0
// A text in its lines: how large it is, and whether all of it is there.

import CCairo
import Foundation

public final class SetText {
  let layout: OpaquePointer
  let ink: Ink
  private let isCut: Bool

  /// Owns the layout.
  /// - Parameter isCut: whether some of the text is not in it.
  init(takingOver layout: OpaquePointer, ink: Ink, isCut: Bool) {
    (self.layout, self.ink, self.isCut) = (layout, ink, isCut)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(layout)) }

  /// What its lines take up; the width is that of the longest.
  public var size: CGSize {
    var lines = PangoRectangle()
    pango_layout_get_extents(layout, nil, &lines)
    // Pango's numbers end at two million points.
    let height =
      lineCount > 10_000 ? lineHeights.reduce(0, +) : Double(lines.height) / Double(PANGO_SCALE)
    return CGSize(width: Double(lines.width) / Double(PANGO_SCALE), height: height)
  }

  public var lineCount: Int { Int(pango_layout_get_line_count(layout)) }

  /// From its top to the line that the first letters stand on.
  public var baseline: Double { Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE) }

  /// Whether “…” stands for some of it.
  public var isShortened: Bool { isCut || pango_layout_is_ellipsized(layout) != 0 }

  /// Whether no font on this computer has some of its characters.
  public var lacksCharacters: Bool { pango_layout_get_unknown_glyphs_count(layout) > 0 }
}
