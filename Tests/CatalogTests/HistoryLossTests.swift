// SPDX-License-Identifier: Apache-2.0
// What would exceed the history is reported beforehand, and only done if the user accepts it.

import Foundation
import Wording
import XCTest

@testable import Catalog

final class HistoryLossTests: CatalogTestCase {
  func testACommandThatIsTooLargeAsksFirst() async throws {
    let store = try CatalogStore(directory, historyLimit: 5_000, asksBeforeForgetting: true)
    var rose = try makeProduct("Rose")
    rose.description = try FreeText(description: String(repeating: "x", count: 6_000))
    rose = try await store.create(rose)
    _ = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    let before = try await snapshot(store)
    let shorter = ProductChange(description: "short")
    await assertThrows({ try await store.edit(rose.id, basedOn: 2, applying: shorter) }) {
      guard case CatalogError.wouldForget(let loss) = $0 else { return false }
      return loss.kind == .undo(older: 2) && loss.command.kind == .editProduct
    }
    let after = try await snapshot(store)
    XCTAssertEqual(after, before)
    var history = try await store.history()
    XCTAssertEqual(history.undoable.count, 2)

    await store.close()

    let accepting = try CatalogStore(directory, historyLimit: 5_000)
    let outcome = try await accepting.edit(rose.id, basedOn: 2, applying: shorter)
    guard case .saved(let saved) = outcome else { return XCTFail("\(outcome)") }
    XCTAssertEqual(saved.description, "short")
    history = try await accepting.history()
    XCTAssertEqual([history.undoable.count, history.forgotten], [0, 3])
    await accepting.close()
  }

  func testOneCommandIsNotCountedAsSeveral() {
    let command = CatalogCommand(kind: .importProducts, count: 900, moment: Date())
    for (one, two) in [
      (HistoryLoss.Kind.undo(older: 1), HistoryLoss.Kind.undo(older: 2)),
      (.older(1), .older(2)), (.redo(later: 1), .redo(later: 2)), (.later(1), .later(2)),
    ] {
      let sentence = HistoryLoss(one, by: command).sentence
      XCTAssertFalse(sentence.contains("commands"), sentence)
      XCTAssertTrue(sentence.contains("Import 900 Products"), sentence)
      let sentences = HistoryLoss(two, by: command).sentence
      XCTAssertTrue(sentences.contains("2") && sentences.contains("commands"), sentences)
    }
  }

  /// What a window does: it is asked, and what it accepts is carried out.
  func testWhoeverIsAskedDecides() async throws {
    let user = User()
    let store = try CatalogStore(
      directory, historyLimit: 5_000, acceptsHistoryLoss: { await user.accepts($0) })
    var rose = try makeProduct("Rose")
    rose.description = try FreeText(description: String(repeating: "x", count: 6_000))
    rose = try await store.create(rose)
    _ = try await store.edit(rose.id, basedOn: 1, applying: ProductChange(stock: 1))
    var asked = await user.asked
    XCTAssertEqual(asked, [])
    let shorter = ProductChange(description: "short")
    await assertThrows({ try await store.edit(rose.id, basedOn: 2, applying: shorter) }) {
      if case CatalogError.wouldForget = $0 { true } else { false }
    }
    asked = await user.asked
    XCTAssertEqual(asked, [.undo(older: 2)])
    await user.agree()
    let outcome = try await store.edit(rose.id, basedOn: 2, applying: shorter)
    guard case .saved(let saved) = outcome else { return XCTFail("\(outcome)") }
    XCTAssertEqual(saved.description, "short")
    asked = await user.asked
    XCTAssertEqual(asked.count, 2)
    await store.close()
  }

