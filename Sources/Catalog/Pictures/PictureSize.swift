// The size of a decoded picture, from the first bytes of its file: a file of a few kilobytes can
// decode to gigabytes, so this must be known before decoding.

import Foundation

struct PictureSize: Equatable {
  let width: Int
  let height: Int

  var pixels: Int { width * height }

  /// Nil if the file ends or is damaged before the place that states its size.
  init?(of bytes: [UInt8], format: PictureFormat) {
    let size: (width: Int, height: Int)? =
      switch format {
      case .png: Self.png(bytes)
      case .jpg: Self.jpeg(bytes)
      case .webp: Self.webp(bytes)
      }
    // No format has longer sides; the product of two valid ones fits an Int.
    guard let size, 1...Int(Int32.max) ~= size.width, 1...Int(Int32.max) ~= size.height else {
      return nil
    }
    (width, height) = size
  }

  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (bigEndian(bytes[16..<20]), bigEndian(bytes[20..<24]))
  }

  /// Skips to the segment that begins a frame: it has the size.
  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    var place = 2
    while place + 9 <= bytes.count {
      // Decoders also skip bytes between segments.
      if bytes[place] != 0xff || bytes[place + 1] == 0xff {
        place += 1
        continue
      }
      switch bytes[place + 1] {
      case 0x00, 0x01, 0xd0...0xd8: place += 2  // without a length
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return (bigEndian(bytes[place + 7..<place + 9]), bigEndian(bytes[place + 5..<place + 7]))
      case 0xd9, 0xda: return nil  // the end, or data without a frame
      default: place += 2 + max(2, bigEndian(bytes[place + 2..<place + 4]))
      }
    }
    return nil
  }

  private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      guard bytes[23..<26].elementsEqual([0x9d, 0x01, 0x2a]) else { return nil }
      return (
        littleEndian(bytes[26..<28]) & 0x3fff, littleEndian(bytes[28..<30]) & 0x3fff
      )
    case "VP8L":
      guard bytes[20] == 0x2f else { return nil }
      let sides = littleEndian(bytes[21..<25])
      return ((sides & 0x3fff) + 1, (sides >> 14 & 0x3fff) + 1)
    case "VP8X":
      return (littleEndian(bytes[24..<27]) + 1, littleEndian(bytes[27..<30]) + 1)
    default: return nil
    }
  }

  private static func bigEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.reduce(0) { $0 << 8 | Int($1) }
  }

  private static func littleEndian(_ bytes: ArraySlice<UInt8>) -> Int {
    bigEndian(ArraySlice(bytes.reversed()))
  }
}
