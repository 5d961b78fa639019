// SPDX-License-Identifier: Apache-2.0
// One picture file on its way through the library that decodes it. What we took the file for
// decides which library that is, not what another one makes of its name or content: a file is never
// given to a decoder of a format that is not supported here.

import CDecoder
import CGtk
import Foundation

/// Kinds of picture files, as other programs name them.
public enum PictureKinds {
  /// The MIME types that this computer has a decoder for. Debian's for AVIF and HEIC come in packages of
  /// their own.
  public static let decodable: Set<String> = {
    var types: Set<String> = []
    // transfer container: the formats stay the library's
    let formats = gdk_pixbuf_get_formats()
    defer { g_slist_free(formats) }
    var rest = formats
    while let item = rest {
      // transfer full
      let names = gdk_pixbuf_format_get_mime_types(OpaquePointer(item.pointee.data))
      defer { g_strfreev(names) }
      var place = 0
      while let name = names?[place] {
        types.insert(String(cString: name))
        place += 1
      }
      rest = item.pointee.next
    }
    return types
  }()
}

/// Belongs to one thread of the process that decodes.
final class PictureLoading {
  private let kind: PictureRules.Kind
  private let size: Int32
  private let mostPixels: Int
  /// Owned.
  private let loader: OpaquePointer
  /// The picture's own size, or that of a drawing. 0 until it is known.
  private(set) var original: (width: Int32, height: Int32) = (0, 0)
  /// What it is to have in the end.
  private var wanted: (width: Int32, height: Int32) = (0, 0)
  private var isTooLarge = false

  /// Throws if nothing here decodes that kind.
  init(_ kind: PictureRules.Kind, fitting size: Int32, mostPixels: Int) throws {
    (self.kind, self.size, self.mostPixels) = (kind, size, mostPixels)
    // transfer full
    guard let loader = gdk_pixbuf_loader_new_with_mime_type(kind.mimeType, nil) else {
      throw PictureDecoder.Failure.undecodable
    }
    self.loader = OpaquePointer(loader)
    let prepared: @convention(c) (Pointer, Int32, Int32, Pointer) -> Void = {
      Unmanaged<PictureLoading>.fromOpaque($3).takeUnretainedValue().sizeIsKnown($1, $2)
    }
    g_signal_connect_data(
      Pointer(self.loader), "size-prepared", unsafeBitCast(prepared, to: GCallback.self),
      Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(rawValue: 0))
  }

  deinit { g_object_unref(Pointer(loader)) }

  /// The decoded picture, which the caller owns; of a moving one, the first.
  func pixels(of file: Int32) throws -> OpaquePointer {
    var isFine = true
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    while isFine, !isTooLarge {
      let length = read(file, &piece, piece.count)
      if length < 0, errno == EINTR { continue }
      guard length > 0 else { break }
      isFine = gdk_pixbuf_loader_write(cast, piece, gsize(length), nil) != 0
    }
    // It must be closed in any case.
    let isWhole = gdk_pixbuf_loader_close(cast, nil) != 0
    if isTooLarge { throw PictureDecoder.Failure.tooLarge }
    // Borrowed.
    guard isFine, isWhole, original.width > 0, let pixels = gdk_pixbuf_loader_get_pixbuf(cast)
    else { throw PictureDecoder.Failure.undecodable }
    guard let smaller = Self.shrunk(pixels, to: wanted) else { return try packed(pixels) }
    gdk_pixbuf_copy_options(pixels, smaller)
    return smaller
  }

  /// A copy, which the caller owns; nil if that is not smaller, or if there is no room for it.
  static func shrunk(
    _ pixels: OpaquePointer, to size: (width: Int32, height: Int32)
  ) -> OpaquePointer? {
    let (width, height) = (gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels))
    guard size.width <= width, size.height <= height, size != (width, height) else { return nil }
    // Borrowed; the copy: transfer full.
    guard let bytes = gdk_pixbuf_read_pixels(pixels),
      let copy = gdk_pixbuf_new(
        GDK_COLORSPACE_RGB, gdk_pixbuf_get_has_alpha(pixels), 8, size.width, size.height)
    else { return nil }
    let old = vitrine_pixels(
      bytes: bytes, width: width, height: height, channels: gdk_pixbuf_get_n_channels(pixels),
      row_bytes: Int(gdk_pixbuf_get_rowstride(pixels)))
    let isDone = vitrine_pixels_shrink(
      old, gdk_pixbuf_get_pixels(copy), size.width, size.height,
      Int(gdk_pixbuf_get_rowstride(copy)))
    if isDone { return copy }
    g_object_unref(Pointer(copy))
    return nil
  }

  /// Some decoders leave much room after each row.
  private func packed(_ pixels: OpaquePointer) throws -> OpaquePointer {
    let (width, height) = (gdk_pixbuf_get_width(pixels), gdk_pixbuf_get_height(pixels))
    let rowBytes = width * gdk_pixbuf_get_n_channels(pixels)
    guard gdk_pixbuf_get_rowstride(pixels) > rowBytes + PictureAnswer.mostPadding else {
      return OpaquePointer(g_object_ref(Pointer(pixels)))
    }
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixels)
    // transfer full
    guard let copy = gdk_pixbuf_new(GDK_COLORSPACE_RGB, hasAlpha, 8, width, height) else {
      throw PictureDecoder.Failure.undecodable
    }
    gdk_pixbuf_copy_area(pixels, 0, 0, width, height, copy, 0, 0)
    gdk_pixbuf_copy_options(pixels, copy)
    return copy
  }

  private var cast: UnsafeMutablePointer<GdkPixbufLoader> {
    UnsafeMutablePointer(loader)
  }

  private func sizeIsKnown(_ width: Int32, _ height: Int32) {
    guard width > 0, height > 0 else { return }
    original = (width, height)
    if let side = kind.drawnSide {
      original = Self.scaled(original, to: side)
    } else if Int(width) * Int(height) > mostPixels {
      isTooLarge = true
      // Decoders give up at this.
      return gdk_pixbuf_loader_set_size(cast, 0, 0)
    }
    wanted = Self.scaled(original, to: min(size, max(original.width, original.height)))
    var decoded = kind.drawnSide == nil ? (width, height) : wanted
    // A half, a quarter or an eighth of each side is less work for this decoder; all else is done faster here.
    if kind.mimeType == "image/jpeg" {
      for part: Int32 in [2, 4, 8] {
        let smaller = ((width + part - 1) / part, (height + part - 1) / part)
        if smaller.0 >= wanted.width, smaller.1 >= wanted.height { decoded = smaller }
      }
    }
    if decoded != (width, height) { gdk_pixbuf_loader_set_size(cast, decoded.0, decoded.1) }
  }

  /// With this longer side.
  static func scaled(
    _ size: (width: Int32, height: Int32), to side: Int32
  ) -> (width: Int32, height: Int32) {
    let factor = Double(side) / Double(max(size.width, size.height))
    return (
      max(1, Int32((Double(size.width) * factor).rounded())),
      max(1, Int32((Double(size.height) * factor).rounded()))
    )
  }
}
