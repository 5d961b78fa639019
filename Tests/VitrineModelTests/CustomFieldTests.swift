// SPDX-License-Identifier: Apache-2.0
// Custom fields in a window: in the form, in the details and as columns, where they are
// offered and where there is something in them, as they are now and not as they were at the start.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

private let typing = WritingStyle(currency: try? Currency("EUR"))

final class CustomFieldTests: XCTestCase {
  private func field(_ name: String, _ kind: FieldKind, in category: String? = nil) throws
    -> CustomField
  {
    try CustomField(name: name, kind: kind, category: category.map { try CategoryPath($0) })
  }

  private func product(
    in category: String?, _ values: [UUID: FieldValue] = [:], revision: Int = 1
  ) throws -> Product {
    Product(
      title: try ProductTitle("Table"), category: try category.map { try CategoryPath($0) },
      values: values, revision: revision)
  }

  // MARK: The form

  func testAFieldIsInTheFormWhereItIsOfferedAndWhereItHasAValue() throws {
    let size = try field("Size", .line, in: "Rooms")
    let product = try product(in: "Garden")
    let filled = try self.product(in: "Garden", [size.id: .text("large")])
    try MainActor.assumeIsolated {
      let form = ProductForm(product, custom: [size], style: typing)
      let id = FieldID.custom(size.id)
      XCTAssertFalse(form.fields.contains { $0.id == id })
      form.type("Rooms/Dining", in: .category)
      XCTAssertTrue(form.fields.contains { $0.id == id }, "offered below its category")
      form.type("Rooms/", in: .category)
      XCTAssertTrue(form.fields.contains { $0.id == id }, "no flicker while a path is typed")
      form.type("Garden", in: .category)
      XCTAssertFalse(form.fields.contains { $0.id == id })

      // What was typed is neither hidden nor lost, and said to be wrong.
      form.type("Rooms", in: .category)
      form.type("small", in: id)
      XCTAssertTrue(form.isReady)
      form.type("Garden", in: .category)
      XCTAssertTrue(form.fields.contains { $0.id == id })
      XCTAssertEqual(form.problem(of: id), "“Size” can only be set for products in “Rooms”.")
      XCTAssertFalse(form.isReady)
      form.type("", in: id)
      XCTAssertTrue(form.isReady)

      // A value that is there already is shown, may stay, and may be emptied.
      let moved = ProductForm(filled, custom: [size], style: typing)
      XCTAssertEqual(moved.text(of: id), "large")
      XCTAssertTrue(moved.fields.contains { $0.id == id })
      moved.type("1999", in: .year)
      XCTAssertTrue(moved.isReady)
      moved.type("", in: id)
      XCTAssertTrue(moved.isReady)
      XCTAssertEqual(try moved.change().values, [size.id: nil])
    }
  }

  func testYesAndNoHaveAThirdState() throws {
    let organic = try field("Organic", .yesNo)
    let product = try product(in: nil)
    try MainActor.assumeIsolated {
      let form = ProductForm(product, custom: [organic], style: typing)
      let id = FieldID.custom(organic.id)
      for (text, value) in [("yes", true), ("no", false)] {
        form.type(text, in: id)
        XCTAssertEqual(try form.change().values, [organic.id: .yesNo(value)])
      }
      form.type("", in: id)
      XCTAssertFalse(form.isChanged)
    }
  }

  func testAFormFollowsTheFieldsAndKeepsWhatIsTyped() throws {
    let size = try field("Size", .line)
    let product = try product(in: nil, [size.id: .text("12")])
    let number = try CustomField(id: size.id, name: "Size in cm", kind: .wholeNumber)
    let converted = Product(
      id: product.id, title: product.title, values: [size.id: .integer(12)],
      revision: product.revision)
    try MainActor.assumeIsolated {
      let form = ProductForm(product, custom: [size], style: typing)
      let id = FieldID.custom(size.id)
      form.type("13", in: id)
      form.type("Chair", in: .title)
      form.offer([number])
      form.rebase(onto: converted)
      XCTAssertEqual(form.fields.first { $0.id == id }?.label, "Size in cm")
      XCTAssertNil(form.conflict(in: id))
      XCTAssertEqual(try form.change().values, [size.id: .integer(13)])
      form.type("large", in: id)
      XCTAssertNotNil(form.problem(of: id))

      // Removing a field can be undone: what was typed into it waits.
      form.offer([])
      XCTAssertFalse(form.fields.contains { $0.id == id })
      XCTAssertTrue(form.isReady)
      let again = ProductForm(converted, draft: form.draft, custom: [number], style: typing)
      for form in [again, form] {
        form.offer([number])
        XCTAssertEqual(form.text(of: id), "large")
        XCTAssertEqual(form.text(of: .title), "Chair")
      }
    }
  }

