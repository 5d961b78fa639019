// SPDX-License-Identifier: Apache-2.0
// The manual order: every move ends where it should, and moving one among many changes few.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class ManualOrderTests: CatalogTestCase {
  func testMoves() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [String: UUID] = [:]
    for title in "abcdef" {
      ids["\(title)"] = try await store.create(makeProduct("\(title)")).id
    }
    func id(_ title: String) throws -> UUID { try XCTUnwrap(ids[title]) }
    for (moved, place, expected) in [
      ("c", ManualPlace.first, "cabdef"), ("ab", .last, "cdefab"),
      ("fc", .before(try id("e")), "dfceab"), ("d", .after(try id("d")), "dfceab"),
      ("e", .after(try id("b")), "dfcabe"), ("dfcabe", .first, "dfcabe"),
      ("ebacfd", .before(try id("a")), "ebacfd"), ("bb", .last, "eacfdb"),
    ] {
      let before = try await store.products(ProductQuery()).map(\.title).joined()
      let steps = try await store.history().undoable.count
      let count = try await store.move(moved.map { try id("\($0)") }, to: place)
      let titles = try await store.products(ProductQuery()).map(\.title).joined()
      XCTAssertEqual(titles, expected, "\(moved)")
      XCTAssertEqual(count, before == expected ? 0 : Set(moved).count, moved)
      let now = try await store.history().undoable.count
      XCTAssertEqual(now, steps + (before == expected ? 0 : 1), "what moves nothing is no step")
    }
    let name = try await store.history().undoable.first { $0.count == 2 }?.name
    XCTAssertEqual(name, "Move 2 Products")
    // Moving a product does not disturb someone who is editing it.
    let product = try await store.product(id("a"))
    XCTAssertEqual(product?.revision, 1)
    try await store.undo()
    let undone = try await store.product(id("a"))
    XCTAssertEqual(undone?.revision, 1)

    try await store.delete([id("c")])
    await assertThrows(.productMissing) { try await store.move([id("a")], to: .before(id("c"))) }
    let none = try await store.move([id("c"), UUID()], to: .first)
    XCTAssertEqual(none, 0)
    await store.close()
  }

  /// Always into the same gap, until no number is left in it, and also at random.
  func testGapsThatRunOutAreSpreadAgain() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.carryOut(.importProducts) { connection in
      let table = ProductTable(connection: connection)
      for index in 0..<400 { try table.insert(makeProduct("\(index)")) }
    }
    var order = try await store.products(ProductQuery()).map(\.id)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    var most = 0
    for round in 0..<300 {
      let isSameGap = round < 200
      let moved = isSameGap ? [order[390]] : Array(order.shuffled(using: &random).prefix(5))
      let rest = order.filter { !moved.contains($0) }
      let place = isSameGap ? 1 : Int.random(in: 0...rest.count, using: &random)
      let target: ManualPlace = place == 0 ? .first : .after(rest[place - 1])
      try await store.move(moved, to: target)
      order = Array(rest[..<place]) + moved + rest[place...]
      let rows = try await store.database.read {
        try $0.integer(
          "SELECT count(*) FROM history_product WHERE step = (SELECT max(step) FROM history)")
      }
      most = max(most, rows)
    }
    let found = try await store.products(ProductQuery()).map(\.id)
    XCTAssertEqual(found, order, "seed \(seed)")
    XCTAssertGreaterThan(most, 5, "no gap ran out, so nothing was tried")
    XCTAssertLessThan(most, 200, "a move must not touch everything")
    let names = try await store.history().undoable.dropLast().map(\.name)
    XCTAssertEqual(Set(names), ["Move Product", "Move 5 Products"], "neighbours are not counted")
    await store.close()
  }

  /// As an older version left it when a product was restored from the trash.
  func testBetweenTwoProductsOfTheSamePosition() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for title in "abcd" { ids.append(try await store.create(makeProduct("\(title)")).id) }
    try await store.database.underLock { [ids] connection in
      try connection.run(
        """
        UPDATE product SET position = (SELECT position FROM product WHERE id = ?) WHERE id = ?
        """, ids[2], ids[3])
      return ((), [])
    }
    let positions = try await store.database.read {
      try $0.integer("SELECT count(DISTINCT position) FROM product")
    }
    XCTAssertEqual(positions, 3, "two have the same")
    let before = try await snapshot(store)
    try await store.move([ids[0]], to: .before(ids[3]))
    let titles = try await store.products(ProductQuery()).map(\.title)
    XCTAssertEqual(titles, ["b", "c", "a", "d"])
    try await store.undo()
    let after = try await snapshot(store)
    XCTAssertEqual(after, before)
    await store.close()
  }

  /// Numbers that only a damaged file has must not end the process.
  func testNumbersAtTheEndsOfTheirRange() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for title in "abcd" { ids.append(try await store.create(makeProduct("\(title)")).id) }
    try await store.database.underLock { [ids] connection in
      for (id, position) in [(ids[0], Int64.min), (ids[2], .max - 1), (ids[3], .max)] {
        try connection.run("UPDATE product SET position = ? WHERE id = ?", position, id)
      }
      return ((), [])
    }
    for (moved, place, expected) in [
      (1, ManualPlace.last, "acdb"), (3, .first, "dacb"), (2, .before(ids[0]), "dcab"),
    ] {
      try await store.move([ids[moved]], to: place)
      let titles = try await store.products(ProductQuery()).map(\.title).joined()
      XCTAssertEqual(titles, expected)
    }
    XCTAssertEqual(ManualOrder.place(after: .max - 1), .max)
    await store.close()
  }

  /// As `check` advises: also of those that are at their place already.
  func testMovingMendsNumbersAtTheEndOfTheirRange() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for title in "abc" { ids.append(try await store.create(makeProduct("\(title)")).id) }
    try await store.database.underLock { [ids] connection in
      for id in ids[1...] {
        try connection.run("UPDATE product SET position = ? WHERE id = ?", Int64.max, id)
      }
      return ((), [])
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [.placesAtEnd(count: 2)])
    let moved = try await store.move([ids[2]], to: .last)
    XCTAssertEqual(moved, 1)
    let after = try await store.check()
    XCTAssertEqual(after, [])
    let titles = try await store.products(ProductQuery()).map(\.title).joined()
    XCTAssertEqual(titles, "abc")
    await store.close()
  }
}
