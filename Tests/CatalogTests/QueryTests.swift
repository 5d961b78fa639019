// SPDX-License-Identifier: Apache-2.0
// Which products a query finds and in what order, rule by rule.

import Foundation
import XCTest

@testable import Catalog

final class QueryTests: CatalogTestCase {
  func testEveryFilter() async throws {
    let store = try await makeStore()
    let (old, new) = (
      Date(timeIntervalSince1970: 1_000_000), Date(timeIntervalSince1970: 2_000_000)
    )
    let euro = try Currency("EUR")
    let expected: [(ProductFilter, [String])] = [
      (.contains(.title, "ÉCL"), ["Éclair"]), (.contains(.title, "%"), []),
      (.contains(.description, "Sürf"), ["Board"]), (.contains(.category, "sports/wat"), ["Board"]),
      (.contains(.tags, "swee"), ["Éclair"]), (.contains(.sku, "b-"), ["Board"]),
      (.contains(.gtin, "6381"), ["Éclair"]), (.contains(.notes, "COOL"), ["Éclair"]),
      (.number(.stock, from: 1, through: 5), ["Apple"]),
      (.number(.stock, from: nil, through: 5), ["Apple", "Board"]),
      (.number(.stock, from: 6, through: nil), ["Éclair"]),
      (.number(.stock, from: nil, through: nil), ["Apple", "Board", "Éclair"]),
      (.number(.minimumStock, from: 5, through: 5), ["Apple", "Éclair"]),
      (.number(.year, from: 1999, through: 2000), ["Board"]),
      (.price(euro, from: 240, through: 240), ["Éclair"]),
      (.price(euro, from: nil, through: nil), ["Apple", "Éclair"]),
      (.price(euro, from: 241, through: nil), []),
      (.price(try Currency("USD"), from: nil, through: 100_000), ["Board"]),
      (.date(.created, from: old, before: new), ["Apple"]),
      (.date(.created, from: new, before: nil), ["Board", "Éclair"]),
      (.date(.changed, from: nil, before: old), []),
      (.isEmpty(.description), ["Apple", "Éclair"]), (.isPresent(.description), ["Board"]),
      (.isEmpty(.category), ["Apple"]), (.isEmpty(.tags), ["Apple", "Board"]),
      (.isEmpty(.sku), ["Apple", "Éclair"]), (.isPresent(.gtin), ["Éclair"]),
      (.isEmpty(.price), []), (.isEmpty(.stock), []),
      (.isPresent(.minimumStock), ["Apple", "Éclair"]),
      (.isEmpty(.year), ["Apple", "Éclair"]), (.noPicture, ["Apple", "Éclair"]),
      (.isPresent(.pictures), ["Board"]), (.isPresent(.notes), ["Éclair"]),
      (.lowStock, ["Apple"]), (.badGTIN, []), (.duplicateGTIN, []),
    ]
    for (filter, titles) in expected {
      let found = try await store.products(ProductQuery(filters: [filter], sort: .title)).map(
        \.title)
      XCTAssertEqual(found, titles, "\(filter)")
      let count = try await store.count(ProductQuery(filters: [filter]))
      XCTAssertEqual(count, titles.count, "\(filter)")
    }
    let both = ProductQuery(filters: [.isPresent(.stock), .isEmpty(.year)], sort: .title)
    let found = try await store.products(both).map(\.title)
    XCTAssertEqual(found, ["Apple", "Éclair"])
    await store.close()
  }

  /// GTINs that our own types refuse.
  func testGTINsOfOtherPrograms() async throws {
    let store = try await makeStore()
    _ = try await store.create(makeProduct("Twin"))
    try await store.database.underLock { connection in
      try connection.run("UPDATE product SET gtin = '4006381333930' WHERE title = 'Apple'")
      try connection.run("UPDATE product SET gtin = '4006381333931' WHERE title = 'Twin'")
      return ((), [])
    }
    let bad = try await store.products(ProductQuery(filters: [.badGTIN])).map(\.title)
    XCTAssertEqual(bad, ["Apple"])
    let twins = ProductQuery(filters: [.duplicateGTIN], sort: .title)
    var found = try await store.products(twins)
    XCTAssertEqual(found.map(\.title), ["Twin", "Éclair"].sorted { $0.folded < $1.folded })
    try await store.delete([found[0].id])
    found = try await store.products(twins)
    XCTAssertEqual(found, [], "one in the trash is no twin")
    await store.close()
  }

