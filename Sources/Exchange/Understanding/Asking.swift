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
  /// What a sentence above or below the list says that prices are in.
  private let saidCurrency: String?
  private let headings: HeadingRows?

  /// One thing that is open in a column.
  private struct Open {
    let doubt: ColumnQuestion.Doubt
    let answers: [String]
    var cells: DoubtfulCells
  }

  init(
    _ columns: [UnderstoodColumn], _ evidence: [ColumnEvidence], names: [ColumnName],
    known: KnownTable?,
    choices: ImportChoices, currencies: [String], saidCurrency: String?, headings: HeadingRows?
  ) {
    (self.saidCurrency, self.headings) = (saidCurrency, headings)
    (self.columns, self.evidence, self.names, self.known) = (columns, evidence, names, known)
    (self.choices, self.currencies) = (choices, currencies)
  }

  mutating func ask(prices: [Int]) {
    // One of several prices is asked about already: another one asks for the currency.
    let leader = currencyLeader(besides: prices.first)
    // Amounts beside the leader's are in its currency, so it goes first.
    let order = (leader.map { [$0] } ?? []) + columns.indices.filter { $0 != leader }
    for place in order {
      var open: [Open] = []
      readKnown(place)
      if prices.first == place { open.append(priceDoubt(prices)) }
      askHeadings(place, &open)
      switch columns[place].kind {
      case .money?:
        askMark(place, &open)
        askCurrency(place, &open, after: place == leader ? nil : leader)
      case .number?, .wholeNumber?, .year?: askMark(place, &open)
      case .date?: askDays(place, &open)
      case .code(.gtin)?:
        askCodes(place, &open)
        askShortCodes(place, &open)
      case .category?: askCategories(place, &open)
      default: break
      }
      if case .number(unit: "%")? = columns[place].kind { askFraction(place, &open) }
      if columns[place].target == .language { askLanguage(place, &open) }
      settle(place, open)
    }
    let places = Dictionary(zip(columns.map(\.name), columns.indices)) { first, _ in first }
    questions.sort { (places[$0.column] ?? 0) < (places[$1.column] ?? 0) }
  }

  private mutating func readKnown(_ place: Int) {
    columns[place].reading.decimalMark = evidence[place].decimalMark ?? known?.decimalSign
    columns[place].reading.listsAddresses =
      columns[place].kind == .text && evidence[place].links * 2 > evidence[place].filled
      && (names[place].named?.sense == .picture || known(place)?.meaning == .pictures)
    if columns[place].countsUnits, UnitWords.measure(of: names[place].unit) != nil {
      columns[place].reading.unit = names[place].unit
    }
    columns[place].reading.mayBeIdentifier =
      columns[place].isOf(.sku) && [.google, .bmecat].contains(known?.format)
    guard let known = known(place) else { return }
    columns[place].reading.separator = known.separator
    columns[place].reading.pathSeparator = known.pathSeparator
    columns[place].reading.rootCategory = known.rootCategory
    columns[place].reading.blanks = Set(known.blanks)
  }

  private func known(_ place: Int) -> KnownColumn? {
    known?.columns.first { HeadKey.of($0.column) == HeadKey.of(columns[place].name) }
  }

  // MARK: Doubts

  private func priceDoubt(_ prices: [Int]) -> Open {
    let texts = prices.map { columns[$0].name }
    var cells = DoubtfulCells()
    cells.count = prices.map { evidence[$0].filled }.max() ?? 0
    let mayBeNone =
      prices.count == 1 || known?.format == .bmecat || prices.allSatisfy { names[$0].isRecommended }
    guard mayBeNone else {
      return Open(doubt: .price(columns: texts), answers: texts, cells: cells)
    }
    if let first = prices.first { cells.first = evidence[first].bare.first }
    return Open(
      doubt: .kindOfPrice(columns: texts), answers: texts + [ColumnQuestion.none], cells: cells)
  }

  private func askHeadings(_ place: Int, _ open: inout [Open]) {
    guard let headings, headings.place == place, let first = headings.cells.first.first else {
      return
    }
    open.append(
      Open(
        doubt: .headings(example: first.text),
        answers: [HeadingRows.areCategories, HeadingRows.areProducts], cells: headings.cells))
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

  /// - Parameter leader: the column whose currency bare amounts are in; nil for that column itself.
  private mutating func askCurrency(_ place: Int, _ open: inout [Open], after leader: Int?) {
    let values = evidence[place]
    let head = names[place].currencies
    if head.count == 1 { columns[place].reading.currency = head[0] }
    if head.isEmpty, let saidCurrency { columns[place].reading.currency = saidCurrency }
    // Signs that several countries have, in the cells, in the head or beside the amounts.
    let signs = values.sharedSigns.map(\.codes)
    let beside = columns.firstIndex { $0.target == .currency }
    let besideShared = beside.flatMap { column in
      evidence[column].distinct.sorted().map { CurrencyWords.codes(of: $0) }.first { $0.count > 1 }
    }
    let shared =
      signs.first ?? (values.bare.count == 0 ? nil : head.count > 1 ? head : besideShared)
    let certain = values.currencies.keys.filter { $0.count == 1 }.map { $0[0] }.sorted()
    if let shared {
      // The head says which, or the column beside it does.
      if let told = columns[place].reading.currency, shared.contains(told) { return }
      if beside != nil, besideShared == nil { return }
      let likely = certain.filter { shared.contains($0) }
      var cells = values.sharedSigns.first?.cells ?? values.bare
      if signs.isEmpty { cells.count = values.filled }
      open.append(
        Open(
          doubt: .currency(example: cells.first.first?.text ?? shared[0]),
          answers: likely + shared.filter { !likely.contains($0) }, cells: cells))
      return
    }
    if columns[place].reading.currency == nil, values.bare.count == 0, certain.count == 1 {
      columns[place].reading.currency = certain[0]
    }
    guard columns[place].reading.currency == nil, beside == nil,
      let first = values.bare.first.first
    else { return }
    if let leader, certain.isEmpty {
      if let currency = columns[leader].reading.currency {
        columns[place].reading.currency = currency
        return
      }
      if asksCurrency(leader) {
        columns[place].reading.isOpen = true
        return
      }
    }
    // That the others of a column have one makes it likely, not certain.
    let offered = certain + (currencies + Self.usual).filter { !certain.contains($0) }
    var seen: Set<String> = []
    open.append(
      Open(
        doubt: .currency(example: first.text), answers: offered.filter { seen.insert($0).inserted },
        cells: values.bare))
  }

  private func asksCurrency(_ place: Int) -> Bool {
    questions.contains { question in
      question.column == columns[place].name
        && question.doubts.contains { if case .currency = $0 { true } else { false } }
    }
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
    }
    if values.serials.count > 0, let first = values.serials.first.first {
      // Among days, a number can't stay one.
      open.append(
        Open(
          doubt: .serialDay(example: first.text),
          answers: ["date", values.days > 0 ? "refuse" : "number"], cells: values.serials))
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
      values.belowOne + values.zeros >= values.filled
    else { return }
    var cells = values.bare
    cells.count = values.belowOne
    open.append(
      Open(
        doubt: .fraction(example: cells.first.first?.text ?? ""), answers: ["fraction", "percent"],
        cells: cells))
  }

  private func askCodes(_ place: Int, _ open: inout [Open]) {
    let cells = evidence[place].shortCodes
    guard let first = cells.first.first, let repaired = Self.repaired(first.text) else { return }
    open.append(
      Open(
        doubt: .damagedCode(example: first.text, repaired: repaired),
        answers: ["repair", "refuse"], cells: cells))
  }

  private func askShortCodes(_ place: Int, _ open: inout [Open]) {
    let cells = evidence[place].shortUPCs
    guard let first = cells.first.first,
      let whole = CellText.ofShortUPC(CellText.codeDigits(first.text))
    else { return }
    open.append(
      Open(
        doubt: .shortCode(example: first.text, whole: whole), answers: ["expand", "refuse"],
        cells: cells))
  }

  private mutating func askCategories(_ place: Int, _ open: inout [Open]) {
    let (reading, values) = (columns[place].reading, evidence[place])
    guard reading.separator == nil, reading.pathSeparator == nil else { return }
    guard let mark = values.categories.mark else { return }
    if values.categories.isProven {
      columns[place].reading.separator = mark
    } else if let first = values.lists.first.first {
      open.append(
        Open(
          doubt: .severalCategories(example: first.text),
          answers: [mark == "|" ? "path" : "one", "several"], cells: values.lists))
    }
  }

  static func repaired(_ text: String) -> String? {
    if let digits = CellText.unscientific(text) { return try? GTIN(digits).text }
    return CellText.withZeros(CellText.codeDigits(text))
  }

  private func askLanguage(_ place: Int, _ open: inout [Open]) {
    let values = evidence[place]
    let codes = columns.indices.filter { column in
      [.field(.sku), .field(.gtin), .id].contains(columns[column].target)
        && evidence[column].repeats > 0
    }
    // Rows without a language say what the others do not.
    let areSomeWithout = codes.contains { evidence[$0].filled > values.filled }
    let answers = (areSomeWithout ? [ColumnQuestion.none] : []) + values.distinct.sorted()
    guard !codes.isEmpty, answers.count > 1 else { return }
    var cells = DoubtfulCells()
    cells.count = values.filled
    open.append(Open(doubt: .language, answers: answers, cells: cells))
  }

  // MARK: Answers

  private mutating func settle(_ place: Int, _ open: [Open]) {
    let column = columns[place].name
    let tokens = choices.answers(of: place, among: columns.map(\.name))
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
        column: column, doubts: left.map(\.doubt), answers: answers, parts: left.map(\.answers),
        rows: doubtful.count,
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
    case .shortCode: token.lowercased() == "repair"
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
    case "refuse": columns[place].reading.refusesRows = true
    case "fraction": columns[place].reading.isFraction = true
    case "repair":
      columns[place].reading.repairsCodes = true
      columns[place].reading.expandsCodes = true
    case "expand": columns[place].reading.expandsCodes = true
    case "date": columns[place].reading.countsDays = true
    case "several" where columns[place].kind == .category:
      columns[place].reading.separator = evidence[place].categories.mark
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
      if columns[place].target == .language {
        language = token == ColumnQuestion.none ? "" : token
      }
    }
  }

  /// What a cell would be with an answer, for showing.
  private func reading(_ text: String, _ answer: String, in place: Int) -> String {
    switch answer {
    case "decimal", "thousands":
      let amount = AmountText(text)
      return amount?.number(decimalMark: answer == "decimal" ? amount?.mark : " ") ?? text
    case "date":
      let from1904 = columns[place].reading.countsFrom1904
      return Int(text).flatMap { CalendarDay.counted($0, from1904: from1904)?.text } ?? text
    case "repair": return Self.repaired(text) ?? text
    case "expand": return CellText.ofShortUPC(CellText.codeDigits(text)) ?? text
    case "path": return text.split(separator: "|").map { String($0).trimmed }.joined(separator: "/")
    case "several":
      let parts = text.split { ",;|".contains($0) }.map { String($0).trimmed }
      return parts.joined(separator: "\n")
    case "fraction":
      let share = AmountText(text)?.number(decimalMark: ".").flatMap { DecimalNumber($0) }
      return share?.asPercent.map { "\($0.text) %" } ?? text
    case "percent": return "\(text) %"
    default:
      if let order = DayText.Order(rawValue: answer) {
        return DayText(text)?.readings[order]?.text ?? text
      }
      return Currency.allCodes.contains(answer) ? "\(text) \(answer)" : text
    }
  }
}
