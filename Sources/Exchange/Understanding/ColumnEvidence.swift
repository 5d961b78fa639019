// SPDX-License-Identifier: Apache-2.0
// What the values of a column are, counted over the whole of it: what only its beginning says may be wrong for row
// 101. Every count is of cells that have a value.

import Catalog
import Foundation

struct ColumnEvidence: Sendable {
  private(set) var filled = 0
  private(set) var longest = 0
  private(set) var lineBreaks = 0
  private(set) var markup = 0
  /// The first different values.
  private(set) var distinct: Set<String> = []
  private var seen = SeenTexts()
  private(set) var repeats = 0
  private(set) var letters = 0
  /// What may stand between several categories, in all values of a column that may have some.
  private(set) var categories = CategoryMarks()
  /// Texts with what may stand between several values.
  private(set) var lists = DoubtfulCells()
  private(set) var spaces = 0
  /// Characters that could not be read.
  private(set) var replaced = 0
  private(set) var digits = 0
  /// Cells with a word that says that there is no value, which a text says for itself: “keine”.
  private(set) var wordsForNone = 0

  private(set) var amounts = 0
  private(set) var fractions = 0
  private(set) var negative = 0
  private(set) var percents = 0
  private(set) var leadingZeros = 0
  /// How many decimals there are, and how many values end with a zero behind another decimal: 1.10 is not 1.1 in a column
  /// that has 1.9.
  private var decimalCounts: Set<Int> = []
  private var endingZeros = 0
  var hasDecimalsOfCodes: Bool { endingZeros > 0 && decimalCounts.count > 1 }
  private(set) var longDigits = 0
  private(set) var belowOne = 0
  private(set) var zeros = 0
  private(set) var points = 0
  private(set) var commas = 0
  private(set) var twofold = DoubtfulCells()
  private(set) var currencies: [[String]: Int] = [:]
  /// Amounts with a sign that several countries have, one of each sign, in their order.
  private(set) var sharedSigns: [(codes: [String], cells: DoubtfulCells)] = []
  /// The first amount without a currency.
  private(set) var bare = DoubtfulCells()
  private(set) var units: [String: Int] = [:]

  private(set) var days = 0
  /// Days of three numbers with one or two digits, such as 01.02.03.
  private(set) var shortYears = 0
  /// Days with a time of day.
  private(set) var times = 0
  /// Amounts with more decimals than coins have.
  private(set) var fineAmounts = 0
  private(set) var orders: [DayText.Order: Int] = [:]
  private(set) var openDays = DoubtfulCells()
  private(set) var serials = DoubtfulCells()

  private(set) var yesNo = 0
  private(set) var yesNoDigits = 0
  private(set) var links = 0
  private(set) var pictureNames = 0
  private(set) var gtins = 0
  private(set) var isbns = 0
  /// GTINs without their zeros, and those that a spreadsheet rounded.
  private(set) var shortCodes = DoubtfulCells()
  private(set) var scientific = 0
  /// UPCs as small packs have them.
  private(set) var shortUPCs = DoubtfulCells()

  private let mayBeCategory: Bool

  private let mostDistinct: Int
  private let blanks: Set<String>

  /// - Parameters:
  ///   - blanks: texts that stand for no value, as its program writes them.
  ///   - columns: how many the list has: of very many, fewer texts of each are held.
  init(mayBeCategory: Bool = false, blanks: Set<String> = [], among columns: Int = 1) {
    (self.mayBeCategory, self.blanks) = (mayBeCategory, blanks)
    mostDistinct = min(Self.mostDistinct, Self.mostHeld / max(columns, 1))
  }

