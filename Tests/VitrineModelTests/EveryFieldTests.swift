// SPDX-License-Identifier: Apache-2.0
// Checks every field of a product in all places that must support it. Deliberate exceptions are
// named at the top.

import Foundation
import Wording
import XCTest

@testable import Catalog
@testable import VitrineModel

final class EveryFieldTests: XCTestCase {
  /// Lists cannot be sorted by these.
  private let unsorted: [ProductField] = [
    .description, .tags, .unit, .packSize, .minimumStock,
  ]
  /// A search for “kg” would find everything that is sold by weight.
  private let unsearched: [ProductField] = [.unit]

  private var directory = URL(fileURLWithPath: "/")

  override func setUp() async throws {
    directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
  }

  override func tearDown() async throws {
    try FileManager.default.removeItem(at: directory)
  }

  private func values(_ field: ProductField) throws -> (first: FieldValue, second: FieldValue) {
    let typed = typed(field)
    return (
      try XCTUnwrap(field.value(from: typed.first)), try XCTUnwrap(field.value(from: typed.second))
    )
  }

  private func product(_ field: ProductField, _ value: FieldValue) throws -> Product {
    var product = Product(title: try ProductTitle("Thing"))
    try field.set(value, in: &product)
    return product
  }

  private func change(_ field: ProductField, _ value: FieldValue?) throws -> ProductChange {
    try ProductChange { try $0.set(field, value) }
  }

  func testEveryFieldIsWrittenReadEditedAndUndone() async throws {
    let store = try await CatalogStore.open(in: directory)
    for field in ProductField.all {
      let (first, second) = try values(field)
      func now(_ id: UUID) async throws -> FieldValue? {
        try await store.product(id).flatMap { field.value(of: $0) }
      }
      let made = try await store.create(product(field, first))
      XCTAssertEqual(field.value(of: made), first, field.name)
      let entry = try await store.entry(made.id)
      XCTAssertEqual(entry.flatMap { field.value(of: $0.product) }, first, field.name)

      let edit = try await store.edit(made.id, basedOn: 1, applying: change(field, second))
      guard case .saved(let edited) = edit else { return XCTFail("\(field.name): \(edit)") }
      XCTAssertEqual(field.value(of: edited), second, field.name)
      // An editor who saw the first value is shown the current one.
      let late = try await store.edit(made.id, basedOn: 1, applying: change(field, first))
      guard case .conflict(let current, let base) = late else {
        return XCTFail("\(field.name): \(late)")
      }
      XCTAssertEqual(field.value(of: current), second, field.name)
      XCTAssertEqual(base.flatMap { field.value(of: $0) }, first, field.name)

      _ = try await store.undo()
      var value = try await now(made.id)
      XCTAssertEqual(value, first, "\(field.name) undone")
      _ = try await store.redo()
      value = try await now(made.id)
      XCTAssertEqual(value, second, "\(field.name) redone")
      if field.isForMany {
        try await store.edit([made.id], applying: [.set(change(field, first))])
        value = try await now(made.id)
        XCTAssertEqual(value, first, "\(field.name) of many")
      }
      if !field.isRequired {
        _ = try await store.edit([made.id], applying: [.set(change(field, nil))])
        value = try await now(made.id)
        XCTAssertNil(value, "\(field.name) emptied")
      }
      _ = try await store.delete([made.id])
    }
    let bits = Set(ProductField.all.map { ProductFields($0).rawValue })
    XCTAssertEqual(bits.count, ProductField.all.count, "every field is told apart in a change")
    let problems = try await store.check()
    XCTAssertEqual(problems.map(\.sentence), [])
    await store.close()
  }

  func testEveryFieldIsSearchedFilteredSortedAndListed() async throws {
    for field in ProductField.all {
      let place = directory.appendingPathComponent(field.name)
      let store = try await CatalogStore.open(in: place)
      let (first, second) = try values(field)
      let a = try await store.create(product(field, first)).id
      let b = try await store.create(product(field, second)).id
      func found(_ query: ProductQuery) async throws -> [UUID] {
        try await store.products(query).map(\.id)
      }
      var filters: [ProductFilter] = []
      if ProductFilter.textFields.contains(field.id) {
        let word = typed(field).word
        let hits = try await found(ProductQuery(searchText: word))
        XCTAssertEqual(hits, unsearched.contains(field) ? [] : [a], "\(field.name) searched")
        filters = [.contains(field.id, word)]
      }
      switch first {
      case .integer(let number):
        let number = DecimalNumber(whole: number)
        filters.append(.number(field.id, from: number, through: number))
      case .number(let number):
        filters.append(.number(field.id, from: number, through: number))
      case .money(let price):
        filters.append(.price(price.currency, from: 0, through: price.minorUnits))
      default: break
      }
      XCTAssertFalse(filters.isEmpty, "\(field.name) has a filter")
      for filter in filters {
        let passed = try await found(ProductQuery(filters: [filter]))
        XCTAssertEqual(passed, [a], "\(field.name) filtered")
      }
      let full = try await found(ProductQuery(filters: [.isPresent(field.id)]))
      let empty = try await found(ProductQuery(filters: [.isEmpty(field.id)]))
      XCTAssertEqual(full.count, 2, field.name)
      XCTAssertEqual(empty, [], field.name)

      XCTAssertEqual(field.sorts, !unsorted.contains(field), "\(field.name) sorts")
      if field.sorts {
        let sort = ProductSort(field.id)
        let up = try await found(ProductQuery(sort: sort))
        let down = try await found(ProductQuery(sort: sort, ascending: false))
        XCTAssertEqual(up, [a, b], "\(field.name) sorted")
        XCTAssertEqual(down, [b, a], "\(field.name) sorted, reversed")
      }
      let rows = try await store.products(ProductQuery())
      XCTAssertEqual(rows.map { $0.value(of: field) }, [first, second], field.name)
      await store.close()
    }
  }

