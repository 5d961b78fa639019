// SPDX-License-Identifier: Apache-2.0
// A hub that says what a test lets it say.

import Catalog
import Foundation
import Synchronization
import XCTest

@testable import VitrineModel

final class StandInHub: HubLink {
  struct Told: Sendable {
    var follows = 0
    var tell: (@Sendable (HubEvent) -> Void)?
    var presence: OwnPresence?
    /// The files of desks that were handed over, by the member.
    var handed: [String: Data] = [:]
    var waiting: [UUID: Data] = [:]
    var refusal: HubError?
    var created: [String] = []
    var joined: [String] = []
    var answered: [String] = []
    /// The hubs that were agreed to; “none” where that was taken back.
    var agreed: [String] = []
    var agreeing: HubError?
    var passwords: [String: String] = [:]
    /// What is in the keyring; nil where there is none.
    var kept: [String: String]?
    var isLocked = false
    var past: [HubChange] = []
    /// What making a hub, and joining one, fail with.
    var creating: HubError?
    var joining: HubError?
  }

  private let told = Mutex(Told())

  var now: Told { told.withLock { $0 } }
  func set(_ change: (inout Told) -> Void) { told.withLock { change(&$0) } }

  func tell(_ event: HubEvent) { now.tell?(event) }

  func follow(
    _ store: CatalogStore, _ presence: OwnPresence,
    _ tell: @escaping @Sendable (HubEvent) -> Void
  ) async throws {
    let refusal = told.withLock { told in
      told.follows += 1
      (told.tell, told.presence) = (tell, presence)
      return told.refusal
    }
    if let refusal { throw refusal }
    try await Task.sleep(for: .seconds(1_000_000))
  }

  func handOver(
    _ name: String, content: Data, to member: String, of store: CatalogStore
  ) async throws {
    if let error = now.joining { throw error }
    set { $0.handed[member] = content }
  }

  func handedDesk(_ id: UUID, of store: CatalogStore) async throws -> Data? { now.waiting[id] }

  func endHanded(_ id: UUID, of store: CatalogStore) async throws { set { $0.waiting[id] = nil } }

  func ask(_ address: String) async throws { if let error = now.joining { throw error } }

  func create(at address: String) async throws {
    if let error = now.creating { throw error }
    set { $0.created.append(address) }
  }

  func join(_ store: CatalogStore, at address: String, withProducts: Bool) async throws {
    if let error = now.joining, !withProducts { throw error }
    set { $0.joined.append(withProducts ? "\(address) with products" : address) }
    try await Self.share(store, at: address)
  }

  func agree(to address: String?, for store: CatalogStore) async throws {
    if let error = now.agreeing { throw error }
    set { $0.agreed.append(address ?? "none") }
  }

  func invitation(to address: String) async throws -> HubInvitation {
    guard let invitation = HubInvitation(address: address) else { throw HubError.badAddress("") }
    return invitation
  }

  func accept(_ invitation: HubInvitation) async throws -> String {
    invitation.address(withCertificatesIn: "/kept")
  }

  func answer(_ question: Int, of store: CatalogStore, takesMine: Bool) async throws {
    set { $0.answered.append("\(question) \(takesMine)") }
  }

  func status(of store: CatalogStore) async throws -> HubStatus { throw HubError.noRight }

  func past(
    of product: UUID, in store: CatalogStore, before last: HubChange?
  ) async throws -> [HubChange] {
    if let error = now.refusal { throw error }
    return last == nil ? now.past : []
  }

  func address(_ address: String, for member: String) -> String {
    member.isEmpty ? address : "\(member)@\(address)"
  }

  func use(_ password: String, for address: String) { set { $0.passwords[address] = password } }

  func canKeepPasswords() async -> Bool { now.kept != nil }

  func keep(_ password: String?, for address: String) async -> Bool {
    guard !now.isLocked else { return false }
    set { $0.kept?[address] = password }
    return true
  }

  /// Lets a catalogue know that it is shared, and that the hub has all of it.
  static func share(_ store: CatalogStore, at address: String = "hub") async throws {
    try await store.share(
      Sharing(
        address: address, hub: UUID(), incarnation: UUID(), cursor: HubCursor(x: 0, n: 0)))
    let steps = try await store.unsentSteps().steps
    try await store.adopt([], received: steps.map(\.id))
  }
}
