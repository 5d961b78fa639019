// SPDX-License-Identifier: Apache-2.0
// An unfinished definition of a custom field, as its window saves it: what was typed, even if it can't be
// one, and what stood there when the user began.

import Foundation
import StateRestoration

public struct FieldDraft: SavedByParts {
  /// The field that is changed; nil for a new one.
  public var field: UUID?
  /// The parts of the definition by their names.
  public var typed: [String: String] = [:]
  /// The same as they were in the catalogue.
  public var was: [String: String] = [:]
  /// What is being saved, and the identifier of the field that it adds: should the program end meanwhile, that is
  /// no change from elsewhere.
  public var sent: [String: String] = [:]
  public var adding: UUID?
  public var focus: String?
  public var anchor = 0
  public var caret = 0
  public var unread: [String: StateValue] = [:]

  public init() {}

  /// The name as far as it was typed.
  var name: String { typed[FieldPart.name.rawValue] ?? "" }

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("field", \.field),
      SavedPart("typed", \.typed),
      SavedPart("was", \.was),
      SavedPart("sent", \.sent),
      SavedPart("adding", \.adding),
      SavedPart("focus", \.focus),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
    ]
  }
}
