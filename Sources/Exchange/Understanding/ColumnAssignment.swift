// SPDX-License-Identifier: Apache-2.0
// Which column is which field: what a person said goes first, then what is known of the format, then names, then
// the values. What remains becomes custom fields, or stays out if nothing is in it.

import Catalog
import Foundation

struct ColumnAssignment {
  let names: [ColumnName]
  let evidence: [ColumnEvidence]
  let known: KnownTable?
  let fields: [CustomField]
  let choices: ImportChoices
  let hasHead: Bool
  /// Whether the list says beside its rows that its prices are without taxes.
  let areNet: Bool
  private(set) var targets: [UnderstoodColumn.Target?]
  /// Columns one of which is the price.
  private(set) var prices: [Int] = []
  /// Whether a person says that none of them is.
  private var pricesAreNone = false
  /// The names of custom fields that are taken, folded.
  private var used: Set<String> = []

  init(
    _ names: [String], _ evidence: [ColumnEvidence], known: KnownTable?, fields: [CustomField],
    choices: ImportChoices, hasHead: Bool, areNet: Bool
  ) throws {
    self.names = names.map { ColumnName(hasHead ? $0 : "") }
    self.evidence = evidence
    self.known = known
    self.fields = fields
    self.choices = choices
    self.hasHead = hasHead
    self.areNet = areNet
    targets = [UnderstoodColumn.Target?](repeating: nil, count: names.count)
    try choose(names)
    if known?.isOwn ?? false {
      try assignOwn()
      return
    }
    assignKnown(names)
    findPrices(names)
    assignByName()
    assignByContent()
    try makeFields(names)
  }

  private func isTaken(_ target: UnderstoodColumn.Target) -> Bool { targets.contains(target) }
  private func isTaken(_ field: ProductField) -> Bool {
    isTaken(.field(field)) || isBanned(field.name)
  }
  private func isBanned(_ field: String) -> Bool { choices.mapping[field] == "" }

  // MARK: Choices and known formats

  private mutating func choose(_ names: [String]) throws {
    for column in choices.leftOut {
      guard let place = Self.place(of: column, in: names) else {
        throw UnknownColumn(name: column, known: names)
      }
      targets[place] = .leftOut
    }
    for (field, column) in choices.mapping.sorted(by: { $0.key < $1.key }) where !column.isEmpty {
      guard let place = Self.place(of: column, in: names) else {
        throw UnknownColumn(name: column, known: names)
      }
      targets[place] =
        switch field {
        case "id": .id
        case "currency": .currency
        case "images": .pictures
        case "notes": .note
        default:
          if let own = ProductField.named(field) {
            .field(own)
          } else {
            .custom(try custom(named: field, for: place))
          }
        }
    }
  }

  /// The column that a person means: by its name, its letter or its number.
  static func place(of column: String, in names: [String]) -> Int? {
    names.firstIndex(of: column) ?? names.firstIndex { HeadKey.of($0) == HeadKey.of(column) }
      ?? names.indices.first { TableLayout.letters($0) == column.uppercased() }
      ?? Int(column).flatMap { names.indices.contains($0 &- 1) ? $0 &- 1 : nil }
  }

  /// Of a table that Vitrine wrote, every column is known, by its place.
  private mutating func assignOwn() throws {
    for (place, column) in (known?.columns ?? []).enumerated()
    where place < targets.count && targets[place] == nil {
      switch column.meaning {
      case .own(.id): targets[place] = .id
      case .own(let own): targets[place] = .structure(own)
      case .field(let id):
        targets[place] = ProductField.all.first { $0.id == id }.map { .field($0) }
      case .currency: targets[place] = .currency
      case .pictures: targets[place] = .pictures
      case .custom(let title, let kind):
        targets[place] = .custom(
          try fields.first { $0.isNamed(title) }
            ?? CustomField(name: title, kind: kind ?? .line, isCost: column.isCost))
      case .note: targets[place] = .note
      case .pictureNumber, .productKey, .variantOf, .variants, .variantLabels, .optionName,
        .optionValue, .rowKind, .language, .leftOut:
        targets[place] = .leftOut
      }
      if let field = targets[place], isBanned(field) { targets[place] = .leftOut }
    }
  }

