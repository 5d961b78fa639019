// The names under which windows are saved. They are stored on disk: a name never gets a second
// meaning, and a dropped one is not reused. The names of the parts of a window's state are with
// them, in `WindowState`.

import Foundation

/// The kinds of window.
public enum SceneKind: String, CaseIterable, Sendable {
  case browser
  case product
  /// One photo of a product.
  case picture = "photo"
  /// What can be undone and redone.
  case history
  /// The notes of all products.
  case notes
  /// Several products that are to become one.
  case merge
  /// Products that may be one and the same.
  case duplicates
  /// The custom fields.
  case fields
  case preferences

  /// Whether there is at most one window of this kind.
  public var isSingle: Bool {
    [.history, .notes, .duplicates, .fields, .preferences].contains(self)
  }
}

extension SceneKind {
  /// What a user does in it at first.
  public var activity: ActivityType {
    switch self {
    case .browser: .browsing
    case .product: .product
    case .picture: .picture
    case .history: .history
    case .notes: .notes
    case .merge: .merge
    case .duplicates: .duplicates
    case .fields: .fields
    case .preferences: .preferences
    }
  }
}

/// What a user can be doing in a window.
public enum ActivityType: String, CaseIterable, Sendable {
  case browsing = "org.vitrine.Vitrine.browsing"
  case product = "org.vitrine.Vitrine.product"
  case picture = "org.vitrine.Vitrine.photo"
  case history = "org.vitrine.Vitrine.history"
  case notes = "org.vitrine.Vitrine.notes"
  case merge = "org.vitrine.Vitrine.merge"
  case duplicates = "org.vitrine.Vitrine.duplicates"
  case fields = "org.vitrine.Vitrine.fields"
  case preferences = "org.vitrine.Vitrine.preferences"

  /// Whether the desktop's search offers it. Nothing else is found there.
  public var isEligibleForSearch: Bool {
    switch self {
    case .product: true
    case .browsing, .picture, .history, .notes, .merge, .duplicates, .fields, .preferences: false
    }
  }

  /// Whether another machine can go on with it. What can be undone, and what is preferred, belongs to
  /// this one, and so does a look through all notes or at what is the same, or at what fields there are.
  public var isEligibleForHandoff: Bool {
    switch self {
    case .browsing, .product, .picture: true
    case .history, .notes, .merge, .duplicates, .fields, .preferences: false
    }
  }
}

/// Where the parts of a window's state are stored.
package enum SceneKey {
  package static let browser = "Browser.state"
  package static let selected = "Browser.selected"
  package static let bulkEditDraft = "Draft.several"
  package static let captionDraft = "Draft.caption"
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
  /// Followed by the product's identifier.
  package static let productDraft = "Draft.product."
  /// Followed by the note's identifier.
  package static let noteDraft = "Draft.note."

  static func id(in key: String, after prefix: String) -> UUID? {
    key.hasPrefix(prefix) ? UUID(uuidString: String(key.dropFirst(prefix.count))) : nil
  }
}
