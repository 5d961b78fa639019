// SPDX-License-Identifier: Apache-2.0
// Tells quickly of most texts that they are not among some others: by bits for their lengths, beginnings and ends. Of a
// column of a million different texts hardly one has to be looked up.

struct SeenTexts: Sendable {
  private var bits: [UInt64] = []

  init() {}

  init(_ texts: Set<String>) {
    bits = [UInt64](repeating: 0, count: 1 << 10)
    for text in texts {
      let place = Self.place(of: text)
      bits[place >> 6] |= 1 << UInt64(place & 63)
    }
  }

  func mayContain(_ text: String) -> Bool {
    let place = Self.place(of: text)
    return bits[place >> 6] & (1 << UInt64(place & 63)) != 0
  }

  private static func place(of text: String) -> Int {
    var hash = UInt64(text.utf8.count)
    for byte in text.utf8.prefix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in text.utf8.suffix(8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: hash >> 48)
  }
}
