// SPDX-License-Identifier: Apache-2.0
// A text that is looked for in a stored text of many lines, without making a string of each.

import Foundation

/// A text that is looked for in many lines, at sixteen places at once: where its first and its last
/// byte match, the rest is compared. That takes the same time for rare letters as for common ones.
struct SoughtText {
  private let bytes: [UInt8]
  private let first: Bytes
  private let last: Bytes

  private typealias Bytes = SIMD16<UInt8>
  private static let width = Bytes.scalarCount
  private static let newline = UInt8(ascii: "\n")

  /// 0xFF where both have the same byte, and 0 elsewhere. Asking the mask itself can take longer than
  /// looking at one byte after the other.
  private static func same(_ a: Bytes, _ b: Bytes) -> Bytes {
    unsafeBitCast(a .== b, to: Bytes.self)
  }

  private static func areAllZero(_ bytes: Bytes) -> Bool {
    let halves = unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    return halves.x | halves.y == 0
  }

  init(_ text: String) {
    bytes = Array(text.utf8)
    (first, last) = (Bytes(repeating: bytes.first ?? 0), Bytes(repeating: bytes.last ?? 0))
  }

  /// Calls `body` with the number of each line that contains the text.
  fileprivate func forEachLine(in lines: UnsafeRawBufferPointer, _ body: (Int) -> Void) {
    guard !bytes.isEmpty else { return }
    var (line, start) = (0, 0)
    while let begin = place(in: lines, from: start) {
      line += Self.lineEnds(in: UnsafeRawBufferPointer(rebasing: lines[start..<begin]))
      body(line)
      // The rest of the line does not matter.
      guard let end = Self.lineEnd(in: lines, from: begin) else { return }
      start = end
    }
  }

  private func place(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    let length = bytes.count - 1
    var begin = start
    while begin + length + Self.width <= lines.count {
      let mayBegin =
        Self.same(lines.loadUnaligned(fromByteOffset: begin, as: Bytes.self), first)
        & Self.same(lines.loadUnaligned(fromByteOffset: begin + length, as: Bytes.self), last)
      if !Self.areAllZero(mayBegin),
        let place = (0..<Self.width).first(where: {
          mayBegin[$0] != 0 && isText(at: begin + $0, of: lines)
        })
      {
        return begin + place
      }
      begin += Self.width
    }
    return (begin..<max(begin, lines.count - length)).first { isText(at: $0, of: lines) }
  }

  private func isText(at place: Int, of lines: UnsafeRawBufferPointer) -> Bool {
    guard let base = lines.baseAddress else { return false }
    return memcmp(base + place, bytes, bytes.count) == 0
  }

  private static func lineEnd(in lines: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard let base = lines.baseAddress,
      let found = memchr(base + start, Int32(newline), lines.count - start)
    else { return nil }
    return base.distance(to: UnsafeRawPointer(found))
  }

  private static func lineEnds(in text: UnsafeRawBufferPointer) -> Int {
    var (count, place) = (0, 0)
    let newlines = Bytes(repeating: newline)
    while place + width <= text.count {
      // One byte for each place counts up to 255.
      let end = min(place + 255 * width, text.count - width + 1)
      var sums = Bytes()
      while place < end {
        // 0xFF is -1.
        sums &-= same(text.loadUnaligned(fromByteOffset: place, as: Bytes.self), newlines)
        place += width
      }
      for index in sums.indices { count += Int(sums[index]) }
    }
    return text[place...].reduce(count) { $0 + ($1 == newline ? 1 : 0) }
  }
}

extension Row {
  /// Calls `body` with the number of each line of a text that contains another one.
  func forEachLine(of name: String, with text: SoughtText, _ body: (Int) -> Void) {
    withBytes(name) { text.forEachLine(in: $0, body) }
  }
}
