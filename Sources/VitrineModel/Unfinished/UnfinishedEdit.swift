// SPDX-License-Identifier: Apache-2.0
// What is unfinished in all saved windows, open and closed: before they are forgotten, the user is
// told what would be lost.

import Catalog
import Foundation
import StateRestoration
import Wording

/// Something a user began to type and did not finish.
public enum UnfinishedEdit: Hashable, Sendable {
  case product(UUID)
  /// Not in the catalogue yet.
  case newProduct(UnfinishedNewProduct)
  case note(of: UUID?, title: String)
  /// Cells of a product's variants, or variants that were to be made.
  case variants(of: UUID)
  /// The caption of a photo, as it was typed.
  case caption(String)
  /// A change to several products.
  case several
  /// The definition of a custom field.
  case field(name: String)
  /// Products made of photos that have no title of their own yet.
  case untitled(count: Int)

  /// Those of all windows, the front one first.
  @MainActor
  public static func all(
    in coordinator: RestorationCoordinator, of store: CatalogStore
  ) async -> [UnfinishedEdit] {
    let open = coordinator.scenes.map { scene in
      OpenScene(
        id: scene.id,
        values: scene.keys.reduce(into: [:]) { $0[$1] = scene.value(StateValue.self, for: $1) })
    }
    let records =
      await coordinator.closedWindows().map(\.record) + coordinator.keptWindows.map(\.record)
      + recordsOfDesks(coordinator)
    let edits = await edits(open, records)
    let untitled =
      coordinator.scenes.compactMap { $0.value(UntitledState.self, for: SceneKey.untitled) }
      + records.compactMap {
        $0.values[SceneKey.untitled]?.decoded(as: UntitledState.self)
      }
    let count = await waiting(untitled.flatMap(\.products), in: store)
    var met: Set<UnfinishedEdit> = []
    return edits.filter { met.insert($0).inserted }
      + (count > 0 ? [.untitled(count: count)] : [])
  }

  /// What an open window keeps.
  private struct OpenScene: Sendable {
    let id: UUID
    let values: [StateKey: StateValue]
  }

  /// Not on the main thread: what was typed may be long.
  private nonisolated static func edits(
    _ open: [OpenScene], _ closed: [SceneRecord]
  ) async -> [UnfinishedEdit] {
    open.flatMap { scene in edits(scene.values.keys, in: scene.id) { scene.values[$0] } }
      + closed.flatMap { edits(in: $0) }
  }

  // What made way for a desk goes with the windows; what was given a name stays.
  @MainActor
  private static func recordsOfDesks(_ coordinator: RestorationCoordinator) async -> [SceneRecord] {
    let sessions = await coordinator.namedSessions().sessions
    let kept = sessions.filter { !$0.isAutomatic }.reduce(into: Set<UUID>()) {
      $0.formUnion($1.windows.map(\.id))
    }
    let open = Set(coordinator.scenes.map(\.id))
    return sessions.filter(\.isAutomatic).flatMap(\.windows)
      .filter { !kept.contains($0.id) && !open.contains($0.id) }
  }

  // Some may have got a title elsewhere, or were taken away by undo.
  private static func waiting(
    _ untitled: [UntitledState.Untitled], in store: CatalogStore
  ) async -> Int {
    guard !untitled.isEmpty else { return 0 }
    let was = Dictionary(untitled.map { ($0.product, $0.was) }) { first, _ in first }
    let there = try? await store.products(ProductQuery(only: Set(was.keys)))
    // If they can't be read, one question too many is better.
    return there?.count { was[$0.id] == $0.title } ?? was.count
  }

  /// Whether a saved window has one.
  public static func isAny(in record: SceneRecord) -> Bool { !edits(in: record).isEmpty }

  /// Those of a saved window.
  static func edits(in record: SceneRecord) -> [UnfinishedEdit] {
    let values = record.values
    return edits(values.keys, in: record.id) { values[$0] }
  }

  private static func edits(
    _ keys: some Sequence<StateKey>, in window: UUID, value: (StateKey) -> StateValue?
  ) -> [UnfinishedEdit] {
    let waiting = value(SceneKey.waitingCaptions)?.decoded(as: [CaptionDraft].self) ?? []
    let last = value(SceneKey.captionDraft)?.decoded(as: CaptionDraft.self)
    let captions = (waiting + [last].compactMap(\.self)).filter { $0.typed != $0.was }
    let fields = value(SceneKey.waitingFields)?.decoded(as: [FieldDraft].self) ?? []
    let ofKeys: [UnfinishedEdit] = keys.sorted { $0.rawValue < $1.rawValue }.compactMap { key in
      if let id = SceneKey.product(ofDraft: key) {
        guard let draft = value(key)?.decoded(as: ProductDraft.self), draft.isUnfinished
        else { return nil }
        guard draft.isNew else { return .product(id) }
        return .newProduct(UnfinishedNewProduct(id: id, window: window, title: draft.title))
      }
      if SceneKey.note(ofDraft: key) != nil {
        guard let draft = value(key)?.decoded(as: NoteDraft.self), draft.isUnfinished else {
          return nil
        }
        return .note(of: draft.product, title: draft.title)
      }
      if let head = SceneKey.head(ofDraft: key) {
        let isUnfinished = value(key)?.decoded(as: VariantsDraft.self)?.isUnfinished
        return isUnfinished == true ? .variants(of: head) : nil
      }
      if key == SceneKey.bulkEditDraft {
        return value(key)?.decoded(as: BulkEditDraft.self).flatMap {
          $0.fields.isEmpty ? nil : .several
        }
      }
      if key == SceneKey.fieldDraft {
        return value(key)?.decoded(as: FieldDraft.self).flatMap {
          $0.typed == $0.was ? nil : .field(name: $0.name)
        }
      }
      return nil
    }
    return ofKeys + captions.map { .caption($0.typed) } + fields.map { .field(name: $0.name) }
  }

  /// What the user calls it.
  public func name(in store: CatalogStore) async -> String {
    func title(_ id: UUID) async -> String? {
      try? await store.product(id, includingTrash: true)?.title.text
    }
    switch self {
    case .product(let id): return await title(id) ?? tr("A product that is no longer there")
    case .variants(let id):
      return tr("Variants of %@", await title(id) ?? tr("A product that is no longer there"))
    case .several: return tr("Changes to several products")
    case .caption(let text): return tr("Caption: %@", text)
    case .field(let name): return name.isEmpty ? tr("New field") : tr("Field: %@", name)
    case .untitled(let count):
      return tr(
        "1 product without a title", "%@ products without titles", count: count)
    case .newProduct(let product): return product.name
    case .note(let product, let noteTitle):
      let of = if let product { await title(product) } else { String?.none }
      return tr("Note: %@", [noteTitle, of ?? ""].filter { !$0.isEmpty }.joined(separator: " — "))
    }
  }
}