  func testEveryFieldGoesOutAndComesIn() throws {
    for field in ProductField.all {
      let entry = CatalogEntry(product: try product(field, values(field).first))
      let line = EntryLine.bytes(of: entry, files: nil, fields: [])
      guard case .entry(let line) = try EntryLine.content(of: line) else {
        return XCTFail(field.name)
      }
      XCTAssertTrue(line.change.changes(field), field.name)
      let read = line.change.applied(to: Product(title: try ProductTitle("Other")))
      XCTAssertEqual(field.value(of: read), field.value(of: entry.product), field.name)
    }
  }

  func testEveryFieldIsTypedMergedAndShown() throws {
    for field in ProductField.all {
      let (first, second) = try values(field)
      let product = try product(field, first)
      var newer = product
      try field.set(second, in: &newer)
      newer.revision += 1
      let change = try change(field, second)
      let elsewhere = newer
      try MainActor.assumeIsolated {
        let style = WritingStyle(currency: try Currency("USD"))
        let form = ProductForm(product, style: style)
        XCTAssertTrue(form.fields.contains { $0.id == field.id }, "\(field.name) in the form")
        XCTAssertEqual(form.text(of: field.id), typed(field).first)
        form.type(typed(field).second, in: field.id)
        XCTAssertEqual(try form.change(), change, field.name)
        form.type("\u{0}", in: field.id)
        XCTAssertNotNil(form.problem(of: field.id), "\(field.name) refused in words")
        form.rebase(onto: elsewhere)
        XCTAssertEqual(form.conflict(in: field.id), typed(field).second, "\(field.name) merged")
      }
      let column = try XCTUnwrap(FormField.listed([]).first { $0.id == field.id })
      XCTAssertEqual(column.sorts, !unsorted.contains(field), "\(field.name) sorts by its head")
      XCTAssertNotEqual(column.text(of: ListedProduct(product, cover: nil)), "", field.name)
      XCTAssertEqual(column.text(of: ListedProduct(Product.blank, cover: nil)), "", field.name)
      let fact = ProductFact.all(of: product, unitPrices: .kilogram).first {
        $0.name == field.label
      }
      XCTAssertTrue(
        ProductFact.shownApart.contains(field.id) || fact != nil, "\(field.name) is shown")
      XCTAssertNotEqual(field.label, field.name, "\(field.name) has a name in words")
    }
  }

  func testALowStockIsSaidInWords() throws {
    for (stock, minimum, text) in [
      (0, 10, "None left — keep at least 10"), (3, 10, "3 left — keep at least 10"),
      (10, 10, "10 left — keep at least 10"), (0, 0, "None left"), (11, 10, "11"),
    ] {
      var product = Product.blank
      product.stock = try Quantity(stock: DecimalNumber(whole: stock))
      product.minimumStock = try Quantity(minimum: DecimalNumber(whole: minimum))
      let fact = ProductFact.all(of: product, unitPrices: .kilogram).first
      XCTAssertEqual(fact?.text, text)
      XCTAssertEqual(fact?.needsAttention, stock <= minimum, text)
    }
  }

