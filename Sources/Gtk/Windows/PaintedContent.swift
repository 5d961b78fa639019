// SPDX-License-Identifier: Apache-2.0
// What a window has painted last, for a small picture of it. Watched all the time: a window that is asked to close may be
// about to be painted anew, and GTK has nothing of it then.

import CGtk
import CGtkShim

/// The content of a window as it was painted last.
@MainActor
public final class PaintedContent: Object {
  private weak var window: Window?

  /// To be made when the window has its content; nil without one.
  public init?(of window: Window) {
    guard let content = gtk_window_get_child(window.cast(to: GtkWindow.self)) else { return nil }
    self.window = window
    // transfer full; it does not keep the widget.
    super.init(adopting: Pointer(gtk_widget_paintable_new(content).unsafelyUnwrapped))
  }

  /// It, with no more pixels than this: five bits of red, six of green and five of blue each, row by row. Nil while the
  /// window is not on screen.
  public func pixels(atMost count: Int) -> (width: Int, height: Int, pixels: [UInt16])? {
    guard let window, window.isMapped, count > 0,
      let renderer = gtk_native_get_renderer(window.opaque)
    else { return nil }
    let (fullWidth, fullHeight) = (
      Double(gdk_paintable_get_intrinsic_width(opaque)),
      Double(gdk_paintable_get_intrinsic_height(opaque))
    )
    guard fullWidth > 0, fullHeight > 0 else { return nil }
    let scale = min(1, (Double(count) / (fullWidth * fullHeight)).squareRoot())
    let (width, height) = (max(1, Int(fullWidth * scale)), max(1, Int(fullHeight * scale)))
    let snapshot = gtk_snapshot_new()
    // Most views have none of their own.
    vitrine_snapshot_background(snapshot, window.widget, Double(width), Double(height))
    gdk_paintable_snapshot(opaque, snapshot, Double(width), Double(height))
    // Takes over the snapshot; the node is transfer full, and nil if nothing is painted.
    guard let node = gtk_snapshot_free_to_node(snapshot) else { return nil }
    defer { gsk_render_node_unref(node) }
    var area = graphene_rect_t()
    graphene_rect_init(&area, 0, 0, Float(width), Float(height))
    // transfer full
    guard let texture = gsk_renderer_render_texture(renderer, node, &area) else { return nil }
    defer { g_object_unref(Pointer(texture)) }
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    gdk_texture_download(texture, &bytes, gsize(width * 4))
    // Blue, green, red, and how much of it there is, in a machine's word.
    var pixels: [UInt16] = []
    pixels.reserveCapacity(width * height)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      let (red, green, blue) = (
        UInt16(bytes[place + 2]), UInt16(bytes[place + 1]), UInt16(bytes[place])
      )
      pixels.append((red >> 3) << 11 | (green >> 2) << 5 | blue >> 3)
    }
    return (width, height, pixels)
  }
}
