// SPDX-License-Identifier: Apache-2.0
// Custom fields: their names, their values, and undo of every change to them.

import Foundation
import XCTest

@testable import Catalog

final class FieldTests: CatalogTestCase {
  static let kinds: [(kind: FieldKind, text: String, value: FieldValue)] = [
    (.line, "Oak", .text("Oak")), (.text, "Two\nlines", .text("Two\nlines")),
    (.wholeNumber, "-12", .integer(-12)),
    (.number(unit: "cm"), "12.5 cm", .number(DecimalNumber(millionths: 12_500_000))),
    (.date, "2026-02-28", .day(CalendarDay(year: 2026, month: 2, day: 28)!)),
    (.year, "1850", .integer(1850)), (.choice(["Red", "Blue"]), "Blue", .text("Blue")),
    (.yesNo, "no", .yesNo(false)), (.code(.gtin), "4006381333931", .text("4006381333931")),
    (.link, "https://example.org/a", .text("https://example.org/a")),
    (.tags, "old, new", .tags(["old", "new"])),
  ]

  func testThereIsALastField() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.database.carryOut(.addField) { connection in
      for number in 0..<CustomField.most {
        try FieldTable(connection: connection).insert(CustomField(name: "F \(number)", kind: .line))
      }
    }
    let oneMore = try CustomField(name: "One more", kind: .line)
    await assertThrows {
      try await store.addField(oneMore)
    } where: {
      $0 as? InvalidValue == InvalidValue(.fieldName, .tooManyFields(limit: 1_000))
    }
    await store.close()
  }

  func testAProductHasValuesOfEveryKindAndKeepsThem() async throws {
    var store = try await CatalogStore.open(in: directory)
    var product = try makeProduct("Table")
    for (kind, text, value) in Self.kinds {
      let field = try CustomField(name: "A \(kind.word)", kind: kind)
      try await store.addField(field)
      XCTAssertEqual(try kind.value(from: text, for: field.refusalName), value)
      XCTAssertEqual(kind.text(of: value), text)
      product.values[field.id] = value
    }
    let money = try CustomField(name: "Cost", kind: .money)
    try await store.addField(money)
    product.values[money.id] = .money(try Price("12.50", currency: Currency("EUR")))
    let place = try CustomField(name: "Place", kind: .category)
    try await store.addField(place)
    product.values[place.id] = .category(try CategoryPath("Room/Shelf"))
    let stored = try await store.create(product)
    XCTAssertEqual(stored.values, product.values)
    await store.close()

    store = try await CatalogStore.open(in: directory)
    let found = try await store.product(product.id)
    XCTAssertEqual(found?.values, product.values)
    let row = try await store.products(ProductQuery()).first
    XCTAssertEqual(row?.values, product.values)
    let names = try await store.fields().map(\.name)
    XCTAssertEqual(names.count, Self.kinds.count + 2)
    XCTAssertEqual(names.last, "Place")
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testNamesAreUniqueAndPlain() async throws {
    let store = try await CatalogStore.open(in: directory)
    try await store.addField(CustomField(name: " Wood ", kind: .line))
    for name in ["wood", "WOOD"] {
      await assertThrows {
        try await store.addField(CustomField(name: name, kind: .line))
      } where: {
        ($0 as? InvalidValue)?.field == .fieldName
      }
    }
    let wrong = ["", "a=b", "two\nlines", "Title", "stock", String(repeating: "x", count: 65)]
    for name in wrong {
      XCTAssertThrowsError(try CustomField(name: name, kind: .line), name)
    }
    for kind in [FieldKind.choice([]), .choice(["a", "A"]), .choice(["a\nb"])] {
      XCTAssertThrowsError(try CustomField(name: "Fine", kind: kind))
    }
    let count = try await store.fields().count
    XCTAssertEqual(count, 1)
    await store.close()
  }

  func testAValueMustBeOfItsFieldsKind() async throws {
    let store = try await CatalogStore.open(in: directory)
    let size = try CustomField(name: "Size", kind: .choice(["S", "M"]))
    try await store.addField(size)
    for value in [FieldValue.text("XL"), .integer(1)] {
      await assertThrows {
        try await store.create(Product(title: ProductTitle("Shirt"), values: [size.id: value]))
      } where: {
        $0 is InvalidValue
      }
    }
    await assertThrows {
      try await store.create(Product(title: ProductTitle("Shirt"), values: [UUID(): .integer(1)]))
    } where: {
      $0 as? CatalogError == .fieldMissing
    }
    let count = try await store.productCount()
    XCTAssertEqual(count, 0)
    await store.close()
  }

  func testAFieldIsSetOnlyWhereItIsOfferedAndKeptEverywhere() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rooms = try CategoryPath("Rooms")
    let wood = try CustomField(name: "Wood", kind: .line, category: rooms)
    try await store.addField(wood)
    func product(_ category: String?, _ wood: CustomField) throws -> Product {
      Product(
        title: try ProductTitle("Table"), category: try category.map { try CategoryPath($0) },
        values: [wood.id: .text("Oak")])
    }
    func assertRefused<Value>(_ body: () async throws -> Value) async {
      await assertThrows(body) { ($0 as? InvalidValue)?.problem == .notOffered(for: rooms) }
    }
    for category in [nil, "Roomsy", "Garden"] {
      await assertRefused { try await store.create(try product(category, wood)) }
      await assertRefused {
        try await store.add(CatalogEntry(product: try product(category, wood)))
      }
    }
    let table = try await store.create(try product("Rooms/Dining", wood))

    // Moved, it keeps the value, which can be emptied and not changed.
    let moved = try await store.edit(
      table.id, basedOn: 1, applying: ProductChange(category: .some(try CategoryPath("Garden"))))
    guard case .saved(let inGarden) = moved else { return XCTFail("\(moved)") }
    XCTAssertEqual(inGarden.values, [wood.id: .text("Oak")])
    let ash = ProductChange(values: [wood.id: .text("Ash")])
    await assertRefused { try await store.edit(table.id, basedOn: 2, applying: ash) }
    await assertRefused { try await store.edit([table.id], applying: [.set(ash)]) }
    await assertRefused {
      try await store.change([table.id]) { $0.product.values[wood.id] = .text("Ash") }
    }
    let back = ProductChange(category: .some(rooms), values: [wood.id: .text("Ash")])
    guard case .saved = try await store.edit(table.id, basedOn: 2, applying: back) else {
      return XCTFail("refused where it is offered again")
    }
    try await store.undo()
    let emptied = try await store.edit(
      [table.id], applying: [.set(ProductChange(values: [wood.id: nil]))])
    XCTAssertEqual(emptied.saved, [table.id])
    await store.close()
  }

  func testAFieldFollowsItsCategoryToAnotherName() async throws {
    let store = try await CatalogStore.open(in: directory)
    for (name, category) in [("Wood", "Rooms/Dining"), ("Size", "Rooms"), ("Ply", "Roomsy")] {
      try await store.addField(
        CustomField(name: name, kind: .line, category: try CategoryPath(category)))
    }
    func categories() async throws -> [String?] {
      try await store.fields().map { $0.category?.text }
    }
    _ = try await store.create(
      Product(title: ProductTitle("Table"), category: CategoryPath("Rooms/Dining")))
    _ = try await store.renameCategory(CategoryPath("Rooms"), to: CategoryPath("House"))
    let renamed = try await categories()
    XCTAssertEqual(renamed, ["House/Dining", "House", "Roomsy"])
    try await store.undo()
    let undone = try await categories()
    XCTAssertEqual(undone, ["Rooms/Dining", "Rooms", "Roomsy"])
    await store.close()
  }

  func testEditsConflictsAndBulkEditsKnowTheValues() async throws {
    let store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    let product = try await store.create(try makeProduct("Table"))
    var heard = store.changes().makeAsyncIterator()
    let oak = ProductChange(values: [wood.id: .text("Oak")])
    guard case .saved(let edited) = try await store.edit(product.id, basedOn: 1, applying: oak)
    else {
      return XCTFail("not saved")
    }
    XCTAssertEqual(edited.values, [wood.id: .text("Oak")])
    let change = await heard.next()
    XCTAssertEqual(
      change,
      .products([
        product.id: ProductDifference(
          from: .catalogue, to: .catalogue, fields: [.values, .revision],
          customFields: [wood.id])
      ]))
    let ash = ProductChange(values: [wood.id: .text("Ash")])
    let outcome = try await store.edit([product.id], applying: [.set(ash)])
    XCTAssertEqual(outcome.saved, [product.id])
    let late = try await store.edit(
      product.id, basedOn: 2, applying: ProductChange(year: .some(nil)))
    guard case .conflict(let current, let base) = late else { return XCTFail("no conflict") }
    XCTAssertEqual(current.values, [wood.id: .text("Ash")])
    XCTAssertEqual(base?.values, [wood.id: .text("Oak")])
    let empty = ProductChange(values: [wood.id: nil])
    _ = try await store.edit([product.id], applying: [.set(empty)])
    let emptied = try await store.product(product.id)
    XCTAssertEqual(emptied?.values, [:])
    try await store.undo()
    let undone = try await store.product(product.id)
    XCTAssertEqual(undone?.values, [wood.id: .text("Ash")])
    await store.close()
  }

  func testChangingAKindSaysFirstWhatDoesNotFit() async throws {
    let store = try await CatalogStore.open(in: directory)
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    for (number, text) in ["12", "large", "7", "small"].enumerated() {
      _ = try await store.create(
        Product(title: ProductTitle("P\(number)"), values: [size.id: .text(text)]))
    }
    let before = try await snapshot(store)
    let number = try CustomField(id: size.id, name: "Size in cm", kind: .wholeNumber)
    guard case .unfitting(let refused) = try await store.editField(number) else {
      return XCTFail("it was changed")
    }
    XCTAssertEqual(refused.total, 4)
    XCTAssertEqual(refused.count, 2)
    XCTAssertEqual(refused.first.map(\.text), ["large", "small"])
    XCTAssertEqual(refused.first.map(\.title), ["P1", "P3"])
    var now = try await snapshot(store)
    XCTAssertEqual(now, before)

    let outcome = try await store.editField(number, isDroppingUnfitting: true)
    XCTAssertEqual(outcome, .saved(dropped: 2))
    let rows = try await store.products(ProductQuery(sort: .custom(size.id)))
    XCTAssertEqual(rows.map(\.title), ["P2", "P0", "P1", "P3"])
    XCTAssertEqual(rows[0].values, [size.id: .integer(7)])
    // Removed texts are no longer found.
    let found = try await store.count(ProductQuery(searchText: "large"))
    XCTAssertEqual(found, 0)
    try await store.undo()
    now = try await snapshot(store)
    XCTAssertEqual(now, before)
    let again = try await store.count(ProductQuery(searchText: "large"))
    XCTAssertEqual(again, 1)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  func testRemovingAFieldRemovesItsValuesAndUndoRestoresThem() async throws {
    var store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .line, category: CategoryPath("Furniture"))
    try await store.addField(wood)
    for number in 0..<3 {
      _ = try await store.create(
        Product(
          title: ProductTitle("P\(number)"), category: CategoryPath("Furniture"),
          values: [wood.id: .text("Oak")]))
    }
    let before = try await snapshot(store)
    let count = try await store.valueCount(ofField: wood.id)
    XCTAssertEqual(count, 3)
    let gone = try await store.removeField(wood.id)
    XCTAssertEqual(gone, 3)
    let left = try await store.count(ProductQuery(searchText: "oak"))
    XCTAssertEqual(left, 0)
    // Another field gets a row number of its own.
    try await store.addField(CustomField(name: "Other", kind: .line))
    try await store.undo()
    await store.close()
    store = try await CatalogStore.open(in: directory)
    let undone = try await store.undo()
    XCTAssertEqual(undone?.kind, .removeField)
    XCTAssertEqual(undone?.count, 3)
    let now = try await snapshot(store)
    XCTAssertEqual(now, before)
    let found = try await store.count(ProductQuery(searchText: "oak"))
    XCTAssertEqual(found, 3)
    let redone = try await store.redo()
    XCTAssertEqual(redone?.kind, .removeField)
    await assertThrows(CatalogError.fieldMissing) { try await store.removeField(wood.id) }
    await store.close()
  }

  func testErasingAProductErasesItsValues() async throws {
    let store = try await CatalogStore.open(in: directory)
    let wood = try CustomField(name: "Wood", kind: .line)
    try await store.addField(wood)
    let product = try await store.create(
      Product(title: ProductTitle("Table"), values: [wood.id: .text("Oak")]))
    try await store.delete([product.id])
    let before = try await snapshot(store)
    try await store.erase([product.id])
    let count = try await store.valueCount(ofField: wood.id)
    XCTAssertEqual(count, 0)
    try await store.undo()
    let now = try await snapshot(store)
    XCTAssertEqual(now, before)
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }
}
