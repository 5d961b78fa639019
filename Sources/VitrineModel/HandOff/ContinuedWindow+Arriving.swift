// SPDX-License-Identifier: Apache-2.0
// A window that arrives from another machine, in a link or a file. Both may be damaged or made up, and
// the catalogue here may be an older or a newer copy: what is typed arrives as a draft that is compared
// with what is here before anything is saved.

import Catalog
import Foundation
import StateRestoration
import Wording

extension ContinuedWindow {
  init(_ link: ActivityLink) throws {
    do { try self.init(link.activity(Self.linkTypes)) } catch let refusal as ActivityLink.Refused {
      throw Refused.link(refusal)
    }
  }

  init(_ file: Data) throws {
    do { try self.init(ActivityFile.activity(in: file)) } catch let refusal as ActivityFile.Refused
    {
      throw Refused.file(refusal)
    }
  }

  /// Reads a file. It waits for the disk, so it must not run on the main thread.
  public init(contentsOf file: URL) throws {
    do {
      try self.init(ActivityFile.activity(contentsOf: file))
    } catch let refusal as ActivityFile.Refused { throw Refused.file(refusal) }
  }

  /// Reads a file on another thread, which the disk may keep waiting.
  public static func read(_ file: URL) async throws -> ContinuedWindow {
    try await offThread { try ContinuedWindow(contentsOf: file) }
  }

  /// The file that is meant, if it is one: an address of a file, or a path on the command line.
  public static func file(at address: String) -> URL? {
    if address.hasPrefix("file:") {
      return URL(string: address).flatMap { $0.isFileURL ? $0 : nil }
    }
    let isPath =
      address.hasPrefix("/") || address.hasPrefix(".") || address.hasSuffix("." + fileEnding)
      || !address.contains(":") && FileManager.default.fileExists(atPath: address)
    return isPath && !address.hasPrefix(linkScheme + ":")
      ? URL(fileURLWithPath: address) : nil
  }

  /// Whether a file is meant to be a saved window; any other is a list of another program.
  public static func isOne(_ file: URL) -> Bool { file.pathExtension == fileEnding }

  /// - Parameter isWhole: a window of a desk.
  init(_ activity: UserActivity, isWhole: Bool = false) throws {
    guard activity.version <= Self.version else { throw Refused.newerVersion }
    guard let kind = activity.userInfo[Key.kind]?.string.flatMap(WindowKind.init(rawValue:)),
      let shownKind = activity.kind, kind.canArrive(showing: shownKind)
    else { throw Refused.damaged }
    let parts = (activity.userInfo[Key.parts]?.object ?? [:]).reduce(into: [StateKey: StateValue]())
    {
      $0[StateKey($1.key)] = $1.value
    }
    let times = activity.userInfo[Key.noteTimes]?.object ?? [:]
    guard !activity.title.contains("\0"), !parts.values.contains(where: \.hasNull) else {
      throw Refused.damaged
    }
    var shown = activity.plain
    if shownKind == .browser { shown.targetContentIdentifier = nil }
    // A window about a product says which.
    if shownKind != .browser, shown.productID == nil { throw Refused.damaged }
    if shownKind == .picture, shown.pictureID == nil { throw Refused.damaged }
    self.init(
      kind, shown,
      parts: Self.parts(of: kind, about: shown.productID, in: parts, isWhole: isWhole))
    noteTimes = times.compactMapValues(\.int)
  }
}

extension ContinuedWindow {
  // MARK: In this catalogue

  /// The same window as it fits this catalogue; throws if it is about a product that is not here.
  public func fitted(to store: CatalogStore) async throws -> ContinuedWindow {
    if let id = activity.productID {
      let isHere = try await store.product(id, includingTrash: true) != nil
      guard isHere || productDraft(of: id)?.isNew == true else {
        throw Refused.productMissing(activity.title)
      }
    }
    let selected = parts[SceneKey.selected]?.decoded(as: SelectedProducts.self)?.products ?? []
    if !selected.isEmpty,
      try await store.products(ProductQuery(only: Set(selected)), limit: 1).isEmpty
    {
      throw Refused.productsMissing
    }
    return try await rebased(to: store)
  }

