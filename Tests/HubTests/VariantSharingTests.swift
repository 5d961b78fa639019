// SPDX-License-Identifier: Apache-2.0
// What becomes of a variant and its head when two people change them, and one lets follow what the other types.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class VariantSharingTests: HubTestCase {
  func testVariantsFollowWhatTheHubDecidedOfTheirHead() async throws {
    let (cluster, stores) = try await machines(2)
    let (anna, bert) = (stores[0], stores[1])
    let shirt = try await add("Shirt", to: anna).id
    try await edit(shirt, in: anna, Self.priced("20.00"))
    try await anna.makeVariants(of: shirt, named: [("Size", ["S", "M"])])
    try await sync(stores)
    func prices(_ store: CatalogStore) async throws -> [String] {
      try await store.variants(of: shirt).map {
        let isTaken = $0.variant?.taken.contains(.price) == true
        return "\($0.title) \($0.price?.decimalText ?? "-")\(isTaken ? "" : " own")"
      }
    }
    // One makes another variant while the head gets another price.
    try await edit(shirt, in: anna, Self.priced("30.00"))
    try await bert.makeVariants(of: shirt, named: [("Size", ["L"])])
    try await sync(stores)
    for store in stores {
      let found = try await prices(store)
      XCTAssertEqual(found, ["Shirt · S 30.00", "Shirt · M 30.00", "Shirt · L 30.00"])
    }
    // What both said of the head is asked once, and all follow the answer.
    try await edit(shirt, in: anna, Self.priced("50.00"))
    try await edit(shirt, in: bert, Self.priced("60.00"))
    try await sync(stores)
    let hub = try await Hub(at: cluster.address(database))
    let questions = try await hub.questions()
    XCTAssertEqual(questions.map(\.row), [shirt.uuidString])
    try await hub.answer(XCTUnwrap(questions.first).id, takesMine: true)
    try await sync(stores)
    for store in stores {
      let found = try await prices(store)
      XCTAssertEqual(found, ["Shirt · S 60.00", "Shirt · M 60.00", "Shirt · L 60.00"])
    }
    // What one said of a variant is its own.
    let small = try await unwrapped(bert.variants(of: shirt).first).id
    try await edit(shirt, in: anna, Self.priced("70.00"))
    try await edit(small, in: bert, Self.priced("25.00"))
    try await sync(stores)
    for store in stores {
      let found = try await prices(store)
      XCTAssertEqual(found, ["Shirt · S 25.00 own", "Shirt · M 70.00", "Shirt · L 70.00"])
    }
    // Whoever is first.
    let medium = try await unwrapped(bert.variants(of: shirt).dropFirst().first).id
    try await edit(medium, in: bert, Self.priced("26.00"))
    try await HubSync(bert).run()
    try await edit(shirt, in: anna, Self.priced("80.00"))
    try await sync(stores)
    for store in stores {
      let found = try await prices(store)
      XCTAssertEqual(found, ["Shirt · S 25.00 own", "Shirt · M 26.00 own", "Shirt · L 80.00"])
    }
    let left = try await hub.questions()
    XCTAssertEqual(left.count, 0)
    try await assertEqual(stores)
    // It is nothing that somebody did here.
    let undoable = try await bert.history().undoable
    XCTAssertEqual(undoable.map(\.kind), [.editProduct, .editProduct, .editProduct, .makeVariants])
  }

  func testWhatIsSaidOfAVariantThatSomebodyElseLetsFollowIsItsOwn() async throws {
    let (_, stores) = try await machines(2)
    let (anna, bert) = (stores[0], stores[1])
    let care = try CustomField(name: "Care", kind: .text)
    try await anna.addField(care)
    let shirt = try await add("Shirt", to: anna).id
    let washing = try ProductChange {
      $0.description = try FreeText(description: "Of the head")
      $0.values[care.id] = .text("Cold")
    }
    try await edit(shirt, in: anna, washing)
    try await anna.makeVariants(of: shirt, named: [("Size", ["S"])])
    let small = try await unwrapped(anna.variants(of: shirt).first).id
    func say(_ text: String?, price: Price? = nil, in store: CatalogStore) async throws {
      let change = try ProductChange {
        if let price { $0.price = price }
        $0.description = try FreeText(description: text ?? "")
        $0.values.updateValue(text.map { .text($0) }, forKey: care.id)
      }
      try await edit(small, in: store, change)
    }
    try await say("Of the variant", in: anna)
    try await sync(stores)
    // At once something else becomes its own, too.
    try await say("Typed meanwhile", price: Price("5", currency: Currency("EUR")), in: bert)
    try await say(nil, in: anna)
    try await HubSync(anna).run()
    try await sync([bert, anna, bert])
    try await assertEqual(stores)
    for store in stores {
      let variant = try await product(small, in: store)
      XCTAssertEqual(variant.description.text, "Typed meanwhile")
      XCTAssertEqual(variant.values[care.id], .text("Typed meanwhile"))
      XCTAssertEqual(variant.variant?.taken.contains(.description), false)
      XCTAssertEqual(variant.price?.decimalText, "5.00")
    }
  }

  private static func priced(_ text: String) throws -> ProductChange {
    try ProductChange { $0.price = try Price(text, currency: Currency("EUR")) }
  }

  /// Each machine says values of a head and of its variant, lets the variant follow, leave or join, a few times before it
  /// meets the hub: the last that it said is there or in a question, unless that machine itself took it back.
  func testWhatIsSaidOfAnyFieldIsThereOrAsked() async throws {
    let (cluster, stores) = try await machines(2)
    let hub = try await Hub(at: cluster.address(database))
    let kinds: [FieldKind] = [
      .line, .text, .wholeNumber, .number(unit: "cm"), .money, .date, .year, .link,
      .choice((1...9).map { "word\($0)" }),
    ]
    for (number, kind) in kinds.enumerated() {
      try await stores[0].addField(CustomField(name: "Field \(number)", kind: kind))
    }
    let fields = try await stores[0].fields()
    for field in VariantPlace.shared(fields, options: VariantOptions()) {
      for _ in 0..<rounds(1, withFaults: 4, withAll: 40) {
        let seed = UInt64.random(in: 0..<(.max))
        try await play(field, stores, hub, SeededRandom(seed: seed), "\(field.id), seed \(seed)")
      }
    }
    try await assertEqual(stores)
  }

  private func play(
    _ field: AnyField, _ stores: [CatalogStore], _ hub: Hub, _ seeded: SeededRandom,
    _ seed: String
  ) async throws {
    var (random, round) = (seeded, seed)
    let head = try await add("Shirt", to: stores[0]).id
    let small = try await add("Small shirt", to: stores[0]).id
    var words = (1...9).shuffled(using: &random)
    func say(_ word: Int?, of id: UUID, in store: CatalogStore) async throws {
      try await edit(id, in: store, Self.change(of: field, to: word))
      round += "; \(id == small ? "variant" : "head") \(word.map { "\($0)" } ?? "nothing")"
    }
    func joinOrLeave(_ store: CatalogStore) async throws {
      let isVariant = try await product(small, in: store).variant != nil
      if isVariant {
        try await store.leave([small])
      } else {
        try await store.join([small], to: head)
      }
      round += isVariant ? "; leaves" : "; joins"
    }
    // Both may have said the same.
    for id in [head, small] where Bool.random(using: &random) {
      try await say(words[Int.random(in: 7...8, using: &random)], of: id, in: stores[0])
    }
    words.removeLast(2)
    if Int.random(in: 0..<3, using: &random) > 0 { try await joinOrLeave(stores[0]) }
    try await sync(stores)
    var said: [(word: Int, id: UUID)] = []
    for (number, store) in stores.enumerated() {
      round += " | \(number)"
      var last: [UUID: Int] = [:]
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let choice = Int.random(in: 0..<7, using: &random)
        if choice == 0 {
          try await joinOrLeave(store)
          continue
        }
        let id = choice < 3 ? head : small
        last[id] = choice < 5 ? words.removeLast() : nil
        try await say(last[id], of: id, in: store)
      }
      said += last.map { (word: $0.value, id: $0.key) }
    }
    let isTurned = Bool.random(using: &random)
    try await sync(isTurned ? stores.reversed() : stores)
    round += " | \(isTurned ? 1 : 0) first"
    let asked = try await hub.questions().map { "\($0.mine ?? "") \($0.theirs ?? "")" }
    for store in stores {
      for (word, id) in said {
        let value = try await field.value(of: product(id, in: store))
        let isThere = try Self.has(value, Self.value(word, of: field))
        let isAsked = asked.contains { $0.contains(Self.stored(word, of: field)) }
        XCTAssert(
          isThere || isAsked, "\(round): \(word) of \(id == head ? "the head" : "the variant")")
      }
    }
    while let question = try await hub.questions().first {
      // One that has changed since is asked anew.
      do { try await hub.answer(question.id, takesMine: .random(using: &random)) } catch HubError
        .questionChanged
      {}
    }
    try await sync(stores)
    for store in stores {
      let (of, its) = try await (product(head, in: store), product(small, in: store))
      if its.variant?.taken.contains(field.id) == true {
        XCTAssertEqual(field.value(of: its), field.value(of: of), round)
      }
    }
  }

  private static func change(of field: AnyField, to word: Int?) throws -> ProductChange {
    let value = try word.flatMap { try Self.value($0, of: field) }
    return try ProductChange {
      switch field {
      case .builtIn(let field): try $0.set(field, value)
      case .custom(let field): $0.values.updateValue(value, forKey: field.id)
      }
    }
  }

  /// Of tags others may have added some.
  private static func has(_ value: FieldValue?, _ expected: FieldValue?) -> Bool {
    if case .tags(let all) = value, case .tags(let some) = expected {
      Set(some).isSubset(of: all)
    } else {
      value == expected
    }
  }

  /// The values of a field are numbered.
  private static func value(_ word: Int, of field: AnyField) throws -> FieldValue? {
    let text =
      switch field.kind {
      case .number, .wholeNumber: "\(word)5\(word)"
      case .money: "\(word)5\(word) EUR"
      case .date: "200\(word)-02-03"
      case .year: "200\(word)"
      case .link: "https://example.org/word\(word)"
      case .choice(let choices): choices[word - 1]
      default: "word\(word)"
      }
    return try field.value(from: text)
  }

  /// What of such a value is in its row.
  private static func stored(_ word: Int, of field: AnyField) -> String {
    switch field.kind {
    case .number, .wholeNumber, .money: "\(word)5\(word)"
    case .date, .year: "200\(word)"
    case .choice(let choices): "\"\(choices[word - 1])\""
    default: "word\(word)"
    }
  }
}
