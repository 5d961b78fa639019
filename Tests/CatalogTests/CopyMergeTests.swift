// SPDX-License-Identifier: Apache-2.0
// Copies of a catalogue that were changed on their own become equal again, whatever was done in each, and nobody's
// work is lost without a question.

import Foundation
import TestSwitches
import XCTest

@testable import Catalog

final class CopyMergeTests: CatalogTestCase {
  override var parentDirectory: URL { memory }

  func testThreeCopiesBecomeEqual() async throws {
    // Each takes about two seconds of a processor.
    let rounds = rounds(2, withFaults: 6, withAll: 1_000)
    let failures = try await inTwoLines(rounds) { [directory] round in
      try await CopyHistories(in: directory.appendingPathComponent("\(round)")).play()
    }
    XCTAssertEqual(failures, [])
  }

  // MARK: One question

  private func copies() async throws -> (CatalogStore, CatalogStore, Product) {
    let (here, there) = (
      directory.appendingPathComponent("here"), directory.appendingPathComponent("there")
    )
    let store = try await CatalogStore.open(in: here)
    var rose = try makeProduct("Rose")
    rose.stock = 10
    rose.tags = ["red"]
    rose = try await store.create(rose)
    await store.close()
    try FileManager.default.copyItem(at: here, to: there)
    return (
      try await CatalogStore.open(in: here), try await CatalogStore.open(in: there), rose
    )
  }

  private func change(_ store: CatalogStore, _ id: UUID, _ change: ProductChange) async throws {
    _ = try await store.edit([id], applying: [.set(change)])
  }

  func testAStockThatBothSoldIsAskedAboutOnce() async throws {
    for (answer, stock) in [(CopyAnswer.mine, 7), (.theirs, 0), (.added, 0)] {
      let (one, two, rose) = try await copies()
      try await change(one, rose.id, ProductChange(stock: 0))
      try await change(two, rose.id, ProductChange(stock: 7))
      try await change(one, rose.id, ProductChange(year: IntroductionYear(2026)))
      let asked = try await send(one, to: two, answer)
      XCTAssertEqual(asked.map(\.field), ["stock"])
      XCTAssertEqual(asked.map(\.mine), ["7"])
      XCTAssertEqual(asked.map(\.theirs), ["0"])
      let back = try await send(two, to: one)
      XCTAssertEqual(back, [])
      for store in [one, two] {
        let found = try await store.product(rose.id)
        XCTAssertEqual(found?.stock, try Quantity(stock: stock), "\(answer)")
        XCTAssertEqual(found?.year?.value, 2026, "the rest goes on")
        await store.close()
      }
      try FileManager.default.removeItem(at: directory.appendingPathComponent("here"))
      try FileManager.default.removeItem(at: directory.appendingPathComponent("there"))
    }
  }

  func testBothTagsAndBothTextsStay() async throws {
    let (one, two, rose) = try await copies()
    try await change(one, rose.id, ProductChange(description: "Scented", tags: ["red", "new"]))
    try await change(two, rose.id, ProductChange(description: "Thorny", tags: ["red", "old"]))
    let asked = try await send(one, to: two, .both)
    XCTAssertEqual(Set(asked.map(\.field)), ["description", "tags"])
    let back = try await send(two, to: one)
    XCTAssertEqual(back, [])
    for store in [one, two] {
      let found = try await store.product(rose.id)
      XCTAssertEqual(found?.tags.map(\.text), ["red", "old", "new"])
      XCTAssertEqual(found?.description.text, "Thorny\n\nScented")
    }
    // What somebody decided is a command like any other.
    _ = try await two.undo()
    let undone = try await two.product(rose.id)
    XCTAssertEqual(undone?.description.text, "Thorny")
    await one.close()
    await two.close()
  }

