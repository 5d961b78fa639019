// SPDX-License-Identifier: Apache-2.0
// The live list: after any command it equals a fresh query, its changes are exact and small, and it
// never blocks.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class ResultsTests: CatalogTestCase {
  /// Another program may have stored it. A product that is read alone has all of it.
  func testAListHasNoLineOfAMegabyte() async throws {
    let store = try await CatalogStore.open(in: directory)
    let field = try CustomField(name: "Wood", kind: .line)
    try await store.addField(field)
    var rose = try makeProduct("Rose", category: "Flowers")
    rose.values = [field.id: .text("Oak")]
    let id = try await store.create(rose).id
    try await store.database.underLock { connection in
      try connection.execute(
        """
        UPDATE product SET title = replace(hex(zeroblob(100000)), '00', 'é'), category = title,
          supplier = title;
        UPDATE product_value SET text = replace(hex(zeroblob(100000)), '00', 'é');
        """)
      return ((), [])
    }
    let listed = try await store.products(ProductQuery()).first
    let item = try XCTUnwrap(listed)
    XCTAssertEqual(item.title.unicodeScalars.count, 2_000)
    for field in ProductField.all {
      guard case .text(let text) = item.value(of: field) else { continue }
      XCTAssertLessThanOrEqual(text.unicodeScalars.count, 2_000, field.name)
    }
    XCTAssertLessThanOrEqual(item.category?.text.unicodeScalars.count ?? 0, 2_000)
    if case .text(let text) = item.values[field.id] {
      XCTAssertEqual(text.unicodeScalars.count, 20_000)
    } else {
      XCTFail("\(item.values)")
    }
    let whole = try await store.product(id)
    XCTAssertEqual(whole?.title.text.unicodeScalars.count, 100_000)
    await store.close()
  }

  /// Random commands against lists of every kind, each compared with a fresh query.
  func testEveryListFollowsEveryCommand() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    try await Self.follow(seed: seed, commands: 120, in: directory)
  }

  @MainActor
  private static func follow(seed: UInt64, commands: Int, in directory: URL) async throws {
    var random = SeededRandom(seed: seed)
    let store = try await CatalogStore.open(in: directory)
    let other = try await CatalogStore.open(in: directory)
    for _ in 0..<30 { _ = try await store.create(Self.randomProduct(&random)) }
    let mirrors = try Self.queries().map { Mirror($0, of: store) }
    for mirror in mirrors { try await mirror.settle() }
    for step in 0..<commands {
      let isForeign = step % 20 == 19
      try await Self.command(isForeign ? other : store, &random)
      for mirror in mirrors {
        try await waitUntil("list \(mirror.results.query), seed \(seed), step \(step)") {
          guard mirror.results.isIdle else { return false }
          return try await Self.fresh(mirror.results.query, store) == Array(mirror.results.order)
        }
        XCTAssertEqual(mirror.keys, Array(mirror.results.order), "seed \(seed), step \(step)")
      }
    }
    await store.close()
    await other.close()
  }

  // What is left of a query that was given up ends none of those after it, nor does what counts in the
  // background meanwhile.
  func testAListThatIsAskedForAgainAndAgainNeverFails() async throws {
    try await Self.askAgainAndAgain(seed: UInt64.random(in: 0...999_999), in: directory)
  }

  @MainActor
  private static func askAgainAndAgain(seed: UInt64, in directory: URL) async throws {
    var random = SeededRandom(seed: seed)
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(4_000))
    let counting = Task.detached {
      while !Task.isCancelled {
        _ = try? await store.groupCounts(ProductQuery(), by: .tags, inBackground: true)
      }
    }
    defer { counting.cancel() }
    let texts = ["", "o", "oa", "oak", "s", "st", "garden br", "zzz"]
    let sorts: [ProductSort] = [.manual, .title, .price]
    let mirrors = (0..<2).map { _ in Mirror(ProductQuery(), of: store) }
    for turn in 0..<rounds(200, withFaults: 1_500) {
      let list = mirrors[random.below(mirrors.count)].results
      list.show(
        ProductQuery(
          searchText: random.pick(texts), filters: random.chance(50) ? [.lowStock] : [],
          sort: random.pick(sorts), ascending: random.chance(50)))
      _ = list.item(at: random.below(list.count + 1))
      try await Task.sleep(for: .microseconds(random.below(4_000)))
      XCTAssertEqual(mirrors.map(\.failures), [0, 0], "seed \(seed), turn \(turn)")
      if mirrors.contains(where: { $0.failures > 0 }) { break }
    }
    for mirror in mirrors {
      try await mirror.settle()
      let fresh = try await Self.fresh(mirror.results.query, store)
      XCTAssertEqual(Array(mirror.results.order), fresh, "seed \(seed)")
    }
    await store.close()
  }

  func testOneEditIsASmallChange() async throws {
    try await Self.oneEdit(in: directory)
  }

  @MainActor
  private static func oneEdit(in directory: URL) async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for number in 100..<140 {
      ids.append(try await store.create(makeProduct("P\(number)")).id)
    }
    let mirror = Mirror(ProductQuery(sort: .title), of: store)
    try await mirror.settle()
    mirror.changes = []
    _ = try await store.edit(
      ids[3], basedOn: 1, applying: ProductChange(title: ProductTitle("P130a")))
    try await waitUntil("it has moved") { mirror.results.position(of: ids[3]) == 30 }
    XCTAssertEqual(
      mirror.changes,
      [ListChange(at: 3, removed: 1, added: 0), ListChange(at: 30, removed: 0, added: 1)])
    XCTAssertEqual(mirror.results.item(at: 30)?.title, "P130a")

    mirror.changes = []
    _ = try await store.edit(
      ids[8], basedOn: 1, applying: ProductChange(year: IntroductionYear(1999)))
    try await waitUntil("it shows") {
      mirror.results.item(of: ids[8])?.year == (try? IntroductionYear(1999))
    }
    XCTAssertEqual(mirror.changes, [], "it stays in its place")
    try await store.delete([ids[8]])
    try await waitUntil("it is gone") { mirror.results.count == 39 }
    XCTAssertEqual(mirror.changes.count, 1)
    await store.close()
  }

  /// Rows far from the first page are not available at once; their arrival is announced.
  func testItemsAreReadPageByPage() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await Self.fill(store, 5_000)
    try await Self.readPages(store)
    await store.close()
  }

  @MainActor
  private static func readPages(_ store: CatalogStore) async throws {
    let mirror = Mirror(ProductQuery(sort: .title), of: store)
    let results = mirror.results
    XCTAssertEqual(results.count, 0)
    XCTAssertFalse(results.isLoaded, "nothing is known in the turn it is asked in")
    XCTAssertNil(results.item(at: 0))
    try await mirror.settle()
    XCTAssertEqual(results.count, 5_000)
    XCTAssertNotNil(results.item(at: 0), "the first page is at hand")
    XCTAssertNil(results.item(at: 4_000))
    XCTAssertNil(results.item(at: 5_000))
    XCTAssertNil(results.item(at: -1))
    try await waitUntil("the page is read") { results.item(at: 4_000) != nil }
    XCTAssertEqual(results.item(at: 4_000)?.title, "P004000")
    XCTAssertNotNil(results.item(at: 4_000 - 64), "the page before it, too")
    XCTAssertNotNil(results.item(at: 4_000 + 64), "and the one after it")

    let far = try await store.products(ProductQuery(searchText: "P000333"))[0].id
    XCTAssertNil(results.position(of: far))
    let position = try await results.locate(far)
    XCTAssertEqual(position, 333)
    XCTAssertEqual(results.position(of: far), 333)
    let nowhere = try await results.locate(UUID())
    XCTAssertNil(nowhere)
    // Everything was read; only part of it stays in memory.
    for position in stride(from: 0, to: 5_000, by: 64) {
      _ = results.item(at: position)
      try await waitUntil("row \(position)") { results.item(at: position) != nil }
    }
    XCTAssertNil(results.item(of: far))
  }

  func testANewerQueryReplacesTheOlderOne() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await Self.fill(store, 3_000)
    try await Self.typing(store)
    await store.close()
  }

  @MainActor
  private static func typing(_ store: CatalogStore) async throws {
    let mirror = Mirror(ProductQuery(), of: store)
    // Both readers are busy forever: new requests wait for one of them.
    let busy = [Self.endless(store), Self.endless(store)]
    for text in ["p", "p0", "p00", "p001", "p0012", "p00123"] {
      mirror.results.show(ProductQuery(searchText: text))
      await Task.yield()
    }
    XCTAssertFalse(mirror.results.isLoaded)
    for task in busy { task.cancel() }
    try await mirror.settle()
    XCTAssertEqual(mirror.loads, 1, "only the last was answered")
    XCTAssertEqual(mirror.keys, (1_231...1_240).map(Int64.init))
    XCTAssertEqual(mirror.keys, Array(mirror.results.order))
  }

  func testAListThatCantBeReadSaysSoAndComesBack() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Rose"))
    try await Self.failing(store)
    await store.close()
  }

  @MainActor
  private static func failing(_ store: CatalogStore) async throws {
    try await store.database.underLock { connection in
      try connection.run("ALTER TABLE product RENAME COLUMN title_key TO hidden")
      return ((), [])
    }
    let mirror = Mirror(ProductQuery(sort: .title), of: store)
    try await waitUntil("it says so") { mirror.failures > 0 && mirror.results.isIdle }
    try await store.database.underLock { connection in
      try connection.run("ALTER TABLE product RENAME COLUMN hidden TO title_key")
      return ((), [.everything])
    }
    try await mirror.settle()
    XCTAssertEqual(mirror.results.item(at: 0)?.title, "Rose")
    XCTAssertEqual(mirror.failures, 1)
  }

  func testAListIsReleased() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await Self.fill(store, 500)
    try await Self.letGo(store)
    await store.close()
  }

  @MainActor
  private static func letGo(_ store: CatalogStore) async throws {
    weak var remains: ProductResults?
    do {
      let results = store.results(ProductQuery(sort: .title), watching: { [] }) { _ in }
      remains = results
      _ = results.item(at: 3)
    }
    try await waitUntil("it is gone") { remains == nil }
  }

  // MARK: Parts

  private static func queries() throws -> [ProductQuery] {
    var several = ProductQuery()
    several.order = [ProductOrder(.stock, ascending: false), ProductOrder(.title)]
    return [
      ProductQuery(), ProductQuery(sort: .title, ascending: false), several,
      ProductQuery(sort: .year), ProductQuery(sort: .category, ascending: false),
      ProductQuery(sort: .changed, ascending: false), ProductQuery(sort: .price),
      ProductQuery(category: try CategoryPath("C/1"), sort: .title),
      ProductQuery(tags: ["t1"], sort: .stock), ProductQuery(filters: [.lowStock], sort: .year),
      ProductQuery(filters: [.duplicateGTIN]), ProductQuery(filters: [.duplicateSKU]),
      ProductQuery(filters: [.isPresent(.notes)]),
      ProductQuery(searchText: "rose"), ProductQuery(searchText: "care", sort: .title),
      ProductQuery(inTrash: true), ProductQuery(sort: .title, inTrash: true),
    ]
  }

  private static func randomProduct(_ random: inout SeededRandom) throws -> Product {
    func one<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }
    var product = try makeProduct(
      one(["Rose", "Red rose", "Tulip", "rose", "Éclair"]) ?? "",
      category: one(["C", "C/1", "C/2", "C/1/x", nil]) ?? nil,
      price: one(["1.00", "2.00", nil]) ?? nil, year: one([1999, 2000, nil]) ?? nil)
    product.tags = one([[], ["t1"], ["t1", "rose"]]) ?? []
    product.stock = one([0, 1, 2, nil]) ?? nil
    product.minimumStock = one([1, nil]) ?? nil
    product.sku = try one(["R-1", "r-1", "T-1", nil]).flatMap { try $0.map { try SKU($0) } }
    product.gtin = try one(["4006381333931", "96385074", nil]).flatMap {
      try $0.map { try GTIN($0) }
    }
    return product
  }

  private static func command(_ store: CatalogStore, _ random: inout SeededRandom) async throws {
    let alive = try await store.products(ProductQuery()).map(\.id)
    let trashed = try await store.products(ProductQuery(inTrash: true)).map(\.id)
    let some = Set(alive.shuffled(using: &random).prefix(Int.random(in: 1...4, using: &random)))
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: _ = try await store.create(Self.randomProduct(&random))
    case 2...5:
      guard let id = some.first, let product = try await store.product(id) else { return }
      let other = try Self.randomProduct(&random)
      let change = ProductChange(
        title: other.title, category: .some(other.category), tags: other.tags,
        gtin: .some(other.gtin), price: .some(other.price), stock: .some(other.stock),
        year: .some(other.year))
      _ = try await store.edit(id, basedOn: product.revision, applying: change)
    case 6: try await store.delete(some)
    case 7: try await store.restore(Set(trashed.prefix(2)))
    case 8: try await store.erase(Set(trashed.prefix(1)))
    case 9: _ = try await store.undo()
    case 10: _ = try await store.redo()
    default:
      if let id = some.first { _ = try await store.addNote(to: id, title: "Care", text: "rose") }
    }
  }

  static func fresh(_ query: ProductQuery, _ store: CatalogStore) async throws -> [Int64] {
    try await store.database.read { connection in
      let finder = try ProductFinder(query, connection)
      let order = Array(try finder.completeOrder())
      let page = try finder.firstPage(10)
      // Of many matches, the best ones may not be among the first that are found.
      if page.isComplete || !finder.isRanked {
        XCTAssertEqual(Array(page.keys.prefix(10)), Array(order.prefix(10)), "\(query)")
      }
      XCTAssertEqual(try finder.count(), order.count, "\(query)")
      return order
    }
  }

  private static func fill(_ store: CatalogStore, _ count: Int) async throws {
    try await store.database.underLock { connection in
      try connection.transaction(.write) {
        try connection.run(
          """
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < ?)
          INSERT INTO product (
            key, id, title, title_key, description, position, revision, created, changed)
          SELECT i, randomblob(16), printf('P%06d', i - 1), printf('p%06d', i - 1), '', i, 1, 0, 0
          FROM n
          """, count)
        try SearchIndex(connection: connection).refresh()
      }
      return ((), [.everything])
    }
  }

  private static func endless(_ store: CatalogStore) -> Task<Int, any Error> {
    Task {
      try await store.database.read { connection in
        try connection.integer(
          "WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n")
      }
    }
  }
}

