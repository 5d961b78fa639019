// SPDX-License-Identifier: Apache-2.0
// The caption of a photo while it is being typed.

import Foundation
import StateRestoration

public struct CaptionDraft: SavedByParts {
  public var picture: UUID?
  /// What it was when the user began.
  public var was = ""
  public var typed = ""
  /// Whether the bubble in which it is typed is open.
  public var isOpen = false
  public var anchor = 0
  public var caret = 0
  public var unread: [String: StateValue] = [:]

  public init() {}

  public static var parts: [SavedPart<Self>] {
    [
      SavedPart("picture", \.picture),
      SavedPart("was", \.was),
      SavedPart("typed", \.typed),
      SavedPart("isOpen", \.isOpen),
      SavedPart("anchor", \.anchor),
      SavedPart("caret", \.caret),
    ]
  }
}
