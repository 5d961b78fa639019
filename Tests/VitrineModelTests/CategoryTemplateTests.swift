// SPDX-License-Identifier: Apache-2.0
// What new products of a category begin with: the template follows the category in the form, and never
// takes the place of what the user typed.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

private let typing = WritingStyle(decimalSeparator: ",", currency: try? Currency("EUR"))

private let fruit = CategoryPath.named("Fruit")
private let wood = CategoryPath.named("Wood")

@MainActor
private func newForm(
  _ draft: ProductDraft = ProductDraft(isNew: true), custom: [CustomField] = []
) throws -> ProductForm {
  let oak = try CustomField(
    id: XCTUnwrap(UUID(uuidString: "6E1F5B0E-0000-4000-8000-000000000001")), name: "Oak",
    kind: .yesNo, category: wood)
  let templates = ProductTemplates(templates: [
    ProductTemplate(category: fruit, texts: [.price: "2.40 EUR", .tags: "sweet", .supplier: "O"]),
    ProductTemplate(
      category: wood,
      texts: [
        .supplier: "Mill", .custom(oak.id): "yes", .custom(UUID()): "of a field that is gone",
        .price: "no price at all",
      ]),
  ])
  return ProductForm(nil, draft: draft, custom: custom + [oak], style: typing) {
    templates.template(for: $0)
  }
}

final class CategoryTemplateTests: XCTestCase {
  func testTheTemplateFollowsTheCategoryAndLeavesWhatWasTyped() throws {
    try MainActor.assumeIsolated {
      let form = try newForm()
      let watch = Watch(form)
      form.type("Plum", in: .title)
      form.type("red", in: .tags)
      for text in ["F", "Fr", "Fru", "Frui"] { form.type(text, in: .category) }
      XCTAssertEqual(form.text(of: .supplier), "")
      form.type("Fruit", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "O")
      XCTAssertEqual(form.text(of: .price), "2,40")
      XCTAssertEqual(form.text(of: .tags), "red", "typed")
      XCTAssertEqual(watch.filled, [fruit])
      // What is changed is the user's from now on.
      form.type("3", in: .price)
      form.type("Fruits", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "")
      XCTAssertEqual(form.text(of: .price), "3")
      XCTAssertEqual(watch.filled, [fruit])
      form.type("Wood/Oak", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "Mill")
      let oak = try XCTUnwrap(form.fields.first { $0.label == "Oak" })
      XCTAssertEqual(form.text(of: oak.id), "yes")
      XCTAssertEqual(form.text(of: .price), "3")
      XCTAssertTrue(form.isReady)
      form.type("", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "")
      XCTAssertFalse(form.fields.contains(oak), "it is not offered, and nothing is in it")
    }
  }

  func testWhatIsFromATemplateIsKnownAgainAfterARestart() throws {
    try MainActor.assumeIsolated {
      let form = try newForm()
      form.type("Fruit", in: .category)
      form.type("Orchard", in: .supplier)
      let again = try newForm(form.draft)
      XCTAssertEqual(again.text(of: .price), "2,40")
      again.type("Wood", in: .category)
      XCTAssertEqual(again.text(of: .price), "", "of the template")
      XCTAssertEqual(again.text(of: .supplier), "Orchard", "of the user")
    }
  }

  func testWhatIsKeptFromAnotherProductStays() throws {
    try MainActor.assumeIsolated {
      let draft = ProductDraft(
        isNew: true, texts: [.category: "Fruit", .supplier: "Kept"], areTyped: false)
      let form = try newForm(draft)
      form.fill(from: fruit)
      XCTAssertEqual(form.text(of: .supplier), "Kept")
      XCTAssertEqual(form.text(of: .tags), "sweet")
      XCTAssertFalse(form.isChanged)
      form.type("Wood", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "Kept")
      XCTAssertEqual(form.text(of: .tags), "")
    }
  }

  func testTheFormHasTheFieldsThatWereChosenForItsCategoryAndAllThatHasSomethingInIt() {
    MainActor.assumeIsolated {
      let chosen = FormFields(
        order: [.price, .tags, .title], hidden: [.year, .gtin, .title, .category])
      let form = ProductForm(nil, style: typing, chosen: { $0 == fruit ? chosen : nil })
      XCTAssertEqual(form.fields.first?.id, .title)
      form.type("2020", in: .year)
      form.type("Fruit", in: .category)
      XCTAssertEqual(form.fields.prefix(3).map(\.id), [.price, .tags, .title])
      let ids = form.fields.map(\.id)
      XCTAssertTrue(ids.contains(.category), "it leads back")
      XCTAssertTrue(ids.contains(.year), "it has something in it")
      XCTAssertFalse(ids.contains(.gtin))
      XCTAssertTrue(ids.contains(.sku), "nobody spoke of it")
      form.type("", in: .year)
      form.type("Wood", in: .category)
      XCTAssertTrue(form.fields.map(\.id).contains(.gtin))
      form.type("Fruit", in: .category)
      XCTAssertFalse(form.fields.map(\.id).contains(.year))
    }
  }

