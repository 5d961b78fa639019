// SPDX-License-Identifier: Apache-2.0
// Reads rows by what was understood of their columns. Every value goes through the checks of its field, so that
// what is shown is what the catalogue will take.

import Catalog
import Foundation

struct RowReading {
  let understanding: Understanding
  private let currencyPlace: Int?
  /// Where a BMEcat says that a product is deleted.
  private let modePlace: Int?
  /// By columns; nil for one whose values go to no field.
  private let quick: [QuickCells?]

  init(understanding: Understanding) {
    self.understanding = understanding
    currencyPlace = understanding.place(of: .currency)
    modePlace =
      understanding.known?.format == .bmecat
      ? understanding.columns.firstIndex { $0.name == "mode" } : nil
    let columns = understanding.columns.compactMap(\.anyField)
    let counts = Dictionary(columns.map { ($0, 1) }, uniquingKeysWith: +)
    quick = understanding.columns.map { column in
      guard !column.reading.isOwn, let field = column.anyField,
        counts[field] == 1
      else { return nil }
      return QuickCells(column, field)
    }
  }

  func read(_ row: ListRow) -> ReadRow {
    var read = ReadRow(row.number, capacity: quick.count)
    read.isDeletion = modePlace.map { row[$0].text.trimmed.lowercased() == "delete" } ?? false
    let columns = understanding.columns
    let currency = currencyPlace.flatMap { place in
      let codes = CurrencyWords.codes(of: CellText.plain(row[place]))
      return codes.count == 1 ? codes[0] : nil
    }
    var path: [String] = []
    for place in columns.indices {
      let cell = row[place]
      if let quick = quick[place],
        takeQuickly(cell, by: quick, hasCurrency: currency != nil, into: &read)
      {
        continue
      }
      let column = columns[place]
      do {
        switch column.target {
        case .leftOut, .grouping, .currency: break
        case .language: read.language = cell.text.trimmed
        case .id: read.id = UUID(uuidString: cell.text.trimmed)
        case .structure(let own):
          try read.take(cell, as: own, separatedBy: column.reading.separator)
        case .pictures: takePictures(cell, of: column, into: &read)
        case .note:
          if !cell.isBlank { read.notes.append((column.name, HTMLText.plain(cell.text.trimmed))) }
        case .subcategory:
          if !isNone(cell, column) { path.append(CellText.plain(cell)) }
        case .field(let field):
          try take(cell, of: column, at: place, for: .builtIn(field), in: currency, into: &read)
        case .custom(let field):
          try take(cell, of: column, at: place, for: .custom(field), in: currency, into: &read)
        }
      } catch {
        let refusal =
          error as? RowRefusal
          ?? (error as? InvalidValue).map {
            .value(column: column.name, text: cell.text.trimmed, $0)
          } ?? .failedFormula(column: column.name, text: cell.text)
        // What only this catalogue has a field for costs no product.
        if case .custom = column.target, !column.reading.refusesRows {
          read.remark(refusal)
        } else {
          read.refuse(refusal)
        }
      }
    }
    if !path.isEmpty { extendCategory(by: path, &read) }
    addTags(&read)
    // As it is for a new product. Why it can't be is said when it is known whether it is one.
    read.isUnitSaid = read.values[.builtIn(.unit)] != nil
    if let unit = read.otherUnit { countOthers(in: unit, &read) }
    _ = read.countAlike()
    read.family = row.family
    takeOptions(of: row.family, into: &read)
    return read
  }

  /// Takes what leaves no doubt; false if the cell is to be looked at closely.
  private func takeQuickly(
    _ cell: Cell, by quick: QuickCells, hasCurrency: Bool, into read: inout ReadRow
  ) -> Bool {
    guard let known = quick.reading(of: cell, hasCurrency: hasCurrency) else { return false }
    guard let value = known.value else {
      if read.values[quick.field] == nil { read.blanks.insert(quick.field) }
      return true
    }
    read.values[quick.field] = value
    if !read.blanks.isEmpty { read.blanks.remove(quick.field) }
    if !known.otherCategories.isEmpty { read.addedTags = known.otherCategories }
    return true
  }

  private func take(
    _ cell: Cell, of column: UnderstoodColumn, at place: Int, for field: AnyField,
    in currency: String?, into read: inout ReadRow
  ) throws {
    // What another cell of the row says, such as a unit behind the price, is not what this one means.
    let isOwn = read.values[field] == nil
    try take(cell, of: column, for: field, in: currency, into: &read)
    if isOwn { remember(cell, at: place, from: read) }
  }

  private func remember(_ cell: Cell, at place: Int, from read: ReadRow) {
    guard let quick = quick[place], quick.isRemembered, cell.kind == .text,
      !read.open.contains(understanding.columns[place].name), read.otherUnit == nil
    else { return }
    let others = quick.field == .builtIn(.category) ? read.addedTags : []
    quick.remember(.init(value: read.values[quick.field], otherCategories: others), of: cell)
  }

  private func takeOptions(of family: RowFamily, into read: inout ReadRow) {
    for (name, text) in family.options {
      guard let field = understanding.optionField(name) else { continue }
      do {
        read.values[.custom(field)] = try AnyField.custom(field).value(from: text)
      } catch let refusal as InvalidValue {
        read.refuse(.value(column: name, text: text, refusal))
      } catch {}
    }
    guard !family.optionNames.isEmpty || !family.optionColumns.isEmpty else { return }
    let ofColumns = family.optionColumns.compactMap { place in
      if case .custom(let field) = understanding.columns[place].target { field.name } else { nil }
    }
    read.structure.options =
      ofColumns + family.optionNames.compactMap { understanding.optionField($0)?.name }
  }

