// SPDX-License-Identifier: Apache-2.0
// A decoded picture. It is decoded elsewhere: see `PictureDecoder`.

import CGtk
import Foundation

/// A decoded picture, ready to paint.
public final class Texture: Object {
  /// The size of the picture that it was made from, which may be larger; nil if that is not known.
  public private(set) var pictureSize: (width: Int, height: Int)?

  /// In pixels.
  var size: (width: Int, height: Int) {
    (Int(gdk_texture_get_width(opaque)), Int(gdk_texture_get_height(opaque)))
  }

  /// Its longer side, in pixels.
  public var longerSide: Int { max(size.width, size.height) }

  /// The memory its pixels take.
  public var byteCount: Int { size.width * size.height * 4 }

  /// Takes over the pixels.
  convenience init(_ picture: DecodedPicture) {
    let answer = picture.answer
    // The texture keeps the bytes. transfer full
    let texture = gdk_memory_texture_new(
      answer.width, answer.height, answer.hasAlpha ? GDK_MEMORY_R8G8B8A8 : GDK_MEMORY_R8G8B8,
      picture.bytes, gsize(answer.rowBytes))
    g_bytes_unref(picture.bytes)
    self.init(adopting: Pointer(texture.unsafelyUnwrapped))
    if answer.pictureWidth > 0 {
      pictureSize = (Int(answer.pictureWidth), Int(answer.pictureHeight))
    }
  }
}

extension Texture {
  /// A picture of black and white squares, each so many pixels wide: sharp, because a machine
  /// is to read it.
  @MainActor
  public convenience init(side: Int, square: Int, isBlack: (_ x: Int, _ y: Int) -> Bool) {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(side * square * side * square * 3)
    for y in 0..<side {
      let row = (0..<side).flatMap { x in
        [UInt8](repeating: isBlack(x, y) ? 0 : 255, count: square * 3)
      }
      for _ in 0..<square { pixels += row }
    }
    // Transfer full, both; the texture takes a reference of its own to the bytes, which are a copy.
    let bytes = g_bytes_new(pixels, gsize(pixels.count))
    defer { g_bytes_unref(bytes) }
    let length = Int32(clamping: side * square)
    let texture = gdk_memory_texture_new(
      length, length, GDK_MEMORY_R8G8B8, bytes, gsize(side * square * 3))
    self.init(adopting: Pointer(texture.unsafelyUnwrapped))
  }
}
