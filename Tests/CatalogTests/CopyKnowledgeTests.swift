// SPDX-License-Identifier: Apache-2.0
// What a copy of a catalogue knows of the others: nothing that it has heard of is forgotten with the step that it came in,
// and nobody is asked about what only one copy has touched.

import Foundation
import XCTest

@testable import Catalog

final class CopyKnowledgeTests: CatalogTestCase {
  override var parentDirectory: URL { memory }
  private var stores: [CatalogStore] = []

  override func tearDown() async throws {
    for store in stores { await store.close() }
    stores = []
    try await super.tearDown()
  }

  /// Copies of a catalogue that `begin` has made.
  private func copies(
    _ count: Int, _ begin: (CatalogStore) async throws -> Void
  ) async throws -> [CatalogStore] {
    let first = directory.appendingPathComponent("0")
    let store = try await CatalogStore.open(in: first)
    try await begin(store)
    await store.close()
    for number in 0..<count {
      let place = directory.appendingPathComponent("\(number)")
      if number > 0 { try FileManager.default.copyItem(at: first, to: place) }
    }
    for number in 0..<count {
      stores.append(
        try await CatalogStore.open(in: directory.appendingPathComponent("\(number)")))
    }
    return stores
  }

  /// Applies the history of one copy in another, and returns what was asked, as the name of a field.
  private func fieldsAsked(
    _ from: CatalogStore, to other: CatalogStore, _ answer: CopyAnswer? = nil
  ) async throws -> [String] {
    try await send(from, to: other, answer).map { $0.field ?? "" }.sorted()
  }

  private func assertEqual(_ stores: [CatalogStore], line: UInt = #line) async throws {
    let first = try await CopiedHistoryTests.content(stores[0])
    for store in stores.dropFirst() {
      let content = try await CopiedHistoryTests.content(store)
      XCTAssertEqual(content, first, line: line)
    }
  }

  private func set(_ store: CatalogStore, _ ids: Set<UUID>, _ change: ProductChange) async throws {
    _ = try await store.edit(ids, applying: [.set(change)])
  }

  private func supplier(_ text: String) -> ProductChange {
    ProductChange { $0.supplier = .some(LineText(stored: text)) }
  }

  /// Two products.
  private func pair(_ count: Int) async throws -> (stores: [CatalogStore], rose: UUID, iris: UUID) {
    let (rose, iris) = (try makeProduct("Rose"), try makeProduct("Iris"))
    let stores = try await copies(count) {
      for var product in [rose, iris] {
        product.stock = 10
        _ = try await $0.create(product)
      }
    }
    return (stores, rose.id, iris.id)
  }

  // MARK: Steps that a copy has heard of

  func testWhatIsDoneOfAStepThatWasSetAsideIsKnownToAThirdCopy() async throws {
    let (stores, rose, iris) = try await pair(3)
    let (one, two, three) = (stores[0], stores[1], stores[2])
    try await set(one, [rose, iris], supplier("North"))
    try await set(three, [rose], ProductChange(year: IntroductionYear(2026)))
    let nothing = try await fieldsAsked(three, to: one)
    XCTAssertEqual(nothing, [])
    try await set(two, [iris], supplier("South"))
    try await set(two, [rose], ProductChange(year: IntroductionYear(2025)))
    // Both steps are in the way of one here, and the last one of them is known to the third copy.
    let asked = try await fieldsAsked(one, to: two, .mine)
    XCTAssertEqual(asked, ["supplier", "year"])
    try await set(three, [rose], supplier("East"))
    let third = try await fieldsAsked(two, to: three, .mine)
    XCTAssertEqual(third, ["supplier"], "the one of the rose: both have given it one")
    for (from, to) in [(three, two), (two, one), (three, one)] {
      let again = try await fieldsAsked(from, to: to)
      XCTAssertEqual(again, [])
    }
    try await assertEqual(stores)
    let found = try await one.product(rose)
    XCTAssertEqual(found?.supplier?.text, "East")
  }

