// SPDX-License-Identifier: Apache-2.0
// Many machines do random things of every kind, offline for a while, over a wire that is cut, while clients and the
// server's processes are killed. At the end nothing may be lost, nothing done twice, and all have to be equal. One of
// them is that of a member whose right to see what costs comes and goes; at last it has none.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class HubOracleTests: HubTestCase {
  func testNothingIsLostAndAllAreEqual() async throws {
    for _ in 0..<rounds(1, withFaults: 1, withAll: 60) {
      try await play(machines: 4, turns: 18, seed: .random(in: 0..<(.max)))
    }
  }

  /// Ten minutes, or as long as `VITRINE_TEST_MINUTES` says.
  func testManyMachinesForLong() async throws {
    guard rounds(0, withFaults: 0, withAll: 1) > 0 else { throw XCTSkip("runs with --all") }
    let words = ProcessInfo.processInfo.environment
    let minutes = words["VITRINE_TEST_MINUTES"].flatMap { Int($0) } ?? 10
    let count = words["VITRINE_TEST_MACHINES"].flatMap { Int($0) } ?? 40
    try await play(
      machines: count, turns: .max, until: .now + .seconds(minutes * 60),
      seed: .random(in: 0..<(.max)), restarts: true)
  }

  private func play(
    machines count: Int, turns: Int, until end: ContinuousClock.Instant? = nil, seed: UInt64,
    restarts: Bool = false
  ) async throws {
    print("seed \(seed)")
    var random = SeededRandom(seed: seed)
    let (cluster, stores) = try await machines(count)
    let owner = try await Hub(at: cluster.address(database))
    let clerk = "clerk_\(database)"
    try await owner.addMember(clerk, role: "editor", seesCosts: false, password: nil)
    let clerks = try XCTUnwrap(stores.last)
    try await clerks.endSharing()
    try await HubSync(clerks).join(cluster.address(database, as: clerk), withProducts: false)
    let wire = try CutWire(
      to: cluster.directory, in: URL(fileURLWithPath: "\(cluster.directory.path)-wire-\(database)"))
    defer {
      wire.close()
      try? FileManager.default.removeItem(at: wire.directory)
    }
    var commands = stores.indices.map {
      RandomCommands(seed: seed &+ UInt64($0), directory: place($0))
    }
    var tokens: [String] = []
    var (turn, offline, kills): (Int, Int, Int) = (0, 0, 0)
    while turn < turns, end.map({ ContinuousClock.now < $0 }) ?? true {
      defer { turn += 1 }
      for (number, store) in stores.enumerated() where Int.random(in: 0..<3, using: &random) > 0 {
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          // What others did meanwhile may be in the way of what this one remembers.
          do { _ = try await commands[number].carryOut(on: store) } catch is CatalogError {
          } catch is InvalidValue {}
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
          do {
            _ = try await Bool.random(using: &random) ? store.undo() : store.redo()
          } catch is CatalogError {}
        }
        let token = "token-\(number)-\(turn)-"
        if let id = try await store.products(ProductQuery()).map(\.id).randomElement(using: &random)
        {
          let text = try await product(id, in: store).description.text
          let changed = commands[number].withAnotherLine(text, token)
          try await edit(id, in: store, ProductChange(description: FreeText(description: changed)))
          tokens.append(token)
        }
      }
      let (away, killed) = try await syncSome(stores, clerk, over: wire, cluster, &random)
      if turn % 5 == 4 {
        try await Hub(at: cluster.address(database)).addMember(
          clerk, role: "editor", seesCosts: .random(using: &random), password: nil)
      }
      (offline, kills) = (offline + away, kills + killed)
      if restarts, turn % 8 == 7 {
        try cluster.restart()
        kills += 1
      }
    }
    try await Hub(at: cluster.address(database)).addMember(
      clerk, role: "editor", seesCosts: false, password: nil)
    let start = ContinuousClock.now
    for round in 0..<3 {
      for (number, store) in stores.enumerated() {
        let member = number == stores.count - 1 ? clerk : "owner"
        try await Self.run(
          store, at: cluster.address(database, as: member), isCertain: true)
      }
      if round == 1 {
        print("all have all after \(ContinuousClock.now - start), one after the other")
        try await assertEqual(stores.dropLast())
      }
    }
    try await assertEqual(stores.dropLast())
    try await assertEqual([clerks], seenBy: clerk)
    try await assertNoCosts(in: clerks)
    try await assertNothingLost(tokens, stores)
    let steps = try await column("SELECT count(*) FROM vitrine_1.step")[0]
    let asked = try await column("SELECT count(*) FROM vitrine_1.question")[0]
    print(
      "\(count) machines, \(turn) turns, \(offline) times without the hub, \(kills) killed, "
        + "\(wire.count) cut, \(steps) steps, \(asked) questions, \(tokens.count) texts")
    for store in stores {
      // Two stocks can be too much together, and what others changed is in the way of an undo.
      let found = try await store.check().filter {
        switch $0 {
        case .value, .unfitStep: false
        default: true
        }
      }
      XCTAssertEqual(found, [], "seed \(seed)")
      await store.close()
    }
    // The next round begins with empty ones.
    for number in stores.indices { try FileManager.default.removeItem(at: place(number)) }
  }

  /// Some machines come together with the hub, at the same time. Some of them are killed, or the processes of the
  /// server are.
  /// Returns how many did not, and how many were killed.
  private func syncSome(
    _ stores: [CatalogStore], _ clerk: String, over wire: CutWire, _ cluster: HubCluster,
    _ random: inout SeededRandom
  ) async throws -> (away: Int, killed: Int) {
    var chosen: [(Int, CatalogStore, Int)] = []
    for (number, store) in stores.enumerated() {
      let choice = Int.random(in: 0..<6, using: &random)
      if choice < 4 { chosen.append((number, store, choice)) }
    }
    let kill = Int.random(in: 1..<60, using: &random)
    let database = database
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (number, store, choice) in chosen {
        let place = place(number)
        let member = number == stores.count - 1 ? clerk : "owner"
        let straight = cluster.address(database, as: member)
        let through = cluster.address(database, as: member, through: wire.directory.path)
        group.addTask {
          switch choice {
          case 0: try Self.killedSync(of: place, after: kill)
          case 1: try await Self.run(store, at: through)
          default: try await Self.run(store, at: straight)
          }
        }
      }
      if kill % 5 == 0 {
        group.addTask {
          _ = try await HubServer(cluster.address("postgres")).rows(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(database)'")
        }
      }
      try await group.waitForAll()
    }
    let killed = chosen.count { $0.2 == 0 } + (kill % 5 == 0 ? 1 : 0)
    return (stores.count - chosen.count, killed)
  }

  /// Nothing of what costs is in the file of somebody who may not see it, nor in what could be taken back.
  private func assertNoCosts(in store: CatalogStore) async throws {
    let costs = try await column(
      "SELECT replace(name, '-', '') FROM vitrine_1.item WHERE kind = 'field' AND value ? 'cost'")
    let found = try await store.database.read { connection -> [String] in
      try ["field", "history_field"].flatMap { table in
        try connection.rows("SELECT hex(id) AS text FROM \(table) WHERE id NOT NULL") {
          $0.text("text")
        }
      }
    }
    XCTAssertEqual(Set(found).intersection(costs), [])
    let orphans = try await store.database.read {
      try $0.integer(
        "SELECT count(*) FROM product_value WHERE field NOT IN (SELECT key FROM field)")
    }
    XCTAssertEqual(orphans, 0)
  }

  private static func run(_ store: CatalogStore, at address: String, isCertain: Bool = false)
    async throws
  {
    do {
      try await HubSync(store).run(over: Hub(at: address))
    } catch let error as HubError {
      switch error {
      case .cutOff, .unreachable: if isCertain { throw error }
      default: throw error
      }
    }
  }

  /// `vitrinectl hub sync` in a process that is killed after some milliseconds.
  private static func killedSync(of place: URL, after milliseconds: Int) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appendingPathComponent("vitrinectl")
    process.arguments = ["hub", "sync", "--directory", place.path]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(milliseconds) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Whatever was typed is in the hub's memory or in a question, and each step is there once.
  private func assertNothingLost(_ tokens: [String], _ stores: [CatalogStore]) async throws {
    let kept = try await Set(
      column(
        """
        SELECT DISTINCT (regexp_matches(text, 'token-[0-9]+-[0-9]+-', 'g'))[1] FROM (
          SELECT after::text AS text FROM vitrine_1.change UNION ALL SELECT mine::text FROM vitrine_1.question) t
        """))
    XCTAssertEqual(tokens.filter { !kept.contains($0) }, [])
    var made = 0
    for store in stores {
      made += try await store.database.read {
        try $0.integer("SELECT ifnull(max(seq), 0) FROM sqlite_sequence WHERE name = 'outbox'")
      }
    }
    let arrived = try await column(
      "SELECT count(*) FROM vitrine_1.step WHERE command <> 'member'")
    XCTAssertEqual(arrived, ["\(made)"])
    let refused = try await column(
      "SELECT DISTINCT refused FROM vitrine_1.step WHERE refused IS NOT NULL")
    XCTAssertEqual(refused, [])
  }
}
