// SPDX-License-Identifier: Apache-2.0
// Whether a picture's file is all there. A download that was cut short has a good header and decodes to
// half a picture, or to none; this finds out without decoding, which could take gigabytes.

import Foundation

extension Picture {
  /// Whether the file has its end, and is undamaged as far as its format lets one check: PNG alone has
  /// checksums.
  var isComplete: Bool {
    guard PictureSize(of: bytes, format: format) != nil else { return false }
    return switch format {
    case .png: Self.isCompletePNG(bytes)
    case .jpg: Self.isCompleteJPEG(bytes)
    case .webp: Self.isCompleteWebP(bytes)
    case .gif: Self.isCompleteGIF(bytes)
    case .svg: SVGText.isComplete(bytes)
    case .avif, .heic: Self.areCompleteBoxes(bytes)
    }
  }

  private static func isCompletePNG(_ bytes: [UInt8]) -> Bool {
    var (place, hasPixels) = (8, false)
    // Length, name, data and checksum of a chunk.
    while place + 12 <= bytes.count {
      let length = bytes[place..<place + 4].bigEndian
      let end = place + 8 + length
      guard end + 4 <= bytes.count else { return false }
      let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      // A capital letter: the picture cannot be decoded without this chunk.
      let isNeeded = bytes[place + 4] & 0x20 == 0
      let checksum = bytes[end..<end + 4].bigEndian
      if isNeeded, Int(crc32(bytes[place + 4..<end])) != checksum { return false }
      if name == "IDAT" { hasPixels = true }
      if name == "IEND" { return hasPixels }
      place = end + 4
    }
    return false
  }

  /// Looks for the end after the pixels begin: a small preview before them has an end of its own.
  private static func isCompleteJPEG(_ bytes: [UInt8]) -> Bool {
    guard let pixels = JPEGSegments(bytes).first(where: { $0.marker == 0xda }) else { return false }
    // Cameras write more after the end, and some scanners write zeros.
    return (pixels.place..<bytes.count - 1).contains { bytes[$0] == 0xff && bytes[$0 + 1] == 0xd9 }
  }

  private static func isCompleteWebP(_ bytes: [UInt8]) -> Bool {
    bytes[4..<8].littleEndian + 8 <= bytes.count
  }

  private static func isCompleteGIF(_ bytes: [UInt8]) -> Bool {
    var (place, hasPixels) = (13, false)
    // A table of colours has two to 256 of three bytes each.
    func passColours(_ flags: UInt8) {
      if flags & 0x80 != 0 { place += 6 << Int(flags & 7) }
    }
    guard bytes.count > place else { return false }
    passColours(bytes[10])
    while place < bytes.count {
      switch bytes[place] {
      case 0x3b: return hasPixels
      case 0x21: place += 2
      case 0x2c where place + 10 < bytes.count:
        let flags = bytes[place + 9]
        place += 10
        passColours(flags)
        place += 1
        hasPixels = true
      default: return false
      }
      // Pieces with their lengths, the last one empty.
      while place < bytes.count, bytes[place] != 0 { place += 1 + Int(bytes[place]) }
      place += 1
    }
    return false
  }

  /// What describes the picture, and its pixels, after which cameras write more.
  private static func areCompleteBoxes(_ bytes: [UInt8]) -> Bool {
    var boxes = PictureBoxes(bytes)
    var names: Set<String> = []
    while let box = boxes.next() { names.insert(box.name) }
    return names.isSuperset(of: ["meta", "mdat"])
  }
}

/// The checksum that PNG uses.
func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
  ~bytes.reduce(~0) { crc, byte in crc >> 8 ^ crcTable[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
}

private let crcTable: [UInt32] = (0..<256).map { byte in
  (0..<8).reduce(byte) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xedb8_8320 : crc >> 1 }
}
