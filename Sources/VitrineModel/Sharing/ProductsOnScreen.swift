// SPDX-License-Identifier: Apache-2.0
// The products that are on the screen here, in whichever window, as those are told who share the catalogue.

import Catalog
import Foundation

@MainActor
public final class ProductsOnScreen {
  private let presence: OwnPresence
  private let unfinished: UnfinishedProducts
  /// The window that was last to change comes first.
  private var shown: [(window: UUID, product: UUID)] = []
  private var soon: Task<Void, Never>?
  /// Whoever walks through a list shows each product for a moment.
  private static let pause = Duration.milliseconds(700)

  init(_ presence: OwnPresence, _ unfinished: UnfinishedProducts) {
    (self.presence, self.unfinished) = (presence, unfinished)
    unfinished.changed.add(self) { [weak self] in self?.tellSoon() }
  }

  /// A window shows a product, or none.
  func show(_ product: UUID?, in window: UUID) {
    shown.removeAll { $0.window == window }
    if let product { shown.insert((window, product), at: 0) }
    tellSoon()
  }

  /// A window has closed.
  public func forget(_ window: UUID) { show(nil, in: window) }

  private func tellSoon() {
    guard soon == nil else { return }
    soon = Task { [weak self] in
      try? await Task.sleep(for: Self.pause)
      guard let self else { return }
      soon = nil
      var products: [UUID] = []
      for (_, product) in shown where !products.contains(product) { products.append(product) }
      presence.value = HubPresence(
        shown: products, edited: unfinished.all.sorted { $0.uuidString < $1.uuidString })
    }
  }
}
