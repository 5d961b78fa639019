// SPDX-License-Identifier: Apache-2.0
// What a member may do, and what a hub has to be. Whatever is refused, nothing that was done here is lost.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class RightsTests: HubTestCase {
  private func member(_ name: String, _ role: String, at cluster: HubCluster) async throws -> String
  {
    let member = "\(name)_\(database)"
    try await Hub(at: cluster.address(database)).addMember(member, role: role, password: nil)
    return cluster.address(database, as: member)
  }

  func testAReaderReadsAndKeepsWhatItDid() async throws {
    let (cluster, stores) = try await machines(1)
    let rose = try await add("Rose", to: stores[0])
    try await sync(stores)
    let reader = try await CatalogStore.open(in: place(9))
    try await HubSync(reader).join(member("reader", "reader", at: cluster), withProducts: false)
    try await HubSync(reader).run()
    let title = try await product(rose.id, in: reader).title.text
    XCTAssertEqual(title, "Rose")
    try await edit(rose.id, in: reader, ProductChange(title: ProductTitle("Mine")))
    do {
      try await HubSync(reader).run()
      XCTFail("a reader has written")
    } catch HubError.noRight {}
    let unsent = try await reader.sharing()?.unsent
    XCTAssertEqual(unsent, 1)
    // What others do comes all the same.
    try await edit(rose.id, in: stores[0], ProductChange(description: "Red"))
    try await sync(stores)
    do { try await HubSync(reader).run() } catch HubError.noRight {}
    let description = try await product(rose.id, in: reader).description.text
    XCTAssertEqual(description, "Red")
    // Made an editor, it sends what was kept.
    _ = try await member("reader", "editor", at: cluster)
    try await sync(stores + [reader])
    try await assertEqual(stores + [reader])
    let mine = try await product(rose.id, in: stores[0]).title.text
    XCTAssertEqual(mine, "Mine")
  }

  /// A server asks for a password before it says whatever else is wrong.
  func testAWrongPasswordIsNoMissingDatabase() async throws {
    let (cluster, _) = try await machines(1)
    let (name, address) = ("guarded_\(database)", cluster.address(database))
    try await Hub(at: address).addMember(name, role: "editor", password: "right")
    let server = try await HubServer(address)
    let file = try await server.rows("SHOW hba_file")[0][0] ?? ""
    let rules = try String(contentsOfFile: file, encoding: .utf8)
    try Data("local all \(name) scram-sha-256\n\(rules)".utf8).write(
      to: URL(fileURLWithPath: file))
    _ = try await server.rows("SELECT pg_reload_conf()")
    func answer(_ database: String, _ password: String?) async -> HubError? {
      let address = cluster.address(database, as: name)
      SessionPasswords.shared[address] = password
      do { _ = try await Hub(at: address) } catch { return error as? HubError }
      return nil
    }
    var missing: HubError?
    for _ in 0..<200 where missing != .passwordMissing {
      missing = await answer(database, nil)
    }
    XCTAssertEqual(missing, .passwordMissing)
    let refused = await answer(database, "wrong")
    XCTAssertEqual(refused, .passwordRefused)
    XCTAssertNil(
      SessionPasswords.shared[cluster.address(database, as: name)], "it is not tried again")
    let right = await answer(database, "right")
    XCTAssertNil(right)
    guard case .unreachable(let reason) = await answer("nothere", "right") else {
      return XCTFail("the password is right")
    }
    XCTAssertTrue(reason.contains("nothere"), reason)
    XCTAssertFalse(reason.contains("3D000"), reason)
  }

  func testAMemberCanCallWhatItMayAndNothingElse() async throws {
    let (cluster, _) = try await machines(1)
    let server = try await HubServer(member("hostile", "editor", at: cluster))
    let tables = try await column("SELECT tablename FROM pg_tables WHERE schemaname = 'vitrine_1'")
    XCTAssertGreaterThan(tables.count, 8)
    for table in tables {
      for sql in ["SELECT * FROM", "DELETE FROM", "TRUNCATE", "DROP TABLE"] {
        await assertRefused(server, "\(sql) vitrine_1.\(table)")
      }
    }
    let views = try await column("SELECT viewname FROM pg_views WHERE schemaname = 'vitrine'")
    XCTAssertEqual(views.count, 12)
    for view in views { await assertRefused(server, "SELECT * FROM vitrine.\(view)") }
    let functions = try await column(
      """
      SELECT p.oid::regprocedure::text FROM pg_proc p WHERE pronamespace = 'vitrine_1'::regnamespace
      AND NOT proname = ANY ('{hello,here,hand_over,handed,handed_desk,end_handed,remembers,states,feed,rows,blob,questions,past,status,apply,answer,keep_picture,lacking_pictures}')
      """)
    XCTAssertGreaterThan(functions.count, 10)
    for function in functions {
      let name = function.prefix { $0 != "(" }
      let count = function.contains("()") ? 0 : function.filter { $0 == "," }.count + 1
      let values = Array(repeating: "NULL", count: count).joined(separator: ", ")
      await assertRefused(server, "SELECT \(name)(\(values))")
    }
    for sql in [
      "CREATE TABLE vitrine_1.mine (a int)", "CREATE SCHEMA mine", "ALTER ROLE owner NOLOGIN",
      "CREATE ROLE other",
    ] {
      await assertRefused(server, sql)
    }
  }

  private func assertRefused(_ server: HubServer, _ sql: String, line: UInt = #line) async {
    do {
      _ = try await server.rows(sql)
      XCTFail("allowed: \(sql)", line: line)
    } catch { XCTAssertEqual((error as? ServerError)?.code, "42501", sql, line: line) }
  }

  func testForgedStepsAreAnsweredAndRepeatedOnesAreDoneOnce() async throws {
    let (_, stores) = try await machines(1)
    let cluster = try HubCluster.require()
    let server = try await HubServer(cluster.address(database))
    let product = #"{"title":"T","description":"","options":"","position":1,"created":1}"#
    let patches = [
      "5", "[5]", "[{}]", #"[{"kind":"nothing","row":"a","new":{}}]"#,
      #"[{"kind":"product","row":"a","new":{"title":7}}]"#,
      #"[{"kind":"product","row":"a","new":{"title":"T"}}]"#,
      #"[{"kind":"product","row":"a","new":[]}]"#,
      #"[{"kind":"product","row":"","new":\#(product)}]"#,
      #"[{"kind":"step","row":"a","new":{"id":1}}]"#,
      #"[{"kind":"product","row":"a","new":\#(product.dropLast()),"stock":9e99}}]"#,
      #"[{"kind":"product","row":"a","new":\#(product.dropLast()),"price":5}}]"#,
      #"[{"kind":"product","row":"a","new":\#(product),"add":{"stock":"x"}}]"#,
      #"[{"kind":"note","row":"n","new":{"product":"nobody","position":0,"title":"","text":"","created":1}}]"#,
    ]
    for (number, patch) in patches.enumerated() {
      let step =
        #"[{"id":"\#(UUID())","command":"x","moment":\#(number.isMultiple(of: 2) ? 1 : -5_000_000_000_000_000),"patches":\#(patch)}]"#
      for _ in 0..<2 {
        let answer = try await server.rows(
          "SELECT refused, questions FROM vitrine_1.apply($1)", .text(step))
        XCTAssertEqual(answer.first?[1], "1", patch)
      }
    }
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["\(patches.count)"])
    let rows = try await rowsOfHub()
    XCTAssertEqual(rows, [])
    try await sync(stores)
  }

  func testAHubThatIsNotOursIsRefusedInWords() async throws {
    let (cluster, stores) = try await machines(1)
    try await add("Rose", to: stores[0])
    func assert(_ expected: HubError, line: UInt = #line, _ body: () async throws -> Void)
      async throws
    {
      do {
        try await body()
        XCTFail("no error, not \(expected)", line: line)
      } catch let error as HubError { XCTAssertEqual(error, expected, line: line) }
      let unsent = try await stores[0].sharing()?.unsent
      XCTAssertEqual(unsent, 1, line: line)
    }
    let ours = database
    let sharing = try await unwrapped(stores[0].sharing())
    func shared(_ change: (inout Sharing) -> Void) async throws {
      var other = sharing
      change(&other)
      try await stores[0].endSharing()
      try await stores[0].share(other)
    }
    try await shared { $0.cursor = HubCursor(x: 1 << 40, n: 0) }
    try await assert(.olderHub) { try await HubSync(stores[0]).run() }
    try await shared { $0.incarnation = UUID() }
    try await assert(.restoredHub) { try await HubSync(stores[0]).run() }
    try await shared { $0.hub = UUID() }
    try await assert(.otherHub) { try await HubSync(stores[0]).run() }
    _ = try await makeDatabase()
    try await shared { $0.address = cluster.address(database) }
    try await assert(.noHub) { try await HubSync(stores[0]).run() }
    try await Hub.create(at: cluster.address(database))
    try await assert(.otherHub) { try await HubSync(stores[0]).run() }
    try await assert(.hubExists) { try await Hub.create(at: cluster.address(ours)) }
    // It would work until the first letter that it cannot hold, and then never again.
    let narrow = "narrow_\(database)"
    _ = try await HubServer(cluster.address(ours)).rows(
      "CREATE DATABASE \(narrow) ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0")
    try await assert(.notUnicode) { try await Hub.create(at: cluster.address(narrow)) }
    try await assert(.badAddress("")) { _ = try await Hub(at: "shop.example/catalogue") }
    try await assert(.passwordInAddress) {
      _ = try await Hub(at: "postgresql://a:secret@localhost/x")
    }
    // A dump that was read in elsewhere says so itself.
    _ = try await HubServer(cluster.address(ours)).rows(
      "UPDATE vitrine_1.hub SET place = 'elsewhere'")
    try await shared { _ in }
    try await assert(.restoredHub) { try await HubSync(stores[0]).run() }
    try await Hub.tellRestored(at: cluster.address(ours))
    try await stores[0].endSharing()
    try await HubSync(stores[0]).join(cluster.address(ours), withProducts: true)
    try await HubSync(stores[0]).run()
    let titles = try await HubServer(cluster.address(ours)).rows(
      "SELECT title FROM vitrine.product"
    ).map(\.[0])
    XCTAssertEqual(titles, ["Rose"])
    do {
      _ = try await HubServer("postgresql:///x?host=\(directory.path)")
      XCTFail("there is no server")
    } catch HubError.unreachable {}
  }

  func testARemovedMemberIsGoneAtOnce() async throws {
    let (cluster, _) = try await machines(1)
    let address = try await member("banned", "editor", at: cluster)
    let server = try await HubServer(address)
    try await Hub(at: cluster.address(database)).removeMember("banned_\(database)")
    do {
      _ = try await server.rows("SELECT vitrine_1.hello()")
      XCTFail("still there")
    } catch HubError.cutOff {} catch let error as ServerError {
      XCTAssertEqual(error.hubError, .cutOff(reason: error.text))
    }
    do {
      _ = try await HubServer(address)
      XCTFail("came back")
    } catch HubError.unreachable {}
    // Until it is made a member once more.
    _ = try await member("banned", "reader", at: cluster)
    _ = try await Hub(at: address)
  }

  func testNobodyIsMadeAMemberWhomTheServerKnowsOtherwise() async throws {
    let (cluster, _) = try await machines(1)
    let hub = try await Hub(at: member("boss", "manager", at: cluster))
    let elsewhere = "elsewhere_\(database)"
    _ = try await column("CREATE ROLE \(elsewhere) LOGIN")
    _ = try await column("GRANT vitrine_editor TO \(elsewhere)")
    for name in ["owner", "vitrine_editor", elsewhere, "pg_monitor"] {
      do {
        try await hub.addMember(name, role: "manager", password: nil)
        XCTFail("\(name) is a manager")
      } catch HubError.memberExists(name) {}
    }
  }
}
