// SPDX-License-Identifier: Apache-2.0
// What the window with all notes saves. How far it is scrolled is saved beside it, by the view.

import Foundation
import StateRestoration

public struct NotesState: SavedByParts {
  public var search = ""
  public var selectedNote: UUID?
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("search", \.search),
      SavedPart("selectedNote", \.selectedNote),
    ]
  }
}