  func testWhatIsSoldByWeightHasItsUnitEverywhere() throws {
    var product = Product(title: try ProductTitle("Cheese"))
    product.unit = try SaleUnit("kg")
    product.price = try Price("12.90", currency: Currency("EUR"))
    product.stock = try Quantity(stock: DecimalNumber(millionths: 2_500_000))
    product.minimumStock = try Quantity(minimum: 4)
    func shown(_ field: ProductField) -> String {
      FormField(field).text(of: ListedProduct(product, cover: nil))
    }
    let price = try XCTUnwrap(product.price?.displayText)
    XCTAssertEqual(shown(.price), "\(price) / kg")
    XCTAssertEqual(ListedProduct(product, cover: nil).priceText, "\(price) / kg")
    XCTAssertEqual([shown(.stock), shown(.minimumStock)], ["2.5 kg", "4 kg"])
    XCTAssertEqual(
      ProductFact.all(of: product, unitPrices: .kilogram).map(\.text),
      ["kg", "2.5 kg left — keep at least 4 kg", "4 kg"])

    // In packs, price and stock are those of packs.
    product.packSize = try Quantity(packSize: DecimalNumber(millionths: 500_000))
    XCTAssertEqual([shown(.price), shown(.stock), shown(.packSize)], [price, "2.5", "0.5 kg"])
    let each = try Price("25.80", currency: Currency("EUR")).displayText
    XCTAssertEqual(ProductFact.all(of: product, unitPrices: .kilogram).first?.text, "\(each) / kg")
    // A screw costs less than rounding would leave of it.
    var screws = Product(title: try ProductTitle("Screws"))
    screws.price = try Price("9.90", currency: Currency("EUR"))
    for (pack, amount, expected) in [
      (6, "1.65", "%@ each"), (200, "4.95", "%@ for 100 pieces"),
    ] as [(DecimalNumber, String, String)] {
      screws.packSize = try Quantity(packSize: pack)
      let price = try Price(amount, currency: Currency("EUR")).displayText
      let text = expected.replacingOccurrences(of: "%@", with: price)
      XCTAssertEqual(screws.unitPrice(in: .kilogram)?.displayText, text)
      XCTAssertEqual(
        PublicLanguage("en").unitPriceText(of: screws),
        expected.replacingOccurrences(of: "%@", with: "€" + amount))
    }

    let edited = product
    MainActor.assumeIsolated {
      let form = ProductForm(edited, style: WritingStyle())
      XCTAssertEqual([form.unit(of: .stock), form.unit(of: .packSize)], [nil, "kg"])
      XCTAssertEqual(form.unit(of: .price), "EUR", "of a pack")
      form.type("", in: .packSize)
      XCTAssertEqual(form.unit(of: .stock), "kg")
      XCTAssertEqual(form.unit(of: .price), "EUR / kg")
      form.type("m", in: .unit)
      XCTAssertEqual(form.unit(of: .stock), "m", "as it is typed")
    }
  }

  func testEveryKindOfCustomFieldIsTypedShownAndListed() throws {
    for word in FieldKind.words {
      let details = word == "choice" ? ["Oak", "Ash"] : word == "number" ? ["cm"] : []
      let kind = try XCTUnwrap(FieldKind(word: word, details: details))
      let custom = try CustomField(name: "My \(word)", kind: kind)
      let value = try XCTUnwrap(kind.value(from: typed(kind).first, for: custom.refusalName))
      let product = Product(title: try ProductTitle("Thing"), values: [custom.id: value])
      try MainActor.assumeIsolated {
        let style = WritingStyle(currency: try Currency("USD"))
        let form = ProductForm(nil, custom: [custom], style: style)
        XCTAssertTrue(form.fields.contains { $0.id == .custom(custom.id) }, word)
        form.type("Thing", in: .title)
        form.type(typed(kind).first, in: .custom(custom.id))
        XCTAssertEqual(try form.newProduct(id: product.id).values, product.values, word)
      }
      XCTAssertTrue(
        ProductFact.all(of: product, custom: [custom], unitPrices: .kilogram).contains {
          $0.name == custom.name
        }, word)
      let column = try XCTUnwrap(FormField.listed([custom]).first { $0.id == .custom(custom.id) })
      XCTAssertTrue(column.sorts, word)
      XCTAssertNotEqual(column.text(of: ListedProduct(product, cover: nil)), "", word)
    }
  }
}

/// Two values as typed, the first of which sorts before the second, and a word of the first.
private func typed(_ field: ProductField) -> (first: String, second: String, word: String) {
  typed(field.kind, field.name)
}

private func typed(
  _ kind: FieldKind, _ name: String = "tree"
) -> (first: String, second: String, word: String) {
  switch kind {
  case .line, .text: ("Alder \(name)", "Birch \(name)", "alder")
  case .wholeNumber: ("3", "7", "3")
  case .number: ("1.5", "2.25", "1.5")
  case .money: ("9.50 EUR", "12.75 EUR", "9.50")
  case .date: ("2025-01-31", "2026-11-21", "2025")
  case .year: ("1999", "2015", "1999")
  case .choice(let choices): (choices[0], choices[choices.count - 1], choices[0])
  case .yesNo: ("no", "yes", "no")
  case .code: ("4006381333931", "96385074", "4006381333931")
  case .link: ("https://a.example", "https://b.example", "a.example")
  case .tags: ("autumn", "spring, red", "autumn")
  case .category: ("Crafts/Wood", "Flowers", "wood")
  }
}
