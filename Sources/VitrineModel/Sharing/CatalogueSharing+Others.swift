// SPDX-License-Identifier: Apache-2.0
// Who else is at a shared catalogue, in words.

import Catalog
import Foundation
import Wording

extension CatalogueSharing {
  /// “Anna is here”, or how many are; nil if nobody else is.
  public var othersText: String? {
    switch others.count {
    case 0: nil
    case 1: tr("%@ is here", name(of: others[0]))
    default: tr("1 other is here", "%@ others are here", count: others.count)
    }
  }

  /// A member, with the machine where the name alone does not tell.
  public func name(of person: HubPerson) -> String {
    let member = person.member.printable()
    let isOne = others.count(where: { $0.member == person.member }) == 1
    return isOne || person.machine.isEmpty
      ? member : tr("%1$@ (%2$@)", member, person.machine.printable())
  }

  /// Who else has a form of a product open; nil if nobody has.
  public func whoEdits(_ product: UUID) -> String? {
    let names = others.filter { $0.presence.edited.contains(product) }.map { name(of: $0) }
    return switch names.count {
    case 0: nil
    case 1: tr("%@ is editing this product.", names[0])
    default: tr("%1$@ and others are editing this product.", names[0])
    }
  }

  /// What the others have on their screens, those first who edit something.
  public func placesOfOthers() async -> [PlaceOfPerson] {
    let ids = others.flatMap { $0.presence.edited + $0.presence.shown }
    var titles: [UUID: String] = [:]
    for id in Set(ids) { titles[id] = try? await store.product(id)?.title.text }
    return others.map { person in
      let edited = person.presence.edited.first { titles[$0] != nil }
      let product = edited ?? person.presence.shown.first { titles[$0] != nil }
      let title = product.flatMap { titles[$0] }
      let name = name(of: person)
      return PlaceOfPerson(
        text: title.map {
          edited != nil
            ? tr("%1$@ edits “%2$@”", name, $0) : tr("%1$@ looks at “%2$@”", name, $0)
        } ?? name, product: product)
    }
  }
}

/// Where somebody is, in words, and the product that can be shown here, too.
public struct PlaceOfPerson: Sendable, Equatable {
  public let text: String
  public let product: UUID?
}