  func testTagsAndCategoriesNarrowTheList() async throws {
    let store = try await CatalogStore.open(in: directory)
    for (title, category, tags) in [
      ("A", "Home", ["x"]), ("B", "Home/Kitchen", ["x", "y"]), ("C", "Homes", ["y"]),
      ("D", "Home Office", ["x", "y"]), ("E", "Home/Kitchen/Pots", []),
    ] as [(String, String, Tags)] {
      var product = try makeProduct(title, category: category)
      product.tags = tags
      _ = try await store.create(product)
    }
    for (category, tags, expected) in [
      ("Home", [], ["A", "B", "E"]), ("Home/Kitchen", [], ["B", "E"]),
      (nil, ["x", "y"], ["B", "D"]),
      ("Home", ["x"], ["A", "B"]), (nil, ["z"], []),
    ] as [(String?, [String], [String])] {
      let query = ProductQuery(category: try category.map { try CategoryPath($0) }, tags: tags)
      let found = try await store.products(query).map(\.title)
      XCTAssertEqual(found, expected, "\(category ?? "") \(tags)")
    }
    await store.close()
  }

  func testSeveralKeysEachInItsDirection() async throws {
    let store = try await CatalogStore.open(in: directory)
    for (title, stock, year) in [
      ("b", 1, 2000), ("a", 1, 2000), ("c", 2, nil), ("d", nil, 1999), ("e", 1, 2001),
      ("a", 1, 2000),
    ] as [(String, Quantity?, Int?)] {
      var product = try makeProduct(title, year: year)
      product.stock = stock
      product.description = try FreeText(description: title)
      _ = try await store.create(product)
    }
    for (order, expected) in [
      ([ProductOrder(.stock), ProductOrder(.title)], "aabecd"),
      ([ProductOrder(.stock, ascending: false), ProductOrder(.title)], "caabed"),
      (
        [ProductOrder(.stock), ProductOrder(.year, ascending: false), ProductOrder(.title)],
        "eaabcd"
      ),
      ([ProductOrder(.year), ProductOrder(.title, ascending: false)], "dbaaec"),
      ([ProductOrder(.year, ascending: false), ProductOrder(.manual, ascending: false)], "eaabdc"),
      ([ProductOrder(.manual, ascending: false)], "aedcab"),
      ([], "bacdea"),
    ] {
      var query = ProductQuery()
      query.order = order
      let found = try await store.products(query).map(\.title).joined()
      XCTAssertEqual(found, expected, "\(order)")
      let again = try await store.products(query)
      let once = try await store.products(query)
      XCTAssertEqual(once.map(\.id), again.map(\.id), "what is equal stands in one order")
    }
    await store.close()
  }

  func testCountsOfGroups() async throws {
    let store = try await makeStore()
    func counts(_ by: ProductGrouping, _ query: ProductQuery = ProductQuery()) async throws
      -> [String]
    {
      try await store.groupCounts(query, by: by).map { "\($0.value ?? "–") \($0.count)" }
    }
    var found: [ProductGrouping: [String]] = [:]
    for grouping in ProductGrouping.builtIn { found[grouping] = try await counts(grouping) }
    XCTAssertEqual(found[.category], ["Sports/Water 1", "Sweets 1", "– 1"])
    XCTAssertEqual(found[.tags], ["french 1", "sweet 1"])
    XCTAssertEqual(found[.currency], ["EUR 2", "USD 1"])
    XCTAssertEqual(found[.year], ["2000 1", "– 2"])
    XCTAssertEqual(found[.yearCreated], ["1970 3"])
    XCTAssertEqual(found[.yearChanged], ["1970 3"])
    XCTAssertEqual(found[.stock], ["empty 1", "enough 1", "low 1"])

    let euros = ProductQuery(filters: [.price(try Currency("EUR"), from: nil, through: nil)])
    let ofEuros = try await counts(.category, euros)
    XCTAssertEqual(ofEuros, ["Sweets 1", "– 1"])
    let searched = try await counts(.tags, ProductQuery(searchText: "ecl"))
    XCTAssertEqual(searched, ["french 1", "sweet 1"])

    let eclair = try await store.products(ProductQuery(searchText: "eclair"))
    try await store.delete(Set(eclair.map(\.id)))
    let tags = try await store.tagCounts()
    XCTAssertEqual(tags, [], "what is in the trash does not count")
    let inTrash = try await counts(.tags, ProductQuery(inTrash: true))
    XCTAssertEqual(inTrash, ["french 1", "sweet 1"])
    let tree = try await store.categories()
    XCTAssertEqual(tree.map { "\($0.path.text) \($0.count)" }, ["Sports 1", "Sports/Water 1"])
    await store.close()
  }

  func testAQueryIsSavedAndRestored() throws {
    var query = ProductQuery(
      category: try CategoryPath("Home/Kitchen"), tags: ["x"], searchText: "“pots”",
      filters: [
        .contains(.title, "a"), .number(.year, from: nil, through: 2000), .lowStock, .noPicture,
        .price(try Currency("JPY"), from: 1, through: nil),
        .date(.created, from: Date(timeIntervalSince1970: 5), before: nil),
      ], inTrash: true)
    query.order = [ProductOrder(.price, ascending: false), ProductOrder(.title)]
    let kept = try JSONEncoder().encode(query)
    XCTAssertEqual(try JSONDecoder().decode(ProductQuery.self, from: kept), query)
    let broken = String(decoding: kept, as: UTF8.self).replacingOccurrences(of: "JPY", with: "no")
    XCTAssertThrowsError(try JSONDecoder().decode(ProductQuery.self, from: Data(broken.utf8)))
  }