  private func isBanned(_ target: UnderstoodColumn.Target) -> Bool {
    UnderstoodColumn(name: "", target: target).field.map(isBanned) ?? false
  }

  /// The catalogue's field that is written under this name.
  private func fieldOfGoogle(_ name: String) -> CustomField? {
    guard known?.format == .google else { return nil }
    return fields.first { GoogleAttribute.of($0.name) == name.lowercased() }
  }

  private mutating func assignKnown(_ names: [String]) {
    for column in known?.columns ?? [] {
      guard
        let place = names.firstIndex(of: column.column)
          ?? names.firstIndex(where: { HeadKey.of($0) == HeadKey.of(column.column) }),
        targets[place] == nil
      else { continue }
      switch column.meaning {
      case .field(let id):
        guard let field = ProductField.all.first(where: { $0.id == id }), !isTaken(field),
          !evidence[place].hardlyFit(field)
        else { continue }
        targets[place] = .field(field)
      case .custom(let title, let kind):
        guard evidence[place].filled > 0 else { targets[place] = .leftOut; continue }
        let own = fields.first { $0.isNamed(title) } ?? fieldOfGoogle(title)
        // “50,52” are two sizes.
        let kind = kind ?? (column.separator == "," ? ProposedKind.text(evidence[place]) : nil)
        if let field = try? custom(named: own?.name ?? title, for: place, kind: kind) {
          targets[place] = .custom(field)
        }
      case .currency: targets[place] = .currency
      case .pictures: targets[place] = pictures(place, names)
      case .note: targets[place] = .note
      case .language: targets[place] = .language
      case .own(let own) where own == .taken || own == .options: targets[place] = .structure(own)
      case .own, .pictureNumber, .productKey, .variantOf, .variants, .variantLabels, .optionName,
        .optionValue, .rowKind:
        targets[place] = .grouping
      case .leftOut: targets[place] = .leftOut
      }
    }
  }

  /// Addresses on the web are kept as links: nothing is fetched.
  private mutating func pictures(_ place: Int, _ names: [String]) -> UnderstoodColumn.Target {
    guard evidence[place].links > 0 else { return .pictures }
    let kind = ProposedKind.ofAddresses(evidence[place])
    return (try? custom(named: names[place], for: place, kind: kind)).map { .custom($0) }
      ?? .pictures
  }

  // MARK: Names

  /// Net and gross prices beside each other, or prices in several currencies: which of them is the price is asked.
  private mutating func findPrices(_ names: [String]) {
    guard !isTaken(.price), choices.mapping["price"] == nil else { return }
    let all = names.indices.filter { place in
      let isPrice =
        known?.format == .bmecat
        ? known?.prices.contains(names[place]) ?? false
        : self.names[place].named?.sense == .field(.price)
      return targets[place] == nil && isPrice && evidence[place].filled > 0
    }
    if all.isEmpty { return findRecommendedPrices(names) }
    guard
      areNetAndGross(all) || areInSeveralCurrencies(all) || isOnlyNet(all)
        || known?.format == .bmecat && !all.isEmpty
    else { return }
    askForPrice(all, names)
  }

  /// A list without any other price has what the maker recommends: whether that is the price, a person knows.
  private mutating func findRecommendedPrices(_ names: [String]) {
    let recommended = names.indices.filter { place in
      targets[place] == nil && self.names[place].isRecommended
        && fits(.price, evidence[place]) && evidence[place].filled > 0
    }
    if known == nil, !recommended.isEmpty { askForPrice(recommended, names) }
  }

  private mutating func askForPrice(_ all: [Int], _ names: [String]) {
    let answers = all.flatMap { choices.answers[names[$0]] ?? [] }
    if answers.contains(ColumnQuestion.none) {
      pricesAreNone = true
    } else if let chosen = all.first(where: { place in
      answers.contains { Self.place(of: $0, in: names) == place }
    }) {
      targets[chosen] = .field(.price)
    } else {
      prices = all
    }
  }

  private func areNetAndGross(_ all: [Int]) -> Bool {
    all.allSatisfy { (names[$0].named?.weight ?? 0) < 9 } && all.contains { names[$0].isNet }
      && all.contains { names[$0].isGross }
  }

