// SPDX-License-Identifier: Apache-2.0
// The rows of a list, of all rows of its table: without blank ones, repeated heads, totals and footnotes; a row that
// only goes on with the one above is joined with it.

/// A row of a list; its cells are those of the columns of the layout.
struct ListRow: Sendable {
  var number: Int
  var cells: [Cell]
  var isHidden = false
  var family = RowFamily()

  init(_ row: TableRow, _ cells: [Cell]) {
    (number, isHidden, self.cells) = (row.number, row.isHidden, cells)
  }

  subscript(column: Int) -> Cell { cells.indices.contains(column) ? cells[column] : .empty }

  func with(_ cell: Cell, at column: Int) -> ListRow {
    var row = self
    while row.cells.count <= column { row.cells.append(.empty) }
    row.cells[column] = cell
    return row
  }
}

struct ListRows {
  private let layout: TableLayout
  /// By columns of the layout, as far as names tell.
  private let senses: [ColumnSense?]
  /// The columns with codes, which only products have.
  private let codes: [Int]
  private let body: (ListRow) throws -> Void

  /// Rows that say something, but are no products.
  private(set) var leftOut: [LeftOutRow] = []
  /// What they say of all prices.
  private(set) var prices = PriceNote()
  /// How many of the rows are not shown in their spreadsheet.
  private(set) var hidden = 0
  private var held: ListRow?
  /// Rows that are footnotes if no other row follows.
  private var loose: [ListRow] = []
  private var isAfterGap = false
  private var heldIsAfterGap = false
  /// How many rows have as many cells.
  private var widths: [Int: Int] = [:]
  /// Another list below the first has its columns elsewhere; nil for one without anything known in it.
  private var places: [[Int]]?

  /// Where rows have something that belongs to no column.
  private(set) var strays: Set<Int> = []

  /// Whether a program wrote the list, which has nothing but rows in it.
  private let isKnown: Bool
  /// How many rows of a known list have come: its rows may have the number of the head's.
  private var count = 0
  /// The first text of the head, which nearly no other row begins with.
  private let firstOfHead: String?
  /// What a row had that is only the heading of those below it.
  private var heading: Cell?
  /// Headings that no row stands below yet.
  private var pending: [ListRow] = []
  /// Those that nobody has decided on.
  private(set) var headings: HeadingRows?

  init(
    _ layout: TableLayout, senses: [ColumnSense?], isKnown: Bool = false,
    _ body: @escaping (ListRow) throws -> Void
  ) {
    (self.layout, self.senses, self.isKnown, self.body) = (layout, senses, isKnown, body)
    codes = senses.indices.filter {
      senses[$0] == .field(.sku) || senses[$0] == .field(.gtin)
    }
    places = layout.blocks
    if !layout.others.isEmpty, let number = layout.headNumber {
      leftOut.append(LeftOutRow(number: number, reason: .otherColumns))
    }
    firstOfHead = layout.headTexts.first { !$0.isEmpty }
    if layout.hasHead, !senses.contains(.field(.category)), !senses.contains(.subcategory) {
      headings = HeadingRows()
    }
  }

  mutating func take(_ row: TableRow) throws {
    if isKnown {
      guard !row.isBlank else { return }
      count += 1
      guard count > layout.headCount else { return }
      strays.formUnion(layout.strays(in: row))
      let cells = (layout.blocks.first ?? []).map { row[$0] }
      return try give(ListRow(row, cells))
    }
    guard row.number > layout.headEnd else { return }
    // All blank rows are given; the number of the next one says nothing, behind a cell in several lines.
    if row.isBlank {
      isAfterGap = true
      return
    }
    if layout.hasHead, Self.isRule(row) { return }
    if isHead(row) {
      // What stands above the head of a page is said about the page.
      try passLoose()
      leaveOutCaption(above: row)
      places = layout.blocks
      return
    }
    if isAfterGap || isCaption(above: row), layout.hasHead, let other = otherHead(row) {
      leaveOutCaption(above: row)
      if hasOtherColumns(row) {
        leftOut.append(LeftOutRow(number: row.number, reason: .otherColumns))
      }
      places = other
      return
    }
    if isAfterGap || isCaption(above: row), layout.hasHead, HeadFinder.isHead(row) {
      leaveOutCaption(above: row)
      leftOut.append(LeftOutRow(number: row.number, reason: .otherColumns))
      places = nil
      return
    }
    guard places != nil else {
      leftOut.append(LeftOutRow(number: row.number, reason: .otherList))
      return
    }
    if places == layout.blocks { strays.formUnion(layout.strays(in: row)) }
    for block in places ?? [] {
      let cells = block.map { $0 < 0 ? Cell.empty : row[$0] }
      let listed = ListRow(row, cells)
      if cells.allSatisfy(\.isBlank) { continue }
      try take(listed)
    }
    isAfterGap = false
  }

