// SPDX-License-Identifier: Apache-2.0
// What names of columns tell, if the values could be of that field.

import Catalog

extension ColumnAssignment {
  /// Net and gross prices beside each other, or prices in several currencies: which of them is the price is asked.
  mutating func findPrices(_ names: [String]) {
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
  mutating func findRecommendedPrices(_ names: [String]) {
    let recommended = names.indices.filter { place in
      targets[place] == nil && self.names[place].isRecommended
        && fits(.price, evidence[place]) && evidence[place].filled > 0
    }
    if known == nil, !recommended.isEmpty { askForPrice(recommended, names) }
  }

  mutating func askForPrice(_ all: [Int], _ names: [String]) {
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

  func areNetAndGross(_ all: [Int]) -> Bool {
    all.allSatisfy { (names[$0].named?.weight ?? 0) < 9 } && all.contains { names[$0].isNet }
      && all.contains { names[$0].isGross }
  }

  /// A price without taxes may be the one to sell for, or not.
  func isOnlyNet(_ all: [Int]) -> Bool {
    all.count == 1 && all.allSatisfy { (names[$0].isNet || areNet) && !names[$0].isGross }
  }

  func areInSeveralCurrencies(_ all: [Int]) -> Bool {
    all.count > 1 && all.allSatisfy { names[$0].currencies.count == 1 }
      && Set(all.flatMap { names[$0].currencies }).count == all.count
  }

  mutating func assignByName() {
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
        // “Amount” is a price with a currency or cents, “Value” none with “10k” below it.
        if field == .price, named.weight < 5, evidence[place].currencies.isEmpty,
          evidence[place].fractions * 2 <= evidence[place].filled || evidence[place].areMeasures
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

  static let models: Set<String> = ["model", "modell", "modele", "modelo", "modello"]

  var namesCode: Bool { names.contains { $0.named?.sense == .field(.sku) } }

  /// Whether a column is certainly called as titles are.
  var namesTitle: Bool {
    names.contains { $0.named?.sense == .field(.title) && ($0.named?.weight ?? 0) > 3 }
  }

  /// “Zustand Cover” says nothing of pictures, and its texts would be lost.
  func mayNamePictures(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.links == 0 && values.pictureNames * 2 >= values.filled
  }

  /// Whether its values are codes of other rows.
  func namesOtherRows(_ place: Int) -> Bool {
    names.indices.contains { column in
      column != place && names[column].named?.sense == .field(.sku)
        && !evidence[column].distinct.isDisjoint(with: evidence[place].distinct)
    }
  }

  func weight(_ place: Int) -> Int {
    (names[place].named?.weight ?? 0) - (evidence[place].filled == 0 ? 5 : 0)
  }

  func looksLikeCurrency(_ place: Int) -> Bool {
    evidence[place].distinct.allSatisfy { !CurrencyWords.codes(of: $0).isEmpty }
  }

  /// Whether the values could be those of a field that the name speaks of.
  func fits(_ field: ProductField, _ values: ColumnEvidence) -> Bool {
    guard values.filled > 0 else { return true }
    switch field.kind {
    case .code:
      return values.isMostly(values.gtins + values.scientific + values.shortCodes.count, of: 4)
        && values.isbns * 4 < values.filled
    case .money:
      return values.isMostly(values.amounts, of: 5) && values.percents * 2 < values.filled
        && values.fineAmounts * 5 <= values.filled
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
}
