// SPDX-License-Identifier: Apache-2.0
// The names under which the state of windows is saved. They are stored on disk: a name never gets a second
// meaning, and a dropped one is not reused. The kinds of window have theirs in `WindowKind`; the names of what
// is in a part of the state are with it.

import Foundation

/// Where the parts of a window's state are stored.
package enum SceneKey {
  package static let browser = "Browser.state"
  package static let selected = "Browser.selected"
  package static let bulkEditDraft = "Draft.several"
  package static let captionDraft = "Draft.caption"
  package static let waitingCaptions = "Draft.captions"
  /// Those that were made of photos and want a title.
  package static let untitled = "Draft.untitled"
  package static let detail = "Detail.state"
  package static let picture = "Photo.state"
  package static let historySelection = "History.selection"
  package static let notes = "Notes.state"
  package static let merge = "Merge.state"
  package static let duplicatesSelection = "Duplicates.selection"
  package static let fieldsSelection = "Fields.selection"
  package static let fieldDraft = "Draft.field"
  package static let waitingFields = "Draft.fields"
  /// Answers that were typed and not given.
  package static let typedNames = "Draft.names"
  /// Followed by the product's identifier.
  package static let productDraft = "Draft.product."
  /// Followed by the note's identifier.
  package static let noteDraft = "Draft.note."

  static func id(in key: String, after prefix: String) -> UUID? {
    key.hasPrefix(prefix) ? UUID(uuidString: String(key.dropFirst(prefix.count))) : nil
  }
}
