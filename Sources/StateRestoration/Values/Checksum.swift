// SPDX-License-Identifier: Apache-2.0
// The checksum that tells a line that was cut short by a power cut from a whole one.

enum Checksum {
  // For half a byte each: a larger table is not near the processor when a key is pressed.
  private static let table: [UInt32] = (0..<16).map { half in
    (0..<4).reduce(UInt32(half)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  /// CRC-32, as in zip files.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    let table = table
    var sum = ~UInt32(0)
    for byte in bytes {
      sum ^= UInt32(byte)
      sum = table[Int(sum & 15)] ^ sum >> 4
      sum = table[Int(sum & 15)] ^ sum >> 4
    }
    return ~sum
  }
}
