// SPDX-License-Identifier: Apache-2.0
// Templates of categories: stored with the catalogue, undone like everything else, and following what
// they are for; what this version can't read stays as it is.

import Foundation
import XCTest

@testable import Catalog

final class TemplateTests: CatalogTestCase {
  private func path(_ text: String) -> CategoryPath { CategoryPath(stored: text) }

  func testATemplateIsSetReplacedRemovedAndAllOfThatUndone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let first = ProductTemplate(category: path("Fruit"), texts: [.builtIn("supplier"): "Orchard"])
    var second = first
    second.texts[.price] = "2.40 EUR"
    try await store.setTemplate(first)
    try await store.setTemplate(second)
    // What it is already is no step.
    try await store.setTemplate(second)
    await assertTemplates([second], store)
    try await store.removeTemplate(of: path("Fruit"))
    await assertThrows(CatalogError.templateMissing) {
      try await store.removeTemplate(of: path("Fruit"))
    }
    let kinds = try await store.history().undoable.map(\.kind)
    XCTAssertEqual(kinds, [.removeTemplate, .setTemplate, .setTemplate])
    await store.close()

    let again = try await CatalogStore.open(in: directory)
    await assertTemplates([], again)
    for expected in [[second], [first], []] {
      try await again.undo()
      await assertTemplates(expected, again)
    }
    for expected in [[first], [second], []] {
      try await again.redo()
      await assertTemplates(expected, again)
    }
    let problems = try await again.check()
    XCTAssertEqual(problems, [])
    await again.close()
  }

  func testTheFieldsOfAFormAreChosenUndoneAndStayWithoutATemplate() async throws {
    let store = try await CatalogStore.open(in: directory)
    let cheese = path("Food/Cheese")
    let form = FormFields(order: [.price, .title], hidden: [.year, .builtIn("gone")])
    try await store.choose(form, for: cheese)
    let values = ProductTemplate(category: cheese, texts: [.tags: "mild"])
    try await store.setTemplate(values)
    var both = values
    both.form = form
    await assertTemplates([both], store)
    try await store.removeTemplate(of: cheese)
    await assertTemplates([ProductTemplate(category: cheese, texts: [:], form: form)], store)
    await assertThrows(CatalogError.templateMissing) {
      try await store.removeTemplate(of: cheese)
    }
    try await store.undo()
    try await store.choose(nil, for: cheese)
    await assertTemplates([values], store)
    let kinds = try await store.history().undoable.map(\.kind)
    XCTAssertEqual(kinds, [.chooseFields, .setTemplate, .chooseFields])
    for _ in kinds { try await store.undo() }
    await assertTemplates([], store)
    try await store.redo()
    try await store.renameCategory(path("Food"), to: path("Goods"))
    await assertTemplates(
      [ProductTemplate(category: path("Goods/Cheese"), texts: [:], form: form)], store)
    try await store.choose(nil, for: path("Goods/Cheese"))
    await assertTemplates([], store)
    await store.close()
  }

  func testValuesAndFieldsEachComeFromTheNearestCategoryThatHasThem() {
    let form = FormFields(hidden: [.year])
    let templates = ProductTemplates(templates: [
      ProductTemplate(category: path("Food"), texts: [.tags: "food"]),
      ProductTemplate(category: path("Food/Cheese"), texts: [:], form: form),
      ProductTemplate(category: path("Food/Cheese/Hard"), texts: [.tags: "hard"]),
    ])
    XCTAssertEqual(templates.template(for: path("Food/Cheese"))?.texts, [.tags: "food"])
    XCTAssertEqual(templates.template(for: path("Food/Cheese/Hard"))?.texts, [.tags: "hard"])
    XCTAssertEqual(templates.form(for: path("Food/Cheese/Hard")), form)
    XCTAssertNil(templates.form(for: path("Food")))
  }

  func testItHasWhatAProductHasInCommonWithOthers() throws {
    let wood = try CustomField(name: "Wood", kind: .choice(["Oak", "Ash"]))
    let code = try CustomField(name: "ISBN", kind: .code(.isbn))
    var product = try makeProduct("Oak Table", category: "Furniture/Tables")
    XCTAssertEqual(ProductTemplate(like: product, [wood])?.texts, [:])
    product.price = try Price("129", currency: Currency("EUR"))
    product.tags = try Tags([Tag("heavy, oak"), Tag("new")])
    product.sku = try SKU("T-1")
    product.stock = 3
    product.minimumStock = 1
    product.description = "A table."
    product.values = [wood.id: .text("Oak"), code.id: .text("0306406152")]
    let template = try XCTUnwrap(ProductTemplate(like: product, [wood, code]))
    XCTAssertEqual(template.category.text, "Furniture/Tables")
    XCTAssertEqual(
      template.texts,
      [
        .price: "129.00 EUR", .tags: "\"heavy, oak\", new", .builtIn("minimumStock"): "1",
        .custom(wood.id): "Oak",
      ])
    product.category = nil
    XCTAssertNil(ProductTemplate(like: product, [wood]))
  }

  func testTheNearestCategoryOfAProductDecides() throws {
    let (food, fruit) = (
      ProductTemplate(category: path("Food"), texts: [.tags: "food"]),
      ProductTemplate(category: path("Food/Fruit"), texts: [.tags: "fruit"])
    )
    let templates = ProductTemplates(templates: [food, fruit])
    XCTAssertNil(templates.template(for: nil))
    let expected: [(String, ProductTemplate?)] = [
      ("Food", food), ("Food/Bread", food), ("Food/Fruit", fruit),
      ("Food/Fruit/Apples/Red", fruit), ("Food/Fruity", food), ("Foo", nil),
    ]
    for (category, template) in expected {
      XCTAssertEqual(templates.template(for: path(category)), template, category)
    }
  }

  func testTemplatesFollowTheirCategoriesAndTags() async throws {
    let store = try await CatalogStore.open(in: directory)
    func template(_ category: String, _ tags: String) -> ProductTemplate {
      ProductTemplate(category: path(category), texts: [.tags: tags])
    }
    for (category, tags) in [
      ("A", "1, red"), ("A/B", "2"), ("A/B/C", "3, \"re,d\""), ("X/B", "4"), ("AB", "5"),
    ] {
      try await store.setTemplate(template(category, tags))
    }
    let before = try await store.templates().templates
    try await store.renameTag("red", to: Tag("3"))
    try await store.renameTag("re,d", to: Tag("3"))
    // The template that is there already stays: the two categories are one from now on.
    try await store.renameCategory(path("A"), to: path("X"))
    await assertTemplates(
      [template("AB", "5"), template("X", "1, 3"), template("X/B", "4"), template("X/B/C", "3")],
      store)
    // Into itself, where each meets the place of the next.
    try await store.renameCategory(path("X"), to: path("X/B"))
    await assertTemplates(
      [
        template("AB", "5"), template("X/B", "1, 3"), template("X/B/B", "4"),
        template("X/B/B/C", "3"),
      ], store)
    // And out again.
    try await store.renameCategory(path("X/B"), to: path("X"))
    await assertTemplates(
      [template("AB", "5"), template("X", "1, 3"), template("X/B", "4"), template("X/B/C", "3")],
      store)
    for _ in 0..<5 { try await store.undo() }
    await assertTemplates(before, store)
    await store.close()
  }

  func testObserversHearOfTemplatesAlone() async throws {
    let store = try await CatalogStore.open(in: directory)
    _ = try await store.create(makeProduct("Oak Table", category: "Wood/Oak"))
    var changes = store.changes().makeAsyncIterator()
    try await store.setTemplate(ProductTemplate(category: path("Wood"), texts: [.tags: "a"]))
    let set = await changes.next()
    XCTAssertEqual(set, .templates)
    XCTAssertEqual(set?.touches(.all), false)
    try await store.undo()
    let undone = await changes.next()
    XCTAssertEqual(undone, .templates)
    try await store.redo()
    _ = await changes.next()
    // A product and a template at once.
    try await store.renameCategory(path("Wood"), to: path("Timber"))
    let renamed = await changes.next()
    XCTAssertEqual(renamed, .everything)
    await store.close()
  }

  func testWhatThisVersionCannotReadStaysAndIsNamed() async throws {
    let store = try await CatalogStore.open(in: directory)
    let good = ProductTemplate(category: path("Good"), texts: [.tags: "a"])
    try await store.setTemplate(good)
    let text = try good.content
    let bad = [
      "", "{", "null", "[]", String(text.dropLast()),
      text.replacingOccurrences(of: "\"format\":1", with: "\"format\":2"),
      text.replacingOccurrences(of: "\"a\"", with: "7"),
      String(repeating: "[", count: 100_000),
    ]
    for (number, content) in bad.enumerated() {
      XCTAssertNotEqual(content, text, "\(number)")
      _ = try await store.database.underLock { connection in
        try connection.run(
          "INSERT INTO template (category, content) VALUES (?, ?)", "Bad/\(number)", content)
        return ((), [])
      }
    }
    let found = try await store.templates()
    XCTAssertEqual(found.templates, [good])
    XCTAssertEqual(found.unreadable.map(\.text), bad.indices.map { "Bad/\($0)" })
    try await store.renameTag("a", to: Tag("b"))
    try await store.renameCategory(path("Bad"), to: path("Worse"))
    let stored = try await store.database.read {
      try $0.rows("SELECT content FROM template WHERE category LIKE 'Worse/%' ORDER BY category") {
        $0.onlyText
      }
    }
    XCTAssertEqual(stored, bad)
    try await store.removeTemplate(of: path("Worse/0"))
    await store.close()
  }

  private func assertTemplates(
    _ expected: [ProductTemplate], _ store: CatalogStore, file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    do {
      let found = try await store.templates()
      XCTAssertEqual(found, ProductTemplates(templates: expected), file: file, line: line)
    } catch { XCTFail("\(error)", file: file, line: line) }
  }
}
