// SPDX-License-Identifier: Apache-2.0
// A desk that is handed over waits at the hub for whom it is for, and for nobody else, until that is answered.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class HandedDeskTests: HubTestCase {
  func testItWaitsForWhomItIsForAndForNobodyElse() async throws {
    let (cluster, stores) = try await machines(1)
    let owner = try await Hub(at: cluster.address(database))
    // All databases of the server have the same names.
    let names = ["anna", "bert"].map { "\($0)-\(database)" }
    for name in names { try await owner.addMember(name, role: "reader", password: nil) }
    let anna = try await Hub(at: cluster.address(database, as: names[0]))
    let bert = try await Hub(at: cluster.address(database, as: names[1]))
    let (desk, file) = (UUID(), Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) }))
    for _ in 0..<2 {
      try await anna.handOver(desk, named: "Stocktake", content: file, to: names[1], from: "till")
    }
    let waiting = try await bert.handedDesks(at: "till")
    XCTAssertEqual(waiting, [HandedDesk(id: desk, sender: names[0], name: "Stocktake")])
    for (hub, place) in [(anna, "till"), (owner, "")] {
      let others = try await hub.handedDesks(at: place)
      let content = try await hub.handedDesk(desk)
      try await hub.endHanded(desk)
      XCTAssertEqual(others, [])
      XCTAssertNil(content)
    }
    let content = try await bert.handedDesk(desk)
    XCTAssertEqual(content, file)
    try await bert.endHanded(desk)
    let left = try await bert.handedDesks(at: "")
    XCTAssertEqual(left, [])
    withExtendedLifetime(stores) {}
  }

  func testOnesOwnDeskGoesToTheOtherMachinesOfTheSameMember() async throws {
    let (cluster, stores) = try await machines(2)
    let hub = try await Hub(at: cluster.address(database))
    let places = stores.map(\.placeAmongMachines)
    XCTAssertNotEqual(places[0], places[1])
    try await hub.handOver(UUID(), named: "D", content: Data([1]), to: "owner", from: places[0])
    let (here, there) = (
      try await hub.handedDesks(at: places[0]), try await hub.handedDesks(at: places[1])
    )
    XCTAssertEqual(here, [])
    XCTAssertEqual(there.map(\.name), ["D"])
  }

  func testWhatCannotBeHandedOverIsSaid() async throws {
    let (cluster, stores) = try await machines(1)
    let hub = try await Hub(at: cluster.address(database))
    func handOver(_ content: Data, to member: String) async -> HubError? {
      do {
        try await hub.handOver(UUID(), named: "D", content: content, to: member, from: "")
        return nil
      } catch { return error as? HubError }
    }
    let nobody = await handOver(Data(), to: "nobody; DROP")
    XCTAssertEqual(nobody, .noSuchMember("nobody; DROP"))
    // A name of the server is no member.
    let stranger = await handOver(Data(), to: "pg_read_all_data")
    XCTAssertEqual(stranger, .noSuchMember("pg_read_all_data"))
    let large = await handOver(Data(count: 1 << 21), to: "owner")
    XCTAssertNotNil(large)
    for _ in 0..<100 {
      let refused = await handOver(Data([1]), to: "owner")
      XCTAssertNil(refused)
    }
    let many = await handOver(Data([1]), to: "owner")
    XCTAssertNotNil(many)
    let shown = try await hub.handedDesks(at: "elsewhere")
    XCTAssertEqual(shown.count, 20)
    withExtendedLifetime(stores) {}
  }
}
