// SPDX-License-Identifier: Apache-2.0
// Cells that leave something open, of which a question shows the first.

struct DoubtfulCells: Sendable {
  var count = 0
  var first: [(row: Int, text: String)] = []

  mutating func add(_ row: Int, _ text: String) {
    count += 1
    if first.count < 3 { first.append((row, text)) }
  }
}
