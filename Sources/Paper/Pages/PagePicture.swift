// SPDX-License-Identifier: Apache-2.0
// A picture on a page. A PDF takes a JPEG as it is, so nothing here decodes one: cairo only reads how large it is and
// writes its bytes.

import CCairo
import Foundation

/// Must live until the page it is on has been added: cairo would otherwise copy pixels that nobody has.
public final class PagePicture {
  let surface: OpaquePointer
  public let size: CGSize

  /// Nil for a size that can't be drawn.
  /// - Parameter name: the same for the same picture, which then is in the file only once.
  public init?(jpeg: [UInt8], width: Int, height: Int, name: String) {
    // The pixels are never touched, and so never take up memory.
    let made = cairo_image_surface_create(
      CAIRO_FORMAT_RGB24, Int32(clamping: width), Int32(clamping: height))
    guard let made else { return nil }
    surface = made
    size = CGSize(width: width, height: height)
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
      Self.attach(jpeg, CAIRO_MIME_TYPE_JPEG, to: made),
      Self.attach(Array(name.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: made)
    else {
      cairo_surface_destroy(made)
      return nil
    }
  }

  deinit { cairo_surface_destroy(surface) }

  private static func attach(_ bytes: [UInt8], _ type: String, to surface: OpaquePointer) -> Bool {
    guard !bytes.isEmpty, let copy = malloc(bytes.count) else { return false }
    copy.copyMemory(from: bytes, byteCount: bytes.count)
    // Takes the copy over.
    let status = cairo_surface_set_mime_data(
      surface, type, copy.assumingMemoryBound(to: UInt8.self), UInt(bytes.count), { free($0) }, copy
    )
    if status != CAIRO_STATUS_SUCCESS { free(copy) }
    return status == CAIRO_STATUS_SUCCESS
  }
}

extension Canvas {
  /// Draws a picture as large as it fits, in the middle of an area.
  public func draw(_ picture: PagePicture, in area: CGRect) {
    let scale = min(area.width / picture.size.width, area.height / picture.size.height)
    let (width, height) = (picture.size.width * scale, picture.size.height * scale)
    cairo_save(context)
    defer { cairo_restore(context) }
    cairo_translate(context, area.midX - width / 2, area.midY - height / 2)
    cairo_scale(context, scale, scale)
    cairo_set_source_surface(context, picture.surface, 0, 0)
    cairo_rectangle(context, 0, 0, picture.size.width, picture.size.height)
    cairo_fill(context)
  }
}
