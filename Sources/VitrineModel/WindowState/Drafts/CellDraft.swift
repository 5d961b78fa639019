// SPDX-License-Identifier: Apache-2.0
// What is being typed in place of a cell of a list, and does not count yet.

import Exchange
import Foundation
import StateRestoration

public struct CellDraft: SavedByParts {
  public var row: RowID?
  /// The field that the cell is for, by its name.
  public var field = ""
  public var text = ""
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("row", \.row),
      SavedPart("field", \.field),
      SavedPart("text", \.text),
    ]
  }
}
