// SPDX-License-Identifier: Apache-2.0
// The hub as the windows know it, by the module that carries it. The only file of the program that is left out where it
// is built without that.

import Catalog
import Foundation
import Hub
import VitrineModel

struct LiveHub: HubLink {
  func follow(
    _ store: CatalogStore, _ tell: @escaping @Sendable (HubEvent) -> Void
  ) async throws {
    try await HubFollower(store).run { event in
      switch event {
      case .progress(let outcome):
        tell(.progress(sent: outcome.sent, received: outcome.received))
      case .synced: tell(.synced)
      case .failed(let error): tell(.failed(error))
      case .questions(let questions): tell(.questions(questions))
      }
    }
  }

  func ask(_ address: String) async throws { _ = try await Hub(at: address) }

  func create(at address: String) async throws { try await Hub.create(at: address) }

  func join(_ store: CatalogStore, at address: String, withProducts: Bool) async throws {
    try await HubSync(store).join(address, withProducts: withProducts)
  }

  func answer(_ question: Int, of store: CatalogStore, takesMine: Bool) async throws {
    try await hub(of: store).answer(question, takesMine: takesMine)
  }

  func status(of store: CatalogStore) async throws -> HubStatus {
    try await hub(of: store).status()
  }

  private func hub(of store: CatalogStore) async throws -> Hub {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    return try await Hub(of: sharing)
  }

  func address(_ address: String, for member: String) -> String {
    HubAddress.address(address, for: member)
  }

  func use(_ password: String, for address: String) {
    SessionPasswords.shared[address] = password
  }
}
