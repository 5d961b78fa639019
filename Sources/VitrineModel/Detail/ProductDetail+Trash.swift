// SPDX-License-Identifier: Apache-2.0
// The product that is shown goes to the trash and back, or for ever. Each is one command of the catalogue, so that
// undo takes it back whole.

import Catalog
import Foundation
import Wording

extension ProductDetail {
  /// How many variants in the trash are deleted with a product. If that can't be read, deleting it says so.
  public func variantsErased(with product: UUID) async -> Int {
    (try? await catalogue.store.variantsErased(with: [product])) ?? 0
  }

  /// Moves the product to the trash; `done` runs when it is there.
  public func moveToTrash(_ done: @escaping @MainActor (UUID) -> Void = { _ in }) {
    guard let product else { return }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        _ = try await catalogue.store.delete([product.id])
        done(product.id)
        self?.changed.notify(.movedToTrash(product))
      } catch {
        self?.messages.notify(tr("Not deleted: %@", error.sentence))
      }
    }
  }

  /// Takes the product out of the trash; `done` runs when it is back.
  public func restoreFromTrash(_ done: @escaping @MainActor (UUID) -> Void = { _ in }) {
    if let id = trashedProduct?.id { restore(id, done) }
  }

  /// Takes a product out of the trash, whatever is shown meanwhile.
  public func restore(_ id: UUID, _ done: @escaping @MainActor (UUID) -> Void = { _ in }) {
    catalogue.inOrder { [weak self, catalogue] in
      do {
        _ = try await catalogue.store.restore([id])
        done(id)
      } catch {
        self?.messages.notify(tr("Not restored: %@", error.sentence))
      }
    }
  }

  /// Removes the product from the trash for ever; `done` runs when it is gone.
  public func deleteForEver(_ done: @escaping @MainActor (UUID) -> Void = { _ in }) {
    guard let id = trashedProduct?.id else { return }
    catalogue.inOrder { [weak self, catalogue] in
      do {
        _ = try await catalogue.store.erase([id])
        done(id)
      } catch {
        self?.messages.notify(tr("Not deleted: %@", error.sentence))
      }
    }
  }
}
