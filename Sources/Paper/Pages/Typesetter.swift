// SPDX-License-Identifier: Apache-2.0
// Sets texts in lines, in whatever script they are. Each document has one of its own: Pango's fonts may be used by
// different threads in turn, but not at once.

import CCairo
import Foundation

public final class Typesetter {
  private let context: OpaquePointer

  public init() {
    // The context owns the fonts from here on.
    let fonts = pango_cairo_font_map_new()
    context = pango_font_map_create_context(fonts)
    g_object_unref(fonts)
    // A point of the font is one of the page. Without hints, a text is as wide on every printer and screen.
    pango_cairo_context_set_resolution(context, 72)
    let options = cairo_font_options_create()
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    pango_cairo_context_set_font_options(context, options)
    cairo_font_options_destroy(options)
    pango_context_set_round_glyph_positions(context, 0)
  }

  deinit { g_object_unref(UnsafeMutableRawPointer(context)) }

  /// A text that is broken into lines of this width, or stays as many lines as it has.
  /// - Parameters:
  ///   - width: nil for as wide as it is.
  ///   - lines: after so many it ends in “…”; nil for as many as it takes. Without `width` it is of no effect.
  public func set(
    _ text: String, _ style: TextStyle, width: Double? = nil, lines: Int? = nil
  ) -> SetText {
    let layout: OpaquePointer = pango_layout_new(context)
    let font = pango_font_description_new()
    pango_font_description_set_family(font, style.font)
    pango_font_description_set_absolute_size(font, style.size * Double(PANGO_SCALE))
    if style.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
    if style.isItalic { pango_font_description_set_style(font, PANGO_STYLE_ITALIC) }
    pango_layout_set_font_description(layout, font)
    pango_font_description_free(font)
    let bounded = BoundedText(text, lines: width == nil ? 10 : lines)
    let text = bounded.text
    pango_layout_set_text(layout, text, Int32(clamping: text.utf8.count))
    bounded.divide(layout)
    let isRightToLeft = pango_layout_get_direction(layout, 0) == PANGO_DIRECTION_RTL
    pango_layout_set_alignment(layout, style.alignment.inPango(isRightToLeft))
    if let width {
      pango_layout_set_width(layout, Int32(clamping: Int(max(0, width) * Double(PANGO_SCALE))))
      // A word that is too long for a line is broken, too.
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
      if let lines {
        pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
        // Below zero it counts the lines of each paragraph.
        pango_layout_set_height(layout, Int32(clamping: -lines))
      }
    }
    let isCut = width != nil && lines.map { cut(layout, text, to: $0) } ?? false
    return SetText(takingOver: layout, ink: style.ink, isCut: isCut || bounded.isCut)
  }

  /// Lets a text of several paragraphs end in “…” after so many lines. Returns whether it had more.
  private func cut(_ layout: OpaquePointer, _ text: String, to lines: Int) -> Bool {
    let last = Int32(clamping: lines - 1)
    guard lines > 0, pango_layout_get_line_count(layout) > lines,
      // Borrowed.
      let line = pango_layout_get_line_readonly(layout, last)
    else { return false }
    let end = Int(line.pointee.start_index + line.pointee.length)
    var kept = String(decoding: text.utf8.prefix(end), as: UTF8.self)
    repeat {
      while kept.last?.isWhitespace ?? false { kept.removeLast() }
      let shown = kept + "…"
      pango_layout_set_text(layout, shown, Int32(clamping: shown.utf8.count))
      // Full to its edge, the last line has no room for it.
    } while pango_layout_get_line_count(layout) > lines && kept.popLast() != nil
    return true
  }
}

extension TextStyle.Alignment {
  /// Pango turns left and right round in a text that is written from right to left.
  fileprivate func inPango(_ isRightToLeft: Bool) -> PangoAlignment {
    switch self {
    case .leading: PANGO_ALIGN_LEFT
    case .centre: PANGO_ALIGN_CENTER
    case .trailing: PANGO_ALIGN_RIGHT
    case .left: isRightToLeft ? PANGO_ALIGN_RIGHT : PANGO_ALIGN_LEFT
    case .right: isRightToLeft ? PANGO_ALIGN_LEFT : PANGO_ALIGN_RIGHT
    }
  }
}