  /// The same window with the notes in it compared with those here.
  func rebased(to store: CatalogStore) async throws -> ContinuedWindow {
    var window = self
    for product in productsWithNotes {
      for note in try await store.notes(of: product) {
        guard var draft = draft(of: note), !isBased(draft, on: note) else { continue }
        // It was changed here: saving asks which of the two is right.
        (draft.isNew, draft.baseRevision) = (false, Self.noRevision)
        window.parts[SceneKey.noteDraft(note.id)] = try StateValue(encoding: draft)
      }
    }
    return window
  }

  /// Whether a window here already shows the same photo, or the same product with all that was typed for it.
  @MainActor
  public func isShown(in session: SceneSession) -> Bool {
    guard let shown = session.activity, let id = activity.productID, shown.productID == id
    else { return false }
    if kind == .picture { return shown.pictureID == activity.pictureID }
    let typed = Self.typed(in: parts)
    // A list is more than its product.
    guard shown.kind == .product,
      !typed.isEmpty || kind == .product && WindowKind(session.kind) == kind
    else { return false }
    let own = Dictionary(
      uniqueKeysWithValues: session.keys.compactMap { key in
        session.value(StateValue.self, for: key).map { (key, $0) }
      })
    let here = Self.typed(in: own)
    return typed.allSatisfy { here[$0.key] == $0.value }
  }

  /// What was typed into each form and note, by the names of the fields.
  private static func typed(in parts: [StateKey: StateValue]) -> [StateKey: [String: String]] {
    var typed: [StateKey: [String: String]] = [:]
    for (key, value) in parts {
      if SceneKey.product(ofDraft: key) != nil {
        typed[key] = value.decoded(as: ProductDraft.self)?.typed.mapValues(\.typed)
      } else if SceneKey.note(ofDraft: key) != nil {
        typed[key] = value.decoded(as: NoteDraft.self).map { ["title": $0.title, "text": $0.text] }
      }
    }
    return typed
  }

  /// Makes a new window's state this one.
  @MainActor
  public func fill(_ session: SceneSession) {
    for (key, value) in parts { session.set(value, for: key) }
  }

  private static let noRevision = -1

  private func isBased(_ draft: NoteDraft, on note: Note) -> Bool {
    !draft.isNew && draft.baseRevision == note.revision
      && noteTimes[note.id.uuidString] == note.changedInMilliseconds
  }

  func draft(of note: Note) -> NoteDraft? {
    parts[SceneKey.noteDraft(note.id)]?.decoded(as: NoteDraft.self)
  }

  private func productDraft(of id: UUID) -> ProductDraft? {
    parts[SceneKey.productDraft(id)]?.decoded(as: ProductDraft.self)
  }
}

extension StateValue {
  /// Whether a text in it has a character that nobody can type, and that would cut it off.
  fileprivate var hasNull: Bool {
    switch self {
    case .string(let text): text.utf8.contains(0)
    case .array(let items): items.contains(where: \.hasNull)
    case .object(let fields):
      fields.contains { $0.key.utf8.contains(0) || $0.value.hasNull }
    case .null, .bool, .int, .double, .number: false
    }
  }
}

extension ContinuedWindow.Refused: LocalizedError {
  public var errorDescription: String? {
    switch self {
    case .link(.tooLong): tr("This is too much for a link.")
    case .link(let refusal): refusal.sentence
    case .file(.tooLarge): tr("This is too much for a file.")
    case .file(let refusal): refusal.sentence
    case .newerVersion: tr("It was made by a newer version of Vitrine.")
    case .damaged: tr("It is damaged, or does not come from Vitrine.")
    case .notForHandoff: tr("This window can’t be continued elsewhere.")
    case .productMissing(let title):
      title.isEmpty
        ? tr("The product is not in this catalogue.")
        : tr("“%@” is not in this catalogue.", title)
    case .productsMissing: tr("The products are not in this catalogue.")
    }
  }
}
