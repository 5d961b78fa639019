// SPDX-License-Identifier: Apache-2.0
// Reads one cell for its field.

import Catalog
import Foundation

struct CellReading {
  let cell: Cell
  let column: UnderstoodColumn
  let field: AnyField
  /// Of the row, from another column.
  let currency: String?

  enum Outcome {
    case value(FieldValue)
    case none
    /// Up to an answer.
    case open
    /// No unit of the catalogue, but what amounts of the row count.
    case counts(SaleMeasure)
  }

  private var reading: UnderstoodColumn.Reading { column.reading }
  private var text: String { CellText.plain(cell) }

  func value() throws -> Outcome {
    let outcome = try read()
    // What nobody is asked about would be left away without a word.
    if case .open = outcome, !reading.isOpen {
      throw invalid(
        field.kind == .money ? .notANumber : field.kind == .date ? .notADay : numberProblem)
    }
    return outcome
  }

  private func read() throws -> Outcome {
    switch field.kind {
    case .line:
      if field == .builtIn(.sku) { try refuseIfConverted() }
      return try checked(line)
    case .text:
      guard reading.listsAddresses else { return try checked(HTMLText.plain(cell.text.trimmed)) }
      return try checked(RowReading.parts(text, reading.separator).joined(separator: "\n"))
    case .money: return try amount()
    case .wholeNumber, .number, .year: return try number()
    case .date: return try day()
    case .yesNo:
      guard let isYes = YesNoWords.isYes(text) else { throw invalid(.notYesOrNo) }
      return .value(.yesNo(isYes))
    case .code(let check): return try code(check)
    case .tags: return try tags()
    case .category: return try category()
    case .choice where field == .builtIn(.unit):
      switch UnitWords.meaning(of: text) {
      case .unit(let symbol)?: return try checked(symbol)
      case .other(let measure)?: return .counts(measure)
      case .pieces?: return .none
      case nil: return try checked(text)
      }
    case .choice, .link: return try checked(text)
    }
  }

  private var refusedField: InvalidValue.Field {
    switch field {
    case .builtIn(let field): InvalidValue.Field(field.name)
    case .custom(let field): field.refusalName
    }
  }

  private func invalid(_ problem: InvalidValue.Problem) -> InvalidValue {
    InvalidValue(refusedField, problem)
  }

  /// Checked and stored as what a person would type.
  private func checked(_ text: String) throws -> Outcome {
    try field.value(from: text).map { .value($0) } ?? .none
  }

  /// No-break spaces, also of the width of a digit and narrow.
  private static let keptSpaces: Set<Character> = ["\u{A0}", "\u{2007}", "\u{202F}"]

  private var line: String {
    if field == .builtIn(.sku) { return text }
    var plain = HTMLText.isLikely(text) ? HTMLText.line(text) : text
    // Spaces that keep words together on a page are spaces: nobody would type them into a search. A size or a lot stays
    // as it is written.
    if case .builtIn = field, plain.utf8.contains(where: { $0 == 0xC2 || $0 == 0xE2 }) {
      plain = String(plain.map { Self.keptSpaces.contains($0) ? " " : $0 }).trimmed
    }
    // A path, as “SMD->0603”.
    if case .custom = field, let mark = reading.pathSeparator, plain.contains(mark) {
      plain = plain.components(separatedBy: mark).map(\.trimmed).joined(separator: " > ")
    }
    return plain.contains(where: \.isNewline) || plain.contains("\t")
      ? plain.split(whereSeparator: \.isWhitespace).joined(separator: " ") : plain
  }

  // MARK: Numbers

  /// The number with a point; nil if it is up to an answer.
  private func plainNumber() throws -> (number: String, amount: AmountText?)? {
    if field == .builtIn(.stock), let sum = StockOfPlaces.sum(of: text) { return (sum.text, nil) }
    switch cell.kind {
    case .number, .money: return (CellText.rounded(text), nil)
    case .percent:
      return (
        Double(text).map { CellText.rounded("\(($0 * 100 * 1e9).rounded() / 1e9)") } ?? text, nil
      )
    default: break
    }
    guard let amount = AmountText(text) else {
      throw invalid(field.kind == .money ? .notANumber : numberProblem)
    }
    guard let number = amount.number(decimalMark: reading.decimalMark) else { return nil }
    return (number, amount)
  }

