// SPDX-License-Identifier: Apache-2.0
// Who did what to a product, and what it was before: told by the hub, to all members, and kept by it whatever they do.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog
@testable import Hub

final class PastTests: HubTestCase {
  func testWhoDidWhatIsToldWithWhatItWas() async throws {
    let (cluster, stores) = try await machines(1)
    let name = "anna_\(database)"
    try await Hub(at: cluster.address(database)).addMember(name, role: "editor", password: nil)
    let anna = try await CatalogStore.open(in: place(9))
    let address = cluster.address(database, as: name)
    try await HubSync(anna).join(address, withProducts: false)
    let field = try CustomField(name: "Colour", kind: .line)
    try await stores[0].addField(field)
    let rose = try await add("Rose", to: stores[0], stock: 10)
    _ = try await add("Lily", to: stores[0])
    try await sync([stores[0], anna])
    try await edit(
      rose.id, in: anna,
      ProductChange(
        title: ProductTitle("Tulip"), tags: ["new"],
        price: Price(minorUnits: 599, currency: Currency("EUR")), stock: 7,
        values: [field.id: .text("red")]))
    let note = try await anna.addNote(to: rose.id, title: "Care", text: "wet")
    try await sync([anna, stores[0]])
    _ = try await stores[0].editNote(note.id, basedOn: 1, title: "Care", text: "dry")
    try await edit(rose.id, in: stores[0], ProductChange(stock: 6))
    _ = try await stores[0].deleteNote(note.id)
    try await sync([stores[0], anna])

    let told = try await past(of: rose.id, at: address, by: anna)
    XCTAssertEqual(
      told.map { [$0.member, $0.field, $0.before ?? "–", $0.after ?? "–"] },
      [
        ["owner", "notes", "Care", "–"],
        ["owner", "stock", "7", "6"],
        ["owner", "notes", "wet", "dry"],
        [name, "notes", "–", "Care"],
        [name, "Colour", "–", "red"],
        [name, "tags", "–", "new"],
        [name, "price", "–", "5.99 EUR"],
        [name, "stock", "10", "7"],
        [name, "title", "Rose", "Tulip"],
        ["owner", "title", "–", "Rose"],
      ])
    let nobody = try await past(of: UUID(), at: address, by: anna)
    XCTAssertEqual(nobody, [])
  }

  /// Nothing is left out between two pages, and what was erased has its past, too.
  func testAllOfALongPastIsTold() async throws {
    let (cluster, stores) = try await machines(1)
    let rose = try await add("Rose 0", to: stores[0])
    let count = HubChange.most + 7
    for number in 1...count {
      try await edit(rose.id, in: stores[0], ProductChange(title: ProductTitle("Rose \(number)")))
    }
    _ = try await stores[0].delete([rose.id])
    _ = try await stores[0].erase([rose.id])
    try await sync(stores)
    let told = try await past(of: rose.id, at: cluster.address(database), by: stores[0])
    XCTAssertEqual(
      told.filter { $0.field == "title" && $0.before != nil && $0.after != nil }.map(\.after),
      (1...count).reversed().map { "Rose \($0)" })
    XCTAssertNil(told.first?.after)
  }

  private func past(of product: UUID, at address: String, by store: CatalogStore) async throws
    -> [HubPast]
  {
    let hub = try await Hub(at: address)
    var (all, last): ([HubPast], HubChange?) = ([], nil)
    while case let changes = try await hub.past(of: product, before: last), !changes.isEmpty {
      all += try await store.past(changes)
      last = changes.last
    }
    return all
  }
}