  /// A price without taxes may be the one to sell for, or not.
  private func isOnlyNet(_ all: [Int]) -> Bool {
    all.count == 1 && all.allSatisfy { (names[$0].isNet || areNet) && !names[$0].isGross }
  }

  private func areInSeveralCurrencies(_ all: [Int]) -> Bool {
    all.count > 1 && all.allSatisfy { names[$0].currencies.count == 1 }
      && Set(all.flatMap { names[$0].currencies }).count == all.count
  }

  private mutating func assignByName() {
    let order = names.indices.filter { names[$0].named != nil }.sorted { a, b in
      (weight(a), b) > (weight(b), a)
    }
    for place in order where targets[place] == nil && !prices.contains(place) {
      guard let named = names[place].named else { continue }
      switch named.sense {
      case .field(let field):
        guard !isTaken(field), fits(field, evidence[place]) else { continue }
        if field == .sku, named.weight < 7 {
          // “Eco-part: 0,02” is no code.
          if evidence[place].fractions > 0, evidence[place].isMostly(evidence[place].amounts) {
            continue
          }
          // “Model: iPhone 12” in a list without names of products.
          if !isTaken(.title), !namesTitle, isText(place),
            evidence[place].spaces > 0 || Self.models.contains(HeadKey.of(names[place].text))
          {
            targets[place] = .field(.title)
            continue
          }
        }
        // “Art” with S1, S2 and S3 below it is short for the article's number.
        if field == .category, named.weight < 5, evidence[place].repeats == 0,
          evidence[place].filled > 1, evidence[place].areCodes
        {
          if !isTaken(.sku), !namesCode { targets[place] = .field(.sku) }
          continue
        }
        if field == .price, !prices.isEmpty || pricesAreNone { continue }
        // “Amount” is a price with a currency or cents.
        if field == .price, named.weight < 5, evidence[place].currencies.isEmpty,
          evidence[place].fractions * 2 <= evidence[place].filled
        {
          continue
        }
        // “In stock?” is answered by yes or no.
        if field == .stock || field == .minimumStock, names[place].isQuestion { continue }
        targets[place] = .field(field)
      case .currency where !isTaken(.currency) && looksLikeCurrency(place):
        targets[place] = .currency
      case .picture where !isTaken(.pictures) && mayNamePictures(place):
        targets[place] = .pictures
      case .language where named.weight > 5 && evidence[place].longest <= 12:
        targets[place] = .language
      case .subcategory: targets[place] = .subcategory
      case .id: targets[place] = .id
      case .variantOf where namesOtherRows(place): targets[place] = .grouping
      default: break
      }
    }
    if !isTaken(.category) {
      for place in names.indices where targets[place] == .subcategory {
        targets[place] = .field(.category)
        break
      }
    }
  }

  private static let models: Set<String> = ["model", "modell", "modele", "modelo", "modello"]

  private var namesCode: Bool { names.contains { $0.named?.sense == .field(.sku) } }

  /// Whether a column is certainly called as titles are.
  private var namesTitle: Bool {
    names.contains { $0.named?.sense == .field(.title) && ($0.named?.weight ?? 0) > 3 }
  }

  /// “Zustand Cover” says nothing of pictures, and its texts would be lost.
  private func mayNamePictures(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.links == 0 && values.pictureNames * 2 >= values.filled
  }

  /// Whether its values are codes of other rows.
  private func namesOtherRows(_ place: Int) -> Bool {
    names.indices.contains { column in
      column != place && names[column].named?.sense == .field(.sku)
        && !evidence[column].distinct.isDisjoint(with: evidence[place].distinct)
    }
  }

  private func weight(_ place: Int) -> Int {
    (names[place].named?.weight ?? 0) - (evidence[place].filled == 0 ? 5 : 0)
  }

  private func looksLikeCurrency(_ place: Int) -> Bool {
    evidence[place].distinct.allSatisfy { !CurrencyWords.codes(of: $0).isEmpty }
  }

