// SPDX-License-Identifier: Apache-2.0
// A product as XML and JSON have it: names with values, in any order, some of them several times.

/// The values of one product by the names of columns.
struct Record {
  /// Between the values of a name that occurs several times: no value of a list has a line break.
  static let separator = "\n"

  /// Where it stands in the file.
  var number: Int
  private(set) var values: [(column: String, cell: Cell)] = []

  init(_ number: Int) { self.number = number }

  var isEmpty: Bool { values.isEmpty }

  subscript(column: String) -> Cell? { values.first { $0.column == column }?.cell }

  mutating func add(_ text: String, as column: String, kind: Cell.Kind = .text) {
    let text = text.withoutEdges
    guard !text.isEmpty else { return }
    if let index = values.firstIndex(where: { $0.column == column }) {
      values[index].cell = Cell(.text, values[index].cell.text + Self.separator + text)
    } else {
      values.append((column, Cell(kind, text)))
    }
  }
}

extension String {
  /// Without white space around it.
  var withoutEdges: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return first == startIndex && index(after: last) == endIndex ? self : String(self[first...last])
  }
}
