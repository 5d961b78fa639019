// SPDX-License-Identifier: Apache-2.0
// Finds the row with the names of the columns: below titles and notes on how to fill in the list, or nowhere.

struct HeadFinder {
  private let rows: ArraySlice<TableRow>
  /// How many cells most rows have something in.
  private let width: Int

  init(_ rows: [TableRow]) {
    self.rows = rows.prefix(60)
    let counts = rows.prefix(200).map(\.filled).sorted()
    width = counts.isEmpty ? 0 : counts[counts.count / 2]
  }

  /// The place of the row among the rows that are not blank; nil for a list without a head.
  var headPlace: Int? {
    // Mostly the first one is it, and there may be thousands of names in each.
    let candidates = rows.indices.prefix(40).lazy.map { ($0, Candidate(rows[$0])) }
    for (place, candidate) in candidates where candidate.isKnown(width) {
      // Some programs put names for machines below those for people.
      let next = place + 1
      if rows.indices.contains(next) {
        let other = Candidate(rows[next])
        if other.isKnown(width), other.isWordy, other.strong >= candidate.strong,
          other.filled >= candidate.filled
        {
          return next
        }
      }
      return strongerHead(below: place, candidate) ?? place
    }
    // Names that nobody knows stand above values of another kind.
    guard
      let (place, candidate) = candidates.first(where: {
        $0.1.filled * 2 >= max(2, width) && $0.1.filled > 1
      }),
      candidate.isWordy, candidate.isDistinct, candidate.namesProduct || hasContrast(below: place)
    else { return nil }
    return place
  }

  /// “Customer name: Meyer” stands above the head, with other things that are said of the list; the head names more.
  private func strongerHead(below place: Int, _ candidate: Candidate) -> Int? {
    guard candidate.filled == 2, candidate.known < 2 else { return nil }
    return rows.indices.first { other in
      guard other > place, other <= place + 12 else { return false }
      let head = Candidate(rows[other])
      return head.filled > 3 && head.strong > 2 && head.isWordy && head.isDistinct
    }
  }

  /// Whether nearly all cells of a row are names of columns that are known.
  static func isHead(_ row: TableRow) -> Bool {
    // Told from most rows at once, as each of a long list may be asked about.
    let numbers = row.cells.reduce(0) { count, cell in
      let isNumber = cell.text.utf8.contains { (0x30...0x39).contains($0) } && !cell.text.hasLetter
      return count + (isNumber ? 1 : 0)
    }
    guard numbers * 4 <= row.filled else { return false }
    let candidate = Candidate(row)
    return candidate.filled > 1 && candidate.isDistinct && candidate.isKnown(candidate.filled)
      && candidate.known * 4 >= candidate.filled * 3
  }

  private func hasContrast(below place: Int) -> Bool {
    let below = rows.dropFirst(place + 1 - rows.startIndex)
    guard !below.isEmpty else { return false }
    return rows[place].cells.indices.contains { column in
      guard !rows[place][column].isBlank else { return false }
      let cells = below.map { $0[column] }.filter { !$0.isBlank }
      return !cells.isEmpty && cells.filter { !$0.isWordy }.count * 5 >= cells.count * 3
    }
  }

  private struct Candidate {
    let filled: Int
    /// How many names are known, and how many of these mean one thing only.
    var (known, strong) = (0, 0)
    /// Whether a cell says what only the head of products says, such as “SKU” and “Titel”.
    var namesProduct = false
    let isWordy: Bool
    let isDistinct: Bool
    /// As the head of several lists beside each other.
    let isHalfDistinct: Bool

    init(_ row: TableRow) {
      let cells = row.cells.filter { !$0.isBlank }
      filled = cells.count
      let texts = cells.map { HeadKey.of($0.text) }
      let names = Set(texts).count
      isDistinct = names * 10 >= cells.count * 8
      let isRepeated =
        names > 1
        && texts.indices.dropFirst(names).allSatisfy {
          texts[$0] == texts[$0 - names]
        }
      isHalfDistinct = isRepeated || names * 2 >= cells.count
      var (plainNames, answers) = (0, 0)
      for cell in cells where cell.kind == .text && cell.text.count <= 80 {
        guard let named = ColumnName(cell.text.trimmed).named, named.weight > 2 else { continue }
        known += 1
        if named.weight >= 7 { strong += 1 }
        if named.weight >= 9, Self.ofProducts.contains(named.sense) { namesProduct = true }
        if !cell.isWordy { answers += 1 } else if named.weight >= 9 { plainNames += 1 }
      }
      // “2023”, “2024”, “2025” beside each other are names.
      let years = Self.years(cells)
      // “Ano” is a year in Portugal, and says yes in Prague: beside other names, it is one.
      // Beside several plain names, “100+” and “100 g” are what columns are for, too.
      let short = plainNames > 1 ? cells.count { !$0.isWordy && Self.isScale($0) } : 0
      let words =
        cells.filter(\.isWordy).count + max(plainNames > 1 ? answers : 0, short) + years
      isWordy = words * 10 >= cells.count * 8
    }

    /// Whether it says for how many or how much a column is: “10+”, “1-9”, “≥ 100”, “100 g”.
    private static func isScale(_ cell: Cell) -> Bool {
      let text = cell.text.trimmed
      guard text.count <= 12 else { return false }
      if UnitWords.measure(of: text) != nil { return true }
      let digits = text.filter(\.isNumber).count
      return digits > 0 && digits < text.count
        && text.allSatisfy { $0.isNumber || "+-–≥>< ".contains($0) }
    }

    /// How many cells are years that follow one another.
    private static func years(_ cells: [Cell]) -> Int {
      let years = cells.compactMap { Int($0.text.trimmed) }.filter { (1950...2099).contains($0) }
      let follow = zip(years, years.dropFirst()).allSatisfy { $1 == $0 + 1 }
      return years.count > 1 && follow ? years.count : 0
    }

    private static let ofProducts: [ColumnSense] = [
      .field(.title), .field(.sku), .field(.gtin), .field(.price),
    ]

    func isKnown(_ width: Int) -> Bool {
      guard isWordy, isHalfDistinct, filled * 3 >= width, strong > 0 else { return false }
      return strong > 1 && known * 4 >= filled || known * 2 >= filled
    }
  }
}

extension TableRow {
  /// How many cells have something in them.
  var filled: Int { cells.reduce(0) { $0 + ($1.isBlank ? 0 : 1) } }
}
