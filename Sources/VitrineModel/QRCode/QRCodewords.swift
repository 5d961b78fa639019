// SPDX-License-Identifier: Apache-2.0
// The bytes of a QR code: what is to be read, in blocks, each with bytes by which a reader corrects what
// it read wrongly (Reed and Solomon's code over 256 elements).

struct QRCodewords {
  /// How much may be read wrongly: 7 or 15 percent. The values are its bits in the code.
  enum Level: Int {
    case low = 1
    case medium = 0
  }

  let version: Int
  let level: Level
  /// In the order in which they are drawn.
  let all: [UInt8]

  /// In the smallest version with room for these bytes; nil if even the largest has none.
  init?(_ bytes: [UInt8], _ level: Level, largest: Int) {
    guard
      let version = (1...min(max(largest, 1), 40)).first(where: {
        bytes.count <= Self.capacity($0, level)
      })
    else { return nil }
    self.version = version
    self.level = level
    all = Self.interleaved(Self.data(bytes, version, level: level), version, level: level)
  }

  /// How many bytes there is room for.
  static func capacity(_ version: Int, _ level: Level) -> Int {
    dataCount(version, level) - (version < 10 ? 2 : 3)
  }

  // MARK: Data

  /// The mode, the length, the bytes, and what fills the rest.
  private static func data(_ bytes: [UInt8], _ version: Int, level: Level) -> [UInt8] {
    var bits: [Bool] = []
    func append(_ value: Int, _ count: Int) {
      for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
    }
    append(0b0100, 4)
    append(bytes.count, version < 10 ? 8 : 16)
    for byte in bytes { append(Int(byte), 8) }
    let count = dataCount(version, level)
    append(0, min(4, count * 8 - bits.count))
    append(0, (8 - bits.count % 8) % 8)
    var data = stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
    }
    for place in 0..<(count - data.count) { data.append(place % 2 == 0 ? 0xEC : 0x11) }
    return data
  }

  /// The bytes of all blocks in turn, so that a spot does not damage one block alone.
  private static func interleaved(_ data: [UInt8], _ version: Int, level: Level) -> [UInt8] {
    let (count, corrections) = (blockCount(version, level), correctionCount(version, level))
    let divisor = divisor(corrections)
    let shorter = data.count / count
    let longerCount = data.count % count
    var blocks: [(data: ArraySlice<UInt8>, correction: [UInt8])] = []
    var start = 0
    for number in 0..<count {
      let end = start + shorter + (number < count - longerCount ? 0 : 1)
      blocks.append((data[start..<end], correction(of: data[start..<end], divisor)))
      start = end
    }
    var all: [UInt8] = []
    for place in 0...shorter {
      for block in blocks where place < block.data.count {
        all.append(block.data[block.data.startIndex + place])
      }
    }
    for place in 0..<corrections {
      for block in blocks { all.append(block.correction[place]) }
    }
    return all
  }

  // MARK: Correction

  /// The product of (x − 2ⁿ) for as many n, without its first coefficient, which is 1.
  static func divisor(_ degree: Int) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: degree)
    result[degree - 1] = 1
    var root: UInt8 = 1
    for _ in 0..<degree {
      for place in 0..<degree {
        result[place] = product(result[place], root)
        if place + 1 < degree { result[place] ^= result[place + 1] }
      }
      root = product(root, 2)
    }
    return result
  }

  /// The remainder of the division.
  static func correction(of data: some Sequence<UInt8>, _ divisor: [UInt8]) -> [UInt8] {
    var rest = [UInt8](repeating: 0, count: divisor.count)
    for byte in data {
      let factor = byte ^ rest.removeFirst()
      rest.append(0)
      for place in divisor.indices { rest[place] ^= product(divisor[place], factor) }
    }
    return rest
  }

  /// The product of two elements of the field with 256, modulo x⁸ + x⁴ + x³ + x² + 1.
  private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
    var result = 0
    for bit in (0..<8).reversed() {
      result = result << 1 ^ (result >> 7) * 0x11D
      if right >> bit & 1 == 1 { result ^= Int(left) }
    }
    return UInt8(truncatingIfNeeded: result)
  }

  // MARK: Tables

  /// How many bytes a version has in all.
  private static func count(_ version: Int) -> Int {
    var bits = (16 * version + 128) * version + 64
    if version >= 2 {
      let marks = version / 7 + 2
      bits -= (25 * marks - 10) * marks - 55
      if version >= 7 { bits -= 36 }
    }
    return bits / 8
  }

  private static func dataCount(_ version: Int, _ level: Level) -> Int {
    count(version) - correctionCount(version, level) * blockCount(version, level)
  }

  /// How many bytes for correction each block of a version has.
  private static func correctionCount(_ version: Int, _ level: Level) -> Int {
    switch level {
    case .low: lowCorrections[version - 1]
    case .medium: mediumCorrections[version - 1]
    }
  }

  private static func blockCount(_ version: Int, _ level: Level) -> Int {
    switch level {
    case .low: lowBlocks[version - 1]
    case .medium: mediumBlocks[version - 1]
    }
  }

  // Table 9 of the standard.
  private static let lowCorrections = [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
    28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ]
  private static let mediumCorrections = [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
    26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ]
  private static let lowBlocks = [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
    8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
  ]
  private static let mediumBlocks = [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
    17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
  ]
}
