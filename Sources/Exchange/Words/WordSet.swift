// SPDX-License-Identifier: Apache-2.0
// Words that the cells of a list are looked up among. Nearly all cells are none of them, and are told by their first
// byte and their length, before anything is made of them.

struct WordSet {
  let words: Set<String>
  let longest: Int
  /// By the first byte, the lengths of the words that begin with it, as bits.
  private var lengths = [UInt64](repeating: 0, count: 128)

  /// - Parameter words: in small letters.
  init(_ words: Set<String>) {
    self.words = words
    longest = words.map(\.utf8.count).max() ?? 0
    for word in words {
      guard let first = word.utf8.first, first < 0x80 else { continue }
      lengths[Int(first)] |= 1 << UInt64(min(word.utf8.count, 63))
    }
  }

  /// Whether the text, in small letters, is one of the words.
  func contains(_ text: String) -> Bool { mayContain(text) && words.contains(text.lowercased()) }

  /// Whether it may be one in small letters; only what is all ASCII can be told.
  func mayContain(_ text: String) -> Bool {
    guard text.utf8.count <= longest else { return false }
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
    guard let first = text.utf8.first else { return words.contains("") }
    return mayBegin(with: first, length: text.utf8.count)
  }

  /// Whether a word of ASCII that begins with this byte may have this length.
  func mayBegin(with first: UInt8, length: Int) -> Bool {
    let isCapital = (0x41...0x5A).contains(first)
    guard first < 0x80 else { return true }
    return lengths[Int(isCapital ? first | 0x20 : first)] & (1 << UInt64(min(length, 63))) != 0
  }
}