  private func isNone(_ cell: Cell, _ column: UnderstoodColumn) -> Bool {
    let text = CellText.plain(cell)
    return text.isEmpty || column.reading.blanks.contains(text)
      || RowWords.isNone(text, as: column.anyField)
  }

  private func extendCategory(by path: [String], _ read: inout ReadRow) {
    let field = AnyField.builtIn(.category)
    var names: [String] = []
    if case .category(let category)? = read.values[field] { names = category.components }
    for name in path.map({ $0.replacingOccurrences(of: "/", with: "-", options: .literal) })
    where names.last != name {
      names.append(name)
    }
    do {
      read.values[field] = .category(try CategoryPath(names.joined(separator: "/")))
      read.blanks.remove(field)
    } catch let refusal as InvalidValue {
      read.refuse(.value(column: "", text: names.joined(separator: "/"), refusal))
    } catch {}
  }

  private func take(
    _ cell: Cell, of column: UnderstoodColumn, for field: AnyField, in currency: String?,
    into read: inout ReadRow
  ) throws {
    if cell.kind == .failed {
      throw RowRefusal.failedFormula(column: column.name, text: cell.text)
    }
    if column.reading.isOwn {
      guard
        let value = try OwnCell(
          cell: cell, field: field, currency: currency, separator: column.reading.separator
        ).value()
      else {
        read.blanks.insert(field)
        return
      }
      read.values[field] = value
      return
    }
    if column.reading.mayBeIdentifier, let id = Self.identifier(cell.text.trimmed) {
      read.id = id
      read.blanks.insert(field)
      return
    }
    guard !isNone(cell, column) else {
      if read.values[field] == nil { read.blanks.insert(field) }
      return
    }
    let reading = CellReading(cell: cell, column: column, field: field, currency: currency)
    switch try reading.value() {
    case .open: read.open.append(column.name)
    case .none: if read.values[field] == nil { read.blanks.insert(field) }
    case .counts(let measure):
      read.otherUnit = measure
      if read.values[field] == nil { read.blanks.insert(field) }
    case .value(let value):
      read.values[field] = value
      read.blanks.remove(field)
      if case .builtIn(let own) = field, let measure = reading.counted {
        read.counted.removeAll { $0.field == own }
        read.counted.append(
          CountedAmount(
            field: own, value: value, measure: measure, column: column.name,
            text: cell.text.trimmed))
      }
      if field == .builtIn(.category), column.reading.separator != nil {
        read.addedTags = reading.otherCategories
      }
    }
  }

  /// Of packs, how much is in one; otherwise all amounts that do not say what they count.
  private func countOthers(in unit: SaleMeasure, _ read: inout ReadRow) {
    var fields: [ProductField] = [.price, .stock, .minimumStock]
    if read.values[.builtIn(.packSize)] != nil { fields = [.packSize] }
    for field in fields {
      guard let value = read.values[.builtIn(field)],
        !read.counted.contains(where: { $0.field == field })
      else { continue }
      read.counted.append(
        CountedAmount(
          field: field, value: value, measure: unit,
          column: understanding.columns.first { $0.isOf(field) }?.name ?? field.name,
          text: field.kind.text(of: value)))
    }
  }

  /// A list that has tags says all of them; another one only adds some.
  private func addTags(_ read: inout ReadRow) {
    let field = AnyField.builtIn(.tags)
    guard !read.addedTags.isEmpty, understanding.place(of: .field(.tags)) != nil else { return }
    var tags = Tags()
    if case .tags(let own)? = read.values[field] { tags = own }
    read.addedTags.forEach { tags.add($0) }
    read.values[field] = .tags(tags)
    read.blanks.remove(field)
    read.addedTags = []
  }

  /// The identifier of a product, in capitals, as an export has it where others have a code.
  static func identifier(_ text: String) -> UUID? {
    var text = text
    if text.utf8.count == 32, !text.contains("-"), text.allSatisfy(\.isASCII) {
      // Without hyphens, where a code has no more room.
      for place in [20, 16, 12, 8] {
        text.insert("-", at: text.index(text.startIndex, offsetBy: place))
      }
    }
    guard text.utf8.count == 36, let id = UUID(uuidString: text), id.uuidString == text else {
      return nil
    }
    return id
  }

  private func takePictures(
    _ cell: Cell, of column: UnderstoodColumn, into read: inout ReadRow
  ) {
    let text = CellText.plain(cell)
    guard !text.isEmpty else { return }
    for name in Self.parts(text, column.reading.separator) where !name.isEmpty {
      read.pictures.append(name)
    }
  }

  static func parts(_ text: String, _ separator: String?) -> [String] {
    if let separator, !separator.isEmpty {
      return text.components(separatedBy: separator).flatMap { $0.split(separator: "\n") }.map {
        String($0).trimmed
      }
    }
    // Addresses have commas of their own: what follows one must be an address again.
    let lines = text.split(whereSeparator: { $0.isNewline || $0 == ";" || $0 == "|" })
    return lines.flatMap(commaParts).flatMap { part in
      PictureName.isOnWeb(part)
        ? [part] : part.split(separator: ",").map { String($0).trimmed }
    }
  }

  /// What stands between commas with white space or an address behind them.
  private static func commaParts(_ line: Substring) -> [String] {
    var parts: [String] = []
    var (begin, place) = (line.startIndex, line.startIndex)
    while let comma = line[place...].firstIndex(of: ",") {
      let next = line.index(after: comma)
      let after = line[next...].drop(while: \.isWhitespace)
      if after.startIndex > next || after.hasPrefix("http://") || after.hasPrefix("https://") {
        parts.append(String(line[begin..<comma]).trimmed)
        begin = after.startIndex
      }
      place = after.startIndex
    }
    return parts + [String(line[begin...]).trimmed]
  }
}
