// SPDX-License-Identifier: Apache-2.0
// An import taken back alone, whatever was done since: random imports and random edits against an oracle that decides
// each value alone.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class TakeBackTests: XCTestCase {
  private func shop() async throws -> (CatalogStore, URL) {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    return (try await CatalogStore.open(in: directory), directory)
  }

  /// What a product has, or that it is not there.
  private struct Values: Equatable {
    var title: String
    var supplier: String?
    var stock: Int
    var tags: [String]

    static func random() -> Values {
      Values(
        title: ["Gouda", "Edam", "Brie"].randomElement() ?? "",
        supplier: [nil, "Miller", "Smith"].randomElement() ?? nil, stock: Int.random(in: 1...3),
        tags: [[], ["old"], ["new"]].randomElement() ?? [])
    }

    init(title: String, supplier: String?, stock: Int, tags: [String]) {
      (self.title, self.supplier, self.stock, self.tags) = (title, supplier, stock, tags)
    }

    init(_ product: Product) {
      self.init(
        title: product.title.text, supplier: product.supplier?.text,
        stock: Int((product.stock?.value.millionths ?? 0) / 1_000_000),
        tags: product.tags.map(\.text))
    }

    func change(from old: Values?) throws -> ProductChange {
      var change = ProductChange()
      if title != old?.title { change.title = try ProductTitle(title) }
      if supplier != old?.supplier {
        change.supplier = .some(
          try supplier.map { try LineText($0, for: InvalidValue.Field("supplier")) })
      }
      if stock != old?.stock {
        change.stock = .some(try Quantity(stock: DecimalNumber(whole: stock)))
      }
      if tags != old?.tags {
        var all = Tags()
        try tags.forEach { all.add(try Tag($0)) }
        change.tags = all
      }
      return change
    }

    /// Of each value, the one before an import, unless it was edited since.
    func takenBack(to before: Values, importedAs imported: Values) -> Values {
      Values(
        title: title == imported.title ? before.title : title,
        supplier: supplier == imported.supplier ? before.supplier : supplier,
        stock: stock == imported.stock ? before.stock : stock,
        tags: tags == imported.tags ? before.tags : tags)
    }
  }

  private struct Source: EntrySource {
    let entries: [ImportedEntry]
    let given = Given()
    let name = "list"
    let state: CatalogState? = nil
    let memory: ListMemory?
    let changesProducts = true

    final class Given: @unchecked Sendable { var isGiven = false }

    func next() throws -> [ImportedItem] {
      if given.isGiven { return [] }
      given.isGiven = true
      return entries.map {
        ImportedItem(line: 1, content: .entry($0), fraction: nil, length: 100)
      }
    }

    func rewind() throws { given.isGiven = false }
    func picture(_ name: String) throws -> PictureSource { throw CatalogError.sourceMissing }
  }

  private func entries(_ wanted: [UUID: Values], over old: [UUID: Values]) throws -> [ImportedEntry]
  {
    try wanted.map { id, values in
      var entry = ImportedEntry()
      entry.id = id
      entry.change = try values.change(from: old[id])
      return entry
    }
  }

  private func found(in store: CatalogStore) async throws -> [UUID: Values] {
    var found: [UUID: Values] = [:]
    for listed in try await store.products(ProductQuery()) {
      if let product = try await store.product(listed.id) { found[listed.id] = Values(product) }
    }
    return found
  }

  func testFieldsThatItMadeAreGoneUnlessSomethingElseUsesThem() async throws {
    let (store, directory) = try await shop()
    defer { try? FileManager.default.removeItem(at: directory) }
    let other = try await store.add(
      CatalogEntry(product: Product(title: try ProductTitle("Stool")))
    ).product.id
    let lines = directory.appendingPathComponent("list.jsonl")
    try Data(
      """
      {"field":{"name":"Wood","kind":"line"}}
      {"field":{"name":"Size","kind":"line"}}
      {"field":{"name":"Fit","kind":"line"}}
      {"title":"Chair","fields":{"Wood":"Oak","Size":"L","Fit":"slim"}}
      """.utf8
    ).write(to: lines)
    _ = try await store.importProducts(from: lines.path)
    let command = try await store.nextCommands().undoable
    let fields = try await store.fields()
    XCTAssertEqual(fields.map(\.name), ["Wood", "Size", "Fit"])
    _ = try await store.change([other]) { $0.product.values[fields[1].id] = .text("M") }
    try await store.setOptions([fields[2].id], of: other)
    let result = try await store.takeBack(try XCTUnwrap(command))
    XCTAssertEqual(result?.removed, 1)
    var left = try await store.fields().map(\.name)
    XCTAssertEqual(left, ["Size", "Fit"])
    try await store.undo()
    left = try await store.fields().map(\.name)
    XCTAssertEqual(left, ["Wood", "Size", "Fit"])
    await store.close()
  }

  func testWhatWasEditedSinceStaysAndTheRestIsAsItWas() async throws {
    for round in 0..<rounds(2, withFaults: 12, withAll: 60) {
      var (store, directory) = try await shop()
      defer { try? FileManager.default.removeItem(at: directory) }
      let first = Dictionary(uniqueKeysWithValues: (0..<20).map { _ in (UUID(), Values.random()) })
      _ = try await store.importProducts(
        from: Source(entries: entries(first, over: [:]), memory: nil), isUpdating: true)
      // The import changes some and makes others.
      var imported = first.filter { _ in Bool.random() }.mapValues { _ in Values.random() }
      for _ in 0..<5 { imported[UUID()] = Values.random() }
      _ = try await store.importProducts(
        from: Source(entries: entries(imported, over: first), memory: nil), isUpdating: true)
      let step = try await store.nextCommands().undoable
      let command = try XCTUnwrap(step)
      let all = first.merging(imported) { $1 }
      var mine = all
      for (id, values) in all where Int.random(in: 0..<3) == 0 {
        let edited = Values.random()
        mine[id] = edited
        _ = try await store.edit([id], applying: [.set(edited.change(from: values))])
      }
      let edited = Set(mine.filter { $0.value != all[$0.key] }.keys)
      // Across a restart.
      await store.close()
      store = try await CatalogStore.open(in: directory)
      let result = try await store.takeBack(command)
      var expected: [UUID: Values] = [:]
      for (id, now) in mine {
        if let before = first[id] {
          expected[id] = imported[id].map { now.takenBack(to: before, importedAs: $0) } ?? now
        } else if edited.contains(id) {
          expected[id] = now
        }
      }
      let after = try await found(in: store)
      XCTAssertEqual(after, expected, "round \(round)")
      XCTAssertEqual(
        result?.removed, imported.keys.count { first[$0] == nil && !edited.contains($0) })
      // It is a command like any other, and so are those before it.
      if after != mine {
        _ = try await store.undo()
        let again = try await found(in: store)
        XCTAssertEqual(again, mine)
        _ = try await store.redo()
        let redone = try await found(in: store)
        XCTAssertEqual(redone, expected)
      }
      let second = try await store.takeBack(command)
      XCTAssertEqual(second?.removed, 0)
      XCTAssertEqual(second?.restored, 0)
      while try await store.undo() != nil {}
      let none = try await found(in: store)
      XCTAssertEqual(none, [:])
      await store.close()
    }
  }

  func testTheSourceKnowsTheListBeforeAgainUnlessALaterOneCame() async throws {
    let (store, directory) = try await shop()
    defer { try? FileManager.default.removeItem(at: directory) }
    func take(_ content: String, _ rows: [String: String]) async throws -> CatalogCommand {
      let id = UUID()
      let memory = ListMemory(
        source: try ListSource(name: "Miller", content: content),
        rows: rows.map { ($0.key, $0.value) })
      _ = try await store.importProducts(
        from: Source(entries: entries([id: .random()], over: [:]), memory: memory),
        isUpdating: true)
      let command = try await store.nextCommands().undoable
      return try XCTUnwrap(command)
    }
    _ = try await take("one", ["a": "1", "b": "2"])
    let second = try await take("two", ["a": "1", "b": "3", "c": "4"])
    let title = try ProductTitle("Edited")
    let all = Set(try await store.products(ProductQuery()).map(\.id))
    _ = try await store.edit(all, applying: [.set(ProductChange { $0.title = title })])
    _ = try await store.takeBack(second)
    var rows = try await store.rows(ofSource: "Miller")
    XCTAssertEqual(rows, ["a": "1", "b": "2"])
    var content = try await store.source(named: "Miller")?.content
    XCTAssertEqual(content, "one")
    let third = try await take("three", ["b": "2"])
    _ = try await take("four", ["b": "5"])
    _ = try await store.takeBack(third)
    rows = try await store.rows(ofSource: "Miller")
    content = try await store.source(named: "Miller")?.content
    XCTAssertEqual(rows, ["b": "5"], "a later list came from there")
    XCTAssertEqual(content, "four")
    await store.close()
  }

  func testOnlyAnImportIsTakenBack() async throws {
    let (store, directory) = try await shop()
    defer { try? FileManager.default.removeItem(at: directory) }
    let id = UUID()
    _ = try await store.importProducts(
      from: Source(entries: entries([id: .random()], over: [:]), memory: nil), isUpdating: true)
    let imported = try await store.nextCommands().undoable
    // Random values may be those that it has, and then nothing is done.
    let title = try ProductTitle("Edited \(id)")
    _ = try await store.edit([id], applying: [.set(ProductChange(title: title))])
    let edited = try await store.nextCommands().undoable
    let none = try await store.takeBack(XCTUnwrap(edited))
    XCTAssertNil(none)
    _ = try await store.undo()
    _ = try await store.undo()
    let undone = try await store.takeBack(XCTUnwrap(imported))
    XCTAssertNil(undone)
    await store.close()
  }

  /// Its amounts are in another unit by now, in which what was there before means something else.
  func testAnEditedAmountKeepsItsUnit() async throws {
    let (store, directory) = try await shop()
    defer { try? FileManager.default.removeItem(at: directory) }
    let id = UUID()
    var before = ImportedEntry()
    (before.id, before.change) = (id, try Values.random().change(from: nil))
    _ = try await store.importProducts(
      from: Source(entries: [before], memory: nil), isUpdating: true)
    var imported = ImportedEntry()
    imported.id = id
    imported.change.unit = .some(try SaleUnit("kg"))
    _ = try await store.importProducts(
      from: Source(entries: [imported], memory: nil), isUpdating: true)
    let undoable = try await store.nextCommands().undoable
    let command = try XCTUnwrap(undoable)
    let stock = try Quantity(stock: 9)
    _ = try await store.edit([id], applying: [.set(ProductChange { $0.stock = .some(stock) })])
    let result = try await store.takeBack(command)
    XCTAssertEqual(result?.kept, 1)
    let product = try await store.product(id)
    XCTAssertEqual(product?.unit?.symbol, "kg")
    XCTAssertEqual(product?.stock, stock)
    await store.close()
  }
}
