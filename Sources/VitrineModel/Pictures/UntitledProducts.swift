// SPDX-License-Identifier: Apache-2.0
// The products that were made of photos in a window and still want a title. Each is a draft of that
// window: its form opens with an empty title, and the user goes from one to the next. It waits until it
// has a title, given here or elsewhere, or the user leaves it as it is called. One that undo took away
// waits for redo, unseen.

import Catalog
import Foundation
import StateRestoration

@MainActor
final class UntitledProducts {
  /// Those in the catalogue.
  private(set) var waiting: Set<UUID> = []
  let changed = Observers<Void>()
  @SceneStorage private var state: UntitledState
  private let store: CatalogStore
  private lazy var reading = Rereading<[ListedProduct]> { [weak self, store] in
    let ids = await UntitledProducts.ids(of: self)
    return ids.isEmpty ? [] : try await store.products(ProductQuery(only: ids))
  }

  init(_ catalogue: OpenCatalogue, _ session: SceneSession) {
    store = catalogue.store
    _state = SceneStorage(wrappedValue: UntitledState(), SceneKey.untitled, in: session)
    // Until the first reading says otherwise: a list of the drafts finds its place again.
    waiting = ids
    reading.values.add(self) { [weak self] in self?.compare(with: $0) }
    catalogue.changes.add(self) { [weak self] change in
      guard let self, !state.products.isEmpty, change.touches([.title]) else { return }
      reading.again()
    }
    if !state.products.isEmpty { reading.again() }
  }

  private var ids: Set<UUID> { Set(state.products.map(\.product)) }

  // Asynchronous, for callers off the main actor.
  private static func ids(of products: UntitledProducts?) async -> Set<UUID> {
    products?.ids ?? []
  }

  /// These products are about to be added under these titles, perhaps once more.
  func add(_ new: [UntitledState.Untitled]) {
    let known = ids
    state.products += new.filter { !known.contains($0.product) }
  }

  /// The user leaves it as it is called, or has given it a title.
  func remove(_ id: UUID) { remove([id]) }

  func remove(_ gone: Set<UUID>) {
    guard !gone.isDisjoint(with: ids) else { return }
    state.products.removeAll { gone.contains($0.product) }
    show(waiting.subtracting(gone))
  }

  /// What its form begins with; nil if it does not want a title here.
  func draft(of product: Product) -> ProductDraft? {
    guard
      let untitled = state.products.first(where: { $0.product == product.id }),
      untitled.was == product.title.text
    else { return nil }
    var draft = ProductDraft()
    draft.baseRevision = product.revision
    draft.focus = FieldID.title.text
    if untitled.isNamed == true {
      // Selected, so that another one is typed over it. GTK counts code points.
      (draft.anchor, draft.caret) = (0, untitled.was.unicodeScalars.count)
    } else {
      draft.fields = [FieldID.title.text: .init(typed: "", was: untitled.was)]
      draft.caret = 0
    }
    return draft
  }

  /// The one to go on with after this one.
  func next(after id: UUID) -> UUID? {
    guard let place = state.products.firstIndex(where: { $0.product == id }) else { return nil }
    let others = state.products[(place + 1)...] + state.products[..<place]
    return others.first { waiting.contains($0.product) }?.product
  }

  /// Returns once what has just changed in the catalogue is known.
  func settle() async {
    reading.again()
    await reading.settle()
  }

  private func compare(with products: [ListedProduct]) {
    let titles = Dictionary(products.map { ($0.id, $0.title) }) { first, _ in first }
    let isTitled: (UntitledState.Untitled) -> Bool = {
      titles[$0.product].map { [was = $0.was] in $0 != was } ?? false
    }
    if state.products.contains(where: isTitled) { state.products.removeAll(where: isTitled) }
    show(ids.intersection(titles.keys))
  }

  private func show(_ now: Set<UUID>) {
    guard now != waiting else { return }
    waiting = now
    changed.notify(())
  }
}
