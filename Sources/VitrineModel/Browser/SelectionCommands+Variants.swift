// SPDX-License-Identifier: Apache-2.0
// The selected products as variants of one: of the head among them, or else of a new one; and as products of their own again.

import Catalog
import Foundation
import Wording

extension SelectionCommands {
  /// How many variants in the trash are deleted with what is selected, besides those that are selected, too. If that
  /// can't be read, deleting them says so.
  public func variantsDeletedToo() async -> Int {
    (try? await catalogue.store.variantsErased(with: identifiers())) ?? 0
  }

  /// Whether there are several to make variants of.
  public var canGather: Bool { selected.hasSeveral && listed.place != .trash }

  /// Of how many products it is asked whose variants they become.
  public nonisolated static let mostAskedHeads = 6

  /// The selected products of which the others could be variants: which of them is meant, or a new one, is to be asked. None
  /// if it is plain, or if there are too many to ask.
  public func possibleHeads() async -> [Product] {
    guard canGather, selected.count <= Self.mostAskedHeads else { return [] }
    // What can't be read is said when they are gathered.
    return (try? await catalogue.store.possibleHeads(among: identifiers())) ?? []
  }

  /// - Parameter head: whose variants the others become; nil for the head among them, or else a new product.
  public func gather(under head: UUID? = nil) {
    guard canGather else { return }
    let made = selected.version
    forSelectedInOrder({ tr("Not changed: %@", $0) }) { commands, ids in
      let head = try await commands.catalogue.store.gather(ids, under: head)
      if commands.selected.version == made { commands.selected.select(head) }
      commands.listed.setOpen(head, true)
      let count = ids.count - (ids.contains(head) ? 1 : 0)
      let offer = await commands.catalogue.commands.offer(
        .joinVariants,
        tr("1 product is a variant now", "%@ products are variants now", count: count),
        count: count)
      if let offer { commands.offers.notify(offer) }
    }
  }

  /// Makes those that are variants products of their own, with all that they took.
  public func separate() {
    guard canGather else { return }
    forSelectedInOrder({ tr("Not changed: %@", $0) }) { commands, ids in
      let count = try await commands.catalogue.store.leave(ids)
      guard count > 0 else {
        return commands.detail.messages.notify(tr("None of the products is a variant."))
      }
      let offer = await commands.catalogue.commands.offer(
        .leaveVariants,
        tr(
          "1 variant is a product of its own now", "%@ variants are products of their own now",
          count: count),
        count: count)
      if let offer { commands.offers.notify(offer) }
    }
  }
}
