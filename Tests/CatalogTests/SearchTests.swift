// SPDX-License-Identifier: Apache-2.0
// Full-text search: what is found, what comes first, and that the index never falls behind.

import Foundation
import XCTest

@testable import Catalog

final class SearchTests: CatalogTestCase {
  func testWhatIsFound() async throws {
    let store = try await makeStore()
    for (text, expected) in [
      ("rose", ["Red Rose", "Thorn", "Vase"]),  // title over tags over description
      ("ROSÉ", ["Red Rose", "Thorn", "Vase"]),
      ("ro", ["Red Rose", "Thorn", "Vase"]),
      ("re ro", ["Red Rose"]), ("\"red rose\"", ["Red Rose"]), ("\"rose red\"", []),
      ("\"red ro", ["Red Rose"]), ("\"red ro\"", []), ("eclair", ["Éclair"]),
      ("fl-1", ["Red Rose"]), ("FL 1", ["Red Rose"]), ("4006381", ["Éclair"]),
      ("patisserie", ["Éclair"]),
      ("shelf", ["Vase"]), ("weekly", ["Red Rose"]), ("nothing", []),
      ("rose nothing", ["Red Rose", "Thorn", "Vase"]),
      ("garden", ["Thorn"]),
    ] {
      let found = try await store.products(ProductQuery(searchText: text)).map(\.title)
      XCTAssertEqual(found, expected, text)
    }
    let byTitle = try await store.products(
      ProductQuery(searchText: "rose", sort: .title, ascending: false))
    XCTAssertEqual(byTitle.map(\.title), ["Vase", "Thorn", "Red Rose"])
    let within = try await store.products(
      ProductQuery(category: CategoryPath("Tools"), searchText: "rose"))
    XCTAssertEqual(within.map(\.title), ["Thorn"])
    await store.close()
  }

  func testAnExactCodeComesFirst() async throws {
    let store = try await makeStore()
    var named = try makeProduct("FL-1 FL-1 FL-1")
    named.sku = try SKU("X")
    _ = try await store.create(named)
    for text in ["FL-1", "fl-1", " FL-1 "] {
      let found = try await store.products(ProductQuery(searchText: text)).map(\.title)
      XCTAssertEqual(found, ["Red Rose", "FL-1 FL-1 FL-1"], text)
    }
    await store.close()
  }

  /// The index is updated shortly after a command. A search in between, here because the process
  /// ended, finds the current texts and the matching place.
  func testAProductThatIsNotIndexedYetIsFound() async throws {
    let store = try await CatalogStore.open(in: directory)
    var rose = try makeProduct("Red Rose", category: "Garden")
    rose.tags = ["thorny", "red"]
    _ = try await store.create(rose)
    _ = try await store.addNote(to: rose.id, title: NoteTitle("Watering"), text: "In the evening")
    _ = try await store.check()
    await store.close()
    let path = file.resolvingSymlinksInPath().path
    do {
      let connection = try Connection(path, .readWrite)
      try SearchIndex.install(on: connection)
      // Each text is searched twice, and one of them never.
      try connection.run("UPDATE product SET title = 'Tulip', title_key = 'tulip'")
      try connection.run("DELETE FROM product_tag WHERE tag = 'red'")
      try connection.run("UPDATE product SET title = 'Blue Tulip', category = 'Meadow'")
      try connection.run("DELETE FROM note")
      try connection.run("UPDATE product SET title_key = 'blue tulip', sku = 'T-1'")
    }
    let stale = try SearchIndex(connection: Connection(path, .readOnly)).stale()
    XCTAssertEqual(stale.count, 1)
    let next = try await CatalogStore.open(in: directory)
    for (text, matches) in [("tulip", [[5..<10]]), ("blue tul", [[0..<4, 5..<10]]), ("rose", [])] {
      let found = try await next.hits(ProductQuery(searchText: text))
      XCTAssertEqual(found.map(\.matches), matches, text)
      XCTAssertEqual(Set(found.map(\.snippet)).subtracting(["Blue Tulip"]), [], text)
    }
    // And then it is indexed.
    try await waitUntil {
      try await next.database.read { try SearchIndex(connection: $0).stale().isEmpty }
    }
    let problems = try await next.check()
    XCTAssertEqual(problems, [])
    let found = try await next.products(ProductQuery(searchText: "tulip")).map(\.title)
    XCTAssertEqual(found, ["Blue Tulip"])
    for gone in ["red", "rose", "garden", "evening"] {
      let found = try await next.products(ProductQuery(searchText: gone))
      XCTAssertEqual(found, [], gone)
    }
    await next.close()
  }

