// SPDX-License-Identifier: Apache-2.0
// The products that were opened last, among what the desktop lists of all programs, if the user wants
// them there. The list outlives the catalogue's changes: what is deleted for ever leaves it, even if
// that happened while Vitrine was not running.

import Catalog
import Foundation
import Gtk
import StateRestoration
import VitrineModel
import Wording

@MainActor
final class RecentProducts {
  private let catalogue: OpenCatalogue
  private let isWanted: @MainActor () -> Bool
  /// The beginning of all links to products.
  private static let start = VitrineLink.productStart

  /// Begins to keep the list in order.
  init(_ catalogue: OpenCatalogue, _ preferences: Preferences) {
    self.catalogue = catalogue
    isWanted = { [weak preferences] in preferences?.listsRecentProducts ?? false }
    preferences.$listsRecentProducts.onChange { [weak self] isWanted in
      if !isWanted { self?.removeAll() }
    }
    catalogue.changes.add(self) { [weak self] in self?.follow($0) }
    if isWanted() { check(Self.listed) }
  }

  /// A product was opened.
  func opened(_ id: UUID) {
    guard isWanted() else { return }
    Task { [catalogue, weak self] in
      guard let product = try? await catalogue.store.product(id), let self, isWanted() else {
        return
      }
      Self.add(product)
    }
  }

  private static func add(_ product: Product) {
    RecentItems.add(
      VitrineLink.product(product.id).text, title: product.title.text.amongOthers,
      type: "x-scheme-handler/vitrine", program: "Vitrine", command: "vitrine %u")
  }

  private func removeAll() {
    for address in RecentItems.titles(beginning: Self.start).keys { RecentItems.remove(address) }
  }

  // MARK: The catalogue

  private func follow(_ change: CatalogChange) {
    guard isWanted(), change.touches(.title) else { return }
    let listed = Self.listed
    check(change.productIDs.map { changed in listed.filter { changed.contains($0.key) } } ?? listed)
  }

  /// The titles of the products in the list.
  private static var listed: [UUID: String] {
    let pairs = RecentItems.titles(beginning: start).compactMap { address, title in
      UUID(uuidString: String(address.dropFirst(start.count))).map { ($0, title) }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Removes those that are no longer in the catalogue, and corrects titles.
  private func check(_ products: [UUID: String]) {
    guard !products.isEmpty else { return }
    Task { [catalogue, weak self] in
      for (id, title) in products {
        do {
          let product = try await catalogue.store.product(id, includingTrash: true)
          guard let self, isWanted() else { return }
          if let product, product.title.text.amongOthers != title { Self.add(product) }
          if product == nil { RecentItems.remove(VitrineLink.product(id).text) }
        } catch {
          // One that can't be read now stays.
        }
      }
    }
  }
}
