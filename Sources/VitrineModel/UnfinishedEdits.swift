// What is unfinished in all saved windows, open and closed: before they are forgotten, the user is
// told what would be lost.

import Catalog
import Foundation
import StateRestoration
import Wording

/// Something a user began to type and did not finish.
public enum UnfinishedEdit: Hashable, Sendable {
  case product(UUID)
  /// Not in the catalogue yet; with its title as far as it was typed.
  case newProduct(title: String)
  case note(of: UUID?, title: String)
  /// A change to several products.
  case several

  /// Those of all windows, the front one first.
  @MainActor
  public static func all(in coordinator: RestorationCoordinator) async -> [UnfinishedEdit] {
    let open = coordinator.scenes.map { scene in
      edits(scene.keys) { scene.value(StateValue.self, for: $0) }
    }
    let closed = await coordinator.closedWindows().map { window in
      let storage = window.record.storage
      return edits(storage.keys) { storage[$0] }
    }
    var met: Set<UnfinishedEdit> = []
    return (open + closed).flatMap(\.self).filter { met.insert($0).inserted }
  }

  private static func edits(
    _ keys: some Sequence<String>, _ value: (String) -> StateValue?
  ) -> [UnfinishedEdit] {
    keys.sorted().compactMap { key in
      if let id = SceneKey.id(in: key, after: SceneKey.productDraft) {
        guard let draft = value(key)?.decoded(as: ProductDraft.self), !draft.fields.isEmpty else {
          return nil
        }
        let title = draft.fields[FieldID.title.text]?.typed ?? ""
        return draft.isNew ? .newProduct(title: title) : .product(id)
      }
      if SceneKey.id(in: key, after: SceneKey.noteDraft) != nil {
        guard let draft = value(key)?.decoded(as: NoteDraft.self),
          !(draft.title + draft.text).isEmpty
        else { return nil }
        return .note(of: draft.product, title: draft.title)
      }
      if key == SceneKey.severalDraft {
        return value(key)?.decoded(as: SeveralDraft.self).flatMap {
          $0.fields.isEmpty ? nil : .several
        }
      }
      return nil
    }
  }

  /// What the user calls it.
  public func name(in store: CatalogStore) async -> String {
    func title(_ id: UUID) async -> String? {
      try? await store.product(id, includingTrash: true)?.title.text
    }
    switch self {
    case .product(let id): return await title(id) ?? tr("A product that is no longer there")
    case .several: return tr("Changes to several products")
    case .newProduct(let title): return title.isEmpty ? tr("New product") : tr("New: %@", title)
    case .note(let product, let noteTitle):
      let of = if let product { await title(product) } else { String?.none }
      return tr("Note: %@", [noteTitle, of ?? ""].filter { !$0.isEmpty }.joined(separator: " — "))
    }
  }
}
