// SPDX-License-Identifier: Apache-2.0
// Reads the cells of a column that leave no doubt, from their bytes: codes, plain numbers, days as ISO 8601 has them,
// texts without markup; and what other cells of the column had already. It is what `CellReading` would say, or nothing.

import Catalog

/// Sendable because one thread at a time reads a list.
final class QuickCells: @unchecked Sendable {
  struct Reading {
    var value: FieldValue?
    var otherCategories: [Tag] = []
  }

  let field: AnyField
  private let reading: UnderstoodColumn.Reading
  private let kind: FieldKind
  private let blanks: WordSet
  private let currency: Currency?
  /// Whether amounts say what they count.
  private let hasUnit: Bool
  /// How long a line may be.
  private let longestLine: Int
  private var known: [String: Reading] = [:]
  private static let mostKnown = 4_096

  init(_ column: UnderstoodColumn, _ field: AnyField) {
    (reading, self.field, kind) = (column.reading, field, field.kind)
    blanks = RowWords.blanks(of: field)
    currency = column.reading.currency.flatMap { try? Currency($0) }
    hasUnit = column.reading.unit != nil && column.countsUnits
    longestLine = field == .builtIn(.sku) ? 64 : 200
    isRemembered =
      switch field.kind {
      case .category, .choice, .yesNo, .tags, .link: true
      default: false
      }
  }

  /// Nil for a cell that is to be looked at closely.
  ///
  /// - Parameter hasCurrency: whether another column says what amounts of the row are in.
  func reading(of cell: Cell, hasCurrency: Bool) -> Reading? {
    guard cell.kind == .text || cell.kind == .number && cell.text.utf8.count <= 14, !hasUnit else {
      return nil
    }
    let text = CellText.plain(cell)
    if isRemembered { return cell.kind == .text ? known[text] : nil }
    let isNone =
      text.isEmpty || reading.blanks.contains(text) || blanks.contains(text.trimmed)
    if isNone { return Reading(value: nil) }
    return value(cell, text, hasCurrency: hasCurrency).map { Reading(value: $0) }
  }

  private func value(_ cell: Cell, _ text: String, hasCurrency: Bool) -> FieldValue? {
    switch kind {
    case .line: return cell.kind == .text ? line(text) : nil
    case .text: return cell.kind == .text ? self.text(cell.text) : nil
    case .money:
      guard !hasCurrency, let currency, let amount = amount(cell, text),
        let units = amount.scaled(to: currency.minorUnitDigits)
      else { return nil }
      return (try? Price(minorUnits: units, currency: currency)).map { .money($0) }
    case .number:
      guard !reading.isFraction, !reading.isOpen, let amount = amount(cell, text),
        let millionths = amount.scaled(to: 6)
      else { return nil }
      let value = FieldValue.number(DecimalNumber(millionths: millionths))
      guard case .builtIn(let field) = field else { return value }
      return (try? field.checked(value)) ?? nil
    case .wholeNumber:
      guard !reading.isFraction, case .custom = field, let amount = amount(cell, text),
        let whole = amount.scaled(to: 0)
      else { return nil }
      return .integer(Int(whole))
    case .date:
      guard cell.kind == .text, DayText.isISO(text) else { return nil }
      return DayText.day(ofISO: text).map { .day($0) }
    case .code(.gtin): return GTIN.isOne(text) ? .text(text) : nil
    default: return nil
    }
  }

  private func line(_ text: String) -> FieldValue? {
    let shape = TextShape(text)
    guard shape.isPlain, shape.count <= longestLine, text.hasVisibleEdges,
      reading.pathSeparator.map({ !text.contains($0) }) ?? true,
      !shape.has(.markup) || field == .builtIn(.sku),
      !(reading.mayBeIdentifier && RowReading.identifier(text) != nil)
    else { return nil }
    return .text(text)
  }

  private func text(_ text: String) -> FieldValue? {
    guard !reading.listsAddresses, text.hasVisibleEdges else { return nil }
    let shape = TextShape(text)
    return shape.has([.markup, .control]) ? nil : .text(text)
  }

  private func amount(_ cell: Cell, _ text: String) -> PlainAmount? {
    guard let amount = PlainAmount(text), cell.kind == .text || amount.mark != 0x2C else {
      return nil
    }
    return amount
  }

  // MARK: Known ones

  /// Whether the same text always means the same, and its meaning takes long to find out.
  let isRemembered: Bool

  func remember(_ reading: Reading, of cell: Cell) {
    if known.count < Self.mostKnown { known[CellText.plain(cell)] = reading }
  }
}