  func testFieldsAreChosenAndMovedAndTheOpenFormFollowsAndUndoTakesThatBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (store, cherries) = (shop.store, try shop.product(titled: "Cherries"))
      var change = ProductChange.category(fruit)
      change.year = .some(nil)
      try finish("they are fruit") { [change] in
        _ = try await store.edit(cherries.id, basedOn: 1, applying: change)
      }
      let detail = ProductDetail(shop.catalogue, try shop.scenes()[0], delegate: nil)
      detail.move(to: cherries.id)
      try turn(until: "Cherries are shown") { detail.category == fruit }
      detail.beginEditing()
      let form = try XCTUnwrap(detail.form)
      let choice = try XCTUnwrap(detail.fieldChoice)
      let year = try XCTUnwrap(choice.fields.first { $0.id == .year })
      let title = try XCTUnwrap(choice.fields.first { $0.id == .title })
      choice.show(title, false)
      XCTAssertTrue(choice.isShown(title), "nothing is saved without it")
      choice.show(year, false)
      choice.move(.price, by: -1)
      choice.move(.stock, beside: .title, below: true)
      XCTAssertFalse(choice.isShown(year), "at once")
      try turn(until: "the form follows") {
        form.fields.prefix(2).map(\.id) == [.price, .title]
          && !form.fields.contains { $0.id == .year }
      }
      XCTAssertTrue(choice.isOwn)
      let name = choice.fields.map(\.id)
      choice.move(.sku, beside: .gtin, below: true)
      XCTAssertNotEqual(choice.fields.map(\.id), name)
      shop.catalogue.commands.undo()
      try turn(until: "that is undone") { choice.fields.map(\.id) == name }
      choice.forget()
      try turn(until: "all are as usual") {
        !choice.isOwn && choice.isShown(year) && form.fields.first?.id == .title
          && form.fields.contains { $0.id == .year }
      }
    }
  }

  func testAProductThatIsThereAlreadyIsLeftAlone() throws {
    try MainActor.assumeIsolated {
      let product = Product(id: UUID(), title: try ProductTitle("Table"))
      let form = ProductForm(product, style: typing) { _ in
        ProductTemplate(category: fruit, texts: [.supplier: "O"])
      }
      form.type("Fruit", in: .category)
      XCTAssertEqual(form.text(of: .supplier), "")
    }
  }

  func testAListOfTheCategoryBeginsItsNewProductsAndUndoTakesThatBack() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (store, cherries) = (shop.store, try shop.product(titled: "Cherries"))
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      let detail = browser.detail
      var offered: [UndoOffer] = []
      var said: [String] = []
      let listener = Listener()
      detail.offers.add(listener) { offered.append($0) }
      detail.messages.add(listener) { said.append($0) }
      browser.select(cherries.id)
      try turn(until: "Cherries are shown") { detail.product != nil }
      XCTAssertNil(detail.category)
      detail.useAsTemplate()
      let change = ProductChange.category(CategoryPath.named("Food/Fruit"))
      try finish("they are fruit") {
        _ = try await store.edit(cherries.id, basedOn: 1, applying: change)
      }
      try turn(until: "that is shown") { detail.category != nil }
      XCTAssertFalse(detail.hasTemplate)
      detail.useAsTemplate()
      try turn(until: "there is a template") { detail.hasTemplate && offered.count == 1 }

      browser.listed.show(.category(CategoryPath.named("Food/Fruit/Stone")))
      browser.beginNewProduct()
      try turn(until: "the form is open") { detail.form != nil }
      XCTAssertEqual(detail.form?.text(of: .category), "Food/Fruit/Stone")
      XCTAssertEqual(detail.form?.text(of: .year), "2000")
      XCTAssertFalse(detail.form?.isChanged ?? true)
      XCTAssertEqual(said, ["Filled in from the template for “Food › Fruit”"])
      detail.form?.type("Plum", in: .title)
      detail.keep(.category, true)
      detail.form?.type("2024", in: .year)
      detail.finishAndAddAnother()
      try turn(until: "there is another form") { detail.form?.text(of: .title) == "" }
      XCTAssertEqual(detail.form?.text(of: .category), "Food/Fruit/Stone")
      XCTAssertEqual(detail.form?.text(of: .year), "2000", "of the template, not kept")
      detail.cancelEditing()

      browser.listed.show(.allProducts)
      browser.select(cherries.id)
      try turn(until: "Cherries are shown again") { detail.product?.id == cherries.id }
      detail.removeTemplate()
      try turn(until: "there is none") { !detail.hasTemplate && offered.count == 2 }
      offered[1].undo()
      try turn(until: "it is back") { detail.hasTemplate }
    }
  }
}

private final class Listener {}

/// The categories whose templates a form says were filled in.
@MainActor
private final class Watch {
  var filled: [CategoryPath] = []

  init(_ form: ProductForm) {
    form.changed.add(self) { [weak self] change in
      if case .filled(let category) = change { self?.filled.append(category) }
    }
  }
}

extension CategoryPath {
  fileprivate static func named(_ text: String) -> CategoryPath {
    do { return try CategoryPath(text) } catch { preconditionFailure("\(text): \(error)") }
  }
}

extension ProductChange {
  fileprivate static func category(_ path: CategoryPath) -> ProductChange {
    var change = ProductChange()
    change.category = .some(path)
    return change
  }
}
