// SPDX-License-Identifier: Apache-2.0
// Lines of text in the room that there is: smaller letters first, then fewer lines, then “…” at the end of what may be
// shortened.

import Foundation

struct FittedLines {
  private(set) var lines: [SetText] = []
  private(set) var height = 0.0

  /// No letters are smaller than that.
  private static let leastSize = 5.0

  /// Throws a `LabelRefusal`.
  /// - Parameter scale: of the lines' sizes, to begin with.
  init(
    _ lines: [LabelContent.Line], width: Double, height: Double, scale: Double,
    by typesetter: Typesetter
  ) throws {
    // Whole in smaller letters rather than shortened in large ones; a price gives way last.
    for mayShorten in [false, true] {
      for numbers in [1, 0.8, 0.65, 0.5] {
        for words in [1, 0.9, 0.8, 0.7, 0.6, 0.5] {
          let tried = try FittedLines(
            lines, width: width, words: scale * words, numbers: scale * numbers, by: typesetter)
          if tried.height <= height, mayShorten || !tried.lines.contains(where: \.isShortened) {
            self = tried
            return
          }
        }
      }
    }
    let single = lines.map { line in
      LabelContent.Line(
        text: line.text, size: line.size, isBold: line.isBold, alignment: line.alignment, most: 1,
        mayBeShortened: line.mayBeShortened)
    }
    self = try FittedLines(single, width: width, words: 0, numbers: 0, by: typesetter)
    guard self.height <= height else {
      throw LabelRefusal.tooSmall(for: lines.map(\.text).joined(separator: " · "))
    }
  }

  private init(
    _ lines: [LabelContent.Line], width: Double, words: Double, numbers: Double,
    by typesetter: Typesetter
  ) throws {
    for line in lines {
      let set = try Self.set(
        line, width: width, scale: line.mayBeShortened ? words : numbers, by: typesetter)
      height += set.size.height
      self.lines.append(set)
    }
  }

  private static func set(
    _ line: LabelContent.Line, width: Double, scale: Double, by typesetter: Typesetter
  ) throws -> SetText {
    var style = TextStyle(
      size: max(leastSize, line.size * scale), isBold: line.isBold, alignment: line.alignment)
    if !line.mayBeShortened {
      let natural = typesetter.set(line.text, style).size.width
      if natural > width { style.size *= width / natural * 0.99 }
      guard style.size >= leastSize - 1 else { throw LabelRefusal.tooSmall(for: line.text) }
    }
    let set = typesetter.set(line.text, style, width: width, lines: line.most)
    guard !set.lacksCharacters else { throw LabelRefusal.lacksCharacters(line.text) }
    guard line.mayBeShortened || !set.isShortened else {
      throw LabelRefusal.tooSmall(for: line.text)
    }
    return set
  }
}