  func testWhatOneCopyErasedAndTheOtherChangedIsAskedAboutAsAWhole() async throws {
    for answer in [CopyAnswer.mine, .theirs] {
      let (one, two, rose) = try await copies()
      try await one.delete([rose.id])
      try await one.erase([rose.id])
      try await change(two, rose.id, ProductChange(title: ProductTitle("Tulip")))
      let asked = try await send(one, to: two, answer)
      XCTAssertEqual(asked.map(\.field), [nil])
      XCTAssertEqual(asked.map(\.mine), ["Tulip"])
      let back = try await send(two, to: one)
      XCTAssertEqual(back, [])
      for store in [one, two] {
        let found = try await store.product(rose.id)
        XCTAssertEqual(found?.title.text, answer == .mine ? "Tulip" : nil)
        await store.close()
      }
      try FileManager.default.removeItem(at: directory.appendingPathComponent("here"))
      try FileManager.default.removeItem(at: directory.appendingPathComponent("there"))
    }
  }

  /// The copy that erased the product has never heard of the note.
  func testANoteThatWasAddedToWhatTheOtherErasedIsAskedAbout() async throws {
    for isFirst in [true, false] {
      for answer in [CopyAnswer.mine, .theirs] {
        let (one, two, rose) = try await copies()
        try await one.delete([rose.id])
        try await one.erase([rose.id])
        _ = try await two.addNote(to: rose.id, title: "Care", text: "Water")
        let (from, to) = isFirst ? (one, two) : (two, one)
        let asked = try await send(from, to: to, answer)
        XCTAssertEqual(asked.map(\.field), [nil], "first \(isFirst), \(answer)")
        let back = try await send(to, to: from)
        XCTAssertEqual(back, [])
        let stays = isFirst == (answer == .mine)
        for store in [one, two] {
          let notes = try await store.notes(of: rose.id)
          XCTAssertEqual(notes.map(\.title.text), stays ? ["Care"] : [])
          let problems = try await store.check()
          XCTAssertEqual(problems, [])
          await store.close()
        }
        for name in ["here", "there"] {
          try FileManager.default.removeItem(at: directory.appendingPathComponent(name))
        }
      }
    }
  }

  func testWithoutAnAnswerNothingIsDone() async throws {
    let (one, two, rose) = try await copies()
    try await change(one, rose.id, ProductChange(year: IntroductionYear(2026)))
    try await change(one, rose.id, ProductChange(title: ProductTitle("Tulip")))
    try await change(two, rose.id, ProductChange(title: ProductTitle("Aster")))
    let before = try await CopiedHistoryTests.content(two)
    await assertThrows({ try await self.send(one, to: two) }) {
      guard case CatalogError.undecided(let question) = $0 else { return false }
      return question.field == "title" && question.mine == "Aster" && question.theirs == "Tulip"
    }
    let after = try await CopiedHistoryTests.content(two)
    XCTAssertEqual(before, after)
    await one.close()
    await two.close()
  }

  func testWhatWasChangedAndChangedBackIsNoLongerTheOldValue() async throws {
    let (one, two, rose) = try await copies()
    try await change(one, rose.id, ProductChange(title: ProductTitle("Tulip")))
    try await change(one, rose.id, ProductChange(title: ProductTitle("Rose")))
    try await change(two, rose.id, ProductChange(title: ProductTitle("Tulip")))
    try await send(one, to: two, .mine)
    try await send(two, to: one)
    for store in [one, two] {
      let found = try await store.product(rose.id)
      XCTAssertEqual(found?.title.text, "Tulip")
      await store.close()
    }
  }
}

extension CatalogTestCase {
  /// Applies the history of one copy in the other, and returns what was asked.
  @discardableResult
  func send(
    _ from: CatalogStore, to other: CatalogStore, _ answer: CopyAnswer? = nil
  ) async throws -> [CopyQuestion] {
    let file = directory.appendingPathComponent(UUID().uuidString)
    _ = try await from.exportHistory(to: file)
    let asked = Asked()
    _ = try await other.applyHistory(from: file.path) {
      asked.questions.append($0)
      return answer
    }
    return asked.questions
  }
}

/// One thread at a time uses them.
private final class Asked: @unchecked Sendable {
  var questions: [CopyQuestion] = []
}
