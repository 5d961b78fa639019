// SPDX-License-Identifier: Apache-2.0
// What a check of the whole catalogue finds, as facts: the module `Wording` makes the sentence.

import Foundation

public enum CatalogProblem: Equatable, Sendable {
  /// In SQLite's words.
  case damagedFile(reason: String)
  /// Rows of a table that belong to no product.
  case strayRows(count: Int, table: String)
  /// A value that this program would have refused.
  case value(InvalidValue, product: String, id: UUID)
  /// The file's bytes are not those that were stored.
  case alteredPicture(file: String)
  case staleSearchIndex
  /// This many products are sorted and found by another text than theirs.
  case staleKeys(count: Int)
  /// This many codes are wrongly known, or not known, to be those of several products.
  case staleDoubles(count: Int)
  /// An index, a table, a view or a trigger that every catalogue has is not in the file, or is
  /// another one.
  case missingPart(type: String, name: String)
  /// One that no catalogue has: another program put it there.
  case foreignPart(type: String, name: String)
  /// This many products are at the end of the numbers for positions.
  case placesAtEnd(count: Int)
  /// A step of the history that can be neither undone nor redone.
  case unfitStep(CatalogCommand, isUndo: Bool)
  /// A picture or a backup that cannot be read.
  case unreadable(CatalogError)
}

/// The result of checking the whole catalogue.
public struct CatalogCheckUp: Equatable, Sendable {
  public var problems: [CatalogProblem] = []
  /// How many steps of undo and redo were not tried: they are too large, or come after one that is.
  public var untriedSteps = 0
}
