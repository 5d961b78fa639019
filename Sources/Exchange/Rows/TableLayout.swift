// SPDX-License-Identifier: Apache-2.0
// Where in a table its list is: the rows of the head, the names of the columns, and what stands beside a list on
// the same sheet. A row that is not certainly something else is a row of the list: none may be lost.

import Foundation

struct TableLayout: Sendable {
  /// The names of the columns. Those of a list without a head are letters, as in a spreadsheet.
  var names: [String] = []
  /// Where each column is in a row; a second list beside the first has further places.
  var blocks: [[Int]] = []
  /// Rows up to this number belong to the head or stand above it.
  var headEnd = 0
  var hasHead = false
  /// How many rows come before those of a known list.
  var headCount = 0
  /// The texts of the head's own row, in which it may be repeated on every page.
  var headTexts: [String] = []
  /// The number of that row.
  var headNumber: Int?
  /// Where rows stand that are only the category of those below them; the last column is for that.
  private(set) var headings: Int?
  /// Where columns of other lists are that stand beside this one.
  private(set) var others: Set<Int> = []
  /// Of each place of a row, whether it belongs to a column.
  private var columned: [Bool] = []

  /// - Parameters:
  ///   - rows: the first rows of the table.
  ///   - headRow: the place of the head that a known program writes.
  ///   - chosen: the number of the row that a person says is the head; 0 for none.
  init(_ rows: [TableRow], headRow: Int? = nil, chosen: Int? = nil) {
    let rows = rows.filter { !$0.isBlank }
    let width = rows.map(\.cells.count).max() ?? 0
    guard width > 0 else { return }
    let isChosen = chosen != nil
    let place =
      isChosen
      ? rows.firstIndex { $0.number == chosen }
      : headRow.flatMap({ $0 < rows.count ? $0 : nil }) ?? HeadFinder(rows).headPlace
    guard let place else {
      names = (0..<width).map(Self.letters)
      blocks = [Array(0..<width)]
      noteColumned()
      return
    }
    hasHead = true
    headNumber = rows[place].number
    headCount = place + 1
    var head = HeadRows(rows, at: place, isKnown: headRow != nil)
    // Who says another row than is found means that one alone.
    if !isChosen || place == HeadFinder(rows).headPlace { head.join() }
    headEnd = rows[head.last].number
    headTexts = rows[place].cells.map { $0.text.trimmed }
    var texts = head.names
    // Columns that the head does not name, but that have something in them.
    let filled = rows.dropFirst(head.last + 1).reduce(into: Set<Int>()) { filled, row in
      for (column, cell) in row.cells.enumerated() where !cell.isBlank { filled.insert(column) }
    }
    if let most = filled.max(), most >= texts.count {
      texts += [String](repeating: "", count: most + 1 - texts.count)
    }
    blocks = Self.repeated(texts)
    blocks[0] = blocks[0].filter { !texts[$0].isEmpty || filled.contains($0) }
    if blocks.count == 1 { findOthers(texts, in: rows.dropFirst(head.last + 1)) }
    names = Self.distinct(blocks[0].map { texts[$0].isEmpty ? Self.letters($0) : texts[$0] })
    noteColumned()
  }

  /// The places of a row that have something in them, but belong to no column: nothing of them may be lost.
  func strays(in row: TableRow) -> [Int] {
    guard row.cells.count > columned.count || columned.contains(false) else { return [] }
    return row.cells.indices.filter {
      !(columned.indices.contains($0) && columned[$0]) && !row[$0].isBlank
    }
  }

  /// Makes columns of them.
  mutating func add(_ strays: Set<Int>) {
    guard !blocks.isEmpty else { return }
    names = Self.distinct(names + strays.sorted().map(Self.letters))
    blocks[0] += strays.sorted()
    noteColumned()
  }

