// SPDX-License-Identifier: Apache-2.0
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
      case .gif: Self.gif(bytes)
      case .svg: (PictureFormat.drawnSide, PictureFormat.drawnSide)
      case .avif, .heic: Self.boxes(bytes)
      }
    // No format has longer sides; the product of two valid ones fits an Int.
    guard let size, 1...Int(Int32.max) ~= size.width, 1...Int(Int32.max) ~= size.height else {
      return nil
    }
    (width, height) = size
  }

  private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    return (bytes[16..<20].bigEndian, bytes[20..<24].bigEndian)
  }

  /// Skips to the segment that begins a frame: it has the size.
  private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
    let beginsFrame: [ClosedRange<UInt8>] = [0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf]
    let frame = JPEGSegments(bytes).first { segment in
      beginsFrame.contains { $0.contains(segment.marker) }
    }
    guard let place = frame?.place, place + 9 <= bytes.count else { return nil }
    return (bytes[place + 7..<place + 9].bigEndian, bytes[place + 5..<place + 7].bigEndian)
  }

  private static func webp(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8 ":
      guard bytes[23..<26].elementsEqual([0x9d, 0x01, 0x2a]) else { return nil }
      return (
        bytes[26..<28].littleEndian & 0x3fff, bytes[28..<30].littleEndian & 0x3fff
      )
    case "VP8L":
      guard bytes[20] == 0x2f else { return nil }
      let sides = bytes[21..<25].littleEndian
      return ((sides & 0x3fff) + 1, (sides >> 14 & 0x3fff) + 1)
    case "VP8X":
      return (bytes[24..<27].littleEndian + 1, bytes[27..<30].littleEndian + 1)
    default: return nil
    }
  }

  private static func gif(_ bytes: [UInt8]) -> (Int, Int)? {
    guard bytes.count >= 10 else { return nil }
    return (bytes[6..<8].littleEndian, bytes[8..<10].littleEndian)
  }

  /// A file may contain several pictures, such as the tiles of a large one: the largest counts.
  private static func boxes(_ bytes: [UInt8]) -> (Int, Int)? {
    let sizes = PictureBoxes.boxes(["meta", "iprp", "ipco"], of: bytes)?.compactMap { box in
      let start = box.content.lowerBound
      guard box.name == "ispe", box.content.count >= 12 else { return nil as (Int, Int)? }
      return (bytes[start + 4..<start + 8].bigEndian, bytes[start + 8..<start + 12].bigEndian)
    }
    return sizes?.max { $0.0.multipliedFullWidth(by: $0.1) < $1.0.multipliedFullWidth(by: $1.1) }
  }
}

extension ArraySlice<UInt8> {
  /// The number with these bytes, the most significant first.
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }

  /// The same, the least significant first.
  var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
