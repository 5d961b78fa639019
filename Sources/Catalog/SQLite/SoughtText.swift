// A text that is looked for in a stored text of many lines, without making a string of each.

import Foundation

/// A text that is looked for in many lines, at eight places at once: where its first and its last byte
/// are, the rest is compared. That takes the same time for rare letters as for common ones.
struct SoughtText {
  private let bytes: [UInt8]
  private let first: Word
  private let last: Word

  /// Eight bytes.
  private typealias Word = UInt64
  private static let width = MemoryLayout<Word>.size
  private static let newlines = word(of: UInt8(ascii: "\n"))

  private static func word(of byte: UInt8) -> Word { Word.max / 0xFF * Word(byte) }

  init(_ text: String) {
    bytes = Array(text.utf8)
    (first, last) = (Self.word(of: bytes.first ?? 0), Self.word(of: bytes.last ?? 0))
  }

  /// Calls `body` with the number of each line that contains the text.
  fileprivate func forEachLine(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    guard !bytes.isEmpty else { return }
    var (line, start) = (0, 0)
    while let begin = place(in: lines, from: start) {
      line += Self.lineEnds(in: UnsafeRawBufferPointer(rebasing: lines[start..<begin]))
      body(line)
      // The rest of the line does not matter.
      guard let end = lines[begin...].firstIndex(of: UInt8(ascii: "\n")) else { return }
      start = end
    }
  }

  private func place(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let length = bytes.count - 1
    var begin = start
    while begin + length + Self.width <= lines.count {
      let different =
        (lines.loadUnaligned(fromByteOffset: begin, as: Word.self) ^ first)
        | (lines.loadUnaligned(fromByteOffset: begin + length, as: Word.self) ^ last)
      // Whether one of the bytes is zero.
      if (different &- Self.word(of: 1)) & ~different & Self.word(of: 0x80) != 0,
        let place = (begin..<begin + Self.width).first(where: { isText(at: $0, of: lines) })
      {
        return place
      }
      begin += Self.width
    }
    return (begin..<max(begin, lines.count - length)).first { isText(at: $0, of: lines) }
  }

  private func isText(at place: Int, of lines: UnsafeRawBufferPointer) -> Bool {
    guard lines[place] == bytes[0], let base = lines.baseAddress else { return false }
    return memcmp(base + place, bytes, bytes.count) == 0
  }

  private static func lineEnds(in text: UnsafeRawBufferPointer) -> Int {
    var (count, place) = (0, 0)
    while place + width <= text.count {
      let different = text.loadUnaligned(fromByteOffset: place, as: Word.self) ^ newlines
      let rest = word(of: 0x7F)
      // The highest bit of each byte that is zero.
      let same = ~((different & rest &+ rest) | different | rest)
      count += same.nonzeroBitCount
      place += width
    }
    return text[place...].reduce(count) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }
}

extension Row {
  /// Calls `body` with the number of each line of a text that contains another one.
  func forEachLine(of name: String, with text: SoughtText, _ body: (Int) -> Void) {
    withBytes(name) { text.forEachLine(in: $0, body) }
  }
}
