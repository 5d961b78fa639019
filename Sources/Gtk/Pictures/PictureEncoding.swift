// SPDX-License-Identifier: Apache-2.0
// Pixels as a file that any program shows. It has nothing of what was in the picture's own file: not where it was
// taken, nor with which camera.

import CGtk
import Foundation

enum PictureEncoding {
  /// As PNG if anything shows through it, else as JPEG. Nil if there is no room for it.
  /// - Parameter isOnPaper: whether white shows through it.
  static func file(of pixels: OpaquePointer, onPaper isOnPaper: Bool = false) -> Data? {
    if isOnPaper, gdk_pixbuf_get_has_alpha(pixels) != 0 {
      let (width, height) = (gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels))
      // transfer full
      guard
        let flat = gdk_pixbuf_composite_color_simple(
          pixels, width, height, GDK_INTERP_NEAREST, 255, 16, 0xffffff, 0xffffff)
      else { return nil }
      defer { g_object_unref(Pointer(flat)) }
      // It still has room for transparency, of which there is none.
      return encoded(flat, asPNG: false)
    }
    return encoded(pixels, asPNG: gdk_pixbuf_get_has_alpha(pixels) != 0)
  }

  private static func encoded(_ pixels: OpaquePointer, asPNG isPNG: Bool) -> Data? {
    var (bytes, count): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    let (name, value) = (strdup("quality"), strdup("90"))
    defer {
      free(name)
      free(value)
    }
    var (names, values) = isPNG ? ([nil], [nil]) : ([name, nil], [value, nil])
    // transfer full
    guard
      gdk_pixbuf_save_to_bufferv(
        pixels, &bytes, &count, isPNG ? "png" : "jpeg", &names, &values, nil) != 0, let bytes
    else { return nil }
    return Data(
      bytesNoCopy: bytes, count: Int(count), deallocator: .custom { start, _ in g_free(start) })
  }
}
