// SPDX-License-Identifier: Apache-2.0
// The segments of a JPEG file, up to its pixels, found without decoding.

struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var place = 2
  private var isAtEnd = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The marker of the next segment, and where it is. The last one is that of the pixels or the
  /// end.
  mutating func next() -> (marker: UInt8, place: Int)? {
    while !isAtEnd, place + 4 <= bytes.count {
      let found = (marker: bytes[place + 1], place: place)
      // Decoders also skip bytes between segments.
      if bytes[place] != 0xff || found.marker == 0xff {
        place += 1
        continue
      }
      switch found.marker {
      case 0x00, 0x01, 0xd0...0xd8:
        place += 2  // without a length
        continue
      case 0xd9, 0xda: isAtEnd = true
      default: place += 2 + Swift.max(2, bytes[place + 2..<place + 4].bigEndian)
      }
      return found
    }
    return nil
  }
}
