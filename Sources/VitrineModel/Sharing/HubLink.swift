// SPDX-License-Identifier: Apache-2.0
// What a window asks of the hub of a shared catalogue. A protocol, because the program can be built without what carries
// it: only one file of the program knows that this is PostgreSQL.

import Catalog
import Foundation

public protocol HubLink: Sendable {
  /// Keeps the catalogue and its hub together until the task is cancelled, and tells there what is on the screen here;
  /// throws what waiting does not mend.
  func follow(
    _ store: CatalogStore, _ presence: OwnPresence, _ tell: @escaping @Sendable (HubEvent) -> Void
  ) async throws
  /// Who did what to a product, the newest first, before something that was told already.
  func past(
    of product: UUID, in store: CatalogStore, before last: HubChange?
  ) async throws -> [HubChange]
  /// Throws unless there is a hub that lets this member in.
  func ask(_ address: String) async throws
  /// Makes a hub in the database at an address.
  func create(at address: String) async throws
  /// Shares the catalogue with the hub at an address: from then on it can be followed.
  func join(_ store: CatalogStore, at address: String, withProducts: Bool) async throws
  /// Lets a catalogue that names this hub be shared with it on this computer; with nil, with none.
  func agree(to address: String?, for store: CatalogStore) async throws
  /// What another machine needs to get to the hub at an address.
  func invitation(to address: String) async throws -> HubInvitation
  /// The address for this computer, once what came along is kept here.
  func accept(_ invitation: HubInvitation) async throws -> String
  /// Answers a question: what did not get in gets in, or what is there stays.
  func answer(_ question: Int, of store: CatalogStore, takesMine: Bool) async throws
  func status(of store: CatalogStore) async throws -> HubStatus
  /// Hands a desk over to a member, the file of which is `content`.
  func handOver(
    _ name: String, content: Data, to member: String, of store: CatalogStore
  ) async throws
  /// The file of a desk that was handed over; nil if it is there no longer.
  func handedDesk(_ id: UUID, of store: CatalogStore) async throws -> Data?
  /// It has arrived, or nobody wants it.
  func endHanded(_ id: UUID, of store: CatalogStore) async throws
  /// The address with the name of a member in it.
  func address(_ address: String, for member: String) -> String
  /// Takes this password until the program ends.
  func use(_ password: String, for address: String)
  /// Whether there is a keyring that keeps passwords for the next start.
  func canKeepPasswords() async -> Bool
  /// Keeps a password for the next start; with nil, none is kept any more. Returns whether that is so.
  func keep(_ password: String?, for address: String) async -> Bool
}

/// What happens between a shared catalogue and its hub.
public enum HubEvent: Sendable, Equatable {
  /// So many steps were sent and so many rows came since it began to.
  case progress(sent: Int, received: Int)
  /// All that there was went and came.
  case synced
  /// Told once until it is over.
  case failed(HubError)
  /// All that waits for a decision.
  case questions([HubQuestion])
  /// Who else is here.
  case others([HubPerson])
  /// All desks that wait for somebody here.
  case handed([HandedDesk])
}
