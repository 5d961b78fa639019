// SPDX-License-Identifier: Apache-2.0
// A picture of pixels that are there already: nothing has to decode it.

import CGtk
import CGtkShim
import Foundation

extension Texture {
  /// A picture as cairo draws it: row by row without gaps, each pixel as a number of 32 bits in the order of this
  /// machine, alpha, red, green, blue. As many as the width and the height say.
  @MainActor
  public convenience init?(width: Int, height: Int, drawn pixels: Data) {
    guard width > 0, height > 0, pixels.count == width * height * 4 else { return nil }
    #if _endian(little)
      let format = GDK_MEMORY_B8G8R8A8_PREMULTIPLIED
    #else
      let format = GDK_MEMORY_A8R8G8B8_PREMULTIPLIED
    #endif
    // Transfer full, both; the texture takes a reference of its own to the bytes, which are a copy.
    let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    let texture = gdk_memory_texture_new(
      Int32(clamping: width), Int32(clamping: height), format, bytes, gsize(width * 4))
    self.init(adopting: Pointer(texture.unsafelyUnwrapped))
  }

  /// A picture of such pixels; as many as the width and the height say.
  @MainActor
  public convenience init?(width: Int, height: Int, pixels: [UInt16]) {
    guard width > 0, height > 0, pixels.count == width * height else { return nil }
    var colours: [UInt8] = []
    colours.reserveCapacity(pixels.count * 3)
    for pixel in pixels {
      colours.append(UInt8(pixel >> 11) << 3)
      colours.append(UInt8(pixel >> 5 & 0x3f) << 2)
      colours.append(UInt8(pixel & 0x1f) << 3)
    }
    // Transfer full, both; the texture takes a reference of its own to the bytes, which are a copy.
    let bytes = g_bytes_new(colours, gsize(colours.count))
    defer { g_bytes_unref(bytes) }
    let texture = gdk_memory_texture_new(
      Int32(clamping: width), Int32(clamping: height), GDK_MEMORY_R8G8B8, bytes,
      gsize(width * 3))
    self.init(adopting: Pointer(texture.unsafelyUnwrapped))
  }
}
