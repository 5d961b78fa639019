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
  /// The values that the import gives the product.
  public var changes: [AnyField: FieldValue?] = [:]
  /// By what its source's next list finds it; nil if there is no source.
  var place: String?
  /// Where its source's last list had it, if that was another place.
  var oldPlace: String?
  /// Whether nobody said yet that it is gone, although that is to be doubted.
  var isDoubtful = false

  /// The change to the built-in fields, and the values of all custom ones.
  public func change() throws -> ProductChange {
    var change = ProductChange()
    for (field, value) in changes {
      switch field {
      case .builtIn(let field): try change.set(field, value)
      case .custom(let field): change.values[field.id] = .some(value)
      }
    }
    return change
  }
}
