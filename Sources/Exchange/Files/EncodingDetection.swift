// SPDX-License-Identifier: Apache-2.0
// Which encoding a text is in. The whole text is looked at, because the first umlaut may come late.

import Foundation

/// What was found out about the encoding of a text.
struct DetectedEncoding: Equatable {
  var encoding: TextEncoding
  /// How many bytes at the beginning say so and are not text.
  var mark = 0
  /// Whether it is no guess: the text has a mark, or would be faulty otherwise.
  var isCertain = true
}

struct EncodingDetection {
  /// A record of a text is not longer.
  static let longestLine = 16 << 20
  private static let sampleSize = 256 << 10

  /// - Parameter hasLines: whether a line is a record, which is never very long.
  static func detect(_ source: any ByteSource, hasLines: Bool = true) throws -> DetectedEncoding {
    let stream = try source.open()
    var chunk = try stream.next()
    if let marked = marked(chunk) { return marked }
    if let wide = withoutMark(chunk) { return DetectedEncoding(encoding: wide) }
    var check = UTF8Check()
    var lines = LineCount()
    var sample: [UInt8] = []
    var sinceLineEnd = 0
    while !chunk.isEmpty {
      if let last = chunk.lastIndex(where: { $0 == 10 || $0 == 13 }) {
        sinceLineEnd = chunk.count - last
      } else {
        sinceLineEnd += chunk.count
        guard !hasLines || sinceLineEnd <= longestLine else {
          throw UnreadableFile.tooLarge(.line(number: 1, megabytes: longestLine >> 20))
        }
      }
      if hasLines { try lines.add(chunk) }
      let before = check.highBytes
      check.add(chunk)
      if check.highBytes > before, sample.count < sampleSize { sample += around(chunk) }
      // Nothing can make it UTF-8 any more.
      if check.faults > 100, check.faults > check.characters, sample.count >= sampleSize { break }
      chunk = try stream.next()
    }
    check.finish()
    // Lists that were put together from several sources have a few wrong bytes.
    if check.faults == 0 || check.characters >= check.faults * 3 {
      return DetectedEncoding(encoding: .utf8)
    }
    return DetectedEncoding(encoding: TextGuess.encoding(of: sample), isCertain: false)
  }

  private static func marked(_ bytes: [UInt8]) -> DetectedEncoding? {
    let marks: [([UInt8], String)] = [
      ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"),
      ([0, 0, 0xFE, 0xFF], "UTF-32BE"), ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"),
      ([0x84, 0x31, 0x95, 0x33], "GB18030"),
    ]
    guard let (mark, name) = marks.first(where: { bytes.starts(with: $0.0) }) else { return nil }
    return DetectedEncoding(encoding: TextEncoding(name), mark: mark.count)
  }

  /// UTF-16 and UTF-32 have a zero in what separates cells and lines, always at the same place.
  private static func withoutMark(_ bytes: [UInt8]) -> TextEncoding? {
    let units = min(bytes.count, 64 << 10) / 4
    guard units > 0 else { return nil }
    var zeros = [0, 0, 0, 0]
    for index in 0..<units * 4 where bytes[index] == 0 { zeros[index & 3] += 1 }
    // The planes beyond 16 are not used, and those beyond the first hardly.
    if zeros[3] == units, zeros[2] * 10 >= units * 9 { return TextEncoding("UTF-32LE") }
    if zeros[0] == units, zeros[1] * 10 >= units * 9 { return TextEncoding("UTF-32BE") }
    // Zeros in a text of ASCII are faults of it.
    let ascii = stride(from: 0, to: units * 4, by: 2).count {
      (0x20...0x7E).contains(bytes[$0]) && (0x20...0x7E).contains(bytes[$0 + 1])
    }
    guard ascii < units else { return nil }
    let (even, odd) = (zeros[0] + zeros[2], zeros[1] + zeros[3])
    if odd * 50 >= units * 2, even * 10 <= odd { return TextEncoding("UTF-16LE") }
    if even * 50 >= units * 2, odd * 10 <= even { return TextEncoding("UTF-16BE") }
    return nil
  }

  /// What has high bytes in it, with what is beside them.
  private static func around(_ chunk: [UInt8]) -> [UInt8] {
    var parts: [UInt8] = []
    var index = 0
    while index < chunk.count, parts.count < 64 << 10 {
      guard let high = chunk[index...].firstIndex(where: { $0 >= 0x80 }) else { break }
      // To the end of the line, because what takes several bytes must not be cut.
      let begin = chunk[index..<high].lastIndex { $0 == 10 || $0 == 13 } ?? index
      let end = chunk[high...].firstIndex { $0 == 10 || $0 == 13 } ?? chunk.count
      parts += chunk[begin..<min(end, begin + 32 << 10)]
      index = end
    }
    return parts
  }
}

/// Counts the lines of a text, whatever its line ends. Nothing can be done with too many: a quote that nobody closed may
/// stand before all of them.
private struct LineCount {
  private var (feeds, returns) = (0, 0)

  mutating func add(_ bytes: [UInt8]) throws {
    for byte in bytes {
      feeds += byte == 0x0A ? 1 : 0
      returns += byte == 0x0D ? 1 : 0
    }
    guard max(feeds, returns) <= SheetSize.lines else {
      throw UnreadableFile.tooLarge(.lines(millions: SheetSize.lines / 1_000_000))
    }
  }
}
