// SPDX-License-Identifier: Apache-2.0
// The kind of a custom field for a column that no field is known for, from all of its values. A code is a text: a
// number is proposed only where nothing would be lost by it.

import Catalog

struct ProposedKind {
  let kind: FieldKind

  init(_ name: ColumnName, _ values: ColumnEvidence) {
    kind = Self.kind(name, values)
  }

  /// What a known program says, if all values are of that kind; of others it would be a text. What can be chosen is
  /// completed by what was chosen.
  init(_ kind: FieldKind, _ name: ColumnName, of values: ColumnEvidence) {
    switch kind {
    case .choice(let choices):
      let more = values.distinct.filter { !choices.contains($0) }.sorted()
      let all = FieldKind.choice(choices + more)
      let isKind = more.count <= Self.mostChoices && Self.isKind(all)
      self.kind = more.isEmpty ? kind : isKind ? all : Self.text(values)
    case _ where values.areAll(kind): self.kind = kind
    default: self.kind = Self.kind(name, values)
    }
  }

  private static let mostChoices = 50

  private static func isKind(_ kind: FieldKind) -> Bool {
    (try? CustomField(name: "A", kind: kind)) != nil
  }

  static func text(_ values: ColumnEvidence) -> FieldKind {
    values.longest > 200 || values.lineBreaks > 0 || values.markup > 0 ? .text : .line
  }

  /// One address in a cell is a link, several are lines.
  static func ofAddresses(_ values: ColumnEvidence) -> FieldKind {
    let isOne =
      values.spaces == 0
      && !values.distinct.contains {
        $0.dropFirst(4).contains("://") && $0.components(separatedBy: "://").count > 2
      }
    return isOne ? .link : .text
  }

  private static func kind(_ name: ColumnName, _ values: ColumnEvidence) -> FieldKind {
    let sense = name.named?.sense
    // Addresses of pictures may be many in a cell.
    if sense == .picture, values.isMostly(values.links, of: 5) { return ofAddresses(values) }
    let text = text(values)
    if sense == .code || sense == .field(.sku) || sense == .field(.unit) { return text }
    if values.isAll(values.days), values.days > 0,
      sense == .day || values.shortYears < values.days
    {
      return values.times == 0 ? .date : text
    }
    if sense == .day, values.isMostly(values.days + values.serials.count, of: 9) {
      return values.times == 0 ? .date : text
    }
    if values.isAll(values.links), values.spaces == 0, values.longest <= 2000 { return .link }
    if values.isAll(values.yesNo), values.yesNoDigits < values.filled || name.isQuestion {
      // “S” alone is a size as well as a “sí”.
      let isLetter =
        values.distinct.count == 1 && values.distinct.allSatisfy { $0.count == 1 && $0 != "x" }
        && values.letters > 0
      if isLetter && !name.isQuestion && values.longest == 1 { return text }
      return isMixed(values) ? text : .yesNo
    }
    if values.isAll(values.isbns + values.gtins), values.isbns > 0 { return .code(.isbn) }
    guard values.isAll(values.amounts), values.leadingZeros == 0, values.longDigits == 0,
      values.scientific == 0
    else { return text }
    let money = values.currencies.values.reduce(0, +)
    if values.percents > 0 {
      return values.percents == values.filled && money == 0 ? .number(unit: "%") : text
    }
    // In a single kind of amount, and never below nothing.
    // “Amount” is one of money with cents.
    let isPrice =
      sense == .field(.price)
      && ((name.named?.weight ?? 0) > 4 || values.fractions * 2 > values.filled)
    if values.fineAmounts == 0, values.units.count <= 1,
      money > 0 || sense == .money || isPrice || !name.currencies.isEmpty && name.unit.isEmpty
    {
      return values.negative == 0 ? .money : text
    }
    // 1.9, 1.10, 2.0 are versions or numbers of chapters.
    guard
      !values.hasDecimalsOfCodes || sense == .percent || !name.unit.isEmpty
        || !name.currencies.isEmpty
    else { return text }
    if values.units.isEmpty {
      if sense == .percent { return .number(unit: "%") }
      if !name.unit.isEmpty { return .number(unit: name.unit) }
      let isWhole =
        values.fractions == 0 && values.twofold.count == 0 && values.points + values.commas == 0
      return isWhole ? .wholeNumber : .number(unit: "")
    }
    // “10 cm” and “1 m” are not numbers of one unit.
    guard values.units.count == 1, let (unit, count) = values.units.first, count == values.filled,
      unit.count <= 16, !unit.contains(where: \.isNumber), !isOrdinal(unit),
      isKind(.number(unit: unit))
    else { return text }
    return .number(unit: unit)
  }

  /// Nobody ticks with an “x” here and writes a “y” there: these are the names of two things.
  private static func isMixed(_ values: ColumnEvidence) -> Bool {
    let yes = values.distinct.filter { YesNoWords.isYes($0) == true }
    let ticks = yes.filter { ["x", "✓", "✔", "☑"].contains($0.lowercased()) }
    return !ticks.isEmpty && ticks.count < yes.count
  }

  /// “1st ed.” and “2nd” count nothing.
  private static func isOrdinal(_ unit: String) -> Bool {
    let words = unit.lowercased().split(separator: " ")
    guard let first = words.first else { return false }
    return ["nd", "rd", "th"].contains(first) || first == "st" && words.count > 1
  }
}

extension ColumnEvidence {
  /// Whether every value could be one of this kind.
  func areAll(_ kind: FieldKind) -> Bool {
    guard filled > 0 else { return true }
    switch kind {
    case .line, .text, .tags, .category, .choice: return true
    case .money:
      return isAll(amounts) && percents == 0 && negative == 0 && fineAmounts == 0
        && units.keys.allSatisfy(AmountText.isOfPrice)
    case .wholeNumber:
      return isAll(amounts) && percents == 0 && fractions == 0 && units.isEmpty
        && currencies.isEmpty && longDigits == 0
    case .number(let unit):
      return isAll(amounts) && currencies.isEmpty && (percents == 0 || unit == "%")
        && units.keys.allSatisfy { $0.lowercased() == unit.lowercased() }
    case .year: return isAll(amounts) && fractions == 0 && longest <= 6
    case .date: return isAll(days + serials.count)
    case .yesNo: return isAll(yesNo)
    case .link: return isAll(links)
    case .code(.gtin): return isAll(gtins)
    case .code: return isAll(isbns + gtins)
    }
  }

  /// Whether hardly any value could be one of a field, so that the column is something else than its program says.
  func hardlyFit(_ field: ProductField) -> Bool {
    guard filled > 0 else { return false }
    switch field.kind {
    case .money: return !isMostly(amounts, of: 5) || fineAmounts * 2 > filled
    case .year, .wholeNumber: return !isMostly(amounts, of: 5)
    case .code: return !isMostly(gtins + scientific + shortCodes.count + shortUPCs.count, of: 4)
    default: return false
    }
  }
}
