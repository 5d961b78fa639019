// SPDX-License-Identifier: Apache-2.0
// A window on its way to another machine with the same catalogue: what it shows, the place in it, and
// what was typed there and not saved. It travels as an activity, in a link or in a file, and both come
// from anywhere: whatever is not exactly what a window saves is refused or left out. What arrives opens
// in a window of its own, so that it can never take the place of another edit.

import Catalog
import Foundation
import StateRestoration
import Wording

public struct ContinuedWindow: Equatable, Sendable {
  public let kind: WindowKind
  /// What the window shows, and nothing else.
  public let activity: UserActivity
  /// The values of the window by their keys.
  var parts: [StateKey: StateValue]
  /// When the notes being written were changed last, as far as their drafts are based on that: in
  /// milliseconds since 1970, by their identifiers.
  var noteTimes: [String: Int]

  /// Why a window can't be continued.
  public enum Refused: Error, Equatable {
    case link(ActivityLink.Refused)
    case file(ActivityFile.Refused)
    /// A newer version of Vitrine made it.
    case newerVersion
    /// It is not what a window saves.
    case damaged
    /// It can't be continued elsewhere.
    case notForHandoff
    /// The product is not in this catalogue; with its title.
    case productMissing(String)
    /// None of the selected products is.
    case productsMissing
  }

  /// Of the files it travels in.
  public static let fileEnding = "vitrine"
  /// Increases when an older version of Vitrine could not make sense of it.
  static let version = 1

  // MARK: Leaving

  /// What a window shows now.
  @MainActor
  public init(_ session: SceneSession, _ store: CatalogStore) async throws {
    guard let kind = WindowKind(session.kind), let shown = session.activity,
      shown.isContinuable
    else { throw Refused.notForHandoff }
    let saved = Dictionary(
      uniqueKeysWithValues: session.keys.compactMap { key in
        session.value(StateValue.self, for: key).map { (key, $0) }
      })
    let id = shown.productID
    self.init(kind, shown.plain, parts: await Self.readParts(of: kind, about: id, in: saved))
    try await readNoteTimes(store)
  }

  /// What a window of a desk shows, with all that was typed in it.
  init(_ saved: SceneRecord, _ store: CatalogStore) async throws {
    guard let kind = WindowKind(saved.kind), kind.isContinuable, let shown = saved.activity,
      shown.isContinuable
    else { throw Refused.notForHandoff }
    self.init(
      kind, shown.plain,
      parts: Self.parts(of: kind, about: shown.productID, in: saved.values, isWhole: true))
    try await readNoteTimes(store)
  }

  private mutating func readNoteTimes(_ store: CatalogStore) async throws {
    for product in productsWithNotes {
      for note in try await store.notes(of: product)
      where draft(of: note)?.baseRevision == note.revision {
        noteTimes[note.id.uuidString] = note.changedInMilliseconds
      }
    }
  }

  /// The products whose notes are being written.
  var productsWithNotes: Set<UUID> {
    Set(
      parts.compactMap { key, value in
        SceneKey.note(ofDraft: key) == nil ? nil : value.decoded(as: NoteDraft.self)?.product
      })
  }

  init(_ kind: WindowKind, _ activity: UserActivity, parts: [StateKey: StateValue]) {
    (self.kind, self.activity, self.parts, noteTimes) = (kind, activity, parts, [:])
  }

  /// Whether something that was typed goes along.
  public var hasDraft: Bool {
    parts.keys.contains {
      SceneKey.product(ofDraft: $0) != nil || SceneKey.note(ofDraft: $0) != nil
        || $0 == SceneKey.bulkEditDraft
    }
  }

  /// The link that opens it; throws if it is too large for one.
  public func link() throws -> String {
    var activity = travelling
    if activity.targetContentIdentifier == nil { activity.targetContentIdentifier = Self.nothing }
    do {
      return try ActivityLink(
        activity, scheme: linkScheme, activityTypes: Self.linkTypes
      ).text
    } catch let refusal as ActivityLink.Refused { throw Refused.link(refusal) }
  }

  /// The bytes of the file that opens it; throws if it is too large for one.
  public func file() throws -> Data {
    do { return try ActivityFile.data(of: travelling) } catch let refusal as ActivityFile.Refused {
      throw Refused.file(refusal)
    }
  }

