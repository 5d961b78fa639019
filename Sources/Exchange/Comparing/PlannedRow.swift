// SPDX-License-Identifier: Apache-2.0
// What an import would do with one row of a list.

import Catalog
import Foundation

public struct PlannedRow: Sendable {
  public enum Outcome: String, Sendable, CaseIterable {
    case new, changed, same, refused, gone
  }

  public var read: ReadRow
  public var outcome: Outcome
  /// The product of the catalogue that the row is about.
  public var product: Product?
  /// Nil if they are all values of the row.
  private(set) var ownChanges: [AnyField: FieldValue?]?
  /// What both its source and a person changed, unless an answer about the whole column settles it.
  public internal(set) var conflicts: [Conflict] = []
  /// By what its source's next list finds it; nil if there is no source.
  var place: String?
  /// Where its source's last list had it, if that was another place.
  var oldPlace: String?
  /// Whether nobody said yet that it is gone, although that is to be doubted.
  public internal(set) var isDoubtful = false
  /// Whether the catalogue had no product with the key of the row, so that one that has it by now was made since.
  var isUnknown = false

  /// - Parameter changes: nil for all values of the row.
  init(
    read: ReadRow, outcome: Outcome, product: Product? = nil,
    changes: [AnyField: FieldValue?]? = [:]
  ) {
    (self.read, self.outcome, self.product) = (read, outcome, product)
    ownChanges = changes
  }

  /// The values that the import gives the product.
  public var changes: [AnyField: FieldValue?] {
    get { ownChanges ?? read.values.asChanges }
    set { ownChanges = newValue }
  }

  /// Calls `body` for each of them, without making a dictionary.
  func forEachChange(_ body: (AnyField, FieldValue?) throws -> Void) rethrows {
    if let ownChanges {
      for (field, value) in ownChanges { try body(field, value) }
    } else {
      for (field, value) in read.values { try body(field, value) }
    }
  }

  /// The change to the built-in fields, and the values of all custom ones.
  public func change() throws -> ProductChange {
    var change = ProductChange()
    try forEachChange { field, value in
      switch field {
      case .builtIn(let field): try change.set(field, value)
      case .custom(let field): change.values[field.id] = .some(value)
      }
    }
    return change
  }
}