  /// Whether the values could be those of a field that the name speaks of.
  private func fits(_ field: ProductField, _ values: ColumnEvidence) -> Bool {
    guard values.filled > 0 else { return true }
    switch field.kind {
    case .code:
      return values.isMostly(values.gtins + values.scientific + values.shortCodes.count, of: 4)
        && values.isbns * 4 < values.filled
    case .money:
      return values.isMostly(values.amounts, of: 5) && values.percents * 2 < values.filled
        && values.fineAmounts * 5 <= values.filled && !values.areMeasures
    case .choice where field == .unit:
      // The rest are mistakes, and said to be: nobody would miss a unit that became something else.
      return values.distinct.count { UnitWords.meaning(of: $0) != nil } * 2 > values.distinct.count
    case .number:
      return values.isMostly(values.amounts, of: 5) && values.percents == 0
        && values.currencies.isEmpty
    case .wholeNumber:
      return values.isMostly(values.amounts, of: 5) && values.fractions == 0 && values.percents == 0
    case .year: return values.isMostly(values.amounts, of: 5) && values.longest <= 6
    case .line where field == .title:
      return values.isMostly(values.letters, of: 5) && values.links * 2 < values.filled
    case .line where field == .sku: return values.longest <= 64 && values.links * 2 < values.filled
    case .category, .line: return values.isMostly(values.letters, of: 3) && values.longest < 400
    default: return true
    }
  }

  // MARK: Values

  private mutating func assignByContent() {
    let free = names.indices.filter {
      targets[$0] == nil && !prices.contains($0) && evidence[$0].filled > 0
    }
    func isNameless(_ place: Int) -> Bool {
      !hasHead || names[place].named == nil || weight(place) < 5
    }
    // Beside the SKU, “Product code” may be that of the manufacturer.
    if !isTaken(.gtin),
      let place = free.first(where: {
        (isNameless($0) || names[$0].named?.sense == .field(.sku))
          && evidence[$0].isMostly(evidence[$0].gtins, of: 9)
      })
    {
      targets[place] = .field(.gtin)
    }
    if !isTaken(.title), known?.rows != .updates {
      let described = names.indices.first {
        targets[$0] == .field(.description) && evidence[$0].longest <= 200
          && evidence[$0].lineBreaks == 0
      }
      // A known program may let a person name all fields, so that none is known to be the title.
      let text = names.indices.filter {
        evidence[$0].filled > 0 && isText($0)
          && (known == nil
            ? free.contains($0) && targets[$0] == nil && isNameless($0) : isPlain($0))
      }
      // The one with the most different texts; of two alike, the first. Codes are no titles where there are words, nor is
      // what many rows lack.
      let words = text.filter { !evidence[$0].areCodes }
      let rows = evidence.map(\.filled).max() ?? 0
      let candidates = words.isEmpty ? text : words
      let whole = candidates.filter { evidence[$0].filled * 5 >= rows * 4 }
      let best = (whole.isEmpty ? candidates : whole).max {
        (evidence[$0].variety, $1) < (evidence[$1].variety, $0)
      }
      // “Speise” beside “Beschreibung” is what is described.
      let isDescribed = best.map { best in
        described.map { best < $0 && evidence[best].longest < evidence[$0].longest } ?? false
      }
      if hasHead, let described, isDescribed != true {
        targets[described] = .field(.title)
      } else if let best, evidence[best].variety > 0.5 || !hasHead {
        targets[best] = .field(.title)
      }
    }
    if !isTaken(.sku), !isBanned("sku"),
      let place = free.first(where: {
        targets[$0] == nil && isNameless($0) && (!hasHead || names[$0].named != nil) && isCode($0)
      })
    {
      targets[place] = .field(.sku)
    }
    if !isTaken(.price), prices.isEmpty, !pricesAreNone {
      let amounts = free.filter { targets[$0] == nil && isNameless($0) && isPrice($0) }
      // Which of several it is, a person knows.
      if hasHead, known == nil, amounts.count > 1 {
        askForPrice(amounts, names.map(\.text))
      } else if let place = amounts.first {
        targets[place] = .field(.price)
      }
    }
    if !isTaken(.pictures),
      let place = free.first(where: {
        targets[$0] == nil && evidence[$0].isMostly(evidence[$0].pictureNames, of: 9)
      })
    {
      targets[place] = .pictures
    }
  }

  /// Whether a known program says nothing of a column but that it has a text.
  private func isPlain(_ place: Int) -> Bool {
    guard case .custom(let field)? = targets[place] else { return targets[place] == nil }
    return field.kind == .line
  }