  func testPagesGoToTheEnd() async throws {
    let store = try await CatalogStore.open(in: directory)
    for number in 0..<25 { _ = try await store.create(makeProduct("P\(number)")) }
    let all = try await store.products(ProductQuery(sort: .title)).map(\.id)
    var pages: [[UUID]] = []
    for try await page in store.pages(ProductQuery(sort: .title), of: 10) {
      pages.append(page.map(\.product.id))
      if pages.count == 1 {
        try await store.delete([all[24]])
        try await store.emptyTrash()
      }
    }
    XCTAssertEqual(pages.map(\.count), [10, 10, 4], "what has gone is left out")
    XCTAssertEqual(pages.flatMap { $0 }, Array(all.dropLast()))
    await store.close()
  }

  private func makeStore() async throws -> CatalogStore {
    let store = try await CatalogStore.open(in: directory)
    var apple = try makeProduct("Apple", price: "0.20")
    (apple.stock, apple.minimumStock) = (5, 5)
    (apple.created, apple.changed) = (
      Date(timeIntervalSince1970: 1_000_000), Date(timeIntervalSince1970: 1_000_000)
    )
    _ = try await store.create(apple)
    var eclair = try makeProduct("Éclair", category: "Sweets", price: "2.40")
    eclair.tags = ["sweet", "french"]
    eclair.gtin = try GTIN("4006381333931")
    (eclair.stock, eclair.minimumStock) = (12, 5)
    (eclair.created, eclair.changed) = (
      Date(timeIntervalSince1970: 2_000_000), Date(timeIntervalSince1970: 2_000_000)
    )
    _ = try await store.create(eclair)
    _ = try await store.addNote(to: eclair.id, title: "Keep", text: "cool")
    var board = try makeProduct("Board", category: "Sports/Water", year: 2000)
    board.description = "To SURF with"
    board.sku = try SKU("B-1")
    board.price = try Price("80", currency: Currency("USD"))
    board.stock = 0
    (board.created, board.changed) = (
      Date(timeIntervalSince1970: 3_000_000), Date(timeIntervalSince1970: 3_000_000)
    )
    _ = try await store.create(board)
    // Only the number of rows matters here, not the contents.
    try await store.database.underLock { connection in
      try connection.run(
        """
        INSERT INTO product_image (id, product, position, hash, extension, caption)
        SELECT randomblob(16), key, 0, ?, 'png', '' FROM product WHERE title = 'Board'
        """, String(repeating: "a", count: 64))
      return ((), [])
    }
    return store
  }

  func testListsAreInTheOrderOfCodes() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("codes"))
    var names: [UUID: String] = [:]
    for (title, sku, gtin) in [
      ("a", "b-2", nil), ("b", nil, "96385074"), ("c", "B-10", "4006381333931"), ("d", "A-1", nil),
      ("e", "a-1", "73513537"), ("f", nil, nil), ("g", "É", nil),
    ] as [(String, String?, String?)] {
      var product = try makeProduct(title)
      product.sku = try sku.map { try SKU($0) }
      product.gtin = try gtin.map { try GTIN($0) }
      names[try await store.create(product).id] = title
    }
    func titles(_ order: [ProductOrder], _ filter: ProductFilter? = nil) async throws -> String {
      var query = ProductQuery(filters: [filter].compactMap(\.self))
      query.order = order
      return try await store.products(query).compactMap { names[$0.id] }.joined()
    }
    for (order, expected) in [
      ([ProductOrder(.builtIn("sku"))], "decagbf"),
      ([ProductOrder(.builtIn("sku"), ascending: false)], "gacedfb"),
      ([ProductOrder(.builtIn("gtin"))], "cebadfg"),
      ([ProductOrder(.builtIn("gtin"), ascending: false)], "becgfda"),
      ([ProductOrder(.builtIn("sku")), ProductOrder(.title, ascending: false)], "edcagfb"),
    ] {
      let found = try await titles(order)
      XCTAssertEqual(found, expected, "\(order)")
    }
    let some = try await titles([ProductOrder(.builtIn("sku"))], .isEmpty(.gtin))
    XCTAssertEqual(some, "dagf")
    // It moves when its code does.
    let mirror = await Mirror(ProductQuery(sort: .builtIn("sku")), of: store)
    try await mirror.settle()
    let moved = try XCTUnwrap(names.first { $0.value == "d" }?.key)
    _ = try await store.edit(
      [moved], applying: [.set(ProductChange { $0.sku = try SKU("b-11") })])
    try await waitUntil("it has moved") {
      mirror.results.isIdle
        && (0..<mirror.results.count).compactMap { mirror.results.item(at: $0)?.title }.joined()
          == "ecdagbf"
    }
    await store.close()
  }
}
