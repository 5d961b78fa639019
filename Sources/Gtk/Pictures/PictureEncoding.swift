// SPDX-License-Identifier: Apache-2.0
// Pixels as a file that any program shows. It has nothing of what was in the picture's own file: not where it was
// taken, nor with which camera.

import CGtk
import Foundation

enum PictureEncoding {
  /// As PNG if anything shows through it, else as JPEG. Nil if there is no room for it.
  static func file(of pixels: OpaquePointer) -> Data? {
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixels) != 0
    var (bytes, count): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
    let (name, value) = (strdup("quality"), strdup("90"))
    defer {
      free(name)
      free(value)
    }
    var (names, values) = hasAlpha ? ([nil], [nil]) : ([name, nil], [value, nil])
    // transfer full
    guard
      gdk_pixbuf_save_to_bufferv(
        pixels, &bytes, &count, hasAlpha ? "png" : "jpeg", &names, &values, nil) != 0, let bytes
    else { return nil }
    return Data(
      bytesNoCopy: bytes, count: Int(count), deallocator: .custom { start, _ in g_free(start) })
  }
}
