// SPDX-License-Identifier: Apache-2.0
// Barcodes in pictures, found in the process that decodes them.

import CBarcodes
import CGtk
import Foundation

extension PictureDecoding {
  /// Whether barcodes can be found: if libzbar was there when this was built.
  public static var readsBarcodes: Bool { vitrine_barcodes_are_readable() }

  /// How large a picture is when it is read. A code a tenth as wide as a photo is read at the first size, and a
  /// larger picture would take much longer; some codes that are drawn sharply are only read at the other.
  private static let sides: [Int32] = [2000, 800]

  /// The numbers in a file's barcodes.
  static func barcodes(in file: Int32, _ kind: PictureRules.Kind, mostPixels: Int) throws
    -> [String]
  {
    for side in sides {
      let picture = try decode(file, PictureRequest(size: side), of: kind, mostPixels: mostPixels)
      defer { g_object_unref(Pointer(picture.buffer)) }
      let numbers = barcodes(in: picture.buffer)
      if !numbers.isEmpty { return numbers }
    }
    return []
  }

  private static func barcodes(in picture: OpaquePointer) -> [String] {
    let (width, height) = (
      Int(gdk_pixbuf_get_width(picture)), Int(gdk_pixbuf_get_height(picture))
    )
    let (row, step) = (
      Int(gdk_pixbuf_get_rowstride(picture)), Int(gdk_pixbuf_get_n_channels(picture))
    )
    guard let pixels = gdk_pixbuf_read_pixels(picture) else { return [] }
    let grey = [UInt8](unsafeUninitializedCapacity: width * height) { grey, count in
      for y in 0..<height {
        for x in 0..<width {
          let place = y * row + x * step
          let sum = Int(pixels[place]) + 2 * Int(pixels[place + 1]) + Int(pixels[place + 2])
          grey[y * width + x] = UInt8(sum / 4)
        }
      }
      count = width * height
    }
    guard let text = vitrine_barcodes_read(grey, UInt32(width), UInt32(height)) else { return [] }
    defer { free(text) }
    return String(cString: text).split(separator: "\n").map(String.init)
  }
}
