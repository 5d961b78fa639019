// SPDX-License-Identifier: Apache-2.0
// Who else is at a shared catalogue, in words, and what is handed over to them.

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

  // MARK: Desks

  /// The members that a desk can be handed over to, those first who are here.
  public func recipients() async throws -> [(name: String, isHere: Bool)] {
    guard let hub else { throw HubError.notShared }
    let members = try await hub.status(of: store).members.map(\.name)
    let here = Set(others.map(\.member))
    return members.filter(here.contains).map { ($0, true) }
      + members.filter { !here.contains($0) }.map { ($0, false) }
  }

  public func handOver(_ desk: Data, named name: String, to member: String) async throws {
    guard let hub else { throw HubError.notShared }
    try await hub.handOver(name, content: desk, to: member, of: store)
  }

  /// The file of a desk that was handed over; nil if it is there no longer.
  public func file(of desk: HandedDesk) async throws -> Data? {
    guard let hub else { throw HubError.notShared }
    return try await hub.handedDesk(desk.id, of: store)
  }

  /// It has arrived, or nobody wants it.
  public func end(_ desk: HandedDesk) async throws {
    guard let hub else { throw HubError.notShared }
    try await hub.endHanded(desk.id, of: store)
  }

  // MARK: Places

  /// A menu with more is read by nobody.
  private static let mostPlaces = 30

  /// What the others have on their screens, those first who edit something.
  public func placesOfOthers() async -> [PlaceOfPerson] {
    let others = others.prefix(Self.mostPlaces)
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
