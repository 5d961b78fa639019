// SPDX-License-Identifier: Apache-2.0
// The kinds of window: everything about one except how it is made, which `WindowMaking` in the
// application says.

import StateRestoration
import Wording

/// A kind of window. Its name is stored on disk: it never gets a second meaning, and a dropped one is not
/// reused.
public enum WindowKind: String, CaseIterable, Sendable {
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
  /// What the hub of a shared catalogue could not merge.
  case decisions
  /// The custom fields.
  case fields
  /// A list of another program that is to be imported.
  case importing = "import"
  /// Labels of products that are to be printed.
  case labels
  /// Products that are to be printed as a list, sheets or a catalogue.
  case printing = "print"
  /// The catalogue as it was, to look at.
  case backup
  case preferences

  private var row: Row {
    switch self {
    case .browser: Row(tr("All Products"), activity: "browsing", handsOff: [.browser, .product])
    case .product:
      Row(tr("Product", context: "title of a window"), handsOff: [.product], isFound: true)
    case .picture: Row(tr("Photo", context: "title of a window"), handsOff: [.picture])
    case .history: Row(tr("History", context: "title of a window"), isSingle: true)
    case .notes: Row(tr("All Notes"), isSingle: true)
    case .merge: Row(tr("Merge Products"))
    case .duplicates: Row(tr("Likely Duplicates"), isSingle: true)
    case .decisions: Row(tr("Decisions", context: "title of a window"), isSingle: true)
    case .fields: Row(tr("Custom Fields"), isSingle: true)
    case .importing: Row(tr("Import", context: "title of a window"))
    case .labels: Row(tr("Labels", context: "title of a window"))
    case .printing: Row(tr("Print Products"))
    case .backup: Row(tr("Backup", context: "title of a window"))
    case .preferences: Row(tr("Preferences", context: "title of a window"), isSingle: true)
    }
  }

  private struct Row {
    let title: String
    let activity: String?
    let isSingle: Bool
    let handsOff: [WindowKind]
    let isFound: Bool

    init(
      _ title: String, activity: String? = nil, isSingle: Bool = false,
      handsOff: [WindowKind] = [], isFound: Bool = false
    ) {
      self.title = title
      self.activity = activity
      self.isSingle = isSingle
      self.handsOff = handsOff
      self.isFound = isFound
    }
  }

  /// What a window without a title of its own is called.
  public var title: String { row.title }

  /// The type of what a user does in it, as saved.
  public var activityType: ActivityType {
    ActivityType("org.vitrine.Vitrine." + (row.activity ?? rawValue))
  }

  /// What the library of windows calls it.
  public var sceneKind: SceneKind { SceneKind(rawValue) }

  /// Nil for a kind of another version.
  public init?(_ kind: SceneKind) { self.init(rawValue: kind.rawValue) }

  /// The kind whose activity is of this type.
  public init?(activityType: ActivityType) {
    guard let kind = Self.byActivity[activityType] else { return nil }
    self = kind
  }

  private static let byActivity = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.activityType, $0) })

  /// Whether there is at most one window of it.
  public var isSingle: Bool { row.isSingle }

  /// Whether the desktop's search offers what it shows. Nothing else is found there.
  public var isFoundBySearch: Bool { row.isFound }

  /// Whether another machine can go on with it. What can be undone, and what is preferred, belongs to this
  /// one, and so does a look through all notes or at what is the same, or at what fields there are.
  public var isContinuable: Bool { !row.handsOff.isEmpty }

  /// Whether a window of this kind that comes from another machine can show what is another kind's, too: a
  /// browser window shows a product.
  func canArrive(showing kind: WindowKind) -> Bool { row.handsOff.contains(kind) }
}

extension UserActivity {
  /// The kind of window that it is done in; nil for one of another program.
  public var kind: WindowKind? { WindowKind(activityType: type) }
}
