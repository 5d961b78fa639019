// SPDX-License-Identifier: Apache-2.0
// What something costs is withheld from members without the right to it: it does not come to them, they do not set it,
// and nothing that they do to a product takes it away.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class CostTests: HubTestCase {
  /// Nothing else here is this number.
  private static let secret = 7_654_321
  private static let amount = FieldValue.eur(secret)

  private struct Shop {
    let cluster: HubCluster
    /// With the right to see what costs.
    let anna: CatalogStore
    /// Without.
    let clerk: CatalogStore
    let address: String
    let cost: CustomField
    let rose: Product
  }

  /// A rose, and what it costs.
  private func shop() async throws -> Shop {
    let (cluster, stores) = try await machines(1)
    let cost = try CustomField(name: "Cost", kind: .money, isCost: true)
    try await stores[0].addField(cost)
    let rose = try await add("Rose", to: stores[0], stock: 5)
    try await edit(rose.id, in: stores[0], ProductChange(values: [cost.id: Self.amount]))
    try await sync(stores)
    let address = try await clerk(of: cluster)
    let clerk = try await CatalogStore.open(in: place(7))
    try await HubSync(clerk).join(address, withProducts: false)
    try await sync([stores[0], clerk])
    return Shop(
      cluster: cluster, anna: stores[0], clerk: clerk, address: address, cost: cost, rose: rose)
  }

  /// What is remembered of a row of a supplier's list, as an import keeps it.
  private func remember(_ shop: Shop, in store: CatalogStore, _ name: String) async throws {
    let member = store === shop.anna ? "owner" : "clerk_\(database)"
    let content = "\(shop.rose.id)\\u001f\(name)\\u001e\(Self.secret)\\u001ftitle\\u001eRose"
    let step =
      #"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[{"kind":"source_row","row":"list/1","new":{"content":"\#(content)"}}]}]"#
    let server = try await HubServer(shop.cluster.address(database, as: member))
    let answer = try await server.rows(
      "SELECT refused, questions FROM vitrine_1.apply($1)", .text(step))
    XCTAssertEqual(answer.first?.columns, [nil, "0"])
  }

  private func clerk(
    of cluster: HubCluster, _ role: String = "editor", seesCosts: Bool? = false
  ) async throws -> String {
    let name = "clerk_\(database)"
    try await Hub(at: cluster.address(database)).addMember(
      name, role: role, seesCosts: seesCosts, password: nil)
    return cluster.address(database, as: name)
  }

  private func assertCosts(
    _ shop: Shop, _ cents: Int = CostTests.secret, line: UInt = #line
  ) async throws {
    try await sync([shop.clerk, shop.anna])
    try await assertEqual([shop.anna], line: line)
    let there = try await column(
      "SELECT value->>'number' FROM vitrine_1.item WHERE NOT gone AND name = '\(shop.rose.id)/\(shop.cost.id)'"
    )
    XCTAssertEqual(there, ["\(cents)"], line: line)
    try await assertNothingOfIt(shop.clerk, shop, line: line)
  }

  /// Neither a field nor a value, nor any part of the file that once was one.
  private func assertNothingOfIt(_ store: CatalogStore, _ shop: Shop, line: UInt = #line)
    async throws
  {
    let fields = try await store.fields().map(\.name)
    XCTAssertEqual(fields, [], line: line)
    let found = try await store.database.read { connection -> [String] in
      let tables = try connection.rows(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
      ) { $0.text("name") }
      return try tables.filter { table in
        let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", table) {
          "quote(\"\($0.text("name"))\")"
        }
        return try connection.integer(
          "SELECT count(*) FROM \(table) WHERE \(columns.joined(separator: " || ' ' || ")) LIKE '%\(Self.secret)%'"
        ) > 0
      }
    }
    XCTAssertEqual(found, [], line: line)
  }

  func testTheyStayWhateverIsDoneByWhoDoesNotSeeThem() async throws {
    let shop = try await shop()
    let (clerk, rose) = (shop.clerk, shop.rose.id)
    try await assertCosts(shop)
    try await edit(rose, in: clerk, ProductChange(title: ProductTitle("Tulip"), stock: 4))
    try await assertCosts(shop)
    try await clerk.delete([rose])
    try await assertCosts(shop)
    try await clerk.restore([rose])
    try await assertCosts(shop)
    // The one that is kept has none, the other keeps it in the trash.
    let lily = try await add("Lily", to: clerk)
    try await sync([clerk, shop.anna])
    let entries = try await [clerk.entry(lily.id), clerk.entry(rose)].compactMap(\.self)
    let merge = try unwrapped(
      ProductMerge(entries, fields: await clerk.fields(), keeping: lily.id))
    _ = try await clerk.merge(merge)
    try await assertCosts(shop)
    _ = try await clerk.undo()
    try await assertCosts(shop)
    // It goes with its product, and comes back with it.
    try await clerk.delete([rose])
    try await clerk.erase([rose])
    try await sync([clerk, shop.anna])
    let gone = try await shop.anna.product(rose)
    XCTAssertNil(gone)
    _ = try await clerk.undo()
    try await assertCosts(shop)
    try await clerk.restore([rose])
    try await assertCosts(shop)
    let title = try await product(rose, in: shop.anna).title.text
    XCTAssertEqual(title, "Tulip")
    let questions = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(questions, ["0"])
    for store in [clerk, shop.anna] {
      let repaired = try await HubSync(store).check().repaired
      XCTAssertEqual(repaired, 0)
      try await assertSound(store)
    }
  }

  func testTheRightComesAndGoes() async throws {
    let shop = try await shop()
    _ = try await clerk(of: shop.cluster, seesCosts: true)
    try await sync([shop.clerk, shop.anna])
    try await assertEqual([shop.anna, shop.clerk])
    let marked = try await shop.clerk.sharing()?.marked
    XCTAssertEqual(marked, 0)
    let second = FieldValue.eur(Self.secret + 1)
    let change = ProductChange(values: [shop.cost.id: second])
    try await edit(shop.rose.id, in: shop.clerk, change)
    try await edit(
      shop.rose.id, in: shop.clerk, ProductChange(values: [shop.cost.id: Self.amount]))
    try await edit(shop.rose.id, in: shop.clerk, ProductChange(title: ProductTitle("Tulip")))
    try await remember(shop, in: shop.clerk, "cost")
    try await shop.clerk.setTemplate(
      ProductTemplate(
        category: CategoryPath("Flowers"), texts: [.custom(shop.cost.id): "\(Self.secret) EUR"]))
    try await sync([shop.clerk, shop.anna])
    try await assertEqual([shop.anna, shop.clerk])
    // Another role alone changes nothing about it.
    _ = try await clerk(of: shop.cluster, "manager", seesCosts: nil)
    try await sync([shop.clerk, shop.anna])
    try await assertEqual([shop.anna, shop.clerk])
    _ = try await clerk(of: shop.cluster, seesCosts: false)
    try await assertCosts(shop)
    // What else was done can still be taken back.
    while try await shop.clerk.undo() != nil {}
    try await assertCosts(shop)
    let title = try await product(shop.rose.id, in: shop.anna).title.text
    XCTAssertEqual(title, "Rose")
    try await assertSound(shop.clerk)
  }

  private func assertSound(_ store: CatalogStore, line: UInt = #line) async throws {
    // What others changed is in the way of an undo.
    let problems = try await store.check().filter {
      if case .unfitStep = $0 { false } else { true }
    }
    XCTAssertEqual(problems, [], line: line)
  }

  /// What was typed before somebody knew is a question to those who may see it.
  func testAFieldBecomesWhatCostsAndCeasesToBe() async throws {
    let shop = try await shop()
    let open = try CustomField(id: shop.cost.id, name: "Cost", kind: .money)
    try await shop.anna.editField(open)
    try await sync([shop.anna, shop.clerk])
    try await assertEqual([shop.anna, shop.clerk])
    let typed = FieldValue.eur(1_111_111)
    try await edit(shop.rose.id, in: shop.clerk, ProductChange(values: [shop.cost.id: typed]))
    try await shop.anna.editField(shop.cost)
    try await sync([shop.anna])
    try await assertCosts(shop)
    let (hers, his) = try await (
      Hub(at: shop.cluster.address(database)), Hub(at: shop.address)
    )
    let none = try await his.questions()
    XCTAssertEqual(none, [])
    let status = try await his.status()
    XCTAssertEqual(status.questions, 0)
    let questions = try await hers.questions()
    XCTAssertEqual(questions.map(\.kind), ["product_value"])
    let decisions = try await shop.anna.decisions(questions)
    XCTAssertEqual(decisions.map(\.mine), ["11111.11 EUR"])
    do {
      try await his.answer(questions[0].id, takesMine: false)
      XCTFail("answered")
    } catch HubError.notAnswerable {}
    try await hers.answer(questions[0].id, takesMine: true)
    try await assertCosts(shop, 1_111_111)
    try await shop.anna.editField(open)
    try await sync([shop.anna, shop.clerk])
    try await assertEqual([shop.anna, shop.clerk])
  }

  /// A field with values that a catalogue brings along, by somebody who may not see such.
  func testWhoeverBringsCostsAlongSetsNone() async throws {
    let shop = try await shop()
    try await shop.clerk.endSharing()
    let own = try CustomField(name: "Own", kind: .money, isCost: true)
    try await shop.clerk.addField(own)
    try await edit(shop.rose.id, in: shop.clerk, ProductChange(values: [own.id: Self.amount]))
    try await HubSync(shop.clerk).join(shop.address, withProducts: true)
    try await assertCosts(shop)
    let hub = try await Hub(at: shop.cluster.address(database))
    let questions = try await hub.questions()
    XCTAssertEqual(questions.map(\.kind), ["field", "product_value"])
    // Whoever may see it takes it for the clerk, who does not get it back.
    for question in questions { try await hub.answer(question.id, takesMine: true) }
    try await assertCosts(shop)
    let value = try await product(shop.rose.id, in: shop.anna).values[own.id]
    XCTAssertEqual(value, Self.amount)
  }

  // MARK: By hand

  private func variant(of shop: Shop) async throws -> Product {
    try await shop.anna.makeVariants(of: shop.rose.id, named: [("Size", ["S"])])
    try await sync([shop.anna, shop.clerk])
    let variant = try await shop.anna.variants(of: shop.rose.id).first
    return try await product(unwrapped(variant).id, in: shop.anna)
  }

  func testNoStatementOfAMemberTellsOrSetsThem() async throws {
    let shop = try await shop()
    // In a template, in a question and in a step that was refused, too.
    try await shop.anna.setTemplate(
      ProductTemplate(
        category: CategoryPath("Flowers"), texts: [.custom(shop.cost.id): "\(Self.secret) EUR"]))
    try await sync([shop.anna])
    let owner = try await HubServer(shop.cluster.address(database))
    let (field, rose) = (shop.cost.id.uuidString, shop.rose.id.uuidString)
    // Also by a name that it had before.
    try await remember(shop, in: shop.anna, "Cost")
    try await shop.anna.editField(
      CustomField(id: shop.cost.id, name: "Paid", kind: .money, isCost: true))
    try await sync([shop.anna])
    for patch in [
      #"{"kind":"product_value","row":"\#(rose)/\#(field)","old":{"number":1},"new":{"text":"EUR","number":\#(Self.secret)9}}"#,
      #"{"kind":"product_value","row":"\#(rose)/\#(field)","new":{"text":"EUR","number":\#(Self.secret).5}}"#,
    ] {
      _ = try await owner.rows(
        "SELECT vitrine_1.apply($1)",
        .text(#"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[\#(patch)]}]"#))
    }
    let asked = try await column("SELECT count(*) FROM vitrine_1.questions()")
    XCTAssertEqual(asked, ["2"])
    let before = try await rowsOfHub()
    let member = try await HubServer(shop.address)
    for sql in [
      "SELECT * FROM vitrine_1.feed(0, -1, 5000)", "SELECT * FROM vitrine_1.rows('', '', 5000)",
      "SELECT * FROM vitrine_1.rows('note', 'zzz', 5000)",
      "SELECT * FROM vitrine_1.past('\(rose)', 9223372036854775807, 9223372036854775807, 500)",
      "SELECT * FROM vitrine_1.questions()", "SELECT vitrine_1.status()",
      "SELECT * FROM vitrine_1.hello()",
      "SELECT * FROM vitrine_1.states('[[\"product_value\",\"\(rose)/\(field)\"],[\"field\",\"\(field)\"],[\"template\",\"Flowers\"]]')",
    ] {
      let answer = try await member.rows(sql)
      XCTAssertFalse(answer.isEmpty && !sql.contains("questions") && !sql.contains("zzz"), sql)
      for row in answer {
        XCTAssertFalse(row.columns.contains { $0?.contains("\(Self.secret)") == true }, sql)
        // Nor which product has one.
        XCTAssertFalse(
          row.columns.contains { $0?.contains("\(rose)/\(field)") == true }
            && !sql.contains("states"), sql)
      }
    }
    // What is there is answered as what never was.
    let states = try await member.rows(
      "SELECT value, moment > 0 FROM vitrine_1.states('[[\"product_value\",\"\(rose)/\(field)\"],[\"product_value\",\"\(UUID())/\(field)\"]]')"
    )
    XCTAssertEqual(states.map(\.columns), [[nil, "t"], [nil, "t"]])
    // Nor is a guess that is right answered otherwise than one that is wrong.
    for number in [Self.secret, 5] {
      for old in [#","old":{"text":"EUR","number":\#(Self.secret)}"#, ""] {
        let step =
          #"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[{"kind":"product_value","row":"\#(rose)/\#(field)","new":{"text":"EUR","number":\#(number)}\#(old)}]}]"#
        let answer = try await member.rows(
          "SELECT refused, questions FROM vitrine_1.apply($1)", .text(step))
        XCTAssertEqual(answer.first?.columns, [nil, "1"])
      }
    }
    for patch in [
      #"{"kind":"field","row":"\#(field)","old":{"cost":1},"new":{"cost":null}}"#,
      #"{"kind":"field","row":"\#(field)","old":{}}"#,
      #"{"kind":"product_value","row":"\#(rose)/\#(field)","old":{"text":"EUR","number":\#(Self.secret)}}"#,
      #"{"kind":"template","row":"Flowers","new":{"content":"{}"}}"#,
    ] {
      let step = #"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[\#(patch)]}]"#
      let answer = try await member.rows(
        "SELECT refused, questions FROM vitrine_1.apply($1)", .text(step))
      XCTAssertEqual(answer.first?.columns, [nil, "1"], patch)
    }
    try await remember(shop, in: shop.clerk, "Other")
    let after = try await rowsOfHub()
    XCTAssertEqual(before, after)
    for id in try await column("SELECT id FROM vitrine_1.question") {
      let taken = try await member.rows("SELECT vitrine_1.answer(\(id), true)")
      XCTAssertEqual(taken.first?.first, "f")
    }
  }

  /// That a variant takes them from its head is no matter of theirs, either.
  func testAVariantTakesThemFromItsHeadWhateverTheyTake() async throws {
    let shop = try await shop()
    let variant = try await variant(of: shop)
    let word = shop.cost.id.uuidString
    let taken = "SELECT value->>'taken' FROM vitrine_1.item WHERE name = '\(variant.id)'"
    let before = try await column(taken)
    XCTAssertTrue(before[0].contains(word), before[0])
    let member = try await HubServer(shop.address)
    for (old, new) in [(before[0], "title"), ("title", "title \(word)"), ("", "supplier")] {
      let step =
        #"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[{"kind":"product","row":"\#(variant.id)","old":{"taken":"\#(old)"},"new":{"taken":"\#(new)"}}]}]"#
      _ = try await member.rows("SELECT vitrine_1.apply($1)", .text(step))
      let now = try await column(taken)
      XCTAssertTrue(now[0].contains(word), now[0])
    }
    try await edit(
      shop.rose.id, in: shop.anna, ProductChange(values: [shop.cost.id: FieldValue.eur(3)]))
    try await sync([shop.anna, shop.clerk])
    let value = try await product(variant.id, in: shop.anna).values[shop.cost.id]
    XCTAssertEqual(value, FieldValue.eur(3))
    // Of another one it would take what that costs.
    let lily = try await add("Lily", to: shop.anna)
    try await edit(lily.id, in: shop.anna, ProductChange(values: [shop.cost.id: .eur(9)]))
    try await sync([shop.anna, shop.clerk])
    _ = try await shop.clerk.join([variant.id], to: lily.id)
    try await sync([shop.clerk, shop.anna])
    try await assertEqual([shop.anna])
    let own = try await product(variant.id, in: shop.anna)
    XCTAssertEqual(own.variant?.head, lily.id)
    XCTAssertEqual(own.values[shop.cost.id], FieldValue.eur(3))
  }

  /// To a machine, an identifier in small letters is the same.
  func testAFieldOfTheSameIdentifierIsNoWayAround() async throws {
    let shop = try await shop()
    let member = try await HubServer(shop.address)
    let (field, rose) = (shop.cost.id.uuidString.lowercased(), shop.rose.id.uuidString)
    for patch in [
      #"{"kind":"field","row":"\#(field)","new":{"name":"Mine","kind":"money","detail":"","position":1}}"#,
      #"{"kind":"product_value","row":"\#(rose)/\#(field)","new":{"text":"EUR","number":1}}"#,
    ] {
      let step = #"[{"id":"\#(UUID())","command":"x","moment":1,"patches":[\#(patch)]}]"#
      let answer = try await member.rows(
        "SELECT refused, questions FROM vitrine_1.apply($1)", .text(step))
      XCTAssertEqual(answer.first?.columns, ["not a patch", "1"])
    }
    try await assertCosts(shop)
    let value = try await product(shop.rose.id, in: shop.anna).values[shop.cost.id]
    XCTAssertEqual(value, Self.amount)
  }

  func testAManagerWithoutTheRightGivesItToNobody() async throws {
    let shop = try await shop()
    _ = try await clerk(of: shop.cluster, "manager", seesCosts: nil)
    let (hub, friend) = (try await Hub(at: shop.address), "friend_\(database)")
    let boss = "boss_\(database)"
    try await Hub(at: shop.cluster.address(database)).addMember(
      boss, role: "manager", password: nil)
    for (name, seesCosts) in [
      (friend, true), ("clerk_\(database)", true), (boss, nil), (boss, false),
    ] {
      do {
        try await hub.addMember(name, role: "editor", seesCosts: seesCosts, password: "mine")
        XCTFail("\(name) was let")
      } catch HubError.noRight {}
    }
    try await hub.addMember(friend, role: "reader", password: nil)
    let members = try await hub.status().members
    XCTAssertEqual(
      members.map { "\($0.name) \($0.costs == true)" },
      ["\(boss) true", "\(shop.address.suffix(15)) false", "\(friend) false", "owner true"])
  }

  /// Reports read what the owner lets them.
  func testAReportReadsThemFromOneViewAlone() async throws {
    let shop = try await shop()
    try await remember(shop, in: shop.anna, "Cost")
    let views = try await column("SELECT viewname FROM pg_views WHERE schemaname = 'vitrine'")
    for view in views {
      let text = try await column("SELECT v::text FROM vitrine.\(view) v").joined()
      XCTAssertEqual(text.contains("\(Self.secret)"), view == "product_cost", view)
    }
    let id = try await column("SELECT id FROM vitrine.product_cost")
    XCTAssertEqual(id, ["\(shop.rose.id)/\(shop.cost.id)"])
  }

  // MARK: A hub of before

  private func oldHub() async throws -> (HubCluster, String) {
    let cluster = try await makeDatabase()
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../Fixtures/Hub/edition-1.sql")
    let address = cluster.address(database)
    try await HubServer(address).runScript(String(contentsOf: file, encoding: .utf8))
    return (cluster, address)
  }

  /// What the hub is made of, without the order of columns that came later.
  private func parts() async throws -> [String] {
    try await column(
      """
      SELECT text FROM (
        SELECT pg_get_functiondef(oid) || proacl::text AS text FROM pg_proc WHERE pronamespace = 'vitrine_1'::regnamespace
        UNION ALL SELECT concat_ws(' ', table_schema, table_name, column_name, data_type, column_default, is_nullable)
          FROM information_schema.columns WHERE table_schema IN ('vitrine_1', 'vitrine')
        UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'vitrine_1'
        UNION ALL SELECT t::text FROM vitrine_1.trait t UNION ALL SELECT k::text FROM vitrine_1.kind k) all_of_it ORDER BY 1
      """)
  }

  func testAHubOfBeforeWorksAndIsBroughtUpToDate() async throws {
    let (cluster, address) = try await oldHub()
    let stores = try await [CatalogStore.open(in: place(0)), CatalogStore.open(in: place(1))]
    for store in stores { try await HubSync(store).join(address, withProducts: false) }
    let colour = try CustomField(name: "Colour", kind: .line)
    try await stores[0].addField(colour)
    let rose = try await add("Rose", to: stores[0])
    try await edit(rose.id, in: stores[0], ProductChange(values: [colour.id: .text("red")]))
    try await sync(stores)
    try await assertEqual(stores)
    let refused = try await column("SELECT count(*) FROM vitrine_1.question")
    XCTAssertEqual(refused, ["0"])
    let hub = try await Hub(at: address)
    do {
      try await hub.addMember("x_\(database)", role: "editor", seesCosts: false, password: nil)
      XCTFail("it knows of no such right")
    } catch HubError.hubOfBefore {}
    try await hub.addMember("x_\(database)", role: "editor", password: nil)
    let isOld = try await hub.status().isOfBefore
    XCTAssertTrue(isOld)
    _ = try await column("CREATE ROLE report_\(database)")
    _ = try await column("GRANT SELECT ON vitrine.field TO report_\(database)")
    // Whoever is no owner cannot.
    do {
      try await Hub.upgrade(at: cluster.address(database, as: "x_\(database)"))
      XCTFail("a member has")
    } catch HubError.noRight {}
    for _ in 0..<2 { try await Hub.upgrade(at: address) }
    let status = try await hub.status()
    XCTAssertFalse(status.isOfBefore)
    XCTAssertEqual(status.members.map(\.costs), [true, true])
    let mayRead = try await column(
      "SELECT has_table_privilege('report_\(database)', 'vitrine.field', 'SELECT')")
    XCTAssertEqual(mayRead, ["t"])
    // An older program calls it as before.
    let member = try await HubServer(cluster.address(database, as: "x_\(database)"))
    let rows = try await member.rows("SELECT kind, name FROM vitrine_1.rows('', '', 10)")
    XCTAssertEqual(rows.count, 3)
    try await stores[0].editField(
      CustomField(id: colour.id, name: "Colour", kind: .line, isCost: true))
    try await sync(stores)
    try await assertEqual(stores)
    let made = try await parts()
    try await column("UPDATE vitrine_1.hub SET edition = 3").forEach { _ in }
    do {
      try await Hub.upgrade(at: address)
      XCTFail("an older version has")
    } catch HubError.newerHub {}
    _ = try await machines(0)
    let new = try await parts()
    XCTAssertEqual(Set(made).symmetricDifference(new), [])
  }
}

extension FieldValue {
  fileprivate static func eur(_ cents: Int) -> FieldValue {
    .money(Price(storedMinorUnits: Int64(cents), currency: Currency(stored: "EUR")))
  }
}
