// SPDX-License-Identifier: Apache-2.0
// Who did what to a product of a shared catalogue, as its hub tells it, the newest first. The older ones are asked for
// when somebody wants to see them.

import Catalog
import Foundation
import Wording

@MainActor
public final class ProductPast {
  public let changed = Observers<Void>()
  public let title: String
  public private(set) var entries: [HubPast] = []
  /// Whether there may be older ones.
  public private(set) var hasMore = false
  public private(set) var isAsking = false
  private var failure: String?
  private var last: HubChange?
  private let product: UUID
  private let sharing: CatalogueSharing

  /// Nil for a catalogue that is not shared.
  public init?(of product: Product, _ sharing: CatalogueSharing) {
    guard sharing.isShared else { return nil }
    (self.product, title, self.sharing) = (product.id, product.title.text, sharing)
  }

  /// Asks for the next ones.
  public func ask() {
    guard !isAsking, let hub = sharing.hub else { return }
    (isAsking, failure) = (true, nil)
    changed.notify(())
    Task { [weak self, store = sharing.store, product, last] in
      var (changes, found, failure): ([HubChange], [HubPast], String?) = ([], [], nil)
      do {
        changes = try await hub.past(of: product, in: store, before: last)
        found = try await store.past(changes)
      } catch {
        failure = (error as? HubError)?.sentenceInWindows ?? error.sentence
      }
      guard let self else { return }
      entries += found
      self.failure = failure
      if failure == nil { hasMore = changes.count == HubChange.most }
      self.last = changes.last ?? last
      isAsking = false
      changed.notify(())
    }
  }

  /// Why there is nothing, or no more.
  public var remark: String? {
    if isAsking { return tr("The hub is being asked…") }
    return failure ?? (entries.isEmpty ? tr("The hub does not know this product yet.") : nil)
  }

  /// “Price: 6.99 EUR → 5.00 EUR”
  public static func sentence(_ entry: HubPast) -> String {
    let name = HubDecision.label(of: entry.field)
    func shown(_ text: String?) -> String {
      text.map { tr("“%@”", $0.asName.printable()) }
        ?? tr("nothing", context: "a value of a field that is empty")
    }
    return tr("%1$@: %2$@ → %3$@", name, shown(entry.before), shown(entry.after))
  }

  public static func byline(_ entry: HubPast) -> String {
    tr("%1$@ · %2$@", entry.member.printable(), entry.moment.clockText)
  }
}
