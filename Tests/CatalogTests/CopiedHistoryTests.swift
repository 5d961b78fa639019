// SPDX-License-Identifier: Apache-2.0
// The history of one copy of a catalogue, applied in another: as many steps as there are, each once, all
// of it or none, and what both copies changed goes together or is refused in words.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class CopiedHistoryTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  private var here: URL { directory.appendingPathComponent("here") }
  private var there: URL { directory.appendingPathComponent("there") }

  /// Two copies of a catalogue with a product of some stock.
  private func copies() async throws -> (CatalogStore, CatalogStore, Product) {
    let store = try await CatalogStore.open(in: here)
    var rose = try makeProduct("Rose", price: "2")
    rose.stock = 5
    rose = try await store.create(rose)
    _ = try await store.addNote(to: rose.id, title: "Care", text: "Water")
    await store.close()
    try FileManager.default.copyItem(at: here, to: there)
    return (
      try await CatalogStore.open(in: here), try await CatalogStore.open(in: there), rose
    )
  }

  @discardableResult
  private func send(_ from: CatalogStore, to other: CatalogStore) async throws -> HistoryArrival {
    let file = directory.appendingPathComponent(UUID().uuidString)
    _ = try await from.exportHistory(to: file)
    return try await other.applyHistory(from: file.path)
  }

  func testStockAddsUpAndDifferentFieldsGoTogether() async throws {
    let (one, two, rose) = try await copies()
    let sold = ProductAdjustment.calculate(.builtIn(.stock), Calculation(.add(-1)))
    _ = try await one.edit([rose.id], applying: [sold])
    _ = try await one.edit([rose.id], applying: [.set(ProductChange(title: ProductTitle("Tulip")))])
    _ = try await two.edit([rose.id], applying: [sold])
    _ = try await two.edit([rose.id], applying: [.set(ProductChange(year: IntroductionYear(2026)))])
    _ = try await two.addNote(to: rose.id, title: "Light", text: "Sun")

    var arrived = try await send(one, to: two)
    XCTAssertEqual(arrived, HistoryArrival(applied: 2, known: 2))
    arrived = try await send(two, to: one)
    XCTAssertEqual(arrived, HistoryArrival(applied: 3, known: 4))
    arrived = try await send(two, to: one)
    XCTAssertEqual(arrived, HistoryArrival(applied: 0, known: 7), "a step is applied once")
    for store in [one, two] {
      let found = try await store.product(rose.id)
      XCTAssertEqual(found?.stock, 3)
      XCTAssertEqual(found?.title.text, "Tulip")
      XCTAssertEqual(found?.year?.value, 2026)
      let notes = try await store.notes(of: rose.id)
      XCTAssertEqual(notes.map(\.title.text), ["Care", "Light"])
      let problems = try await store.check()
      XCTAssertEqual(problems, [])
    }
    // What arrived is undone like a command of this copy.
    _ = try await two.undo()
    _ = try await two.undo()
    let back = try await two.product(rose.id)
    XCTAssertEqual(back?.title.text, "Rose")
    XCTAssertEqual(back?.stock, 4)
    await one.close()
    await two.close()
  }

  /// Each copy lets the variant have something else of its own.
  func testWhatAVariantTakesGoesTogether() async throws {
    let store = try await CatalogStore.open(in: here)
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let shirt = try await store.create(makeProduct("Shirt", category: "Clothes", price: "20"))
    let id = try await store.makeVariants(of: shirt.id, options: [(size.id, [.text("S")])])[0]
    await store.close()
    try FileManager.default.copyItem(at: here, to: there)
    let (one, two) = (
      try await CatalogStore.open(in: here), try await CatalogStore.open(in: there)
    )
    let price = try Price("25", currency: Currency("EUR"))
    _ = try await one.edit([id], applying: [.set(ProductChange(price: price))])
    let category = try CategoryPath("Sale")
    _ = try await two.edit([id], applying: [.set(ProductChange { $0.category = category })])
    try await send(one, to: two)
    try await send(two, to: one)
    for store in [one, two] {
      let found = try await store.product(id)
      XCTAssertEqual(found?.price, price)
      XCTAssertEqual(found?.category, category)
      XCTAssertEqual(found?.variant?.taken, [.title])
      let faults = try await faultsOfVariants(in: store)
      XCTAssertEqual(faults, [])
      await store.close()
    }
  }

  func testAFieldThatBothChangedIsRefusedInWordsAndAsAWhole() async throws {
    let (one, two, rose) = try await copies()
    let tulip = try await one.create(makeProduct("Tulip"))
    _ = try await one.edit(
      [tulip.id, rose.id],
      applying: [.set(ProductChange(price: Price("3", currency: Currency("EUR"))))])
    _ = try await two.edit(
      [rose.id], applying: [.set(ProductChange(price: Price("4", currency: Currency("EUR"))))])
    let file = directory.appendingPathComponent("history")
    _ = try await one.exportHistory(to: file)
    await assertThrows({ try await two.applyHistory(from: file.path) }) {
      guard case CatalogError.stepRefused(let command, .changed(let fields, let product)) = $0
      else { return false }
      return command.name == "Edit 2 Products" && fields == ["price"]
        && product == "Rose"
    }
    let kept = try await two.product(rose.id)
    XCTAssertEqual(kept?.price?.decimalText, "4.00")
    let arrived = try await two.product(tulip.id)
    XCTAssertNil(arrived?.price, "the step before was applied, and nothing of the refused one")
    // Once the price is here what it was there, it goes on.
    _ = try await two.edit(
      [rose.id], applying: [.set(ProductChange(price: Price("2", currency: Currency("EUR"))))])
    let rest = try await two.applyHistory(from: file.path)
    XCTAssertEqual(rest, HistoryArrival(applied: 1, known: 3))
    let price = try await two.product(rose.id)?.price
    XCTAssertEqual(price?.decimalText, "3.00")
    await one.close()
    await two.close()
  }

  func testAStepThatLeavesAValueOutOfRangeIsRefused() async throws {
    let (one, two, rose) = try await copies()
    // What another program stored is no reason to refuse a step.
    for store in [one, two] {
      try await store.database.underLock { connection in
        try connection.run("UPDATE product SET gtin = '4006381333932'")
        return ((), [.everything])
      }
    }
    let filled = ProductAdjustment.calculate(.builtIn(.stock), Calculation(.add(999_999_900)))
    _ = try await two.edit([rose.id], applying: [.set(ProductChange(title: ProductTitle("Tulip")))])
    _ = try await two.edit([rose.id], applying: [filled])
    try await send(two, to: one)
    let added = ProductAdjustment.calculate(.builtIn(.stock), Calculation(.add(60)))
    _ = try await one.edit([rose.id], applying: [added])
    _ = try await two.edit([rose.id], applying: [added])
    await assertThrows({ try await self.send(one, to: two) }) {
      guard case CatalogError.stepRefused(_, .impossible) = $0 else { return false }
      return true
    }
    let stock = try await two.product(rose.id)?.stock
    XCTAssertEqual(stock, 999_999_965)
    await one.close()
    await two.close()
  }

  func testAnUndoTravels() async throws {
    let (one, two, rose) = try await copies()
    _ = try await one.edit([rose.id], applying: [.set(ProductChange(title: ProductTitle("Tulip")))])
    try await send(one, to: two)
    try await one.undo()
    var arrived = try await send(one, to: two)
    XCTAssertEqual(arrived.applied, 1)
    var title = try await two.product(rose.id)?.title.text
    XCTAssertEqual(title, "Rose")
    try await one.redo()
    arrived = try await send(one, to: two)
    XCTAssertEqual(arrived.applied, 1)
    title = try await two.product(rose.id)?.title.text
    XCTAssertEqual(title, "Tulip")
    // Undone and then discarded by another command.
    try await one.undo()
    _ = try await one.create(makeProduct("Aster"))
    _ = try await two.create(makeProduct("Lily"))
    await assertThrows({ try await self.send(one, to: two) }) {
      guard case CatalogError.stepRefused(let command, .followed) = $0 else { return false }
      return command.kind == .createProduct
    }
    try await two.undo()
    arrived = try await send(one, to: two)
    XCTAssertEqual(arrived, HistoryArrival(applied: 2, known: 2))
    title = try await two.product(rose.id)?.title.text
    XCTAssertEqual(title, "Rose")
    await one.close()
    await two.close()
  }

  func testWhatIsNotAHistoryIsRefused() async throws {
    let (one, two, rose) = try await copies()
    _ = try await one.edit([rose.id], applying: [.set(ProductChange(stock: 1))])
    let file = directory.appendingPathComponent("history")
    _ = try await one.exportHistory(to: file)
    let lines = file.appendingPathComponent("history.jsonl")
    let whole = try Data(contentsOf: lines)
    let before = try await snapshot(two)
    for length in stride(from: 0, to: whole.count - 1, by: 7) {
      try whole.prefix(length).write(to: lines)
      await assertThrows({ try await two.applyHistory(from: file.path) }) {
        if case CatalogError.badLines = $0 { true } else { false }
      }
    }
    let after = try await snapshot(two)
    XCTAssertEqual(after, before)
    await one.close()
    await two.close()
  }

  // MARK: Random commands

  func testRandomCommandsArriveAsTheyWereMade() async throws {
    try await play(rounds: 2, of: 60)
  }

  func testRandomCommandsArriveForALongTime() async throws {
    try skipWithoutFaults()
    try await play(rounds: rounds(0, withFaults: 8, withAll: 60), of: 150)
  }

  func testWhatDoesNotMeetLeadsToTheSameInEitherOrder() async throws {
    let (one, two, rose) = try await copies()
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    for number in 0..<30 {
      let isFirst = Bool.random(using: &random)
      let store = isFirst ? one : two
      let text = "\(number) \(isFirst)"
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let sum = Calculation(.add([1, 2, 7].randomElement(using: &random) ?? 3))
        _ = try await store.edit([rose.id], applying: [.calculate(.builtIn(.stock), sum)])
      case 1:
        let change =
          isFirst
          ? ProductChange(title: try ProductTitle(text)) : ProductChange(tags: [text])
        _ = try await store.edit([rose.id], applying: [.set(change)])
      case 2: _ = try await store.create(makeProduct(text))
      default:
        guard try await store.history().undoable.count > 2 else { continue }
        _ = try await store.undo()
      }
    }
    try await send(one, to: two)
    try await send(two, to: one)
    let (mine, theirs) = (try await Self.content(one), try await Self.content(two))
    XCTAssertEqual(mine, theirs, "seed \(seed)")
    for store in [one, two] {
      let problems = try await store.check()
      XCTAssertEqual(problems, [], "seed \(seed)")
      await store.close()
    }
  }

  private func play(rounds: Int, of steps: Int) async throws {
    let failures = try await inTwoLines(rounds) { [directory] round in
      try await Self.play(steps, in: directory.appendingPathComponent("\(round)"))
    }
    XCTAssertEqual(failures, [])
  }

  /// What went wrong.
  private static func play(_ steps: Int, in place: URL) async throws -> [String] {
    let seed = UInt64.random(in: 0 ... .max)
    let player = try await RandomPlayer(seed: seed, directory: place.appendingPathComponent("here"))
    let other = try await CatalogStore.open(in: place.appendingPathComponent("there"))
    var random = SeededRandom(seed: seed)
    var failures: [String] = []
    do {
      for _ in 0..<steps {
        try await player.play()
        guard Int.random(in: 0..<12, using: &random) == 0 else { continue }
        failures += try await differences(player.store, other, in: place)
      }
      failures += try await differences(player.store, other, in: place)
    } catch {
      failures.append("\(error)")
    }
    await player.store.close()
    await other.close()
    try FileManager.default.removeItem(at: place)
    return failures.map { "seed \(seed): \($0)" }
  }

  /// How another copy differs once it has the history.
  private static func differences(
    _ store: CatalogStore, _ other: CatalogStore, in place: URL
  ) async throws -> [String] {
    let file = place.appendingPathComponent(UUID().uuidString)
    _ = try await store.exportHistory(to: file)
    _ = try await other.applyHistory(from: file.path)
    let (mine, theirs) = (try await content(store), try await content(other))
    var differences = Set(mine).symmetricDifference(theirs).sorted()
    let again = try await other.applyHistory(from: file.path)
    if again.applied != 0 { differences.append("applied again: \(again.applied)") }
    if try await content(other) != theirs { differences.append("changed by applying it again") }
    return differences + (try await other.check()).map(\.sentence)
  }

  /// Every row of every table, with identifiers in the place of row numbers.
  static func content(_ store: CatalogStore) async throws -> [String] {
    try await store.database.read { connection in
      try RecordedTable.all.flatMap { table in
        let columns = (table.key + table.columns).filter { $0 != "key" && $0 != "revision" }
          .map { column in
            let value =
              RecordedTable.referred(column).map {
                "(SELECT id FROM \($0.name) AS other WHERE other.key = row.\(column))"
              } ?? "row.\(column)"
            return "quote(\(value))"
          }.joined(separator: " || ' ' || ")
        return try connection.rows("SELECT \(columns) FROM \(table.name) AS row ORDER BY 1") {
          "\(table.name) \($0.onlyText)"
        }
      }
    }
  }
}
