// SPDX-License-Identifier: Apache-2.0
// What is drawn on: a page of a PDF, of a printer or of the screen. Places are in points from the top left corner.

import CCairo
import Foundation

public struct Canvas {
  let context: OpaquePointer
  /// Whether links, places and the parts of a document are kept. What leads to a page that is not printed would make
  /// a printer's file invalid.
  private let keepsTags: Bool

  /// - Parameter context: lives at least as long as what is drawn.
  init(borrowing context: OpaquePointer, keepsTags: Bool = false) {
    (self.context, self.keepsTags) = (context, keepsTags)
  }

  // MARK: Shapes

  public func fill(_ area: CGRect, _ ink: Ink) { fill([area], ink) }

  /// All in one fill, so that there is no seam where two meet.
  public func fill(_ areas: some Sequence<CGRect>, _ ink: Ink) {
    for area in areas {
      cairo_rectangle(context, area.minX, area.minY, area.width, area.height)
    }
    use(ink)
    cairo_fill(context)
  }

  public func line(from start: CGPoint, to end: CGPoint, width: Double, ink: Ink) {
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
    stroke(width, ink)
  }

  /// The border of an area, half of it inside.
  public func outline(_ area: CGRect, corner: Double = 0, width: Double, ink: Ink) {
    addPath(area, corner: corner)
    stroke(width, ink)
  }

  /// What `body` draws, as far as it is within the area.
  public func clipped(to area: CGRect, _ body: () throws -> Void) rethrows {
    cairo_save(context)
    defer { cairo_restore(context) }
    addPath(area, corner: 0)
    cairo_clip(context)
    try body()
  }

  // MARK: Texts

  /// - Parameter place: its top left corner, that of its width if it has one.
  public func draw(_ text: SetText, at place: CGPoint) {
    use(text.ink)
    cairo_move_to(context, place.x, place.y)
    pango_cairo_show_layout(context, text.layout)
  }

  // MARK: What a PDF has besides what is seen

  /// Marks what `body` draws as a part of the document, for screen readers and for copying.
  public func tagged(_ part: DocumentPart, _ body: () throws -> Void) rethrows {
    try tagged(part.rawValue, attributes: "", body)
  }

  /// What `body` draws leads to another place of the document.
  public func linked(to place: String, _ body: () throws -> Void) rethrows {
    try tagged(CAIRO_TAG_LINK, attributes: "dest='\(TagText.quoted(place))'", body)
  }

  /// What `body` draws leads to an address.
  public func linked(to address: URL, _ body: () throws -> Void) rethrows {
    try tagged(CAIRO_TAG_LINK, attributes: "uri='\(TagText.quoted(address.absoluteString))'", body)
  }

  /// A place that links and the outline name.
  public func markPlace(_ name: String, at point: CGPoint) {
    let attributes = "name='\(TagText.quoted(name))' x=\(point.x) y=\(point.y)"
    tagged(CAIRO_TAG_DEST, attributes: attributes) {}
  }

  private func tagged(
    _ name: String, attributes: String, _ body: () throws -> Void
  ) rethrows {
    guard keepsTags else { return try body() }
    cairo_tag_begin(context, name, attributes)
    defer { cairo_tag_end(context, name) }
    try body()
  }

  // MARK: Paths

  private func addPath(_ area: CGRect, corner: Double) {
    guard corner > 0 else {
      cairo_rectangle(context, area.minX, area.minY, area.width, area.height)
      return
    }
    let (right, bottom) = (area.maxX - corner, area.maxY - corner)
    let (left, top) = (area.minX + corner, area.minY + corner)
    cairo_new_sub_path(context)
    cairo_arc(context, right, top, corner, -.pi / 2, 0)
    cairo_arc(context, right, bottom, corner, 0, .pi / 2)
    cairo_arc(context, left, bottom, corner, .pi / 2, .pi)
    cairo_arc(context, left, top, corner, .pi, .pi * 3 / 2)
    cairo_close_path(context)
  }

  private func stroke(_ width: Double, _ ink: Ink) {
    use(ink)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  func use(_ ink: Ink) { cairo_set_source_rgb(context, ink.red, ink.green, ink.blue) }
}
