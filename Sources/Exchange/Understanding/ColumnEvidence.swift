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
  private(set) var repeats = 0
  private(set) var letters = 0
  /// Texts with what may stand between several values.
  private(set) var lists = Doubtful()
  private(set) var spaces = 0
  /// Characters that could not be read.
  private(set) var replaced = 0
  private(set) var digits = 0

  private(set) var amounts = 0
  private(set) var fractions = 0
  private(set) var negative = 0
  private(set) var percents = 0
  private(set) var leadingZeros = 0
  private(set) var longDigits = 0
  private(set) var belowOne = 0
  private(set) var zeros = 0
  private(set) var points = 0
  private(set) var commas = 0
  private(set) var twofold = Doubtful()
  private(set) var currencies: [[String]: Int] = [:]
  /// Amounts with a sign that several countries have, one of each sign, in their order.
  private(set) var sharedSigns: [(codes: [String], cells: Doubtful)] = []
  /// The first amount without a currency.
  private(set) var bare = Doubtful()
  private(set) var units: [String: Int] = [:]

  private(set) var days = 0
  /// Days with a time of day.
  private(set) var times = 0
  /// Amounts with more decimals than coins have.
  private(set) var fineAmounts = 0
  private(set) var orders: [DayText.Order: Int] = [:]
  private(set) var openDays = Doubtful()
  private(set) var serials = Doubtful()

  private(set) var yesNo = 0
  private(set) var yesNoDigits = 0
  private(set) var links = 0
  private(set) var pictureNames = 0
  private(set) var gtins = 0
  private(set) var isbns = 0
  /// GTINs without their zeros, and those that a spreadsheet rounded.
  private(set) var shortCodes = Doubtful()
  private(set) var scientific = 0

  /// Cells that leave something open.
  struct Doubtful: Sendable {
    var count = 0
    var first: [(row: Int, text: String)] = []

    mutating func add(_ row: Int, _ text: String) {
      count += 1
      if first.count < 3 { first.append((row, text)) }
    }
  }

  mutating func add(_ cell: Cell, row: Int) {
    let text = CellText.plain(cell)
    if cell.text.utf8.contains(0xEF) {
      replaced += cell.text.unicodeScalars.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : 0) }
    }
    guard !text.isEmpty, cell.kind != .failed, !RowWords.isNone(text) else { return }
    filled += 1
    longest = max(longest, text.utf8.count)
    if distinct.count < 2000 {
      if !distinct.insert(text).inserted { repeats += 1 }
    } else if distinct.contains(text) {
      repeats += 1
    }
    var (hasDigit, hasLetter, hasSpace, hasBreak, hasMark) = (false, false, false, false, false)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39: hasDigit = true
      case 0x41...0x5A, 0x61...0x7A, 0x80...: hasLetter = true
      case 0x20: hasSpace = true
      case 0x2C, 0x3B, 0x7C: hasMark = true
      case 0x0A, 0x0D: hasBreak = true
      default: break
      }
    }
    if hasLetter {
      letters += 1
      if hasMark { lists.add(row, text) }
    }
    if hasDigit { digits += 1 }
    if hasSpace { spaces += 1 }
    if hasBreak { lineBreaks += 1 }
    if text.utf8.count > 6, HTMLText.isLikely(text) { markup += 1 }
    addCode(text, row: row)
    if Self.isAddress(text) {
      if !text.contains(" ") || text.contains("://") { links += 1 }
    } else if let dot = text.lastIndex(of: "."),
      PictureName.endings.contains(text[dot...].dropFirst().lowercased())
    {
      pictureNames += 1
    }
    if YesNoWords.isYes(text) != nil {
      yesNo += 1
      if text == "1" || text == "0" { yesNoDigits += 1 }
    }
    if hasDigit || text.utf8.contains(where: { $0 >= 0x80 }), text.utf8.count <= 48 {
      addAmount(cell, text, row: row)
      addDay(cell, text, row: row)
    }
  }

  private static func isAddress(_ text: String) -> Bool {
    if let first = text.utf8.first, first | 0x20 == UInt8(ascii: "w") {
      if text.prefix(4).lowercased() == "www." { return true }
    }
    return text.utf8.contains(UInt8(ascii: ":")) && text.contains("://")
  }

  private mutating func addAmount(_ cell: Cell, _ text: String, row: Int) {
    switch cell.kind {
    case .number, .percent, .money:
      amounts += 1
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
    let isDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isDigits, text.utf8.count > 1, text.hasPrefix("0") { leadingZeros += 1 }
    if isDigits, text.utf8.count > 9 { longDigits += 1 }
  }

  private mutating func addCurrency(_ codes: [String], _ text: String, row: Int) {
    currencies[codes, default: 0] += 1
    guard codes.count > 1 else { return }
    if let place = sharedSigns.firstIndex(where: { $0.codes == codes }) {
      sharedSigns[place].cells.add(row, text)
    } else {
      var cells = Doubtful()
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
    guard cell.kind == .text, text.utf8.count <= 30, let day = DayText(text) else { return }
    days += 1
    if DayText.hasTime(text) { times += 1 }
    if day.certain == nil { openDays.add(row, text) }
    if let order = day.proves { orders[order, default: 0] += 1 }
  }

  private mutating func addCode(_ text: String, row: Int) {
    guard text.utf8.count <= 24 else { return }
    if CellText.isScientific(text) {
      scientific += 1
      if let digits = CellText.unscientific(text), (try? GTIN(digits)) != nil {
        shortCodes.add(row, text)
      }
      return
    }
    let digits = CellText.codeDigits(text)
    guard digits.utf8.count >= 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      if digits.utf8.count == 10, digits.hasSuffix("X"), CellText.isISBN(digits) { isbns += 1 }
      return
    }
    if (try? GTIN(digits)) != nil, digits.contains(where: { $0 != "0" }) {
      gtins += 1
    } else if digits.utf8.count == 10, CellText.isISBN(digits) {
      isbns += 1
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
