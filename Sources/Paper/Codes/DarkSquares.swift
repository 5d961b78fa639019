// SPDX-License-Identifier: Apache-2.0
// The squares of a code, dark or light.

struct DarkSquares: Sendable {
  private let width, height: Int
  /// Row by row.
  private var areDark: [Bool]

  init(_ areas: [Code.Bar], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    areDark = Array(repeating: false, count: width * height)
    for area in areas {
      for y in area.y..<area.y + area.height {
        for x in area.x..<area.x + area.width { areDark[y * width + x] = true }
      }
    }
  }

  func isDark(_ x: Int, _ y: Int) -> Bool { areDark[y * width + x] }

  /// Rows of dark squares, and columns of two or more: each is drawn a little too small, and together they leave no seam.
  var bars: [Code.Bar] {
    var bars: [Code.Bar] = []
    for y in 0..<height {
      for run in Self.runs((0..<width).map { isDark($0, y) }) {
        bars.append(Code.Bar(x: run.lowerBound, y: y, width: run.count, height: 1))
      }
    }
    for x in 0..<width {
      for run in Self.runs((0..<height).map { isDark(x, $0) }) where run.count > 1 {
        bars.append(Code.Bar(x: x, y: run.lowerBound, width: 1, height: run.count))
      }
    }
    return bars
  }

  private static func runs(_ line: [Bool]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    var start: Int?
    for (place, isDark) in (line + [false]).enumerated() {
      if isDark {
        start = start ?? place
      } else if let first = start {
        runs.append(first..<place)
        start = nil
      }
    }
    return runs
  }
}