  mutating func end() throws {
    // What stands below a gap and is no row like the others is said about the list.
    try passLoose()
    try flush()
    for row in pending { leaveOut(row, .note) }
  }

  private mutating func passLoose() throws {
    let notes = loose
    loose = []
    for row in notes {
      if isFootnote(row) { leaveOut(row, .note) } else { try pass(row) }
    }
  }

  private var titlePlace: Int? { senses.firstIndex(of: .field(.title)) }

  private mutating func leaveOut(_ row: ListRow, _ reason: LeftOutRow.Reason) {
    leftOut.append(LeftOutRow(number: row.number, reason: reason))
    if reason == .note { for cell in row.cells { prices.read(cell.text) } }
  }

  /// Whether it is only a line drawn below the head, as in tables of Markdown.
  private static func isRule(_ row: TableRow) -> Bool {
    // Told from most rows at once, by the first of their bytes.
    guard let first = row.cells.first(where: { !$0.isBlank }),
      let byte = first.text.utf8.first(where: { $0 != 0x20 }), "-:=+".utf8.contains(byte)
    else { return false }
    return row.cells.allSatisfy { cell in
      let text = cell.text.trimmed
      return text.isEmpty || text.count > 2 && text.allSatisfy { "-:=+ ".contains($0) }
    }
  }

  /// Whether the row before this one stands alone below a gap: “Food”, above the head of another list.
  private func isCaption(above row: TableRow) -> Bool {
    guard heldIsAfterGap, let held, held.number == row.number - 1 else { return false }
    return held.cells.count { !$0.isBlank } == 1 && !isProduct(held)
  }

  private mutating func leaveOutCaption(above row: TableRow) {
    guard isCaption(above: row), let caption = held else { return }
    held = nil
    leaveOut(caption, .note)
  }

  // MARK: Kinds of row

  /// Whether it has what only a product has: a code, or a title with a price.
  private func isProduct(_ row: ListRow) -> Bool {
    hasTitleAndPrice(row)
      || codes.contains { column in
        let text = row[column].text.trimmed
        return !text.isEmpty && !text.contains(where: \.isWhitespace) && !text.hasSuffix(":")
          && !text.hasPrefix("*")
      }
  }

  private func hasTitleAndPrice(_ row: ListRow) -> Bool {
    func has(_ sense: ColumnSense) -> Bool {
      senses.indices.contains { senses[$0] == sense && !row[$0].isBlank }
    }
    return has(.field(.title)) && (has(.field(.price)) || has(.money))
  }

  private mutating func take(_ row: ListRow) throws {
    let filled = row.cells.indices.filter { !row[$0].isBlank }
    if isOnlyZeros(row, filled) {
      if filled.contains(where: { row[$0].kind == .failed }) { leaveOut(row, .failed) }
      return
    }
    if isTotal(row, filled) { return leaveOut(row, .total) }
    if let only = filled.first, filled.count == 1, RowWords.isPageNumber(row[only].text) {
      return leaveOut(row, .note)
    }
    let continues = continues(row, filled)
    if !continues { headings?.note(row, filled) }
    if let place = layout.headings, filled == [place], HeadingRows.isHeading(row[place]), !continues
    {
      pending.append(row)
      return
    }
    takeHeadings()
    if let category = senses.firstIndex(of: .field(.category)),
      titlePlace != nil || layout.headings != nil
    {
      if filled == [category] {
        heading = row[category]
        return
      }
      let isBelow =
        layout.headings == nil
        ? titlePlace.map { !row[$0].isBlank } ?? false : filled.count > 1 && !continues
      if row[category].isBlank, let cell = heading, isBelow {
        heading = nil
        try take(row.with(cell, at: category))
        heading = cell
        return
      }
      heading = nil
    }
    if continues {
      for column in filled { join(row[column], to: column) }
      return leaveOut(row, .continued)
    }
    let usual = widths.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? filled.count
    if filled.count == 1 && usual > 2 || isAfterGap && filled.count * 3 <= usual && usual > 3,
      !isProduct(row)
    {
      loose.append(row)
      return
    }
    widths[filled.count, default: 0] += 1
    let before = loose
    loose = []
    for row in before { try pass(row) }
    try pass(row)
  }

  /// Headings right below each other are one within the other.
  private mutating func takeHeadings() {
    guard let place = layout.headings, !pending.isEmpty else { return }
    let names = pending.map { row in
      let name = CellText.plain(row[place])
      return name.hasSuffix(":") ? String(name.dropLast()) : name
    }
    heading = Cell(.text, names.joined(separator: " > "))
    for row in pending { leaveOut(row, .heading) }
    pending = []
  }

  private mutating func pass(_ row: ListRow) throws {
    try flush()
    held = row
    heldIsAfterGap = isAfterGap
  }

  private mutating func flush() throws {
    if let row = held { try give(row) }
    held = nil
  }

