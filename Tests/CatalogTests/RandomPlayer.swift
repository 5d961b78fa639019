// SPDX-License-Identifier: Apache-2.0
// Executes random commands, undoes and redoes them, and knows what the catalogue must contain and
// what observers must be notified of.

import Foundation
import XCTest

@testable import Catalog

final class RandomPlayer {
  private(set) var store: CatalogStore
  /// The states before each command that can be undone, and after each that can be redone.
  private(set) var past: [[String]] = []
  private var future: [[String]] = []
  private var now: [String]
  private var seen: [UUID: SeenProduct]
  private var fields: [String]
  /// What is of no product, by its table.
  private var others: [String: [String]]
  /// The contents of each revision of a product, which never change.
  private var revisions: [Revision: SeenProduct.Content] = [:]
  private struct Revision: Hashable { let id: UUID, number: Int }
  private var heard: AsyncStream<CatalogChange>.Iterator
  private var commands: RandomCommands
  private let directory: URL
  private struct Unexpected: Error { let what: String }

  init(seed: UInt64, directory: URL) async throws {
    self.directory = directory
    commands = RandomCommands(seed: seed, directory: directory)
    store = try await CatalogStore.open(in: directory)
    heard = store.changes().makeAsyncIterator()
    now = try await snapshot(store)
    seen = try await SeenProduct.all(in: store)
    fields = Self.rows(of: "field", in: now)
    others = Self.others(in: now)
  }

  private static func others(in state: [String]) -> [String: [String]] {
    ["saved_search", "template", "told_apart"].reduce(into: [:]) {
      $0[$1] = rows(of: $1, in: state)
    }
  }

  /// The custom fields, saved searches and so on, as stored in the file.
  private static func rows(of table: String, in state: [String]) -> [String] {
    state.filter { $0.hasPrefix(table + " ") }
  }

  func play() async throws {
    switch Int.random(in: 0..<40, using: &commands.random) {
    case 0..<8:
      guard let state = past.last else { return }
      try await store.undo()
      future.append(now)
      past.removeLast()
      try await expect(state, "undo")
    case 8..<14:
      guard let state = future.last else { return }
      try await store.redo()
      past.append(now)
      future.removeLast()
      try await expect(state, "redo")
    case 14:
      // Takes as long as several commands, which are then prepared anew.
      await store.close()
      store = try await CatalogStore.open(in: directory)
      heard = store.changes().makeAsyncIterator()
      try await expect(now, "reopening")
    default:
      let name = try await commands.carryOut(on: store)
      let after = try await snapshot(store)
      if after == now { return }
      past.append(now)
      future = []
      now = after
      try await expectWord(of: name)
      let undoable = try await store.history().undoable
      guard undoable.count == past.count else { throw Unexpected(what: "steps after \(name)") }
    }
    try await expectNextCommands()
  }

  /// Read alone, they are those that the whole history begins with.
  private func expectNextCommands() async throws {
    let (history, next) = (try await store.history(), try await store.nextCommands())
    guard next.undoable == history.undoable.first, next.redoable == history.redoable.first else {
      throw Unexpected(what: "next are \(next), in \(history)")
    }
  }

  private func expect(_ state: [String], _ what: String) async throws {
    now = try await snapshot(store)
    guard now == state else {
      throw Unexpected(what: "\(what): \(Set(now).symmetricDifference(state).sorted())")
    }
    try await expectWord(of: what)
  }

  /// Observers are notified of exactly what has changed since the last check.
  private func expectWord(of what: String) async throws {
    let current = try await SeenProduct.all(in: store)
    try await expectRepeatedSKUs(of: current, after: what)
    try expectRevisions(of: current, after: what)
    let differences = SeenProduct.differences(from: seen, to: current)
    let (fieldsNow, othersNow) = (Self.rows(of: "field", in: now), Self.others(in: now))
    let haveFieldsChanged = fieldsNow != fields
    let othersChanged = othersNow.keys.filter { othersNow[$0] != others[$0] }
    (seen, fields, others) = (current, fieldsNow, othersNow)
    // A command that restored everything to what it was is reported, too.
    if differences.isEmpty, !haveFieldsChanged, othersChanged.isEmpty { return }
    let expected: CatalogChange =
      if haveFieldsChanged || othersChanged.count > 1 {
        .everything
      } else if let other = othersChanged.first {
        switch other {
        case _ where !differences.isEmpty: .everything
        case "template": .templates
        case "told_apart": .markedDistinct
        default: .savedSearches
        }
      } else {
        .products(differences)
      }
    let change = await heard.next()
    guard change == expected else {
      throw Unexpected(what: "\(what): heard \(String(describing: change)), not \(expected)")
    }
  }

  /// The table of repeated SKUs has exactly those of several products.
  private func expectRepeatedSKUs(
    of products: [UUID: SeenProduct], after what: String
  ) async throws {
    let skus = products.values.filter { !$0.isTrashed }.compactMap { $0.product.sku?.text }
    let repeated = Dictionary(grouping: skus) { $0 }.filter { $1.count > 1 }.keys.sorted()
    let found = try await store.database.read {
      try $0.rows("SELECT sku FROM doubled_sku ORDER BY sku") { $0.onlyText }
    }
    guard found == repeated else {
      throw Unexpected(what: "\(what): repeated SKUs \(found), not \(repeated)")
    }
  }

  /// A revision never has two contents, and revisions only increase.
  private func expectRevisions(of products: [UUID: SeenProduct], after what: String) throws {
    for (id, product) in products {
      let revision = product.product.revision
      if let old = seen[id]?.product.revision, old > revision {
        throw Unexpected(what: "\(what): revision \(revision) after \(old)")
      }
      let content = product.content
      let known = revisions.updateValue(content, forKey: Revision(id: id, number: revision))
      if let known, known != content {
        throw Unexpected(what: "\(what): revision \(revision) was \(known), is \(content)")
      }
    }
  }
}
