// SPDX-License-Identifier: Apache-2.0
// Variants: what they take from their heads, and what becomes of them with these.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class VariantTests: CatalogTestCase {
  private struct Shop {
    let store: CatalogStore
    let shirt: UUID
    let size: CustomField
    let colour: CustomField

    func variants() async throws -> [ListedProduct] { try await store.variants(of: shirt) }

    func product(_ id: UUID) async throws -> Product {
      let found = try await store.product(id, includingTrash: true)
      return try XCTUnwrap(found)
    }
  }

  /// A shirt in two sizes and two colours.
  private func shop() async throws -> Shop {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    let size = try CustomField(name: "Size", kind: .choice(["S", "M", "L"]))
    let colour = try CustomField(name: "Colour", kind: .line)
    try await store.addField(size)
    try await store.addField(colour)
    var shirt = try makeProduct("Shirt", category: "Clothes/Tops", price: "20.00")
    shirt.tags = ["summer"]
    shirt.sku = SKU(stored: "SH")
    shirt.stock = 1
    shirt = try await store.create(shirt)
    let shop = Shop(store: store, shirt: shirt.id, size: size, colour: colour)
    let new = try await store.makeVariants(
      of: shirt.id,
      options: [
        (size.id, [.text("S"), .text("M")]), (colour.id, [.text("red"), .text("blue")]),
      ])
    XCTAssertEqual(new.count, 4)
    return shop
  }

  /// An edit is to take no more than twice what a bare UPDATE takes: it is counted in what is asked of SQLite.
  func testAnEditOfAVariantOrAHeadAsksLittle() async throws {
    let shop = try await shop()
    let variant = try await shop.variants()[0].id
    await shop.store.close()
    func asked(_ id: UUID, _ change: ProductChange) async throws -> Int {
      let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
      func count() async throws -> Int {
        try await store.database.underLock { ($0.statementCount, []) }
      }
      let before = try await count()
      try await store.edit([id], applying: [.set(change)])
      let after = try await count()
      await store.close()
      return after - before
    }
    let stock = try await asked(
      variant, ProductChange { $0.stock = try Quantity(stock: DecimalNumber(whole: 5)) })
    XCTAssertLessThanOrEqual(stock, 12)
    let price = try await asked(
      shop.shirt, ProductChange { $0.price = try Price("21.00", currency: Currency("EUR")) })
    XCTAssertLessThanOrEqual(price, 16)
  }

  func testAPreviewCountsVariantsThatKeepWhatTheySay() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    func price(_ text: String) throws -> ProductAdjustment {
      .set(try ProductChange { $0.price = try Price(text, currency: Currency("EUR")) })
    }
    try await shop.store.edit([made[0]], applying: [price("25.00")])
    let head = try await shop.store.preview([shop.shirt], applying: [price("21.00")])
    XCTAssertEqual([head.changed, head.keepingOwn], [1, 1])
    let whole = try await shop.store.preview([shop.shirt] + made, applying: [price("21.00")])
    XCTAssertEqual([whole.changed, whole.keepingOwn], [5, 0])
    let tag = try await shop.store.preview([shop.shirt], applying: [.addTag(Tag("new"))])
    XCTAssertEqual(tag.keepingOwn, 0, "they take all tags")
  }

  func testAGridOfVariantsTakesWhatItDoesNotSay() async throws {
    let shop = try await shop()
    let made = try await shop.variants()
    XCTAssertEqual(
      made.map(\.title),
      ["Shirt · S · red", "Shirt · S · blue", "Shirt · M · red", "Shirt · M · blue"])
    for variant in made {
      let product = try await shop.product(variant.id)
      XCTAssertEqual(product.price?.decimalText, "20.00")
      XCTAssertEqual(product.category?.text, "Clothes/Tops")
      XCTAssertEqual(product.tags, ["summer"])
      XCTAssertNil(product.sku, "a code is one's own")
      XCTAssertNil(product.stock)
    }
    // Found and sorted by what is the head's.
    let found = try await shop.store.products(
      ProductQuery(category: CategoryPath("Clothes"), tags: ["summer"], searchText: "shirt blue"))
    XCTAssertEqual(Set(found.map(\.title)), ["Shirt · S · blue", "Shirt · M · blue"])
    let heads = try await shop.store.products(ProductQuery(filters: [.notVariant]))
    XCTAssertEqual(heads.map(\.id), [shop.shirt])
    let alike = try await shop.store.likelyDuplicates()
    XCTAssertEqual(alike, [], "variants are known to be alike")
    let dearest = try await shop.store.products(ProductQuery(sort: .price))
    XCTAssertEqual(dearest.count, 5)

    // A larger grid has those that are there already.
    let more = try await shop.store.makeVariants(
      of: shop.shirt,
      options: [
        (shop.size.id, [.text("M"), .text("L")]), (shop.colour.id, [.text("red"), .text("blue")]),
      ])
    XCTAssertEqual(more.count, 2)
    _ = try await shop.store.undo()
    _ = try await shop.store.undo()
    let gone = try await shop.variants()
    XCTAssertEqual(gone, [])
    let options = try await shop.product(shop.shirt).options
    XCTAssertEqual(options, VariantOptions())
    _ = try await shop.store.redo()
    let back = try await shop.variants()
    XCTAssertEqual(back.map(\.id), made.map(\.id))
    let problems = try await shop.store.check()
    XCTAssertEqual(problems, [])
    await shop.store.close()
  }

  func testVariantsThatAreErasedWithTheirHeadsAreCounted() async throws {
    let shop = try await shop()
    let variants = try await shop.variants().map(\.id)
    let other = try await shop.store.create(makeProduct("Trousers")).id
    try await shop.store.delete([variants[0]])
    try await shop.store.delete([shop.shirt, other])
    var count = try await shop.store.variantsErased(with: [shop.shirt, other])
    XCTAssertEqual(count, 4)
    count = try await shop.store.variantsErased(with: [shop.shirt, variants[0], other])
    XCTAssertEqual(count, 3, "without those that are counted already")
    await shop.store.close()
  }

  /// Options are published with the product.
  func testWhatIsNobodysBusinessIsNoOption() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("private"))
    let kinds: [(String, FieldKind, [FieldValue?])] = [
      (
        "Purchase price", .money,
        [
          .money(try Price("2.10", currency: Currency("EUR"))),
          .money(try Price("2.20", currency: Currency("EUR"))),
        ]
      ),
      ("Internal remark", .text, [.text("from cousin"), .text("late again")]),
      (
        "Remark", .line,
        [.text("a line that is far too long for the name of a variant"), .text("x")]
      ),
      ("Shelf", .line, [.text("A"), nil]),
      ("Colour", .line, [.text("red"), .text("blue")]),
      ("Volume", .number(unit: "l"), [.number(1), .number(2)]),
    ]
    var ids: [UUID] = []
    let fields = try kinds.map { try CustomField(name: $0.0, kind: $0.1) }
    for field in fields { try await store.addField(field) }
    for number in 0...1 {
      var product = try makeProduct("Mug")
      for (field, kind) in zip(fields, kinds) { product.values[field.id] = kind.2[number] }
      ids.append(try await store.create(product).id)
    }
    let head = try await store.gather(ids)
    let found = try await store.product(head)
    XCTAssertEqual(found?.options, VariantOptions([fields[4].id, fields[5].id]))
    do {
      try await store.setOptions([fields[0].id], of: head)
      XCTFail("a price is no option")
    } catch let error as InvalidValue {
      XCTAssertEqual(error.problem, .notForOptions)
      XCTAssertEqual(error.field.name, "Purchase price")
    }
    await store.close()
  }

  func testAnOptionStaysWithoutAValueForWhatIsNew() async throws {
    let shop = try await shop()
    let new = try await shop.store.makeVariants(
      of: shop.shirt, named: [("Size", []), ("Colour", ["green"])])
    XCTAssertEqual(new.count, 1)
    let titles = try await shop.variants().map(\.title)
    XCTAssertEqual(
      titles,
      [
        "Shirt · S · red", "Shirt · S · blue", "Shirt · M · red", "Shirt · M · blue",
        "Shirt · green",
      ])
    do {
      _ = try await shop.store.makeVariants(of: shop.shirt, named: [("Size", [])])
      XCTFail("that is none")
    } catch let error as InvalidValue {
      XCTAssertEqual(error.problem, .empty)
    }
    await shop.store.close()
  }

  func testProductsAreGatheredUnderWhatTheyHaveInCommon() async throws {
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("gathered"))
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    var ids: [UUID] = []
    for (text, price) in [("S", "20.00"), ("M", "25.00")] {
      var product = try makeProduct("Linen Shirt - \(text)", category: "Clothes", price: price)
      product.values[size.id] = .text(text)
      ids.append(try await store.create(product).id)
    }
    let head = try await store.gather(ids)
    let found = try await store.product(head)
    XCTAssertEqual(found?.title.text, "Linen Shirt")
    XCTAssertEqual(found?.category?.text, "Clothes")
    XCTAssertNil(found?.price)
    XCTAssertEqual(found?.options, VariantOptions([size.id]))
    let own = try await store.product(ids[1])
    XCTAssertEqual(own?.title.text, "Linen Shirt - M", "it keeps what it has")
    XCTAssertEqual(own?.variant?.taken.contains(.category), true)
    // Another one comes to the head that there is.
    let more = try await store.create(makeProduct("Linen Shirt - XL")).id
    let same = try await store.gather([more, head])
    XCTAssertEqual(same, head)
    let all = try await store.variants(of: head).map(\.id)
    XCTAssertEqual(all, ids + [more])
    _ = try await store.undo()
    _ = try await store.undo()
    _ = try await store.undo()
    let none = try await store.products(ProductQuery()).map(\.id)
    XCTAssertEqual(none, ids, "one step each")
    // One that is there, as long as it has no variants, is chosen, or is the one that has options.
    var heads = try await store.possibleHeads(among: ids).map(\.id)
    XCTAssertEqual(heads, ids)
    let under = try await store.gather(ids, under: ids[1])
    XCTAssertEqual(under, ids[1])
    let variants = try await store.variants(of: ids[1]).map(\.id)
    XCTAssertEqual(variants, [ids[0]])
    heads = try await store.possibleHeads(among: ids).map(\.id)
    XCTAssertEqual(heads, [], "it has variants")
    _ = try await store.undo()
    try await store.setOptions([size.id], of: ids[1])
    heads = try await store.possibleHeads(among: ids).map(\.id)
    XCTAssertEqual(heads, [], "it is to have variants")
    let prepared = try await store.gather(ids)
    XCTAssertEqual(prepared, ids[1])
    await store.close()
  }

  func testVariantsFollowTheirHeadExceptInWhatIsTheirOwn() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    func prices() async throws -> [String?] {
      var found: [String?] = []
      for id in made { found.append(try await shop.product(id).price?.decimalText) }
      return found
    }
    let own = try Price("25.00", currency: Currency("EUR"))
    let outcome = try await shop.store.edit(
      made[1], basedOn: 1, applying: ProductChange(price: own))
    guard case .saved(let saved) = outcome else { return XCTFail("\(outcome)") }
    let stored = try await shop.product(made[1])
    XCTAssertEqual(saved.revision, stored.revision, "the next edit is based on it")

    let head = try await shop.product(shop.shirt)
    _ = try await shop.store.edit(
      shop.shirt, basedOn: head.revision,
      applying: ProductChange(
        title: try ProductTitle("Blouse"), tags: [],
        price: Price("30.00", currency: Currency("EUR"))))
    var now = try await prices()
    XCTAssertEqual(now, ["30.00", "25.00", "30.00", "30.00"])
    let titles = try await shop.variants().map(\.title)
    XCTAssertEqual(titles.first, "Blouse · S · red")
    let tags = try await shop.product(made[0]).tags
    XCTAssertEqual(tags, [])
    let history = try await shop.store.history()
    XCTAssertEqual(history.undoable.first?.count, 1, "one product was edited")

    // What is emptied is taken again.
    try await shop.store.edit([made[1]], applying: [.set(ProductChange(price: .some(nil)))])
    now = try await prices()
    XCTAssertEqual(now, ["30.00", "30.00", "30.00", "30.00"])
    // A whole category, and everything at once.
    _ = try await shop.store.renameCategory(CategoryPath("Clothes"), to: CategoryPath("Wear"))
    let ten = Calculation(.percent(DecimalNumber(whole: 10)))
    _ = try await shop.store.edit(
      made + [shop.shirt], applying: [.calculate(.builtIn(.price), ten)])
    now = try await prices()
    XCTAssertEqual(now, ["33.00", "33.00", "33.00", "33.00"])
    let taken = try await shop.product(made[0]).variant?.taken ?? []
    XCTAssertTrue(taken.isSuperset(of: [.price, .category]))
    for _ in 0..<5 { _ = try await shop.store.undo() }
    now = try await prices()
    XCTAssertEqual(now, ["20.00", "20.00", "20.00", "20.00"])
    let faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])
    await shop.store.close()
  }

  func testProductsJoinAHeadAndLeaveItWithAllTheyTook() async throws {
    let shop = try await shop()
    var old = try makeProduct("Old shirt", price: "5.00")
    old.sku = SKU(stored: "OLD")
    old.values = [shop.size.id: .text("L")]
    old = try await shop.store.create(old)
    let joined = try await shop.store.join([old.id], to: shop.shirt)
    XCTAssertEqual(joined, 1)
    var now = try await shop.product(old.id)
    XCTAssertEqual(now.title.text, "Old shirt")
    XCTAssertEqual(now.price?.decimalText, "5.00")
    XCTAssertEqual(now.sku?.text, "OLD")
    XCTAssertEqual(now.category?.text, "Clothes/Tops", "what it lacked")
    XCTAssertEqual(now.variant?.taken, [.category, .tags])

    _ = try await shop.store.leave([old.id])
    now = try await shop.product(old.id)
    XCTAssertNil(now.variant)
    XCTAssertEqual(now.category?.text, "Clothes/Tops")
    XCTAssertEqual(now.tags, ["summer"])
    let head = try await shop.product(shop.shirt)
    _ = try await shop.store.edit(
      shop.shirt, basedOn: head.revision, applying: ProductChange(category: CategoryPath("Other")))
    now = try await shop.product(old.id)
    XCTAssertEqual(now.category?.text, "Clothes/Tops", "it follows nobody any more")

    let variant = try await shop.variants()[0].id
    for (products, head, problem) in [
      ([shop.shirt], shop.shirt, .variantOfItself), ([old.id], variant, .headIsVariant),
      ([shop.shirt], old.id, .headIsVariant),
    ] as [([UUID], UUID, InvalidValue.Problem)] {
      do {
        _ = try await shop.store.join(products, to: head)
        XCTFail("a variant of a variant")
      } catch let error as InvalidValue {
        XCTAssertEqual(error.problem, problem)
        XCTAssertFalse(error.sentence.isEmpty)
      }
    }
    await shop.store.close()
  }

  func testTheTrashKeepsHeadsAndVariantsTogether() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    _ = try await shop.store.delete([made[3]])
    _ = try await shop.store.delete([shop.shirt])
    var count = try await shop.store.productCount()
    XCTAssertEqual(count, 0)
    // Those that went with the head come back with it.
    _ = try await shop.store.restore([shop.shirt])
    var there = try await shop.variants().map(\.id)
    XCTAssertEqual(there, Array(made.prefix(3)))
    // One that is taken out of the trash alone brings its head.
    _ = try await shop.store.delete([shop.shirt])
    _ = try await shop.store.restore([made[1]])
    there = try await shop.variants().map(\.id)
    XCTAssertEqual(there, [made[1]])
    let head = try await shop.store.product(shop.shirt)
    XCTAssertNotNil(head)

    _ = try await shop.store.delete([shop.shirt])
    _ = try await shop.store.erase([shop.shirt])
    let entries = try await shop.store.count(ProductQuery(inTrash: true))
    XCTAssertEqual(entries, 0)
    _ = try await shop.store.undo()
    _ = try await shop.store.undo()
    there = try await shop.variants().map(\.id)
    XCTAssertEqual(there, [made[1]])
    for _ in 0..<6 { _ = try await shop.store.undo() }
    count = try await shop.store.productCount()
    XCTAssertEqual(count, 1, "before the variants were made")
    await shop.store.close()
  }

  func testMergingAndDuplicating() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    let other = try await shop.store.create(makeProduct("Other shirt"))
    let fields = try await shop.store.fields()
    func merge(_ ids: [UUID], keeping kept: UUID) async throws {
      var entries: [CatalogEntry] = []
      for id in ids {
        let entry = try await shop.store.entry(id)
        entries.append(try XCTUnwrap(entry))
      }
      let merge = try XCTUnwrap(ProductMerge(entries, fields: fields, keeping: kept))
      _ = try await shop.store.merge(merge)
    }
    // The variants of a head that is merged into another product are that one's.
    try await merge([shop.shirt, other.id], keeping: other.id)
    var moved = try await shop.store.variants(of: other.id)
    XCTAssertEqual(moved.map(\.id), made)
    XCTAssertEqual(moved.first?.title, "Other shirt · S · red", "with its options")
    var faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])
    // A variant that is kept instead of its head becomes the head.
    try await merge([other.id, made[2]], keeping: made[2])
    moved = try await shop.store.variants(of: made[2])
    XCTAssertEqual(moved.map(\.id), [made[0], made[1], made[3]])
    XCTAssertEqual(
      moved.first?.title, "Other shirt · S · red", "after the head, not after a variant")
    faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])

    let copy = try await shop.store.duplicate(made[0], titled: ProductTitle("Copy"))
    XCTAssertEqual(copy?.variant?.head, made[2])
    XCTAssertEqual(copy?.title.text, "Copy")
    XCTAssertEqual(copy?.values, [:], "its size and colour are those of the original")
    let commands = try await shop.store.history().undoable
    XCTAssertEqual(commands.first?.count, 1, "its head is not new")
    await shop.store.close()
  }

  func testAHeadIsDuplicatedWithItsVariants() async throws {
    let shop = try await shop()
    let made = try await shop.variants()
    try await shop.store.edit(
      [made[3].id],
      applying: [
        .set(try ProductChange { $0.price = try Price("25.00", currency: Currency("EUR")) })
      ])
    try await shop.store.edit([made[0].id], applying: [.set(ProductChange(sku: SKU(stored: "S1")))])
    let copy = try await shop.store.duplicate(shop.shirt, titled: ProductTitle("Blouse"))
    let blouse = try XCTUnwrap(copy)
    XCTAssertEqual(blouse.options.fields, [shop.size.id, shop.colour.id])
    let copies = try await shop.store.variants(of: blouse.id)
    XCTAssertEqual(
      copies.map(\.title),
      ["Blouse · S · red", "Blouse · S · blue", "Blouse · M · red", "Blouse · M · blue"])
    XCTAssertTrue(Set(copies.map(\.id)).isDisjoint(with: made.map(\.id)))
    XCTAssertEqual(
      copies.map { $0.price?.decimalText }, ["20.00", "20.00", "20.00", "25.00"])
    let first = try await shop.product(copies[0].id)
    XCTAssertNil(first.sku, "a code is of one product")
    XCTAssertEqual(copies[3].variant?.taken.contains(.price), false)
    XCTAssertEqual(copies[0].variant?.taken, made[0].variant?.taken)
    let faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])
    try await shop.store.undo()
    let count = try await shop.store.count(ProductQuery())
    XCTAssertEqual(count, 5)
    await shop.store.close()
  }

  private func merge(_ ids: [UUID], keeping kept: UUID, in store: CatalogStore) async throws {
    var entries: [CatalogEntry] = []
    for id in ids {
      let entry = try await store.entry(id)
      entries.append(try XCTUnwrap(entry))
    }
    let fields = try await store.fields()
    let merge = try XCTUnwrap(ProductMerge(entries, fields: fields, keeping: kept))
    _ = try await store.merge(merge)
  }

  func testVariantsOfAMergedHeadKeepWhatTheyShowed() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    let other = try await shop.store.create(makeProduct("Coat", price: "90.00"))
    try await merge([other.id, shop.shirt], keeping: other.id, in: shop.store)
    let variant = try await shop.product(made[0])
    XCTAssertEqual(variant.variant?.head, other.id)
    XCTAssertEqual(variant.price?.decimalText, "20.00")
    XCTAssertEqual(variant.variant?.taken.contains(.price), false)
    let faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])
    _ = try await shop.store.undo()
    let undone = try await shop.product(made[0])
    XCTAssertEqual(undone.variant?.head, shop.shirt)
    XCTAssertEqual(undone.variant?.taken.contains(.price), true)
    await shop.store.close()
  }

  func testAnOptionOfWhichNothingIsSaidComesInAllItsValues() async throws {
    let shop = try await shop()
    let new = try await shop.store.makeVariants(
      of: shop.shirt, options: [(shop.size.id, [.text("L")])])
    XCTAssertEqual(new.count, 2)
    let titles = try await shop.variants().map(\.title).suffix(2)
    XCTAssertEqual(Array(titles), ["Shirt · L · red", "Shirt · L · blue"])
    var alike = try await shop.store.variantsAlike(among: new)
    XCTAssertEqual(alike, [])
    var change = ProductChange()
    change.values[shop.size.id] = .text("S")
    try await shop.store.edit([new[0]], applying: [.set(change)])
    alike = try await shop.store.variantsAlike(among: new)
    XCTAssertEqual(alike, [new[0]])
    for options in [[shop.size.id, shop.size.id], (0..<9).map { _ in shop.size.id }] {
      await assertThrows {
        try await shop.store.setOptions(options, of: shop.shirt)
      } where: {
        ($0 as? InvalidValue)?.problem == .repeatedOption
      }
    }
    await shop.store.close()
  }

  func testAHeadIsLowAsItsVariantsAre() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    func low() async throws -> [String] {
      try await shop.store.products(ProductQuery(filters: [.lowStock])).map(\.title)
    }
    try await shop.store.edit([shop.shirt], applying: [.set(ProductChange { $0.minimumStock = 3 })])
    try await shop.store.edit(made, applying: [.set(ProductChange { $0.stock = 10 })])
    var found = try await low()
    XCTAssertEqual(found, [], "the head has a stock of 1, and nobody sells it")
    try await shop.store.edit([made[1]], applying: [.set(ProductChange { $0.stock = 2 })])
    found = try await low()
    XCTAssertEqual(found, ["Shirt · S · blue"])
    try await shop.store.leave(made)
    found = try await low()
    XCTAssertEqual(Set(found), ["Shirt", "Shirt · S · blue"])
    await shop.store.close()
  }

  func testADuplicateThatIsKeptGetsThePlaceOfTheVariant() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    let single = try await shop.store.create(makeProduct("Red shirt, S", price: "18.00"))
    try await merge([made[0], single.id], keeping: single.id, in: shop.store)
    let kept = try await shop.product(single.id)
    XCTAssertEqual(kept.variant?.head, shop.shirt)
    XCTAssertEqual(kept.values[shop.size.id], .text("S"))
    XCTAssertEqual(kept.title.text, "Red shirt, S")
    XCTAssertEqual(kept.price?.decimalText, "18.00")
    let faults = try await faultsOfVariants(in: shop.store)
    XCTAssertEqual(faults, [])
    await shop.store.close()
  }

  // MARK: Lines

  func testVariantsGoOutAndComeInWhateverTheOrderOfTheLines() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    let own = try Price("25.00", currency: Currency("EUR"))
    try await shop.store.edit([made[1]], applying: [.set(ProductChange(price: own))])
    let place = directory.appendingPathComponent("out")
    _ = try await shop.store.exportProducts(to: place)
    let file = place.appendingPathComponent("products.jsonl")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    // Definitions of fields come first.
    let products = lines.filter { !$0.hasPrefix("{\"field\"") }
    let text =
      (lines.filter { $0.hasPrefix("{\"field\"") } + products.reversed()).joined(separator: "\n")
    try Data(text.utf8).write(to: file)
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("other"))
    _ = try await other.addField(CustomField(name: "size", kind: shop.size.kind))
    _ = try await other.importProducts(from: place.path)
    for id in made + [shop.shirt] {
      let (here, there) = (try await shop.product(id), try await other.product(id))
      XCTAssertEqual(there?.title, here.title)
      XCTAssertEqual(there?.price, here.price)
      XCTAssertEqual(there?.variant?.head, here.variant?.head)
      XCTAssertEqual(there?.variant?.taken, here.variant?.taken)
      XCTAssertEqual(there?.options.fields.count, here.options.fields.count)
    }
    let faults = try await faultsOfVariants(in: other)
    XCTAssertEqual(faults, [])

    // A file without anything about variants leaves them alone, and so does one with a few columns.
    let stock = "{\"id\":\"\(made[0].uuidString)\",\"stock\":7}\n"
    let few = directory.appendingPathComponent("few.jsonl")
    try Data(stock.utf8).write(to: few)
    let before = try await other.product(made[0])
    _ = try await other.importProducts(from: few.path, isUpdating: true)
    let after = try await other.product(made[0])
    XCTAssertEqual(after?.stock, 7)
    XCTAssertEqual(after?.variant, before?.variant)
    XCTAssertEqual(after?.values, before?.values)
    let left = try await other.variants(of: shop.shirt)
    XCTAssertEqual(left.count, 4)

    // A head that is nowhere is refused as a whole.
    let bad = "{\"title\":\"x\",\"variantOf\":\"\(UUID().uuidString)\"}\n"
    try Data(bad.utf8).write(to: few)
    do {
      _ = try await other.importProducts(from: few.path)
      XCTFail("it has no head")
    } catch let error as InvalidValue {
      XCTAssertEqual(error.problem, .unknownHead)
    }
    await other.close()
    await shop.store.close()
  }

  func testStepsOfAnotherCopyBringVariants() async throws {
    let shop = try await shop()
    let other = try await CatalogStore.open(in: directory.appendingPathComponent("other"))
    let place = directory.appendingPathComponent("steps")
    _ = try await shop.store.exportHistory(to: place)
    _ = try await other.applyHistory(from: place.path)
    let (here, there) = (
      try await shop.variants(), try await other.variants(of: shop.shirt)
    )
    XCTAssertEqual(there.map(\.title), here.map(\.title))
    let faults = try await faultsOfVariants(in: other)
    XCTAssertEqual(faults, [])
    await other.close()
    await shop.store.close()
  }

  /// As the exchange of steps with another copy leaves it, where a product joined the head meanwhile.
  func testAVariantInUseStaysWhateverBecomesOfItsHeadInTheTrash() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    _ = try await shop.store.delete([shop.shirt])
    await shop.store.close()
    let place = directory.appendingPathComponent("shop")
    let connection = try Connection(
      place.appendingPathComponent("catalog.sqlite").path, .readWrite)
    try connection.run("UPDATE product SET deleted = NULL WHERE id = ?", made[0])
    connection.close()
    let store = try await CatalogStore.open(in: place)
    _ = try await store.edit([made[0]], applying: [.set(ProductChange(stock: 3))])
    var product = try await store.product(made[0])
    XCTAssertEqual(product?.stock, 3, "it is not hidden by an edit")
    let erased = try await store.emptyTrash(deletedBefore: Date(timeIntervalSinceNow: 60))
    XCTAssertGreaterThan(erased, 0)
    product = try await store.product(made[0])
    XCTAssertEqual(product?.title.text, "Shirt · S · red")
    XCTAssertEqual(product?.price?.decimalText, "20.00")
    XCTAssertNil(product?.variant)
    let trash = try await store.count(ProductQuery(inTrash: true))
    XCTAssertEqual(trash, 0)
    await store.close()
  }

  func testAVariantThatWasErasedWithItsHeadComesBackByItself() async throws {
    let shop = try await shop()
    let variant = try await shop.variants()[1]
    _ = try await shop.store.delete([shop.shirt])
    _ = try await shop.store.erase([shop.shirt])
    let isBack = try await shop.store.restoreErased(variant.id)
    XCTAssertTrue(isBack)
    let product = try await shop.product(variant.id)
    XCTAssertNil(product.variant)
    XCTAssertEqual(product.price?.decimalText, "20.00")
    await shop.store.close()
  }

  func testWhatWasErasedBeforeThereWereVariantsComesBack() async throws {
    let place = directory.appendingPathComponent("old")
    var store = try await CatalogStore.open(in: place)
    let product = try await store.create(makeProduct("Gone"))
    _ = try await store.delete([product.id])
    _ = try await store.erase([product.id])
    await store.close()
    // As the version before variants left it.
    let connection = try Connection(
      place.appendingPathComponent("catalog.sqlite").path, .readWrite)
    for name in ["value_in", "value_out", "value_moved", "values_of_variant", "values_changed"] {
      try connection.run("DROP TRIGGER own_\(name)")
    }
    try connection.run("DROP TABLE own_value")
    try connection.run("DROP INDEX product_by_head")
    for (table, column) in [
      ("field", "cost"), ("history_field", "cost"), ("history_field", "new_cost"),
    ] {
      try connection.run("ALTER TABLE \(table) DROP COLUMN \(column)")
    }
    try connection.run("DROP INDEX product_of_its_own")
    try connection.run("DROP INDEX product_running_low")
    for column in ["head", "taken", "options"] {
      try connection.run("ALTER TABLE product DROP COLUMN \(column)")
      try connection.run("ALTER TABLE history_product DROP COLUMN \(column)")
      try connection.run("ALTER TABLE history_product DROP COLUMN new_\(column)")
    }
    for table in [
      "source", "source_row", "history_source", "history_source_row", "hub", "hub_marked",
      "hub_touched", "outbox_patch", "outbox", "history_touched",
    ] {
      try connection.run("DROP TABLE \(table)")
    }
    try connection.run("PRAGMA user_version = 19")
    connection.close()
    store = try await CatalogStore.open(in: place)
    for _ in 1...2 { _ = try await store.undo() }
    let back = try await store.product(product.id)
    XCTAssertEqual(back?.title.text, "Gone")
    for _ in 1...2 { _ = try await store.redo() }
    let gone = try await store.product(product.id, includingTrash: true)
    XCTAssertNil(gone)
    await store.close()
  }

  func testTitlesOfVariantsAreToldFromEachOtherHoweverLongThatOfTheHead() async throws {
    let shop = try await shop()
    _ = try await shop.store.edit(
      [shop.shirt],
      applying: [.set(ProductChange(title: ProductTitle(String(repeating: "long ", count: 40))))])
    let titles = try await shop.variants().map(\.title)
    XCTAssertEqual(Set(titles).count, 4)
    XCTAssertTrue(titles.allSatisfy { $0.count <= 200 && $0.hasPrefix("long long") })
    await shop.store.close()
  }

  // MARK: Other programs

  func testAHeadThatAnotherProgramTookAwayLeavesItsVariantsAlone() async throws {
    let shop = try await shop()
    let made = try await shop.variants().map(\.id)
    await shop.store.close()
    let path = directory.appendingPathComponent("shop/catalog.sqlite").path
    let connection = try Connection(path, .readWrite)
    try connection.run(
      "UPDATE product SET head = ? WHERE id = ?", String(repeating: "A", count: 32), made[0])
    try connection.run(
      "UPDATE product SET head = ? WHERE id = ?", String(repeating: "-", count: 32), made[1])
    connection.close()
    let store = try await CatalogStore.open(in: directory.appendingPathComponent("shop"))
    for id in made.prefix(2) {
      // Another stock is nothing that a head has to do with: that alone does not look for it.
      _ = try await store.edit([id], applying: [.set(ProductChange(stock: 3))])
      let change = try ProductChange { $0.year = try IntroductionYear(2001) }
      _ = try await store.edit([id], applying: [.set(change)])
      let product = try await store.product(id)
      XCTAssertNil(product?.variant)
      XCTAssertEqual(product?.stock, 3)
      XCTAssertEqual(product?.price?.decimalText, "20.00")
    }
    await store.close()
  }

  /// A field may have become narrower elsewhere: what a head has of it then keeps nobody from editing something else.
  func testVariantsTakeWhatAHeadCouldNoLongerBeGiven() async throws {
    let shop = try await shop()
    let (care, fit) = (
      try CustomField(name: "Care", kind: .line),
      try CustomField(name: "Fit", kind: .choice(["slim", "wide"]))
    )
    for field in [care, fit] { try await shop.store.addField(field) }
    func say(_ change: (inout ProductChange) -> Void) async throws {
      let shirt = try await shop.product(shop.shirt)
      _ = try await shop.store.edit(
        shirt.id, basedOn: shirt.revision, applying: ProductChange(change))
    }
    try await say { $0.values = [fit.id: .text("slim")] }
    try await shop.store.database.underLock { connection in
      try connection.run(
        "UPDATE product_value SET text = 'loose' WHERE text = 'slim' AND product = 1")
      return ((), [])
    }
    try await say { $0.values = [care.id: .text("Cold")] }
    for variant in try await shop.variants() {
      let values = try await shop.product(variant.id).values
      XCTAssertEqual(values[care.id], .text("Cold"))
      XCTAssertEqual(values[fit.id], .text("loose"))
    }
    await shop.store.close()
  }
}