  func testAValueChangedHereAndElsewhereIsAQuestion() throws {
    let size = try field("Size", .number(unit: "cm"))
    let product = try product(in: nil, [size.id: .number(DecimalNumber(millionths: 12_000_000))])
    var newer = product
    newer.values[size.id] = .number(DecimalNumber(millionths: 14_000_000))
    newer.revision += 1
    let elsewhere = newer
    MainActor.assumeIsolated {
      let form = ProductForm(product, custom: [size], style: typing)
      let id = FieldID.custom(size.id)
      form.type("13 cm", in: id)
      let again = ProductForm(elsewhere, draft: form.draft, custom: [size], style: typing)
      form.rebase(onto: elsewhere)
      for form in [form, again] {
        XCTAssertEqual(form.conflict(in: id), "14 cm")
        XCTAssertEqual(form.text(of: id), "13 cm")
        XCTAssertFalse(form.isReady)
      }
    }
  }

  // MARK: Windows

  func testAnOpenWindowFollowsTheFieldsOfAnotherProcess() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Table"])
      defer { shop.remove() }
      let table = try shop.product(titled: "Table").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.select(table)
      try turn(until: "it is shown") { browser.detail.product != nil }
      browser.detail.beginEditing()
      let form = try XCTUnwrap(browser.detail.form)
      form.type("Chair", in: .title)

      // As `vitrinectl` does it: another store on the same files.
      let folder = shop.folder.appendingPathComponent("catalogue")
      let other = try finish("another process opens it") { try await CatalogStore.open(in: folder) }
      let size = try CustomField(name: "Size", kind: .line)
      let id = FieldID.custom(size.id)
      try finish("it adds a field") { try await other.addField(size) }
      try turn(until: "the form has it") { form.fields.contains { $0.id == id } }
      XCTAssertTrue(browser.columns.all.contains { $0.id == id })
      XCTAssertFalse(browser.columns.shown.contains { $0.field.id == id }, "nothing to show yet")
      form.type("large", in: id)

      let renamed = try CustomField(id: size.id, name: "Extent", kind: .line)
      try finish("it renames it") { _ = try await other.editField(renamed) }
      try turn(until: "the form says so") { form.fields.contains { $0.label == "Extent" } }
      XCTAssertEqual(form.text(of: .title), "Chair")
      browser.detail.finishEditing()
      try turn(until: "it is saved") { browser.detail.form == nil }
      try turn(until: "the row has it") {
        browser.list.item(at: 0)?.values[size.id] == .text("large")
      }
      browser.columns.look(at: try XCTUnwrap(browser.list.item(at: 0)))
      XCTAssertTrue(browser.columns.shown.contains { $0.field.id == id })
      XCTAssertFalse(browser.columns.areArranged, "it came by itself")
      let facts = ProductFact.all(
        of: try XCTUnwrap(browser.detail.product), custom: browser.detail.customFields,
        unitPrices: .kilogram)
      XCTAssertTrue(facts.contains(ProductFact(name: "Extent", text: "large")))

