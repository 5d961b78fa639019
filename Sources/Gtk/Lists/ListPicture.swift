// SPDX-License-Identifier: Apache-2.0
// A picture in a row. What the rows of long lists are made of: it asks for the same room whatever it shows, so that a list
// is not laid out again when its rows show other items (see list_cells.c).

import CGtkShim

/// A square that shows a picture as large as fits, or a sign that there is none.
@MainActor
public final class ListPicture: Widget {
  /// - Parameter side: nil for the size that the style sheet decides.
  public init(side: Int?) {
    super.init(fresh: vitrine_list_picture_new(Int32(side ?? 0)))
  }

  /// Has the picture fill all the room there is, at least a square of this side; what does not fit is cut off.
  public func fill(side: Int) { vitrine_list_picture_fill(widget, Int32(side)) }

  /// Shows a picture; nil for none.
  public func show(_ texture: Texture?) { vitrine_list_picture_show(widget, texture?.opaque) }
}