  /// Makes a column of the categories that stand in rows of their own.
  mutating func addCategories(from place: Int) {
    guard !blocks.isEmpty else { return }
    headings = place
    names = Self.distinct(names + [Self.categories])
    blocks[0].append(-1)
  }

  private static let categories = "Category"

  private mutating func noteColumned() {
    let places = others.union(blocks.joined())
    columned = (0..<(places.max() ?? -1) + 1).map(places.contains)
  }

  /// Takes the columns out that belong to another list beside this one: behind an empty column, and with rows in which
  /// this list has nothing.
  private mutating func findOthers(_ texts: [String], in rows: ArraySlice<TableRow>) {
    var groups: [[Int]] = []
    for place in blocks[0] {
      if let last = groups.last?.last, last == place - 1 {
        groups[groups.count - 1].append(place)
      } else {
        groups.append([place])
      }
    }
    guard groups.count > 1 else { return }
    func known(_ group: [Int]) -> Int {
      group.reduce(0) { $0 + (ColumnName(texts[$1]).named.map { $0.weight > 4 } ?? false ? 1 : 0) }
    }
    let most = groups.map(known).max() ?? 0
    guard let main = groups.first(where: { known($0) == most }) else { return }
    for group in groups
    where group != main && group.count > 1 && group.allSatisfy({ !texts[$0].isEmpty }) {
      let isOther = rows.contains { row in
        main.allSatisfy { row[$0].isBlank } && group.count { !row[$0].isBlank } > 1
      }
      if isOther { others.formUnion(group) }
    }
    blocks[0].removeAll { others.contains($0) }
  }

  /// The columns of a list, and those of others beside it with the same head.
  private static func repeated(_ texts: [String]) -> [[Int]] {
    let named = texts.indices.filter { !texts[$0].isEmpty }
    // The narrowest lists that there can be, with an empty column between them.
    for width in 2..<max(2, named.count / 2 + 1) where named.count.isMultiple(of: width) {
      guard (width..<named.count).allSatisfy({ texts[named[$0]] == texts[named[$0 - width]] }),
        stride(from: width, to: named.count, by: width).allSatisfy({
          named[$0] > named[$0 - 1] + 1
        })
      else { continue }
      return stride(from: 0, to: named.count, by: width).map { Array(named[$0..<$0 + width]) }
    }
    return [Array(texts.indices)]
  }

  /// A name that is there twice gets a number.
  static func distinct(_ names: [String]) -> [String] {
    var seen: [String: Int] = [:]
    return names.map { name in
      seen[name, default: 0] += 1
      let count = seen[name] ?? 1
      return count > 1 ? "\(name) \(count)" : name
    }
  }

  /// “A” to “Z”, “AA” …
  static func letters(_ column: Int) -> String {
    let letter = String(UnicodeScalar(UInt8(ascii: "A") + UInt8(column % 26)))
    return column < 26 ? letter : letters(column / 26 - 1) + letter
  }
}

extension Cell {
  /// Whether it is a word rather than a value.
  var isWordy: Bool {
    guard kind == .text else { return kind == .empty }
    // So long a text is a word in any case.
    if text.utf8.count > 4 * HeadKey.longest { return true }
    let text = text.trimmed
    guard text.contains(where: \.isLetter) else {
      return text.isEmpty || text == "#" || text == "%" || !CurrencyWords.codes(of: text).isEmpty
    }
    guard text.contains(where: \.isNumber) else {
      return YesNoWords.isYes(text) == nil || text.count > 3
    }
    // “Preis je 100 g (EUR)” is the name of a column.
    let isName = UnitWords.isOfSeveral(text.prefix { $0 != "(" })
    guard let amount = AmountText(text) else {
      return DayText(text) == nil && !text.contains("://")
    }
    // So is “ab 10”, above the prices of so many.
    let isScale =
      amount.mark == nil && amount.currencies.isEmpty && amount.unit.isEmpty
      && text.first?.isLetter ?? false
    return (isScale || isName) && DayText(text) == nil && !text.contains("://")
  }
}
