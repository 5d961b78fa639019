// SPDX-License-Identifier: Apache-2.0
// What the columns leave open, as one question each, and what answers settle.

import Catalog
import Foundation

struct Asking {
  private(set) var columns: [UnderstoodColumn]
  private(set) var questions: [ColumnQuestion] = []
  private(set) var language: String?
  private let evidence: [ColumnEvidence]
  private let names: [ColumnName]
  private let known: KnownTable?
  private let choices: ImportChoices
  private let currencies: [String]

  /// One thing that is open in a column.
  private struct Open {
    let doubt: ColumnQuestion.Doubt
    let answers: [String]
    var cells: ColumnEvidence.Doubtful
  }

  init(
    _ columns: [UnderstoodColumn], _ evidence: [ColumnEvidence], names: [ColumnName],
    known: KnownTable?,
    choices: ImportChoices, currencies: [String]
  ) {
    (self.columns, self.evidence, self.names, self.known) = (columns, evidence, names, known)
    (self.choices, self.currencies) = (choices, currencies)
  }

  mutating func ask(prices: [Int]) {
    // One of several prices is asked about already: another one asks for the currency.
    let leader = currencyLeader(besides: prices.first)
    for place in columns.indices {
      var open: [Open] = []
      readKnown(place)
      if prices.first == place { open.append(priceDoubt(prices)) }
      switch columns[place].kind {
      case .money?:
        askMark(place, &open)
        askCurrency(place, &open, isLeader: place == leader)
      case .number?, .wholeNumber?: askMark(place, &open)
      case .date?: askDays(place, &open)
      case .code(.gtin)?: askCodes(place, &open)
      default: break
      }
      if case .number(unit: "%")? = columns[place].kind { askFraction(place, &open) }
      if columns[place].target == .language { askLanguage(place, &open) }
      settle(place, open)
    }
    // Amounts beside the price are in its currency.
    guard let leader, let currency = columns[leader].reading.currency else { return }
    for place in columns.indices
    where columns[place].kind == .money && columns[place].reading.currency == nil {
      columns[place].reading.currency = currency
    }
  }

  private mutating func readKnown(_ place: Int) {
    columns[place].reading.decimalMark = evidence[place].decimalMark ?? known?.decimalSign
    columns[place].reading.listsAddresses =
      columns[place].kind == .text && evidence[place].links * 2 > evidence[place].filled
      && names[place].named?.sense == .picture
    if columns[place].isOf(.price) || columns[place].isOf(.stock),
      case .unit(let symbol)? = UnitWords.meaning(of: names[place].unit)
    {
      columns[place].reading.unit = symbol
    }
    guard
      let known = known?.columns.first(where: {
        HeadKey.of($0.column) == HeadKey.of(columns[place].name)
      })
    else { return }
    columns[place].reading.separator = known.separator
    columns[place].reading.pathSeparator = known.pathSeparator
    columns[place].reading.blanks = Set(known.blanks)
  }

  // MARK: Doubts

  private func priceDoubt(_ prices: [Int]) -> Open {
    let texts = prices.map { columns[$0].name }
    var cells = ColumnEvidence.Doubtful()
    cells.count = prices.map { evidence[$0].filled }.max() ?? 0
    return Open(doubt: .price(columns: texts), answers: texts, cells: cells)
  }

  private func askMark(_ place: Int, _ open: inout [Open]) {
    let values = evidence[place]
    guard values.twofold.count > 0, columns[place].reading.decimalMark == nil,
      let first = values.twofold.first.first
    else { return }
    open.append(
      Open(
        doubt: .decimalMark(example: first.text), answers: ["decimal", "thousands"],
        cells: values.twofold))
  }