  func testAStepThatArrivedIsWhatBecameOfItThere() async throws {
    let (stores, rose, iris) = try await pair(2)
    try await set(stores[0], [rose], ProductChange(title: ProductTitle("Tulip")))
    try await set(stores[0], [rose, iris], ProductChange(title: ProductTitle("Rose")))
    try await set(stores[1], [iris], ProductChange(title: ProductTitle("Aster")))
    // The first one goes together with what is here, the second one does not.
    let asked = try await fieldsAsked(stores[0], to: stores[1], .mine)
    XCTAssertEqual(asked, ["title"])
    let found = try await stores[1].product(rose)
    XCTAssertEqual(found?.title.text, "Rose")
    let back = try await fieldsAsked(stores[1], to: stores[0])
    XCTAssertEqual(back, [])
    try await assertEqual(stores)
  }

  func testAnUndoThatWasFollowedByAnotherCommandIsKnown() async throws {
    for isLateHere in [false, true] {
      let (stores, rose, _) = try await pair(2)
      let (one, two) = (stores[0], stores[1])
      try await set(one, [rose], ProductChange(title: ProductTitle("Tulip")))
      _ = try await fieldsAsked(one, to: two)
      _ = try await one.undo()
      try await set(one, [rose], ProductChange(year: IntroductionYear(2026)))
      try await set(two, [rose], supplier("North"))
      let (first, second) = isLateHere ? (two, one) : (one, two)
      let asked = try await fieldsAsked(first, to: second)
      let back = try await fieldsAsked(second, to: first)
      XCTAssertEqual([asked, back], [[], []], "only one of them has changed the title since")
      try await assertEqual(stores)
      let found = try await one.product(rose)
      XCTAssertEqual(found?.title.text, "Rose")
      for store in stores { await store.close() }
      self.stores = []
      for name in ["0", "1"] {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
    }
  }

  func testASaleThatWasUndoneIsNotSubtracted() async throws {
    let (stores, rose, _) = try await pair(2)
    let (one, two) = (stores[0], stores[1])
    try await set(one, [rose], ProductChange(stock: 9))
    _ = try await fieldsAsked(one, to: two)
    _ = try await one.undo()
    try await set(two, [rose], ProductChange(stock: 14))
    let (asked, back) = (try await fieldsAsked(two, to: one), try await fieldsAsked(one, to: two))
    XCTAssertEqual([asked, back], [[], []])
    for store in stores {
      let found = try await store.product(rose)
      XCTAssertEqual(found?.stock, 15)
    }
  }

  func testADecisionThatThingsStayGoneIsNotAskedAboutAgain() async throws {
    let (stores, rose, _) = try await pair(3)
    try await stores[0].delete([rose])
    try await stores[0].erase([rose])
    try await set(stores[1], [rose], supplier("North"))
    let asked = try await fieldsAsked(stores[1], to: stores[0], .mine)
    XCTAssertEqual(asked, [""])
    for (from, to) in [(0, 1), (1, 2), (0, 2), (2, 1), (2, 0), (1, 0)] {
      let again = try await fieldsAsked(stores[from], to: stores[to])
      XCTAssertEqual(again, [], "\(from) to \(to)")
    }
    try await assertEqual(stores)
    let found = try await stores[1].product(rose)
    XCTAssertNil(found)
  }

  // MARK: Steps about rows that are found nowhere

  /// A step that is skipped takes the rows with it that it had put in, and others were about them.
  func testStepsAboutWhatASkippedStepHadPutInAreNoDamage() async throws {
    for isUndone in [true, false] {
      let (stores, rose, _) = try await pair(2)
      let (one, two) = (stores[0], stores[1])
      let colour = try CustomField(name: "Colour", kind: .line)
      try await one.addField(colour)
      try await set(one, [rose], ProductChange(values: [colour.id: .text("Red")]))
      if isUndone {
        for _ in 1...2 { try await one.undo() }
        try await one.skipRedo()
      } else {
        _ = try await one.removeField(colour.id)
        try await one.skipUndo()
      }
      let (asked, back) = (try await fieldsAsked(one, to: two), try await fieldsAsked(two, to: one))
      XCTAssertEqual([asked, back], [[], []])
      let problems = try await one.check()
      XCTAssertEqual(problems.filter { if case .unfitStep = $0 { false } else { true } }, [])
      // Instead of what could be redone.
      try await set(one, [rose], supplier("North"))
      let again = (try await fieldsAsked(one, to: two), try await fieldsAsked(two, to: one))
      XCTAssertEqual([again.0, again.1], [[], []])
      try await assertEqual(stores)
      for store in stores { await store.close() }
      self.stores = []
      for name in ["0", "1"] {
        try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
      }
    }
  }

  func testWhatIsDiscardedIsRememberedWithWhatItPutIn() async throws {
    let (stores, rose, _) = try await pair(1)
    let colour = try CustomField(name: "Colour", kind: .line)
    try await stores[0].addField(colour)
    try await set(stores[0], [rose], ProductChange(values: [colour.id: .text("Red")]))
    for _ in 1...2 { try await stores[0].undo() }
    try await set(stores[0], [rose], supplier("North"))
    let remembered = try await stores[0].database.read {
      try $0.rows("SELECT row FROM history_touched WHERE kind IN ('field', 'product_value')") {
        $0.onlyText
      }
    }
    XCTAssertEqual(
      Set(remembered), [colour.id.uuidString, "\(rose.uuidString)/\(colour.id.uuidString)"])
  }

  func testWhatIsRememberedHasAnEnd() async throws {
    let (stores, rose, _) = try await pair(1)
    _ = try await stores[0].database.changeHistory { history in
      try history.connection.execute(
        """
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 200)
        INSERT INTO history_gone (id, turn) SELECT randomblob(16), 1 FROM n;
        WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 500)
        INSERT INTO history_touched (id, kind, row, columns)
        SELECT id, 'product', n, 'title' FROM n, history_gone
        """)
      return (true, [])
    }
    try await set(stores[0], [rose], supplier("North"))
    try await stores[0].undo()
    try await set(stores[0], [rose], supplier("South"))
    let (count, newest) = try await stores[0].database.read {
      (
        try $0.integer("SELECT count(*) FROM history_touched"),
        try $0.integer("SELECT count(*) FROM history_touched WHERE row = ?", rose.uuidString)
      )
    }
    XCTAssertLessThan(count, History.mostRemembered)
    XCTAssertGreaterThan(count, History.mostRemembered / 2)
    XCTAssertEqual(newest, 1)
  }

  func testWhatNoStepCanHaveTouchedIsRefused() throws {
    let id = UUID().uuidString
    func line(_ kind: String, _ row: String, _ rest: String = "\"columns\":\"title\"") -> [UInt8] {
      Array("{\"touched\":\"\(id)\",\"kind\":\"\(kind)\",\"row\":\"\(row)\",\(rest)}".utf8)
    }
    func stock(_ count: String) -> [UInt8] {
      line("product", id, "\"columns\":\"stock\",\"add\":{\"stock\":\(count)}")
    }
    for sound in [
      line("product", id), line("product_value", "\(id)/\(id)"), line("template", "Flowers"),
      stock("-1000000"),
    ] { XCTAssertNoThrow(try StepLine(sound)) }
    for other in [
      line("product", "rose"), line("product_value", id), line("template", ""), line("history", id),
      line("product", id, "\"columns\":\"title secret\""), stock("9223372036854775807"),
      stock("-9223372036854775808"),
    ] {
      XCTAssertThrowsError(try StepLine(other), String(decoding: other, as: UTF8.self)) {
        XCTAssertTrue($0 is LineProblem, "\($0)")
      }
    }
  }

  // MARK: Names and variants

  func testTwoFieldsOfOneNameAreFoundAlikeEverywhere() async throws {
    let (stores, _, _) = try await pair(2)
    for store in stores { try await store.addField(CustomField(name: "Colour", kind: .line)) }
    _ = try await fieldsAsked(stores[0], to: stores[1])
    _ = try await fieldsAsked(stores[1], to: stores[0])
    try await assertEqual(stores)
  }

  func testAValueThatAVariantWasGivenItselfStaysItsOwn() async throws {
    let (stores, rose, iris) = try await pair(2)
    let (one, two) = (stores[0], stores[1])
    try await set(one, [rose, iris], supplier("North"))
    try await set(one, [rose, iris], ProductChange(description: "Scented"))
    _ = try await one.join([iris], to: rose)
    _ = try await fieldsAsked(one, to: two)
    try await set(one, [iris], ProductChange(description: "Without scent"))
    try await set(two, [iris], supplier("South"))
    let (asked, back) = (try await fieldsAsked(one, to: two), try await fieldsAsked(two, to: one))
    XCTAssertEqual([asked, back], [[], []])
    try await assertEqual(stores)
    try await set(one, [rose], supplier("East"))
    let found = try await one.product(iris)
    XCTAssertEqual(found?.supplier?.text, "South")
    XCTAssertEqual(found?.description.text, "Without scent")
  }
}