  private func isText(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.isMostly(values.letters) && !values.isMostly(values.amounts, of: 3)
      && values.days * 2 < values.filled
      && values.links * 2 < values.filled && values.longest <= 400 && values.yesNo < values.filled
      && values.pictureNames * 2 < values.filled
  }

  private func isCode(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.repeats == 0 && values.spaces * 5 < values.filled && values.longest <= 32
      && values.fractions == 0
      && values.currencies.isEmpty && values.days * 2 < values.filled && values.links == 0
      && values.isMostly(values.digits) && (hasHead || values.longest > 2 || values.areCodes)
      && (values.leadingZeros > 0 || values.letters > 0 || hasHead)
  }

  private func isPrice(_ place: Int) -> Bool {
    let values = evidence[place]
    let withCurrency = values.currencies.values.reduce(0, +)
    return values.isMostly(values.amounts)
      && (withCurrency * 2 > values.filled
        || !hasHead && values.fineAmounts == 0 && values.percents == 0
          && max(values.fractions, values.points + values.commas) * 2 > values.filled)
  }

  // MARK: Custom fields

  private mutating func makeFields(_ names: [String]) throws {
    for place in names.indices where targets[place] == nil {
      guard evidence[place].filled + evidence[place].wordsForNone > 0, !isBanned(names[place])
      else {
        targets[place] = .leftOut
        continue
      }
      let isPrice = known?.prices.contains(names[place]) ?? false
      targets[place] = try .custom(
        custom(named: names[place], for: place, kind: isPrice ? .money : nil))
    }
  }

  /// The catalogue's field of this name, or a new one of the kind that the whole column proposes.
  private mutating func custom(named name: String, for place: Int, kind: FieldKind? = nil) throws
    -> CustomField
  {
    let field = try newField(named: name, for: place, kind: kind)
    used.insert(Self.key(field.name))
    return field
  }

  /// Alike for names that are one to a field.
  private static func key(_ name: String) -> String {
    name.precomposedStringWithCanonicalMapping.lowercased()
  }

  private func newField(named name: String, for place: Int, kind: FieldKind?) throws -> CustomField
  {
    if let field = fields.first(where: { $0.isNamed(name) }) { return field }
    let kind =
      (kind.map { ProposedKind($0, names[place], of: evidence[place]) }
      ?? ProposedKind(names[place], evidence[place])).kind
    var name = name.replacingOccurrences(of: "=", with: "-").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    name = String(name.prefix(60))
    name =
      String(
        String.UnicodeScalarView(
          name.unicodeScalars.filter {
            $0.properties.generalCategory != .control && !$0.properties.isBidiControl
          }.prefix(4 * 60))
      ).trimmed
    if name.isEmpty { name = TableLayout.letters(place) }
    for number in 1...(targets.count + 2) {
      let candidate =
        number == 1
        ? name
        : kind == .link || kind == .text && HeadKey.of(name) == "images"
          ? "\(name) (web)" : "\(name) \(number)"
      if used.contains(Self.key(candidate)) { continue }
      if number > 1, let field = fields.first(where: { $0.isNamed(candidate) }) { return field }
      do { return try CustomField(name: candidate, kind: kind) } catch let refused as InvalidValue {
        guard case .builtInField = refused.problem else { throw refused }
      }
    }
    return try CustomField(name: "\(name) \(TableLayout.letters(place))", kind: kind)
  }
}

extension ColumnEvidence {
  /// Whether they have letters and digits, and none of them has a space: “A1”, “K-100”.
  var areCodes: Bool {
    isMostly(letters) && isMostly(digits) && spaces == 0 && lineBreaks == 0 && links == 0
      && longest <= 32 && amounts * 2 < filled && days * 2 < filled
  }

  /// Whether most are so much of something: “10k”, “100 nF”.
  fileprivate var areMeasures: Bool {
    let measures = units.reduce(0) { AmountText.isOfPrice($1.key) ? $0 : $0 + $1.value }
    return currencies.isEmpty && measures * 2 > filled
  }

  /// How many of the values are different, from 0 to 1.
  var variety: Double { filled == 0 ? 0 : 1 - Double(repeats) / Double(filled) }
}

/// A column that a person named and that the list does not have.
public struct UnknownColumn: Error, Equatable, Sendable {
  public let name: String
  public let known: [String]
}
