// SPDX-License-Identifier: Apache-2.0
// Lists that have variants below their heads, of which some are open: after any command they are what follows from the
// flat list of the same products.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class FoldedListTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testAHeadSaysWhatItsVariantsComeToAndOpensInPlace() async throws {
    let store = try await CatalogStore.open(in: directory)
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    _ = try await store.create(makeProduct("Apron"))
    let shirt = try await store.create(makeProduct("Shirt", price: "20.00"))
    _ = try await store.create(makeProduct("Trousers"))
    let variants = try await store.makeVariants(
      of: shirt.id, options: [(size.id, [.text("S"), .text("M")])])
    for (number, id) in variants.enumerated() {
      let price = try Price("2\(number * 5).00", currency: Currency("EUR"))
      _ = try await store.edit(
        [id], applying: [.set(ProductChange { ($0.stock, $0.price) = (4, price) })])
    }
    var query = ProductQuery(sort: .title)
    query.foldsVariants = true
    let mirror = await Mirror(query, of: store)
    try await mirror.settle()
    await MainActor.run {
      XCTAssertEqual(mirror.titles, ["Apron", "Shirt", "Trousers"])
      let family = mirror.results.item(at: 1)?.family
      XCTAssertEqual(family?.count, 2)
      XCTAssertEqual(family?.totals.stockSums.map(\.amount), [8])
      XCTAssertEqual(family?.prices.map(\.lowest.decimalText), ["20.00"])
      XCTAssertEqual(family?.prices.map(\.highest.decimalText), ["25.00"])
      XCTAssertNil(mirror.results.item(at: 0)?.family)
      mirror.changes = []
      mirror.results.openHeads = [shirt.id]
    }
    try await waitUntil("it is open") { mirror.results.count == 5 }
    try await mirror.settle()
    await MainActor.run {
      XCTAssertEqual(mirror.changes, [ListChange(at: 2, removed: 0, added: 2)], "and nothing else")
      XCTAssertEqual(
        mirror.titles, ["Apron", "Shirt", "Shirt · M", "Shirt · S", "Trousers"], "in its order")
      XCTAssertEqual(mirror.results.item(at: 1)?.isOpen, true)
      XCTAssertEqual(mirror.results.item(at: 2)?.isNested, true)
      XCTAssertEqual(mirror.results.item(at: 4)?.isNested, false)
      for beyond in [-1, 5, .min, .max] {
        XCTAssertNil(mirror.results.item(at: beyond))
        XCTAssertNil(mirror.results.head(above: beyond))
      }
    }
    // What one variant has is said of all of them.
    _ = try await store.edit(
      [variants[0]], applying: [.set(ProductChange { $0.stock = 7 })])
    try await waitUntil("the head says so") {
      mirror.results.item(at: 1)?.family?.totals.stockSums.map(\.amount) == [11]
    }
    try await store.leave([variants[1]])
    try await waitUntil("it is one of the list") {
      mirror.results.isIdle && mirror.results.count == 5
    }
    await MainActor.run {
      XCTAssertEqual(mirror.titles, ["Apron", "Shirt", "Shirt · S", "Shirt · M", "Trousers"])
      XCTAssertEqual(mirror.results.head(above: 2), 1)
      XCTAssertNil(mirror.results.head(above: 3))
      XCTAssertEqual(mirror.results.item(at: 1)?.family?.count, 1)
      mirror.results.openHeads = []
    }
    try await waitUntil("it is closed") { mirror.results.count == 4 }
    try await store.leave([variants[0]])
    try await waitUntil("nothing is below it") {
      mirror.results.isIdle && mirror.results.item(at: 1)?.family == nil
    }
    await store.close()
  }

  /// What is selected comes to the same, whatever is open: of a head what its row says.
  func testSumsHaveTheVariantsOfClosedHeadsAndNoHeads() async throws {
    let store = try await CatalogStore.open(in: directory)
    let shirt = try await store.create(makeProduct("Shirt", price: "20.00"))
    let cheese = try await store.create(makeProduct("Cheese", price: "24.00"))
    let apron = try await store.create(makeProduct("Apron", price: "1.00"))
    try await store.edit(
      [cheese.id], applying: [.set(ProductChange { $0.unit = try SaleUnit("kg") })])
    let sizes = try await store.makeVariants(of: shirt.id, named: [("Size", ["S", "M"])])
    let loaves = try await store.makeVariants(of: cheese.id, named: [("Age", ["old", "young"])])
    // The heads' own are left over from before there were variants.
    for id in [shirt.id, cheese.id, apron.id] + sizes + loaves {
      try await store.edit([id], applying: [.set(ProductChange(stock: 5))])
    }
    func amounts(_ query: ProductQuery, _ ids: [UUID]?, open: [UUID] = []) async throws -> [String]
    {
      let mirror = await Mirror(query, of: store)
      try await mirror.settle()
      let results = await MainActor.run {
        mirror.results.openHeads = Set(open)
        return mirror.results
      }
      try await waitUntil("they are open") {
        results.isIdle
          && open.allSatisfy { results.item(at: results.position(of: $0) ?? 0)?.isOpen == true }
      }
      let rows: ProductRows? = if let ids { try await results.rows(of: ids) } else { nil }
      let survey = try await results.survey(rows, naming: 10)
      XCTAssertEqual(survey.rows.count, ids?.count ?? survey.rows.count)
      XCTAssertEqual(survey.first.map { ids?.contains($0) ?? true }, true)
      return survey.totals.stockSums.map { "\($0.amount) \($0.unit?.symbol ?? "pieces")" }
        + survey.totals.stockValues.map { "\($0.amount)" }
    }
    var folded = ProductQuery()
    folded.foldsVariants = true
    for open in [[], [shirt.id], [shirt.id, cheese.id]] {
      let all = try await amounts(folded, nil, open: open)
      XCTAssertEqual(all, ["15 pieces", "10 kg", "445"], "\(open.count) open")
      let some = try await amounts(folded, [shirt.id, apron.id], open: open)
      XCTAssertEqual(some, ["15 pieces", "205"])
    }
    // A variant that is selected, too, counts once.
    let both = try await amounts(folded, [shirt.id, sizes[0]], open: [shirt.id])
    XCTAssertEqual(both, ["10 pieces", "200"])
    let flat = try await amounts(ProductQuery(), [shirt.id, sizes[0], loaves[1]])
    XCTAssertEqual(flat, ["5 pieces", "5 kg", "220"])
    // Of many rows, heads are looked up in another way than of a few.
    _ = try await store.generate(GeneratedProducts(1_100))
    let mirror = await Mirror(folded, of: store)
    try await mirror.settle()
    let results = await MainActor.run { mirror.results }
    let count = await MainActor.run { results.count }
    let whole = try await results.survey(nil, naming: 1)
    var parts: [Decimal] = []
    for start in stride(from: 0, to: count, by: 500) {
      let rows = await MainActor.run { results.rows(at: start..<start + 500) }
      parts.append(
        try await results.survey(rows, naming: 1).totals.stockSums.reduce(0) { $0 + $1.amount })
    }
    XCTAssertEqual(whole.rows.count, count)
    XCTAssertEqual(
      whole.totals.stockSums.reduce(0) { $0 + $1.amount }, parts.reduce(0, +))
    let goods = try await store.goods(of: [shirt.id, apron.id, loaves[1], cheese.id])
    XCTAssertEqual(goods, sizes + [apron.id, loaves[1], loaves[0]])
    let two = try await store.goods(of: [apron.id, shirt.id], limit: 2)
    XCTAssertEqual(two, [apron.id, sizes[0]])
    await store.close()
  }

  func testAListWithOpenHeadsFollowsEveryChange() async throws {
    for round in 0..<rounds(1, withFaults: 4, withAll: 30) {
      try await Self.follow(commands: 80, in: directory.appendingPathComponent("\(round)"))
    }
  }

  @MainActor
  private static func follow(commands count: Int, in directory: URL) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var commands = RandomCommands(seed: seed, directory: directory)
    let store = try await CatalogStore.open(in: directory)
    for name in ["Size", "Colour"] {
      try await store.addField(CustomField(name: name, kind: .line))
    }
    for number in 0..<8 { _ = try await store.create(makeProduct("Rose \(number)", category: "C")) }
    let mirrors = try queries().map { Mirror($0, of: store) }
    let watching = try queries().map { Mirror($0, of: store) }
    for step in 0..<count {
      var name = ""
      let products = try await store.products(ProductQuery()).map(\.id)
      if commands.random.chance(3) {
        name = try await commands.variantCommand(products, store)
      } else {
        name = try await commands.carryOut(on: store)
      }
      for mirror in mirrors {
        if commands.random.chance(4) {
          mirror.results.openHeads = Set(products.filter { _ in commands.random.chance(2) })
        }
        let what = "\(mirror.results.query), seed \(seed), step \(step), \(name)"
        try await waitUntil(what) {
          guard mirror.results.isIdle, mirror.results.isComplete else { return false }
          let expected = try await expected(
            mirror.results.query, open: mirror.results.openHeads, store)
          return expected == Array(mirror.results.order)
        }
        XCTAssertEqual(mirror.keys, Array(mirror.results.order), what)
      }
      for mirror in watching {
        if commands.random.chance(4) {
          mirror.results.openHeads = Set(products.filter { _ in commands.random.chance(2) })
          mirror.watched = Set(products.filter { _ in commands.random.chance(3) })
        }
        try await mirror.settle()
        let what = "\(mirror.results.query), watching, seed \(seed), step \(step), \(name)"
        let order = Array(mirror.results.order)
        XCTAssertEqual(mirror.keys, order, what)
        XCTAssertEqual(Set(order).count, order.count, "a row is there twice: \(what)")
      }
    }
    await store.close()
  }

  private static func queries() throws -> [ProductQuery] {
    [
      ProductQuery(), ProductQuery(sort: .title, ascending: false),
      ProductQuery(category: try CategoryPath("C"), sort: .price),
      ProductQuery(category: try CategoryPath("D"), tags: ["many"]),
      ProductQuery(tags: ["many"], sort: .changed), ProductQuery(sort: .category, inTrash: true),
    ].map { query in
      var query = query
      query.foldsVariants = true
      return query
    }
  }

  /// A variant is left out if its head is listed; below one that is open are all its variants.
  private static func expected(
    _ query: ProductQuery, open: Set<UUID>, _ store: CatalogStore
  ) async throws -> [Int64] {
    _ = try await ResultsTests.fresh(query, store)
    var flat = query
    flat.foldsVariants = false
    let listed = try await ResultsTests.fresh(flat, store)
    (flat.category, flat.tags) = (nil, [])
    let all = try await ResultsTests.fresh(flat, store)
    let heads = try await store.database.read { connection in
      try connection.rows(
        """
        SELECT v.key AS variant, h.key AS head, h.id AS id FROM product AS v
          JOIN product AS h ON hex(h.id) = v.head
        """
      ) { (variant: $0.int64("variant"), head: $0.int64("head"), id: try $0.uuid("id")) }
    }
    let head = Dictionary(uniqueKeysWithValues: heads.map { ($0.variant, $0.head) })
    let opened = Set(heads.filter { open.contains($0.id) }.map(\.head))
    let isListed = Set(listed)
    return listed.filter { head[$0].map { !isListed.contains($0) } ?? true }.flatMap { key in
      [key] + (opened.contains(key) ? all.filter { head[$0] == key } : [])
    }
  }
}

extension Mirror {
  fileprivate var titles: [String?] {
    (0..<results.count).map { results.item(at: $0)?.title }
  }
}