  private mutating func give(_ row: ListRow) throws {
    if row.isHidden { hidden += 1 }
    try body(row)
  }

  private func isHead(_ row: TableRow) -> Bool {
    guard layout.hasHead,
      row.cells.first(where: { !$0.isBlank })?.text.trimmed == firstOfHead
    else { return false }
    let texts = row.cells.map { $0.text.trimmed }
    return texts == layout.headTexts
      || texts.filter { !$0.isEmpty } == layout.headTexts.filter { !$0.isEmpty }
  }

  /// Where the columns of the layout are in another list on the same sheet, if the row is its head.
  private func otherHead(_ row: TableRow) -> [[Int]]? {
    guard row.filled > 1, row.cells.allSatisfy(\.isWordy) else { return nil }
    let texts = row.cells.map { HeadKey.of($0.text) }
    let places = layout.names.map { name in texts.firstIndex(of: HeadKey.of(name)) ?? -1 }
    return places.filter { $0 >= 0 }.count > 1 ? [places] : nil
  }

  /// Whether the head of another list names what the first one has no column for.
  private func hasOtherColumns(_ row: TableRow) -> Bool {
    let known = Set(layout.names.map(HeadKey.of))
    return row.cells.contains { !$0.isBlank && !known.contains(HeadKey.of($0.text)) }
  }

  private func isTotal(_ row: ListRow, _ filled: [Int]) -> Bool {
    guard
      let first = filled.first(where: {
        row[$0].kind == .text && row[$0].text.hasLetter
      })
    else { return false }
    // “Summe Wurst” in a row without a title.
    let isNameless = titlePlace.map { row[$0].isBlank } ?? false
    guard
      RowWords.isTotal(row[first].text)
        || isNameless && RowWords.beginsAsTotal(row[first].text)
    else { return false }
    if !RowWords.isPlainTotal(row[first].text), hasTitleAndPrice(row),
      !filled.contains(where: { row[$0].isCalculated })
    {
      return false
    }
    // Products have codes.
    return filled.filter { codes.contains($0) && $0 != first }.isEmpty
  }

  /// Rows for which formulas were prepared, but nothing was filled in.
  private func isOnlyZeros(_ row: ListRow, _ filled: [Int]) -> Bool {
    guard layout.names.count > 1 else { return false }
    return filled.allSatisfy { column in
      let cell = row[column]
      switch cell.kind {
      case .failed: return true
      case .yesNo: return cell.text == "false"
      case .number, .money, .percent: return (Double(cell.text) ?? 1) == 0
      case .text:
        // “0” can be a code, but not of a product that is called “0”.
        guard
          senses[column] != .field(.sku)
            || cell.text.trimmed == "0" && filled.contains(where: { $0 == titlePlace })
        else { return false }
        let isNone =
          column == titlePlace
          ? RowWords.isNone(cell.text, as: .builtIn(.title)) : RowWords.isNone(cell.text)
        return isNone || AmountText(cell.text).map { $0.isZero } ?? false
      default: return false
      }
    }
  }

  /// Whether it has only what is too long for the row above.
  private func continues(_ row: ListRow, _ filled: [Int]) -> Bool {
    guard !isAfterGap, loose.isEmpty, let held, held.number == row.number - 1 else { return false }
    guard !codes.isEmpty, codes.contains(where: { !held[$0].isBlank }) else { return false }
    // In a list of codes and names alone, this may be a product without a code.
    func isSmall(_ column: Int) -> Bool { row[column].text.trimmed.first?.isLowercase ?? false }
    if held.cells.reduce(0, { $0 + ($1.isBlank ? 0 : 1) }) < 3, !filled.allSatisfy(isSmall) {
      return false
    }
    return filled.allSatisfy { column in
      // What begins with a large letter is more likely a product of which nothing else is known.
      senses[column] == .field(.title) && held[column].kind == .text && !held[column].isBlank
        && isSmall(column) || senses[column] == .field(.description) || senses[column] == .text
    }
  }

  private mutating func join(_ cell: Cell, to column: Int) {
    guard var row = held, row.cells.indices.contains(column) else { return }
    let joint = senses[column] == .field(.title) ? " " : "\n"
    row.cells[column] =
      row[column].isBlank ? cell : Cell(.text, row[column].text.trimmed + joint + cell.text.trimmed)
    held = row
  }

  private func isFootnote(_ row: ListRow) -> Bool {
    let filled = row.cells.filter { !$0.isBlank }
    guard let text = filled.first?.text.trimmed else { return true }
    if !layout.hasHead { return text.hasPrefix("*") }
    let words = text.split(separator: " ").count
    return words > 3 || filled.count > 1 || text.hasPrefix("*") || text.hasSuffix(":")
      || text.hasSuffix(".") || !codes.isEmpty
  }
}

extension AmountText {
  var isZero: Bool {
    if case .certain(let number) = reading { return (Double(number) ?? 1) == 0 }
    return false
  }
}
