// SPDX-License-Identifier: Apache-2.0
// A picture on a page. A PDF takes a JPEG as it is, so nothing here decodes one: cairo only reads how large it is and
// writes its bytes. What is looked at on the screen has pixels instead.

import CCairo
import Foundation

/// Must live until the page it is on has been added: cairo would otherwise copy pixels that nobody has.
public final class PagePicture {
  let surface: OpaquePointer
  public let size: CGSize

  /// Nil for a size that can't be drawn.
  /// - Parameter name: the same for the same picture, which then is in the file only once.
  public init?(jpeg: [UInt8], width: Int, height: Int, name: String) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      let made = Self.surfaceWithoutPixels(width, height)
    else { return nil }
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

  /// One for the screen. Nil for a size that can't be drawn.
  /// - Parameter pixels: row by row without gaps: red, green and blue, a byte each.
  public init?(pixels: [UInt8], width: Int, height: Int) {
    guard (1...32_767).contains(width), (1...32_767).contains(height),
      pixels.count == width * height * 3,
      // Ours; cairo never gives nil, but something that failed.
      let made = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    else { return nil }
    surface = made
    size = CGSize(width: width, height: height)
    cairo_surface_flush(made)
    guard cairo_surface_status(made) == CAIRO_STATUS_SUCCESS,
      let rows = cairo_image_surface_get_data(made)
    else {
      cairo_surface_destroy(made)
      return nil
    }
    // Rows of four bytes each have no gaps; each is a number in the order of this machine.
    UnsafeMutableRawPointer(rows).withMemoryRebound(to: UInt32.self, capacity: width * height) {
      for place in 0..<width * height {
        let red = UInt32(pixels[3 * place])
        let green = UInt32(pixels[3 * place + 1])
        $0[place] = red << 16 | green << 8 | UInt32(pixels[3 * place + 2])
      }
    }
    cairo_surface_mark_dirty(made)
  }

  deinit { cairo_surface_destroy(surface) }

  /// One whose pixels take up no memory, because nobody writes them.
  private static func surfaceWithoutPixels(_ width: Int, _ height: Int) -> OpaquePointer? {
    let stride = cairo_format_stride_for_width(CAIRO_FORMAT_RGB24, Int32(width))
    let count = Int(stride) * height
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let pixels = mmap(nil, count, PROT_READ, flags, -1, 0), pixels != MAP_FAILED else {
      return nil
    }
    let surface = cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_RGB24, Int32(width), Int32(height),
      stride)
    // cairo may need the surface for longer than anybody here does: it gives the pixels back.
    let kept = Unmanaged.passRetained(Pixels(start: pixels, count: count)).toOpaque()
    let status = cairo_surface_set_user_data(surface, key, kept) { kept in
      if let kept { Unmanaged<Pixels>.fromOpaque(kept).release() }
    }
    if status != CAIRO_STATUS_SUCCESS { Unmanaged<Pixels>.fromOpaque(kept).release() }
    return surface
  }

  private final class Pixels {
    let start: UnsafeMutableRawPointer
    let count: Int

    init(start: UnsafeMutableRawPointer, count: Int) { (self.start, self.count) = (start, count) }

    deinit { munmap(start, count) }
  }

  // Its address alone tells it from other keys; never freed.
  nonisolated(unsafe) private static let key = UnsafeMutablePointer<cairo_user_data_key_t>
    .allocate(capacity: 1)

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
