// SPDX-License-Identifier: Apache-2.0
// What a row of a list says of a product, after its columns were understood.

import Catalog
import Foundation

/// A row as values of fields.
public struct ReadRow: Sendable {
  public var number: Int
  /// Which one it is of several with this number, as lists beside each other have them; from 0.
  public var part = 0
  /// The value of each field that has one in this row.
  public var values = FieldValues()
  /// What the list has where a person corrected it; nil for nothing.
  fileprivate var corrected: [AnyField: FieldValue?] = [:]
  /// Fields whose cell is empty.
  public var blanks: Set<AnyField> = []
  public var id: UUID?
  /// Amounts whose cells say what they count.
  var counted: [CountedAmount] = []
  /// What the other amounts count, if the row’s unit is none that the catalogue has.
  var otherUnit: SaleMeasure?
  /// Whether a cell says the unit itself, and not only what an amount counts.
  var isUnitSaid = false
  /// Tags that the product gets besides its own.
  var addedTags: [Tag] = []
  /// How it belongs to other products, if the list says so.
  var structure = Structure()
  /// Names of files with pictures.
  public var pictures: [String] = []
  public var notes: [(title: String, text: String)] = []
  /// Why it can't be used.
  public private(set) var refusals: [RowRefusal] = []
  /// The first reason of all.
  public var refusal: RowRefusal? { refusals.first }
  /// What is to be said of it although it is imported: cells of custom fields that can't be read cost no product.
  public private(set) var remarks: [RowRefusal] = []
  /// Columns whose cell waits for an answer.
  public var open: [String] = []
  var language: String?
  /// Whether it says that its product is no more.
  var isDeletion = false

  init(_ number: Int, capacity: Int = 0) {
    self.number = number
    if capacity > 0 { values = FieldValues(capacity: capacity) }
  }

  /// Of which product it is a variant, the names of the fields that it takes from there, and those of the options of its
  /// own variants.
  struct Structure: Sendable {
    var head: UUID?
    /// Nil if the list does not say.
    var taken: [String]?
    var options: [String] = []
  }

  /// How it belongs to other rows of the list.
  var family = RowFamily()

  mutating func refuse(_ refusal: RowRefusal) { refusals.append(refusal) }

  mutating func remark(_ remark: RowRefusal) { remarks.append(remark) }

  /// What is wrong with the cell of a column; nil if nothing is.
  public func problem(with column: String) -> RowRefusal? {
    (refusals + remarks).first { $0.column == column }
  }

  /// Takes what a person wrote in place of a cell; nothing takes the value away.
  mutating func correct(_ column: UnderstoodColumn, to text: String) {
    guard let field = column.anyField else { return }
    refusals.removeAll { $0.column == column.name }
    remarks.removeAll { $0.column == column.name }
    open.removeAll { $0 == column.name }
    corrected[field] = .some(corrected[field] ?? values[field])
    values[field] = nil
    blanks.remove(field)
    counted.removeAll { AnyField.builtIn($0.field) == field }
    do {
      if let value = try field.value(from: text) {
        values[field] = value
      } else {
        blanks.insert(field)
      }
      if field == .builtIn(.unit) { isUnitSaid = values[field] != nil }
    } catch let refusal as InvalidValue {
      refuse(.value(column: column.name, text: text, refusal))
    } catch {}
  }
}

extension ReadRow {
  /// The values as the list has them.
  var listed: FieldValues {
    corrected.reduce(into: values) { values, correction in values[correction.key] = correction.value
    }
  }

  var isCorrected: Bool { !corrected.isEmpty }

  /// Whether a person wrote the value of a field.
  func isCorrected(_ field: AnyField) -> Bool { corrected[field] != nil }
}

extension RowRefusal {
  /// The column whose cell is the reason.
  public var column: String? {
    switch self {
    case .value(let column, _, _), .destroyedCode(let column, _), .convertedCode(let column, _),
      .shortenedCode(let column, _, _), .failedFormula(let column, _):
      column
    case .noTitle, .inTrash, .earlierRow, .sameOptions, .ambiguous: nil
    }
  }

  /// What stands in that cell.
  public var text: String? {
    switch self {
    case .value(_, let text, _), .destroyedCode(_, let text), .convertedCode(_, let text),
      .shortenedCode(_, let text, _), .failedFormula(_, let text):
      text
    case .noTitle, .inTrash, .earlierRow, .sameOptions, .ambiguous: nil
    }
  }
}

/// Why a row of a list is not imported.
public enum RowRefusal: Error, Sendable, Equatable {
  case value(column: String, text: String, InvalidValue)
  /// A spreadsheet has rounded a code: its last digits are gone.
  case destroyedCode(column: String, text: String)
  /// A spreadsheet has made a day, a time or a percentage of a code.
  case convertedCode(column: String, text: String)
  /// A code lacks zeros at its beginning.
  case shortenedCode(column: String, text: String, repaired: String)
  /// What a formula could not calculate.
  case failedFormula(column: String, text: String)
  /// A new product, without a title.
  case noTitle
  /// It is about a product in the trash.
  case inTrash
  /// An earlier row of the list is about the same product.
  case earlierRow(Int)
  /// An earlier row is the variant of the same product with the same options.
  case sameOptions(Int)
  /// Several products of the catalogue have the same key.
  case ambiguous(field: String, value: String)
}
