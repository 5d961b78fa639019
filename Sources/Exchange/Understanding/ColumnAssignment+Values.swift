// SPDX-License-Identifier: Apache-2.0
// What values tell, of columns whose names say nothing.

import Catalog

extension ColumnAssignment {
  mutating func assignByContent() {
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
        evidence[best].variety > 0.5
          && (described.map { best < $0 && evidence[best].longest < evidence[$0].longest } ?? false)
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
  func isPlain(_ place: Int) -> Bool {
    guard case .custom(let field)? = targets[place] else { return targets[place] == nil }
    return field.kind == .line
  }

  func isText(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.isMostly(values.letters) && !values.isMostly(values.amounts, of: 3)
      && values.days * 2 < values.filled
      && values.links * 2 < values.filled && values.longest <= 400 && values.yesNo < values.filled
      && values.pictureNames * 2 < values.filled
  }

  func isCode(_ place: Int) -> Bool {
    let values = evidence[place]
    return values.repeats == 0 && values.spaces * 5 < values.filled && values.longest <= 32
      && values.fractions == 0
      && values.currencies.isEmpty && values.days * 2 < values.filled && values.links == 0
      && values.isMostly(values.digits) && (hasHead || values.longest > 2 || values.areCodes)
      && (values.leadingZeros > 0 || values.letters > 0 || hasHead)
  }

  func isPrice(_ place: Int) -> Bool {
    let values = evidence[place]
    let withCurrency = values.currencies.values.reduce(0, +)
    return values.isMostly(values.amounts)
      && (withCurrency * 2 > values.filled
        || !hasHead && values.fineAmounts == 0 && values.percents == 0
          && max(values.fractions, values.points + values.commas) * 2 > values.filled)
  }
}

extension ColumnEvidence {
  /// Whether they have letters and digits, and none of them has a space: “A1”, “K-100”.
  var areCodes: Bool {
    isMostly(letters) && isMostly(digits) && spaces == 0 && lineBreaks == 0 && links == 0
      && longest <= 32 && amounts * 2 < filled && days * 2 < filled
  }

  /// Whether most are so much of something: “10k”, “100 nF”.
  var areMeasures: Bool {
    let measures = units.reduce(0) { AmountText.isOfPrice($1.key) ? $0 : $0 + $1.value }
    return currencies.isEmpty && measures * 2 > filled
  }

  /// How many of the values are different, from 0 to 1.
  var variety: Double { filled == 0 ? 0 : 1 - Double(repeats) / Double(filled) }
}
