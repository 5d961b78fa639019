// do · undo · redo = do, whatever is done: random commands against snapshots of every table.

import Foundation
import XCTest

@testable import Catalog

final class UndoPropertyTests: CatalogTestCase {
  func testUndoAndRedoLeadThroughTheSameStates() async throws {
    for round in 0..<6 {
      let seed = UInt64.random(in: 0 ... .max)
      let place = directory.appendingPathComponent("\(round)")
      let player = try await RandomPlayer(seed: seed, directory: place)
      do {
        for _ in 0..<60 { try await player.play() }
        let problems = try await player.store.check()
        XCTAssertEqual(problems, [], "seed \(seed)")
      } catch {
        XCTFail("seed \(seed): \(error)")
      }
      await player.store.close()
    }
  }

  /// The files as a SIGKILL would leave them in the middle: undo goes on from there.
  func testUndoSurvivesSIGKILL() async throws {
    let place = directory.appendingPathComponent("alive")
    let player = try await RandomPlayer(seed: 7, directory: place)
    for _ in 0..<40 { try await player.play() }
    let copy = directory.appendingPathComponent("copy")
    let cp = try Process.run(
      URL(fileURLWithPath: "/bin/cp"), arguments: ["-a", place.path, copy.path])
    cp.waitUntilExit()
    XCTAssertEqual(cp.terminationStatus, 0)
    await player.store.close()

    let store = try await CatalogStore.open(in: copy)
    for state in player.past.reversed() {
      try await store.undo()
      let found = try await snapshot(store)
      XCTAssertEqual(found, state)
    }
    await store.close()
  }
}

/// Does random commands, undoes and redoes them, and knows what the catalogue must hold.
private final class RandomPlayer {
  private(set) var store: CatalogStore
  /// The states before each command that can be undone, and after each that can be redone.
  private(set) var past: [[String]] = []
  private var future: [[String]] = []
  private var now: [String]
  private var random: SeededRandom
  private let directory: URL
  private struct Unexpected: Error { let what: String }

  init(seed: UInt64, directory: URL) async throws {
    self.directory = directory
    random = SeededRandom(seed: seed)
    store = try await CatalogStore.open(in: directory)
    now = try await snapshot(store)
  }

  func play() async throws {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<4:
      guard let state = past.last else { return }
      try await store.undo()
      future.append(now)
      past.removeLast()
      try await expect(state, "undo")
    case 4..<7:
      guard let state = future.last else { return }
      try await store.redo()
      past.append(now)
      future.removeLast()
      try await expect(state, "redo")
    case 7:
      await store.close()
      store = try await CatalogStore.open(in: directory)
      try await expect(now, "reopening")
    default:
      let name = try await command()
      let after = try await snapshot(store)
      if after == now { return }
      past.append(now)
      future = []
      now = after
      let undoable = try await store.history().undoable
      guard undoable.count == past.count else { throw Unexpected(what: "steps after \(name)") }
    }
  }

  private func expect(_ state: [String], _ what: String) async throws {
    now = try await snapshot(store)
    guard now == state else {
      throw Unexpected(what: "\(what): \(Set(now).symmetricDifference(state).sorted())")
    }
  }

  private func command() async throws -> String {
    let alive = try await store.rows(ProductQuery()).map(\.id)
    let trashed = try await store.rows(ProductQuery(inTrash: true)).map(\.id)
    let some = Set(alive.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
    let kind = Int.random(in: 0..<12, using: &random)
    switch kind {
    case 0..<3: _ = try await store.create(randomProduct())
    case 3..<5:
      guard let id = alive.randomElement(using: &random),
        let product = try await store.product(id)
      else { return "" }
      let other = try randomProduct()
      let change = ProductChange(
        title: other.title, category: other.category, tags: other.tags, sku: .some(nil),
        stock: .some(other.stock))
      _ = try await store.edit(id, basedOn: product.revision, change)
    case 5: try await store.delete(some)
    case 6: try await store.restore(Set(trashed.prefix(2)))
    case 7: try await store.erase(Set(trashed.prefix(1)))
    default: try await noteCommand(alive)
    }
    return "\(kind)"
  }

  private func noteCommand(_ products: [UUID]) async throws {
    guard let product = products.randomElement(using: &random) else { return }
    let notes = try await store.notes(of: product)
    let text = "\(Int.random(in: 0..<1000, using: &random))"
    guard let note = notes.randomElement(using: &random) else {
      _ = try await store.addNote(to: product, title: text, text: "")
      return
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: _ = try await store.addNote(to: product, title: text, text: "")
    case 1: try await store.moveNote(note.id, to: Int.random(in: 0..<4, using: &random))
    case 2: _ = try await store.editNote(note.id, basedOn: note.revision, title: text, text: text)
    default:
      let deleted = try await store.deleteNote(note.id)
      if let deleted, Bool.random(using: &random) {
        past.append(now)
        future = []
        now = try await snapshot(store)
        try await store.restoreNote(deleted, at: 0)
      }
    }
  }

  private func randomProduct() throws -> Product {
    let number = Int.random(in: 0..<1000, using: &random)
    return Product(
      title: try ProductTitle("Product \(number)"),
      category: Bool.random(using: &random) ? try CategoryPath("C/\(number % 3)") : nil,
      tags: (0..<(number % 4)).map { "tag \(number) \($0)" },
      sku: number.isMultiple(of: 2) ? try SKU(UUID().uuidString) : nil,
      stock: number.isMultiple(of: 5) ? nil : number)
  }
}
