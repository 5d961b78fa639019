// SPDX-License-Identifier: Apache-2.0
// An icon.

import CGtk
import CGtkShim

/// An icon, or a small picture.
@MainActor
public final class Image: Widget {
  /// An icon of the current theme; `size` is in pixels.
  public init(icon: String, size: Int? = nil) {
    super.init(fresh: gtk_image_new_from_icon_name(icon))
    if let size { gtk_image_set_pixel_size(opaque, Int32(size)) }
    // Screen readers should not repeat an icon beside a text.
    vitrine_accessible_set_hidden(widget)
  }

  /// Shows an icon of the current theme.
  public func show(icon: String) { gtk_image_set_from_icon_name(opaque, icon) }

  /// An icon that says something by itself.
  public init(icon: String, label: String) {
    super.init(fresh: gtk_image_new_from_icon_name(icon))
    tooltip(label).accessibleName(label)
  }

  /// An image in a square of exactly `side` pixels, whatever its own size; nil for the icon size of the
  /// style sheet.
  public init(side: Int?) {
    super.init(fresh: gtk_image_new())
    if let side { gtk_image_set_pixel_size(opaque, Int32(side)) }
  }

  /// Shows a picture; nil for none.
  public func show(_ texture: Texture?) { gtk_image_set_from_paintable(opaque, texture?.opaque) }
}
