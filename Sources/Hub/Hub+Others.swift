// SPDX-License-Identifier: Apache-2.0
// What goes through a hub from one person to another and is no part of the catalogue: who is here, and desks that are
// handed over.

import Catalog
import Foundation

extension Hub {
  /// Says what is on the screen here, and returns who else is here; nil if the hub is of before there was such a thing.
  func others(than own: HubPresence) async throws -> [HubPerson]? {
    func list(_ products: [UUID]) -> String {
      "{\(products.map(\.uuidString).joined(separator: ","))}"
    }
    do {
      return try await again {
        try await $0.rows(
          "SELECT token, member, machine, array_to_string(shown, ','), array_to_string(edited, ',') FROM vitrine_1.here($1, $2, $3, $4)",
          .text(token.uuidString), .text(MachineName.own), .text(list(own.shown)),
          .text(list(own.edited)))
      }.prefix(Self.mostOthers).compactMap(Self.person)
    } catch HubError.noHub { return nil }
  }

  /// Who answers may be no hub of ours, and say anything.
  private static let mostOthers = 200
  private static let mostDesks = 20
  private static let longestName = 64

  private static func name(_ text: String?) -> String {
    String(String.UnicodeScalarView((text ?? "").unicodeScalars.prefix(longestName)))
  }

  private static func person(_ row: HubServer.Row) -> HubPerson? {
    guard let id = row[0].flatMap(UUID.init(uuidString:)), row[1] != nil else { return nil }
    func products(_ column: Int) -> [UUID] {
      (row[column] ?? "").split(separator: ",", maxSplits: HubPresence.most)
        .prefix(HubPresence.most).compactMap { UUID(uuidString: String($0)) }
    }
    return HubPerson(
      id: id, member: name(row[1]), machine: name(row[2]),
      presence: HubPresence(shown: products(3), edited: products(4)))
  }

  // MARK: Desks

  /// Hands a desk over, the file of which is `content`. Sent again under the same identifier, it is still one.
  public func handOver(
    _ desk: UUID, named name: String, content: Data, to member: String, from place: String
  ) async throws {
    do {
      _ = try await again {
        try await $0.rows(
          "SELECT vitrine_1.hand_over($1, $2, $3, $4, $5)", .text(desk.uuidString), .text(place),
          .text(member), .text(name), .bytes(Array(content)))
      }
    } catch HubError.notAnswerable { throw HubError.noSuchMember(member) }
    // It is there, whether the bell rings or not.
    try? await ring()
  }

  /// The desks that wait for somebody here; none if the hub is of before there was such a thing.
  func handedDesks(at place: String) async throws -> [HandedDesk] {
    do {
      return try await again {
        try await $0.rows(
          "SELECT id, sender, title FROM vitrine_1.handed($1)", .text(place))
      }.prefix(Self.mostDesks).compactMap { row in
        row[0].flatMap(UUID.init(uuidString:)).map {
          HandedDesk(id: $0, sender: Self.name(row[1]), name: Self.name(row[2]))
        }
      }
    } catch HubError.noHub { return [] }
  }

  /// The file of a desk that was handed over; nil if it is there no longer.
  public func handedDesk(_ id: UUID) async throws -> Data? {
    try await Self.translating { [server] in
      try await server.bytes("SELECT vitrine_1.handed_desk($1)", .text(id.uuidString))
    }.map { Data($0) }
  }

  /// It has arrived, or nobody wants it.
  public func endHanded(_ id: UUID) async throws {
    _ = try await again {
      try await $0.rows("SELECT vitrine_1.end_handed($1)", .text(id.uuidString))
    }
  }
}