  private var numberProblem: InvalidValue.Problem {
    if case .number = field.kind { return .notADecimal(digits: 6) }
    return field.kind == .year ? .notAYear : .notAWholeNumber
  }

  /// Without zeros behind the point, down to some decimals.
  private static func shortened(_ number: String, to decimals: Int) -> String {
    guard let point = number.firstIndex(of: ".") else { return number }
    var number = number
    while number.hasSuffix("0"), number.distance(from: point, to: number.endIndex) - 1 > decimals {
      number.removeLast()
    }
    return number.hasSuffix(".") ? String(number.dropLast()) : number
  }

  private func amount() throws -> Outcome {
    guard let (number, amount) = try plainNumber() else { return .open }
    // “20 %” and “500 g” are no prices, whatever the others of the column are in.
    guard cell.kind != .percent, amount?.isPercent != true, amount?.isMeasure != true else {
      throw invalid(.notANumber)
    }
    var code = reading.currency
    if let own = cell.currencies ?? amount?.currencies, !own.isEmpty {
      code = own.count == 1 ? own[0] : own.first { $0 == self.currency ?? reading.currency }
    } else if let currency {
      code = currency
    }
    guard let code else {
      if reading.isOpen { return .open }
      throw invalid(.unknownCurrency)
    }
    // What stands behind an amount may be a currency that nobody knows.
    if let unit = amount?.unit, !unit.isEmpty, !AmountText.isOfPrice(unit) {
      throw invalid(.notANumber)
    }
    let currency = try Currency(code)
    guard !number.hasPrefix("-") else { throw invalid(.negative) }
    return .value(
      .money(try Price(Self.shortened(number, to: currency.minorUnitDigits), currency: currency)))
  }

  private func number() throws -> Outcome {
    guard let (text, amount) = try plainNumber() else { return .open }
    var number = text
    if reading.isFraction, amount?.isPercent != true, let value = DecimalNumber(number),
      cell.kind != .percent
    {
      guard let percent = value.asPercent else { throw invalid(.tooLarge) }
      number = percent.text
    }
    if case .number(let unit) = field.kind {
      if reading.isOpen, unit == "%", cell.kind != .percent { return .open }
      guard isUnit(amount?.unit ?? "", of: unit) else { throw invalid(.notADecimal(digits: 6)) }
      guard let decimal = DecimalNumber(Self.shortened(number, to: 6)) else {
        throw invalid(.notADecimal(digits: 6))
      }
      // The field has bounds of its own.
      if case .builtIn(let field) = field {
        var change = ProductChange()
        try change.set(field, .number(decimal))
      }
      return .value(.number(decimal))
    }
    guard let whole = Int(Self.shortened(number, to: 0)) else { throw invalid(numberProblem) }
    if let amount, !amount.currencies.isEmpty { throw invalid(numberProblem) }
    return try checked(String(whole))
  }

  private func isUnit(_ own: String, of unit: String) -> Bool {
    if field == .builtIn(.stock) || field == .builtIn(.minimumStock) || field == .builtIn(.packSize)
    {
      return own.isEmpty || UnitWords.meaning(of: own) != nil
    }
    return own.isEmpty || own.lowercased() == unit.lowercased() || unit.isEmpty && own == "%"
  }

  /// What the amount counts, if the cell or the head says so: “5,5 kg”, “12,50 €/kg”, “1,99 €/100 g”.
  var counted: SaleMeasure? {
    guard case .builtIn(let field) = field, UnderstoodColumn.counts(field) else { return nil }
    let own = cell.kind == .text ? AmountText(text)?.unit ?? "" : ""
    if !own.isEmpty { return UnitWords.measure(of: own) }
    return reading.unit.flatMap { UnitWords.measure(of: $0) }
  }

  // MARK: Others

  private func day() throws -> Outcome {
    if cell.kind == .day || cell.kind == .moment {
      guard let day = CalendarDay(String(text.prefix(10))) else { throw invalid(.notADay) }
      return .value(.day(day))
    }
    if let whole = Int(text), cell.kind == .number || cell.kind == .text,
      (20_000...70_000).contains(whole)
    {
      if reading.countsDays {
        return CalendarDay.counted(whole, from1904: reading.countsFrom1904).map { .value(.day($0)) }
          ?? .none
      }
      return .open
    }
    guard let day = DayText(text) else { throw invalid(.notADay) }
    return day.day(in: reading.dayOrder).map { .value(.day($0)) } ?? .open
  }

