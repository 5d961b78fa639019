// SPDX-License-Identifier: Apache-2.0
// The checksum that tells a line that was cut short by a power cut from a whole one.

enum Checksum {
  // For half a byte each: a larger table is not near the processor when a key is pressed.
  private static let table: [UInt32] = [
    0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158,
    0x5005_713C, 0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4,
    0xA00A_E278, 0xBDBD_F21C,
  ]

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
