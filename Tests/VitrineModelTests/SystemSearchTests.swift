// SPDX-License-Identifier: Apache-2.0
// What the desktop's search is answered, asked as a desktop asks: without a window, by several programs
// at once, and with anything a program can send.

import Catalog
import Foundation
import StateRestoration
import XCTest

@testable import VitrineModel

final class SystemSearchTests: XCTestCase {
  @MainActor
  private static func titles(
    _ search: SystemSearch, _ words: String..., asker: String = "shell"
  ) throws -> [String] {
    try finish("\(words) is answered") {
      try await search.products(matching: words, for: asker)
    }.map(\.title)
  }

  @MainActor
  private static func search(_ shop: Shop) -> SystemSearch {
    SystemSearch(catalogue: shop.store.directory)
  }

  func testProductsAreFoundInTheOrderOfTheEngineWithPriceAndCategory() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherry cake", "Sweet cherry", "Cherry", "Mango"])
      defer { shop.remove() }
      let (store, id) = (shop.store, try shop.product(titled: "Cherry").id)
      let change = try ProductChange { $0.category = .some(try CategoryPath("Food/Fruit")) }
      _ = try finish("it has a category") { try await store.edit([id], applying: [.set(change)]) }

      let search = Self.search(shop)
      let found = try finish("it is answered") {
        try await search.products(matching: ["cherry"], for: "shell")
      }
      let inWindow = try finish("a list is read") {
        try await store.products(ProductQuery(searchText: "cherry"))
      }
      XCTAssertEqual(found.count, 3)
      XCTAssertEqual(found.map(\.id), inWindow.map(\.id))
      XCTAssertEqual(found.first?.title, "Cherry")
      XCTAssertEqual(found.first?.details, "€1.00 · Food › Fruit")
      XCTAssertEqual(try Self.titles(search, "sweet", "cher"), ["Sweet cherry"])
    }
  }

  func testWhatIsInTheTrashIsNeitherFoundNorDescribed() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let (store, search) = (shop.store, Self.search(shop))
      let (cherries, mango) = (
        try shop.product(titled: "Cherries").id, try shop.product(titled: "Mango").id
      )
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries"])
      _ = try finish("it is in the trash") { try await store.delete([cherries]) }
      XCTAssertEqual(try Self.titles(search, "cherries"), [])
      let ids = [cherries.uuidString, "no identifier", UUID().uuidString, mango.uuidString]
      let described = try finish("they are described") { try await search.products(ids) }
      XCTAssertEqual(described.map(\.title), ["Mango"])
    }
  }

  func testWhatIsFoundIsWhatItsKindDeclaresAndNothingElse() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      for kind in WindowKind.allCases {
        XCTAssertEqual(UserActivity(kind).isEligibleForSearch, kind.isFoundBySearch)
      }
      XCTAssertEqual(WindowKind.allCases.filter(\.isFoundBySearch), [.product])
      // Every kind of window says what it shows by its type.
      let id = try shop.product(titled: "Cherries").id
      let browser = ProductBrowser(shop.catalogue, try shop.scenes()[0])
      browser.select(id)
      XCTAssertEqual(browser.session.activity?.isEligibleForSearch, true)
      browser.select(nil)
      XCTAssertEqual(browser.session.activity?.isEligibleForSearch, false)
      let store = shop.store
      let row = try XCTUnwrap(
        finish("rows are read") { try await store.products(ProductQuery()) }.first)
      let search = Self.search(shop)
      let found = try finish("it is answered") {
        try await search.products(matching: ["cherries"], for: "shell")
      }
      XCTAssertEqual(found.map(\.activity), [.showing(id, title: "Cherries", fallback: .product)])
      var activity = found[0].activity
      XCTAssertNotNil(FoundProduct(row, activity, in: store))
      activity.isEligibleForSearch = false
      XCTAssertNil(FoundProduct(row, activity, in: store))
    }
  }

  func testANewerQuestionEndsTheOlderOneOfTheSameProgramOnly() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let search = Self.search(shop)
      // Begun on the main actor, they come in this order; `async let` would not promise any.
      let asked = [("cherries", "shell"), ("mango", "shell"), ("cherries", "runner")].map { asked in
        Task { try await search.products(matching: [asked.0], for: asked.1) }
      }
      let answers = try finish("all are answered") {
        var answers: [[String]] = []
        for question in asked { answers.append(try await question.value.map(\.title)) }
        return answers
      }
      XCTAssertEqual(answers, [[], ["Mango"], ["Cherries"]])
    }
  }

  func testOnlyAFewAreAnswered() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: (1...15).map { "Rose \($0)" })
      defer { shop.remove() }
      XCTAssertEqual(try Self.titles(Self.search(shop), "rose").count, SystemSearch.mostResults)
    }
  }

  func testWithoutACatalogueNothingIsFoundAndNoneIsMade() throws {
    try MainActor.assumeIsolated {
      let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("nothing-\(UUID().uuidString)")
      let search = SystemSearch(catalogue: folder)
      XCTAssertEqual(try Self.titles(search, "cherries"), [])
      XCTAssertFalse(FileManager.default.fileExists(atPath: folder.path))
    }
  }

  func testTheApplicationsOwnCatalogueTakesOver() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let (store, search) = (shop.store, Self.search(shop))
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries"])
      try finish("it is handed over") { await search.handOver() }
      XCTAssertEqual(try Self.titles(search, "cherries"), [], "while the application begins")
      search.use(store)
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries"])
    }
  }

  func testACatalogueThatWasReplacedIsOpenedAgain() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries"])
      defer { shop.remove() }
      let search = Self.search(shop)
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries"])
      let (store, directory) = (shop.store, shop.store.directory)
      try finish("it is closed") { await store.close() }
      try FileManager.default.removeItem(at: directory)
      let other = try Shop(products: ["Cherries of another shop"])
      defer { other.remove() }
      let otherStore = other.store
      try finish("it is closed") { await otherStore.close() }
      try FileManager.default.copyItem(at: otherStore.directory, to: directory)
      XCTAssertThrowsError(try Self.titles(search, "cherries"))
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries of another shop"])
    }
  }

  func testAnythingCanBeAsked() throws {
    try MainActor.assumeIsolated {
      let shop = try Shop(products: ["Cherries", "Mango"])
      defer { shop.remove() }
      let search = Self.search(shop)
      for words in [[], [""], [" \t\n"], ["\u{0}", "\u{1}\u{7f}"], ["\u{200b}\u{ad}"]] {
        let found = try finish("\(words) is answered") {
          try await search.products(matching: words, for: "shell")
        }
        XCTAssertEqual(found, [], "\(words)")
      }
      var draw = SystemRandom(seed: 20)
      let questions = (1...1_000).map { _ in
        (0..<Int.random(in: 0...6, using: &draw)).map { _ in Self.word(&draw) }
      }
      try finish("all are answered") {
        for words in questions {
          _ = try await search.products(matching: words, for: "shell")
          _ = try await search.products(words)
        }
      }
      let endless = String(repeating: "cherries ", count: 100_000)
      XCTAssertEqual(
        SystemSearch.searchText(of: [endless]).utf8.count, SystemSearch.longestSearch)
      XCTAssertEqual(try Self.titles(search, "cherries"), ["Cherries"])
    }
  }

  private static func word(_ draw: inout SystemRandom) -> String {
    let pieces = [
      "cherr", "\"", "*", "NEAR(", "AND", "OR NOT", "-", ":", "^", "\u{0}", "\u{1}", "\u{301}", "é",
      "桜", "🌸", "\u{202e}", "%", "_", ";--", "'", "{a b}", String(repeating: "x", count: 300),
    ]
    return (0..<Int.random(in: 0...5, using: &draw))
      .map { _ in pieces.randomElement(using: &draw) ?? "" }.joined()
  }
}

/// The same numbers in every run.
private struct SystemRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }
  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
