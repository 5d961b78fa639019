// SPDX-License-Identifier: Apache-2.0
// Rows that may be headings: “Red wine” alone, above the wines that are red. A product of which nothing but its title is
// known looks alike, so a person is asked; and only in a list that begins with one and has several.

struct HeadingRows {
  /// The column that they stand in.
  private(set) var place: Int?
  private(set) var cells = DoubtfulCells()
  private var rows = 0
  private var groups = 0
  private var beginsList = false
  /// Those that no other row has followed yet.
  private var pending: [ListRow] = []

  /// - Parameter filled: where the row has something.
  mutating func note(_ row: ListRow, _ filled: [Int]) {
    guard let column = filled.first else { return }
    if filled.count == 1, place ?? column == column, Self.isHeading(row[column]) {
      if rows == 0 { beginsList = true }
      place = column
      pending.append(row)
      return
    }
    rows += 1
    guard let place, filled.count > 1, !pending.isEmpty else { return pending = [] }
    groups += 1
    for row in pending { cells.add(row.number, CellText.plain(row[place])) }
    pending = []
  }

  static func isHeading(_ cell: Cell) -> Bool {
    let text = cell.text.trimmed
    return cell.kind == .text && text.hasLetter && !text.hasSuffix(".") && !text.hasPrefix("*")
      && text.split(separator: " ").count <= mostWords
  }

  private static let mostWords = 6

  // The answers.
  static let areCategories = "category"
  static let areProducts = "product"

  /// Whether there are enough of them that somebody is asked; who has answered is not asked about fewer.
  func areLikely(answered: Bool) -> Bool {
    answered ? groups > 0 : beginsList && groups > 1 && cells.count <= rows
  }
}
