// SPDX-License-Identifier: Apache-2.0
// What both the source of a list and a person have changed since its last list, and what is decided about it: value by
// value, or for all at once. A decision is about one list, and is never remembered with its source.

import Catalog

/// A value of a row that both changed.
public struct Conflict: Sendable, Equatable {
  public enum Answer: String, Sendable, Codable, CaseIterable {
    case mine, theirs
  }

  public let field: AnyField
  public let mine: FieldValue?
  public let theirs: FieldValue?
  /// Nil as long as nobody decided.
  public let answer: Answer?
}

/// What a person decided about them.
public struct ConflictDecisions: Sendable, Equatable {
  /// For all that nothing else is said of.
  public var all: Conflict.Answer?
  /// By the row, and the name of the field.
  public var rows: [RowID: [String: Conflict.Answer]] = [:]

  public init() {}

  func answer(_ row: RowID, _ field: String) -> Conflict.Answer? { rows[row]?[field] ?? all }
}
