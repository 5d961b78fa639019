// SPDX-License-Identifier: Apache-2.0
// What a browser window saves of an unfinished edit of several products: what is to be done with each
// field, as it was typed. Which products they are is the window's selection.

import Catalog
import Foundation
import StateRestoration

/// What to do with a field of several products.
public enum FieldAction: String, Codable, Sendable {
  case set, clear
  /// For tags.
  case add, remove
  /// For numbers and amounts.
  case percent, plus, times
  /// For texts.
  case replace
  /// Numbers the products in the order of the list.
  case number
  /// Makes texts of other fields.
  case pattern
}

/// An unfinished edit of several products.
public struct BulkEditDraft: SavedByParts {
  public struct Change: Codable, Equatable, Sendable {
    public var action: FieldAction
    public var typed = ""
    /// What the typed text is replaced with.
    public var replacement: String?
    public var rounding: Calculation.Rounding?
    /// What each number adds to the one before it; 1 unless something was typed.
    public var step: String?
  }

  public var isOpen = false
  /// The fields to change by their names.
  public var fields: [String: Change] = [:]
  public var focus: String?
  public var anchor: Int?
  public var caret: Int?
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("isOpen", \.isOpen),
      SavedPart("fields", \.fields),
      SavedPart("focus", \.focus),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
    ]
  }
}
