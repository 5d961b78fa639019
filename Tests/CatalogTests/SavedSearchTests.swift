// SPDX-License-Identifier: Apache-2.0
// Saved searches: stored with the catalogue, in the user's order, undone like everything else; what
// this version can't read stays as it is.

import Foundation
import XCTest

@testable import Catalog

final class SavedSearchTests: CatalogTestCase {
  func testTheyComeBackInTheirOrderAndEveryChangeIsUndone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let oak = try SavedSearch(
      name: " Oak ", query: ProductQuery(searchText: "oak", filters: [.lowStock]),
      columns: [ListColumn(field: "price", width: 90)], hiddenColumns: ["year"])
    let cheap = try SavedSearch(name: "Cheap", query: ProductQuery(sort: .price))
    let red = try SavedSearch(name: "Red", query: ProductQuery(tags: ["red"]))
    XCTAssertEqual(oak.name, "Oak")
    XCTAssertThrowsError(try SavedSearch(name: " ", query: ProductQuery()))
    for search in [oak, cheap] { try await store.addSavedSearch(search) }
    try await store.addSavedSearch(red, at: .before(oak.id))
    await assertSearches([red, oak, cheap], store)
    try await store.moveSavedSearch(cheap.id, to: .before(red.id))
    try await store.moveSavedSearch(red.id, to: .last)
    await assertSearches([cheap, oak, red], store)
    // Where it is already.
    try await store.moveSavedSearch(oak.id, to: .before(oak.id))
    try await store.renameSavedSearch(oak.id, to: "Ash")
    var changed = red
    changed.query.searchText = "rose"
    try await store.editSavedSearch(changed)
    await assertSearches([cheap, try oak.renamed("Ash"), changed], store)
    try await store.removeSavedSearch(cheap.id)
    await assertThrows(CatalogError.savedSearchMissing) {
      try await store.removeSavedSearch(cheap.id)
    }
    let kinds = try await store.history().undoable.map(\.kind)
    XCTAssertEqual(
      kinds,
      [
        .removeSavedSearch, .editSavedSearch, .renameSavedSearch, .moveSavedSearch,
        .moveSavedSearch, .addSavedSearch, .addSavedSearch, .addSavedSearch,
      ])

    await store.close()
    let again = try await CatalogStore.open(in: directory)
    await assertSearches([try oak.renamed("Ash"), changed], again)
    try await again.undo()
    await assertSearches([cheap, try oak.renamed("Ash"), changed], again)
    for _ in 0..<4 { try await again.undo() }
    await assertSearches([red, oak, cheap], again)
    for _ in 0..<3 { try await again.undo() }
    await assertSearches([], again)
    for _ in 0..<8 { try await again.redo() }
    await assertSearches([try oak.renamed("Ash"), changed], again)
    let problems = try await again.check()
    XCTAssertEqual(problems, [])
    await again.close()
  }

  func testTheArrangementIsKeptWithoutAStepOfUndo() async throws {
    let store = try await CatalogStore.open(in: directory)
    let search = try SavedSearch(name: "Oak", query: ProductQuery(searchText: "oak"))
    try await store.addSavedSearch(search)
    var arranged = search
    arranged.query.order = [ProductOrder(.price, ascending: false), ProductOrder(.title)]
    arranged.columns = [ListColumn(field: "year"), ListColumn(field: "price", width: 50)]
    arranged.hiddenColumns = ["category"]
    try await store.arrangeSavedSearch(
      search.id, order: arranged.query.order, columns: arranged.columns,
      hiddenColumns: arranged.hiddenColumns)
    await assertSearches([arranged], store)
    // One that is gone arranges nothing.
    try await store.arrangeSavedSearch(UUID(), order: [], columns: [], hiddenColumns: [])
    let history = try await store.history()
    XCTAssertEqual(history.undoable.map(\.kind), [.addSavedSearch])
    await store.close()
  }

  func testObserversHearOfSearchesAlone() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Oak Table", category: "Wood/Oak"))
    var changes = store.changes().makeAsyncIterator()
    let search = try SavedSearch(
      name: "Oak", query: ProductQuery(category: CategoryPath("Wood/Oak"), tags: ["a", "b"]))
    try await store.addSavedSearch(search)
    let added = await changes.next()
    XCTAssertEqual(added, .savedSearches)
    XCTAssertEqual(added?.touches(.all), false)
    try await store.undo()
    let undone = await changes.next()
    XCTAssertEqual(undone, .savedSearches)
    try await store.redo()
    let redone = await changes.next()
    XCTAssertEqual(redone, .savedSearches)
    // A product and a search at once.
    try await store.renameCategory(CategoryPath("Wood"), to: CategoryPath("Timber"))
    let renamed = await changes.next()
    XCTAssertEqual(renamed, .everything)
    try await store.renameTag("b", to: Tag("c"))
    var expected = search
    expected.query = ProductQuery(category: try CategoryPath("Timber/Oak"), tags: ["a", "c"])
    await assertSearches([expected], store)
    await store.close()
  }

  func testWhatThisVersionCannotReadStaysAndIsNamed() async throws {
    let store = try await CatalogStore.open(in: directory)
    let (good, other) = (
      try SavedSearch(name: "Good", query: ProductQuery()),
      try SavedSearch(name: "Other", query: ProductQuery(category: CategoryPath("A")))
    )
    try await store.addSavedSearch(good)
    let text = try other.content
    let bad = [
      "", "{", "null", "[]", String(text.dropLast()),
      text.replacingOccurrences(of: "\"format\":1", with: "\"format\":2"),
      text.replacingOccurrences(of: "\"category\":\"A\"", with: "\"category\":\"\""),
      text.replacingOccurrences(of: "\"order\":[", with: "\"order\":[7,"),
      String(repeating: "[", count: 100_000),
    ]
    for (number, content) in bad.enumerated() {
      XCTAssertNotEqual(content, text, "\(number)")
      _ = try await store.database.underLock { connection in
        try connection.run(
          "INSERT INTO saved_search (id, name, content, position) VALUES (?, ?, ?, 0)", UUID(),
          "Bad \(number)", content)
        return ((), [])
      }
    }
    let found = try await store.savedSearches()
    XCTAssertEqual(found.searches, [good])
    XCTAssertEqual(found.unreadable, bad.indices.map { "Bad \($0)" })
    try await store.addSavedSearch(other, at: .before(good.id))
    try await store.renameCategory(CategoryPath("A"), to: CategoryPath("B"))
    try await store.undo()
    let stored = try await store.database.read {
      try $0.rows("SELECT content FROM saved_search WHERE name LIKE 'Bad %' ORDER BY key") {
        $0.onlyText
      }
    }
    XCTAssertEqual(stored, bad)
    await store.close()
  }

  /// Whatever a window can show comes back exactly, and finds the same products.
  func testEveryQueryComesBack() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(60, seed: 1, hasPictures: false))
    let wood = try CustomField(name: "Wood", kind: .choice(["Oak", "Ash"]))
    try await store.addField(wood)
    var random = RandomQueries(seed: 7, field: wood.id)
    for number in 0..<300 {
      let search = try random.search()
      let content = try search.content
      let back = SavedSearch(storedID: search.id, name: search.name, content: content)
      XCTAssertEqual(back, search, "\(number): \(content)")
      guard number < 40 else { continue }
      try await store.addSavedSearch(search)
      let expected = try await store.products(search.query).map(\.id)
      let stored = try await store.savedSearches().searches.last
      let found = try await store.products(try XCTUnwrap(stored).query).map(\.id)
      XCTAssertEqual(found, expected, "\(number): \(content)")
    }
    await store.close()
  }

  func testOnlyTheseProductsAreListed() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for title in ["A", "B", "C", "D"] { ids.append(try await store.create(makeProduct(title)).id) }
    try await store.delete([ids[3]])
    let some = ProductQuery(only: [ids[2], ids[0], ids[3], UUID()])
    let titles = try await store.products(some).map(\.title)
    XCTAssertEqual(titles, ["A", "C"])
    let counts = (try await store.count(some), try await store.count(ProductQuery(only: [])))
    XCTAssertEqual(counts.0, 2)
    XCTAssertEqual(counts.1, 0)
    await store.close()
  }

  private func assertSearches(
    _ expected: [SavedSearch], _ store: CatalogStore, line: UInt = #line
  ) async {
    do {
      let found = try await store.savedSearches()
      XCTAssertEqual(found, SavedSearches(searches: expected), line: line)
    } catch {
      XCTFail("\(error)", line: line)
    }
  }
}