/// A view's idea of a list, built only from the announced changes.
@MainActor
final class Mirror {
  private let store: CatalogStore
  private let query: ProductQuery
  private(set) lazy var results = store.results(
    query, watching: { [weak self] in self?.watched ?? [] }
  ) { [weak self] in
    self?.apply($0)
  }
  /// What stays in the list although it no longer fits.
  var watched: Set<UUID> = []
  private(set) var keys: [Int64] = []
  var changes: [ListChange] = []
  private(set) var loads = 0
  private(set) var failures = 0

  init(_ query: ProductQuery, of store: CatalogStore) {
    (self.query, self.store) = (query, store)
    _ = results
  }

  private func apply(_ change: ProductResults.Change) {
    switch change {
    case .items(let changes):
      keys = applied(changes, to: keys, end: Array(results.order))
      self.changes += changes
    case .completed: loads += 1
    case .failed: failures += 1
    case .content: break
    }
  }

  func settle() async throws {
    try await waitUntil("the list is complete") { self.results.isComplete && self.results.isIdle }
  }
}

private struct NeverHappened: Error { let what: String }

@MainActor
func waitUntil(
  _ what: String, _ condition: @MainActor () async throws -> Bool
) async throws {
  // Far longer than a busy machine takes.
  let deadline = Date(timeIntervalSinceNow: 60)
  while try await !condition() {
    guard Date() < deadline else { throw NeverHappened(what: what) }
    try await Task.sleep(nanoseconds: 1_000_000)
  }
}
