// SPDX-License-Identifier: Apache-2.0
// A picture as programs pass it to each other over the bus: in search results and notifications.

import CGtk
import Foundation

extension Texture {
  /// The pixels as `(iiibiiay)`: width, height, bytes in a row, whether there is transparency, bits
  /// and channels, and all bytes. For small pictures: it is a copy, and made on the main thread.
  public var busValue: BusValue? {
    // transfer full
    guard let pixels = gdk_pixbuf_get_from_texture(opaque) else { return nil }
    defer { g_object_unref(Pointer(pixels)) }
    // transfer full
    guard let bytes = gdk_pixbuf_read_pixel_bytes(pixels) else { return nil }
    defer { g_bytes_unref(bytes) }
    var size: gsize = 0
    // Borrowed from the bytes, and copied.
    guard let data = g_bytes_get_data(bytes, &size) else { return nil }
    return .tuple([
      .integer(gdk_pixbuf_get_width(pixels)), .integer(gdk_pixbuf_get_height(pixels)),
      .integer(gdk_pixbuf_get_rowstride(pixels)), .truth(gdk_pixbuf_get_has_alpha(pixels) != 0),
      .integer(gdk_pixbuf_get_bits_per_sample(pixels)),
      .integer(gdk_pixbuf_get_n_channels(pixels)),
      .bytes(Data(bytes: data, count: Int(size))),
    ])
  }
}
