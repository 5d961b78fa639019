// SPDX-License-Identifier: Apache-2.0
// The names under which the state of windows is saved. They are stored on disk: a name never gets a second
// meaning, and a dropped one is not reused. The kinds of window have theirs in `WindowKind`; the names of what
// is in a part of the state are with it.

import Foundation
import StateRestoration

/// Where the parts of a window's state are stored.
package enum SceneKey {
  package static let browser: StateKey = "Browser.state"
  package static let selected: StateKey = "Browser.selected"
  package static let bulkEditDraft: StateKey = "Draft.several"
  package static let captionDraft: StateKey = "Draft.caption"
  package static let waitingCaptions: StateKey = "Draft.captions"
  /// Those that were made of photos and want a title.
  package static let untitled: StateKey = "Draft.untitled"
  /// Photos that are being added.
  package static let photosUnderWay: StateKey = "Draft.photos"
  package static let detail: StateKey = "Detail.state"
  package static let picture: StateKey = "Photo.state"
  package static let historySelection: StateKey = "History.selection"
  package static let historySearch: StateKey = "History.search"
  package static let notes: StateKey = "Notes.state"
  package static let merge: StateKey = "Merge.state"
  package static let labels: StateKey = "Labels.state"
  package static let printing: StateKey = "Print.state"
  package static let backup: StateKey = "Backup.state"
  package static let duplicatesSelection: StateKey = "Duplicates.selection"
  package static let decisionsSelection: StateKey = "Decisions.selection"
  package static let fieldsSelection: StateKey = "Fields.selection"
  package static let fieldDraft: StateKey = "Draft.field"
  package static let waitingFields: StateKey = "Draft.fields"
  package static let importState: StateKey = "Import.state"
  /// What a list is read from that is no file.
  package static let pastedCells: StateKey = "Import.pasted"
  package static let cellDraft: StateKey = "Draft.cell"
  /// Answers that were typed and not given.
  package static let typedNames: StateKey = "Draft.names"

  package static func productDraft(_ product: UUID) -> StateKey {
    StateKey(productDrafts + product.uuidString)
  }

  package static func noteDraft(_ note: UUID) -> StateKey {
    StateKey(noteDrafts + note.uuidString)
  }

  package static func variantsDraft(_ head: UUID) -> StateKey {
    StateKey(variantDrafts + head.uuidString)
  }

  /// The head of whose variants something is unfinished under this key; nil for another key.
  static func head(ofDraft key: StateKey) -> UUID? { id(in: key, after: variantDrafts) }

  /// The product whose draft has this key; nil for another key.
  static func product(ofDraft key: StateKey) -> UUID? { id(in: key, after: productDrafts) }

  /// The note whose draft has this key; nil for another key.
  static func note(ofDraft key: StateKey) -> UUID? { id(in: key, after: noteDrafts) }

  private static let productDrafts = "Draft.product."
  private static let noteDrafts = "Draft.note."
  private static let variantDrafts = "Draft.variants."

  private static func id(in key: StateKey, after prefix: String) -> UUID? {
    key.rawValue.hasPrefix(prefix)
      ? UUID(uuidString: String(key.rawValue.dropFirst(prefix.count))) : nil
  }
}
