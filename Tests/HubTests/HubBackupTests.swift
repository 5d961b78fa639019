// SPDX-License-Identifier: Apache-2.0
// A rehearsal of the worst day: the hub is gone, and comes back from its backup of some time ago, in the same server or
// in another one. Nothing that is on a machine is lost.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class HubBackupTests: HubTestCase {
  private var file: URL { directory.appendingPathComponent("hub.backup") }

  func testAHubThatIsPutBackGetsWhatItLacksFromTheMachines() async throws {
    let (cluster, stores) = try await machines(2)
    let member = "anna_\(database)"
    try await Hub(at: cluster.address(database)).addMember(member, role: "editor", password: nil)
    _ = try await Hub(at: cluster.address(database, as: member))
    let (rose, lily) = (try await add("Rose", to: stores[0]), try await add("Lily", to: stores[1]))
    let picture = directory.appendingPathComponent("picture")
    try (pngStart + Data(repeating: 7, count: 2_000_000)).write(to: picture)
    _ = try await stores[0].addPictures(from: [picture], to: rose.id)
    try await sync(stores)
    try await HubBackup.write(cluster.address(database), to: file)

    // After the backup: arrived at the hub, changed on both sides, and never sent.
    try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Tulip")))
    let aster = try await add("Aster", to: stores[1])
    try await sync(stores)
    try await edit(lily.id, in: stores[1], ProductChange(description: "White"))
    let unsent = try await add("Unsent", to: stores[1])

    // All of it goes, and comes back as it was, in another database.
    let old = database
    _ = try await makeDatabase()
    let address = cluster.address(database)
    try await HubBackup.restore(file, to: address)
    let server = try await HubServer(cluster.address("postgres"))
    _ = try await server.rows("DROP DATABASE \(old) WITH (FORCE)")
    _ = try await server.rows("ALTER DATABASE \(database) RENAME TO \(old)")
    try await rejoin(stores, at: cluster.address(old))
    try await sync(stores)
    for (id, title) in [(lily.id, "Lily"), (aster.id, "Aster"), (unsent.id, "Unsent")] {
      for store in stores {
        let found = try await product(id, in: store).title.text
        XCTAssertEqual(found, title)
      }
    }
    // What the hub has as it was, and machines as it became, somebody decides.
    let hub = try await Hub(at: cluster.address(old))
    let questions = try await hub.questions()
    let mine = Set(questions.map { $0.mine ?? "" })
    XCTAssertEqual(mine, [#"{"title": "Tulip"}"#, #"{"description": "White"}"#])
    for question in questions { try await hub.answer(question.id, takesMine: true) }
    try await sync(stores)
    let title = try await product(rose.id, in: stores[1]).title.text
    XCTAssertEqual(title, "Tulip")
    let white = try await product(lily.id, in: stores[0]).description.text
    XCTAssertEqual(white, "White")
    // Who did what before the backup is known still, below what was done since.
    let past = try await stores[0].past(hub.past(of: rose.id))
    XCTAssertEqual(past.first?.after, "Tulip")
    XCTAssertEqual(past.last?.after, "Rose")
    let known = try await Hub(at: cluster.address(old, as: member)).greeting.role
    XCTAssertEqual(known, "editor")
    try await assertEqual(stores, at: old)
    let check = try await HubSync(stores[1]).check()
    XCTAssertEqual(check.repaired, 0)
  }

  func testABackupOnAnotherServerIsAHubThere() async throws {
    try skipWithoutFaults()
    let (cluster, stores) = try await machines(1)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    try await HubBackup.write(cluster.address(database), to: file)
    let other = try HubCluster.another()
    let address = try other.makeDatabase()
    try await HubBackup.restore(file, to: address)
    let bert = try await CatalogStore.open(in: place(5))
    try await HubSync(bert).join(address, withProducts: false)
    try await HubSync(bert).run()
    let title = try await product(rose.id, in: bert).title.text
    XCTAssertEqual(title, "Rose")
    // And its feed goes on, though the numbers of that server's transactions are others.
    try await edit(rose.id, in: bert, ProductChange(title: ProductTitle("Tulip")))
    try await HubSync(bert).run()
    let third = try await CatalogStore.open(in: place(6))
    try await HubSync(third).join(address, withProducts: false)
    try await HubSync(third).run()
    try await edit(rose.id, in: bert, ProductChange(title: ProductTitle("Aster")))
    try await HubSync(bert).run()
    try await HubSync(third).run()
    let last = try await product(rose.id, in: third).title.text
    XCTAssertEqual(last, "Aster")
  }

  func testWhatIsNoBackupAndWhereAHubIsAlready() async throws {
    let (cluster, _) = try await machines(1)
    let address = cluster.address(database)
    try await HubBackup.write(address, to: file)
    do {
      try await HubBackup.restore(file, to: address)
      XCTFail("over another hub")
    } catch HubError.hubExists {}
    let damaged = directory.appendingPathComponent("damaged")
    try Data(contentsOf: file).prefix(2_000).write(to: damaged)
    _ = try await makeDatabase()
    for bad in [damaged, directory.appendingPathComponent("none")] {
      do {
        try await HubBackup.restore(bad, to: cluster.address(database))
        XCTFail("read in")
      } catch HubError.failed(_) {}
    }
    // Nothing of it is there, so that a whole one can be.
    try await HubBackup.restore(file, to: cluster.address(database))
    do {
      try await HubBackup.write("\(address)nothere", to: file)
      XCTFail("written")
    } catch HubError.failed(_) {}
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    XCTAssertEqual(left.filter { $0.contains("unfinished") }, [])
    XCTAssertGreaterThan(try Data(contentsOf: file).count, 2_000, "the older one stays")
  }

  /// As every machine has to: it knows the old hub, and says so.
  private func rejoin(_ stores: [CatalogStore], at address: String) async throws {
    for store in stores {
      do {
        try await HubSync(store).run()
        XCTFail("it was not noticed")
      } catch HubError.restoredHub {}
      try await store.endSharing()
      try await HubSync(store).join(address, withProducts: true)
      try await HubSync(store).run()
    }
  }
}