  /// A product may have a megabyte of text, and others want to write in the meantime.
  func testAtLeastOneProductIsIndexedAndNoMoreAfterTheDeadline() async throws {
    let store = try await CatalogStore.open(in: directory)
    for title in ["Rose", "Tulip", "Daisy"] { _ = try await store.create(makeProduct(title)) }
    _ = try await store.check()
    await store.close()
    let connection = try Connection(file.resolvingSymlinksInPath().path, .readWrite)
    try SearchIndex.install(on: connection)
    try connection.run("UPDATE product SET description = 'new'")
    let index = SearchIndex(connection: connection)
    XCTAssertEqual(try index.stale().count, 3)
    for left in [2, 1, 0] {
      XCTAssertEqual(try index.refresh(until: .now), left == 0)
      XCTAssertEqual(try index.stale().count, left)
    }
    try index.check()
  }

  func testWhereTheWordsAreDecidesTheRank() async throws {
    let store = try await CatalogStore.open(in: directory)
    func add(_ title: String, _ change: (inout Product) throws -> Void = { _ in }) async throws {
      var product = try makeProduct(title)
      try change(&product)
      _ = try await store.create(product)
    }
    try await add("noted")
    let noted = try await store.products(ProductQuery())[0].id
    _ = try await store.addNote(to: noted, title: "", text: "oak")
    try await add("described once") { $0.description = "of oak" }
    try await add("described twice") { $0.description = "oak, all oak" }
    try await add("tagged") { $0.tags = ["oak"] }
    try await add("categorised") { $0.category = try CategoryPath("Wood/Oak") }
    try await add("coded") { $0.sku = try SKU("T OAK") }
    try await add("A table of dark oak")
    try await add("Oak table, large")
    try await add("Oak table")
    try await add("Oaken") { $0.tags = ["oak"] }
    try await add("exact") { $0.sku = try SKU("OAK") }
    let found = try await store.products(ProductQuery(searchText: "oak")).map(\.title)
    XCTAssertEqual(
      found,
      [
        "exact", "Oak table", "Oak table, large", "A table of dark oak", "Oaken", "coded",
        "tagged", "categorised", "described twice", "noted", "described once",
      ])
    // All words count: a product with one in the title and one in the tags is ranked with the tags.
    try await add("Chair") { $0.tags = ["oak"] }
    try await add("Seat") { $0.description = "an oak chair" }
    try await add("Oak chair")
    let both = try await store.products(ProductQuery(searchText: "oak chair")).map(\.title)
    XCTAssertEqual(both, ["Oak chair", "Chair", "Seat"])
    await store.close()
  }