  private mutating func askCurrency(_ place: Int, _ open: inout [Open], isLeader: Bool) {
    let values = evidence[place]
    let head = names[place].currencies
    if head.count == 1 { columns[place].reading.currency = head[0] }
    // A sign that several countries have, in the cells or in the head.
    let shared =
      values.currencies.keys.filter { $0.count > 1 }.first ?? (head.count > 1 ? head : nil)
    let certain = values.currencies.keys.filter { $0.count == 1 }.map { $0[0] }
    if let shared {
      if certain.count == 1, shared.contains(certain[0]) {
        columns[place].reading.currency = certain[0]
      } else {
        var cells = ColumnEvidence.Doubtful()
        cells.count = values.filled
        cells.first = values.bare.first
        open.append(
          Open(
            doubt: .currency(example: values.distinct.first { !$0.isEmpty } ?? ""), answers: shared,
            cells: cells))
      }
      return
    }
    guard values.bare.count > 0, columns[place].reading.currency == nil,
      let first = values.bare.first.first
    else { return }
    if columns.contains(where: { $0.target == .currency }) { return }
    // The others of a column have one: a bare amount among them is in the same.
    if certain.count == 1 {
      columns[place].reading.currency = certain[0]
      return
    }
    guard isLeader || !certain.isEmpty else { return }
    let offered = currencies + Self.usual.filter { !currencies.contains($0) }
    open.append(
      Open(
        doubt: .currency(example: first.text),
        answers: certain.isEmpty ? offered : certain.sorted(), cells: values.bare))
  }

  private static let usual = [
    "EUR", "USD", "GBP", "CHF", "PLN", "CZK", "SEK", "DKK", "NOK", "JPY", "CNY", "CAD", "AUD",
  ]

  /// The column that is asked about when amounts have no currency: the price, or else the first that has amounts.
  private func currencyLeader(besides asked: Int?) -> Int? {
    let bare = columns.indices.filter {
      $0 != asked && columns[$0].kind == .money && evidence[$0].amounts > 0
    }
    return bare.first { columns[$0].isOf(.price) } ?? bare.first
  }

  private mutating func askDays(_ place: Int, _ open: inout [Open]) {
    let values = evidence[place]
    columns[place].reading.dayOrder = values.dayOrder
    if values.openDays.count > 0, values.dayOrder == nil, let first = values.openDays.first.first {
      let orders =
        DayText(first.text).map { day in DayText.Order.allCases.filter { day.readings[$0] != nil } }
        ?? []
      open.append(
        Open(
          doubt: .dayOrder(example: first.text), answers: orders.map(\.rawValue),
          cells: values.openDays))
    } else if values.serials.count > 0, let first = values.serials.first.first {
      open.append(
        Open(
          doubt: .serialDay(example: first.text), answers: ["date", "number"], cells: values.serials
        ))
    }
  }

  private mutating func askFraction(_ place: Int, _ open: inout [Open]) {
    // That standard says which.
    if known?.format == .bmecat {
      columns[place].reading.isFraction = true
      return
    }
    let values = evidence[place]
    guard values.percents == 0, values.belowOne > 0,
      values.belowOne + zeros(values) >= values.filled
    else { return }
    var cells = values.bare
    cells.count = values.belowOne
    open.append(
      Open(
        doubt: .fraction(example: cells.first.first?.text ?? ""), answers: ["fraction", "percent"],
        cells: cells))
  }

  private func zeros(_ values: ColumnEvidence) -> Int {
    values.distinct.contains { AmountText($0)?.isZero ?? false }
      ? values.filled - values.belowOne : 0
  }

  private func askCodes(_ place: Int, _ open: inout [Open]) {
    let cells = evidence[place].shortCodes
    guard let first = cells.first.first, let repaired = Self.repaired(first.text) else { return }
    open.append(
      Open(
        doubt: .damagedCode(example: first.text, repaired: repaired),
        answers: ["repair", "refuse"], cells: cells))
  }

  static func repaired(_ text: String) -> String? {
    if let digits = CellText.unscientific(text) { return try? GTIN(digits).text }
    return CellText.withZeros(CellText.codeDigits(text))
  }

  private func askLanguage(_ place: Int, _ open: inout [Open]) {
    let values = evidence[place]
    let codes = columns.indices.contains { column in
      [.field(.sku), .field(.gtin), .id].contains(columns[column].target)
        && evidence[column].repeats > 0
    }
    guard codes, values.distinct.count > 1 else { return }
    var cells = ColumnEvidence.Doubtful()
    cells.count = values.filled
    open.append(Open(doubt: .language, answers: values.distinct.sorted(), cells: cells))
  }