  /// Writes that file where the user wants it, in place of any other.
  public func save(to file: URL) async throws {
    let bytes = Array(try self.file())
    try await SharedFile.save(bytes, to: file)
  }

  var travelling: UserActivity {
    var activity = activity
    activity.version = Self.version
    activity.userInfo[Key.kind] = .string(kind.rawValue)
    if !parts.isEmpty {
      activity.userInfo[Key.parts] = .object(
        parts.reduce(into: [:]) { $0[$1.key.rawValue] = $1.value })
    }
    if !noteTimes.isEmpty {
      activity.userInfo[Key.noteTimes] = .object(noteTimes.mapValues { .int(Int64($0)) })
    }
    return activity
  }

  /// The types of links to a window, and what it shows.
  static let linkTypes: [String: ActivityType] = [
    "continue-list": WindowKind.browser.activityType,
    "continue-product": WindowKind.product.activityType,
    "continue-photo": WindowKind.picture.activityType,
  ]
  /// What the link of a window without a product names.
  private static let nothing = "list"

  enum Key {
    static let kind: StateKey = "window"
    static let parts: StateKey = "parts"
    static let noteTimes: StateKey = "notes"
  }

  /// The same, away from the main thread: drafts may be long.
  private nonisolated static func readParts(
    of kind: WindowKind, about product: UUID?, in saved: [StateKey: StateValue]
  ) async -> [StateKey: StateValue] { parts(of: kind, about: product, in: saved) }

  /// What a window of this kind saves about this product, and nothing that this version does not know.
  /// - Parameter isWhole: what is unfinished in it of other products, too.
  static func parts(
    of kind: WindowKind, about product: UUID?, in saved: [StateKey: StateValue],
    isWhole: Bool = false
  ) -> [StateKey: StateValue] {
    var parts: [StateKey: StateValue] = [:]
    func take<State: SavedByParts>(
      _ key: StateKey, as type: State.Type, _ change: (inout State) -> Bool = { _ in true }
    ) {
      guard var state = saved[key]?.decoded(as: type) else { return }
      state.unread = [:]
      guard change(&state), state != State() else { return }
      parts[key] = try? StateValue(encoding: state)
    }
    if kind == .picture {
      take(SceneKey.picture, as: PictureState.self) { $0.product == product }
      return parts
    }
    take(SceneKey.detail, as: DetailState.self)
    if kind == .browser {
      take(SceneKey.browser, as: BrowserState.self) { state in
        state.forgetWidths()
        return true
      }
      take(SceneKey.selected, as: SelectedProducts.self)
      take(SceneKey.bulkEditDraft, as: BulkEditDraft.self)
    }
    if isWhole {
      for key in saved.keys {
        if SceneKey.product(ofDraft: key) != nil { take(key, as: ProductDraft.self) }
        if SceneKey.head(ofDraft: key) != nil { take(key, as: VariantsDraft.self) }
        if SceneKey.note(ofDraft: key) != nil {
          take(key, as: NoteDraft.self) { $0.product != nil }
        }
      }
      return parts
    }
    guard let product else { return parts }
    take(SceneKey.productDraft(product), as: ProductDraft.self)
    for key in saved.keys where SceneKey.note(ofDraft: key) != nil {
      take(key, as: NoteDraft.self) { $0.product == product }
    }
    return parts
  }
}

extension UserActivity {
  /// Whether another machine can go on with it, as its kind of window says.
  public var isContinuable: Bool { kind?.isContinuable == true }

  /// What is shown, without anything that came along with it.
  var plain: UserActivity {
    guard let kind else { return self }
    if let picture = pictureID, let product = productID {
      return .showing(picture: picture, of: product, title: title)
    }
    return UserActivity(kind, title: title, target: productID?.uuidString)
  }
}

extension BrowserState {
  /// Another machine has another screen.
  fileprivate mutating func forgetWidths() {
    let usual = BrowserState()
    (sidebarWidth, listWidth) = (usual.sidebarWidth, usual.listWidth)
    func withoutWidths(_ columns: [ListColumn]) -> [ListColumn] {
      columns.map { ListColumn(field: $0.field) }
    }
    columns = withoutWidths(columns)
    if let arranged = elsewhere { elsewhere?.columns = withoutWidths(arranged.columns) }
  }
}

extension Note {
  /// The time of the last change, since 1970.
  var changedInMilliseconds: Int { Int((changed.timeIntervalSince1970 * 1000).rounded()) }
}
