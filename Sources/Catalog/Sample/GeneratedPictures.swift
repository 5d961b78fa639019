// SPDX-License-Identifier: Apache-2.0
// The pictures of generated products: a few dozen simple PNG drawings, shared between products as
// variants share theirs. They are made here so that generating a catalogue needs no files.

enum GeneratedPictures {
  /// Always the same, so their hashes and file names are too.
  static let all: [Picture] = (0..<48).map { number in
    let bytes = drawing(number)
    return Picture(bytes: bytes, hash: SHA256.hexDigest(of: bytes), format: .png)
  }

  private static let (width, height) = (160, 120)

  /// A vessel of some shape and colour in front of a wall.
  private static func drawing(_ number: Int) -> [UInt8] {
    var random = SeededRandom(seed: 0x7067, index: number)
    let colours: [[UInt8]] = (0..<3).map { _ in (0..<3).map { _ in UInt8(40 + random.below(200)) } }
    let (belly, neck, foot) = (20 + random.below(40), 6 + random.below(20), 10 + random.below(30))
    let stripe = 4 + random.below(20)
    var rows: [UInt8] = []
    for y in 0..<height {
      // Each row begins with its filter type: none.
      rows.append(0)
      let half = y < 20 ? 0 : y < 45 ? neck : y < 100 ? belly : y < 110 ? foot : width
      for x in 0..<width {
        let isInside = abs(x - width / 2) < half
        rows.append(isInside ? (y / stripe).isMultiple(of: 4) || y >= 110 ? 2 : 1 : 0)
      }
    }
    let header = bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 3, 0, 0, 0]
    return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] + chunk("IHDR", header)
      + chunk("PLTE", colours.flatMap { $0 }) + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + content + bigEndian(crc32(content))
  }

  /// `bytes` as an uncompressed zlib stream. One block holds up to 65,535 bytes.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let count = UInt16(bytes.count)
    let (low, high) = (UInt8(truncatingIfNeeded: count), UInt8(count >> 8))
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return [0x78, 0x01, 1, low, high, ~low, ~high] + bytes + bigEndian(b << 16 | a)
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}