  mutating func add(_ cell: Cell, row: Int) {
    let text = CellText.plain(cell)
    let shape = TextShape(text)
    if shape.has(.foreign) {
      replaced += cell.text.unicodeScalars.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : 0) }
    }
    guard !text.isEmpty, cell.kind != .failed, blanks.isEmpty || !blanks.contains(text) else {
      return
    }
    guard !RowWords.isNone(text) else {
      if RowWords.isWordForNone(text) { wordsForNone += 1 }
      return
    }
    filled += 1
    longest = max(longest, shape.count)
    addText(text)
    let hasMark = shape.has([.comma, .semicolonOrBar])
    if shape.has([.letter, .high]) {
      letters += 1
      if hasMark { lists.add(row, text) }
    }
    if mayBeCategory, hasMark || shape.has(.lineEnd) { categories.add(text) }
    if shape.digits > 0 { digits += 1 }
    if shape.has(.space) { spaces += 1 }
    if shape.has(.lineEnd) { lineBreaks += 1 }
    if shape.has(.markup), shape.count > 6, HTMLText.isLikely(text) { markup += 1 }
    if shape.digits > 0 || shape.has(.foreign) { addCode(text, shape, row: row) }
    if Self.isAddress(text, shape) {
      if !shape.has(.space) || text.contains("://") { links += 1 }
    } else if shape.has(.point), Self.isPictureName(text) {
      pictureNames += 1
    }
    if YesNoWords.isYes(text) != nil {
      yesNo += 1
      if text == "1" || text == "0" { yesNoDigits += 1 }
    }
    // Of a text without digits nothing could be told; a spreadsheet's number may have none.
    if shape.digits > 0 || shape.has(cell.kind == .text ? .foreign : .high), shape.count <= 48 {
      addAmount(cell, text, row: row)
      addDay(cell, text, row: row)
    }
  }

  private mutating func addText(_ text: String) {
    if distinct.count < mostDistinct {
      if !distinct.insert(text).inserted { repeats += 1 }
      if distinct.count == mostDistinct { seen = SeenTexts(distinct) }
    } else if seen.mayContain(text), distinct.contains(text) {
      repeats += 1
    }
  }

  private static let mostDistinct = 2_000
  /// Of all columns together, whose texts are held.
  private static let mostHeld = 1_000_000

  private static func isAddress(_ text: String, _ shape: TextShape) -> Bool {
    if let first = text.utf8.first, first | 0x20 == UInt8(ascii: "w"), shape.has(.point) {
      if text.prefix(4).lowercased() == "www." { return true }
    }
    return shape.has(.colon) && text.contains("://")
  }

  private static func isPictureName(_ text: String) -> Bool {
    // Endings have three letters or four.
    guard text.utf8.suffix(5).prefix(2).contains(0x2E), let dot = text.lastIndex(of: ".") else {
      return false
    }
    return PictureName.endings.contains(text[dot...].dropFirst().lowercased())
  }

  private mutating func addAmount(_ cell: Cell, _ text: String, row: Int) {
    if cell.kind == .text, let plain = PlainAmount(text) { return add(plain, text, row: row) }
    if cell.kind == .number, text.utf8.count <= 14, let plain = PlainAmount(text),
      plain.mark != 0x2C
    {
      return add(stored: plain, text, row: row)
    }
    switch cell.kind {
    case .number, .percent, .money:
      amounts += 1
      noteLength(ofStored: text)
      if text.contains(".") { fractions += 1 }
      addDecimals(CellText.rounded(text))
      if text.hasPrefix("-") { negative += 1 }
      if cell.kind == .percent { percents += 1 }
      if let codes = cell.currencies {
        addCurrency(codes, text, row: row)
      } else {
        bare.add(row, text)
        if cell.kind == .number, let value = Double(text), value < 1 {
          if value > 0 { belowOne += 1 } else if value == 0 { zeros += 1 }
        }
      }
      if cell.kind == .number, let whole = Int(text), (20_000...70_000).contains(whole) {
        serials.add(row, text)
      }
      return
    case .day, .moment, .time, .yesNo: return
    default: break
    }
    guard let amount = AmountText(text) else { return }
    amounts += 1
    if amount.isPercent { percents += 1 }
    if amount.currencies.isEmpty {
      bare.add(row, text)
    } else {
      addCurrency(amount.currencies, text, row: row)
    }
    if !amount.unit.isEmpty { units[amount.unit, default: 0] += 1 }
    switch amount.reading {
    case .twofold:
      // An amount of yen has no decimals.
      if !amount.currencies.isEmpty,
        amount.currencies.allSatisfy({ (try? Currency($0))?.minorUnitDigits == 0 })
      {
        if amount.mark == "," { points += 1 } else { commas += 1 }
      } else {
        twofold.add(row, text)
      }
    case .certain(let number):
      if amount.mark == "." { points += 1 }
      if amount.mark == "," { commas += 1 }
      if number.hasPrefix("-") { negative += 1 }
      if let dot = number.firstIndex(of: "."),
        number[dot...].contains(where: { $0 != "." && $0 != "0" })
      {
        fractions += 1
      }
      addDecimals(number)
      if let value = Double(number), value < 1 {
        if value > 0 { belowOne += 1 } else if value == 0 { zeros += 1 }
      }
      if let whole = Int(text), (20_000...70_000).contains(whole) { serials.add(row, text) }
    }
    let whole = text.utf8.prefix { (0x30...0x39).contains($0) }
    if whole.count > 1, whole.first == 0x30 { leadingZeros += 1 }
    if whole.count == text.utf8.count, whole.count > 9 { longDigits += 1 }
  }

  private mutating func add(_ plain: PlainAmount, _ text: String, row: Int) {
    amounts += 1
    bare.add(row, text)
    switch plain.mark {
    case 0x2E?: points += 1
    case nil: break
    default: commas += 1
    }
    if plain.hasFraction { fractions += 1 }
    if plain.isFine { fineAmounts += 1 }
    if plain.isZero { zeros += 1 } else if plain.isBelowOne { belowOne += 1 }
    if plain.hasLeadingZero { leadingZeros += 1 }
    guard plain.mark == nil else {
      if decimalCounts.count < 2 { decimalCounts.insert(plain.decimals) }
      if plain.decimals > max(1, plain.significant) { endingZeros += 1 }
      return
    }
    if let whole = plain.whole, (20_000...70_000).contains(whole) { serials.add(row, text) }
    if text.utf8.count > 9 { longDigits += 1 }
  }

  /// A spreadsheet's number: all of its decimals count.
  private mutating func add(stored plain: PlainAmount, _ text: String, row: Int) {
    amounts += 1
    noteLength(ofStored: text)
    bare.add(row, text)
    if plain.mark != nil { fractions += 1 }
    if plain.isFine { fineAmounts += 1 }
    if plain.isZero { zeros += 1 } else if plain.isBelowOne { belowOne += 1 }
    if let whole = plain.whole, (20_000...70_000).contains(whole) { serials.add(row, text) }
  }

  /// No field of numbers has room for more.
  private mutating func noteLength(ofStored text: String) {
    if text.utf8.prefix(while: { $0 != 0x2E }).count > 12 { longDigits += 1 }
  }

  private mutating func addCurrency(_ codes: [String], _ text: String, row: Int) {
    currencies[codes, default: 0] += 1
    guard codes.count > 1 else { return }
    if let place = sharedSigns.firstIndex(where: { $0.codes == codes }) {
      sharedSigns[place].cells.add(row, text)
    } else {
      var cells = DoubtfulCells()
      cells.add(row, text)
      sharedSigns.append((codes, cells))
    }
  }

  private mutating func addDecimals(_ number: String) {
    guard let point = number.firstIndex(of: ".") else { return }
    if number[point...].dropFirst(3).contains(where: { $0 != "0" }) { fineAmounts += 1 }
  }

  private mutating func addDay(_ cell: Cell, _ text: String, row: Int) {
    if cell.kind == .day || cell.kind == .moment {
      days += 1
      if cell.kind == .moment, !text.hasSuffix("T00:00:00") { times += 1 }
      return
    }
    guard cell.kind == .text, text.utf8.count <= 30 else { return }
    if DayText.isISO(text), DayText.day(ofISO: text) != nil {
      days += 1
      orders[.yearMonthDay, default: 0] += 1
      return
    }
    guard let day = DayText(text) else { return }
    days += 1
    if DayText.hasTime(text) { times += 1 }
    if day.hasShortYear { shortYears += 1 }
    if day.certain == nil { openDays.add(row, text) }
    if let order = day.proves { orders[order, default: 0] += 1 }
  }

  private mutating func addCode(_ text: String, _ shape: TextShape, row: Int) {
    guard shape.count <= 24 else { return }
    if shape.has(.exponent), CellText.isScientific(text) {
      scientific += 1
      if let digits = CellText.unscientific(text), GTIN.isOne(digits) {
        shortCodes.add(row, text)
      }
      return
    }
    // The shortest one has six, and of letters only the “X” at the end of an ISBN; LibraryThing puts that into brackets.
    guard shape.digits >= 6,
      !shape.has(.letter) || text.utf8.last == 0x58 || text.utf8.last == 0x5D
    else { return }
    let isInBrackets = text.hasPrefix("[") && text.hasSuffix("]") && text.utf8.count > 2
    let digits = CellText.codeDigits(isInBrackets ? String(text.dropFirst().dropLast()) : text)
    guard digits.utf8.count >= 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      if digits.utf8.count == 10, digits.hasSuffix("X"), CellText.isISBN(digits) { isbns += 1 }
      return
    }
    if GTIN.isOne(digits), digits.utf8.contains(where: { $0 != 0x30 }) {
      gtins += 1
    } else if digits.utf8.count == 10, CellText.isISBN(digits) {
      isbns += 1
    } else if CellText.ofShortUPC(digits) != nil {
      shortUPCs.add(row, text)
    } else if CellText.withZeros(digits) != nil {
      shortCodes.add(row, text)
    }
  }

  // MARK: Shares

  /// Whether nearly all values are so.
  func isMostly(_ count: Int, of part: Int = 8) -> Bool {
    filled > 0 && count * 10 >= filled * part
  }
  func isAll(_ count: Int) -> Bool { filled > 0 && count == filled }

  /// The mark before decimals, if the column leaves no doubt.
  var decimalMark: Character? {
    switch (points > 0, commas > 0) {
    case (true, false): "."
    case (false, true): ","
    default: nil
    }
  }

  /// The order of day, month and year, if the column leaves no doubt.
  var dayOrder: DayText.Order? {
    let proven = orders.keys.filter { $0 != .yearMonthDay }
    return proven.count == 1 ? proven.first : nil
  }
}
