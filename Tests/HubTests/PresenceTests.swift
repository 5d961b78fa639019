// SPDX-License-Identifier: Apache-2.0
// Who else is at a shared catalogue and what is on their screens: told while it is so, and by nobody for anybody else.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class PresenceTests: HubTestCase {
  func testEachKnowsWhereTheOthersAreWhileTheyAreThere() async throws {
    let (_, stores) = try await machines(3)
    let places = stores.map { _ in OwnPresence() }
    let seen = stores.map { _ in Seen() }
    let followers = stores.indices.map { number in
      Task { [places, seen] in
        try await HubFollower(stores[number], presence: places[number]).run { event in
          if case .others(let others) = event { seen[number].others = others }
        }
      }
    }
    defer { followers.forEach { $0.cancel() } }
    try await until("all are here") { seen.allSatisfy { $0.others.count == 2 } }
    let (rose, lily) = (UUID(), UUID())
    places[0].value = HubPresence(shown: [rose, lily], edited: [lily])
    try await until("it is told at once") {
      seen[1].others.contains {
        $0.presence == HubPresence(shown: [rose], edited: [lily]) && $0.member == "owner"
      }
    }
    places[0].value = HubPresence(shown: [rose])
    try await until("it is edited no longer") {
      seen[2].others.allSatisfy { $0.presence.edited.isEmpty }
    }
    followers[0].cancel()
    try await until("whoever has gone is here no longer") {
      seen[1].others.count == 1 && seen[2].others.count == 1
    }
  }

  func testNobodySpeaksForAnybodyElse() async throws {
    let (cluster, stores) = try await machines(1)
    let anna = try await Hub(at: cluster.address(database))
    let name = "bert-\(database)"
    try await anna.addMember(name, role: "reader", password: nil)
    let bert = try await HubServer(cluster.address(database, as: name))
    func say(_ token: UUID, _ machine: String, _ shown: String) async throws -> [HubServer.Row] {
      try await bert.rows(
        "SELECT token, machine FROM vitrine_1.here($1, $2, $3, '{}')",
        .text(token.uuidString), .text(machine), .text(shown))
    }
    let rose = UUID()
    _ = try await anna.others(than: HubPresence(shown: [rose]))
    let token = UUID()
    let seen = try await say(
      token, String(repeating: "\u{202E}x", count: 4_000),
      "{\((0..<4_000).map { "p\($0)" }.joined(separator: ","))}")
    let other = try unwrapped(seen.first?[0].flatMap { UUID(uuidString: $0) })
    // With the other's own token nothing is changed.
    _ = try await say(other, "mine", "{}")
    let again = try await say(token, "till", "{\(rose.uuidString)}")
    XCTAssertEqual(again.count, 1)
    XCTAssertNotEqual(again.first?[1], "mine")
    let people = try await anna.others(than: HubPresence())
    XCTAssertEqual(people?.map(\.machine), ["till"])
    XCTAssertEqual(people?.map(\.presence.shown), [[rose]])
    withExtendedLifetime(stores) {}
  }

  func testAHubThatSaysTooMuchIsCutShort() async throws {
    let (cluster, stores) = try await machines(1)
    let hub = try await Hub(at: cluster.address(database))
    for (function, columns) in [
      (
        "here(uuid, text, text[], text[])",
        "token uuid, member text, machine text, shown text[], edited text[]"
      ),
      ("handed(text)", "id uuid, sender text, title text"),
    ] {
      let name = try unwrapped(function.split(separator: "(").first)
      let long = "repeat('x', 100000)"
      let values =
        name == "here"
        ? "\(long), \(long), array_fill(gen_random_uuid()::text, ARRAY[1000]), ARRAY['x']"
        : "\(long), \(long)"
      _ = try await column("DROP FUNCTION vitrine_1.\(function)")
      _ = try await column(
        "CREATE FUNCTION vitrine_1.\(function) RETURNS TABLE (\(columns)) LANGUAGE sql AS $$ SELECT gen_random_uuid(), \(values) FROM generate_series(1, 300) $$"
      )
    }
    let others = try await hub.others(than: HubPresence())
    XCTAssertEqual(others?.count, 200)
    XCTAssertEqual(others?.first.map { [$0.member.count, $0.machine.count] }, [64, 64])
    XCTAssertEqual(others?.first?.presence.shown.count, 20)
    let desks = try await hub.handedDesks(at: "")
    XCTAssertEqual(desks.count, 20)
    XCTAssertEqual(desks.first.map { [$0.sender.count, $0.name.count] }, [64, 64])
    withExtendedLifetime(stores) {}
  }

  func testAHubOfBeforeIsFollowedAllTheSame() async throws {
    let (_, stores) = try await machines(2)
    _ = try await column("DROP FUNCTION vitrine_1.here")
    let follower = Task {
      try await HubFollower(stores[1], presence: OwnPresence()).run { event in
        if case .others(let others) = event { XCTAssertEqual(others, []) }
      }
    }
    defer { follower.cancel() }
    let rose = try await add("Rose", to: stores[0])
    try await HubSync(stores[0]).run()
    let end = ContinuousClock.now + .seconds(20)
    while try await stores[1].product(rose.id) == nil, .now < end {
      try await Task.sleep(for: .milliseconds(5))
    }
    let come = try await stores[1].product(rose.id)
    XCTAssertNotNil(come)
  }

  private func until(_ what: String, _ isSo: () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !isSo() {
      guard ContinuousClock.now < end else { return XCTFail("not in time: \(what)") }
      try await Task.sleep(for: .milliseconds(5))
    }
  }
}

private final class Seen: @unchecked Sendable {
  private let lock = NSLock()
  private var last: [HubPerson] = []

  var others: [HubPerson] {
    get { lock.withLock { last } }
    set { lock.withLock { last = newValue } }
  }
}