/// Saved searches drawn at random, with every kind of condition.
private struct RandomQueries {
  var random: SeededRandom
  let field: UUID

  init(seed: UInt64, field: UUID) {
    random = SeededRandom(seed: seed)
    self.field = field
  }

  mutating func search() throws -> SavedSearch {
    var query = ProductQuery(
      category: chance(3) ? try CategoryPath("Food/Früchte \(below(9))") : nil,
      tags: (0..<below(3)).map { "tag \"\($0)\" \\ 😀" },
      searchText: ["", "oak", "\"red rose\"", "e\u{301}t /\u{2028}", "日本"][below(5)],
      filters: try (0..<below(4)).map { _ in try filter() }, inTrash: chance(5))
    query.order = (0..<(1 + below(3))).map { _ in
      ProductOrder(
        chance(4) ? .custom(field) : ProductSort.allCases[below(ProductSort.allCases.count)],
        ascending: chance(2))
    }
    return try SavedSearch(
      name: "Search \(below(1_000))", query: query,
      columns: (0..<below(4)).map {
        ListColumn(field: "f\($0)", width: chance(2) ? below(400) : nil)
      },
      hiddenColumns: (0..<below(3)).map { "h\($0)" })
  }

  private mutating func filter() throws -> ProductFilter {
    func any(_ fields: [FieldID]) -> FieldID { fields[below(fields.count)] }
    let bound = chance(2) ? below(3_000) - 500 : nil
    switch below(12) {
    case 0: return .contains(any(ProductFilter.textFields), "a \(below(9))")
    case 1:
      let bound = bound.map { DecimalNumber(millionths: Int64($0) * (chance(2) ? 1 : 1_000_000)) }
      return .number(any(ProductFilter.numberFields), from: bound, through: nil)
    case 2:
      return .price(try Currency("EUR"), from: bound.map(Int64.init), through: Int64(below(9_999)))
    case 3:
      let date = Date(timeIntervalSinceReferenceDate: Double(below(1_000_000_000)) / 7)
      return .date(chance(2) ? .created : .changed, from: date, before: nil)
    case 4: return .isEmpty(any(ProductFilter.optionalFields))
    case 5: return .isPresent(any(ProductFilter.optionalFields))
    case 6: return .tag("t/\(below(9))")
    case 7: return .custom(field, .equals(.text("Oak")))
    case 8:
      return .custom(
        UUID(),
        .range(from: .integer(bound ?? 0), through: CalendarDay("2026-11-22").map { .day($0) }))
    case 9: return [.lowStock, .badGTIN, .duplicateGTIN, .duplicateSKU][below(4)]
    case 10:
      let price = try Price("1.50", currency: Currency("USD"))
      return .custom(field, .range(from: .money(price), through: nil))
    default: return .custom(field, chance(2) ? .isEmpty : .contains("ä"))
    }
  }

  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
  private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }
}
