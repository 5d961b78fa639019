// SPDX-License-Identifier: Apache-2.0
// Variants below their heads in a list: which heads are open is a part of the window. A search, filters, and an
// order by what each variant has for itself list variants like other products.

import Catalog
import Foundation

extension ListedPlace {
  /// Shows the variants of a head below it, or hides them. Closing it selects it instead of one of them.
  public func setOpen(_ head: UUID, _ isOpen: Bool) {
    var heads = state.openHeads.filter { $0 != head }
    if isOpen {
      heads = heads.suffix(Self.mostOpen - 1) + [head]
    } else if !selected.hasSeveral, let main = selected.main,
      list.item(of: main)?.variant?.head == head
    {
      selected.select(head)
    }
    guard heads != state.openHeads else { return }
    state.openHeads = heads
    list.open(heads)
  }

  /// More are closed again: each is read with the list.
  private static let mostOpen = 200

  /// What is selected, and the variants of the heads among it that are closed: each stands for them, too, when it
  /// leaves the catalogue. Nil if all of the list is selected.
  func selectedFamilies() async throws -> SelectedFamilies? {
    let ids: [UUID]
    switch selected.extent {
    case .all: return nil
    case .one: ids = [selected.main].compactMap(\.self)
    case .several(let rows): ids = try await list.rows.identifiers(of: rows)
    }
    return try await families(of: ids)
  }

  /// Products of the list, with the variants that are below them and out of sight.
  func families(of ids: [UUID]) async throws -> SelectedFamilies {
    guard list.isFolding else { return SelectedFamilies(products: ids) }
    return try await SelectedFamilies(
      ids, open: Set(state.openHeads), inTrash: place == .trash, of: catalogue.store)
  }
}

/// What leaves the catalogue with what is selected.
struct SelectedFamilies: Sendable {
  /// In their order, each closed head with its variants behind it.
  let products: [UUID]
  /// How many of them were not selected.
  private(set) var added = 0

  init(products: [UUID]) { self.products = products }

  /// Not on the main thread: they may be many.
  nonisolated init(
    _ selected: [UUID], open: Set<UUID>, inTrash: Bool, of store: CatalogStore
  ) async throws {
    let variants = try await store.variants(
      ofAll: selected.filter { !open.contains($0) }, inTrash: inTrash)
    let given = Set(selected)
    products = selected.flatMap { id in
      [id] + (variants[id]?.filter { !given.contains($0) } ?? [])
    }
    added = products.count - selected.count
  }
}
