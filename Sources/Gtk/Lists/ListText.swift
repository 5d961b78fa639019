// SPDX-License-Identifier: Apache-2.0
// Text in a row. What the rows of long lists are made of: it asks for the same room whatever it shows, so that a list
// is not laid out again when its rows show other items (see list_cells.c).

import CGtk
import CGtkShim

/// A line of text in a long list, cut off where its room ends. All of it appears when the pointer rests
/// over it.
@MainActor
public final class ListText: Widget {
  /// Digits of one width.
  private let isNumber: Bool

  /// A number stands at the end of its room, a text at the start.
  public init(isNumber: Bool = false) {
    self.isNumber = isNumber
    super.init(fresh: vitrine_list_text_new(isNumber ? 1 : 0))
  }

  /// Shows a text, with parts of it in bold. One that `keepsEnd` is cut in its middle.
  public func show(
    _ text: String, bold pieces: [Range<String.Index>] = [], keepsEnd: Bool = false
  ) {
    let shown = text.asTitle
    // Nothing is bold in what is not shown as it is.
    let pieces = shown.utf8.count == text.utf8.count ? pieces : []
    let end: gboolean = keepsEnd ? 1 : 0
    guard isNumber || !pieces.isEmpty else {
      return vitrine_list_text_show(widget, shown, nil, end)
    }
    // transfer full; what is inserted into it is taken over.
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if isNumber { pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum")) }
    for piece in pieces {
      guard let bold = pango_attr_weight_new(PANGO_WEIGHT_BOLD) else { continue }
      bold.pointee.start_index = guint(text[..<piece.lowerBound].utf8.count)
      bold.pointee.end_index = guint(text[..<piece.upperBound].utf8.count)
      pango_attr_list_insert(attributes, bold)
    }
    vitrine_list_text_show(widget, shown, attributes, end)
  }
}
