// SPDX-License-Identifier: Apache-2.0
// Custom fields from one catalogue to another: their definitions and their values.

import Foundation
import TestSwitches
import Wording
import XCTest

@testable import Catalog

final class FieldExchangeTests: CatalogTestCase {
  func testExportedImportedAndExportedAgainEveryByteIsTheSame() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("one"))
    var product = try makeProduct("Table")
    for (kind, _, value) in FieldTests.kinds {
      let field = try CustomField(name: "A \(kind.word)", kind: kind)
      try await store.addField(field)
      product.values[field.id] = value
    }
    let cost = try CustomField(name: "Cost \"net\"", kind: .money, isCost: true)
    try await store.addField(cost)
    product.values[cost.id] = .money(try Price("0.05", currency: Currency("EUR")))
    _ = try await store.create(product)
    _ = try await store.create(makeProduct("Bare"))
    // Values that their product could not be given any more go along all the same.
    for field in try await store.fields() where field.id != cost.id {
      try await store.editField(
        CustomField(
          id: field.id, name: field.name, kind: field.kind,
          category: CategoryPath("Rooms/\(field.kind.word)")))
    }
    let lines = try await exported(store)
    await store.close()

    let other = try await CatalogStore.open(in: directory.appendingPathComponent("two"))
    let file = try write(lines)
    let result = try await other.importProducts(from: file)
    XCTAssertEqual(result, ImportResult(added: 2))
    let again = try await exported(other)
    XCTAssertEqual(again, lines)
    let costs = try await other.fields().filter(\.isCost).map(\.name)
    XCTAssertEqual(costs, [cost.name])
    // Importing again: nothing is new.
    _ = try await other.importProducts(from: file, isUpdating: true)
    let unchanged = try await exported(other)
    XCTAssertEqual(unchanged, lines)
    let found = try await other.count(ProductQuery(searchText: "oak"))
    XCTAssertEqual(found, 1)
    let problems = try await other.check()
    XCTAssertEqual(problems, [])
    try await other.undo()
    let fields = try await other.fields()
    XCTAssertEqual(fields, [])
    await other.close()
  }

  func testFieldsOfTheSameNameOrIdentifierAreTheSame() async throws {
    let store = try await CatalogStore.open(in: directory)
    let size = try CustomField(name: "Size", kind: .choice(["S", "M"]))
    let wood = try CustomField(name: "Wood", kind: .line)
    for field in [size, wood] { try await store.addField(field) }
    let file = try write(
      """
      {"field":{"name":"SIZE","kind":"choice","choices":["M","L"]}}
      {"field":{"id":"\(wood.id)","name":"Timber","kind":"line"}}
      {"title":"Chair","fields":{"size":"l","Timber":"Oak"}}
      {"title":"Stool","fields":{"wood":"Ash","Size":null}}

      """)
    _ = try await store.importProducts(from: file)
    let fields = try await store.fields()
    XCTAssertEqual(fields.map(\.name), ["Size", "Wood"])
    XCTAssertEqual(fields[0].kind, .choice(["S", "M", "L"]))
    let rows = try await store.products(ProductQuery())
    XCTAssertEqual(
      rows.map(\.values),
      [
        [size.id: .text("L"), wood.id: .text("Oak")], [wood.id: .text("Ash")],
      ])
    try await store.undo()
    let before = try await store.fields()
    XCTAssertEqual(before, [size, wood])
    await store.close()
  }

  func testAnUpdateChangesWhatItNamesAndLeavesTheRest() async throws {
    let store = try await CatalogStore.open(in: directory)
    let (wood, width) = (
      try CustomField(name: "Wood", kind: .line),
      try CustomField(name: "Width", kind: .number(unit: "cm"))
    )
    for field in [wood, width] { try await store.addField(field) }
    let product = try await store.create(
      Product(
        title: ProductTitle("Table"),
        values: [wood.id: .text("Oak"), width.id: .number(DecimalNumber(millionths: 1))]))
    let file = try write(#"{"id":"\#(product.id)","fields":{"Wood":null,"Width":12}}"# + "\n")
    let result = try await store.importProducts(from: file, isUpdating: true)
    XCTAssertEqual(result, ImportResult(updated: 1))
    var found = try await store.product(product.id)
    XCTAssertEqual(found?.values, [width.id: .number(DecimalNumber(millionths: 12_000_000))])
    try await store.undo()
    found = try await store.product(product.id)
    XCTAssertEqual(found?.values, product.values)
    await store.close()
  }

  func testAnErrorIsReportedWithItsLineAndNothingIsImported() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.addField(CustomField(name: "Year made", kind: .year))
    let lines: [(line: String, says: String)] = [
      (#"{"title":"A","fields":{"Colour":"red"}}"#, "Colour"),
      (#"{"title":"A","fields":{"Year made":"red"}}"#, "year"),
      (#"{"title":"A","fields":{"Year made":true}}"#, "kind"),
      (#"{"title":"A","fields":{"Year made":[]}}"#, "kind"),
      (#"{"title":"A","fields":{"Year made":{}}}"#, "fields.Year made"),
      (#"{"title":"A","fields":{"Year made":1,"Year made":2}}"#, "twice"),
      (#"{"title":"A","fields":"red"}"#, "fields"),
      (#"{"field":{"name":"year MADE","kind":"line"}}"#, "a different kind"),
      (#"{"field":{"name":"a=b","kind":"line"}}"#, "="),
      (#"{"field":{"name":"New","kind":"colour"}}"#, "one of"),
      (#"{"field":{"name":"New","kind":"choice","choices":[]}}"#, "empty"),
      (#"{"field":{"name":"New","kind":"choice","choices":["a","A"]}}"#, "differ only in case"),
      (#"{"field":{"name":"New","kind":"line","colour":1}}"#, "colour"),
      (#"{"field":{"name":"New","kind":"line"},"title":"A"}"#, "product"),
      (#"{"field":{"kind":"line"}}"#, "name"), (#"{"field":{"name":"New"}}"#, "one of"),
      (#"{"field":null}"#, "field"),
    ]
    for (line, words) in lines {
      let file = try write(line + "\n")
      await assertThrows {
        try await store.importProducts(from: file)
      } where: { error in
        let said = error.sentence
        XCTAssertTrue(said.contains("Line 1 "), said)
        XCTAssertTrue(said.contains(words), "\(line): \(said)")
        return true
      }
    }
    let count = try await store.productCount()
    XCTAssertEqual(count, 0)
    let names = try await store.fields().map(\.name)
    XCTAssertEqual(names, ["Year made"])
    await store.close()
  }

  func testALineOfVeryManyFieldsIsReadInItsTime() throws {
    let fields = (0..<200_000).map { "\"f\($0)\":1" }.joined(separator: ",")
    let start = ProcessorTime.ofThread
    let content = try EntryLine.content(of: Array("{\"fields\":{\(fields)}}".utf8))
    XCTAssertLessThan(ProcessorTime.ofThread - start, 20, "each name was compared with all others")
    guard case .entry(let entry) = content else { return XCTFail("not an entry") }
    XCTAssertEqual(entry.values.count, 200_000)
  }

  private func exported(_ store: CatalogStore) async throws -> String {
    let place = directory.appendingPathComponent(UUID().uuidString)
    _ = try await store.exportProducts(to: place)
    return try String(
      contentsOf: place.appendingPathComponent("products.jsonl"), encoding: .utf8)
  }

  private func write(_ lines: String) throws -> String {
    let file = directory.appendingPathComponent("lines \(UUID().uuidString).jsonl")
    try Data(lines.utf8).write(to: file)
    return file.path
  }
}
