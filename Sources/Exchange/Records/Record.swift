// SPDX-License-Identifier: Apache-2.0
// A product as XML and JSON have it: names with values, in any order, some of them several times.

/// The values of one product by the names of columns.
struct Record {
  /// Between the values of a name that occurs several times: no value of a list has a line break.
  static let separator = "\n"

  /// Where it stands in the file.
  var number: Int
  private(set) var values: [(column: String, cell: Cell)] = []

  /// Of its texts, in bytes.
  private(set) var size = 0

  init(_ number: Int) { self.number = number }

  var isEmpty: Bool { values.isEmpty }

  subscript(column: String) -> Cell? { values.first { $0.column == column }?.cell }

  /// - Parameter isExact: whether white space around a text is a part of it.
  mutating func add(
    _ text: String, as column: String, kind: Cell.Kind = .text, isExact: Bool = false
  ) {
    let text = isExact ? text : text.trimmed
    // A table refuses one with more.
    guard !text.isEmpty, values.count <= RecordTable.mostColumns else { return }
    size += text.utf8.count
    if let index = values.firstIndex(where: { $0.column == column }) {
      // In place: some have very many values of one name.
      values[index].cell.kind = .text
      values[index].cell.text += Self.separator + text
    } else {
      values.append((column, Cell(kind, text)))
    }
  }

  /// - Parameter text: empty to take the value away.
  mutating func set(_ text: String, as column: String) {
    values.removeAll { $0.column == column }
    add(text, as: column)
  }
}