  /// An import is read once more when the loss is accepted.
  func testAnImportIsCarriedOutOnceItsLossIsAccepted() async throws {
    let user = User()
    let store = try CatalogStore(
      directory, historyLimit: 5_000, acceptsHistoryLoss: { await user.accepts($0) })
    var rose = try makeProduct("Rose")
    rose.description = try FreeText(description: String(repeating: "x", count: 6_000))
    rose = try await store.create(rose)
    let file = directory.appendingPathComponent("short.jsonl")
    try Data("{\"id\":\"\(rose.id)\",\"title\":\"Rose\",\"description\":\"short\"}\n".utf8)
      .write(to: file)
    await assertThrows({ try await store.importProducts(from: file.path, isUpdating: true) }) {
      if case CatalogError.wouldForget = $0 { true } else { false }
    }
    await user.agree()
    let result = try await store.importProducts(from: file.path, isUpdating: true)
    XCTAssertEqual(result.updated, 1)
    let saved = try await store.product(rose.id)
    XCTAssertEqual(saved?.description, "short")
    await store.close()
  }

  /// Small commands push out the oldest ones without a question, as always.
  func testTheOldestGoWithoutAQuestion() async throws {
    let store = try CatalogStore(directory, historyLimit: 2_000, asksBeforeForgetting: true)
    let rose = try await store.create(makeProduct("Rose"))
    for stock in 0..<40 {
      _ = try await store.edit(
        [rose.id], applying: [.set(ProductChange(stock: Quantity(stock: stock)))])
    }
    let history = try await store.history()
    XCTAssertGreaterThan(history.forgotten, 10)
    XCTAssertGreaterThan(history.undoable.count, 5)
    await store.close()
  }

  func testAnUndoThatCannotBeRedoneAsksFirst() async throws {
    let store = try CatalogStore(directory, keptForRedo: 1_000, asksBeforeForgetting: true)
    _ = try await store.generate(GeneratedProducts(20))
    await assertThrows({ try await store.undo() }) {
      guard case CatalogError.wouldForget(let loss) = $0 else { return false }
      return loss.kind == .redo(later: 0)
    }
    var count = try await store.productCount()
    XCTAssertEqual(count, 20)
    await store.close()
    let accepting = try CatalogStore(directory, keptForRedo: 1_000)
    _ = try await accepting.undo()
    count = try await accepting.productCount()
    XCTAssertEqual(count, 0)
    let redone = try await accepting.redo()
    XCTAssertNil(redone)
    await accepting.close()
  }

  /// Inserted rows that were undone have a limit of their own.
  func testWhatWasPutInCanBeRedoneHoweverLittleTheHistoryHolds() async throws {
    let store = try CatalogStore(directory, historyLimit: 10_000, asksBeforeForgetting: true)
    _ = try await store.generate(GeneratedProducts(300, hasPictures: true))
    let before = try await snapshot(store)
    for _ in 0..<2 {
      try await store.undo()
      let count = try await store.productCount()
      XCTAssertEqual(count, 0)
      try await store.redo()
      let after = try await snapshot(store)
      XCTAssertEqual(after, before)
    }
    let problems = try await store.check()
    XCTAssertEqual(problems, [])
    await store.close()
  }

  /// The version that an edit was based on can also be reconstructed from undone steps.
  func testPicturesOfAVersionThatWasUndone() async throws {
    let store = try await CatalogStore.open(in: directory)
    let rose = try await store.create(makeProduct("Rose"))
    let file = directory.appendingPathComponent("picture")
    try (pngStart + Data("1".utf8)).write(to: file)
    let pictures = try await store.addPictures(from: [file], to: rose.id)
    try await store.undo()
    let outcome = try await store.edit(rose.id, basedOn: 2, applying: ProductChange(stock: 1))
    guard case .conflict(let current, let base) = outcome else { return XCTFail("\(outcome)") }
    XCTAssertEqual(current.pictures, [])
    XCTAssertEqual(base?.pictures, pictures)
    await store.close()
  }
}

/// Who is asked whether the history may lose something.
private actor User {
  private(set) var asked: [HistoryLoss.Kind] = []
  private var agrees = false

  func agree() { agrees = true }

  func accepts(_ loss: HistoryLoss) -> Bool {
    asked.append(loss.kind)
    return agrees
  }
}
