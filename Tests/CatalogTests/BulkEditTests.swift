// SPDX-License-Identifier: Apache-2.0
// Changes to many products: all or nothing, one step of undo, and nothing is overwritten.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class BulkEditTests: CatalogTestCase {
  func testWhatIsHardlyMeantIsCounted() async throws {
    let store = try await CatalogStore.open(in: directory)
    var ids: [UUID] = []
    for (title, price) in [("Brie", "2.00"), ("Gouda", "4.00"), ("Truffle", "44.00")] {
      ids.append(try await store.create(makeProduct(title, price: price)).id)
    }
    func odd(_ adjustment: ProductAdjustment) async throws -> [BulkEditOddity: Int] {
      try await store.preview(ids, applying: [adjustment]).odd
    }
    func odd(_ calculation: Calculation) async throws -> [BulkEditOddity: Int] {
      try await odd(.calculate(.builtIn(.price), calculation))
    }
    let rounded = try await odd(Calculation(.percent(7), rounding: .tens))
    XCTAssertEqual(rounded, [.zero: 2])
    let raised = try await odd(Calculation(.percent(7)))
    XCTAssertEqual(raised, [:])
    let tenfold = try await odd(Calculation(.multiply(10)))
    XCTAssertEqual(tenfold, [.tenfold: 3])
    let set = try await odd(.set(ProductChange(stock: 0)))
    XCTAssertEqual(set, [:], "what somebody has said is meant")
    let preview = try await store.preview(
      ids, applying: [.calculate(.builtIn(.price), Calculation(.percent(7), rounding: .tens))])
    XCTAssertEqual(preview.changed, 3)
    XCTAssertEqual(preview.oddities.map(\.before.title.text), ["Brie", "Gouda"])
    XCTAssertEqual(preview.changes.map(\.before.title.text), ["Truffle"])
  }

  func testAdjustments() async throws {
    let store = try await CatalogStore.open(in: directory)
    var rose = try makeProduct("Rose", price: "9.99")
    rose.tags = ["red"]
    rose.stock = 3
    rose = try await store.create(rose)
    var yen = try makeProduct("Yen")
    yen.price = try Price("1005", currency: Currency("JPY"))
    yen.tags = ["red", "new"]
    yen = try await store.create(yen)
    let gone = UUID()
    let stream = store.changes()
    let outcome = try await store.edit(
      [rose.id, yen.id, gone],
      applying: [
        .addTag(Tag("new")), .removeTag(Tag("red")),
        .calculate(.builtIn(.price), Calculation(.percent(10))),
        .calculate(.builtIn(.stock), Calculation(.add(-1))),
        .set(ProductChange(category: try CategoryPath("Sale"))),
      ])
    XCTAssertEqual(outcome.saved, [rose.id, yen.id])
    XCTAssertEqual(outcome.missing, [gone])
    let after = [try await store.product(rose.id), try await store.product(yen.id)]
    XCTAssertEqual(after.map { $0?.tags }, [["new"], ["new"]])
    XCTAssertEqual(after.map { $0?.price?.decimalText }, ["10.99", "1106"])
    XCTAssertEqual(after.map { $0?.stock }, [2, nil])
    XCTAssertEqual(after.map { $0?.category?.text }, ["Sale", "Sale"])
    XCTAssertEqual(after.map { $0?.revision }, [2, 2])
    let history = try await store.history()
    XCTAssertEqual(history.undoable.first?.name, "Edit 2 Products")

    let again = try await store.edit([rose.id], applying: [.addTag(Tag("new"))])
    XCTAssertEqual(again.unchanged, [rose.id])
    // If one product cannot have the value, nothing is changed, and the error names it.
    await assertThrows({
      try await store.edit(
        [rose.id, yen.id], applying: [.calculate(.builtIn(.stock), Calculation(.add(-3)))])
    }) {
      ($0 as? InvalidValue)?.field == .stock && "\($0)".contains("Rose")
    }
    let most = Calculation.Step.multiply(DecimalNumber(millionths: .max))
    for steps in [[.percent(-101)], [most, most]] {
      await assertThrows({
        try await store.edit(
          [yen.id], applying: steps.map { .calculate(.builtIn(.price), Calculation($0)) })
      }) {
        ($0 as? InvalidValue)?.field == .price
      }
    }
    await store.close()
    var heard: [CatalogChange] = []
    for await change in stream { heard.append(change) }
    XCTAssertEqual(
      heard,
      [
        .products([
          rose.id: .changed([.tags, .price, .stock, .category]),
          yen.id: .changed([.tags, .price, .category]),
        ])
      ])
  }

  /// Many are read in parts and in another order than they are given, and not whole: nothing may come
  /// of it that each alone would not become.
  func testManyBecomeWhatEachAloneWould() async throws {
    let store = try await CatalogStore.open(in: directory)
    let width = try CustomField(name: "Width", kind: .number(unit: "cm"))
    try await store.addField(width)
    var before: [Product] = []
    for number in 0..<230 {
      var product = try makeProduct("Product \(number)", category: "Old", price: "\(number).99")
      product.tags = number % 3 == 0 ? ["a", "sale"] : ["b"]
      product.description = "as it was"
      product.stock = Quantity(integerLiteral: number % 7)
      if number % 2 == 0 { product.values = [width.id: FieldValue.number(2)] }
      before.append(try await store.create(product))
    }
    let trashed = before.remove(at: 100)
    try await store.delete([trashed.id])
    _ = try await store.addPictures(from: [try picture("x")], to: before[7].id)
    before[7] = try await required(store, before[7].id)
    let gone = UUID()
    var ids = before.map(\.id).shuffled()
    ids.insert(gone, at: 0)
    ids.append(trashed.id)
    let lists: [[ProductAdjustment]] = [
      [.number(.builtIn(.sku), try XCTUnwrap(NumberSeries("S-1", step: 2)))],
      [
        .addTag(try Tag("sale")), .removeTag(try Tag("b")),
        .calculate(.custom(width), Calculation(.multiply(3))),
      ],
      [.calculate(.builtIn(.price), Calculation(.percent(7), rounding: .ending99))],
      [
        .replace(.builtIn(.category), "Old", with: "New"),
        .calculate(.builtIn(.stock), Calculation(.add(-1))),
      ],
    ]
    for adjustments in lists {
      let preview = try await store.preview(ids, applying: adjustments)
      let outcome = try await store.edit(ids, applying: adjustments, leavingOutRefused: true)
      XCTAssertEqual(outcome.missing, [gone, trashed.id])
      XCTAssertEqual(preview.changed, outcome.saved.count)
      XCTAssertEqual(preview.unchanged, outcome.unchanged.count)
      XCTAssertEqual(preview.refused, outcome.refused.count)
      for example in preview.changes {
        XCTAssertTrue(before.contains(example.before), "the examples are whole")
      }
      for index in before.indices {
        let place = try XCTUnwrap(ids.firstIndex(of: before[index].id))
        let expected = try? adjustments.reduce(before[index]) { try $1.applied(to: $0, at: place) }
        var now = try await required(store, before[index].id)
        let isChanged = expected.map { $0 != before[index] } ?? false
        XCTAssertEqual(now.revision, before[index].revision + (isChanged ? 1 : 0))
        (now.revision, now.changed) = (before[index].revision, before[index].changed)
        XCTAssertEqual(now, expected ?? before[index])
      }
      let after = try await snapshot(store)
      try await store.undo()
      try await store.redo()
      let redone = try await snapshot(store)
      XCTAssertEqual(redone, after)
      for index in before.indices { before[index] = try await required(store, before[index].id) }
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  private func required(_ store: CatalogStore, _ id: UUID) async throws -> Product {
    let product = try await store.product(id)
    return try XCTUnwrap(product)
  }

  func testACancelledOneChangesNothing() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(2500))
    let before = try await store.products(ProductQuery())
    let steps = try await store.history().undoable.count
    let raise = ProductAdjustment.calculate(.builtIn(.price), Calculation(.percent(7)))
    let handle = Handle()
    handle.task = Task {
      try await store.edit(before.map(\.id), applying: [raise]) { _ in
        handle.isSet.wait()
        handle.task?.cancel()
        handle.isSet.signal()
      }
    }
    handle.isSet.signal()
    do {
      _ = try await handle.task?.value
      XCTFail("it was not cancelled")
    } catch is CancellationError {}
    let after = try await store.products(ProductQuery())
    XCTAssertEqual(after, before)
    let stepsAfter = try await store.history().undoable.count
    XCTAssertEqual(stepsAfter, steps)
    // The connection is as good as new.
    let outcome = try await store.edit(before.map(\.id), applying: [raise])
    XCTAssertGreaterThan(outcome.saved.count, 2000)
    _ = try await store.undo()
    let undone = try await store.products(ProductQuery())
    XCTAssertEqual(undone.map(\.price), before.map(\.price))
  }

  func testOneThatIsCancelledAtAnyMomentChangesAllOrNothing() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededRandom(seed: seed)
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.generate(GeneratedProducts(300))
    let ids = try await store.products(ProductQuery()).map(\.id)
    // So long that some are cancelled and others not.
    var longest = Duration.milliseconds(1)
    for round in 0..<rounds(60, withFaults: 600) {
      let title = "Round \(round)"
      let change = ProductChange(title: try ProductTitle(title))
      let start = ContinuousClock.now
      let task = Task { try await store.edit(ids, applying: [.set(change)]) }
      try await Task.sleep(for: longest * Double.random(in: 0..<1, using: &random))
      task.cancel()
      let isDone = (try? await task.value) != nil
      longest = isDone ? (ContinuousClock.now - start) * 1.2 : longest + .milliseconds(1)
      let titles = try await store.products(ProductQuery()).map(\.title)
      XCTAssertEqual(
        titles.filter { $0 == title }.count, isDone ? ids.count : 0, "seed \(seed)")
    }
  }

  /// The task that is cancelled from within. The semaphore guards it.
  private final class Handle: @unchecked Sendable {
    let isSet = DispatchSemaphore(value: 0)
    var task: Task<BulkEditOutcome, any Error>?
  }

  func testOutdatedOnesComeBackWithBothVersions() async throws {
    let store = try await CatalogStore.open(in: directory)
    var first = try makeProduct("First", category: "A")
    first.tags = ["one", "two"]
    first = try await store.create(first)
    let second = try await store.create(makeProduct("Second"))
    let change = ProductChange(title: try ProductTitle("Changed"), tags: ["three"])
    guard case .saved(let changed) = try await store.edit(first.id, basedOn: 1, applying: change)
    else {
      return XCTFail("not saved")
    }
    _ = try await store.addPictures(from: [try picture("x")], to: first.id)
    let current = try await store.product(first.id)
    let revisions = [first.id: 1, second.id: 1]
    let category = ProductAdjustment.set(ProductChange(category: try CategoryPath("B")))
    let outcome = try await store.edit(
      [first.id, second.id], basedOn: revisions, applying: [category])
    XCTAssertEqual(outcome.saved, [second.id])
    XCTAssertEqual(
      outcome.conflicts, [first.id: EditConflict(current: try XCTUnwrap(current), base: first)])
    let kept = try await store.product(first.id)
    XCTAssertEqual(kept, current, "nothing may be overwritten")
    // Every version that existed, and none that did not.
    for (revision, base) in [(1, first), (2, changed), (7, nil)] {
      let single = try await store.edit(first.id, basedOn: revision, applying: change)
      XCTAssertEqual(single, .conflict(current: try XCTUnwrap(current), base: base))
    }
    await store.close()
  }

  func testCategoriesAreRenamedAndMerged() async throws {
    let store = try await CatalogStore.open(in: directory)
    for (title, category) in [
      ("a", "Flowers"), ("b", "Flowers/Roses"), ("c", "Plants/Roses"), ("d", "Flowers-and-more"),
    ] { _ = try await store.create(makeProduct(title, category: category)) }
    let trashed = try await store.products(ProductQuery())[1].id
    try await store.delete([trashed])
    let before = try await snapshot(store)
    let count = try await store.renameCategory(CategoryPath("Flowers"), to: CategoryPath("Plants"))
    XCTAssertEqual(count, 2)
    try await store.restore([trashed])
    let tree = try await store.categories().map { "\($0.path.text) \($0.count)" }
    XCTAssertEqual(tree, ["Flowers-and-more 1", "Plants 3", "Plants/Roses 2"])
    let found = try await store.products(ProductQuery(searchText: "plants")).count
    XCTAssertEqual(found, 3, "the search knows the new name")
    let deep = try CategoryPath((1...16).map { "\($0)" }.joined(separator: "/"))
    await assertThrows({ try await store.renameCategory(CategoryPath("Plants"), to: deep) }) {
      ($0 as? InvalidValue)?.field == .category
    }
    try await store.undo()
    let name = try await store.undo()?.name
    XCTAssertEqual(name, "Rename Category")
    let after = try await snapshot(store)
    XCTAssertEqual(after, before)
    await store.close()
  }

  func testTagsAreRenamedAndMerged() async throws {
    let store = try await CatalogStore.open(in: directory)
    for tags in [["old", "x"], ["new", "old"], ["x"]] as [Tags] {
      _ = try await store.create(Product(title: ProductTitle("p"), tags: tags))
    }
    let count = try await store.renameTag("old", to: Tag(" new "))
    XCTAssertEqual(count, 2)
    var tags: [Tags] = []
    for row in try await store.products(ProductQuery()) {
      tags.append(try await store.product(row.id)?.tags ?? [])
    }
    XCTAssertEqual(tags, [["new", "x"], ["new"], ["x"]])
    let none = try await store.renameTag("old", to: Tag("new"))
    XCTAssertEqual(none, 0)
    await assertThrows({ try await store.renameTag("x", to: Tag("")) }) {
      ($0 as? InvalidValue)?.field == .tags
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  private func picture(_ name: String) throws -> URL {
    let file = directory.appendingPathComponent(name)
    try (pngStart + Data(name.utf8)).write(to: file)
    return file
  }
}