  // MARK: Answers

  private mutating func settle(_ place: Int, _ open: [Open]) {
    let column = columns[place].name
    let given = choices.answers.filter {
      ColumnAssignment.place(of: $0.key, in: columns.map(\.name)) == place
    }
    .flatMap(\.value)
    let tokens = given + given.flatMap { $0.split(separator: ",").map { String($0).trimmed } }
    // Also what nobody would have asked: a person knows better.
    for token in tokens { take(token, place) }
    let left = open.filter { open in
      !tokens.contains { token in
        open.answers.contains { $0.lowercased() == token.lowercased() }
          || isOther(token, open.doubt)
      }
    }
    guard let first = left.first else { return }
    columns[place].reading.isOpen = true
    let answers = left.dropFirst().reduce(first.answers) { all, next in
      all.flatMap { a in next.answers.map { "\(a), \($0)" } }
    }
    let doubtful = left.map(\.cells).max { $0.count < $1.count } ?? first.cells
    questions.append(
      ColumnQuestion(
        column: column, doubts: left.map(\.doubt), answers: answers, rows: doubtful.count,
        examples: doubtful.first.map { cell in
          .init(
            row: cell.row, text: cell.text,
            readings: first.answers.prefix(4).map { reading(cell.text, $0, in: place) })
        }))
  }

  /// An answer that is right although it was not offered.
  private func isOther(_ token: String, _ doubt: ColumnQuestion.Doubt) -> Bool {
    switch doubt {
    case .currency: Currency.allCodes.contains(token.uppercased())
    case .decimalMark: ["point", "comma", ".", "grouping"].contains(token.lowercased())
    case .dayOrder: DayText.Order(rawValue: token.lowercased()) != nil
    default: false
    }
  }

  private mutating func take(_ token: String, _ place: Int) {
    let mark = evidence[place].twofold.first.first.flatMap { AmountText($0.text)?.mark }
    switch token.lowercased() {
    case "decimal": columns[place].reading.decimalMark = mark
    case "thousands", "grouping": columns[place].reading.decimalMark = mark == "." ? "," : "."
    case "point", ".": columns[place].reading.decimalMark = "."
    case "comma": columns[place].reading.decimalMark = ","
    case "fraction": columns[place].reading.isFraction = true
    case "repair": columns[place].reading.repairsCodes = true
    case "date": columns[place].reading.countsDays = true
    case "number":
      if evidence[place].days == 0, case .custom(let field) = columns[place].target,
        let numeric = try? CustomField(id: field.id, name: field.name, kind: .wholeNumber)
      {
        columns[place].target = .custom(numeric)
      }
    default:
      if let order = DayText.Order(rawValue: token.lowercased()) {
        columns[place].reading.dayOrder = order
      }
      if columns[place].kind == .money, Currency.allCodes.contains(token.uppercased()) {
        columns[place].reading.currency = token.uppercased()
      }
      if columns[place].target == .language { language = token }
    }
  }

  /// What a cell would be with an answer, for showing.
  private func reading(_ text: String, _ answer: String, in place: Int) -> String {
    switch answer {
    case "decimal", "thousands":
      let amount = AmountText(text)
      return amount?.number(decimalMark: answer == "decimal" ? amount?.mark : " ") ?? text
    case "date": return Int(text).flatMap { CalendarDay.counted($0, from1904: false)?.text } ?? text
    case "repair": return Self.repaired(text) ?? text
    case "fraction":
      return (AmountText(text)?.number(decimalMark: ".").flatMap(Double.init)).map {
        "\(Int(($0 * 100).rounded())) %"
      } ?? text
    case "percent": return "\(text) %"
    default:
      if let order = DayText.Order(rawValue: answer) {
        return DayText(text)?.readings[order]?.text ?? text
      }
      return Currency.allCodes.contains(answer) ? "\(text) \(answer)" : text
    }
  }
}