      try finish("it removes it") { try await other.removeField(size.id) }
      try turn(until: "the window has no such column") {
        !browser.columns.all.contains { $0.id == id } && browser.detail.customFields.isEmpty
      }
      try finish("the other closes") { await other.close() }
    }
  }

  func testADraftOfACustomFieldComesBackWithItsFocus() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Table"])
      defer { shop.remove() }
      let size = try CustomField(name: "Size", kind: .wholeNumber)
      let (store, id) = (shop.store, FieldID.custom(size.id))
      try finish("there is a field") { try await store.addField(size) }
      let table = try shop.product(titled: "Table").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.select(table)
      try turn(until: "it is shown") { browser.detail.product != nil }
      browser.detail.beginEditing()
      browser.detail.form?.type("12x", in: id)
      browser.detail.form?.place(in: id, anchor: 1, caret: 3)

      let again = try shop.closedAndOpenedAgain()
      let restored = ProductBrowser(again.catalogue, try again.scenes()[0])
      try turn(until: "the form is back") { restored.detail.form != nil }
      let form = try XCTUnwrap(restored.detail.form)
      XCTAssertEqual(form.text(of: id), "12x")
      XCTAssertNotNil(form.problem(of: id))
      XCTAssertEqual(form.focus, id)
      XCTAssertEqual(form.selection?.caret, 3)
      XCTAssertTrue(restored.detail.formWantsFocus)
    }
  }

  // MARK: Columns

  func testTheUserChoosesTheColumnsAndTheyComeBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Table"])
      defer { shop.remove() }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      @MainActor func names(_ browser: ProductBrowser) -> [String] {
        browser.columns.shown.map(\.field.id.text)
      }
      let offered = browser.columns.all
      func column(_ id: FieldID) throws -> FormField {
        try XCTUnwrap(offered.first { $0.id == id })
      }
      XCTAssertEqual(names(browser), ["title", "price", "year", "category"])
      XCTAssertFalse(browser.columns.areArranged)
      browser.columns.keep([.init(field: "title"), .init(field: "year"), .init(field: "price")])
      XCTAssertFalse(browser.columns.areArranged, "they need no more room in another order")
      browser.columns.keep([
        .init(field: "title"), .init(field: "year"), .init(field: "price", width: 120),
        .init(field: "category"),
      ])
      browser.columns.show(try column(.sku), true)
      browser.columns.show(try column(.year), false)
      browser.columns.show(try column(.title), false)
      XCTAssertEqual(names(browser), ["title", "price", "category", "sku"])
      XCTAssertTrue(browser.columns.areArranged)

      let again = try shop.closedAndOpenedAgain()
      let restored = ProductBrowser(again.catalogue, try again.scenes()[0])
      XCTAssertEqual(names(restored), ["title", "price", "category", "sku"])
      XCTAssertEqual(restored.columns.shown.first { $0.field.id == .price }?.width, 120)
      restored.columns.show(try column(.year), true)
      XCTAssertEqual(names(restored), ["title", "year", "price", "category", "sku"])
    }
  }

  func testAColumnIsThereWhereItsFieldIsOffered() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop()
      defer { shop.remove() }
      let size = try CustomField(
        name: "Size", kind: .line, category: CategoryPath("Rooms/Dining"))
      let (store, id) = (shop.store, FieldID.custom(size.id))
      try finish("there is a field") { try await store.addField(size) }
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      try turn(until: "it is known") { browser.columns.all.contains { $0.id == id } }
      let column = try XCTUnwrap(browser.columns.all.first { $0.id == id })
      browser.columns.show(column, true)
      for (category, isThere) in [
        ("Rooms", true), ("Rooms/Dining/Oak", true), ("Garden", false), ("Rooms", true),
      ] {
        browser.listed.show(.category(try CategoryPath(category)))
        XCTAssertEqual(browser.columns.isShown(column), isThere, category)
        XCTAssertEqual(browser.columns.all.contains(column), isThere, category)
      }

      // A product that was moved out of the category keeps its value, and the list shows it.
      let product = try Product(
        title: ProductTitle("Bench"), category: CategoryPath("Rooms/Dining"),
        values: [size.id: .text("long")])
      let garden = try CategoryPath("Garden")
      _ = try finish("a product is moved") {
        let bench = try await store.create(product)
        try await store.edit(
          [bench.id], applying: [.set(ProductChange { $0.category = .some(garden) })])
      }
      browser.listed.show(.category(garden))
      try turn(until: "it is listed") { browser.list.item(at: 0) != nil }
      browser.columns.look(at: try XCTUnwrap(browser.list.item(at: 0)))
      XCTAssertTrue(browser.columns.isShown(column))
    }
  }
}
