// SPDX-License-Identifier: Apache-2.0
// The hub as the windows know it, by the module that carries it. The only file of the program that is left out where it
// is built without that.

import Catalog
import Exchange
import Foundation
import Gtk
import Hub
import VitrineModel
import Wording

struct LiveHub: HubLink {
  private let kept = KeptPasswords()

  func follow(
    _ store: CatalogStore, _ presence: OwnPresence,
    _ tell: @escaping @Sendable (HubEvent) -> Void
  ) async throws {
    let sharing = try await sharing(of: store)
    do { try await followOnce(store, presence, tell) } catch HubError.passwordMissing {
      try await kept.recall(sharing.address)
      try await followOnce(store, presence, tell)
    }
  }

  private func followOnce(
    _ store: CatalogStore, _ presence: OwnPresence,
    _ tell: @escaping @Sendable (HubEvent) -> Void
  ) async throws {
    try await HubFollower(store, presence: presence).run { event in
      switch event {
      case .progress(let outcome):
        tell(.progress(sent: outcome.sent, received: outcome.received))
      case .synced: tell(.synced)
      case .failed(let error): tell(.failed(error))
      case .questions(let questions): tell(.questions(questions))
      case .others(let others): tell(.others(others))
      case .handed(let desks): tell(.handed(desks))
      }
    }
  }

  func ask(_ address: String) async throws { _ = try await Hub(at: address) }

  func create(at address: String) async throws { try await Hub.create(at: address) }

  func join(_ store: CatalogStore, at address: String, withProducts: Bool) async throws {
    try await HubSync(store).join(address, withProducts: withProducts)
    try await store.agreedHub.keep(address)
  }

  func agree(to address: String?, for store: CatalogStore) async throws {
    try await store.agreedHub.keep(address)
  }

  func invitation(to address: String) async throws -> HubInvitation {
    try HubAddress.invitation(to: address)
  }

  func accept(_ invitation: HubInvitation) async throws -> String {
    try await invitation.accepted()
  }

  /// With which hub a catalogue is shared, if that was agreed to.
  private func sharing(of store: CatalogStore) async throws -> Sharing {
    guard let sharing = try await store.sharing() else { throw HubError.notShared }
    guard await store.agreedHub.read() == sharing.address else { throw HubError.notAgreed }
    return sharing
  }

  func answer(_ question: Int, of store: CatalogStore, takesMine: Bool) async throws {
    try await hub(of: store).answer(question, takesMine: takesMine)
  }

  func status(of store: CatalogStore) async throws -> HubStatus {
    try await hub(of: store).status()
  }

  func handOver(
    _ name: String, content: Data, to member: String, of store: CatalogStore
  ) async throws {
    try await hub(of: store).handOver(
      UUID(), named: name, content: content, to: member, from: store.placeAmongMachines)
  }

  func handedDesk(_ id: UUID, of store: CatalogStore) async throws -> Data? {
    try await hub(of: store).handedDesk(id)
  }

  func endHanded(_ id: UUID, of store: CatalogStore) async throws {
    try await hub(of: store).endHanded(id)
  }

  func past(
    of product: UUID, in store: CatalogStore, before last: HubChange?
  ) async throws -> [HubChange] {
    try await hub(of: store).past(of: product, before: last)
  }

  private func hub(of store: CatalogStore) async throws -> Hub {
    try await Hub(of: sharing(of: store))
  }

  func address(_ address: String, for member: String) -> String {
    HubAddress.address(address, for: member)
  }

  func use(_ password: String, for address: String) {
    SessionPasswords.shared[address] = password
  }

  func canKeepPasswords() async -> Bool { await Keyring.isThere() }

  func keep(_ password: String?, for address: String) async -> Bool {
    await kept.keep(password, for: address)
  }
}

/// The passwords of hubs in the desktop's keyring.
private actor KeptPasswords {
  private let keyring = Keyring("org.vitrine.Vitrine.Hub")
  /// Those that a server has refused since the program began: it is not asked with them for ever.
  private var tried: [String: String] = [:]

  /// Lets the next connection have the password that is kept for an address. Throws if that has had it.
  func recall(_ address: String) async throws {
    guard let password = await keyring.password(for: address) else {
      throw HubError.passwordMissing
    }
    guard tried[address] != password else { throw HubError.passwordRefused }
    tried[address] = password
    SessionPasswords.shared[address] = password
  }

  func keep(_ password: String?, for address: String) async -> Bool {
    guard let password else { return await keyring.forget(address) }
    let label = tr("Vitrine: %@", address)
    guard await keyring.keep(password, for: address, label: label) else { return false }
    tried[address] = nil
    return true
  }
}
