// SPDX-License-Identifier: Apache-2.0
// What a row of a list says of a product, after its columns were understood.

import Catalog
import Foundation

/// A row as values of fields.
public struct ReadRow: Sendable {
  public var number: Int
  /// The value of each field that has one in this row.
  public var values: [AnyField: FieldValue] = [:]
  /// Fields whose cell is empty.
  public var blanks: Set<AnyField> = []
  public var id: UUID?
  /// Names of files with pictures.
  public var pictures: [String] = []
  public var notes: [(title: String, text: String)] = []
  /// Why it can't be used, the first reason of all.
  public var refusal: RowRefusal?
  /// Columns whose cell waits for an answer.
  public var open: [String] = []
  var language: String?

  init(_ number: Int) { self.number = number }
}

/// Why a row of a list is not imported.
public enum RowRefusal: Error, Sendable, Equatable {
  case value(column: String, text: String, InvalidValue)
  /// A spreadsheet has rounded a code: its last digits are gone.
  case destroyedCode(column: String, text: String)
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
  /// Several products of the catalogue have the same key.
  case ambiguous(field: String, value: String)
}
