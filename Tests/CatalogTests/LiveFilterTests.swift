// SPDX-License-Identifier: Apache-2.0
// Lists with every filter there is follow changes of every field: what both can be is drawn from the
// descriptions of the fields. A filter that forgets what it looks at would leave its list stale.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class LiveFilterTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testAListWithAnyFilterEqualsAFreshQuery() async throws {
    try await Self.follow(commands: 100, in: directory)
  }

  func testListsWithManyFiltersEqualFreshQueries() async throws {
    try skipWithoutFaults()
    for round in 0..<rounds(0, withFaults: 6, withAll: 40) {
      try await Self.follow(commands: 150, in: directory.appendingPathComponent("\(round)"))
    }
  }

  /// Tags that are emptied come from the head again at once: nothing differs but the date.
  func testAVariantThatOnlyGotANewDateLeavesAListOfOlderOnes() async throws {
    let store = try await CatalogStore.open(in: directory)
    var shirt = try makeProduct("Shirt")
    shirt.tags = ["summer"]
    shirt = try await store.create(shirt)
    let size = try CustomField(name: "Size", kind: .line)
    try await store.addField(size)
    let variant = try await store.makeVariants(of: shirt.id, options: [(size.id, [.text("S")])])[0]
    try await Task.sleep(for: .milliseconds(5))
    let mirror = await Mirror(
      ProductQuery(filters: [.date(.changed, from: nil, before: Date())]), of: store)
    try await mirror.settle()
    let edited = try await store.edit(
      [variant], applying: [.set(ProductChange { $0.tags = Tags() })])
    XCTAssertEqual(edited.saved, [variant])
    try await waitUntil("it left") { mirror.results.isIdle && mirror.results.count == 1 }
    await store.close()
  }

  @MainActor
  private static func follow(commands count: Int, in directory: URL) async throws {
    let seed = UInt64.random(in: 0 ... .max)
    var (commands, drawing) = (
      RandomCommands(seed: seed, directory: directory), try Drawing(seed: seed)
    )
    let store = try await CatalogStore.open(in: directory)
    let other = try await CatalogStore.open(in: directory)
    for field in drawing.fields { try await store.addField(field) }
    for number in 0..<12 { _ = try await store.create(makeProduct("Rose \(number)")) }
    try await addBadGTIN(to: store)
    let mirrors = try drawing.queries().map { Mirror($0, of: store) }
    for mirror in mirrors { try await mirror.settle() }
    for step in 0..<count {
      let writer = step % 15 == 14 ? other : store
      let name =
        drawing.random.chance(50)
        ? try await commands.carryOut(on: writer) : try await drawing.edit(writer)
      for mirror in mirrors {
        let what = "\(mirror.results.query), seed \(seed), step \(step), \(name)"
        try await waitUntil(what) {
          guard mirror.results.isIdle else { return false }
          let fresh = try await ResultsTests.fresh(mirror.results.query, store)
          return fresh == Array(mirror.results.order)
        }
        XCTAssertEqual(mirror.keys, Array(mirror.results.order), what)
      }
    }
    await store.close()
    await other.close()
  }

  /// Only another program can store one.
  private static func addBadGTIN(to store: CatalogStore) async throws {
    try await store.database.underLock { connection in
      try connection.run("UPDATE product SET gtin = '4006381333932' WHERE title = 'Rose 3'")
      return ((), [.everything])
    }
  }
}

/// Draws filters and changes.
private struct Drawing {
  var random: SeededRandom
  let fields: [CustomField]

  init(seed: UInt64) throws {
    random = SeededRandom(seed: seed)
    let kinds: [FieldKind] = [
      .line, .text, .wholeNumber, .number(unit: "cm"), .money, .date, .yesNo, .tags, .link,
      .choice(["1", "2", "yes"]), .code(.gtin),
    ]
    fields = try kinds.map { try CustomField(name: "Own \($0.word)", kind: $0) }
  }

  // MARK: Filters

  /// Every case of `ProductFilter`: a new one does not compile here until it is drawn, too.
  private enum Kind: CaseIterable {
    case contains, number, price, date, isEmpty, isPresent, tag, lowStock, badGTIN, notVariant
    case duplicateGTIN, duplicateSKU
    case customContains, customEquals, customRange, customEmpty, customPresent

    init(_ filter: ProductFilter) {
      self =
        switch filter {
        case .contains: .contains
        case .number: .number
        case .price: .price
        case .date: .date
        case .isEmpty: .isEmpty
        case .isPresent: .isPresent
        case .tag: .tag
        case .lowStock: .lowStock
        case .notVariant: .notVariant
        case .badGTIN: .badGTIN
        case .duplicateGTIN: .duplicateGTIN
        case .duplicateSKU: .duplicateSKU
        case .custom(_, .contains): .customContains
        case .custom(_, .equals): .customEquals
        case .custom(_, .range): .customRange
        case .custom(_, .isEmpty): .customEmpty
        case .custom(_, .isPresent): .customPresent
        }
    }
  }

