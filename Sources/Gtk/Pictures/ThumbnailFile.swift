// SPDX-License-Identifier: Apache-2.0
// Writing a thumbnail: here, because the process that decodes pictures can write no file.

import CGtk
import Foundation

enum ThumbnailFile {
  /// One that can't be written is made again the next time.
  static func write(_ picture: DecodedPicture, to file: URL) {
    let directory = file.deletingLastPathComponent().path
    guard let bytes = encoded(picture), g_mkdir_with_parents(directory, 0o700) == 0 else { return }
    // Nobody else may read it or guess its name: it gets the letters at its end.
    var name = Array("\(file.path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { return }
    let isWritten = bytes.withUnsafeBytes {
      Foundation.write(descriptor, $0.baseAddress, $0.count) == $0.count
    }
    close(descriptor)
    if !isWritten || rename(name, file.path) != 0 { unlink(name) }
  }

  private static func encoded(_ picture: DecodedPicture) -> Data? {
    let answer = picture.answer
    // transfer full; it has a reference of its own to the bytes
    guard
      let pixels = gdk_pixbuf_new_from_bytes(
        picture.bytes, GDK_COLORSPACE_RGB, answer.hasAlpha ? 1 : 0, 8, answer.width, answer.height,
        answer.rowBytes)
    else { return nil }
    defer { g_object_unref(Pointer(pixels)) }
    return PictureEncoding.file(of: pixels)
  }
}
