// SPDX-License-Identifier: Apache-2.0
// How hard a QR code is to read, by the rules of ISO/IEC 18004: long runs, blocks of one colour, what
// looks like one of the three finders, and more dark than light or the other way round.

extension QRCode {
  var penalty: Int {
    var penalty = 0
    for line in 0..<side {
      penalty += Self.penalty((0..<side).map { isDark($0, line) })
      penalty += Self.penalty((0..<side).map { isDark(line, $0) })
    }
    var darkCount = 0
    for y in 0..<side {
      for x in 0..<side {
        let isDark = isDark(x, y)
        if isDark { darkCount += 1 }
        guard x + 1 < side, y + 1 < side else { continue }
        if self.isDark(x + 1, y) == isDark, self.isDark(x, y + 1) == isDark,
          self.isDark(x + 1, y + 1) == isDark
        {
          penalty += 3
        }
      }
    }
    // Ten for each full five percent away from half and half.
    let all = side * side
    return penalty + abs(darkCount * 20 - all * 10) / all * 10
  }

  /// The penalty of one row or column.
  private static func penalty(_ line: [Bool]) -> Int {
    var penalty = 0
    var run = 1
    for place in 1...line.count {
      if place < line.count, line[place] == line[place - 1] {
        run += 1
      } else {
        if run >= 5 { penalty += run - 2 }
        run = 1
      }
    }
    guard line.count >= finderLike[0].count else { return penalty }
    for start in 0...(line.count - finderLike[0].count) {
      let piece = line[start..<(start + finderLike[0].count)]
      for wanted in finderLike where piece.elementsEqual(wanted) { penalty += 40 }
    }
    return penalty
  }

  /// A finder's middle row, with light on one side of it.
  private static let finderLike: [[Bool]] = {
    let finder = [true, false, true, true, true, false, true]
    let light = [false, false, false, false]
    return [finder + light, light + finder]
  }()
}