  /// With more matches than are ranked at once, the first page is still a good one, and the
  /// complete order is the ranking of all.
  func testALongAnswerBeginsWell() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.underLock { connection in
      try connection.transaction(.write) {
        try connection.run(
          """
          WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 6000)
          INSERT INTO product (
            key, id, title, title_key, description, sku, position, revision, created, changed)
          SELECT i, randomblob(16), iif(i % 50, 'Thing ', 'Rose ') || i,
            iif(i % 50, 'thing ', 'rose ') || i, 'rose', 'S-' || i, i, 1, 0, 0 FROM n
          """)
        try connection.run("UPDATE product SET sku = 'Rose' WHERE key = 5999")
        try SearchIndex(connection: connection).refresh()
      }
      return ((), [.everything])
    }
    for text in ["rose", "ROSE", "ros", "ro", "r"] {
      let (page, order) = try await store.database.read { connection in
        let finder = try ProductFinder(ProductQuery(searchText: text), connection)
        return (try finder.firstPage(100), Array(try finder.completeOrder()))
      }
      XCTAssertEqual(order.count, 6000, text)
      XCTAssertEqual(Set(order).count, 6000, text)
      XCTAssertEqual(page.keys.count, 100, text)
      let isCode = text.lowercased() == "rose"
      if isCode { XCTAssertEqual([page.keys[0], order[0]], [5999, 5999], text) }
      XCTAssertTrue(page.keys.dropFirst(isCode ? 1 : 0).allSatisfy { $0 % 50 == 0 }, text)
      let titles = order.dropFirst(isCode ? 1 : 0).prefix(120)
      XCTAssertTrue(titles.allSatisfy { $0 % 50 == 0 }, text)
    }
    let byTitle = try await store.products(ProductQuery(searchText: "rose", sort: .title), limit: 3)
    XCTAssertEqual(byTitle.map(\.title), ["Rose 100", "Rose 1000", "Rose 1050"])
    await store.close()
  }

  func testNothingTypedIsAnError() async throws {
    let store = try await makeStore()
    let all = try await store.products(ProductQuery())
    for text in ["", " ", "\u{0}", "\u{AD}"] {
      let found = try await store.products(ProductQuery(searchText: text))
      XCTAssertEqual(found, all, "\(text) is nothing to look for")
    }
    for text in ["\"", "\"\"", "'", "*", "***", "()", "^", ":", "%", "€", "…", "🌹"] {
      let found = try await store.products(ProductQuery(searchText: text))
      XCTAssertEqual(found, [], "Nothing has \(text)")
    }
    let dashed = try await store.products(ProductQuery(searchText: "-")).map(\.title)
    XCTAssertEqual(dashed, ["Red Rose"], "It is in the code")
    let screen = try await store.create(makeProduct("Screen 24\""))
    let inches = try await store.products(ProductQuery(searchText: "\"")).map(\.id)
    XCTAssertEqual(inches, [screen.id])
    for text in [
      "rose'", "rose\"", "\"rose", "rose*", "-rose", "(rose", "rose)", "^rose", "title:rose",
      "NEAR(rose", "rose OR", "AND rose", "NOT", "rose\u{0}x", "{title}:rose", "rose + red",
      "ro\"se", "\"\u{301}rose", "rose\"\u{301} OR {a b}",
      String(repeating: "rose ", count: 500), String(repeating: "\"a\" ", count: 300),
      String(repeating: "x", count: 100_000),
    ] {
      _ = try await store.products(ProductQuery(searchText: text))
      _ = try await store.hits(ProductQuery(searchText: text))
    }
    var random = SeededRandom(seed: 11)
    let alphabet = Array("ab \"'*^:(){}-+.,\\%_\u{0}é🌹NOTANDR") + ["\"\u{301}"]
    for _ in 0..<300 {
      let text = String((0..<12).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let ranked = try await store.products(ProductQuery(searchText: text))
      let sorted = try await store.products(ProductQuery(searchText: text, sort: .title))
      XCTAssertEqual(Set(ranked.map(\.id)), Set(sorted.map(\.id)), text)
      let hits = try await store.hits(ProductQuery(searchText: text))
      XCTAssertEqual(hits.map(\.product), ranked, text)
      _ = try await store.groupCounts(ProductQuery(searchText: text), by: .tags)
    }
    await store.close()
  }

  /// Nothing is changed or deleted that was not named exactly.
  func testAMisspeltWordFindsButDoesNotSelect() async throws {
    let store = try await makeStore()
    let query = ProductQuery(searchText: "eclari")
    let hits = try await store.hits(query)
    XCTAssertEqual(hits.map(\.snippet), ["Éclair"])
    XCTAssertEqual(hits.map { $0.matches.count }, [1])
    let count = try await store.count(query)
    XCTAssertEqual(count, 1)
    let selected = try await store.identifiers(of: query)
    XCTAssertEqual(selected.products, [])
    func spelling(_ text: String) async throws -> OtherSpelling? {
      try await store.database.read {
        try ProductFinder(ProductQuery(searchText: text), $0).search.otherSpelling
      }
    }
    // The index is brought up to date a moment later, which beside other work may have been already.
    let (early, isStale) = try await store.database.read { connection in
      (
        try ProductFinder(ProductQuery(searchText: "eclari"), connection).search.otherSpelling,
        try !SearchIndex(connection: connection).stale().isEmpty
      )
    }
    XCTAssertEqual(
      early,
      isStale
        ? OtherSpelling(typed: "eclari", text: nil, isOnlyOne: false)
        : OtherSpelling(typed: "eclari", text: "eclair", isOnlyOne: true))
    // Brings the index up to date.
    _ = try await store.check()
    for (typed, text, isOnlyOne) in [
      ("eclari", "eclair", true), ("\"red\" rsoe", "\"red\" rose", true),
      ("eclair", nil, true), ("zzzz", nil, true),
    ] {
      let found = try await spelling(typed)
      let expected = text.map { OtherSpelling(typed: typed, text: $0, isOnlyOne: isOnlyOne) }
      XCTAssertEqual(found, expected, typed)
    }
    // Within another category there is none.
    let within = ProductQuery(category: try CategoryPath("Flowers"), searchText: "eclari")
    let others = try await store.products(within)
    XCTAssertEqual(others, [])
    await store.close()
  }

  func testHitsMarkWhatIsSpeltOtherwise() async throws {
    let store = try await makeStore()
    var shirt = try makeProduct("Ein T-Shirt für die Straße")
    shirt.description = "赤いバラ"
    _ = try await store.create(shirt)
    for (text, expected) in [
      ("tshirt", "T Shirt"), ("strasse", "Straße"), ("バラ", "バラ"),
    ] {
      let hit = try await store.hits(ProductQuery(searchText: text))[0]
      let letters = Array(hit.snippet)
      let marked = hit.matches.map { String(letters[$0]) }
      XCTAssertEqual(marked.joined(separator: " "), expected, hit.snippet)
    }
    await store.close()
  }

  func testHitsShowTheirPlace() async throws {
    let store = try await makeStore()
    let hits = try await store.hits(ProductQuery(searchText: "weekly wat"), limit: 5)
    XCTAssertEqual(hits.map(\.product.title), ["Red Rose"])
    XCTAssertEqual(hits[0].snippet, "Care Water weekly")
    let marked = hits[0].matches.map { Array(hits[0].snippet)[$0] }.map { String($0) }
    XCTAssertEqual(marked.joined(separator: " "), "Water weekly")
    let limited = try await store.hits(ProductQuery(), limit: 2)
    XCTAssertEqual(limited.map(\.snippet), ["", ""])
    await store.close()
  }

  func testTheIndexFollowsEveryChange() async throws {
    let store = try await makeStore()
    func found(_ text: String) async throws -> [String] {
      try await store.products(ProductQuery(searchText: text), lackingWords: false).map(\.title)
    }
    let rose = try await store.products(ProductQuery(searchText: "red rose"))[0].id
    let change = ProductChange(title: try ProductTitle("Tulip"), tags: ["yellow"])
    _ = try await store.edit(rose, basedOn: 1, applying: change)
    var results = [try await found("red rose"), try await found("yellow tulip")]
    XCTAssertEqual(results, [[], ["Tulip"]])
    try await store.undo()
    results = [try await found("red rose"), try await found("yellow tulip")]
    XCTAssertEqual(results, [["Red Rose"], []])
    let note = try await store.notes(of: rose)[0]
    _ = try await store.deleteNote(note.id)
    results = [try await found("weekly")]
    try await store.undo()
    results.append(try await found("weekly"))
    XCTAssertEqual(results, [[], ["Red Rose"]])
    let second = try await store.addNote(to: rose, title: "Second", text: "")
    try await store.moveNote(second.id, to: 0)
    var problems = try await store.check()
    try await store.delete([rose])
    results = [try await found("red rose")]
    let trash = try await store.products(ProductQuery(searchText: "red", inTrash: true))
    XCTAssertEqual(results + [trash.map(\.title)], [[], ["Red Rose"]])
    try await store.emptyTrash()
    problems += try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  private func makeStore() async throws -> CatalogStore {
    let store = try await CatalogStore.open(in: directory)
    var vase = try makeProduct("Vase", category: "Home")
    vase.description = "For one rose,\nor several. Keep on a shelf."
    _ = try await store.create(vase)
    var thorn = try makeProduct("Thorn", category: "Tools/Garden")
    thorn.tags = ["Rose"]
    _ = try await store.create(thorn)
    var rose = try makeProduct("Red Rose", category: "Flowers")
    rose.sku = try SKU("FL-1")
    rose = try await store.create(rose)
    _ = try await store.addNote(to: rose.id, title: "Care", text: "Water\nweekly")
    var eclair = try makeProduct("Éclair", category: "Pâtisserie")
    eclair.gtin = try GTIN("4006381333931")
    _ = try await store.create(eclair)
    return store
  }
}