  /// A list for each kind of filter, those of notes, and some with several filters.
  mutating func queries() throws -> [ProductQuery] {
    var filters: [[ProductFilter]] = []
    for kind in Kind.allCases {
      let filter = try filter(kind)
      XCTAssertEqual(Kind(filter), kind)
      filters.append([filter])
    }
    filters += [[.contains(.notes, "1")], [.isEmpty(.notes)], [.isPresent(.notes)]]
    for _ in 0..<6 {
      filters.append(
        try (0..<2).map { _ in try self.filter(random.pick(Kind.allCases)) })
    }
    let sorts = ProductSort.allCases + fields.map { .custom($0.id) }
    return filters.map {
      ProductQuery(
        filters: $0, sort: random.pick(sorts), ascending: random.chance(50),
        inTrash: random.chance(10))
    }
  }

  private mutating func filter(_ kind: Kind) throws -> ProductFilter {
    let custom = random.pick(fields)
    switch kind {
    case .contains:
      return .contains(random.pick(ProductFilter.textFields), random.pick(["1", "r", "o", "s-"]))
    case .number:
      return .number(
        random.pick(ProductFilter.numberFields), from: random.pick([nil, 0, 2]),
        through: random.pick([nil, 5, 2000]))
    case .price: return .price(try Currency("EUR"), from: random.pick([nil, 100]), through: 900)
    case .date:
      return .date(
        random.pick(ProductFilter.DateField.allCases),
        from: random.pick([nil, Date(timeIntervalSinceNow: 1)]),
        before: random.pick([nil, Date(timeIntervalSinceNow: 2)]))
    case .isEmpty: return .isEmpty(random.pick(ProductFilter.optionalFields))
    case .isPresent: return .isPresent(random.pick(ProductFilter.optionalFields))
    case .tag: return .tag(random.pick(["a", "many"]))
    case .lowStock: return .lowStock
    case .notVariant: return .notVariant
    case .badGTIN: return .badGTIN
    case .duplicateGTIN: return .duplicateGTIN
    case .duplicateSKU: return .duplicateSKU
    case .customContains: return .custom(custom.id, .contains(random.pick(["1", "e"])))
    case .customEquals: return .custom(custom.id, .equals(try value(of: .custom(custom))))
    case .customRange:
      return .custom(custom.id, .range(from: try value(of: .custom(custom)), through: nil))
    case .customEmpty: return .custom(custom.id, .isEmpty)
    case .customPresent: return .custom(custom.id, .isPresent)
    }
  }

  // MARK: Changes

  /// Gives some products another value of some field, or none, and says of which.
  mutating func edit(_ store: CatalogStore) async throws -> String {
    let products = try await store.products(ProductQuery()).map(\.id)
    let some = Set(products.shuffled(using: &random).prefix(1 + random.below(4)))
    let known = Set(try await store.fields().map(\.id))
    let custom = fields.filter { known.contains($0.id) }
    var change = ProductChange()
    // Those that filters compare with other fields or products more often.
    let compared: [ProductField] = [.sku, .gtin, .stock, .minimumStock]
    let all = ProductField.all.map(AnyField.builtIn) + custom.map(AnyField.custom)
    switch random.pick(random.chance(40) ? compared.map(AnyField.builtIn) : all) {
    case .builtIn(let field):
      let value = try value(of: .builtIn(field))
      try change.set(field, !field.isRequired && random.chance(30) ? nil : value)
    case .custom(let field):
      change.values[field.id] = .some(random.chance(30) ? nil : try value(of: .custom(field)))
    }
    do {
      _ = try await store.edit(some, applying: [.set(change)])
    } catch is InvalidValue {
      // The field has become one of another kind.
    }
    return "edit of \(change.fieldIDs)"
  }

  /// A value that the field can have.
  private mutating func value(of field: AnyField) throws -> FieldValue {
    let texts = [
      "1", "2001", "2", "12.5", "yes", "no", "2026-02-28", "1 EUR", "5 EUR", "a", "a, many",
      "C/1", "4006381333931", "96385074", "S-1", "Rose", "https://example.org/1",
      "kg",
    ]
    let fitting = texts.compactMap { try? field.value(from: $0) }
    guard !fitting.isEmpty else { throw Failure(field: field) }
    // Few, so that products have values in common.
    return random.pick(Array(fitting.prefix(3)))
  }

  private struct Failure: Error { let field: AnyField }
}