  private func code(_ check: FieldKind.CheckDigit) throws -> Outcome {
    try refuseIfConverted()
    // LibraryThing puts them into brackets.
    guard check == .gtin else {
      let isInBrackets = text.hasPrefix("[") && text.hasSuffix("]")
      return try checked(isInBrackets ? String(text.dropFirst().dropLast()).trimmed : text)
    }
    if CellText.isScientific(text) {
      guard let repaired = Asking.repaired(text) else {
        throw RowRefusal.destroyedCode(column: column.name, text: text)
      }
      return try repairable(repaired)
    }
    let digits = CellText.codeDigits(text)
    if (try? GTIN(digits)) == nil {
      if let whole = CellText.ofShortUPC(digits) {
        if reading.expandsCodes { return try checked(whole) }
        if reading.isOpen { return .open }
        throw RowRefusal.shortenedCode(column: column.name, text: text, repaired: whole)
      }
      if let repaired = CellText.withZeros(digits) { return try repairable(repaired) }
    }
    if digits.utf8.count > 14 || digits.contains("."), cell.kind == .number {
      throw RowRefusal.destroyedCode(column: column.name, text: text)
    }
    return try checked(digits)
  }

  /// A spreadsheet takes 3-15 for a day, 3:15 for a time and 5% for a number, and keeps nothing else.
  private func refuseIfConverted() throws {
    switch cell.kind {
    case .day, .moment, .time, .percent:
      throw RowRefusal.convertedCode(column: column.name, text: text)
    default: break
    }
  }

  private func repairable(_ repaired: String) throws -> Outcome {
    if reading.repairsCodes { return try checked(repaired) }
    if reading.isOpen { return .open }
    throw RowRefusal.shortenedCode(column: column.name, text: text, repaired: repaired)
  }

  private func tags() throws -> Outcome {
    let separator = reading.separator ?? ["\n", ";", "|", ","].first { text.contains($0) }
    var tags = Tags()
    // A program that has its own way to separate them has no quotes around them; in a cell of people, what is in quotes
    // as a whole is one tag, whatever it has in it.
    let isTyped = reading.separator == nil
    let isOne = isTyped && Self.isOneInQuotes(text)
    for part in isOne ? [text] : separator.map({ SeparatedText.parts(of: text, by: $0) }) ?? [text]
    {
      let bare = isTyped ? Self.withoutQuotes(part.trimmed) : part.trimmed
      let tag = HTMLText.isLikely(bare) ? HTMLText.line(bare) : bare.trimmed
      if !tag.isEmpty { tags.add(try Tag(tag)) }
      try tags.requireFew()
    }
    return tags.isEmpty ? .none : .value(.tags(tags))
  }

  private static func isOneInQuotes(_ text: String) -> Bool {
    let text = text.trimmed
    guard text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\""), !text.contains("\n")
    else { return false }
    let inside = text.dropFirst().dropLast()
    return !inside.replacing("\"\"", with: "").contains("\"")
  }

  /// Two quotes within quotes are one.
  private static func withoutQuotes(_ text: String) -> String {
    guard text.utf8.count > 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  private func category() throws -> Outcome {
    let names = categories.chosen
    guard !names.isEmpty else { return .none }
    return .value(.category(try CategoryPath(names.joined(separator: "/"))))
  }

  /// What a cell says besides the category, if it has several.
  var otherCategories: [Tag] { categories.others.compactMap { try? Tag($0) } }

  private var categories: CategoryList.Cell {
    CategoryList.Cell(
      HTMLText.isLikely(text) ? HTMLText.line(text) : text, separator: reading.separator,
      pathSeparator: reading.pathSeparator, root: reading.rootCategory)
  }
}

extension DecimalNumber {
  /// A hundred times as much; nil if that is too large.
  var asPercent: DecimalNumber? {
    let (product, isTooLarge) = millionths.multipliedReportingOverflow(by: 100)
    return isTooLarge ? nil : DecimalNumber(millionths: product)
  }
}
