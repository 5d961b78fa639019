// SPDX-License-Identifier: Apache-2.0
// Whether bytes are UTF-8, counted rather than decided: a list may have a few wrong ones.

/// Counts characters of several bytes, and bytes that are not UTF-8.
struct UTF8Check {
  private(set) var characters = 0
  private(set) var faults = 0
  private(set) var highBytes = 0
  /// How many bytes of the present character are still to come, and what the next one may be.
  private var missing = 0
  private var least: UInt8 = 0x80
  private var most: UInt8 = 0xBF

  mutating func add(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { buffer in
      var index = 0
      let count = buffer.count
      while index < count {
        if missing == 0 {
          while index + 8 <= count,
            buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080
              == 0
          { index += 8 }
          if index == count { break }
        }
        let byte = buffer[index]
        index += 1
        if missing == 0, byte < 0x80 { continue }
        add(byte)
      }
    }
  }

  mutating func finish() {
    if missing > 0 { faults += 1 }
    missing = 0
  }

  private mutating func add(_ byte: UInt8) {
    if byte >= 0x80 { highBytes += 1 }
    if missing > 0 {
      if byte >= least, byte <= most {
        missing -= 1
        (least, most) = (0x80, 0xBF)
        if missing == 0 { characters += 1 }
        return
      }
      faults += 1
      missing = 0
      if byte < 0x80 { return }
    }
    (least, most) = (0x80, 0xBF)
    switch byte {
    case 0xC2...0xDF: missing = 1
    case 0xE0: (missing, least) = (2, 0xA0)
    case 0xED: (missing, most) = (2, 0x9F)
    case 0xE1...0xEF: missing = 2
    case 0xF0: (missing, least) = (3, 0x90)
    case 0xF4: (missing, most) = (3, 0x8F)
    case 0xF1...0xF3: missing = 3
    default: faults += 1
    }
  }
}
