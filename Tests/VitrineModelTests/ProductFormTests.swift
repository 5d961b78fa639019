// SPDX-License-Identifier: Apache-2.0
// The form: problems are put into words, Done waits, and a change made elsewhere is a question,
// never overwritten.

import Catalog
import Foundation
import XCTest

@testable import VitrineModel

/// The same on every machine, whatever its locale.
private let typing = WritingStyle(currency: try? Currency("EUR"))

final class ProductFormTests: XCTestCase {
  private func cherries(price: String = "10.99", revision: Int = 3) throws -> Product {
    Product(
      id: UUID(), title: try ProductTitle("Cherries"),
      price: try Price(price, currency: Currency("EUR")), year: try IntroductionYear(2015),
      revision: revision)
  }

  func testAnUntouchedFormSaysNothingAndChangesNothing() throws {
    let product = try cherries()
    try MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      XCTAssertFalse(form.isChanged)
      XCTAssertTrue(form.isReady)
      XCTAssertEqual(form.text(of: .price), "10.99")
      XCTAssertEqual(try form.change(), ProductChange())
    }
  }

  func testAmountsFollowTheUnitUntilSomebodyTypesThere() throws {
    var cheese = try cherries(price: "24.00")
    cheese.unit = try SaleUnit("kg")
    cheese.stock = try Quantity(stock: 12)
    cheese.minimumStock = try Quantity(minimum: 1)
    MainActor.assumeIsolated {
      let form = ProductForm(cheese, style: typing)
      form.type("g", in: .unit)
      XCTAssertEqual(form.text(of: .stock), "12000")
      XCTAssertEqual(form.text(of: .minimumStock), "1000")
      XCTAssertEqual(form.text(of: .price), "24.00")
      XCTAssertEqual(form.problem(of: .price), "The price has no exact value in g.")
      XCTAssertFalse(form.isReady, "€ 24 for a kilogram is no price for a gram")

      // So it is after a restart, and as often as the unit is another one.
      let restored = ProductForm(cheese, draft: form.draft, style: typing)
      XCTAssertEqual(restored.problem(of: .price), form.problem(of: .price))
      restored.type("lb", in: .unit)
      XCTAssertNotNil(restored.problem(of: .stock), "12 kg are no exact number of pounds")
      restored.type("kg", in: .unit)
      XCTAssertFalse(restored.isChanged)
      XCTAssertTrue(restored.isReady)

      // What is typed stays, also if it is what was there before.
      form.type("500", in: .stock)
      form.type("2", in: .price)
      form.type("24.00", in: .price)
      XCTAssertTrue(form.isReady)
      form.type("kg", in: .unit)
      XCTAssertEqual(form.text(of: .stock), "500")
      XCTAssertEqual(form.text(of: .minimumStock), "1")

      // Litres are no kilograms: the numbers stay.
      form.type("l", in: .unit)
      XCTAssertEqual(form.text(of: .minimumStock), "1")
      XCTAssertTrue(form.isReady)
    }
  }

  func testHalfAPieceIsADoubt() throws {
    let cake = try cherries()
    MainActor.assumeIsolated {
      let form = ProductForm(cake, style: typing)
      form.type("7", in: .stock)
      XCTAssertNil(form.doubt(of: .stock))
      form.type("7.5", in: .stock)
      XCTAssertEqual(
        form.doubt(of: .stock),
        "No whole number of pieces. If it is sold by weight or the like, choose so at “Sold By”.")
      XCTAssertTrue(form.isReady, "there may be half a cake")
      form.type("kg", in: .unit)
      XCTAssertNil(form.doubt(of: .stock))
    }
  }

  func testAnAmountMayBeTypedWithItsUnit() throws {
    var cheese = try cherries(price: "24.00")
    cheese.unit = try SaleUnit("kg")
    try MainActor.assumeIsolated {
      let form = ProductForm(cheese, style: typing)
      form.type("1250 g", in: .stock)
      XCTAssertNil(form.problem(of: .stock))
      XCTAssertEqual(try form.change().stock??.value.text, "1.25")
      form.type("250 g", in: .packSize)
      XCTAssertEqual(try form.change().stock??.value.text, "5", "packs")
      form.type("3 l", in: .minimumStock)
      XCTAssertEqual(
        form.problem(of: .minimumStock),
        "The minimum stock must be in kg, or in a unit that can be converted to it.")
    }
  }

  func testWrongNumbersAreRefusedInWords() throws {
    let product = try cherries()
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      for (field, text) in [
        (ProductForm.Field.price, "cheap"), (.price, "1,2,3.50"), (.price, "-3"),
        (.year, "last year"), (.year, "0"), (.year, "12345"), (.title, "  "),
      ] {
        let before = form.text(of: field)
        form.type(text, in: field)
        XCTAssertFalse(form.isReady, "\(field) took \(text)")
        XCTAssertTrue(form.problem(of: field)?.hasSuffix(".") == true, "\(field) \(text)")
        form.type(before, in: field)
        XCTAssertNil(form.problem(of: field))
        XCTAssertTrue(form.isReady)
      }
    }
  }

  func testWhatIsWrongIsCountedAndSaidWhereNobodyHasBeenWhenAsked() throws {
    let product = try cherries()
    MainActor.assumeIsolated {
      let new = ProductForm(nil, style: typing)
      XCTAssertEqual(new.obstacleCount, 1)
      XCTAssertFalse(new.showsObstacles, "a new form is not full of mistakes")
      new.showObstacles()
      XCTAssertTrue(new.showsObstacles)
      XCTAssertNotNil(new.problem(of: .title))

      let form = ProductForm(product, style: typing)
      XCTAssertEqual(form.obstacleCount, 0)
      form.type("", in: .title)
      form.type("soon", in: .year)
      XCTAssertEqual(form.obstacleCount, 2)
      XCTAssertEqual(form.obstacle?.field, .title, "the first in the form")
      form.type("Pears", in: .title)
      XCTAssertEqual(form.obstacle?.field, .year)
    }
  }

  func testCategoriesNestAsWindowsShowThemAndThatIsSaid() throws {
    try MainActor.assumeIsolated {
      let form = ProductForm(nil, style: typing)
      form.type("Gouda", in: .title)
      for text in ["Cheese > Hard", "Cheese › Hard", "Cheese/Hard"] {
        form.type(text, in: .category)
        XCTAssertEqual(try form.newProduct(id: UUID()).category?.text, "Cheese/Hard", text)
      }
      XCTAssertNil(form.remark(on: .category), "nothing that has to be said")
      form.type("Food > Cheese > Hard", in: .category)
      XCTAssertEqual(form.remark(on: .category), "“Hard” inside “Food › Cheese”")
    }
  }

  func testFieldsStandGroupByGroup() {
    MainActor.assumeIsolated {
      let groups = ProductForm(nil, style: typing).fields.map(\.group)
      let runs = groups.enumerated().filter { $0 == 0 || groups[$0 - 1] != $1 }.map(\.element)
      XCTAssertEqual(runs, [.product, .codes, .stock], "each begins once")
    }
  }

  // Written elsewhere from top to bottom while the form is open.
  func testADraftThatNobodyTypedIntoIsNoneAndNeverAConflict() throws {
    let (before, after) = (try cherries(), try cherries(price: "11.50", revision: 4))
    MainActor.assumeIsolated {
      let form = ProductForm(before, style: typing)
      form.place(in: .price, anchor: 0, caret: 2)
      XCTAssertFalse(form.draft.isUnfinished)
      let again = ProductForm(after, draft: form.draft, style: typing)
      XCTAssertTrue(again.isReady)
      XCTAssertEqual(again.text(of: .price), "11.50")
      form.rebase(onto: after)
      XCTAssertEqual(form.obstacleCount, 0)
      XCTAssertEqual(form.text(of: .price), "11.50")
    }
  }

  func testANewFormShowsNoErrorBeforeItIsEdited() {
    MainActor.assumeIsolated {
      let form = ProductForm(nil, style: typing)
      XCTAssertNil(form.problem(of: .title))
      XCTAssertFalse(form.isReady)
      form.type("T", in: .title)
      XCTAssertTrue(form.isReady)
      form.type("", in: .title)
      XCTAssertNotNil(form.problem(of: .title))
    }
  }

  func testTheDraftHoldsOnlyWhatChanged() throws {
    let product = try cherries()
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("Sour Cherries", in: .title)
      form.place(in: .title, anchor: 2, caret: 4)
      XCTAssertEqual(Array(form.draft.fields.keys), ["title"])
      XCTAssertEqual(form.draft.baseRevision, 3)

      let again = ProductForm(product, draft: form.draft)
      XCTAssertEqual(again.text(of: .title), "Sour Cherries")
      XCTAssertEqual(again.text(of: .price), "10.99")
      XCTAssertEqual(again.focus, .title)
      XCTAssertEqual(again.selection?.anchor, 2)
      XCTAssertEqual(again.selection?.caret, 4)
      XCTAssertTrue(again.isReady)
    }
  }

  func testAFieldChangedHereAndElsewhereIsAQuestion() throws {
    let product = try cherries()
    let newer = Product(
      id: product.id, title: product.title, price: try Price("12.00", currency: Currency("EUR")),
      year: try IntroductionYear(2016), revision: 4)
    try MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("11.50", in: .price)
      form.rebase(onto: newer)
      XCTAssertEqual(form.text(of: .year), "2016", "an untouched field follows")
      XCTAssertEqual(form.text(of: .price), "11.50", "a touched one keeps what was typed")
      XCTAssertEqual(form.conflict(in: .price), "12.00")
      XCTAssertFalse(form.isReady)

      form.resolve(.price, takingTheirs: false)
      XCTAssertTrue(form.isReady)
      XCTAssertEqual(try form.change().price, .some(try Price("11.50", currency: Currency("EUR"))))
      XCTAssertTrue(try form.change().year == nil)
    }
  }

  func testADraftFromBeforeTheChangeAsksTheSameQuestion() throws {
    let product = try cherries()
    let newer = try cherries(price: "12.00", revision: 4)
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("11.50", in: .price)
      let again = ProductForm(newer, draft: form.draft)
      XCTAssertEqual(again.conflict(in: .price), "12.00")
      again.resolve(.price, takingTheirs: true)
      XCTAssertEqual(again.text(of: .price), "12.00")
      XCTAssertFalse(again.isChanged)
    }
  }

  func testAnotherCurrencyIsAQuestionAlsoAfterARestart() throws {
    let product = try cherries()
    var newer = try cherries(revision: 4)
    newer = Product(
      id: newer.id, title: newer.title, price: try Price("10.99", currency: Currency("USD")),
      year: newer.year, revision: 4)
    try MainActor.assumeIsolated {
      let form = ProductForm(product, style: .local(for: product))
      form.type("11.50", in: .price)
      let draft = form.draft
      XCTAssertEqual(draft.currency, "EUR")
      let again = ProductForm(newer, draft: draft, style: .local(for: newer))
      XCTAssertEqual(again.conflict(in: .price), "10.99 USD")
      again.resolve(.price, takingTheirs: false)
      XCTAssertEqual(try again.change().price, .some(try Price("11.50", currency: Currency("EUR"))))
      form.type("10.99", in: .price)
      XCTAssertNil(form.draft.currency, "nothing is typed any longer")
    }
  }

  func testTheFormSaysWhatItsNumbersAreIn() throws {
    let weight = try CustomField(name: "Weight", kind: .number(unit: "kg"))
    let count = try CustomField(name: "Pages", kind: .number(unit: ""))
    let product = try cherries()
    let dollars = WritingStyle(currency: try Currency("USD"))
    MainActor.assumeIsolated {
      let form = ProductForm(nil, custom: [weight, count], style: dollars)
      XCTAssertEqual(form.unit(of: .price), "USD", "an amount typed without a currency")
      XCTAssertEqual(form.unit(of: .custom(weight.id)), "kg")
      for field in [ProductForm.Field.title, .year, .custom(count.id)] {
        XCTAssertNil(form.unit(of: field))
      }
      for (typed, unit) in [
        ("12.50", "USD"), ("12.50 €", "EUR"), ("CHF 3", "CHF"), ("cheap", "USD"), ("", "USD"),
      ] {
        form.type(typed, in: .price)
        XCTAssertEqual(form.unit(of: .price), unit, typed)
        guard let price = try? form.change().price else { continue }
        XCTAssertEqual(price?.currency.code ?? "USD", unit, "what \(typed) becomes")
      }
      XCTAssertEqual(ProductForm(product).unit(of: .price), "EUR", "the product's own")
    }
  }

  func testAQuestionSurvivesBeingSavedAgain() throws {
    let product = try cherries()
    let newer = try cherries(price: "12.00", revision: 4)
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("11.50", in: .price)
      form.rebase(onto: newer)
      let again = ProductForm(newer, draft: form.draft)
      let onceMore = ProductForm(newer, draft: again.draft)
      XCTAssertEqual(onceMore.conflict(in: .price), "12.00")
      XCTAssertFalse(onceMore.isReady)
    }
  }

  func testAQuestionIsOverWhenTheOtherSideChangesBack() throws {
    let product = try cherries()
    let newer = try cherries(price: "12.00", revision: 4)
    let back = try cherries(revision: 5)
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("11.50", in: .price)
      form.rebase(onto: newer)
      form.rebase(onto: back)
      XCTAssertNil(form.conflict(in: .price))
      XCTAssertEqual(form.text(of: .price), "11.50")
      XCTAssertTrue(form.isReady)
    }
  }

  func testTheSamePriceSpelledOtherwiseIsNoQuestion() throws {
    let product = try cherries()
    let newer = try cherries(price: "12.50", revision: 4)
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("12,5", in: .price)
      let again = ProductForm(newer, draft: form.draft)
      XCTAssertNil(again.conflict(in: .price))
      XCTAssertFalse(again.isChanged)
    }
  }

  func testADraftOfAnotherFieldIsNoQuestion() throws {
    let product = try cherries()
    let newer = try cherries(price: "12.00", revision: 4)
    MainActor.assumeIsolated {
      let form = ProductForm(product, style: typing)
      form.type("Sour Cherries", in: .title)
      let again = ProductForm(newer, draft: form.draft)
      XCTAssertNil(again.conflict(in: .title))
      XCTAssertEqual(again.text(of: .price), "12.00")
    }
  }

  func testUnknownFieldsOfADraftAreLeftOut() throws {
    let product = try cherries()
    MainActor.assumeIsolated {
      var draft = ProductDraft()
      draft.fields["colour"] = .init(typed: "red", was: "green")
      XCTAssertFalse(ProductForm(product, draft: draft).isChanged)
    }
  }
}
